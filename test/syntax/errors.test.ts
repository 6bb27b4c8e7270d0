// Errors of scanner and parser: which ones are reported, where, and how the parser goes on.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { positionIn, SourceSet } from '../../src/base/source.ts';
import { type ParseOptions, parseFile, printFile, syntaxErrors } from '../../src/syntax/index.ts';
import { root } from '../support/repository.ts';
import { wantsOf } from '../support/want.ts';

const folder = join(root, 'testdata', 'syntax', 'errors');
const files = readdirSync(folder).filter((name) => name.endsWith('.go'));

function errorsOf(text: string, options: ParseOptions = {}): string[] {
  const source = new SourceSet().add('p.go', text);
  return parseFile(source, 1, options).diagnostics.map((d) => {
    const { line, column } = positionIn(source, (d.span?.pos ?? 0) - source.base);
    return `${line}:${column}: ${d.message}`;
  });
}

describe('files with errors', () => {
  test.each(files)('%s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const source = new SourceSet().add(name, text);
    const wants = wantsOf(text);
    const problems: string[] = [];
    for (const d of parseFile(source, 1, { allErrors: true }).diagnostics) {
      const { line } = positionIn(source, (d.span?.pos ?? 0) - source.base);
      const i = wants.findIndex((w) => w.line === line && w.code === d.rule && w.pattern.test(d.message));
      if (i >= 0) wants.splice(i, 1);
      else problems.push(`${name}:${line}: unexpected ${d.rule} ${d.message}`);
    }
    for (const w of wants) problems.push(`${name}:${w.line}: missing ${w.code} ${w.pattern}`);
    expect(problems).toEqual([]);
  });

  test('cover every code', () => {
    const specFolder = join(root, 'testdata', 'syntax', 'spec-errors');
    const paths = [
      ...files.map((name) => join(folder, name)),
      ...readdirSync(specFolder).map((name) => join(specFolder, name)),
    ];
    const codes = new Set(paths.flatMap((path) => wantsOf(readFileSync(path, 'utf8')).map((w) => w.code)));
    // These two have tests of their own.
    codes.add('NestingTooDeep').add('InvalidLineDirective');
    expect([...codes].sort()).toEqual(Object.keys(syntaxErrors).sort());
  });
});

describe('places', () => {
  test('are those of the token in the way', () => {
    expect(errorsOf('package p\nfunc f() {\n\tx := 1 2\n}\n')).toEqual(["3:9: expected ';', found 2"]);
  });

  test('count columns in bytes', () => {
    expect(errorsOf('package p\nvar ä = "ö" 2\n')).toEqual(["2:15: expected ';', found 2"]);
  });

  test('lie at the end of the line for what is missing there', () => {
    expect(errorsOf('package p\nvar x = f(1\n)\n')).toEqual(["2:12: missing ',' before newline in argument list"]);
  });

  test('lie at the end of the file for what is missing there', () => {
    expect(errorsOf('package p\nfunc f() {\n')).toEqual(["3:1: expected '}', found 'EOF'"]);
    expect(errorsOf('')).toEqual(["1:1: expected 'package', found 'EOF'"]);
  });
});

describe('characters', () => {
  test('a byte order mark may stand at the beginning only', () => {
    expect(errorsOf('\ufeffpackage p\n')).toEqual([]);
    expect(errorsOf('package p\nvar x = "\ufeff"\n')).toEqual(['2:10: illegal byte order mark']);
  });

  test('NUL is reported wherever it is', () => {
    expect(errorsOf('package p\n// \0\nvar x = "\0"\n')).toEqual([
      '2:4: illegal character NUL',
      '3:10: illegal character NUL',
    ]);
  });

  test('bytes that are no UTF-8 are reported where they are', () => {
    expect(errorsOf('package p\n// \ufffd\n', { invalidUtf8: [13] })).toEqual(['2:4: illegal UTF-8 encoding']);
  });
});

describe('line directives', () => {
  test('need a line, and a column if they have one, above zero', () => {
    expect(errorsOf('package p\n//line x.go:0\n//line x.go:1:0\n/*line x:y*/\n//line :99999999999\n')).toEqual([
      '2:13: invalid line number: 0',
      '3:15: invalid column number: 0',
      '4:10: invalid line number: y',
      '5:9: invalid line number: 99999999999',
    ]);
  });

  test('are comments like others without a colon, or not at the beginning of a line', () => {
    expect(errorsOf('package p\n//line x.go\n //line x.go:0\n//lines:0\n')).toEqual([]);
  });
});

describe('literals without end', () => {
  test('end with their line', () => {
    expect(errorsOf('package p\nvar x = "abc\nvar y = \'a\nvar z int\n')).toEqual([
      '2:9: string literal not terminated',
      '3:9: rune literal not terminated',
    ]);
  });
});

describe('limits', () => {
  test('a line has one error', () => {
    const text = 'package p\nvar _ = 08 + 09\n';
    expect(errorsOf(text)).toHaveLength(1);
    expect(errorsOf(text, { allErrors: true })).toHaveLength(2);
  });

  test('a file has ten', () => {
    const text = `package p\n${'var _ = 08\n'.repeat(30)}`;
    expect(errorsOf(text)).toHaveLength(10);
    expect(errorsOf(text, { allErrors: true })).toHaveLength(30);
  });
});

describe('recovery', () => {
  test('keeps what surrounds an error', () => {
    const source = new SourceSet().add(
      'p.go',
      'package p\n\nfunc f() {\n\ta := \n\tb := 2\n}\n\nvar x = f(1,\n\ntype T int\n\nfunc g() {}\n',
    );
    const { file } = parseFile(source, 1);
    expect(file.decls.map((d) => d.kind)).toContain('FuncDecl');
    expect(printFile(file)).toContain('type T int');
    expect(printFile(file)).toContain('func g() {}');
  });

  test('stops behind a beginning that is no package clause', () => {
    expect(errorsOf('# Title\n\nSome text.\n')).toHaveLength(1);
  });
});
