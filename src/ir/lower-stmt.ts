// Statements: lists with labels, blocks, conditions, loops, branches.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { Typ } from '../types/index.ts';
import type { ChanType } from '../types/type.ts';
import {
  assign,
  binary,
  blockOf,
  convertTo,
  core,
  emit,
  emptyBlock,
  intConst,
  localOf,
  newLabel,
  newTemp,
  ref,
  spanOf,
} from './build.ts';
import type { Expr, Local, LoopForm } from './ir.ts';
import { assignStmt, declStmt, incDec, setResults } from './lower-assign.ts';
import { deferStmt, goStmt } from './lower-call.ts';
import { discard, expr } from './lower-expr.ts';
import { declareZero, ghostStmt, invariants, labelled } from './lower-ghost.ts';
import { rangeStmt } from './lower-range.ts';
import { leaveBody } from './lower-rangefunc.ts';
import { selectStmt } from './lower-select.ts';
import { attempt, NotExecutable } from './lower-spec.ts';
import { switchStmt, typeSwitchStmt } from './lower-switch.ts';
import type { Fn, Target } from './lowerer.ts';

/** A list of statements. If goto leads to labels in it, it becomes a loop around a choice of where to go on. */
export function stmtList(fn: Fn, list: readonly ast.Stmt[]): void {
  const labels = gotoLabels(fn);
  const starts = labels === null ? [] : list.flatMap((s, i) => (labelsAt(s).some((l) => labels.has(l)) ? [i] : []));
  if (starts.length === 0) {
    for (const s of list) stmt(fn, s);
    return;
  }
  // What stands before the first label is inside the loop only if some goto in it skips something.
  const prefix = list.slice(0, starts[0]);
  if (starts[0] !== 0 && !prefix.some((s) => hasGoto(s))) {
    for (const s of prefix) stmt(fn, s);
    gotoLoop(
      fn,
      list.slice(starts[0]),
      starts.map((i) => i - prefix.length),
    );
  } else gotoLoop(fn, list, [0, ...starts.filter((i) => i > 0)]);
}

function hasGoto(s: ast.Stmt): boolean {
  let found = false;
  walk(s, (node) => {
    if (node.kind === 'BranchStmt' && node.keyword === 'goto') found = true;
    return node.kind !== 'FuncLit';
  });
  return found;
}

/** Segments start at the given statements. A single one needs no choice: goto is `continue`. */
function gotoLoop(fn: Fn, list: readonly ast.Stmt[], starts: readonly number[]): void {
  const span = spanOf(must(list[0]));
  const bounds = [...starts, list.length];
  const segments = new Map<string, number>();
  for (const [k, start] of starts.entries()) {
    for (const name of labelsAt(must(list[start]))) segments.set(name, k);
  }
  const single = starts.length === 1;
  const pc = single ? null : newTemp(fn, Typ.int, span);
  if (pc !== null) emit(fn, { kind: 'Declare', local: pc, value: intConst(0, span), span });
  const label = newLabel(fn, 'goto');
  fn.targets.push({ kind: 'goto', segments, label, pc });
  const body = blockOf(fn, () => {
    for (const k of starts.keys()) {
      const segment = list.slice(bounds[k], bounds[k + 1]);
      if (pc === null) {
        for (const s of segment) stmt(fn, s);
        continue;
      }
      const then = blockOf(fn, () => {
        for (const s of segment) stmt(fn, s);
        if (k + 1 < starts.length) assign(fn, pc, intConst(k + 1, span), span);
      });
      const cond = binary('==', ref(pc), intConst(k, span), Typ.bool, span);
      emit(fn, { kind: 'If', cond, then, otherwise: emptyBlock, span });
    }
    emit(fn, { kind: 'Break', label, span });
  });
  fn.targets.pop();
  emit(fn, { kind: 'Loop', label, form: 'goto', body, next: emptyBlock, span });
}

function gotoLabels(fn: Fn): ReadonlySet<string> | null {
  return fn.node === null ? null : (fn.sharing.gotoLabels.get(fn.node) ?? null);
}

/** All labels in front of a statement. */
function labelsAt(s: ast.Stmt): string[] {
  const names: string[] = [];
  let inner = s;
  while (inner.kind === 'LabeledStmt') {
    names.push(inner.label.name);
    inner = inner.stmt;
  }
  return names;
}

export function stmt(fn: Fn, s: ast.Stmt, label: string | null = null): void {
  if (fn.info.facts === null) {
    plainStmt(fn, s, label);
    return;
  }
  const done = attempt(fn, () => plainStmt(fn, s, label));
  if (!(done instanceof NotExecutable)) return;
  declareZero(fn, s);
  const reason = 'a statement with a specification that cannot be executed';
  emit(fn, { kind: 'Unknown', targets: [], escaped: [], reason, operation: null, span: spanOf(s) });
}

function plainStmt(fn: Fn, s: ast.Stmt, label: string | null): void {
  const span = spanOf(s);
  switch (s.kind) {
    case 'BadStmt':
      emit(fn, {
        kind: 'Unknown',
        targets: [],
        escaped: [],
        reason: 'a statement that does not parse',
        operation: null,
        span,
      });
      return;
    case 'EmptyStmt':
      return;
    case 'DeclStmt':
      declStmt(fn, s.decl);
      return;
    case 'LabeledStmt':
      labelled(fn, s.label.name, span);
      stmt(fn, s.stmt, s.label.name);
      return;
    case 'ExprStmt':
      discard(fn, s.x);
      return;
    case 'SendStmt': {
      const chan = expr(fn, s.chan);
      const value = convertTo(expr(fn, s.value), (core(chan.type) as ChanType).elem);
      emit(fn, { kind: 'Send', chan, value, span });
      return;
    }
    case 'IncDecStmt':
      incDec(fn, s);
      return;
    case 'AssignStmt':
      assignStmt(fn, s);
      return;
    case 'GoStmt':
      goStmt(fn, s.call, span);
      return;
    case 'DeferStmt':
      deferStmt(fn, s.call, span);
      return;
    case 'ReturnStmt':
      setResults(fn, s);
      returnFrom(fn, span);
      return;
    case 'BranchStmt':
      if (s.keyword !== 'fallthrough') branch(fn, s.keyword, s.label?.name ?? null, span);
      return;
    case 'BlockStmt':
      stmtList(fn, s.list);
      return;
    case 'IfStmt':
      ifStmt(fn, s, span);
      return;
    case 'SwitchStmt':
      switchStmt(fn, s, label);
      return;
    case 'TypeSwitchStmt':
      typeSwitchStmt(fn, s, label);
      return;
    case 'SelectStmt':
      selectStmt(fn, s, label);
      return;
    case 'ForStmt':
      forStmt(fn, s, label, span);
      return;
    case 'RangeStmt':
      rangeStmt(fn, s, label);
      return;
    default:
      ghostStmt(fn, s);
      return;
  }
}

function ifStmt(fn: Fn, s: ast.IfStmt, span: Span): void {
  if (s.init !== null) stmt(fn, s.init);
  const cond = expr(fn, s.cond);
  const then = blockOf(fn, () => stmtList(fn, s.body.list));
  const otherwise = s.else === null ? emptyBlock : blockOf(fn, () => stmt(fn, s.else as ast.Stmt));
  emit(fn, { kind: 'If', cond, then, otherwise, span });
}

// ---------------------------------------------------------------------------------------------------------------
// Loops and branches

/** `loop { body } next { next }`; the label is new. `body` gets it for its own way out. */
export function loop(
  fn: Fn,
  form: LoopForm,
  name: string | null,
  span: Span,
  body: (label: string) => void,
  next: () => void,
): void {
  const label = newLabel(fn, name ?? 'loop');
  fn.targets.push({ kind: 'loop', name, label, used: false });
  const bodyBlock = blockOf(fn, () => body(label));
  fn.targets.pop();
  const nextBlock = blockOf(fn, next);
  emit(fn, { kind: 'Loop', label, form, body: bodyBlock, next: nextBlock, span });
}

/** Leaves the loop unless the condition holds. */
export function exitUnless(fn: Fn, cond: Expr, label: string, span: Span): void {
  const otherwise = { kind: 'Block', list: [{ kind: 'Break', label, span }] } as const;
  emit(fn, { kind: 'If', cond, then: emptyBlock, otherwise, span });
}

/** A statement that break leaves: `body` in a labelled block if some break does. */
export function breakable(fn: Fn, what: string, name: string | null, span: Span, body: () => void): void {
  const label = newLabel(fn, name ?? what);
  const target: Target = { kind: 'block', name, label, used: false };
  fn.targets.push(target);
  const block = blockOf(fn, body);
  fn.targets.pop();
  if (target.used) emit(fn, { kind: 'Labelled', label, body: block, span });
  else fn.out.push(...block.list);
}

function forStmt(fn: Fn, s: ast.ForStmt, name: string | null, span: Span): void {
  if (s.init !== null) stmt(fn, s.init);
  const copies = fn.info.perIteration.has(s) ? sharedLoopVars(fn, s.init) : [];
  loop(
    fn,
    'for',
    name,
    span,
    (label) => {
      invariants(fn, s.spec);
      if (s.cond !== null) exitUnless(fn, expr(fn, s.cond), label, spanOf(s.cond));
      stmtList(fn, s.body.list);
    },
    () => {
      for (const local of copies) emit(fn, { kind: 'Declare', local, value: ref(local), span: local.span });
      if (s.post !== null) stmt(fn, s.post);
    },
  );
}

/** Variables of a for clause that closures may hold on to: each iteration has its own. */
function sharedLoopVars(fn: Fn, init: ast.Stmt | null): Local[] {
  if (init === null || init.kind !== 'AssignStmt') return [];
  const found: Local[] = [];
  for (const lhs of init.lhs) {
    const def = lhs.kind === 'Ident' ? fn.info.defs.get(lhs) : null;
    if (def?.kind !== 'Var' || def.name === '_') continue;
    const local = localOf(fn, def);
    if (local?.shared === true) found.push(local);
  }
  return found;
}

/** `break`, `continue` or `goto`; a null label means the innermost statement that fits. */
export function branch(fn: Fn, kind: 'break' | 'continue' | 'goto', name: string | null, span: Span): void {
  for (let i = fn.targets.length - 1; i >= 0; i--) {
    const target = fn.targets[i] as Target;
    switch (target.kind) {
      case 'goto': {
        const segment = kind === 'goto' && name !== null ? target.segments.get(name) : undefined;
        if (segment === undefined) continue;
        if (target.pc !== null) assign(fn, target.pc, intConst(segment, span), span);
        emit(fn, { kind: 'Continue', label: target.label, span });
        return;
      }
      case 'loop':
      case 'block':
        if (kind === 'goto' || (kind === 'continue' && target.kind === 'block')) continue;
        if (name !== null && target.name !== name) continue;
        target.used = true;
        emit(fn, { kind: kind === 'break' ? 'Break' : 'Continue', label: target.label, span });
        return;
      case 'range-func':
        if (kind === 'goto' || (name !== null && target.name !== name)) continue;
        leaveBody(fn, kind, span);
        return;
    }
  }
  if (fn.rangeFunc !== null && name !== null) leaveBody(fn, { kind, label: name }, span);
  else
    emit(fn, {
      kind: 'Unknown',
      targets: [],
      escaped: [],
      reason: 'a branch that leads nowhere',
      operation: null,
      span,
    });
}

/** `return`, with the results set. */
export function returnFrom(fn: Fn, span: Span): void {
  if (fn.rangeFunc !== null) leaveBody(fn, { kind: 'return' }, span);
  else emit(fn, { kind: 'Return', span });
}
