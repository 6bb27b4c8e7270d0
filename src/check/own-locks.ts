// Looks at what single functions and literals do to locks, where the whole fragment is too large to be searched or not understood.

import type { CommProgram } from '../comm/comm.ts';
import type { Root } from '../comm/index.ts';
import {
  type FlowProgram,
  functionOf,
  handedOverInside,
  heldByCallers,
  lockingLiterals,
  type RootFunction,
  takesHandedOver,
} from '../flow/index.ts';
import type { Function as IrFunction } from '../ir/ir.ts';
import type { ModelFinding } from '../model/index.ts';
import { lastTaken } from './judge.ts';

/**
 * The function itself, and each literal in it that takes locks: a literal is called by others, or runs by itself, and what
 * it does to a lock can be seen without the way there. What its surroundings release for it may stay held.
 * What was seen from further away, in a program that was understood, needs no look: null for none.
 */
export function lockRoots(flow: FlowProgram, root: RootFunction, seen: CommProgram | null = null): readonly Root[] {
  const { pkg } = root;
  const kept = handedOverInside(flow, root.fn.id);
  const own: Root = { kind: 'function', fn: root.fn, pkg, held: heldByCallers(flow, root.fn) };
  return [
    ...(seen === null || takesHandedOver(flow, root.fn.id) ? [own] : []),
    ...lockingLiterals(flow, root.fn.id).flatMap((id): readonly Root[] => {
      const fn = functionOf(flow, { id, name: id });
      if (fn.origin !== 'literal' || isIn(flow, seen, fn)) return [];
      return [{ kind: 'function', fn, pkg, held: heldByCallers(flow, fn), mayKeep: kept }];
    }),
  ];
}

/** Whether a literal can be reached in a program. */
function isIn(flow: FlowProgram, program: CommProgram | null, fn: IrFunction): boolean {
  const file = flow.sources.fileOf(fn.span.pos);
  if (program === null || file === null) return false;
  const start = fn.span.pos - file.base;
  return program.procs.some(({ site }) => site.start === start && program.files[site.file] === file.path);
}

/**
 * Whether what goes wrong rests on a lock that callers are taken to hold, and that was not released since: in some calls
 * they may not hold it.
 */
export function restsOnCallers(root: Root, finding: ModelFinding, program: CommProgram): boolean {
  if (root.held === undefined || root.held.size === 0) return false;
  const taken = finding.trace.steps[lastTaken(finding)];
  const entry = program.procs[program.entry]?.site;
  return taken === undefined || (taken.span.file === entry?.file && taken.span.start === entry.start);
}
