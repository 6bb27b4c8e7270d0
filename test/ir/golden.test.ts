// The printed ir of testdata/ir against the golden files beside them. `npm run golden` writes these anew.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import {
  funcRef,
  type Function as IrFunction,
  initFunction,
  lowerFunction,
  newLowerer,
  printFunction,
  sanity,
} from '../../src/ir/index.ts';
import { type LoadedPackage, loadPackages } from '../../src/load/index.ts';
import { root } from '../support/repository.ts';
import { loadSpecified } from '../support/specified.ts';

const folder = join(root, 'testdata', 'ir');
const names = readdirSync(folder).filter((name) => name.endsWith('.go'));
const specified = readdirSync(folder).filter((name) => name.endsWith('.gobra'));

/** All functions of the file and what they lead to inside it, in the order of translation. */
function functionsOf(name: string) {
  // The models stand for the standard library, so that the result is the same on every machine.
  const host = nodeHost(root, {});
  const request = { patterns: [join(folder, name)], cwd: folder, goroot: null, models: join(root, 'models') };
  return translated(loadPackages(host, request).packages);
}

function translated(packages: readonly LoadedPackage[]) {
  const lowerer = newLowerer(packages, { strict: true });
  for (const pkg of packages) {
    if (pkg.info.initOrder.length > 0) lowerFunction(lowerer, initFunction(lowerer, pkg.types));
  }
  for (const obj of [...lowerer.bodies.keys()]) {
    if (obj.type?.kind !== 'Signature') continue;
    // Generic functions as they are written, and below their instances.
    lowerFunction(lowerer, funcRef(lowerer, obj));
  }
  // Instances and wrappers that were named meanwhile, and those that they name.
  for (const id of lowerer.makers.keys()) lowerFunction(lowerer, { id, name: id });
  return [...lowerer.functions.values()].filter((f) => f.body !== null);
}

function expectGolden(name: string, functions: readonly IrFunction[]): void {
  expect(functions.flatMap(sanity)).toEqual([]);
  const text = functions.map(printFunction).join('\n');
  const golden = join(folder, name.replace(/\.\w+$/, '.ir'));
  if (process.env.GORDIAN_UPDATE !== undefined) writeFileSync(golden, text);
  expect(text).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '');
}

describe('ir', () => {
  test.each(names)('of %s is sane and as recorded', (name) => {
    expectGolden(name, functionsOf(name));
  });

  test.each(specified)('of %s, with contracts and ghost code, is sane and as recorded', (name) => {
    expectGolden(name, translated([loadSpecified(join(folder, name)).pkg]));
  });
});
