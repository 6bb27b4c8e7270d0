// The interface of `flow`: what is known about functions, for `comm` and `check`.

export {
  callGraphOf,
  declaredFunctions,
  isModelled,
  modelOf,
  upwards,
  visibleParts,
} from './call-graph.ts';
export { closingsOf, elementsName, ownName } from './closers.ts';
export { type BadRequirement, type Condition, conjuncts, requirementsOf } from './conditions.ts';
export { copiedLocks } from './copied-locks.ts';
export { earlyWaits } from './early-waits.ts';
export { elementSources } from './elements.ts';
export { sampleText } from './generic.ts';
export { type Guard, guardsOf } from './guards.ts';
export {
  type FunctionSet,
  isInert,
  panicsItself,
  type Returning,
  returningFunctions,
  takenForGranted,
  writersOf,
} from './inert.ts';
export { keptValues } from './kept-values.ts';
export { lateAdds } from './late-adds.ts';
export { locksInOrder, orderProblem } from './lock-order.ts';
export {
  givesRelease,
  handedOver,
  handedOverInside,
  heldByCallers,
  leavesLocks,
  literalsOf,
  lockingLiterals,
  releasesLocks,
  takesHandedOver,
} from './locks.ts';
export {
  assumesNoOverflow,
  capturedCounterOf,
  changesLocal,
  counterOf,
  hasExit,
  runsAway,
  stepsOf,
  terminates,
} from './loops.ts';
export { lostCancels } from './lost-cancels.ts';
export { isNeverNil } from './never-nil.ts';
export { neverNil } from './never-nil-places.ts';
export { closedTwice } from './own-closes.ts';
export { Paths } from './paths.ts';
export {
  type Behaviour,
  behaviourOf,
  type FlowProgram,
  failsTest,
  forgetFarFunctions,
  functionOf,
  type Horizon,
  horizonFor,
  newFlowProgram,
  sourceText,
} from './program.ts';
export { lonelyOperations, type Stuck, stuckOperations } from './progress.ts';
export { findRoots, kindOf, type RootFunction } from './roots.ts';
export { lockingFields } from './set-functions.ts';
export { functionsInSight, sharedObjects, waitGroupMethod } from './shared-objects.ts';
export { lostSignals } from './signals.ts';
export { singleWaits } from './single-waits.ts';
export { spins } from './spins.ts';
export { blocksOf, targetsOf, walkBlock, walkStmtExprs } from './walk.ts';
export { readyForWays, type WayFault, wayFaults } from './ways/index.ts';
export { cellKey, elementKey, fieldKey, globalKey, mapKey } from './writes.ts';
