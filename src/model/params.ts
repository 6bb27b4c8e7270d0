// Values for the parameters of a fragment, and what follows from which of them are fine.

import { must } from '../base/assert.ts';
import { type Named, namedValue } from '../base/named.ts';
import type { CommProgram, ParamDecl } from '../comm/comm.ts';
import { admits, admitsAlone, paramsOf, rangeOfParam, visitExpr } from '../comm/index.ts';
import { representatives } from './classes.ts';
import { comparedWith } from './compared.ts';

export type ParamValue = number | boolean;
export type Valuation = readonly ParamValue[];

/** At most this many valuations are tried by default. */
export const defaultValuations = 64;

/** Constants up to here tell values to try: where a value decides how much is started, larger ones take too long. */
const largestCompared = 16;
/** At most so many values are tried for a parameter because of them. */
const mostCompared = 4;

/** Values tried for each parameter: chosen ones, or small ones. */
export function valuesOf(program: CommProgram, chosen: Named<readonly ParamValue[]>, most: number): ParamValue[][] {
  const classes = representatives(program);
  const compared = comparedWith(program);
  const values = program.params.map((param, i) => {
    const given = namedValue(chosen, param.name);
    return given === undefined ? [...(classes[i] ?? smallValues(program, i, must(compared[i])))] : [...given];
  });
  const product = (): number => values.reduce((n, list) => n * list.length, 1);
  // Too many together: give up the largest default value of the parameter that has most.
  while (product() > most) {
    let longest = -1;
    values.forEach((list, i) => {
      const fixed = namedValue(chosen, program.params[i]?.name ?? '') !== undefined;
      if (!fixed && list.length > 1 && list.length > (values[longest]?.length ?? 1)) longest = i;
    });
    if (longest < 0) break;
    values[longest]?.pop();
  }
  return values;
}

/** Whether values that were tried stand for all that the parameters can have. */
export function areComplete(program: CommProgram, values: readonly (readonly ParamValue[])[]): boolean {
  return representatives(program).every((needed, i) => needed?.every((value) => values[i]?.includes(value)) ?? false);
}

function smallValues(program: CommProgram, index: number, compared: readonly number[]): ParamValue[] {
  const param = must(program.params[index]);
  if (param.type === 'bool') return [false, true];
  const min = param.min;
  const small = min === null ? [-1, 0, 1, 2, 3] : [0, 1, 2, 3].map((n) => min + n);
  const required = program.requires.filter((condition) => paramsOf(condition).includes(index));
  if (required.length === 0) return [...small, ...beyond(param, small, compared)];
  // Where callers promise that it is large, values near to what they compare it with.
  const values = new Set(small);
  for (const condition of required) {
    visitExpr(condition, (part) => {
      if (part.kind === 'int') for (const step of [-1, 0, 1, 2]) values.add(part.value + step);
    });
  }
  return [...values]
    .filter((value) => (min === null || value >= min) && admitsAlone(program, index, value))
    .sort((a, b) => a - b)
    .slice(0, small.length);
}

/** Values on both sides of constants that the parameter is compared with, as far as these are beyond the small values and not large. */
function beyond(param: ParamDecl, small: readonly number[], compared: readonly number[]): number[] {
  const { high } = rangeOfParam(param);
  const largest = Math.max(...small);
  const near = compared
    .filter((constant) => constant <= largestCompared)
    .flatMap((constant) => [constant, constant + 1]);
  const values = [...new Set(near)].filter((value) => value > largest && (high === null || value <= high));
  return values.slice(0, mostCompared);
}

/** Combinations that callers may give. */
export function admitted(program: CommProgram, values: readonly (readonly ParamValue[])[]): Valuation[] {
  return combinations(values).filter((valuation) => admits(program, valuation));
}

/** All combinations, the first parameter changing slowest. */
function combinations(values: readonly (readonly ParamValue[])[]): Valuation[] {
  let all: ParamValue[][] = [[]];
  for (const list of values) all = all.flatMap((head) => list.map((value) => [...head, value]));
  return all;
}

/** Whether a valuation is fine; null where its search was cut, or did not decide. */
export type Fine = boolean | null;

/** What is known after trying all valuations. */
export interface Pattern {
  /** A Go expression that holds for exactly those among the tried valuations that are known to be fine. */
  readonly precondition: string;
  /** Whether the largest valuations of which something is known are fine: then small ones are likely an edge case. */
  readonly largeFine: boolean;
}

export function describePattern(program: CommProgram, all: readonly Valuation[], fine: readonly Fine[]): Pattern {
  const known = fine.map((one) => one === true);
  return { precondition: preconditionOf(program.params, all, known), largeFine: largeIsFine(all, fine) };
}

function largeIsFine(all: readonly Valuation[], fine: readonly Fine[]): boolean {
  const known = all.flatMap((valuation, k) => (fine[k] === null ? [] : [{ valuation, fine: fine[k] }]));
  const largest = known.filter((one) => !known.some((other) => isLarger(other.valuation, one.valuation)));
  return largest.length > 0 && largest.every((one) => one.fine);
}

/** Whether all integers are at least as large, and one is larger; booleans must be equal. */
function isLarger(a: Valuation, b: Valuation): boolean {
  return (
    a.every((value, i) => (typeof value === 'boolean' ? value === b[i] : value >= (b[i] as number))) &&
    a.some((value, i) => value !== b[i])
  );
}

type Test = { readonly text: string; readonly holds: (v: Valuation) => boolean };

function preconditionOf(params: CommProgram['params'], all: readonly Valuation[], fine: readonly boolean[]): string {
  const tests: Test[] = [];
  const names = params.map((param) => param.name);
  const mins = params.map((param) => (param.type === 'int' ? param.min : null));
  names.forEach((name, i) => {
    const values = [...new Set(all.map((v) => v[i] as ParamValue))];
    if (values.some((value) => typeof value === 'boolean')) {
      tests.push({ text: name, holds: (v) => v[i] === true }, { text: `!${name}`, holds: (v) => v[i] === false });
      return;
    }
    // What a person would write first comes first.
    const least = mins[i] ?? null;
    for (const k of values as number[]) {
      if (k === least) tests.push({ text: `${name} == ${k}`, holds: (v) => v[i] === k });
      tests.push({ text: `${name} >= ${k}`, holds: (v) => (v[i] as number) >= k });
      tests.push({ text: `${name} <= ${k}`, holds: (v) => (v[i] as number) <= k });
    }
    for (const k of values as number[]) {
      tests.push({ text: `${name} == ${k}`, holds: (v) => v[i] === k });
      tests.push({ text: `${name} != ${k}`, holds: (v) => v[i] !== k });
    }
    names.forEach((other, j) => {
      if (i === j || all.some((v) => typeof v[j] !== 'number')) return;
      const compare = (op: string, holds: (a: number, b: number) => boolean): void => {
        tests.push({ text: `${name} ${op} ${other}`, holds: (v) => holds(v[i] as number, v[j] as number) });
      };
      if (i < j) compare('==', (a, b) => a === b);
      compare('>=', (a, b) => a >= b);
      compare('>', (a, b) => a > b);
    });
  });
  const exact = (holds: (v: Valuation) => boolean): boolean => all.every((v, k) => holds(v) === fine[k]);
  for (const one of tests) if (exact(one.holds)) return one.text;
  for (let a = 0; a < tests.length && tests.length < 80; a++) {
    for (let b = a + 1; b < tests.length; b++) {
      const x = tests[a] as Test;
      const y = tests[b] as Test;
      if (exact((v) => x.holds(v) && y.holds(v))) return `${x.text} && ${y.text}`;
      if (exact((v) => x.holds(v) || y.holds(v))) return `${x.text} || ${y.text}`;
    }
  }
  const rows = all
    .filter((_, k) => fine[k])
    .map((v) => `(${v.map((value, i) => `${names[i]} == ${value}`).join(' && ')})`);
  return rows.slice(0, 16).join(' || ');
}
