// WaitGroups whose counter is raised after the go statement of the goroutine that lowers it: it can become negative, or Wait can
// return too early, unless something else keeps the counter up.

import type { Span } from '../base/source.ts';
import type { Block, CallInstr, DeferInstr, Expr, GoInstr, Function as IrFunction, Local, Stmt } from '../ir/ir.ts';
import { callGraphOf, upwards } from './call-graph.ts';
import { Paths, pathKey } from './paths.ts';
import { type FlowProgram, functionOf } from './program.ts';
import { functionsInSight, isInSight, type SharedObjects, waitGroupMethod } from './shared-objects.ts';
import { blocksOf, targetsOf, walkBlock } from './walk.ts';

export interface LateAdd {
  readonly fn: IrFunction;
  /** The Add. */
  readonly span: Span;
  readonly started: Span;
}

/** How far calls are followed to the Done. */
const maxDepth = 3;

export function lateAdds(program: FlowProgram, shared: SharedObjects, fn: IrFunction): readonly LateAdd[] {
  if (fn.body === null || !startsAndAdds(fn.body)) return [];
  const found: LateAdd[] = [];
  const paths = new Paths(fn);
  const visit = (block: Block): void => {
    block.list.forEach((stmt, i) => {
      for (const inner of blocksOf(stmt)) visit(inner);
      if (stmt.kind !== 'Go') return;
      for (const next of block.list.slice(i + 1)) {
        const wg = addedBy(next);
        const path = wg === null ? null : paths.of(wg);
        // A function that was given the WaitGroup itself was mostly given a counter that is up.
        if (wg === null || path === null || (path.fields === '' && path.root.role === 'param')) continue;
        const key = pathKey(path);
        if (!loweredBy(program, fn, paths, stmt).has(key)) continue;
        if (addedBefore(fn, paths, key, stmt) || isKeptUp(program, shared, fn, paths, key, wg)) continue;
        found.push({ fn, span: next.span, started: stmt.span });
      }
    });
  };
  visit(fn.body);
  return found;
}

function startsAndAdds(body: Block): boolean {
  let starts = false;
  let adds = false;
  walkBlock(body, (stmt) => {
    if (stmt.kind === 'Go') starts = true;
    if (addedBy(stmt) !== null) adds = true;
  });
  return starts && adds;
}

/** The WaitGroup that a statement adds to. */
function addedBy(stmt: Stmt): Expr | null {
  return stmt.kind === 'Call' && waitGroupMethod(stmt.callee) === 'Add' ? (stmt.args[0] ?? null) : null;
}

/** Whether the function may have raised the same counter by then: then it may know that it is high enough. */
function addedBefore(fn: IrFunction, paths: Paths, key: string, start: Stmt): boolean {
  let before = true;
  const visit = (block: Block): boolean => {
    let found = false;
    for (const stmt of block.list) {
      if (stmt === start) before = false;
      const wg = before ? addedBy(stmt) : null;
      const path = wg === null ? null : paths.of(wg);
      if (path !== null && pathKey(path) === key) found = true;
      for (const inner of blocksOf(stmt)) if (visit(inner)) found = true;
    }
    // From a block that ends the function nothing leads to what stands behind it.
    return found && !(before && block.list.at(-1)?.kind === 'Return');
  };
  return fn.body !== null && visit(fn.body);
}

/**
 * Whether something may keep the counter up meanwhile: the function, or one that it is called from, which lowers it at its end. Nothing
 * does for an object that the function has just made, nor where this is the one place that raises the counter and some path leads
 * here on which nothing lowers it.
 */
function isKeptUp(
  program: FlowProgram,
  shared: SharedObjects,
  fn: IrFunction,
  paths: Paths,
  key: string,
  wg: Expr,
): boolean {
  if (doneIn(program, fn, paths, maxDepth).has(key)) return true;
  if (isMadeHere(fn, paths, wg)) return false;
  const { callers, direct } = callGraphOf(program);
  const group = shared.of(wg);
  const uses = (id: string, method: 'Add' | 'Done'): boolean => {
    const { body } = direct.has(id) ? functionOf(program, { id, name: id }) : { body: null };
    let found = false;
    if (body !== null)
      walkBlock(body, (stmt) => {
        if ((stmt.kind !== 'Call' && stmt.kind !== 'Defer') || waitGroupMethod(stmt.callee) !== method) return;
        if (stmt.args[0] !== undefined && shared.of(stmt.args[0]) === group) found = true;
      });
    return found;
  };
  const above = [...upwards(callers, [fn.id])].filter((id) => id !== fn.id);
  if (!above.some((id) => uses(id, 'Done'))) return false;
  if (functionsInSight(program).some(({ id }) => id !== fn.id && uses(id, 'Add'))) return true;
  return ![...upwards(callers, [fn.id], (caller) => !uses(caller, 'Done'))].some((id) => shared.entries.has(id));
}

/** Whether the WaitGroup lies in an object that the function makes. */
function isMadeHere(fn: IrFunction, paths: Paths, wg: Expr): boolean {
  const root = paths.of(wg)?.root;
  if (root === undefined || fn.body === null || (root.role !== 'var' && root.role !== 'temp')) return false;
  const made = new Set<Local>();
  let times = 0;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind === 'New') made.add(stmt.target);
    if (targetsOf(stmt).includes(root)) times++;
    if ((stmt.kind === 'Declare' || stmt.kind === 'Assign') && stmt.local === root) {
      const { value } = stmt;
      if (value.kind === 'LocalRef' && made.has(value.local)) made.add(root);
    }
  });
  return times === 1 && made.has(root);
}

/** The paths of the function under which what a go statement starts calls Done. */
function loweredBy(program: FlowProgram, fn: IrFunction, paths: Paths, start: GoInstr): ReadonlySet<string> {
  const callee = calleeOf(program, fn, start);
  return callee === null ? new Set() : throughCall(program, paths, start, callee, maxDepth);
}

interface Known {
  readonly fn: IrFunction;
  /** What the literal's captured variables are here. */
  readonly captured: readonly Expr[];
}

function calleeOf(program: FlowProgram, fn: IrFunction, { callee }: CallInstr | GoInstr | DeferInstr): Known | null {
  if (callee.kind === 'static') return { fn: functionOf(program, callee.func), captured: [] };
  if (callee.kind !== 'value' || callee.func.kind !== 'LocalRef' || fn.body === null) return null;
  const { local } = callee.func;
  let found: Known | null = null;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind !== 'Closure' || stmt.target !== local) return;
    const captured = stmt.captured.map(
      (one): Expr => ({ kind: 'LocalRef', local: one, type: one.type, span: stmt.span }),
    );
    found = { fn: functionOf(program, stmt.func), captured };
  });
  return found;
}

function throughCall(
  program: FlowProgram,
  paths: Paths,
  stmt: CallInstr | GoInstr | DeferInstr,
  { fn, captured }: Known,
  depth: number,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (depth === 0 || !isInSight(program, fn)) return found;
  const inside = doneIn(program, fn, new Paths(fn), depth - 1);
  const given = [
    ...fn.captures.map((local, i) => [local, captured[i]] as const),
    ...fn.params.map((local, i) => [local, stmt.args[i]] as const),
  ];
  for (const [local, arg] of given) {
    const path = arg === undefined ? null : paths.of(arg);
    if (path === null) continue;
    for (const key of inside) {
      const [root = '', ...fields] = key.split('.');
      if (root !== String(local.id)) continue;
      found.add(`${pathKey(path)}${fields.map((field) => `.${field}`).join('')}`);
    }
  }
  return found;
}

/** The paths under which a function calls Done, itself or in what it calls and defers. */
function doneIn(program: FlowProgram, fn: IrFunction, paths: Paths, depth: number): ReadonlySet<string> {
  const found = new Set<string>();
  if (fn.body === null) return found;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind !== 'Call' && stmt.kind !== 'Defer') return;
    const [first] = stmt.args;
    if (waitGroupMethod(stmt.callee) === 'Done') {
      const path = first === undefined ? null : paths.of(first);
      if (path !== null) found.add(pathKey(path));
      return;
    }
    const callee = calleeOf(program, fn, stmt);
    if (callee !== null) for (const key of throughCall(program, paths, stmt, callee, depth)) found.add(key);
  });
  return found;
}
