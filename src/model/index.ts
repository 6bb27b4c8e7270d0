// Explicit-state checking of communication programs.

export type { ModelGoroutine, ModelObject } from './cast.ts';
export {
  type Bounds,
  checkProgram,
  type ModelFinding,
  type ModelOptions,
  type ModelResult,
  type ModelVerdict,
} from './check.ts';
export { type Formula, type FormulaResult, godelFormulas, parseFormula } from './formula.ts';
export type { Choice } from './machine.ts';
export type { ParamValue } from './params.ts';
export { allProperties, defaultProperties, type PropertyName } from './property.ts';
export type { ModelBlocked, ModelStep, ModelTrace, ScheduleStep } from './trace.ts';
