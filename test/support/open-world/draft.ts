// A generated package in the making: one exported type with what it needs, put together from parts.

import type { Random } from '../../../src/explore/random.ts';

/** One exported type with its constructor, methods and package-level helpers. */
export interface Draft {
  /** Exported: `S12`; everything that is declared for it begins with this, or with `s12`. */
  readonly type: string;
  readonly own: string;
  readonly random: Random;
  readonly imports: Set<string>;
  readonly fields: string[];
  /** Parameters of the constructor, and statements in it about the new object `s`. */
  readonly makes: string[];
  readonly inits: string[];
  /** Whole declarations. */
  readonly decls: string[];
  /** Which kinds of section 2 it can show. */
  readonly kinds: Set<string>;
  /** Names of objects that no client can reach. */
  readonly hidden: Set<string>;
  names: number;
}

/** A lock, as the expressions of one statement each. */
export interface LockForm {
  readonly lock: string;
  readonly unlock: string;
  /** A parameter that the method needs for it. */
  readonly param: string;
}

/** What decides, asked within a method of `s`. */
export interface Condition {
  /** A parameter that the method needs; '' if none. */
  readonly param: string;
  /** Statements before the question. */
  readonly before: readonly string[];
  readonly test: string;
}

export function newDraft(type: string, random: Random): Draft {
  return {
    type,
    own: type.charAt(0).toLowerCase() + type.slice(1),
    random,
    imports: new Set(['sync']),
    fields: ['n int'],
    makes: [],
    inits: [],
    decls: [],
    kinds: new Set(),
    hidden: new Set(),
    names: 0,
  };
}

/** One of the rows of a table. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)] as T;
}

export function oneIn(random: Random, n: number): boolean {
  return random.below(n) === 0;
}

export function fresh(d: Draft, stem: string): string {
  return `${stem}${d.names++}`;
}

export function method(d: Draft, name: string, params: readonly string[], body: readonly string[]): void {
  const list = params.filter((param) => param !== '').join(', ');
  d.decls.push(`func (s *${d.type}) ${name}(${list}) {\n${body.map((line) => `\t${line}`).join('\n')}\n}`);
}

/** A field that the constructor takes or leaves alone, with a setter that takes the lock if there is one. */
export function settable(d: Draft, field: string, type: string, lock: LockForm | null): void {
  d.fields.push(`${field} ${type}`);
  if (oneIn(d.random, 2)) {
    d.makes.push(`${field} ${type}`);
    d.inits.push(`s.${field} = ${field}`);
  }
  const set = `s.${field} = v`;
  const body = lock === null || lock.param !== '' ? [set] : [lock.lock, set, lock.unlock];
  method(d, `Set${field.charAt(0).toUpperCase()}${field.slice(1)}`, [`v ${type}`], body);
}

/** The source of the draft, without package clause and imports. */
export function textOf(d: Draft): string {
  const fields = d.fields.map((field) => `\t${field}\n`).join('');
  const inits = d.inits.map((line) => `\t${line}\n`).join('');
  return [
    `type ${d.type} struct {\n${fields}}`,
    `func New${d.type}(${d.makes.join(', ')}) *${d.type} {\n\ts := &${d.type}{}\n${inits}\treturn s\n}`,
    ...d.decls,
    '',
  ].join('\n\n');
}
