// Z3 in WebAssembly beside the native one: start, round trip, and families of questions.
//
//   npm run bench:smt [-- --runs N]
//
// The WebAssembly solver is measured with the exceptions that we give it and as it was shipped. Each run of a family is a
// session of its own; the first question of a session pays for what the engine compiles late, so that the best and the
// first time are both shown. The last line is JSON.

import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { nativeSolverHost } from '../../src/driver/solver/native.ts';
import { wasmSolverHost } from '../../src/driver/solver/wasm.ts';
import { int, intVar, isUnknown, le, openSolver, type Solver, type SolverHost } from '../../src/smt/index.ts';
import { type Family, families, hornClauses } from './families.ts';

interface Times {
  readonly first: number;
  readonly best: number;
}

interface Row {
  readonly solver: string;
  readonly startMs: number;
  readonly secondStartMs: number;
  readonly roundTripMs: number;
  readonly families: Readonly<Record<string, Times>>;
}

async function timed(job: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await job();
  return performance.now() - start;
}

async function measureFamily(host: SolverHost, family: Family, runs: number): Promise<Times> {
  const solver = openSolver(host, { options: family.options, timeoutMs: 60_000 });
  const times: number[] = [];
  try {
    await solver.check();
    for (let run = 0; run < runs; run++) times.push(await timed(() => askAll(solver, family)));
  } finally {
    await solver.dispose();
  }
  return { first: times[0] ?? 0, best: Math.min(...times) };
}

async function askAll(solver: Solver, { name, questions }: Family): Promise<void> {
  for (const [i, { formulas, expected }] of questions.entries()) {
    solver.push();
    for (const formula of formulas) solver.assert(formula);
    const result = await solver.check();
    solver.pop();
    if (result !== expected) {
      throw new Error(`${name} ${i}: ${isUnknown(result) ? result.unknown : result}, expected ${expected}`);
    }
  }
}

async function measureHorn(host: SolverHost, runs: number): Promise<Times> {
  const solver = openSolver(host, { timeoutMs: 60_000 });
  const clauses = hornClauses();
  const times: number[] = [];
  try {
    await solver.check();
    for (let run = 0; run < runs; run++) {
      times.push(
        await timed(async () => {
          const { status } = await solver.horn(clauses);
          if (status !== 'sat') throw new Error(`horn: ${status}`);
        }),
      );
    }
  } finally {
    await solver.dispose();
  }
  return { first: times[0] ?? 0, best: Math.min(...times) };
}

async function measure(host: SolverHost, runs: number): Promise<Row> {
  const solver = openSolver(host);
  const second = openSolver(host);
  try {
    const startMs = await timed(async () => void (await solver.check()));
    const secondStartMs = await timed(async () => void (await second.check()));
    const x = intVar('x');
    const trips: number[] = [];
    for (let i = 0; i < 200; i++) {
      trips.push(await timed(async () => void (await solver.check({ assumptions: [le(x, int(i))] }))));
    }
    const results: Record<string, Times> = {};
    for (const family of families) results[family.name] = await measureFamily(host, family, runs);
    results.horn = await measureHorn(host, runs);
    trips.sort((a, b) => a - b);
    return { solver: host.name, startMs, secondStartMs, roundTripMs: trips[100] ?? 0, families: results };
  } finally {
    await solver.dispose();
    await second.dispose();
  }
}

function cell(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0).padStart(8);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
  const runs = Math.max(1, Number(values.runs));
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${cpus().length} processors, load ${load}, node ${process.version}, best of ${runs}, milliseconds`);
  const hosts = [nativeSolverHost(), wasmSolverHost(), wasmSolverHost({ plain: true })];
  if (hosts[0] === null) console.log('there is no z3 on the PATH: no ratios');
  const rows: Row[] = [];
  for (const host of hosts) if (host !== null) rows.push(await measure(host, runs));
  const names = Object.keys(rows[0]?.families ?? {});
  for (const row of rows) {
    console.log(`\n${row.solver}`);
    console.log(
      `  start ${cell(row.startMs)}   second ${cell(row.secondStartMs)}   round trip ${cell(row.roundTripMs)}`,
    );
    for (const name of names) {
      const times = row.families[name];
      const base = hosts[0] === null ? undefined : rows[0]?.families[name];
      if (times === undefined) continue;
      const ratio = base === undefined ? '' : `   ${(times.best / base.best).toFixed(2)} times native`;
      console.log(`  ${name.padEnd(12)} first ${cell(times.first)}   best ${cell(times.best)}${ratio}`);
    }
  }
  console.log(JSON.stringify({ bench: 'smt', runs, load: Number(load), rows }));
  return 0;
}

process.exitCode = await main();
