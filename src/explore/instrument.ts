// Instrumentation: every operation of a package that synchronises becomes a call of runtime/, on the same line.

import type { SourceFile, SourceSet } from '../base/source.ts';
import type { LoadedPackage } from '../load/index.ts';
import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { rewriteCall, rewriteIdent, rewriteSelector } from './instrument-call.ts';
import { Edits } from './instrument-edits.ts';
import { type FileState, isOwnBool, labelOf, runtimeName, stripParens, type Untouched } from './instrument-file.ts';
import { rewriteGo } from './instrument-go.ts';
import { FunctionNames, SiteBook } from './instrument-sites.ts';
import { rewriteFunction, rewriteRange, rewriteRecv, rewriteSelect, rewriteSend } from './instrument-stmt.ts';
import type { Site } from './protocol.ts';

export interface InstrumentedFile {
  /** Of the original. */
  readonly path: string;
  readonly text: string;
  /** Import path of its package. */
  readonly package: string;
}

export interface Instrumented {
  readonly files: readonly InstrumentedFile[];
  /** `sites[i]` has the id i + 1. */
  readonly sites: readonly Site[];
  /** Packages whose language version is too old for calls of generic functions: they need `-lang=go1.18`. */
  readonly raised: readonly string[];
  readonly untouched: readonly Untouched[];
}

/** Instruments packages. A file that belongs to several (a package, and the same with its tests) is rewritten once. */
export function instrument(packages: readonly LoadedPackage[], sources: SourceSet, runtimePath: string): Instrumented {
  const sites = new SiteBook();
  const files = new Map<string, InstrumentedFile>();
  const raised = new Set<string>();
  const untouched: Untouched[] = [];
  // Of a package and the same package with its tests, the latter has all files.
  const ordered = [...packages].sort((a, b) => b.files.length - a.files.length);
  for (const pkg of ordered) {
    if (pkg.standard || pkg.diagnostics.some((found) => found.severity === 'error')) continue;
    for (const file of pkg.files) {
      if (files.has(file.path)) continue;
      const source = sources.fileOf(file.pos);
      if (source === null || source.path !== file.path) continue;
      const text = instrumentFile(pkg, file, source, sites, untouched, runtimePath);
      if (text === null) continue;
      files.set(file.path, { path: file.path, text, package: pkg.path });
      if (isBefore118(pkg.goVersion)) raised.add(pkg.path);
    }
  }
  return { files: [...files.values()], sites: sites.sites, raised: [...raised], untouched };
}

function isBefore118(goVersion: string): boolean {
  const minor = /^go1\.(\d+)/.exec(goVersion)?.[1];
  return goVersion === 'go1' || (minor !== undefined && Number(minor) < 18);
}

/** The rewritten text; null if the file has nothing to rewrite, or must not be. */
function instrumentFile(
  pkg: LoadedPackage,
  file: ast.File,
  source: SourceFile,
  sites: SiteBook,
  untouched: Untouched[],
  runtimePath: string,
): string | null {
  if (file.imports.some((spec) => spec.path.value === '"C"')) {
    untouched.push({ file: file.path, line: 1, reason: 'the file uses cgo' });
    return null;
  }
  const edits = new Edits(source);
  const state: FileState = {
    file: source,
    pkg: pkg.types,
    info: pkg.info,
    edits,
    sites,
    names: new FunctionNames(pkg.path),
    commaOk: new Set(),
    ownBool: new Set(),
    inSelect: new Set(),
    called: new Set(),
    inBlock: new Set(),
    deferred: new Set(),
    anchors: new Set(),
    untouched,
    hasLineDirectives: /^\/\/line |\/\*line /m.test(source.text),
  };
  edits.insert(file.name.end, `; import ${runtimeName} "${runtimePath}"`);
  const before = sites.sites.length;
  const known = untouched.length;
  rewriteTree(state, file);
  if (sites.sites.length === before && state.anchors.size === 0 && untouched.length === known) return null;
  const tail = [...state.anchors].map((text) => `var _ = ${text}\n`).join('');
  // Every file that imports the package uses it.
  return `${edits.render()}\nvar _ ${runtimeName}.At\n${tail}`;
}

/** Walks a file once; edits behind a node are made when the walk leaves it, so that inner ones come first. */
function rewriteTree(state: FileState, file: ast.File): void {
  const pending = new Map<number, (() => void)[]>();
  const later = (node: ast.Node, edit: () => void): void => {
    const list = pending.get(node.id);
    if (list === undefined) pending.set(node.id, [edit]);
    else list.unshift(edit);
  };
  const targets = new Map<number, string>();
  const selected = new Set<number>();
  walk(
    file,
    (node) => {
      switch (node.kind) {
        case 'GenDecl':
          return node.keyword !== 'import' && node.keyword !== 'const';
        case 'FuncDecl':
          if (isDelicate(node)) return false;
          state.names.enterFunction(functionName(node));
          rewriteFunction(state, node);
          return true;
        case 'FuncLit':
          state.names.enterLiteral();
          return true;
        case 'AssignStmt':
          if (node.lhs.length === 2 && node.rhs.length === 1)
            markCommaOk(state, node.rhs[0], node.op === '=' ? node.lhs[1] : undefined);
          for (const [i, value] of node.rhs.entries()) nameTarget(state, targets, value, node.lhs[i]);
          return true;
        case 'ValueSpec':
          if (node.names.length === 2 && node.values.length === 1)
            markCommaOk(state, node.values[0], node.type ?? undefined);
          for (const [i, value] of node.values.entries()) nameTarget(state, targets, value, node.names[i]);
          return true;
        case 'KeyValueExpr':
          nameTarget(state, targets, node.value, node.key);
          return true;
        case 'UnaryExpr':
          if (node.op === '<-' && !state.inSelect.has(node.id)) rewriteRecv(state, node, later);
          return true;
        case 'SendStmt':
          if (!state.inSelect.has(node.id)) rewriteSend(state, node, later);
          return true;
        case 'GoStmt':
          state.deferred.add(stripParens(node.call).id);
          rewriteGo(state, node, later);
          return true;
        case 'DeferStmt':
          state.deferred.add(stripParens(node.call).id);
          return true;
        case 'SelectStmt':
          rewriteSelect(state, node);
          return true;
        case 'RangeStmt':
          rewriteRange(state, node);
          return true;
        case 'CallExpr':
          if (!state.deferred.has(node.id)) state.called.add(stripParens(node.fun).id);
          if (!state.inBlock.has(node.id)) rewriteCall(state, node, targets.get(node.id) ?? '', later);
          return true;
        case 'SelectorExpr':
          selected.add(node.sel.id);
          rewriteSelector(state, node, later);
          return true;
        case 'Ident':
          if (!selected.has(node.id)) rewriteIdent(state, node, later);
          return true;
        default:
          return true;
      }
    },
    (node) => {
      for (const edit of pending.get(node.id) ?? []) edit();
      if (node.kind === 'FuncLit' || (node.kind === 'FuncDecl' && !isDelicate(node))) state.names.leave();
    },
  );
}

/** Functions whose stack must not grow, or that are called where nothing may be scheduled. */
function isDelicate(node: ast.FuncDecl): boolean {
  return node.doc?.list.some((comment) => /^\/\/go:(nosplit|systemstack|nowritebarrier)/.test(comment.text)) ?? false;
}

/** `target`: what the second result is assigned to, or its type; undefined where that is what it is. */
function markCommaOk(state: FileState, value: ast.Expr | undefined, target: ast.Expr | undefined): void {
  const inner = value === undefined ? undefined : stripParens(value);
  if (inner?.kind !== 'UnaryExpr' || inner.op !== '<-') return;
  state.commaOk.add(inner.id);
  if (target !== undefined && isOwnBool(state, target)) state.ownBool.add(inner.id);
}

/** What a channel is called that is made here. */
function nameTarget(
  state: FileState,
  targets: Map<number, string>,
  value: ast.Expr,
  target: ast.Expr | undefined,
): void {
  const inner = stripParens(value);
  if (inner.kind === 'CallExpr' && target !== undefined) targets.set(inner.id, labelOf(state, target));
}

/** `F`, `T.M` or `(*T).M`. */
function functionName(node: ast.FuncDecl): string {
  const receiver = node.recv?.list[0]?.type ?? null;
  if (receiver === null) return node.name.name;
  let type = stripParens(receiver);
  const pointer = type.kind === 'StarExpr';
  if (type.kind === 'StarExpr') type = stripParens(type.x);
  if (type.kind === 'IndexExpr') type = stripParens(type.x);
  const name = type.kind === 'Ident' ? type.name : '?';
  return pointer ? `(*${name}).${node.name.name}` : `${name}.${node.name.name}`;
}
