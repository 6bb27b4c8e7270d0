// What specifications add to `ir`: contracts and ghost code. Data only, with the printed form above each alternative.
//
// Plain Go has none of it: contracts are null, and there is no Ghost statement. What is here has no effect on what runs; an interpreter
// that evaluates it finds out whether contracts are kept. Conditions are blocks of ordinary instructions, so that a pure
// function, an index or a dereference means the same in a contract and in code.

import type { Span } from '../base/source.ts';
import type { Block, Expr, Local } from './ir.ts';

/** What a function promises, and what it needs. */
export interface Contract {
  readonly requires: readonly Clause[];
  readonly ensures: readonly Clause[];
  /** Copies of parameters, made when the function begins: postconditions mention these. */
  readonly entry: readonly { readonly copy: Local; readonly param: Local }[];
  /** Callers may rely on it without a proof. */
  readonly trusted: boolean;
  /** Something looks at memory as it was when the function began. */
  readonly usesOld: boolean;
  /** Clauses that cannot be read; only directives have them, other contracts are checked with the types. */
  readonly problems: readonly { readonly span: Span; readonly message: string }[];
}

export type ClauseWord = 'requires' | 'ensures' | 'invariant' | 'assert' | 'exhale' | 'refute' | 'assume' | 'inhale';

/** `word { body } cond`: a conjunct of what is stated, as instructions that compute it and the condition then. */
export interface Clause {
  readonly word: ClauseWord;
  /** As the user wrote it. */
  readonly text: string;
  readonly body: Block;
  /** Null where it cannot be executed, for the reason. */
  readonly cond: Expr | null;
  readonly reason: GhostReason | null;
  /** `directive`: Gordian's own form, in which only conditions on arguments have a meaning. */
  readonly origin: 'contract' | 'directive';
  readonly span: Span;
}

/** Why something cannot be executed. */
export type GhostReason =
  | 'magic-wand'
  | 'hyperproperty'
  | 'closure-contract'
  | 'quantifier-without-bounds'
  | 'uninterpreted-function'
  | 'permission-amount'
  | 'type-value'
  | 'choice'
  | 'predicate-value'
  | 'labelled-state'
  | 'not-modelled';

/** A statement of ghost code. */
export type GhostOp =
  /** `ghost { body }` */
  | { readonly kind: 'block'; readonly body: Block }
  /** `check word { body } cond` */
  | { readonly kind: 'check'; readonly clause: Clause }
  /** `x = forall v in low..high { body } cond`, or over the elements of a collection */
  | {
      readonly kind: 'quantify';
      readonly word: 'forall' | 'exists';
      readonly target: Local;
      readonly variable: Local;
      readonly domain: GhostDomain;
      /** Computes the domain and is run first. */
      readonly before: Block;
      readonly body: Block;
      readonly cond: Expr;
    }
  /** `x = old { body } value`, or `old[label]`: in memory as it was then */
  | {
      readonly kind: 'old';
      readonly label: string | null;
      readonly target: Local;
      readonly body: Block;
      readonly value: Expr;
    }
  /** `state label`: remembers memory as it is */
  | { readonly kind: 'state'; readonly label: string }
  /** `x = op(args)` on mathematical values */
  | { readonly kind: 'math'; readonly target: Local; readonly op: MathOp; readonly args: readonly Expr[] }
  /** `skip reason`: a statement that cannot be executed; what depends on it is not known from here on */
  | { readonly kind: 'skip'; readonly reason: GhostReason };

export type GhostDomain =
  /** Integers from `low` to `high`, that one excluded. */
  | { readonly kind: 'range'; readonly low: Expr; readonly high: Expr }
  /** Elements of a sequence, set or multiset, keys of a dictionary, or all of a small type. */
  | { readonly kind: 'elements'; readonly of: Expr }
  | { readonly kind: 'type' };

/** Operations on values of mathematical types. */
export type MathOp =
  | { readonly kind: 'seq' | 'set' | 'mset' | 'some' | 'none' | 'get' | 'len' | 'concat' | 'range' }
  /** Keys and values in turn. */
  | { readonly kind: 'dict' }
  | { readonly kind: 'union' | 'intersection' | 'setminus' | 'subset' | 'elem' | 'multiplicity' }
  | { readonly kind: 'index' | 'haskey' | 'slice' | 'keys' | 'values' | 'equal' | 'comparable' }
  /** A collection with other elements at some keys: collection, then keys and values in turn. */
  | { readonly kind: 'update' }
  /** A collection of the elements of a sequence, set, multiset, array or slice. */
  | { readonly kind: 'convert' }
  | { readonly kind: 'construct' | 'is'; readonly clause: string }
  | { readonly kind: 'field'; readonly clause: string; readonly index: number };
