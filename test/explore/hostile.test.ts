// Tests that exit, fork, close descriptors, flood and forge: those beside them keep their results. More of them by command:
// npm run fuzz:hostile-tests.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lostReason } from '../../src/explore/lost-runs.ts';
import { parseRecord } from '../../src/explore/protocol.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';
import { attack, hostileModule } from '../support/hostile-tests.ts';

const save = mkdtempSync(join(tmpdir(), 'gordian-hostile-'));
afterAll(() => removeFolder(save));

test.skipIf(installedGo === null)('harm no others and leave nothing behind', { timeout: 300_000 }, async () => {
  const mark = `3141.${process.pid}`;
  const folder = makeFolder(hostileModule(7, 12, mark).files);
  expect(await attack(folder, mark, 7, save)).toEqual([]);
  removeFolder(folder);
});

describe('a record', () => {
  const head = '{"t":"head","v":1,"go":"go1.26","race":false}';
  const end =
    '{"t":"end","kind":"passed","message":"","g":1,"s":0,"stack":"","steps":3,"now":0,"stuck":[],"effect":-1,"uncontrolled":false,"early":false,"failed":[]}';

  test('is read with its secret', () => {
    const record = parseRecord(`ab-0${head}\nab-1${end}\n`, 'ab-');
    expect([record.fault, record.head?.go, record.end?.kind]).toEqual([null, 'go1.26', 'passed']);
  });

  test('whose last line was cut has no end', () => {
    expect(parseRecord(`ab-0${head}\nab-1${end.slice(0, 40)}`, 'ab-')).toMatchObject({ fault: null, end: null });
  });

  test.each([
    ['an end that the runtime did not write', `ab-0${head}\n${end}\n`, { kind: 'foreign', text: end.slice(0, 60) }],
    ['a line with another secret', `ab-0${head}\ncd-1${end}\n`, { kind: 'foreign', text: `cd-1${end}`.slice(0, 60) }],
    ['a line that begins with other bytes', `ab-0${head}\n\0ab-1${end}\n`, { kind: 'foreign' }],
    ['an empty line', `ab-0${head}\n\nab-1${end}\n`, { kind: 'foreign', text: '' }],
    ['a line that is no JSON', `ab-0${head}\nab-1{]}\n`, { kind: 'foreign' }],
    ['a line twice', `ab-0${head}\nab-1${end}\nab-1${end}\n`, { kind: 'gap' }],
    ['a line too few', `ab-0${head}\nab-2${end}\n`, { kind: 'gap' }],
  ])('with %s counts for nothing', (_, text, fault) => {
    const record = parseRecord(text, 'ab-');
    expect(record.fault).toMatchObject(fault);
    expect(record.end).toBeNull();
    expect(lostReason({ record, stdout: '', stderr: '', exitCode: 0, timedOut: false })).toEqual(record.fault);
  });

  test('without an end counts only where the program says why it ended', () => {
    const record = parseRecord(`ab-0${head}\n`, 'ab-');
    const run = { record, stdout: '', stderr: '', exitCode: 0, timedOut: false };
    expect(lostReason(run)).toEqual({ kind: 'no-end' });
    expect(lostReason({ ...run, stderr: 'fatal error: all goroutines are asleep\n' })).toBeNull();
    expect(lostReason({ ...run, timedOut: true })).toBeNull();
  });
});
