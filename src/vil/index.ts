// `vil` for the other folders: the language's data and everything that reads, prints, checks and rewrites it.

export { components } from './components.ts';
export * from './errors.ts';
export { type ExecutionOptions, type TwoExecutions, twoExecutions } from './passes/executions/product.ts';
export { checkTermination, type TerminationChecks } from './passes/termination.ts';
export { printExpr, printType } from './print/exprs.ts';
export { printProgram } from './print/program.ts';
export { type Load, type ReadResult, readProgram } from './read.ts';
export { strayGotos } from './structure.ts';
export { substituteType } from './types.ts';
export * from './vil.ts';
export { childrenOf, isPure, mapChildren, someExpr, visitExpr } from './walk.ts';
export { wellformed } from './wellformed/program.ts';
export { assignedIn, mentionedIn } from './writes.ts';
