// Last changes to a sliced communication program, so that the search sees what it must and ends where it can.

import { why } from '../../base/reasons.ts';
import { type PointsTo, pointsTo } from '../analysis/points-to.ts';
import { interruptChoices, interruptLoops } from '../analysis/unknowns.ts';
import type { CommProgram, Expr, Proc, RecvStmt, Stmt } from '../comm.ts';
import { blocksOf, withBlocks } from '../walk.ts';

export function prepare(program: CommProgram): CommProgram {
  const trusting = trustOutside(program, pointsTo(program));
  const pts = pointsTo(trusting);
  return interruptChoices(interruptLoops(startLate(openLargeLoops(trusting, pts), pts)));
}

// ---------------------------------------------------------------------------------------------------------------
// Structs from channels that others close

/**
 * A receive of a struct makes an empty one where the channel was closed. Whether a channel from outside ever is, is not known; a
 * program that does not ask takes it for granted that it is not, and what such a channel gives is `?`, as for any other type.
 */
function trustOutside(program: CommProgram, pts: PointsTo): CommProgram {
  const isFromOutside = (proc: number, { chan }: RecvStmt): boolean => pts.of(proc, chan).size === 0;
  const without = (comm: Stmt | undefined, next: Stmt | undefined, proc: number): boolean =>
    comm?.kind === 'recv' &&
    comm.ok !== null &&
    next?.kind === 'if' &&
    next.cond.kind === 'var' &&
    next.cond.index === comm.ok &&
    // Where the program asks, both ways say so.
    next.then.length === 0 &&
    isFromOutside(proc, comm);
  const rewrite = (proc: number, body: readonly Stmt[], before?: Stmt): readonly Stmt[] =>
    body
      .filter((stmt, i) => !without(i === 0 ? before : body[i - 1], stmt, proc))
      .map((stmt): Stmt => {
        if (stmt.kind !== 'select') return withBlocks(stmt, (inner) => rewrite(proc, inner));
        const cases = stmt.cases.map((one) => ({ ...one, body: rewrite(proc, one.body, one.comm) }));
        return { ...stmt, cases, otherwise: stmt.otherwise && rewrite(proc, stmt.otherwise) };
      });
  return { ...program, procs: program.procs.map((proc, i): Proc => ({ ...proc, body: rewrite(i, proc.body) })) };
}

// ---------------------------------------------------------------------------------------------------------------
// Goroutines that write before they synchronise

/**
 * A new goroutine runs up to its first operation together with the step that starts it. Where it writes memory on the
 * way, others may come first: it then begins with a scheduling point.
 */
function startLate(program: CommProgram, pts: PointsTo): CommProgram {
  const late = new Set<number>();
  for (const proc of pts.reached) {
    visit((program.procs[proc] as Proc).body, (stmt) => {
      if (stmt.kind !== 'go') return;
      for (const callee of pts.callees.get(stmt) ?? []) {
        if (firstEffect(program, pts, (program.procs[callee] as Proc).body, 4) === 'writes') late.add(callee);
      }
    });
  }
  if (late.size === 0) return program;
  const procs = program.procs.map((proc, i): Proc => {
    return late.has(i) ? { ...proc, body: [{ kind: 'yield', site: proc.site }, ...proc.body] } : proc;
  });
  return { ...program, procs };
}

function visit(body: readonly Stmt[], then: (stmt: Stmt) => void): void {
  for (const stmt of body) {
    then(stmt);
    for (const block of blocksOf(stmt)) visit(block, then);
  }
}

/** What a list of statements does first that others can notice. */
function firstEffect(
  program: CommProgram,
  pts: PointsTo,
  body: readonly Stmt[],
  depth: number,
): 'nothing' | 'writes' | 'operation' {
  for (const stmt of body) {
    switch (stmt.kind) {
      case 'send':
      case 'recv':
      case 'close':
      case 'select':
      case 'lock':
      case 'waitgroup':
      case 'cond':
      case 'timer':
      case 'atomic':
      case 'yield':
      case 'exit':
        return 'operation';
      case 'store':
        if (
          isShared(
            stmt.place.kind === 'global' ? null : stmt.place.kind === 'field' ? stmt.place.object : stmt.place.array,
          )
        ) {
          return 'writes';
        }
        break;
      case 'map':
        if (stmt.op === 'set' || stmt.op === 'delete') return 'writes';
        break;
      case 'call': {
        if (depth === 0) break;
        for (const callee of pts.callees.get(stmt) ?? []) {
          const found = firstEffect(program, pts, (program.procs[callee] as Proc).body, depth - 1);
          if (found !== 'nothing') return found;
        }
        break;
      }
      default:
        for (const block of blocksOf(stmt)) {
          const found = firstEffect(program, pts, block, depth);
          if (found !== 'nothing') return found;
        }
        break;
    }
  }
  return 'nothing';

  /** What was made in the same list of statements is not shared yet. */
  function isShared(object: Expr | null): boolean {
    if (object === null || object.kind !== 'var') return true;
    const { index } = object;
    return !body.some((stmt) => (stmt.kind === 'new' || stmt.kind === 'array') && stmt.target === index);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Loops with very many rounds

/** Loops with more iterations than this are not counted out where nothing counts what they do: so many are as good as any number. */
const manyRounds = 200;

/**
 * A loop that runs a large, constant number of times, and in which only locks and condition variables are used, ends by
 * a free choice: nothing depends on how often it runs. Loops that communicate stay exact. Where a loop also writes memory
 * that decides something, a run that leaves it early may be one that the program does not have.
 */
function openLargeLoops(program: CommProgram, pts: PointsTo): CommProgram {
  const rewrite = (proc: number, body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt): Stmt => {
      const inner = withBlocks(stmt, (block) => rewrite(proc, block));
      if (inner.kind !== 'loop' || stmt.kind !== 'loop') return inner;
      const counter = largeCounter(stmt);
      const parts = [...stmt.body, ...stmt.next];
      if (counter === null || someEffect(program, pts, parts, countsForOthers)) return inner;
      const name = program.procs[proc]?.vars[counter.index]?.name ?? 'a counter';
      const kind = someEffect(program, pts, parts, isMemory) ? 'growing' : 'rounds';
      const value: Expr = { kind: 'unknown', why: why(kind, `${name} >= ${counter.bound}`) };
      const forget: Stmt = { kind: 'assign', target: counter.index, value, site: stmt.site };
      return { ...inner, body: [forget, ...inner.body] };
    });
  return { ...program, procs: program.procs.map((proc, i): Proc => ({ ...proc, body: rewrite(i, proc.body) })) };
}

function largeCounter(loop: Extract<Stmt, { kind: 'loop' }>): { index: number; bound: number } | null {
  if (loop.termination !== 'terminates') return null;
  const guard = loop.body.find((stmt) => stmt.kind === 'if');
  if (guard === undefined || guard.cond.kind !== 'binary') return null;
  const { x, y } = guard.cond;
  if (x.kind === 'var' && y.kind === 'int' && y.value > manyRounds) return { index: x.index, bound: y.value };
  return null;
}

/** A communication, a wait group or a new goroutine. */
function countsForOthers({ kind }: Stmt): boolean {
  return (
    kind === 'send' ||
    kind === 'recv' ||
    kind === 'select' ||
    kind === 'waitgroup' ||
    kind === 'go' ||
    kind === 'atomic'
  );
}

/** A write to memory; what is left of it in a sliced program decides something. */
function isMemory(stmt: Stmt): boolean {
  if (stmt.kind === 'array') return stmt.op === 'append';
  if (stmt.kind === 'map') return stmt.op === 'set' || stmt.op === 'delete';
  return stmt.kind === 'store';
}

/** Whether such a statement is among the given ones and what they call. */
function someEffect(
  program: CommProgram,
  pts: PointsTo,
  body: readonly Stmt[],
  isEffect: (stmt: Stmt) => boolean,
  seen: Set<number> = new Set(),
): boolean {
  return body.some((stmt) => {
    if (isEffect(stmt)) return true;
    for (const callee of stmt.kind === 'call' || stmt.kind === 'defer' ? (pts.callees.get(stmt) ?? []) : []) {
      if (seen.has(callee)) continue;
      seen.add(callee);
      if (someEffect(program, pts, (program.procs[callee] as Proc).body, isEffect, seen)) return true;
    }
    return blocksOf(stmt).some((block) => someEffect(program, pts, block, isEffect, seen));
  });
}
