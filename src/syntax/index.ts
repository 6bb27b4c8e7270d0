// The public face of `syntax`.

export {
  type Constraint,
  constraintString,
  evalConstraint,
  fileConstraint,
  goVersionOf,
  isGoBuild,
  isPlusBuild,
  parseConstraint,
} from './constraint.ts';
export { type DecodedSource, decodeSource } from './decode.ts';
export { cgoPreamble, type Directive, directives, groupDirectives, parseDirective } from './directive.ts';
export { difference } from './equal.ts';
export { type SyntaxErrorCode, syntaxErrors } from './errors.ts';
export type * from './nodes.ts';
export { parseExpression } from './parse-expression.ts';
export { type ParseOptions, type ParseResult, parseFile } from './parser.ts';
export { exprString, printFile, printNode } from './print.ts';
export { bytesToText, runeToBytes, textToBytes, unquote, unquoteRune } from './unquote.ts';
export { forEachChild, walk } from './walk.ts';
