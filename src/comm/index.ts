// The interface of `comm` for the driver and the engines.

export { bindParams, type Valuation } from './bind.ts';
export { type DafnyOptions, emitDafny, identifiers, virgoToDafny } from './emit/dafny.ts';
export { callDirectly } from './emit/direct.ts';
export type { Emitted } from './emit/flat.ts';
export { emitMcrl2 } from './emit/mcrl2.ts';
export { emitMigo } from './emit/migo.ts';
export { emitPromela, type PromelaOptions } from './emit/promela.ts';
export { emitVirgo } from './emit/virgo.ts';
export { parseMigo } from './migo-parse.ts';
export { type ParseResult, parseProgram } from './parse.ts';
export { type PrintOptions, printExpression, printProgram, printStatement } from './print.ts';
export { isBehaviouralType, isMiniGo, isStatic, type Membership } from './sublanguage.ts';
export { isCoreVirgo, type VirgoProgram } from './virgo.ts';
export { virgoFromComm } from './virgo-from-comm.ts';
export { parseVirgo } from './virgo-parse.ts';
export { printVirgo } from './virgo-print.ts';
export { virgoToComm } from './virgo-to-comm.ts';
export { type Defect, wellFormed } from './wellformed.ts';
