// What the tests compute with: terms such as PAdd(PIntLit(1), x), collections, and results of our front end.

import type { Node } from '../../../src/syntax/index.ts';
import type { Case, Stmt } from './scala.ts';

/** A node of Gobra's tree, one of its types, or `Some(x)`: a name with arguments. */
export interface Term {
  readonly con: string;
  readonly args: readonly Value[];
}

/** What the front end made of a text. */
export interface Parsed {
  readonly parsed: 'exp' | 'stmt' | 'type' | 'member' | 'import' | 'program';
  readonly text: string;
  readonly bodies: 'parse' | 'skip';
  /** Null if the text has errors. */
  readonly node: Node | null;
  /** Matched as `Left(errors)` or `Right(tree)`. */
  readonly either: boolean;
}

export interface Closure {
  readonly param: string;
  readonly body: readonly Stmt[];
  readonly env: ReadonlyMap<string, Value>;
}

export interface Native {
  readonly call: (args: readonly Value[]) => Value;
}

export interface Cases {
  readonly cases: readonly Case[];
}

export type Value = string | bigint | boolean | readonly Value[] | Term | Parsed | Closure | Native | Cases;

/** A test does not hold: the reason. */
export class TestFailure extends Error {}

/** A test asks for something that has no counterpart here: the reason. */
export class NotExpressible extends Error {}

export function isTerm(v: Value): v is Term {
  return typeof v === 'object' && 'con' in v;
}

export function isParsed(v: Value): v is Parsed {
  return typeof v === 'object' && 'parsed' in v;
}

export function isList(v: Value): v is readonly Value[] {
  return Array.isArray(v);
}

export function term(con: string, ...args: Value[]): Term {
  return { con, args };
}

export function show(v: Value): string {
  if (typeof v === 'string') return JSON.stringify(v);
  if (typeof v !== 'object') return String(v);
  if (isList(v)) return `(${v.map(show).join(', ')})`;
  if (isTerm(v)) return v.args.length === 0 ? v.con : `${v.con}(${v.args.map(show).join(', ')})`;
  return isParsed(v) ? (v.node === null ? 'errors' : `a ${v.node.kind}`) : 'a function';
}

export function sameValue(a: Value, b: Value): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((x, i) => sameValue(x, b[i] as Value));
  if (isTerm(a) && isTerm(b)) return a.con === b.con && sameValue(a.args, b.args);
  return a === b;
}
