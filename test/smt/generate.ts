// Random formulas, each in three forms that know nothing of one another: built, as plain SMT-LIB text, and as a function.

import * as smt from '../../src/smt/index.ts';

/** Numbers that depend on the seed alone. */
export function createRandom(seed: number): (below: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** The values of the variables of a generated formula. */
export interface World {
  readonly ints: readonly bigint[];
  readonly bools: readonly boolean[];
}

export interface Generated<T> {
  readonly term: smt.Term;
  readonly text: string;
  readonly value: (world: World) => T;
}

export interface Shape {
  readonly ints: number;
  readonly bools: number;
  readonly depth: number;
  /** Division and remainder by constants. */
  readonly division?: boolean;
  /** Products of variables. */
  readonly products?: boolean;
}

export const intVars = ['x', 'y', 'z', 'w'].map(smt.intVar);
export const boolVars = ['p', 'q', 'r'].map(smt.boolVar);

export function assignmentFor(world: World): smt.Assignment {
  const map = new Map<smt.Var, smt.Value>();
  for (const [i, value] of world.ints.entries()) map.set(intVars[i] as smt.Var, value);
  for (const [i, value] of world.bools.entries()) map.set(boolVars[i] as smt.Var, value);
  return smt.assignmentOf(map);
}

export function randomWorld(random: (below: number) => number): World {
  return {
    ints: intVars.map(() => BigInt(random(13) - 6)),
    bools: boolVars.map(() => random(2) === 1),
  };
}

function number(value: bigint): string {
  return value < 0n ? `(- ${-value})` : String(value);
}

export function generateInt(random: (below: number) => number, shape: Shape, depth = shape.depth): Generated<bigint> {
  const choice = depth <= 0 ? random(2) : random(9);
  if (choice === 0) {
    const value = BigInt(random(9) - 4);
    return { term: smt.int(value), text: number(value), value: () => value };
  }
  if (choice <= 2) {
    const i = random(shape.ints);
    const variable = intVars[i] as smt.Var;
    return { term: variable, text: variable.name, value: (world) => world.ints[i] as bigint };
  }
  const a = generateInt(random, shape, depth - 1);
  const b = generateInt(random, shape, depth - 1);
  if (choice === 3 || choice === 4) {
    return { term: smt.add(a.term, b.term), text: `(+ ${a.text} ${b.text})`, value: (w) => a.value(w) + b.value(w) };
  }
  if (choice === 5) {
    return { term: smt.sub(a.term, b.term), text: `(- ${a.text} ${b.text})`, value: (w) => a.value(w) - b.value(w) };
  }
  if (choice === 6) {
    const k = BigInt(random(7) - 3);
    if (shape.division && k !== 0n) return generateDivision(a, k, random(4));
    if (shape.products) {
      return { term: smt.mul(a.term, b.term), text: `(* ${a.text} ${b.text})`, value: (w) => a.value(w) * b.value(w) };
    }
    return { term: smt.mul(smt.int(k), a.term), text: `(* ${number(k)} ${a.text})`, value: (w) => k * a.value(w) };
  }
  const c = generateBool(random, shape, depth - 1);
  return {
    term: smt.ite(c.term, a.term, b.term),
    text: `(ite ${c.text} ${a.text} ${b.text})`,
    value: (w) => (c.value(w) ? a.value(w) : b.value(w)),
  };
}

function generateDivision(a: Generated<bigint>, k: bigint, kind: number): Generated<bigint> {
  const divisor = smt.int(k);
  const remainder = (value: bigint) => {
    const size = k < 0n ? -k : k;
    return ((value % size) + size) % size;
  };
  switch (kind) {
    case 0:
      return {
        term: smt.div(a.term, divisor),
        text: `(div ${a.text} ${number(k)})`,
        value: (w) => (a.value(w) - remainder(a.value(w))) / k,
      };
    case 1:
      return {
        term: smt.mod(a.term, divisor),
        text: `(mod ${a.text} ${number(k)})`,
        value: (w) => remainder(a.value(w)),
      };
    case 2:
      // Go's division, by the definition of truncation; JavaScript's on bigints is the same.
      return {
        term: smt.goDiv(a.term, divisor),
        text: `(ite (>= ${a.text} 0) (div ${a.text} ${number(k)}) (- (div (- ${a.text}) ${number(k)})))`,
        value: (w) => a.value(w) / k,
      };
    default:
      return {
        term: smt.goRem(a.term, divisor),
        text: `(ite (>= ${a.text} 0) (mod ${a.text} ${number(k)}) (- (mod (- ${a.text}) ${number(k)})))`,
        value: (w) => a.value(w) % k,
      };
  }
}

type Comparison = readonly [string, (a: smt.Term, b: smt.Term) => smt.Term, (a: bigint, b: bigint) => boolean];

const comparisons: readonly Comparison[] = [
  ['<=', smt.le, (a, b) => a <= b],
  ['<', smt.lt, (a, b) => a < b],
  ['>=', smt.ge, (a, b) => a >= b],
  ['>', smt.gt, (a, b) => a > b],
  ['=', smt.eq, (a, b) => a === b],
  ['distinct', smt.ne, (a, b) => a !== b],
];

export function generateBool(random: (below: number) => number, shape: Shape, depth = shape.depth): Generated<boolean> {
  if (depth <= 0 || random(4) === 0) {
    if (shape.bools > 0 && random(3) === 0) {
      const i = random(shape.bools);
      const variable = boolVars[i] as smt.Var;
      return { term: variable, text: variable.name, value: (world) => world.bools[i] as boolean };
    }
    const a = generateInt(random, shape, depth - 1);
    const b = generateInt(random, shape, depth - 1);
    const [text, build, value] = comparisons[random(comparisons.length)] as Comparison;
    return {
      term: build(a.term, b.term),
      text: `(${text} ${a.text} ${b.text})`,
      value: (w) => value(a.value(w), b.value(w)),
    };
  }
  const a = generateBool(random, shape, depth - 1);
  const b = generateBool(random, shape, depth - 1);
  switch (random(6)) {
    case 0:
      return { term: smt.not(a.term), text: `(not ${a.text})`, value: (w) => !a.value(w) };
    case 1:
      return {
        term: smt.and(a.term, b.term),
        text: `(and ${a.text} ${b.text})`,
        value: (w) => a.value(w) && b.value(w),
      };
    case 2:
      return { term: smt.or(a.term, b.term), text: `(or ${a.text} ${b.text})`, value: (w) => a.value(w) || b.value(w) };
    case 3:
      return {
        term: smt.implies(a.term, b.term),
        text: `(=> ${a.text} ${b.text})`,
        value: (w) => !a.value(w) || b.value(w),
      };
    case 4:
      return {
        term: smt.iff(a.term, b.term),
        text: `(= ${a.text} ${b.text})`,
        value: (w) => a.value(w) === b.value(w),
      };
    default: {
      const c = generateBool(random, shape, depth - 1);
      return {
        term: smt.ite(c.term, a.term, b.term),
        text: `(ite ${c.text} ${a.text} ${b.text})`,
        value: (w) => (c.value(w) ? a.value(w) : b.value(w)),
      };
    }
  }
}

/** Declarations of everything that generated text can mention. */
export const plainDeclarations = [
  ...intVars.map(({ name }) => `(declare-const ${name} Int)`),
  ...boolVars.map(({ name }) => `(declare-const ${name} Bool)`),
].join('\n');
