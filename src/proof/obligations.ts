// What has to be proved, and how a member fails: one obligation, with the place and the words for both outcomes.

import type { ErrorId, Expr, Node, ReasonId, VerificationError } from '../vil/index.ts';

/** What is being executed or checked while expressions are evaluated: every failure in them is blamed on it. */
export interface Blame {
  readonly id: ErrorId;
  readonly node: Node;
}

export type MemberProblem =
  | { readonly kind: 'failed'; readonly error: VerificationError }
  /** The solver ran out of resources at this obligation. */
  | { readonly kind: 'timeout'; readonly error: VerificationError }
  | { readonly kind: 'unsupported'; readonly construct: Construct; readonly node: Node }
  | { readonly kind: 'solver'; readonly reason: string };

/** What this engine does not verify. */
export type Construct =
  | 'goto'
  | 'epsilon'
  | 'termination measure'
  | 'permission in a place that must be pure'
  | 'quantified permission of this form'
  | 'assume with this permission'
  | 'forperm of this form'
  | 'trigger of this form'
  | 'domain interpretation'
  | 'property of two executions of this form';

/** Thrown where a member cannot be verified: the first such problem is its result. */
export class MemberFault extends Error {
  readonly problem: MemberProblem;
  constructor(problem: MemberProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export function unsupported(construct: Construct, node: Node): never {
  throw new MemberFault({ kind: 'unsupported', construct, node });
}

export function verificationError(blame: Blame, reason: ReasonId, offending: Node): VerificationError {
  return { id: blame.id, reason, node: blame.node, offending };
}

export function fail(blame: Blame, reason: ReasonId, offending: Node): never {
  throw new MemberFault({ kind: 'failed', error: verificationError(blame, reason, offending) });
}

/** What an obligation says, for a reader: when it holds and when it does not. */
export function obligationWords(reason: ReasonId): { readonly holds: string; readonly fails: string } {
  switch (reason) {
    case 'assertion.false':
      return { holds: 'the assertion holds', fails: 'the assertion might not hold' };
    case 'insufficient.permission':
      return { holds: 'there is enough permission', fails: 'there might be insufficient permission' };
    case 'receiver.null':
      return { holds: 'the receiver is not null', fails: 'the receiver might be null' };
    case 'division.by.zero':
      return { holds: 'the divisor is not zero', fails: 'the divisor might be zero' };
    case 'negative.permission':
      return { holds: 'the amount of permission is not negative', fails: 'the amount of permission might be negative' };
    case 'permission.not.positive':
      return { holds: 'the amount of permission is positive', fails: 'the amount of permission might not be positive' };
    case 'wand.not.found':
      return { holds: 'the magic wand is held', fails: 'the magic wand might not be held' };
    case 'qp.not.injective':
      return {
        holds: 'different values of the quantified variables have different receivers',
        fails: 'two values of the quantified variables might have the same receiver',
      };
    case 'quasihavocall.not.injective':
      return { holds: 'the havocked locations differ', fails: 'two havocked locations might be the same' };
    case 'labelled.state.not.reached':
      return { holds: 'the label was passed', fails: 'the label might not have been passed' };
    case 'seq.index.negative':
      return { holds: 'the index is not negative', fails: 'the index might be negative' };
    case 'seq.index.length':
      return { holds: 'the index is below the length', fails: 'the index might not be below the length' };
    case 'map.key.contains':
      return { holds: 'the map has the key', fails: 'the map might not have the key' };
    case 'refutation.true':
      return { holds: 'the assertion does not hold on every path', fails: 'the assertion holds on every path' };
    case 'termination.condition.false':
      return { holds: 'the condition of termination holds', fails: 'the condition of termination might not hold' };
    case 'tuple.condition.false':
      return { holds: 'the condition of the measure holds', fails: 'the condition of the measure might not hold' };
    case 'tuple.false':
      return { holds: 'the measure decreases', fails: 'the measure might not decrease or might not be bounded' };
  }
}

/** Whether `e`, an assertion, holds permissions. */
export function isPure(e: Expr): boolean {
  switch (e.kind) {
    case 'AccField':
    case 'AccPredicate':
    case 'MagicWand':
      return false;
    case 'PredicateAccess':
      return false;
    case 'Binary':
      return isPure(e.left) && isPure(e.right);
    case 'Cond':
      return isPure(e.then) && isPure(e.else);
    case 'Forall':
      return isPure(e.body);
    case 'Let':
      return isPure(e.body);
    case 'InhaleExhale':
      return isPure(e.inhale) && isPure(e.exhale);
    default:
      return true;
  }
}
