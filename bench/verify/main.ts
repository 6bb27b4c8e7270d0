// CPU seconds for proving Gobra's evaluation examples, with both solvers, beside Viper and Gobra.
//
//   npm run bench:verify -- DIR [--viper JAR] [--z3 PATH] [--only PATTERN]
//
// DIR holds the examples (`regressions/examples/evaluation` of Gobra's suite). For each one and each solver a process of
// its own loads, encodes and proves it: `cold` is all of that, `proof` the proof alone, both with the solver's own time.
// With --viper, the real Viper judges the emitted program in a process that stays up, twice: the second time counts.
// The last line is JSON. Times are CPU times, so a busy machine changes them little.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findExecutable } from '../../src/driver/host/executables.ts';
import { emitViper, encodeLoaded } from '../../src/driver/index.ts';
import { syncSolverHost } from '../../src/driver/solver/choose.ts';
import { verifyTerminating } from '../../src/proof/index.ts';
import { loadSuiteFile } from '../../test/conformance/gobra-front-end.ts';
import { annotationsOf, optionsOf } from '../../test/conformance/gobra-suite.ts';
import { openPeer } from '../../test/conformance/viper-peer-process.ts';
import { gobraColdStart, gobraSeconds } from './gobra.ts';

const root = process.env.GORDIAN_ROOT ?? '.';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    viper: { type: 'string' },
    z3: { type: 'string', default: findExecutable('z3') ?? 'z3' },
    only: { type: 'string', default: '' },
    measure: { type: 'string' },
  },
});

interface Measured {
  /** CPU seconds of the process, and of the proof alone; the solver's own included. */
  readonly cold: number;
  readonly proof: number;
  /** Megabytes at most, of the process and its solver. */
  readonly memory: number;
  readonly proved: number;
  readonly members: number;
}

const [dirArgument] = positionals;
if (dirArgument === undefined) {
  process.stderr.write('usage: npm run bench:verify -- DIR [--viper JAR] [--z3 PATH] [--only PATTERN]\n');
  process.exit(2);
}
const dir = resolve(dirArgument);

/** The solver processes that this one has started: CPU seconds so far, and megabytes at most. */
function solversNow(): { readonly cpu: number; readonly memory: number } {
  let cpu = 0;
  let memory = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      if (Number(fields[1]) !== process.pid) continue;
      cpu += (Number(fields[11]) + Number(fields[12])) / 100;
      memory += Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // Ended in the meantime.
    }
  }
  return { cpu, memory };
}

function seconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

/** What one example takes this process. */
function measure(path: string, solver: 'native' | 'wasm'): Measured {
  const options = optionsOf(readFileSync(path, 'utf8'), path);
  const file = { name: path, path, column: 'verify-ok', expected: [], options } as const;
  const loaded = loadSuiteFile(file, resolve(root, 'specs'));
  const [pkg] = loaded.packages;
  if (pkg === undefined) throw new Error(`${path} holds no package`);
  const { program, members: encoded } = encodeLoaded(pkg, loaded);
  const before = seconds(process.cpuUsage());
  // What cannot be encoded is not proved.
  let members = encoded.filter(({ fault }) => fault !== null).length;
  let proved = 0;
  let solvers = { cpu: 0, memory: 0 };
  const proof = { assumeInjectivityOnInhale: true };
  for (const { verdict } of verifyTerminating(program, syncSolverHost(solver), { proof })) {
    members++;
    if (verdict.kind === 'proved' || verdict.kind === 'trusted') proved++;
    solvers = solversNow();
  }
  const cold = seconds(process.cpuUsage()) + solvers.cpu;
  const memory = process.resourceUsage().maxRSS / 1024 + solvers.memory;
  return { cold, proof: cold - before, memory, proved, members };
}

function measureApart(path: string, solver: 'native' | 'wasm'): Measured | null {
  const script = [join(root, 'scripts/run.mjs'), join(root, 'bench/verify/main.ts'), path, '--measure', solver];
  const { stdout, status } = spawnSync(process.execPath, script, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured) : null;
}

function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Number(middle.toFixed(3));
}

async function main(): Promise<void> {
  const pattern = new RegExp(values.only);
  const files = readdirSync(dir).filter((name) => name.endsWith('.gobra') && pattern.test(name));
  const peer =
    values.viper === undefined
      ? null
      : openPeer({ jar: values.viper, z3: values.z3, flags: ['--assumeInjectivityOnInhale'] });
  const folder = join(root, 'build/bench-verify');
  mkdirSync(folder, { recursive: true });
  const native: number[] = [];
  const wasmCold: number[] = [];
  const nativeCold: number[] = [];
  let memory = 0;
  let complete = 0;
  console.log(
    'example                   proof native/wasm   cold native/wasm     MB   Viper warm   Gobra warm   proved',
  );
  for (const name of files) {
    const path = join(dir, name);
    const short = name.replace('.gobra', '');
    const [ours, web] = [measureApart(path, 'native'), measureApart(path, 'wasm')];
    if (ours === null || web === null) {
      console.log(`${short.padEnd(24)}  not measured`);
      continue;
    }
    let viper: number | null = null;
    if (peer !== null && annotationsOf(readFileSync(path, 'utf8')) !== null) {
      const { include } = optionsOf(readFileSync(path, 'utf8'), path);
      const { text } = emitViper(path, include);
      const printed = join(folder, `${short}.vpr`);
      writeFileSync(printed, text ?? '');
      await peer.ask(printed);
      viper = (await peer.ask(printed)).cpu;
    }
    const gobra = gobraSeconds[short];
    const warm = gobra === undefined ? null : gobra[0] + gobra[1];
    memory = Math.max(memory, ours.memory, web.memory);
    if (ours.proved === ours.members) complete++;
    if (viper !== null) native.push(ours.proof / viper);
    if (warm !== null) {
      nativeCold.push(ours.cold / (warm + gobraColdStart));
      wasmCold.push(web.cold / (warm + gobraColdStart));
    }
    const f = (value: number | null) => (value === null ? '-' : value.toFixed(2)).padStart(7);
    console.log(
      `${short.padEnd(24)} ${f(ours.proof)} / ${f(web.proof)}  ${f(ours.cold)} / ${f(web.cold)}  ` +
        `${Math.max(ours.memory, web.memory).toFixed(0).padStart(5)} ${f(viper)}      ${f(warm)}      ` +
        `${ours.proved}/${ours.members} ${web.proved}/${web.members}`,
    );
  }
  await peer?.close();
  console.log(
    JSON.stringify({
      command: 'bench:verify',
      examples: files.length,
      complete,
      medianOfViperWarm: median(native),
      medianOfGobraColdNative: median(nativeCold),
      medianOfGobraColdWasm: median(wasmCold),
      peakMegabytes: Math.round(memory),
    }),
  );
}

if (values.measure === 'native' || values.measure === 'wasm') {
  console.log(JSON.stringify(measure(dir, values.measure)));
} else await main();
