// Concurrency faults put into Go source by changing single places, mechanically: what a tool for such faults must notice.
//
// Each kind is a small change that leaves the code well-typed in most cases; where it does not, the place is not used.

import { SourceSet } from '../../src/base/source.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';
import { walk } from '../../src/syntax/walk.ts';

export type FaultKind =
  /** An Unlock or RUnlock is left out, or a deferred one. */
  | 'drop-unlock'
  /** A WaitGroup's Done is left out, or a deferred one. */
  | 'drop-done'
  /** A close is left out, or a deferred one. */
  | 'drop-close'
  /** A receive that stands alone is left out. */
  | 'drop-receive'
  /** A send that stands alone is left out. */
  | 'drop-send'
  /** A buffered channel becomes an unbuffered one. */
  | 'unbuffer'
  /** A Lock is called twice. */
  | 'double-lock'
  /** An Unlock is called twice. */
  | 'double-unlock'
  /** A close is done twice. */
  | 'double-close'
  /** The counter of a WaitGroup is raised behind the go statement that was behind it. */
  | 'add-after-go';

export interface Fault {
  readonly kind: FaultKind;
  /** Of the source text. */
  readonly start: number;
  readonly end: number;
  /** What stands there instead; as many lines as before. */
  readonly text: string;
  readonly line: number;
  readonly function: string;
}

/** All places of a file where a fault can be put. */
export function faultsIn(text: string): readonly Fault[] {
  const sources = new SourceSet();
  const file = sources.add('file.go', text);
  let parsed: ReturnType<typeof parseFile> | null = null;
  sources.takeIds((firstId) => {
    parsed = parseFile(file, firstId, { bodies: 'parse' });
    return parsed.nextId;
  });
  const { file: tree, diagnostics } = parsed as unknown as ReturnType<typeof parseFile>;
  if (diagnostics.length > 0) return [];
  const found: Fault[] = [];
  for (const decl of tree.decls) {
    if (decl.kind !== 'FuncDecl' || decl.body === null) continue;
    const add = (kind: FaultKind, node: { pos: number; end: number }, replacement: string): void => {
      const start = node.pos - file.base;
      const end = node.end - file.base;
      const lines = text.slice(start, end).split('\n').length - replacement.split('\n').length;
      found.push({
        kind,
        start,
        end,
        text: replacement + '\n'.repeat(Math.max(0, lines)),
        line: sources.position(node.pos)?.line ?? 0,
        function: decl.name.name,
      });
    };
    const source = (node: { pos: number; end: number }): string =>
      text.slice(node.pos - file.base, node.end - file.base);
    walk(decl.body, (node) => {
      visit(node, add, source);
    });
  }
  return found;
}

type Add = (kind: FaultKind, node: { pos: number; end: number }, replacement: string) => void;

function visit(node: ast.Node, add: Add, source: (node: ast.Node) => string): void {
  if (node.kind === 'BlockStmt') statements(node.list, add, source);
  if (node.kind === 'CaseClause' || node.kind === 'CommClause') statements(node.body, add, source);
  if (
    node.kind === 'CallExpr' &&
    isName(node.fun, 'make') &&
    node.args.length === 2 &&
    node.args[0]?.kind === 'ChanType'
  ) {
    const size = node.args[1] as ast.Expr;
    if (source(size) !== '0') add('unbuffer', node, `make(${source(node.args[0])})`);
  }
  if (node.kind !== 'ExprStmt' && node.kind !== 'DeferStmt') return;
  const call = node.kind === 'ExprStmt' ? node.x : node.call;
  if (call.kind !== 'CallExpr') return;
  const method = call.fun.kind === 'SelectorExpr' && call.args.length === 0 ? call.fun.sel.name : '';
  if (method === 'Unlock' || method === 'RUnlock') {
    add('drop-unlock', node, '');
    if (node.kind === 'ExprStmt') add('double-unlock', node, `${source(node)}; ${source(node)}`);
  } else if (method === 'Done') add('drop-done', node, '');
  else if (method === 'Lock' && node.kind === 'ExprStmt') add('double-lock', node, `${source(node)}; ${source(node)}`);
  else if (isName(call.fun, 'close') && call.args.length === 1) {
    add('drop-close', node, '');
    if (node.kind === 'ExprStmt') add('double-close', node, `${source(node)}; ${source(node)}`);
  }
}

/** Sends and receives that stand alone, which cases of a select do not, and a counter raised right before a go statement. */
function statements(list: readonly ast.Stmt[], add: Add, source: (node: ast.Node) => string): void {
  list.forEach((stmt, i) => {
    if (stmt.kind === 'SendStmt') add('drop-send', stmt, '');
    if (stmt.kind === 'ExprStmt' && stmt.x.kind === 'UnaryExpr' && stmt.x.op === '<-') add('drop-receive', stmt, '');
    const next = list[i + 1];
    if (stmt.kind !== 'ExprStmt' || stmt.x.kind !== 'CallExpr' || next?.kind !== 'GoStmt') return;
    if (stmt.x.fun.kind !== 'SelectorExpr' || stmt.x.fun.sel.name !== 'Add' || stmt.x.args.length !== 1) return;
    add('add-after-go', { pos: stmt.pos, end: next.end }, `${source(next)}; ${source(stmt)}`);
  });
}

function isName(expr: ast.Expr, name: string): boolean {
  return expr.kind === 'Ident' && expr.name === name;
}

export function withFault(text: string, fault: Fault): string {
  return text.slice(0, fault.start) + fault.text + text.slice(fault.end);
}
