// The theories of collections: what must be provable is, nothing else follows, and closed expressions have their values.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../fuzz/random.ts';
import { host, verdicts } from './support.ts';

const directory = 'testdata/proof/theories';

describe.skipIf(host === null).each(readdirSync(directory))('%s', (name) => {
  const text = readFileSync(`${directory}/${name}`, 'utf8');

  test('is proved', () => {
    expect(verdicts(text).filter((verdict) => !verdict.endsWith(': proved'))).toEqual([]);
  });

  test('does not make the axioms prove everything', () => {
    // Each fact has brought its terms by then, so every axiom has been used.
    const broken = text.replaceAll(/^}$/gm, '  assert false\n}');
    const lines = broken.split('\n').flatMap((line, i) => (line === '  assert false' ? [i + 1] : []));
    expect(verdicts(broken).map((verdict) => verdict.replace(/^\w+: /, ''))).toEqual(
      lines.map((line) => `assert.failed:assertion.false@${line}`),
    );
  });
});

type Below = (n: number) => number;

/** A closed expression of sequences, and its value. */
function sequence(below: Below, depth: number): readonly [string, readonly number[]] {
  if (depth === 0) {
    const elems = Array.from({ length: below(4) }, () => below(3));
    return [elems.length === 0 ? 'Seq[Int]()' : `Seq(${elems.join(', ')})`, elems];
  }
  const [text, value] = sequence(below, depth - 1);
  switch (below(5)) {
    case 0: {
      const [other, rest] = sequence(below, depth - 1);
      return [`(${text} ++ ${other})`, [...value, ...rest]];
    }
    case 1: {
      const n = below(6) - 1;
      return [`${text}[..${n}]`, value.slice(0, Math.max(0, n))];
    }
    case 2: {
      const n = below(6) - 1;
      return [`${text}[${n}..]`, value.slice(Math.max(0, n))];
    }
    case 3: {
      if (value.length === 0) return [text, value];
      const i = below(value.length);
      const x = below(3);
      return [`${text}[${i} := ${x}]`, value.with(i, x)];
    }
    default: {
      const low = below(3);
      const high = below(5);
      return [
        `(${text} ++ [${low}..${high}))`,
        [...value, ...Array.from({ length: Math.max(0, high - low) }, (_, i) => low + i)],
      ];
    }
  }
}

/** A closed expression of sets, and its value. */
function set(below: Below, depth: number): readonly [string, ReadonlySet<number>] {
  if (depth === 0) {
    const elems = Array.from({ length: below(4) }, () => below(3));
    return [elems.length === 0 ? 'Set[Int]()' : `Set(${elems.join(', ')})`, new Set(elems)];
  }
  const [left, a] = set(below, depth - 1);
  const [right, b] = set(below, depth - 1);
  switch (below(3)) {
    case 0:
      return [`(${left} union ${right})`, new Set([...a, ...b])];
    case 1:
      return [`(${left} intersection ${right})`, new Set([...a].filter((x) => b.has(x)))];
    default:
      return [`(${left} setminus ${right})`, new Set([...a].filter((x) => !b.has(x)))];
  }
}

function literal(name: 'Seq' | 'Set', elems: readonly number[]): string {
  return elems.length === 0 ? `${name}[Int]()` : `${name}(${elems.join(', ')})`;
}

describe('closed expressions', () => {
  const { int: below } = randomFrom(7);
  const methods: string[] = [];
  const expected: string[] = [];
  for (let i = 0; i < 12; i++) {
    const [text, value] = sequence(below, 1 + below(2));
    methods.push(`method seq${i}() { assert ${text} == ${literal('Seq', value)} assert |${text}| == ${value.length} }`);
    methods.push(`method badSeq${i}() { assert ${text} == ${literal('Seq', [...value, 0])} }`);
    expected.push(`seq${i}: proved`, `badSeq${i}: not proved`);
    const [setText, members] = set(below, 1 + below(2));
    const flipped = [0, 1, 2].filter((x) => members.has(x) !== (x === 1));
    methods.push(
      `method set${i}() { assert ${setText} == ${literal('Set', [...members])} assert |${setText}| == ${members.size} }`,
    );
    methods.push(`method badSet${i}() { assert ${setText} == ${literal('Set', flipped)} }`);
    expected.push(`set${i}: proved`, `badSet${i}: not proved`);
  }

  test('have their values, and no others', () => {
    const found = verdicts(methods.join('\n')).map((verdict) =>
      verdict.replace(/: (assert\.failed.*|timeout)/, ': not proved'),
    );
    expect(found).toEqual(expected);
  });
});
