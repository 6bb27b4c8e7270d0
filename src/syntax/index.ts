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
export { type SyntaxErrorCode, syntaxErrors } from './errors.ts';
export type * from './nodes.ts';
export { type ParseOptions, type ParseResult, parseFile } from './parser.ts';
