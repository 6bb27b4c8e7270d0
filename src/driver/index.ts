// The interface of `driver`: one function a command, and what a command line needs besides.

export { readQuestion } from '../check/index.ts';
export { cacheFolder } from './cache/store.ts';
export { type CheckRequest, check } from './check.ts';
export { type CommCheck, checkCommFile } from './check-comm.ts';
export { bindSettings, isCommFile, readCommFile } from './comm-text.ts';
export { confirm } from './confirm.ts';
export { emitFunction } from './emit.ts';
export { emitGo, emitViper, goLanguage, isSpecifiedFile, viperLanguage } from './emit-go.ts';
export { emitLanguages, languageNames } from './emit-languages.ts';
export { explainRule } from './explain.ts';
export { coverageText } from './explore/report.ts';
export { isStrategyName, strategyList } from './explore/strategy-names.ts';
export type { TestResult } from './explore/test.ts';
export { wallClock } from './host/clock.ts';
export { reportPage } from './host/installation.ts';
export { endingSignals, type Interruption } from './host/interruption.ts';
export { toSlash } from './host/node-host.ts';
export { encodeLoaded, proveEncoded } from './prove.ts';
export { proveForAnother } from './proving/worker.ts';
export { type ReplayResult, replay, replayTest } from './replay.ts';
export { rules } from './rules.ts';
export type { SolverChoice } from './solver/choose.ts';
export { type TargetFlags, unknownTarget } from './target.ts';
export { type ExploreRequest, explore } from './test.ts';
export { type VerifyRequest, type VerifyResult, verify } from './verify.ts';
export { workForAnother } from './workers/fragment-worker.ts';
