// Results of earlier runs: taken again only where everything that they were read from is what it was.

import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../src/check/check.ts';
import { openFragments } from '../../src/driver/cache/fragments.ts';
import { openStore } from '../../src/driver/cache/store.ts';
import { type CheckRequest, check } from '../../src/driver/check.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { recordingHost, stillAnswers } from '../../src/driver/host/recording-host.ts';
import { rules } from '../../src/driver/rules.ts';
import type { ModelResult } from '../../src/model/index.ts';
import { toJson } from '../../src/report/index.ts';
import { folderWith } from '../support/cli.ts';

const leak = `package p

import "example.com/p/dep"

func Leak() {
	c := make(chan int)
	go func() { c <- dep.Value() }()
}
`;
const files = {
  'go.mod': 'module example.com/p\n\ngo 1.26\n',
  'p.go': leak,
  'dep/dep.go': 'package dep\n\nfunc Value() int { return 1 }\n',
};

interface Run {
  readonly result: CheckResult;
  /** How often packages or fragments were worked on: never, where an earlier result was taken. */
  readonly work: number;
}

async function run(folder: string, cache: string | null, extra: Partial<CheckRequest> = {}): Promise<Run> {
  let work = 0;
  const result = await check({
    folder,
    patterns: ['./...'],
    tags: [],
    goos: 'linux',
    goarch: 'amd64',
    tests: true,
    modelsOnly: true,
    limits: { states: 10_000, work: 60_000_000, totalWork: 60_000_000, milliseconds: 600_000 },
    cache,
    progress: () => {
      work++;
    },
    ...extra,
  });
  return { result, work };
}

function shown(result: CheckResult, folder: string): unknown {
  const { sources, diagnostics, fragments, findings } = result;
  const json = toJson({ version: '0', sources, folder, problems: diagnostics, fragments, findings, rules });
  return { ...json, fragments: json.fragments.map((fragment) => ({ ...fragment, ms: 0 })) };
}

describe('a second run', () => {
  test('over an unchanged tree does nothing, and says the same', async () => {
    const folder = folderWith(files);
    const cache = folderWith({});
    const first = await run(folder, cache);
    const second = await run(folder, cache);
    expect(first.work).toBeGreaterThan(0);
    expect(first.result.findings.map(({ rule }) => rule)).toEqual(['goroutine-leak']);
    expect(second.work).toBe(0);
    expect(shown(second.result, folder)).toEqual(shown(first.result, folder));
  });

  test.each([
    ['the file itself', 'p.go', leak.replace('make(chan int)', 'make(chan int, 1)'), 0],
    ['a dependency', 'dep/dep.go', 'package dep\n\nfunc Value() int { select {} }\n', 1],
    ['go.mod', 'go.mod', 'module example.com/p\n\ngo 1.25\n', 1],
    ['a new file', 'q.go', 'package p\n\nfunc Other() { <-make(chan int) }\n', 2],
  ])('sees a change of %s', async (_, path, text, findings) => {
    const folder = folderWith(files);
    const cache = folderWith({});
    await run(folder, cache);
    writeFileSync(join(folder, path), text);
    const second = await run(folder, cache);
    expect(second.work).toBeGreaterThan(0);
    expect(second.result.findings).toHaveLength(findings);
    expect(shown(second.result, folder)).toEqual(shown((await run(folder, null)).result, folder));
  });

  test('rests on the models of the standard library too', async () => {
    const folder = folderWith({ ...files, 'q.go': 'package p\n\nimport "sync"\n\nvar Mu sync.Mutex\n' });
    const cache = folderWith({});
    await run(folder, cache);
    const kept = readdirSync(cache).map((name) => readFileSync(join(cache, name), 'utf8'));
    expect(kept.some((text) => /\["read","[^"]*\/models\/sync\/[^"]*","[0-9a-f]{64}"\]/.test(text))).toBe(true);
  });

  test('asks again for other properties, tags and limits', async () => {
    const folder = folderWith(files);
    const cache = folderWith({});
    await run(folder, cache);
    expect((await run(folder, cache, { tags: ['x'] })).work).toBeGreaterThan(0);
    expect((await run(folder, cache, { tests: false })).work).toBeGreaterThan(0);
    const limits = { states: 9_000, work: 60_000_000, totalWork: 60_000_000, milliseconds: 600_000 };
    expect((await run(folder, cache, { limits })).work).toBeGreaterThan(0);
    expect((await run(folder, cache)).work).toBe(0);
  });

  test('is not deceived by damage', async () => {
    const folder = folderWith(files);
    const cache = folderWith({});
    const first = await run(folder, cache);
    for (const name of readdirSync(cache)) {
      const path = join(cache, name);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.slice(0, text.length - 3));
    }
    const second = await run(folder, cache);
    expect(second.work).toBeGreaterThan(0);
    expect(shown(second.result, folder)).toEqual(shown(first.result, folder));
  });

  test('does without a folder that cannot be made', async () => {
    const folder = folderWith({ ...files, file: '' });
    expect((await run(folder, join(folder, 'file', 'cache'))).result.findings).toHaveLength(1);
    // Nothing can be made there, and node would try forever.
    expect((await run(folder, '/proc/cache/of/gordian')).result.findings).toHaveLength(1);
  });
});

describe('the store', () => {
  test('keeps texts apart by key, and gives nothing for others', () => {
    const store = openStore(folderWith({}));
    store.put('a', 'one');
    store.put('b', 'two\nlines');
    expect([store.get('a'), store.get('b'), store.get('c')]).toEqual(['one', 'two\nlines', null]);
  });

  test('stays below its bound, and drops what was not used for longest', () => {
    const folder = folderWith({});
    const store = openStore(folder, 10_000);
    const text = 'x'.repeat(2_000);
    for (let i = 0; i < 4; i++) store.put(`k${i}`, text);
    const old = new Date(Date.now() - 100_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old);
    expect(store.get('k2')).toBe(text);
    store.put('k4', text);
    store.put('k5', text);
    expect(store.get('k2')).toBe(text);
    expect(store.get('k5')).toBe(text);
    expect(readdirSync(folder).length).toBeLessThan(6);
  });

  test('leaves nothing half written behind', () => {
    const folder = folderWith({});
    const store = openStore(folder);
    for (let i = 0; i < 10; i++) store.put('same', `text ${i}`);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(store.get('same')).toBe('text 9');
  });
});

test('a host that is asked again must answer the same', () => {
  const folder = folderWith({ 'a.txt': 'a' });
  const host = recordingHost(nodeHost(folder, { X: '1' }));
  host.readFile(`${folder}/a.txt`);
  host.stat(`${folder}/missing`);
  host.readDir(folder);
  host.env('X');
  const answers = host.answers() ?? [];
  expect(stillAnswers(nodeHost(folder, { X: '1' }), answers)).toBe(true);
  expect(stillAnswers(nodeHost(folder, { X: '2' }), answers)).toBe(false);
  writeFileSync(join(folder, 'missing'), '');
  expect(stillAnswers(nodeHost(folder, { X: '1' }), answers)).toBe(false);
});

test('verdicts on fragments are kept by tool and package', () => {
  const store = openStore(folderWith({}));
  const result = { verdicts: new Map([['goroutine-leak', { kind: 'proved', assumptions: [] }]]) };
  const first = openFragments(store, 'tool 1', 'p');
  first.put('key', { result: result as unknown as ModelResult, work: 7 });
  first.save();
  expect(openFragments(store, 'tool 1', 'p').get('key')?.result.verdicts.get('goroutine-leak')?.kind).toBe('proved');
  expect(openFragments(store, 'tool 2', 'p').get('key')).toBeNull();
  expect(openFragments(store, 'tool 1', 'q').get('key')).toBeNull();
  expect(openFragments(store, 'tool 1', 'p').get('other')).toBeNull();
});
