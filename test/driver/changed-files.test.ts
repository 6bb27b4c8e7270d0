// A file that changes while a run reads it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { changedFiles } from '../../src/driver/host/changed-files.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { recordingHost } from '../../src/driver/host/recording-host.ts';
import { folderWith } from '../support/cli.ts';

const text = 'package m\n\nfunc Leak() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n';

function moduleFolder(): string {
  return folderWith({ 'go.mod': 'module example.com/m\n\ngo 1.26\n', 'a.go': text });
}

function checked(folder: string, cache: string | null, during: () => void) {
  let begun = false;
  return check({
    folder,
    patterns: ['.'],
    tags: [],
    goos: null,
    goarch: null,
    tests: true,
    modelsOnly: true,
    limits: { states: 1000, work: 100_000, totalWork: null, milliseconds: 10_000 },
    cache,
    progress: (message) => {
      if (begun || !message.startsWith('checked')) return;
      begun = true;
      during();
    },
  });
}

test.each(['with a cache', 'without one'])('is reported, %s', async (how) => {
  const folder = moduleFolder();
  const cache = how === 'with a cache' ? folderWith({}) : null;
  const change = (): void => writeFileSync(join(folder, 'a.go'), `${text}\n// later\n`);
  const { diagnostics, findings } = await checked(folder, cache, change);
  expect(diagnostics.map(({ rule, severity, message }) => `${rule} ${severity} ${message}`)).toEqual([
    'FilesChanged error a.go changed during this run; run again',
  ]);
  // What was found in what was read is told all the same, and not kept.
  expect(findings).toHaveLength(1);
  const again = await checked(folder, cache, () => {});
  expect([again.diagnostics, again.cached ?? false]).toEqual([[], false]);
});

test('with two contents in one run is named, even if it is as it was in the end', () => {
  const folder = moduleFolder();
  const host = recordingHost(nodeHost(folder, {}));
  const path = join(folder, 'a.go');
  for (const content of [text, 'package other\n', text]) {
    writeFileSync(path, content);
    host.readFile(path);
  }
  expect(changedFiles(host).map(({ message }) => message)).toEqual(['a.go changed during this run; run again']);
  expect(host.answers()).toBeNull();
});

test('that nothing writes to is not mentioned', async () => {
  const { diagnostics } = await checked(moduleFolder(), null, () => {});
  expect(diagnostics).toEqual([]);
});
