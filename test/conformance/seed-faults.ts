// Concurrency faults put into Go source by changing single places, mechanically: what a tool for such faults must notice.
//
// Each kind is a small change that leaves the code well-typed in most cases; where it does not, the place is not used.

import { SourceSet } from '../../src/base/source.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';
import { walk } from '../../src/syntax/walk.ts';

/** What a kind of fault is about. A draw takes equally many of each, however often their places occur. */
export const families = ['locks', 'channels', 'WaitGroups', 'Conds', 'contexts, timers, select'] as const;

export type Family = (typeof families)[number];

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
  | 'add-after-go'
  /** The counter of a WaitGroup is raised twice. */
  | 'double-add'
  /** A WaitGroup's Done is called twice. */
  | 'double-done'
  /** A Signal or Broadcast is left out. */
  | 'drop-signal'
  /** A Broadcast wakes only one. */
  | 'signal-one'
  /** A Cond's Wait is done without the lock. */
  | 'wait-unlocked'
  /** A loop around a Cond's Wait becomes a test. */
  | 'wait-once'
  /** A call of a context's cancel function is left out, or a deferred one. */
  | 'drop-cancel'
  /** A case of a select that ends the wait is left out: the end of a context, a time-out, a channel that is only received from to stop. */
  | 'drop-stop-case'
  /** The default of a select is left out: what did not wait does. */
  | 'drop-default';

const familyOfKind: Readonly<Record<FaultKind, Family>> = {
  'drop-unlock': 'locks',
  'double-lock': 'locks',
  'double-unlock': 'locks',
  'drop-close': 'channels',
  'double-close': 'channels',
  'drop-receive': 'channels',
  'drop-send': 'channels',
  unbuffer: 'channels',
  'drop-done': 'WaitGroups',
  'double-done': 'WaitGroups',
  'double-add': 'WaitGroups',
  'add-after-go': 'WaitGroups',
  'drop-signal': 'Conds',
  'signal-one': 'Conds',
  'wait-unlocked': 'Conds',
  'wait-once': 'Conds',
  'drop-cancel': 'contexts, timers, select',
  'drop-stop-case': 'contexts, timers, select',
  'drop-default': 'contexts, timers, select',
};

export function familyOf(kind: FaultKind): Family {
  return familyOfKind[kind];
}

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
  const named = (methods: RegExp): readonly string[] => [...text.matchAll(methods)].map(([, name = '']) => name);
  const conds = new Set(named(/(\w+)\.(?:Signal|Broadcast)\(\)/g));
  const groups = new Set(named(/(\w+)\.(?:Wait|Done)\(\)/g).filter((name) => !conds.has(name)));
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
      visit(node, add, { source, conds, groups });
    });
  }
  return found;
}

type Add = (kind: FaultKind, node: { pos: number; end: number }, replacement: string) => void;

/** What a place stands in. */
interface Surroundings {
  readonly source: (node: { pos: number; end: number }) => string;
  /** Last names of what the file signals: Conds. */
  readonly conds: ReadonlySet<string>;
  /** Last names of what the file waits for, or is done with, and does not signal: WaitGroups. */
  readonly groups: ReadonlySet<string>;
}

function visit(node: ast.Node, add: Add, around: Surroundings): void {
  const { source, conds, groups } = around;
  if (node.kind === 'BlockStmt') statements(node.list, add, around);
  if (node.kind === 'CaseClause' || node.kind === 'CommClause') statements(node.body, add, around);
  if (node.kind === 'SelectStmt') selects(node, add, around);
  if (node.kind === 'ForStmt') waitLoop(node, add, around);
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
  const isStmt = node.kind === 'ExprStmt';
  const twice = `${source(node)}; ${source(node)}`;
  const receiver = call.fun.kind === 'SelectorExpr' ? source(call.fun.x) : '';
  const method = call.fun.kind === 'SelectorExpr' && call.args.length === 0 ? call.fun.sel.name : '';
  if (method === 'Unlock' || method === 'RUnlock') {
    add('drop-unlock', node, '');
    if (isStmt) add('double-unlock', node, twice);
  } else if (method === 'Done' && groups.has(lastName(receiver))) {
    add('drop-done', node, '');
    add('double-done', node, twice);
  } else if (method === 'Lock' && isStmt) add('double-lock', node, twice);
  else if ((method === 'Signal' || method === 'Broadcast') && conds.has(lastName(receiver))) {
    add('drop-signal', node, '');
    if (method === 'Broadcast') add('signal-one', node, source(node).replace(/Broadcast\(\)$/, 'Signal()'));
  } else if (/cancel/i.test(lastName(source(call.fun))) && call.args.length === 0)
    add('drop-cancel', node, `_ = ${source(call.fun)}`);
  else if (isName(call.fun, 'close') && call.args.length === 1) {
    add('drop-close', node, '');
    if (isStmt) add('double-close', node, twice);
  }
}

/** Sends and receives that stand alone, which cases of a select do not, and a counter raised, at best right before a go statement. */
function statements(list: readonly ast.Stmt[], add: Add, { source, conds, groups }: Surroundings): void {
  list.forEach((stmt, i) => {
    if (stmt.kind === 'SendStmt') add('drop-send', stmt, '');
    if (stmt.kind === 'ExprStmt' && stmt.x.kind === 'UnaryExpr' && stmt.x.op === '<-') add('drop-receive', stmt, '');
    if (stmt.kind !== 'ExprStmt' || stmt.x.kind !== 'CallExpr') return;
    const { fun, args } = stmt.x;
    if (fun.kind !== 'SelectorExpr') return;
    const receiver = source(fun.x);
    if (fun.sel.name === 'Wait' && args.length === 0 && conds.has(lastName(receiver)))
      add('wait-unlocked', stmt, `${receiver}.L.Unlock(); ${source(stmt)}; ${receiver}.L.Lock()`);
    if (fun.sel.name !== 'Add' || args.length !== 1 || !groups.has(lastName(receiver))) return;
    add('double-add', stmt, `${source(stmt)}; ${source(stmt)}`);
    const next = list[i + 1];
    if (next?.kind === 'GoStmt')
      add('add-after-go', { pos: stmt.pos, end: next.end }, `${source(next)}; ${source(stmt)}`);
  });
}

/** Cases that end a wait, of a select that has others, and defaults. */
function selects({ clauses }: ast.SelectStmt, add: Add, { source }: Surroundings): void {
  for (const clause of clauses) {
    if (clause.comm === null) {
      if (clauses.length > 1) add('drop-default', clause, '');
      continue;
    }
    const heard = /^(?:.*:?=\s*)?<-\s*(.*)$/.exec(source(clause.comm))?.[1] ?? '';
    const ends =
      /\bDone\(\)$|\.C$|\btime\.After\(.*\)$/.test(heard) ||
      /(stop|quit|done|clos|exit|shutdown|cancel|term|timeout)\w*(\(\))?$/i.test(heard);
    if (clauses.length > 1 && ends) add('drop-stop-case', clause, '');
  }
}

/** `for condition { c.Wait() }` */
function waitLoop(node: ast.ForStmt, add: Add, { source, conds }: Surroundings): void {
  const [wait] = node.body.list;
  if (node.init !== null || node.post !== null || node.cond === null || node.body.list.length > 1) return;
  if (wait?.kind !== 'ExprStmt' || wait.x.kind !== 'CallExpr') return;
  const { fun } = wait.x;
  if (fun.kind !== 'SelectorExpr' || fun.sel.name !== 'Wait' || !conds.has(lastName(source(fun.x)))) return;
  add('wait-once', node, source(node).replace(/^for\b/, 'if'));
}

/** `pCond` of `sub.pCond`. */
function lastName(text: string): string {
  return /(\w+)(?:\(\))?$/.exec(text)?.[1] ?? '';
}

function isName(expr: ast.Expr, name: string): boolean {
  return expr.kind === 'Ident' && expr.name === name;
}

export function withFault(text: string, fault: Fault): string {
  return text.slice(0, fault.start) + fault.text + text.slice(fault.end);
}
