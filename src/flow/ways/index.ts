// The interface of `flow/ways`.

import type { Function as IrFunction } from '../../ir/ir.ts';
import type { FlowProgram } from '../program.ts';
import { type CloseFault, closeFaults } from './close-faults.ts';
import { type GivenUp, givenUp } from './given-up.ts';
import { type LockFault, lockFaults } from './lock-faults.ts';
import { type SkippedDone, skippedDones } from './skipped-done.ts';

export type WayFault = LockFault | GivenUp | SkippedDone | CloseFault;

/** What goes wrong on some way through the given functions. */
export function wayFaults(program: FlowProgram, functions: readonly IrFunction[]): readonly WayFault[] {
  return [
    ...lockFaults(program, functions),
    ...givenUp(program, functions),
    ...skippedDones(program, functions),
    ...closeFaults(program, functions),
  ];
}
