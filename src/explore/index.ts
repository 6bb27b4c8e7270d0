// The interface of `explore`: instrumentation, strategies, and what records of runs say.

export type { Place, Sites } from './cast.ts';
export { type Coverage, newCoverage } from './coverage.ts';
export { type Direction, directionsTo, newDirected } from './directed.ts';
export { type Found, type FoundTrace, findingsOf, type RunOutcome, traceOf } from './findings.ts';
export { type Instrumented, instrument } from './instrument.ts';
export { type LostReason, lostReason, lostText } from './lost-runs.ts';
export { makeOverlay, type Overlay, runtimeImportPath, testArguments } from './overlay.ts';
export { seedFor } from './random.ts';
export { type ReplayedEvent, replayedEvent } from './replayed.ts';
export {
  type Decisions,
  decisionsOf,
  eventOf,
  eventsOf,
  firstDifference,
  parseSchedule,
  printSchedule,
  type ScheduleEvent,
  type ScheduleFile,
} from './schedule-file.ts';
export { shrink } from './shrink.ts';
export { newStrategy, type StrategyName, strategyNames } from './strategies.ts';
export type { Assignment, Completeness, Strategy } from './strategy.ts';
