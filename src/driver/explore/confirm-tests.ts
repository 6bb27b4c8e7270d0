// Tests made for functions with simple parameters, so that a finding in them can be confirmed. They exist only in the
// overlay of one build.

import type { Finding } from '../../base/finding.ts';
import type { DirEntry, Host } from '../../base/host.ts';
import { namedValue } from '../../base/named.ts';
import type { SourceSet } from '../../base/source.ts';
import type { LoadedPackage } from '../../load/index.ts';
import type * as ast from '../../syntax/nodes.ts';

export interface GeneratedTest {
  readonly finding: Finding;
  readonly name: string;
  /** Of the file that holds it: beside the function, where no file is. */
  readonly path: string;
  readonly text: string;
}

export function generateTests(
  findings: readonly Finding[],
  sources: SourceSet,
  packages: readonly LoadedPackage[],
): readonly GeneratedTest[] {
  const tests: GeneratedTest[] = [];
  for (const finding of findings) {
    const file = sources.fileOf(finding.span.pos)?.path ?? '';
    const folder = file.slice(0, file.lastIndexOf('/'));
    for (const pkg of packages) {
      if (pkg.dir !== folder || pkg.name.endsWith('_test')) continue;
      const decl = functionNamed(pkg, finding.function);
      if (decl === null) continue;
      const name = `TestGordianConfirm${tests.length}`;
      const body = callOf(decl, finding);
      if (body === null) break;
      const imports = body.includes('context.') ? 'import (\n\t"context"\n\t"testing"\n)' : 'import "testing"';
      tests.push({
        finding,
        name,
        path: `${folder}/gordian_confirm${tests.length}_test.go`,
        text: `package ${pkg.name}\n\n${imports}\n\nfunc ${name}(t *testing.T) {\n\t${body}\n}\n`,
      });
      break;
    }
  }
  return tests;
}

function functionNamed(pkg: LoadedPackage, name: string): ast.FuncDecl | null {
  for (const file of pkg.files)
    for (const decl of file.decls)
      if (decl.kind === 'FuncDecl' && decl.recv === null && decl.name.name === name && !/^Test/.test(name)) return decl;
  return null;
}

/** The call with values for its parameters; null where one of them is not simple. */
function callOf(decl: ast.FuncDecl, finding: Finding): string | null {
  if (decl.type.typeParams !== null) return null;
  const args: string[] = [];
  for (const field of decl.type.params.list) {
    if (field.type === null) return null;
    for (const { name } of field.names.length === 0 ? [{ name: '_' }] : field.names) {
      const value = valueFor(field.type, name, finding.valuation);
      if (value === null) return null;
      args.push(value);
    }
  }
  return `${decl.name.name}(${args.join(', ')})`;
}

const numbers = /^(u?int(8|16|32|64)?|byte|rune|float(32|64)|uintptr)$/;

function valueFor(type: ast.Expr, name: string, valuation: Finding['valuation']): string | null {
  switch (type.kind) {
    case 'Ident': {
      const value = namedValue(valuation, name);
      if (numbers.test(type.name)) return typeof value === 'number' ? String(value) : '1';
      if (type.name === 'bool') return typeof value === 'boolean' ? String(value) : 'true';
      if (type.name === 'string') return '"gordian"';
      return type.name === 'error' || type.name === 'any' ? 'nil' : null;
    }
    case 'ArrayType': {
      const element = simpleType(type.elt);
      const length = namedValue(valuation, `len(${name})`);
      if (type.len !== null || element === null) return null;
      return `make([]${element}, ${typeof length === 'number' ? Math.max(0, length) : 1})`;
    }
    case 'SelectorExpr':
      return type.x.kind === 'Ident' && type.x.name === 'context' && type.sel.name === 'Context'
        ? 'context.Background()'
        : null;
    default:
      return null;
  }
}

function simpleType(type: ast.Expr): string | null {
  return type.kind === 'Ident' && (numbers.test(type.name) || /^(bool|string|error|any)$/.test(type.name))
    ? type.name
    : null;
}

/** A host that also has these files. */
export function withFiles(host: Host, files: readonly GeneratedTest[]): Host {
  const byPath = new Map(files.map((file) => [file.path, file.text]));
  if (byPath.size === 0) return host;
  return {
    ...host,
    readFile: (path) => {
      const text = byPath.get(path);
      return text === undefined ? host.readFile(path) : new TextEncoder().encode(text);
    },
    stat: (path) => {
      const text = byPath.get(path);
      return text === undefined ? host.stat(path) : { kind: 'file', size: text.length, realPath: path };
    },
    readDir: (path) => {
      const here = [...byPath.keys()].filter((file) => file.slice(0, file.lastIndexOf('/')) === path);
      const added = here.map((file): DirEntry => ({ name: file.slice(file.lastIndexOf('/') + 1), kind: 'file' }));
      return [...host.readDir(path), ...added];
    },
  };
}
