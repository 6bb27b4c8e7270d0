// Loop variables of which each round has its own, as Go 1.22 wants it, where a closure captures them: a plain variable that counts,
// and a cell that each round makes for its closures.
//
// Between rounds such a variable is copied: `b = new cell; b.value = i.value; i = b`, then it is changed: `i.value = i.value + 1`. Where
// nothing else stores to these cells, what a round's cell holds stays what the counter was when the round began, wherever it is read.

import { must } from '../base/assert.ts';
import type { CommProgram, Expr, LoopStmt, Place, Proc, Stmt } from '../comm/comm.ts';
import { blocksOf, exprsOf, type PointsTo, pointsTo, someExpr, visitStmts, withBlocks } from '../comm/index.ts';

export function withRoundVariables(program: CommProgram): CommProgram {
  if (!program.procs.some((proc) => someLoop(proc.body, (loop) => copiesIn(program, loop).length > 0))) return program;
  const pts = pointsTo(program);
  return { ...program, procs: program.procs.map((proc, index) => inProc(program, pts, proc, index)) };
}

function someLoop(body: readonly Stmt[], holds: (loop: LoopStmt) => boolean): boolean {
  let found = false;
  visitStmts(body, (stmt) => {
    found ||= stmt.kind === 'loop' && holds(stmt);
  });
  return found;
}

/** A variable that is copied between rounds, and the statements that do so. */
interface Copied {
  readonly variable: number;
  readonly made: Stmt & { readonly kind: 'new' };
  readonly filled: Stmt;
  readonly assigned: Stmt;
}

function copiesIn(program: CommProgram, loop: LoopStmt): readonly Copied[] {
  return loop.next.flatMap((assigned): readonly Copied[] => {
    if (assigned.kind !== 'assign' || assigned.value.kind !== 'var') return [];
    const { index } = assigned.value;
    const made = loop.next.find((stmt) => stmt.kind === 'new' && stmt.target === index);
    const filled = loop.next.find((stmt) => stmt.kind === 'store' && isValueOf(stmt.place, index));
    if (made?.kind !== 'new' || made.what.kind !== 'record' || filled === undefined) return [];
    const cls = must(program.classes[made.what.class]);
    const isCell = cls.role === 'cell' && cls.fields.length === 1;
    return isCell ? [{ variable: assigned.target, made, filled, assigned }] : [];
  });
}

function isValueOf(place: Place, variable: number): boolean {
  return place.kind === 'field' && place.object.kind === 'var' && place.object.index === variable;
}

function inProc(program: CommProgram, pts: PointsTo, proc: Proc, index: number): Proc {
  const vars = [...proc.vars];
  const rewrite = (block: readonly Stmt[]): readonly Stmt[] =>
    block.flatMap((stmt, at): readonly Stmt[] => {
      if (stmt.kind !== 'loop') return [blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewrite)];
      let loop: LoopStmt = { ...stmt, body: rewrite(stmt.body), next: rewrite(stmt.next) };
      const before: Stmt[] = [];
      for (const copied of copiesIn(program, stmt)) {
        const scope = { proc, index, loop: stmt, before: block.slice(0, at) };
        if (!isOnlyCopied(program, pts, scope, copied)) continue;
        const counter = vars.length;
        vars.push({ name: must(vars[copied.variable]).name, site: stmt.site });
        const place = (copied.filled as Stmt & { readonly kind: 'store' }).place as Place & { readonly kind: 'field' };
        const object: Expr = { kind: 'var', index: copied.variable };
        before.push({ kind: 'load', target: counter, place: { ...place, object }, site: stmt.site });
        loop = withCounter(loop, copied, counter, place);
      }
      return [...before, loop];
    });
  const body = rewrite(proc.body);
  return vars.length === proc.vars.length ? proc : { ...proc, vars, body };
}

interface LoopScope {
  readonly proc: Proc;
  readonly index: number;
  readonly loop: LoopStmt;
  readonly before: readonly Stmt[];
}

/** Whether the cells of a variable are stored to only before the loop and between its rounds, and it is not used after the loop. */
function isOnlyCopied(program: CommProgram, pts: PointsTo, scope: LoopScope, copied: Copied): boolean {
  const { proc, index, loop, before } = scope;
  const { variable } = copied;
  const first = firstCell(before, variable);
  if (first === null) return false;
  const cells = pts.of(index, { kind: 'var', index: variable });
  const isFirst = (stmt: Stmt): boolean =>
    stmt.kind === 'store' && (isValueOf(stmt.place, variable) || isValueOf(stmt.place, first));
  const fine = new Set<Stmt>([...before.filter(isFirst), ...loop.next]);
  let ok = true;
  program.procs.forEach((other, i) => {
    visitStmts(other.body, (stmt) => {
      if ((stmt.kind !== 'store' && stmt.kind !== 'atomic') || stmt.place.kind !== 'field' || fine.has(stmt)) return;
      for (const id of pts.of(i, stmt.place.object)) if (cells.has(id)) ok = false;
    });
  });
  const used = (stmts: readonly Stmt[]): number => stmts.reduce((n, stmt) => n + uses(stmt, variable), 0);
  const assigned = (stmts: readonly Stmt[]): boolean => {
    let found = false;
    visitStmts(stmts, (stmt) => {
      found ||= 'target' in stmt && stmt.target === variable;
    });
    return found;
  };
  const changes = loop.next.every(
    (stmt) =>
      stmt === copied.assigned ||
      (!('target' in stmt && stmt.target === variable) &&
        (uses(stmt, variable) === 0 || isAccess(stmt, variable) !== null)),
  );
  return ok && changes && !assigned(loop.body) && used(proc.body) === used(before) + used([loop]);
}

/** The variable of the cell that is made for the first round: `b = new cell; i = b`, and `i` is not used before. */
function firstCell(before: readonly Stmt[], variable: number): number | null {
  const at = before.findIndex((stmt) => uses(stmt, variable) > 0 || ('target' in stmt && stmt.target === variable));
  const assigned = before[at];
  if (assigned?.kind !== 'assign' || assigned.value.kind !== 'var') return null;
  const { index } = assigned.value;
  return before.slice(0, at).some((stmt) => stmt.kind === 'new' && stmt.target === index) ? index : null;
}

/** A load or store of what the variable refers to, and nothing else. */
function isAccess(stmt: Stmt, variable: number): (Stmt & { readonly kind: 'load' | 'store' }) | null {
  if (stmt.kind !== 'load' && stmt.kind !== 'store') return null;
  return isValueOf(stmt.place, variable) && uses(stmt, variable) === 1 ? stmt : null;
}

/** How often a statement and its blocks mention a variable. */
function uses(stmt: Stmt, variable: number): number {
  let count = 0;
  visitStmts([stmt], (one) => {
    for (const e of exprsOf(one)) {
      someExpr(e, (part) => {
        if (part.kind === 'var' && part.index === variable) count++;
        return false;
      });
    }
  });
  return count;
}

function withCounter(
  loop: LoopStmt,
  copied: Copied,
  counter: number,
  place: Place & { readonly kind: 'field' },
): LoopStmt {
  const { variable } = copied;
  const value: Expr = { kind: 'var', index: counter };
  const plainly = (block: readonly Stmt[]): readonly Stmt[] =>
    block.map((stmt): Stmt => {
      const access = isAccess(stmt, variable);
      if (access?.kind === 'load') return { kind: 'assign', target: access.target, value, site: stmt.site };
      if (access?.kind === 'store') return { kind: 'assign', target: counter, value: access.value, site: stmt.site };
      return blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, plainly);
    });
  const dropped = new Set<Stmt>([copied.made, copied.filled, copied.assigned]);
  const next = plainly(loop.next.filter((stmt) => !dropped.has(stmt)));
  const body = plainly(loop.body);
  const first = body.findIndex((stmt) => uses(stmt, variable) > 0);
  if (first < 0) return { ...loop, body, next };
  const { site } = loop;
  const own: readonly Stmt[] = [
    { ...copied.made, target: variable, site },
    { kind: 'store', place: { ...place, object: { kind: 'var', index: variable } }, value, site },
  ];
  return { ...loop, body: [...body.slice(0, first), ...own, ...body.slice(first)], next };
}
