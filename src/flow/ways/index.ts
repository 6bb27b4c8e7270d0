// The interface of `flow/ways`.

import type { Function as IrFunction } from '../../ir/ir.ts';
import type { Package } from '../../types/object.ts';
import { guardsOf } from '../guards.ts';
import type { FlowProgram } from '../program.ts';
import { renewSharedObjects } from '../shared-objects.ts';
import { type CloseFault, closeFaults } from './close-faults.ts';
import { type Early, earlyOperations } from './early.ts';
import { type GivenUp, givenUp } from './given-up.ts';
import { type LockFault, lockFaults } from './lock-faults.ts';
import { type SkippedDone, skippedDones } from './skipped-done.ts';
import { type LostTicker, lostTickers } from './tickers.ts';
import { type Unheard, unheardSends } from './unheard.ts';

export type WayFault = LockFault | GivenUp | SkippedDone | CloseFault | Early | LostTicker | Unheard;

/** To be called before the functions are asked for: what is asked on the way may let go of functions. */
export function readyForWays(program: FlowProgram): void {
  guardsOf(program);
  renewSharedObjects(program);
}

/** What goes wrong on some way through the given functions. */
export function wayFaults(
  program: FlowProgram,
  functions: readonly IrFunction[],
  packageOf: (fn: IrFunction) => Package | null,
): readonly WayFault[] {
  return [
    ...lockFaults(program, functions),
    ...givenUp(program, functions),
    ...skippedDones(program, functions),
    ...closeFaults(program, functions),
    ...earlyOperations(program, functions),
    ...lostTickers(program, functions, packageOf),
    ...unheardSends(program, functions),
  ];
}
