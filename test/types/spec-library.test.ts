// The specifications of the standard library: each package is without error, and declares what the real one does.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { loadPackages } from '../../src/load/index.ts';
import { difference, printFile } from '../../src/syntax/index.ts';
import { isExported, type Package, type Signature } from '../../src/types/index.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';
import { loadSpecified } from '../support/specified.ts';

const rules = { requireMeasures: true, friendClauses: false, relations: false, requireTriggers: false };
const folder = join(root, 'specs');
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.gobra') || name.endsWith('.go'))
  .map((name) => name.slice(0, name.lastIndexOf('/')));
const packages = [...new Set(paths)].sort();

function specified(path: string) {
  const specifications = { include: [], module: '', library: folder, onlyWithHeader: false, rules };
  const patterns = [join(folder, path)];
  return loadPackages(nodeHost(root, {}), { patterns, goroot: null, models: null, gopath: [], specifications });
}

describe.each(packages)('%s', (path) => {
  const loaded = specified(path);

  test('is without error, each pure or ghost function with a termination measure', () => {
    expect(loaded.diagnostics.map((found) => `${found.rule} ${found.message}`)).toEqual([]);
  });

  test.runIf(installedGo !== null)('has functions that the real package has, with as many results', () => {
    const goroot = installedGo?.goroot ?? null;
    const real = loadPackages(nodeHost(root, {}), { patterns: [path], goroot }).packages[0]?.types;
    const [pkg] = loaded.packages;
    expect(real).toBeDefined();
    expect(differences(pkg?.types as Package, real as Package, pkg?.info.facts?.ghost ?? new Set())).toEqual([]);
  });
});

test.runIf(installedGo !== null)('laid over the real packages they are without error, and nothing is missing', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gordian-specs-'));
  try {
    const imports = packages.map((path) => `import _ "${path}"\n`);
    writeFileSync(join(dir, 'p.gobra'), `package p\n\n${imports.join('')}`);
    const specifications = { include: [], module: '', library: folder, onlyWithHeader: false, rules };
    const goroot = installedGo?.goroot ?? null;
    const request = { patterns: [join(dir, 'p.gobra')], goroot, models: null, specifications };
    const { diagnostics, specified: all } = loadPackages(nodeHost(dir, {}), request);
    const found = [...diagnostics, ...all.flatMap((pkg) => pkg.diagnostics)];
    expect(found.map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
    expect(all.filter((pkg) => pkg.lacking || pkg.incomplete).map((pkg) => pkg.path)).toEqual([]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a program with channels, wait groups and predicates as values is without error, also printed and parsed again', () => {
  const path = join(root, 'testdata/types/replace-parts.gobra');
  const [file] = loadSpecified(path).pkg.files;
  const printed = printFile(must(file, 'a file'), { specifications: 'tokens' });
  const dir = mkdtempSync(join(tmpdir(), 'gordian-specs-'));
  try {
    writeFileSync(join(dir, 'p.gobra'), printed);
    const again = loadSpecified(join(dir, 'p.gobra')).pkg.files[0];
    expect(difference(must(file, 'a file'), must(again, 'a file'))).toBeNull();
  } finally {
    rmSync(dir, { recursive: true });
  }
});

/** Exported functions that are not ghost and that the real package does not have in this form. */
function differences(pkg: Package, real: Package, ghost: ReadonlySet<unknown>): readonly string[] {
  const wrong: string[] = [];
  for (const [name, obj] of pkg.scope.elems ?? []) {
    if (!isExported(name) || ghost.has(obj)) continue;
    const other = real.scope.elems?.get(name);
    if (other === undefined || other.kind !== obj.kind) wrong.push(`${name}: not in the package`);
    else if (obj.kind === 'Func' && !fits(obj.type as Signature, other.type as Signature, ghost))
      wrong.push(`${name}: another signature`);
  }
  return wrong;
}

/** Ghost parameters are left out of the comparison. */
function fits(spec: Signature, real: Signature, ghost: ReadonlySet<unknown>): boolean {
  const params = spec.params.vars.filter((v) => !ghost.has(v));
  return params.length === real.params.vars.length && spec.results.vars.length === real.results.vars.length;
}
