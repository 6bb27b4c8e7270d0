// Proofs for every value of the parameters, beside the real Dafny on the programs that we print for it.
//
//   npm run bench:parametric [-- DIR] [--limit SECONDS] [--only REGEXP]
//
// The fragments are those of testdata/virgo and testdata/parametric and the VirGo texts below DIR. Ours is the time from a VirGo
// program to the precondition as text, on the clock, with the native and with the WebAssembly solver, each in a process of its
// own; the first fragment pays for the start of the solver. Dafny is given the precondition that we found, so that it has one
// thing to prove where we search; the like of that is our second check of a stored proof, which is shown too. What Dafny cannot be given, or does not prove, has no ratio. The last line is JSON.

import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type SolverChoice, solverHost } from '../../src/driver/solver/choose.ts';
import { type Proof, prove, readable, recheck, solverOptions } from '../../src/parametric/index.ts';
import { openSolver } from '../../src/smt/index.ts';
import { type DafnyAnswer, dafnyOf, hasDafny, runDafny } from '../../test/parametric/dafny.ts';
import { allFragments, type ParametricFragment } from '../../test/parametric/fragments.ts';

interface Ours {
  readonly name: string;
  readonly ms: number;
  /** To prove the invariant again that was found. */
  readonly recheckMs: number | null;
  /** The precondition and whether it is the weakest, or why there is none. */
  readonly answer: string;
  /** For Dafny; null where there is no such program. */
  readonly dafny: string | null;
}

interface Row {
  readonly name: string;
  readonly answer: string;
  readonly nativeMs: number | null;
  readonly wasmMs: number | null;
  readonly recheckMs: number | null;
  readonly dafny: DafnyAnswer | 'not installed';
  readonly dafnyMs: number | null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    /** Measure one solver in this process, for the one that asks. */
    solver: { type: 'string' },
  },
});

/** The line that a measuring process prints its figures in begins so. */
const mark = 'figures: ';

async function measure(choice: SolverChoice): Promise<void> {
  const { fragments } = allFragments(positionals[0]);
  const wanted = new RegExp(values.only);
  const rows: Ours[] = [];
  const begin = performance.now();
  const solver = openSolver(solverHost(choice), { timeoutMs: 10_000, options: solverOptions });
  await solver.check();
  const startMs = performance.now() - begin;
  for (const fragment of fragments) {
    if (!wanted.test(fragment.name)) continue;
    const start = performance.now();
    const { answer, proof } = await decide(fragment, solver);
    const end = performance.now();
    const ms = end - start + (rows.length === 0 ? startMs : 0);
    const again = proof === null ? null : await recheck(proof, solver);
    const recheckMs = again === null ? null : performance.now() - end;
    if (again?.ok === false) process.stderr.write(`${fragment.name}: the stored proof fails: ${again.reason}\n`);
    const dafny = proof === null ? null : dafnyOf(fragment.program, proof);
    rows.push({ name: fragment.name, ms, recheckMs, answer, dafny });
    process.stderr.write(`${choice}: ${fragment.name} ${Math.round(ms)} ms\n`);
  }
  await solver.dispose();
  process.stdout.write(`${mark}${JSON.stringify({ startMs, rows })}\n`);
}

async function decide(
  { program }: ParametricFragment,
  solver: ReturnType<typeof openSolver>,
): Promise<{ readonly answer: string; readonly proof: Proof | null }> {
  const outcome = await prove(program, solver);
  if (outcome.kind === 'unknown') return { answer: `unknown: ${outcome.reason}`, proof: null };
  const { text } = await readable(solver, outcome.proof.system, outcome.precondition);
  const answer = `${text ?? 'no form in Go'}${outcome.weakest ? '' : ' (maybe not the weakest)'}`;
  return { answer, proof: outcome.proof };
}

/** Measures in another process. Null where there is no such solver. */
function measured(choice: 'native' | 'wasm'): { readonly startMs: number; readonly rows: readonly Ours[] } | null {
  const args = [process.argv[1] as string, ...positionals.map((dir) => resolve(dir)), '--solver', choice];
  const child = spawnSync(process.execPath, [...args, '--only', values.only], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  const line = child.stdout.split('\n').find((one) => one.startsWith(mark));
  if (line !== undefined) return JSON.parse(line.slice(mark.length));
  console.log(`no figures with the ${choice} solver`);
  return null;
}

function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted[(sorted.length - 1) >> 1];
  return middle === undefined ? null : Math.round(middle * 10) / 10;
}

function askDafny(text: string | null, limit: number): Pick<Row, 'dafny' | 'dafnyMs'> {
  if (text === null) return { dafny: 'not expressible', dafnyMs: null };
  const start = performance.now();
  const dafny = runDafny(text, limit);
  return { dafny, dafnyMs: performance.now() - start };
}

function times(row: Row, ours: number | null): number | null {
  return row.dafny !== 'accepted' || row.dafnyMs === null || ours === null ? null : row.dafnyMs / ours;
}

function cell(value: number | null, width: number): string {
  return (value === null ? '-' : value.toFixed(value < 10 ? 1 : 0)).padStart(width);
}

function compareAll(): number {
  const load = loadavg()[0]?.toFixed(1);
  const installed = hasDafny();
  console.log(`${cpus().length} processors, load ${load}, node ${process.version}, milliseconds on the clock`);
  if (!installed) console.log('Dafny is not installed: no ratios');
  const native = measured('native');
  const wasm = measured('wasm');
  const first = native ?? wasm;
  const rows: Row[] = [];
  const differ: string[] = [];
  console.log('   native     wasm  recheck    Dafny   times (native, wasm, recheck)');
  for (const { name, answer, recheckMs, dafny } of first?.rows ?? []) {
    const other = wasm?.rows.find((row) => row.name === name);
    if (other !== undefined && other.answer !== answer)
      differ.push(`${name}: ${answer}, with WebAssembly ${other.answer}`);
    const row: Row = {
      name,
      answer,
      nativeMs: native?.rows.find((one) => one.name === name)?.ms ?? null,
      wasmMs: other?.ms ?? null,
      recheckMs,
      ...(installed ? askDafny(dafny, Number(values.limit)) : { dafny: 'not installed', dafnyMs: null }),
    };
    rows.push(row);
    const figures = [cell(row.nativeMs, 9), cell(row.wasmMs, 9), cell(row.recheckMs, 9), cell(row.dafnyMs, 9)].join('');
    const ratios = [row.nativeMs, row.wasmMs, row.recheckMs].map((ours) => cell(times(row, ours), 8)).join('');
    console.log(`${figures}${ratios}   ${name}: ${answer}; Dafny: ${row.dafny}`);
  }
  for (const line of differ) console.log(`differs: ${line}`);
  const ratios = (of: (row: Row) => number | null): number | null =>
    median(rows.map((row) => times(row, of(row))).filter((ratio) => ratio !== null));
  console.log(
    JSON.stringify({
      bench: 'parametric',
      load: Number(load),
      fragments: rows.length,
      compared: rows.filter(({ dafny }) => dafny === 'accepted').length,
      dafnyTimeouts: rows.filter(({ dafny }) => dafny === 'timeout').length,
      dafnyRefused: rows.filter(({ dafny }) => dafny === 'refused').length,
      startMs: { native: round(native?.startMs), wasm: round(wasm?.startMs) },
      medianMs: {
        native: median(rows.flatMap(({ nativeMs }) => nativeMs ?? [])),
        wasm: median(rows.flatMap(({ wasmMs }) => wasmMs ?? [])),
        recheck: median(rows.flatMap(({ recheckMs: ms }) => ms ?? [])),
        dafny: median(rows.flatMap(({ dafny, dafnyMs }) => (dafny === 'accepted' ? (dafnyMs ?? []) : []))),
      },
      medianRatio: {
        native: ratios(({ nativeMs }) => nativeMs),
        wasm: ratios(({ wasmMs }) => wasmMs),
        recheck: ratios(({ recheckMs }) => recheckMs),
      },
      differ: differ.length,
    }),
  );
  return rows.length === 0 ? 1 : 0;
}

function round(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value);
}

if (values.solver === 'native' || values.solver === 'wasm') await measure(values.solver);
else process.exitCode = compareAll();
