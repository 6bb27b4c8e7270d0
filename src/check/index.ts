// The interface of `check`: from loaded packages to fragments, verdicts and findings.

export {
  type AnalysisInput,
  conclude,
  type Examined,
  flowProgram,
  Gathered,
  isTurn,
  type Looked,
  prepare,
  type Stage,
  supersededBy,
} from './analyse.ts';
export { checkCallSites } from './call-sites.ts';
export { certainFaults, withCertainFaults } from './certain-faults.ts';
export { type Asked, type CheckResult, checkPackages, type Means } from './check.ts';
export type { EarlierResult, EarlierResults } from './earlier.ts';
export { classesOf, findingRules } from './finding-rules.ts';
export { failed, withoutOnlySeen } from './fragment.ts';
export { type Checked, nothing, ofProgram } from './fragment-check.ts';
export { applyIgnores } from './ignore.ts';
export { analysable, loadForAnalysis } from './load.ts';
export { type Attempt, withAttempts } from './passes.ts';
export { forAllValues, parametricDefaults, withSolver } from './prove-fragments.ts';
export { type Question, readQuestion, type ToldUsage, Usage } from './question.ts';
export { badRequires } from './requires.ts';
export type { AnalysisLimits, Turn } from './turns.ts';
