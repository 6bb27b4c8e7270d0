// Explicit-state checking of communication programs.

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
export { forEver, type ModelBlocked, type ModelStep, type ModelTrace, type ScheduleStep } from './trace.ts';
