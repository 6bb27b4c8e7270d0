// The interface of the folder: terms, their builders and printers, and solvers that answer questions about them.

export { atomsOf, liftChoices } from './atoms.ts';
export * from './build.ts';
export * from './evaluate.ts';
export * from './incremental.ts';
export {
  add,
  constantOf,
  ge,
  gt,
  type Linear,
  le,
  linearOf,
  linearTerm,
  lt,
  mul,
  neg,
  negation,
  sub,
  sum,
} from './linear.ts';
export { createNames, type Names } from './names.ts';
export { parseTerm } from './parse.ts';
export * from './pool.ts';
export { printScript, printTerm } from './print.ts';
export { isGoExpression, printGo } from './print-go.ts';
export type { Rational } from './rational.ts';
export { openSolver, type SessionOptions } from './session.ts';
export { parseSExprs, type SExpr, SyntaxFault } from './sexpr.ts';
export { humanForm } from './simplify-human.ts';
export * from './solver.ts';
export * from './sorts.ts';
export {
  type Apply,
  apply,
  type BoolLit,
  bool,
  boolVar,
  builtin,
  type Constructor,
  type ConstructorSpec,
  compareTerms,
  constructorsOf,
  defineDatatype,
  False,
  type FuncDecl,
  func,
  type IntLit,
  int,
  intVar,
  type Op,
  type OpTerm,
  type Quantified,
  type RealLit,
  real,
  realVar,
  type Term,
  True,
  type Var,
  variable,
} from './terms.ts';
export * from './traverse.ts';
