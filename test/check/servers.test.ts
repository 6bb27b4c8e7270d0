// Programs shaped like parts of servers, one fault each, entered by a test: told at the operation at fault and only there, and
// nothing is told of the repaired ones.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { readText, root } from '../support/repository.ts';
import { saidOf } from '../support/said.ts';
import { wantsOf } from '../support/want.ts';

async function told(variant: 'broken' | 'repaired'): Promise<{ alarms: readonly string[]; undecided: number }> {
  const { sources, diagnostics, findings, fragments } = await check({
    folder: join(root, 'testdata/servers', variant),
    patterns: ['./...'],
    tags: [],
    goos: 'linux',
    goarch: 'amd64',
    tests: true,
    modelsOnly: true,
    limits: { states: 200_000, work: 20_000_000, totalWork: null, milliseconds: 600_000 },
    progress: () => {},
  });
  expect(diagnostics).toEqual([]);
  const alarms = findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => {
      const { rule, span } = finding;
      const place = sources.position(span.pos);
      const file = place?.file.slice(place.file.lastIndexOf('/') + 1) ?? '';
      const said = saidOf(finding, sources);
      const wanted = wantsOf(sources.fileOf(span.pos)?.text ?? '').some(
        (want) => want.line === place?.line && want.code === rule && want.pattern.test(said),
      );
      return wanted ? `${file}:${place?.line} ${rule}` : `${file}:${place?.line} ${rule} ${said}`;
    });
  return { alarms: alarms.sort(), undecided: fragments.filter(({ verdict }) => verdict === 'unknown').length };
}

test('each fault is told once, at the operation at fault', async () => {
  const wanted = readdirSync(join(root, 'testdata/servers/broken')).flatMap((name) =>
    wantsOf(readText(`testdata/servers/broken/${name}/${name}_test.go`)).map(
      ({ line, code }) => `${name}_test.go:${line} ${code}`,
    ),
  );
  expect(await told('broken')).toEqual({ alarms: wanted.sort(), undecided: 0 });
}, 240_000);

test('the repaired ones are fine', async () => {
  expect(await told('repaired')).toEqual({ alarms: [], undecided: 0 });
}, 240_000);
