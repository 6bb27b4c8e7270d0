// WaitGroups whose Done is called on some ways through a function and not on others, where nothing else calls it.

import type { Span } from '../../base/source.ts';
import type { Expr, GoInstr, Function as IrFunction } from '../../ir/ir.ts';
import type { FlowProgram } from '../program.ts';
import { functionsInSight, sharedObjects, waitGroupMethod } from '../shared-objects.ts';
import { walkBlock } from '../walk.ts';
import { channelSites } from './channel-sites.ts';
import { startedLiteral, type Way, waysThrough } from './ways.ts';

export interface SkippedDone {
  readonly kind: 'skipped-done';
  readonly fn: IrFunction;
  /** The way out without Done. */
  readonly span: Span;
  /** A Done on another way. */
  readonly done: Span;
  /** Who waits for it. */
  readonly waits: readonly Span[];
}

export function skippedDones(program: FlowProgram, functions: readonly IrFunction[]): readonly SkippedDone[] {
  const found: SkippedDone[] = [];
  const started = startedFunctions(program);
  for (const fn of functions) {
    if (fn.body === null) continue;
    const dones = new Map<number, Span>();
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind !== 'Call' && stmt.kind !== 'Defer') return;
      const [wg] = stmt.args;
      const group = wg === undefined || waitGroupMethod(stmt.callee) !== 'Done' ? null : sharedObjects(program).of(wg);
      if (group !== null) dones.set(group, stmt.span);
    });
    for (const [group, done] of dones) found.push(...skipped(program, fn, group, done, started.has(fn.id)));
  }
  return found;
}

function startedFunctions(program: FlowProgram): ReadonlySet<string> {
  const found = new Set<string>();
  for (const fn of functionsInSight(program)) {
    if (fn.body === null) continue;
    walkBlock(fn.body, (stmt) => {
      const id = stmt.kind === 'Go' ? idOf(program, fn, stmt) : null;
      if (id !== null) found.add(id);
    });
  }
  return found;
}

function idOf(program: FlowProgram, fn: IrFunction, stmt: GoInstr): string | null {
  if (stmt.callee.kind === 'static') return stmt.callee.func.id;
  return startedLiteral(program, fn, stmt)?.fn.id ?? null;
}

function skipped(
  program: FlowProgram,
  fn: IrFunction,
  group: number,
  done: Span,
  isStarted: boolean,
): readonly SkippedDone[] {
  const shared = sharedObjects(program);
  const uses = channelSites(program).get(group);
  const others = shared.others(group);
  if (uses === undefined || others.give || uses.waits.length === 0) return [];
  // How often a loop lowers it is a matter of numbers.
  if (uses.dones.some((site) => site.fn.id === fn.id && site.loops.length > 0)) return [];
  // Where others lower the counter, they may do so for this function: but not those that have raised it themselves.
  const adders = new Set(uses.adds.map((site) => ownerOf(site.fn.id)));
  const isBalanced = adders.has(fn.id) && uses.dones.every((site) => adders.has(ownerOf(site.fn.id)));
  if (!isBalanced && uses.dones.some((site) => site.fn.id !== fn.id)) return [];
  const isOurs = (wg: Expr | undefined): boolean => wg !== undefined && shared.of(wg) === group;
  const mark = (way: Way, what: string, at: Span): Way => ({
    ...way,
    marks: new Map([...way.marks, [what, at] as const]),
  });
  const walked = waysThrough(program, fn, {
    visit: (stmt, way) => {
      if (stmt.kind === 'Go') return mark(way, 'go', stmt.span);
      if (stmt.kind !== 'Call' || !isOurs(stmt.args[0])) return way;
      const method = waitGroupMethod(stmt.callee);
      if (method === 'Done') return mark(way, 'done', stmt.span);
      return method === 'Add' ? mark(way, 'add', stmt.span) : way;
    },
    ends: (stmt, way) =>
      waitGroupMethod(stmt.callee) === 'Done' && isOurs(stmt.args[0]) ? mark(way, 'done', done) : way,
  });
  if (walked === null || walked.cut) return [];
  const counts = walked.exits.filter(({ way }) => (isStarted && !adders.has(fn.id)) || way.marks.has('add'));
  if (!counts.some(({ way }) => way.marks.has('done'))) return [];
  const found = new Map<number, SkippedDone>();
  for (const { way, span } of counts) {
    if (way.marks.has('done') || way.marks.has('go')) continue;
    found.set(span.pos, { kind: 'skipped-done', fn, span, done, waits: uses.waits.map((site) => site.span) });
  }
  return [...found.values()];
}

/** The declared function that a literal stands in. */
function ownerOf(id: string): string {
  return id.replace(/\$.*$/, '');
}
