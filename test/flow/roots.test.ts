// Which functions fragments begin with.

import { expect, test } from 'vitest';
import { flowProgram } from '../../src/check/analyse.ts';
import { findRoots } from '../../src/flow/roots.ts';
import { checkSource, flowOf, loadSource } from '../support/analysis.ts';
import { readText } from '../support/repository.ts';

test('functions that synchronise are roots where others can enter or objects are made', () => {
  const text = readText('testdata/flow/roots.go');
  const expected = text.split('\n').flatMap((line, i) => {
    const kind = /\/\/ root (\w+)$/.exec(line)?.[1];
    return kind === undefined ? [] : [`${i + 1} ${kind}`];
  });
  const flow = flowOf(text);
  const found = findRoots(flow).map(({ kind, fn }) => `${flow.sources.position(fn.span.pos)?.line} ${kind}`);
  expect(found.sort()).toEqual(expected.sort());
});

test('main and tests are entry points', () => {
  const main = flowOf('package main\n\nfunc main() {\n\tc := make(chan int)\n\tclose(c)\n}\n');
  expect(findRoots(main).map(({ kind, fn }) => `${fn.name} ${kind}`)).toEqual(['main main']);
});

test('what runs the tests of a package ends the process when it returns', () => {
  const text = `package p
import ("os"; "testing")
func TestMain(m *testing.M) {
	stop := make(chan bool)
	go func() { <-stop }()
	os.Exit(m.Run())
}
`;
  const roots = findRoots(flowProgram(loadSource(text, 'p_test.go')));
  expect(roots.map(({ kind, fn }) => `${fn.name} ${kind}`)).toEqual(['TestMain main']);
  const { findings, fragments } = checkSource(text, 'p_test.go');
  expect([findings, fragments.map(({ verdict }) => verdict)]).toEqual([[], ['proved']]);
});
