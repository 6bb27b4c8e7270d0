// The models parse and type-check with our own checker, and keep to their conventions.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkModels, modelPackages } from '../support/models.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'models');

it('type-checks without errors, every package with its bodies', () => {
  const { packages, errors } = checkModels(folder);
  expect(errors).toEqual([]);
  expect(packages).toBeGreaterThan(170);
});

it('has what concurrent programs use', () => {
  const packages = modelPackages(folder);
  for (const path of [
    'sync',
    'sync/atomic',
    'context',
    'time',
    'errors',
    'fmt',
    'io',
    'os/signal',
    'runtime',
    'testing',
    'net/http',
    'golang.org/x/sync/errgroup',
    'golang.org/x/sync/semaphore',
    'golang.org/x/sync/singleflight',
  ]) {
    const files = packages.get(path) ?? [];
    expect(
      files.filter((file) => !file.endsWith('api.go')),
      path,
    ).not.toEqual([]);
  }
});

it('uses only directives that its README explains', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const explained = new Set(
    [...readme.matchAll(/`(?:\/\/gordian:model )?([a-z.]+)(?: NAME)?`/g)].map(([, word]) => word),
  );
  for (const files of modelPackages(folder).values()) {
    for (const file of files) {
      for (const [, what = '', name = ''] of readFileSync(file, 'utf8').matchAll(/^\/\/gordian:model (\w+) ?(.*)$/gm)) {
        expect(explained, file).toContain(what);
        // The README lists `mutex.lock` in full and its siblings by their last part.
        const last = `.${name.split('.').at(-1)}`;
        if (what === 'primitive') expect(explained.has(name) || explained.has(last), `${file}: ${name}`).toBe(true);
      }
    }
  }
});
