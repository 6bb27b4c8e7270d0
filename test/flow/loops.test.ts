// Which loops end: the comment at each loop of the test data says it.

import { expect, test } from 'vitest';
import { declaredFunctions } from '../../src/flow/call-graph.ts';
import { terminates } from '../../src/flow/loops.ts';
import { functionOf } from '../../src/flow/program.ts';
import { walkBlock } from '../../src/flow/walk.ts';
import { flowOf } from '../support/analysis.ts';
import { readText } from '../support/repository.ts';

test('loops end where they do', () => {
  const text = readText('testdata/flow/loops.go');
  const expected = text.split('\n').flatMap((line, i) => {
    const says = /\/\/ (ends|open)$/.exec(line)?.[1];
    return says === undefined ? [] : [`${i + 1} ${says}`];
  });
  const flow = flowOf(text);
  const found = new Set<string>();
  for (const { ref } of declaredFunctions(flow)) {
    const fn = functionOf(flow, ref);
    if (fn.body === null) continue;
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind !== 'Loop') return;
      const line = flow.sources.position(stmt.span.pos)?.line;
      found.add(`${line} ${terminates(stmt) ? 'ends' : 'open'}`);
    });
  }
  expect([...found].sort()).toEqual(expected.sort());
});
