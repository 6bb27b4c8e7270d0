// The VirGo program of a fragment: of all that it does, or, where that cannot be said, of fewer objects.

import type { OpenReason } from '../base/reasons.ts';
import type { CommProgram } from '../comm/comm.ts';
import { focusedProgram, type Scope, type Translated } from '../comm/index.ts';
import type { FlowProgram, Horizon, RootFunction } from '../flow/index.ts';
import { virgoFromComm } from '../virgo/index.ts';
import type { VirgoProgram } from '../virgo/virgo.ts';
import { horizonOf } from './fragment.ts';

export type Expression =
  | { readonly ok: true; readonly program: VirgoProgram; readonly scope: 'whole' | Scope }
  | { readonly ok: false; readonly reason: OpenReason };

/** A program as it is. */
export function expressedWhole(program: CommProgram): Expression {
  const [gap] = program.gaps;
  const reason = gap === undefined ? horizonOf(program.assumptions) : ({ kind: 'gap', gap: gap.reason } as const);
  if (reason !== null) return { ok: false, reason };
  const found = virgoFromComm(program);
  return found.ok
    ? { ok: true, program: found.program, scope: 'whole' }
    : { ok: false, reason: { kind: 'message', text: found.reason } };
}

/**
 * Reduced to the objects that its root makes and keeps: with as much around them as can be said, then without. Each is made when it is
 * asked for; where nothing of the first can be said or decided, the second may be.
 */
export function expressionsInPart(
  flow: FlowProgram,
  root: RootFunction,
  horizon: Horizon,
): readonly ((translated?: Translated) => Expression)[] {
  return (['fragment', 'root'] as const).map((scope) => (translated) => {
    const found = expressedWhole(
      focusedProgram(flow, root, scope, { horizon, ...(translated === undefined ? {} : { translated }) }).program,
    );
    // What is left out may be what makes a precondition necessary: none is the weakest for certain.
    return found.ok ? { ok: true, program: { ...found.program, exact: false }, scope } : found;
  });
}
