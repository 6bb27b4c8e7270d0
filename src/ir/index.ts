// The public interface of ir. The data is declared in ir.ts, which may be imported as it is.

export type { Clause, Contract, GhostOp, GhostReason } from './ghost.ts';
export type { Block, Callee, Expr, FuncRef, Function, Global, Instr, Local, Place, Stmt } from './ir.ts';
export { forgetFunctions, funcRef, initFunction, initOrder, lowerFunction, methodOf } from './lower-func.ts';
export { addUnit, type Body, globalOf, type Lowerer, type LowererOptions, newLowerer, type Unit } from './lowerer.ts';
export { printFunction } from './print.ts';
export { sanity } from './sanity.ts';
