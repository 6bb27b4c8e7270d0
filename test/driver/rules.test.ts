// The table of rules: complete, documented, found by name, and with examples that show what they claim.

import { describe, expect, test } from 'vitest';
import { nearestNames } from '../../src/base/nearest.ts';
import { check } from '../../src/driver/check.ts';
import { rulesDocument } from '../../src/driver/explain.ts';
import { modelsFolder } from '../../src/driver/host/installation.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { rules } from '../../src/driver/rules.ts';
import { loadPackages } from '../../src/load/index.ts';
import { folderWith } from '../support/cli.ts';
import { installedGo } from '../support/go.ts';
import { readText } from '../support/repository.ts';

test('docs/rules.md is what `npm run docs` writes', () => {
  expect(readText('docs/rules.md')).toBe(rulesDocument(rules));
});

test('every rule has a sentence', () => {
  for (const rule of rules.values()) expect(rule.title, rule.name).toMatch(/^\S.*\.$/s);
});

test('a mistyped name finds the right one', () => {
  expect(nearestNames('missingcomma', rules.keys())).toEqual(['MissingComma']);
  expect(nearestNames('MissinComa', rules.keys())).toEqual(['MissingComma']);
  expect(nearestNames('x', rules.keys())).toEqual([]);
});

/** The names of what is found in a concurrent program; imports are left out of examples. */
async function found(source: string): Promise<readonly string[]> {
  const imports = ['context', 'runtime', 'sync', 'sync/atomic', 'time', 'os', 'os/signal']
    .filter((path) => source.includes(`${path.replace(/^.*\//, '')}.`))
    .map((path) => `import "${path}"\n`);
  const text = `package p\n\n${imports.join('')}\n${source}\n`;
  const { findings, diagnostics } = await check({
    folder: folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': text }),
    patterns: ['.'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    limits: { states: 100_000, work: 20_000_000, totalWork: 60_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  // One rule is never more than a note.
  const told = findings.filter(({ rule, severity }) => severity !== 'note' || rule === 'dead-case');
  return [...diagnostics, ...told].map(({ rule }) => rule);
}

/** The names of what is reported for a file, which may be one of the specification language. */
function reported(source: string, name = 'p.go'): readonly string[] {
  const text = /^package /m.test(source) ? source : `package p\n\n${source}\n`;
  const folder = folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', [name]: text });
  const goroot = installedGo?.goroot ?? null;
  const rules = { requireMeasures: false, friendClauses: false, relations: false, requireTriggers: false };
  const specifications =
    name === 'p.go' ? null : { include: [], module: '', library: null, onlyWithHeader: false, rules };
  const request = { patterns: ['.'], goroot, models: modelsFolder(), cgo: true, specifications };
  const { diagnostics } = loadPackages(nodeHost(folder, {}), request);
  return diagnostics.map((diagnostic) => diagnostic.rule);
}

describe('the example', () => {
  const examples = [...rules.values()].filter((rule) => rule.bad !== '');
  test.each(examples)('of $name gives $name and nothing else', async ({ name, group, bad }) => {
    const file = group === 'specifications' ? 'p.gobra' : 'p.go';
    expect([...new Set(group === 'concurrency' ? await found(bad) : reported(bad, file))]).toEqual([name]);
  });

  const corrected = [...rules.values()].filter((rule) => rule.group === 'concurrency' && rule.good !== '');
  test.each(corrected)('of $name put right gives nothing', async ({ good }) => {
    expect(await found(good)).toEqual([]);
  });
});
