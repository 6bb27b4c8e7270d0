// The syntactic filter for parametric communication: which functions it takes, and with which primitives.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/repository.ts';
import { parametricCommunication } from './filter.ts';
import { loadGo } from './fragments.ts';

test('functions are taken for what depends on a number that is not constant', () => {
  const found: Record<string, string | null> = {};
  for (const { files, info } of loadGo(join(root, 'testdata/parametric/filter')).packages) {
    for (const decl of files.flatMap((file) => file.decls)) {
      if (decl.kind === 'FuncDecl') found[decl.name.name] = parametricCommunication(decl, info);
    }
  }
  expect(found).toEqual({
    capacity: 'channels',
    adds: 'WaitGroup',
    loops: 'both',
    countsDown: 'channels',
    goes: 'WaitGroup',
    constants: null,
    endless: null,
    noCommunication: null,
  });
});
