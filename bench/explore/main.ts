// Schedules per second on a test of the size of a kernel, against `-test.count` of the same test without instrumentation.
//
//   npm run bench:explore [-- --schedules 400]
//
// Prints as its last line a summary as JSON.

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages, loadTests } from '../../src/driver/explore/build.ts';
import { Children } from '../../src/driver/explore/process.ts';
import { limitsWithin, planFor, type RunSettings, runSchedule } from '../../src/driver/explore/run.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { exploreTest } from '../../src/driver/explore/test.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { newStrategy, type StrategyName } from '../../src/explore/strategies.ts';
import { installedGo } from '../../test/support/go.ts';
import { root } from '../../test/support/repository.ts';

/** Seconds of processor time so far, of this process and of all that it started and that have ended; NaN where it is not told. */
function processorSeconds(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
  // In ticks, of which Linux tells programs that there are 100 in a second.
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

const { values } = parseArgs({ options: { schedules: { type: 'string', default: '400' } } });

if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const children = new Children();
  await withScratch(async (scratch) => {
    const folder = join(scratch, 'module');
    cpSync(join(process.env.GORDIAN_ROOT ?? root, 'testdata', 'explore', 'status'), folder, { recursive: true });
    const settings = {
      folder,
      patterns: ['.'],
      tags: [],
      run: null,
      race: false,
      instrument: [],
      progress: () => {},
      interruption: { isRequested: () => false },
    };
    const host = nodeHost(folder, goEnvironment());
    const built = await buildPackages(loadTests(host, settings), settings, host, scratch, children);
    const target = built.packages[0]?.targets[0];
    if (target === undefined) throw new Error(built.diagnostics[0]?.message ?? 'there is no test');
    const run: RunSettings = { children, scratch, limits: limitsWithin(20_000), allow: [], processors: 2 };
    const schedules = Number(values.schedules);
    const perSecond: Record<string, number> = {};
    const processorMs: Record<string, number> = {};
    for (const name of ['random', 'gopie', 'pct', 'pos'] satisfies StrategyName[]) {
      const before = processorSeconds();
      const begin = performance.now();
      const result = await exploreTest(
        target,
        newStrategy(name, 1),
        { schedules, milliseconds: 600_000, afterFinding: schedules, shrink: 0 },
        run,
        2,
        { progress: () => {}, stopped: () => false, now: () => performance.now() },
      );
      perSecond[name] = Math.round((result.schedules * 1000) / (performance.now() - begin));
      await children.starters.get(target.binary)?.abandon();
      processorMs[name] = Number((((processorSeconds() - before) * 1000) / result.schedules).toFixed(1));
      console.log(
        `${name}: ${perSecond[name]} schedules per second, ${processorMs[name]} ms of processor time for each`,
      );
    }
    const one = performance.now();
    await runSchedule(target, planFor({ spec: { kind: 'first' }, seed: 1, record: 'end', earlyNs: 0 }, run), run);
    const single = performance.now() - one;
    // The same test without any of this, in one process, as a developer would repeat it.
    const plain = join(scratch, 'plain');
    spawnSync('go', ['test', '-c', `-o=${plain}`, '.'], { cwd: folder, stdio: 'inherit' });
    const count = 20_000;
    const begin = performance.now();
    spawnSync(plain, [`-test.run=^${target.name}$`, `-test.count=${count}`], { cwd: folder });
    const repeats = Math.round((count * 1000) / (performance.now() - begin));
    // And as a process each, which is what a fresh start costs without us.
    const starts = 100;
    const beginStarts = performance.now();
    for (let i = 0; i < starts; i++) spawnSync(plain, [`-test.run=^${target.name}$`], { cwd: folder });
    const processes = Math.round((starts * 1000) / (performance.now() - beginStarts));
    console.log(
      JSON.stringify({
        schedules,
        perSecond,
        processorMs,
        singleMs: Math.round(single),
        goTestCountPerSecond: repeats,
        plainProcessesPerSecond: processes,
      }),
    );
  }, children);
}
