// The interface of `comm` for the driver and the engines.

export { isIncomplete } from './analysis/gaps.ts';
export { type PointsTo, pointsTo } from './analysis/points-to.ts';
export { stateConditions, thrown } from './analysis/unknowns.ts';
export { bindParams, type Valuation } from './bind.ts';
export { bitOperation, isBitOp } from './bits.ts';
export { callDirectly } from './emit/direct.ts';
export type { Emitted } from './emit/flat.ts';
export { emitMcrl2 } from './emit/mcrl2.ts';
export { emitMigo } from './emit/migo.ts';
export { emitPromela, type PromelaOptions } from './emit/promela.ts';
export { isBehaviouralType, isMiniGo, isStatic, type Membership } from './emit/sublanguage.ts';
export { guardLabel } from './extract/cond.ts';
export type { Root, Translated } from './extract/extract.ts';
export { focusedProgram, fragmentProgram, fragmentViews, locksProgram, type Views } from './extract/fragment.ts';
export { withoutDoubts } from './extract/panics.ts';
export { mapLoop } from './map-keys.ts';
export { locks, synchronises } from './operations.ts';
export { rangeOfParam } from './param-range.ts';
export type { Scope } from './reduce/focus.ts';
export { admits, admitsAlone, paramsOf } from './requires.ts';
export { type LexRules, type Read, readText, TextError, type Token, tokenize } from './text/lex.ts';
export { parseMigo } from './text/migo-parse.ts';
export { unquoteName } from './text/names.ts';
export { type ParseResult, parseProgram } from './text/parse.ts';
export {
  type PrintOptions,
  precedence,
  printExpression,
  printGap,
  printProgram,
  printStatement,
} from './text/print.ts';
export { joined, textAtom, textOf } from './texts.ts';
export {
  blocksOf,
  exprsOf,
  holdsRecover,
  someExpr,
  targetsOf,
  visitExpr,
  visitProgram,
  visitStmts,
  withBlocks,
} from './walk.ts';
export { type Defect, wellFormed } from './wellformed.ts';
