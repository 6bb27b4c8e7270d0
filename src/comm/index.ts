// The interface of `comm` for the driver and the engines.

export { bindParams, type Valuation } from './bind.ts';
export { callDirectly } from './emit/direct.ts';
export type { Emitted } from './emit/flat.ts';
export { emitMcrl2 } from './emit/mcrl2.ts';
export { emitMigo } from './emit/migo.ts';
export { emitPromela, type PromelaOptions } from './emit/promela.ts';
export { isBehaviouralType, isMiniGo, isStatic, type Membership } from './emit/sublanguage.ts';
export { parseMigo } from './text/migo-parse.ts';
export { type ParseResult, parseProgram } from './text/parse.ts';
export { type PrintOptions, printExpression, printProgram, printStatement } from './text/print.ts';
export { type Defect, wellFormed } from './wellformed.ts';
