// The printed ir of testdata/ir against the golden files beside them. GORDIAN_UPDATE=1 writes these anew.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { funcRef, initFunction, lowerFunction, newLowerer, printFunction, sanity } from '../../src/ir/index.ts';
import { loadPackages } from '../../src/load/index.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'ir');
const names = readdirSync(folder).filter((name) => name.endsWith('.go'));

/** All functions of the file and what they lead to inside it, in the order of translation. */
function functionsOf(name: string) {
  // The models stand for the standard library, so that the result is the same on every machine.
  const host = nodeHost(root, {});
  const request = { patterns: [join(folder, name)], cwd: folder, goroot: null, models: join(root, 'models') };
  const { packages } = loadPackages(host, request);
  const lowerer = newLowerer(packages, { strict: true });
  for (const pkg of packages) {
    if (pkg.info.initOrder.length > 0) lowerFunction(lowerer, initFunction(lowerer, pkg.types));
  }
  for (const obj of [...lowerer.bodies.keys()]) {
    if (obj.type?.kind !== 'Signature') continue;
    if ((obj.type.typeParams ?? obj.type.recvTypeParams ?? []).length === 0)
      lowerFunction(lowerer, funcRef(lowerer, obj));
  }
  // Instances and wrappers that were named meanwhile, and those that they name.
  for (const id of lowerer.makers.keys()) lowerFunction(lowerer, { id, name: id });
  return [...lowerer.functions.values()].filter((f) => f.body !== null);
}

describe('ir', () => {
  test.each(names)('of %s is sane and as recorded', (name) => {
    const functions = functionsOf(name);
    expect(functions.flatMap(sanity)).toEqual([]);
    const text = functions.map(printFunction).join('\n');
    const golden = join(folder, name.replace(/\.go$/, '.ir'));
    if (process.env.GORDIAN_UPDATE !== undefined) writeFileSync(golden, text);
    expect(text).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '');
  });
});
