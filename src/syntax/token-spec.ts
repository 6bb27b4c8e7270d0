// The tokens of the specification language that Go does not have. Their codes follow those of Go's tokens.
//
// A word is a token only where it can be one: the class says what must stand around it. Elsewhere it is a name, so
// that annotations can speak of Go code that uses such names.

import {
  goTokenCount,
  T_ADD,
  T_AND,
  T_AND_NOT,
  T_EQL,
  T_GEQ,
  T_LAND,
  T_LOR,
  T_MUL,
  T_OR,
  T_QUO,
  T_REM,
  T_SHL,
  T_SHR,
  T_SUB,
  T_XOR,
  tokenText,
} from './token.ts';

/** What must stand around a word for it to be a token. */
export type WordClass =
  /** `(` follows, or a label in brackets and `(`. */
  | 'call'
  | 'labelledCall'
  /** `[` follows. */
  | 'bracket'
  /** `{` follows. */
  | 'brace'
  /** An operand comes before it, on the same line. */
  | 'infix'
  /** No operand comes before it, and one can follow. */
  | 'prefix'
  /** A statement can begin there. */
  | 'statement'
  /** Nothing follows that goes on with a name. */
  | 'modifier'
  /** No operand comes before it, and nothing follows that goes on with a name. */
  | 'clause';

interface WordInfo {
  readonly text: string;
  readonly class: WordClass;
  /** A line break after it ends the line, as after a name. */
  readonly endsLine: boolean;
}

const words: WordInfo[] = [];

function word(text: string, wordClass: WordClass, endsLine = false): number {
  words.push({ text, class: wordClass, endsLine });
  return firstWord + words.length - 1;
}

const symbols: string[] = [];

function symbol(text: string): number {
  symbols.push(text);
  return goTokenCount + symbols.length - 1;
}

export const T_IMPLIES: number = symbol('==>');
export const T_WAND: number = symbol('--*');
export const T_GHOST_EQL: number = symbol('===');
export const T_GHOST_NEQ: number = symbol('!==');
export const T_SUCH_THAT: number = symbol(':|');
export const T_DOT_DOT: number = symbol('..');
export const T_QUESTION: number = symbol('?');
export const T_AT: number = symbol('@');
/** The braces of a predicate constructor as they were written formerly: `P!<x, _!>`. */
export const T_LPRED: number = symbol('!<');
export const T_RPRED: number = symbol('!>');
export const T_HASH: number = symbol('#');
export const T_LHS: number = symbol('#lhs');
export const T_BACKEND: number = symbol('#backend');
/** `with:` with arguments or results, with arguments only, with an assignment. */
export const T_WITH_VALUES: number = symbol('with:');
export const T_WITH_ARGS: number = symbol('with:');
export const T_WITH_ASSIGN: number = symbol('with:');
export const T_UNFOLDING_MARK: number = symbol('unfolding:');
export const T_GHOST_PARAMS: number = symbol('ghost-parameters:');
export const T_GHOST_RESULTS: number = symbol('ghost-results:');

/** Codes from here on are words. */
export const firstWord: number = goTokenCount + symbols.length;

export const T_OLD: number = word('old', 'labelledCall');
export const T_BEFORE: number = word('before', 'call');
export const T_ACC: number = word('acc', 'call');

export const T_SEQ: number = word('seq', 'bracket');
export const T_SET: number = word('set', 'bracket');
export const T_MSET: number = word('mset', 'bracket');
export const T_OPTION: number = word('option', 'bracket');
export const T_GPOINTER: number = word('gpointer', 'bracket');
export const T_DICT: number = word('dict', 'bracket');

export const T_DOMAIN: number = word('domain', 'brace');
export const T_ADT: number = word('adt', 'brace');
export const T_AXIOM: number = word('axiom', 'brace');

export const T_UNION: number = word('union', 'infix');
export const T_INTERSECTION: number = word('intersection', 'infix');
export const T_SETMINUS: number = word('setminus', 'infix');
export const T_ELEM: number = word('elem', 'infix');
export const T_SUBSET: number = word('subset', 'infix');
export const T_IMPLEMENTS: number = word('implements', 'infix');
export const T_AS: number = word('as', 'infix');
export const T_IN: number = word('in', 'infix');
export const T_BY: number = word('by', 'infix');
export const T_WITH: number = word('with', 'infix');
export const T_CONTRA: number = word('contra', 'brace');

export const T_FORALL: number = word('forall', 'prefix');
export const T_EXISTS: number = word('exists', 'prefix');
export const T_LET: number = word('let', 'prefix');
export const T_UNFOLDING: number = word('unfolding', 'prefix');
export const T_ASSERTING: number = word('asserting', 'prefix');
export const T_REVEAL: number = word('reveal', 'prefix');
export const T_MATCH: number = word('match', 'prefix');

export const T_ASSERT: number = word('assert', 'statement');
export const T_ASSUME: number = word('assume', 'statement');
export const T_INHALE: number = word('inhale', 'statement');
export const T_EXHALE: number = word('exhale', 'statement');
export const T_REFUTE: number = word('refute', 'statement');
export const T_FOLD: number = word('fold', 'statement');
export const T_UNFOLD: number = word('unfold', 'statement');
export const T_APPLY: number = word('apply', 'statement');
export const T_OUTLINE: number = word('outline', 'statement');
export const T_CRITICAL: number = word('critical', 'statement');
export const T_PROOF: number = word('proof', 'statement');
export const T_SHARE: number = word('share', 'statement');
export const T_OPEN_DUP_PKG_INV: number = word('openDupPkgInv', 'statement', true);

export const T_GHOST: number = word('ghost', 'modifier');
export const T_PRED: number = word('pred', 'modifier');

export const T_REQUIRES: number = word('requires', 'clause');
export const T_PRESERVES: number = word('preserves', 'clause');
export const T_ENSURES: number = word('ensures', 'clause');
export const T_INVARIANT: number = word('invariant', 'clause');
export const T_DECREASES: number = word('decreases', 'clause', true);
export const T_PURE: number = word('pure', 'clause', true);
export const T_TRUSTED: number = word('trusted', 'clause', true);
export const T_OPAQUE: number = word('opaque', 'clause', true);
export const T_MAY_INIT: number = word('mayInit', 'clause', true);
export const T_ATOMIC: number = word('atomic', 'clause', true);
export const T_OPENS_INVARIANTS: number = word('opensInvariants', 'clause', true);
export const T_IMPORT_REQUIRES: number = word('importRequires', 'clause');
export const T_PKG_INVARIANT: number = word('pkgInvariant', 'clause');
export const T_DUP: number = word('dup', 'clause');
export const T_FRIEND_PKG: number = word('friendPkg', 'clause');

function ofClass(...classes: readonly WordClass[]): readonly number[] {
  return words.flatMap((w, i) => (classes.includes(w.class) ? [firstWord + i] : []));
}

/** The words with which declarations and statements begin, for recovery. */
export const declWords: readonly number[] = ofClass('clause', 'modifier');
export const stmtWords: readonly number[] = ofClass('statement');

/** The codes of the words. */
export const wordTokens: ReadonlyMap<string, number> = new Map(words.map((w, i) => [w.text, firstWord + i]));

export function wordInfo(tok: number): WordInfo {
  return words[tok - firstWord] as WordInfo;
}

/** The number of all token codes. */
export const tokenCount: number = firstWord + words.length;

const specTokenText: readonly string[] = [...symbols, ...words.map((w) => w.text)];

/** How a token is written, or the name of its class. */
export function textOfToken(tok: number): string {
  return (tok < goTokenCount ? tokenText[tok] : specTokenText[tok - goTokenCount]) as string;
}

export const condPrecedence = 1;
/** Of `++` between sequences, which is no operator in plain Go. */
export const concatPrecedence = 9;

/** The precedence of each binary operator, from 1 on; 0 for every other token. */
export const precedence: Uint8Array = precedences();

function precedences(): Uint8Array {
  const result = new Uint8Array(tokenCount);
  result[T_QUESTION] = condPrecedence;
  result[T_IMPLIES] = 2;
  result[T_LOR] = 3;
  result[T_LAND] = 4;
  result[T_IMPLEMENTS] = 5;
  for (let tok = T_EQL; tok <= T_GEQ; tok++) result[tok] = 6;
  for (const tok of [T_GHOST_EQL, T_GHOST_NEQ]) result[tok] = 6;
  for (const tok of [T_ELEM, T_HASH, T_SUBSET]) result[tok] = 7;
  for (const tok of [T_UNION, T_INTERSECTION, T_SETMINUS]) result[tok] = 8;
  for (const tok of [T_ADD, T_SUB, T_OR, T_XOR, T_WAND]) result[tok] = concatPrecedence;
  for (const tok of [T_MUL, T_QUO, T_REM, T_SHL, T_SHR, T_AND, T_AND_NOT]) result[tok] = 10;
  return result;
}
