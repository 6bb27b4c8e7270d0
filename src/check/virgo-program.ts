// The VirGo program of a fragment: of all that it does, or, where that cannot be said, of fewer objects.

import type { CommProgram } from '../comm/comm.ts';
import { focusedProgram, horizonMark, type Scope, type Translated } from '../comm/index.ts';
import type { FlowProgram, RootFunction } from '../flow/index.ts';
import { virgoFromComm } from '../virgo/index.ts';
import type { VirgoProgram } from '../virgo/virgo.ts';

export type Expression =
  | { readonly ok: true; readonly program: VirgoProgram; readonly scope: 'whole' | Scope }
  | { readonly ok: false; readonly reason: string };

/** A program as it is. */
export function expressedWhole(program: CommProgram): Expression {
  const [gap] = program.gaps;
  const reason = gap?.reason ?? program.assumptions.find((one) => one.startsWith(horizonMark));
  if (reason !== undefined) return { ok: false, reason };
  const found = virgoFromComm(program);
  return found.ok ? { ok: true, program: found.program, scope: 'whole' } : { ok: false, reason: found.reason };
}

/**
 * Reduced to the objects that its root makes and keeps: with as much around them as can be said, then without. Each is made when it is
 * asked for; where nothing of the first can be said or decided, the second may be.
 */
export function expressionsInPart(
  flow: FlowProgram,
  root: RootFunction,
): readonly ((translated?: Translated) => Expression)[] {
  return (['fragment', 'root'] as const).map((scope) => (translated) => {
    const found = expressedWhole(focusedProgram(flow, root, scope, translated).program);
    // What is left out may be what makes a precondition necessary: none is the weakest for certain.
    return found.ok ? { ok: true, program: { ...found.program, exact: false }, scope } : found;
  });
}
