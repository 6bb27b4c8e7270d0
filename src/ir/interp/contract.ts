// Contracts on inputs: a function is run with its ghost code, and what it and all that it calls state is checked where it stands.
//
// This is the referee of proofs: a contract that is proved must not be broken by any input. Numbers without bounds are what
// proofs speak about, so a run in which one leaves its range says nothing.

import type { Func, Package } from '../../types/object.ts';
import type { Signature, Type } from '../../types/type.ts';
import type { Clause } from '../ghost.ts';
import { funcRef } from '../lower-func.ts';
import type { Lowerer } from '../lowerer.ts';
import { newGhostState, type Skipped, type Stop, Stopped } from './ghost.ts';
import { OutOfRange } from './integers.ts';
import { type Code, call, codeOf, Exit } from './machine.ts';
import { Undefined } from './math.ts';
import { initialise, newRun, type Packages, runCall } from './run.ts';
import { type Sample, sampleValue } from './sample.ts';
import { Unsupported } from './values.ts';

/** What came of a run. `skipped` are the clauses that could not be evaluated. */
export type ContractOutcome =
  /** Every clause that was evaluated holds. */
  | { readonly kind: 'kept'; readonly checked: number; readonly skipped: readonly Skipped[] }
  | { readonly kind: 'broken'; readonly clause: Clause; readonly function: string; readonly undefined: boolean }
  /** The input is not one that the contract allows, or what the code assumes does not hold. */
  | { readonly kind: 'outside'; readonly clause: Clause }
  | { readonly kind: 'panic'; readonly message: string }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'not-executable'; readonly reason: string; readonly skipped: readonly Skipped[] }
  /** The work allowed was used up. */
  | { readonly kind: 'limit' };

export interface ContractRun {
  readonly packages: Packages;
  readonly lowerer: Lowerer;
  /** The package of the function, whose variables are initialised first. */
  readonly pkg: Package;
  readonly func: Func;
  /** A method's receiver first, then the arguments, variable ones as a slice. */
  readonly inputs: readonly Sample[];
  /** Instructions at most; by default one million. */
  readonly fuel?: number;
  /** Which interleaving of goroutines, if there are any. */
  readonly seed?: number | null;
}

/** The types of the inputs of a function: of the receiver, if there is one, and of the parameters. */
export function inputTypes(func: Func): readonly Type[] {
  const sig = func.type as Signature;
  return [...(sig.recv === null ? [] : [sig.recv]), ...sig.params.vars].map((v) => v.type as Type);
}

/** Runs a function on inputs and says whether its contract is kept. */
export function runContract(run: ContractRun): ContractOutcome {
  const ghost = newGhostState();
  const { machine, printed } = newRun(run.packages, run.lowerer, {
    seed: run.seed ?? null,
    fuel: run.fuel ?? 1_000_000,
    ghost,
  });
  const skipped = (): readonly Skipped[] => [...ghost.skipped.values()];
  let entry: Code | null = null;
  try {
    initialise(machine, run.pkg, new Set());
    entry = codeOf(machine, funcRef(run.lowerer, run.func));
    const types = inputTypes(run.func);
    const inputs = run.inputs.map((input, i) => sampleValue(types[i] as Type, input));
    const code = entry;
    runCall(machine, (done) => call(machine, code, [], inputs, done, done, null));
    return { kind: 'kept', checked: ghost.checked, skipped: skipped() };
  } catch (error) {
    if (error instanceof OutOfRange) return { kind: 'overflow' };
    if (error instanceof Stopped) return stopped(error.stop, entry, skipped());
    if (error instanceof Undefined) return panicked(error.message, entry, skipped());
    if (error instanceof Exit) return panicked(printed.stderr.trim(), entry, skipped());
    if (!(error instanceof Unsupported)) throw error;
    if (machine.spent > machine.fuel) return { kind: 'limit' };
    return { kind: 'not-executable', reason: error.message, skipped: skipped() };
  }
}

const doubtful = 'a precondition that cannot be evaluated';

/** Whether the inputs may be ones that a precondition excludes which was not evaluated: then what goes wrong proves nothing. */
function isDoubtful(entry: Code | null, skipped: readonly Skipped[]): boolean {
  const required = entry?.fn.contract?.requires ?? [];
  return required.some((each) => skipped.some((one) => one.clause === each));
}

function panicked(message: string, entry: Code | null, skipped: readonly Skipped[]): ContractOutcome {
  if (isDoubtful(entry, skipped)) return { kind: 'not-executable', reason: doubtful, skipped };
  return { kind: 'panic', message };
}

function stopped(stop: Stop, entry: Code | null, skipped: readonly Skipped[]): ContractOutcome {
  switch (stop.kind) {
    case 'assumed':
      return { kind: 'outside', clause: stop.clause };
    case 'ghost-panic':
      return panicked(`ghost code of ${stop.function} panics`, entry, skipped);
    case 'broken': {
      const { clause } = stop;
      const required = entry?.fn.contract?.requires ?? [];
      if (stop.depth === 0 && required.includes(clause)) return { kind: 'outside', clause };
      if (isDoubtful(entry, skipped)) return { kind: 'not-executable', reason: doubtful, skipped };
      return { kind: 'broken', clause, function: stop.function, undefined: stop.undefined };
    }
  }
}
