// Functions that were forgotten are translated again when somebody asks, into the same.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fragmentProgram } from '../../src/comm/extract/fragment.ts';
import { printProgram } from '../../src/comm/text/print.ts';
import { declaredFunctions } from '../../src/flow/call-graph.ts';
import { findRoots } from '../../src/flow/roots.ts';
import { forgetFunctions, lowerFunction } from '../../src/ir/lower-func.ts';
import { printFunction } from '../../src/ir/print.ts';
import { typeHash } from '../../src/types/context.ts';
import { flowOf } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';

const files = ['testdata/check', 'testdata/ir'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.go'))
    .map((name) => `${folder}/${name}`),
);

describe('a function that was forgotten', () => {
  test.each(files)('in %s gives the same text and the same programs', (file) => {
    const flow = flowOf(readText(file));
    for (const { ref } of declaredFunctions(flow)) lowerFunction(flow.lowerer, ref);
    const ids = [...flow.lowerer.functions.keys()];
    const texts = ids.map((id) => printFunction(lowerFunction(flow.lowerer, { id, name: id })));
    const programs = findRoots(flow).map((found) => printProgram(fragmentProgram(flow, found)));
    // Literals are asked for before the functions around them.
    for (const id of ids.reverse()) {
      forgetFunctions(flow.lowerer, 0);
      forgetFunctions(flow.lowerer, 0);
      lowerFunction(flow.lowerer, { id, name: id });
    }
    ids.reverse();
    expect(ids.map((id) => printFunction(lowerFunction(flow.lowerer, { id, name: id })))).toEqual(texts);
    const again = findRoots(flow).map((found) => {
      forgetFunctions(flow.lowerer, 0);
      return printProgram(fragmentProgram(flow, found));
    });
    expect(again).toEqual(programs);
  });

  test('keeps its literals while it is asked for, and only then', () => {
    const id = 'example.com/p.F';
    const flow = flowOf(
      'package p\n\nfunc F() func() int { n := 0; return func() int { n++; return n } }\n\nfunc G() {}\n',
    );
    for (const { ref } of declaredFunctions(flow)) lowerFunction(flow.lowerer, ref);
    const get = (name: string) => lowerFunction(flow.lowerer, { id: name, name });
    const [outer, inner] = [get(id), get(`${id}$1`)];
    forgetFunctions(flow.lowerer, 0);
    expect(get(`${id}$1`)).toBe(inner);
    expect(get(id)).toBe(outer);
    forgetFunctions(flow.lowerer, 0);
    forgetFunctions(flow.lowerer, 0);
    expect(flow.lowerer.older.size).toBe(0);
    expect(get(id)).not.toBe(outer);
  });

  test('declares the same types in each instance', () => {
    const flow = flowOf(`package p

func Pair[T any](x T) any {
	type pair struct{ a, b T }
	return pair{x, x}
}

func F() any { return Pair(1) }
`);
    for (const { ref } of declaredFunctions(flow)) lowerFunction(flow.lowerer, ref);
    const id = [...flow.lowerer.makers.keys()].find((one) => one.endsWith('.Pair[int]')) ?? '';
    const typesOf = (): readonly string[] => {
      const fn = lowerFunction(flow.lowerer, { id, name: id });
      return fn.locals.map(({ type }) => typeHash(type));
    };
    const before = typesOf();
    forgetFunctions(flow.lowerer, 0);
    forgetFunctions(flow.lowerer, 0);
    expect(typesOf()).toEqual(before);
    expect(before.length).toBeGreaterThan(1);
  });
});
