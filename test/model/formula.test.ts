// Formulas: their syntax, and their evaluation against the naive one.

import { expect, test } from 'vitest';
import { checkProgram, type Formula, godelFormulas, parseFormula } from '../../src/model/index.ts';
import { allFeatures, generateProgram, random } from '../support/generate-comm.ts';
import { naiveGraph, TooLarge } from './naive.ts';
import { naiveFormula } from './naive-formula.ts';

function read(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return parsed.formula;
}

test('formulas that are not well-formed are rejected with a place', () => {
  const problem = (text: string): string => {
    const parsed = parseFormula(text);
    return parsed.ok ? 'accepted' : `${parsed.at}: ${parsed.message}`;
  };
  expect(problem('')).toBe('0: expected a name, found the end');
  expect(problem('true and')).toBe('8: expected a name, found the end');
  expect(problem('[anything] true')).toBe('1: expected sync, found anything');
  expect(problem('X')).toBe('0: X is not bound by nu or mu');
  expect(problem('mu X. not X')).toBe('0: X occurs under a negation');
  expect(problem('true true')).toBe('5: unexpected true');
  expect(problem('c & d')).toBe('2: unexpected character &');
});

test('precedence: not, modalities and quantifiers bind as they are read', () => {
  expect(read('not true and false or true implies false')).toEqual(
    read('(((not true) and false) or true) implies false'),
  );
  expect(read('<any> true and false')).toEqual(read('(<any> true) and false'));
  expect(read('nu X. true and [any] X')).toEqual(read('nu X. (true and [any] X)'));
  expect(read('all c. c! or c?')).toEqual(read('all c. (c! or c?)'));
});

/** A random closed formula, also with nested fixpoints of both kinds. */
function randomFormula(
  rnd: (below: number) => number,
  depth: number,
  sets: readonly string[],
  channels: readonly string[],
): string {
  const sub = (s = sets, c = channels): string => randomFormula(rnd, depth - 1, s, c);
  if (depth === 0) {
    const leaves = ['true', 'false', ...sets, ...sets];
    for (const c of channels)
      leaves.push(`${c}!`, `${c}?`, `sync ${c}`, `close ${c}`, `closed ${c}`, `push ${c}`, `pop ${c}`);
    return leaves[rnd(leaves.length)] as string;
  }
  const action = (): string => ['any', 'tau', ...channels.map((c) => `sync ${c}`)][rnd(2 + channels.length)] as string;
  switch (rnd(9)) {
    case 0:
      return `(${sub()} and ${sub()})`;
    case 1:
      return `(${sub()} or ${sub()})`;
    case 2:
      return `(not ${sub([])} or ${sub()})`;
    case 3:
      return `[${action()}, ${action()}] ${sub()}`;
    case 4:
      return `<${action()}> ${sub()}`;
    case 5:
    case 6: {
      const name = `X${sets.length}`;
      return `(${rnd(2) === 0 ? 'nu' : 'mu'} ${name}. ${sub([...sets, name])})`;
    }
    case 7: {
      const name = `c${channels.length}`;
      return `(${rnd(2) === 0 ? 'all' : 'some'} ${rnd(4) === 0 ? 'select ' : ''}${name}. ${sub(sets, [...channels, name])})`;
    }
    default:
      return `${rnd(2) === 0 ? 'always' : 'eventually'} ${sub()}`;
  }
}

test('the properties of the Godel paper and random formulas hold where the naive evaluator says so', () => {
  const features = { ...allFeatures, locks: false, conds: false, timers: false, memory: false, unwinding: false };
  const problems: string[] = [];
  let compared = 0;
  let held = 0;
  for (let seed = 0; seed < 150; seed++) {
    const program = generateProgram(seed, features, 3);
    const rnd = random(seed + 99);
    const texts = [...Object.values(godelFormulas), ...Array.from({ length: 4 }, () => randomFormula(rnd, 4, [], []))];
    try {
      const graph = naiveGraph(program, [], 'function', 40);
      const formulas = texts.map((text, i) => ({ name: `f${i}`, text }));
      for (const symmetry of [false, true]) {
        const result = checkProgram(program, { properties: [], formulas, symmetry });
        formulas.forEach(({ name, text }) => {
          const holds = naiveFormula(graph, read(text));
          const want = graph.initial.every((i) => holds[i]) ? 'proved' : 'violated';
          const got = result.verdicts.get(name)?.kind;
          compared++;
          if (want === 'proved') held++;
          if (got !== want && result.gaps.length === 0)
            problems.push(`seed ${seed} ${symmetry}: ${text} is ${got}, naive says ${want}`);
        });
      }
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  expect(problems).toEqual([]);
  expect(compared).toBeGreaterThan(500);
  expect(held).toBeGreaterThan(200);
  expect(compared - held).toBeGreaterThan(200);
});
