// Calls of functions that need something of their arguments: those at fault are marked in the source, and no others are reported.

import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult } from '../../src/check/check.ts';
import { check } from '../../src/driver/check.ts';
import { folderWith } from '../support/cli.ts';
import { readText, root } from '../support/repository.ts';
import { messageOf } from '../support/said.ts';
import { compareFindings } from '../support/want.ts';
import { reasonOf } from '../support/words.ts';

function checkFolder(folder: string): Promise<CheckResult> {
  return check({
    folder,
    patterns: ['./...'],
    tags: [],
    goos: null,
    goarch: null,
    tests: true,
    modelsOnly: true,
    limits: { states: 100_000, work: 20_000_000, totalWork: 200_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
}

describe('testdata/parametric/calls', () => {
  const text = readText('testdata/parametric/calls/calls.go');
  let result: CheckResult;
  beforeAll(async () => {
    result = await checkFolder(join(root, 'testdata/parametric/calls'));
  }, 300_000);

  test('calls that break what is needed are reported, and no others', () => {
    expect(compareFindings(text, result.findings, result.sources)).toEqual([]);
  });

  test('and say where the function is at fault', () => {
    const { findings, sources } = result;
    const found = findings.find((one) => messageOf(one, sources) === 'first requires n > 0, but is called with n = 0');
    const places = found?.related.map(({ span }) => sources.position(span.pos)?.line);
    expect(places).toEqual([text.split('\n').findIndex((line) => line.includes('one := <-c')) + 1]);
    expect(found?.trace.blocked.length).toBe(1);
    expect(found?.severity).toBe('error');
  });

  test('what is compared with a constant that is not tracked has no weakest condition', () => {
    const huge = result.fragments.find((fragment) => fragment.function === 'HugeWraps');
    expect(huge).toMatchObject({ weakest: false });
    const few = result.fragments.find((fragment) => fragment.function === 'few');
    expect(few).toMatchObject({ precondition: 'n <= 8', weakest: true });
  });

  test('fragments say what visible calls ensure', () => {
    const reasons = new Map(result.fragments.map((fragment) => [fragment.function, reasonOf(fragment)]));
    expect(reasons.get('drain')).toBe('all 2 visible calls ensure that');
    expect(reasons.get('Passed')).toBe('1 of 2 visible calls ensure that; 1 of 2 calls violate it');
    expect(reasons.get('all')).toBe('5 of 7 visible calls ensure that; 2 of 7 calls violate it');
  });
});

describe('a call', () => {
  const program = (call: string): string => `package p

func spread(workers int, jobs []int) {
	work := make(chan int)
	for range workers {
		go func() {
			for range work {
			}
		}()
	}
	for _, job := range jobs {
		work <- job
	}
	close(work)
}

func Run(n int, jobs []int) {
	${call}
}
`;
  const rules = async (call: string): Promise<readonly string[]> => {
    const { findings } = await checkFolder(
      folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': program(call) }),
    );
    return findings.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule);
  };
  const pairs: readonly (readonly [string, string])[] = [
    ['spread(1, []int{1})', 'spread(0, []int{1})'],
    ['spread(0, nil)', 'spread(0, make([]int, 1))'],
    ['if len(jobs) > 0 { spread(len(jobs), jobs) }', 'if len(jobs) > 0 { spread(0, jobs) }'],
    ['if n > 3 { spread(n - 3, jobs) }', 'if n > 3 { spread(3 - n, append(jobs, n)) }'],
  ];
  test.each(pairs)('%s is fine, %s is not', { timeout: 60_000 }, async (fine, wrong) => {
    expect(await rules(fine)).toEqual([]);
    expect(await rules(wrong)).toEqual(['precondition']);
  });
});
