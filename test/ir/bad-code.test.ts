// Code that does not type-check is translated all the same: what makes no sense becomes Unknown.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { funcRef, initFunction, lowerFunction, newLowerer, printFunction } from '../../src/ir/index.ts';
import { checkSources } from '../support/check.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'types');

/** Translates every function of a text, and prints it. */
function translate(path: string, text: string, strict: boolean): string {
  const { pkg, info, files } = checkSources([{ path, text }], { fakeImportC: true });
  const lowerer = newLowerer([{ types: pkg, info, files }], { strict });
  lowerFunction(lowerer, initFunction(lowerer, pkg));
  for (const obj of [...lowerer.bodies.keys()]) {
    if (obj.type?.kind !== 'Signature') continue;
    if ((obj.type.typeParams ?? obj.type.recvTypeParams ?? []).length === 0)
      lowerFunction(lowerer, funcRef(lowerer, obj));
  }
  return [...lowerer.functions.values()].map(printFunction).join('\n');
}

describe('code with errors', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.go'));
  test.each(names)('%s', (name) => {
    const path = join(folder, name);
    expect(translate(path, readFileSync(path, 'utf8'), false)).not.toBe('');
  });

  test('that calls C is unknown where it does', () => {
    const text = 'package p\nimport "C"\nfunc f(n int) int {\n\tC.init()\n\treturn int(C.add(C.int(n), 1))\n}\n';
    const printed = translate('c.go', text, true);
    expect(printed).toContain('unknown');
    expect(printed).not.toContain('cannot be translated');
  });
});
