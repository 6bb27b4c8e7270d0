// Fragments looked at by several processes: the same results in the same order, whoever looks, and whoever ends early.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type Analysis,
  type AnalysisInput,
  analyse,
  conclude,
  Gathered,
  prepare,
  type Stage,
} from '../../src/check/analyse.ts';
import { analysable, loadForAnalysis } from '../../src/check/load.ts';
import { modelsFolder } from '../../src/driver/host/installation.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { examineTogether, Workers } from '../../src/driver/workers/pool.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { root } from '../support/repository.ts';

/** Some are fine, some block, some need a value, and one is followed further in a second round. */
const text = `package p

import "sync"

${Array.from({ length: 40 }, (_, i) => `func Fine${i}() { c := make(chan int, 1); c <- ${i} }`).join('\n')}
${Array.from({ length: 40 }, (_, i) => `func Stuck${i}() { c := make(chan int); go func() { c <- ${i} }() }`).join('\n')}
${Array.from({ length: 10 }, (_, i) => `func Needs${i}(n int) { c := make(chan int, n); c <- ${i} }`).join('\n')}
func Twice(mu *sync.Mutex) { mu.Lock(); mu.Lock() }
func Far() { c := make(chan int); d0(c) }
${Array.from({ length: 20 }, (_, i) => `func d${i}(c chan int) { d${i + 1}(c) }`).join('\n')}
func d20(c chan int) { <-c }
`;

const folder = makeFolder({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': text });
afterAll(() => removeFolder(folder));

const program = join(root, 'dist', 'fragment-worker.cjs');
const limits = { states: 2000, work: 1_000_000_000, totalWork: 1_000_000_000_000, milliseconds: 600_000 };
const load = { patterns: ['./...'], cwd: folder, tests: true, goos: 'linux', goarch: 'amd64', models: modelsFolder() };

function inputOf(): AnalysisInput {
  const loaded = loadForAnalysis(nodeHost(folder, {}), load);
  return { ...loaded, packages: analysable(loaded), limits, now: () => 0, progress: () => {}, only: null };
}

function crewOf(jobs: number, of = program): ConstructorParameters<typeof Workers>[2] {
  const start = { folder, env: {}, load, limits, question: null, cache: null };
  return { program: of, jobs, start, loadMilliseconds: 0, caches: null };
}

/** Everything by other processes. */
async function byOthers(count: number, of = program): Promise<{ readonly analysis: Analysis; readonly stage: Stage }> {
  const stage = prepare(inputOf());
  const gathered = new Gathered(stage, limits);
  const workers = new Workers(stage, gathered, crewOf(count + 1, of), 0);
  workers.start(count);
  try {
    do {
      await workers.news();
      workers.feed();
    } while (gathered.turns.underWay + gathered.turns.waiting > 0);
  } finally {
    await workers.end();
  }
  return { analysis: conclude(gathered.examined()), stage };
}

function withoutTimes({ fragments, ...rest }: Analysis): unknown {
  return { ...rest, fragments: fragments.map((fragment) => ({ ...fragment, ms: 0 })) };
}

describe('fragments looked at by other processes', () => {
  const alone = analyse(inputOf());

  test('are there to be compared', () => {
    expect(existsSync(program), 'npm run build').toBe(true);
    const verdicts = new Set(alone.fragments.map(({ verdict }) => verdict));
    expect([...verdicts].sort()).toEqual(['conditional', 'proved', 'violated']);
    expect(alone.fragments.length).toBeGreaterThan(90);
  });

  test.each([1, 2])('by %d: as by one process alone', async (count) => {
    const { analysis } = await byOthers(count);
    expect(withoutTimes(analysis)).toEqual(withoutTimes(alone));
  });

  test('together with this one', async () => {
    const found = conclude(await examineTogether(inputOf(), crewOf(2)));
    expect(withoutTimes(found)).toEqual(withoutTimes(alone));
  });

  test('one of which ends in the middle: its fragment is unknown, and nothing else', async () => {
    const dying = join(folder, 'dying.mjs');
    const [worker, marker] = [pathToFileURL(program).href, join(folder, 'died')].map((one) => JSON.stringify(one));
    const once = `turn?.at === 30 && !existsSync(${marker})`;
    const end = `writeFileSync(${marker}, ''); process.kill(process.pid, 'SIGKILL');`;
    writeFileSync(
      dying,
      `import ${worker};\nimport { existsSync, writeFileSync } from 'node:fs';\nprocess.prependListener('message', ({ turn }) => { if (${once}) { ${end} } });\n`,
    );
    const { analysis } = await byOthers(1, dying);
    const reasons = analysis.fragments.flatMap(({ function: name, reasons: why }) =>
      why.flatMap((one) => (one.kind === 'failed' ? [`${name}: ${one.message}`] : [])),
    );
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain('the process that looked at it has ended (SIGKILL)');
    const name = reasons[0]?.split(':')[0];
    const others = (of: Analysis): unknown =>
      of.fragments.filter((one) => one.function !== name).map((one) => one.verdict);
    expect(others(analysis)).toEqual(others(alone));
  }, 60_000);

  test('of other files: what they say is not used', async () => {
    const input = inputOf();
    const crew = crewOf(2);
    const elsewhere = makeFolder({
      'go.mod': 'module example.com/p\n\ngo 1.26\n',
      'p.go': text.replace('n int', 'm int'),
    });
    try {
      const stage = prepare(input);
      const gathered = new Gathered(stage, limits);
      const start = { ...crew.start, folder: elsewhere, load: { ...load, cwd: elsewhere } };
      const workers = new Workers(stage, gathered, { ...crew, start }, 0);
      workers.start(1);
      await workers.news();
      await workers.news();
      workers.feed();
      expect(gathered.turns.underWay).toBe(0);
      await workers.end();
    } finally {
      removeFolder(elsewhere);
    }
  });
});
