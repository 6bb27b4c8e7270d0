// What can fail when a vil program is verified: Viper's identifiers as data. Their words are made where they are shown.

import type { Span } from '../base/source.ts';
import type { Node } from './vil.ts';

/** Which obligation failed. */
export type ErrorId =
  | 'assignment.failed' // node: LocalAssign or FieldAssign
  | 'call.failed' // MethodCall: an argument is not well defined
  | 'call.precondition' // MethodCall
  | 'application.precondition' // FuncApp
  | 'not.wellformed' // the contract's or invariant's expression
  | 'exhale.failed' // Exhale
  | 'inhale.failed' // Inhale, also Assume
  | 'assert.failed' // Assert, also Asserting
  | 'refute.failed' // Refute
  | 'if.failed' // the condition
  | 'while.failed' // the condition
  | 'fold.failed' // Fold
  | 'unfold.failed' // Unfold
  | 'package.failed' // Package
  | 'apply.failed' // Apply
  | 'postcondition.violated' // the postcondition
  | 'invariant.not.established' // the invariant
  | 'invariant.not.preserved' // the invariant
  | 'function.not.wellformed' // Function
  | 'predicate.not.wellformed' // Predicate
  | 'wand.not.wellformed' // MagicWand
  | 'predicateinstance.no.access' // PredicateAccess: a measure that is not held
  | 'termination.failed' // the FuncApp, MethodCall or While, or the Function or Method
  | 'quasihavoc.failed' // Quasihavoc
  | 'quasihavocall.failed'; // Quasihavocall

/** Why it failed. */
export type ReasonId =
  | 'assertion.false'
  | 'insufficient.permission'
  | 'receiver.null'
  | 'division.by.zero'
  | 'negative.permission'
  | 'permission.not.positive'
  | 'wand.not.found'
  | 'qp.not.injective'
  | 'quasihavocall.not.injective'
  | 'labelled.state.not.reached'
  | 'seq.index.negative'
  | 'seq.index.length'
  | 'map.key.contains'
  | 'refutation.true'
  | 'termination.condition.false'
  | 'tuple.condition.false'
  | 'tuple.false';

/**
 * One failed obligation. `node` is what had to hold or be executed, `offending` the part of it that is to blame. Both lead
 * back through their `src`: the maker of the program looks up `src.origin` and says what the pair (id, reason) means there.
 */
export interface VerificationError {
  readonly id: ErrorId;
  readonly reason: ReasonId;
  readonly node: Node;
  readonly offending: Node;
  /** Values of variables with which the proof does not go through: a case that may, or may not, be possible. */
  readonly values?: VariableValues;
}

/** Names of vil variables, and numbers or truth values as text. */
export type VariableValues = readonly (readonly [name: string, value: string])[];

/** A failed obligation with no more of its nodes than their places: what a phase needs to say what it means there. */
export interface FailedObligation {
  readonly id: ErrorId;
  readonly reason: ReasonId;
  readonly node: Pick<Node, 'kind' | 'src'>;
  readonly offending: Pick<Node, 'kind' | 'src'>;
  readonly values?: VariableValues;
}

/** `assert.failed:assertion.false`: how Viper's tools and suite name an error. */
export function fullId(error: Pick<VerificationError, 'id' | 'reason'>): string {
  return `${error.id}:${error.reason}`;
}

/** Where an error is reported: asserts, inhales and exhales at their assertion, everything else at its node. */
export function errorSpan(error: VerificationError): Span {
  const { node } = error;
  switch (node.kind) {
    case 'Assert':
    case 'Assume':
    case 'Inhale':
    case 'Exhale':
      return node.assertion.src;
    case 'Quasihavoc':
    case 'Quasihavocall':
      return node.resource.src;
    default:
      return node.src;
  }
}
