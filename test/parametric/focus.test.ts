// Programs reduced to the objects of their root: what is proved of them holds with everything else around them too.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowProgram } from '../../src/check/analyse.ts';
import { expressedWhole } from '../../src/check/virgo-program.ts';
import type { CommProgram, Proc } from '../../src/comm/comm.ts';
import { focusedProgram } from '../../src/comm/extract/fragment.ts';
import { focus, type Scope } from '../../src/comm/reduce/focus.ts';
import { slice } from '../../src/comm/reduce/slice.ts';
import { declaredFunctions } from '../../src/flow/call-graph.ts';
import { functionOf } from '../../src/flow/program.ts';
import { checkProgram } from '../../src/model/index.ts';
import { prove, readable } from '../../src/parametric/index.ts';
import { allFeatures, generateProgram } from '../support/generate-comm.ts';
import { readText, root } from '../support/repository.ts';
import { loadGo } from './fragments.ts';
import { testSolver } from './solver.ts';

/** Preconditions as written above the functions of a package, and as found for its objects; `near` is how many functions are followed. */
async function preconditions(
  folder: string,
  near: number,
): Promise<{ readonly wanted: Readonly<Record<string, string>>; readonly found: Readonly<Record<string, string>> }> {
  const wanted = new Map<string, string>();
  const text = readText(`${folder}/${folder.slice(folder.lastIndexOf('/') + 1)}.go`);
  for (const [, want, name] of text.matchAll(/^\/\/ want (.*)\nfunc (?:\(.*?\) )?(\w+)/gm)) {
    wanted.set(name ?? '', want ?? '');
  }
  const flow = flowProgram(loadGo(join(root, folder)));
  const horizon = { function: near, whole: near };
  const solver = testSolver();
  const found = new Map<string, string>();
  for (const { ref, obj } of declaredFunctions(flow)) {
    if (!wanted.has(obj.name) || obj.pkg === null) continue;
    const { program } = focusedProgram(flow, { kind: 'function', fn: functionOf(flow, ref), pkg: obj.pkg }, 'root', {
      horizon,
    });
    found.set(obj.name, await outcomeOf(program, solver));
  }
  await solver.dispose();
  return { wanted: Object.fromEntries(wanted), found: Object.fromEntries(found) };
}

test('functions have the preconditions that are written above them', { timeout: 120_000 }, async () => {
  const { wanted, found } = await preconditions('testdata/parametric/focus', 80);
  expect(Object.keys(wanted).length).toBe(42);
  expect(found).toEqual(wanted);
});

test('loops over maps have a round for each entry while nothing changes the map', { timeout: 120_000 }, async () => {
  const { wanted, found } = await preconditions('testdata/parametric/maps', 80);
  expect(Object.keys(wanted).length).toBe(5);
  expect(found).toEqual(wanted);
});

test('what lies beyond the horizon is not relied on', { timeout: 120_000 }, async () => {
  const { wanted, found } = await preconditions('testdata/parametric/horizon', 3);
  expect(Object.keys(wanted).length).toBe(8);
  expect(found).toEqual(wanted);
});

async function outcomeOf(program: CommProgram, solver: ReturnType<typeof testSolver>): Promise<string> {
  const virgo = expressedWhole(program);
  if (!virgo.ok) return 'not proved';
  const outcome = await prove(virgo.program, solver);
  if (outcome.kind === 'unknown') return 'not proved';
  const { precondition, proof } = outcome;
  if (precondition.kind === 'bool') return precondition.value ? 'proved' : 'not proved';
  return (await readable(solver, proof.system, precondition)).text ?? 'not proved';
}

/** Rules about goroutines that wait forever. */
const waiting: ReadonlySet<string> = new Set(['goroutine-leak', 'global-deadlock', 'double-lock', 'lock-order']);

/** What is made by the entry of a generated program is made by a function of its own, which the entry calls. */
function withRoot(program: CommProgram): CommProgram {
  const main = program.procs[program.entry] as Proc;
  const site = main.site;
  const entry: Proc = {
    name: 'entry',
    role: { kind: 'helper' },
    vars: [],
    params: 0,
    results: [],
    body: [{ kind: 'call', callee: { kind: 'proc', proc: program.entry }, args: [], targets: [], site }],
    site,
  };
  const role = { kind: 'function', id: main.name, root: true, model: null } as const;
  const procs = program.procs.map((proc): Proc => (proc === main ? { ...proc, role } : proc));
  return { ...program, name: main.name, procs: [...procs, entry], entry: program.procs.length };
}

describe('what waits forever', () => {
  // Without memory in which objects get lost to others.
  const features = { ...allFeatures, conds: false, timers: false, unwinding: false, memory: false };
  const limits = { maxStates: 20_000, maxMilliseconds: 1e9 };
  const blocks = (program: CommProgram): boolean => {
    const result = checkProgram(program, limits);
    if (result.limits.length > 0 || result.gaps.length > 0) return false;
    return result.findings.some(({ rule }) => waiting.has(rule));
  };
  const isFine = (program: CommProgram): boolean => {
    const result = checkProgram(program, limits);
    return result.limits.length === 0 && result.gaps.length === 0 && result.findings.length === 0;
  };
  for (const scope of ['fragment', 'root'] as readonly Scope[]) {
    test(`still does, ${scope}`, { timeout: 120_000 }, () => {
      let blocked = 0;
      let smaller = 0;
      for (let seed = 0; seed < 700; seed++) {
        const program = withRoot(generateProgram(seed, features, 3 + (seed % 4)));
        if (!blocks(program)) continue;
        const reduced = slice(focus(program, scope).program);
        blocked++;
        if (JSON.stringify(reduced).length < JSON.stringify(slice(program)).length) smaller++;
        expect({ seed, fine: isFine(reduced) }).toEqual({ seed, fine: false });
      }
      expect(blocked).toBeGreaterThan(200);
      if (scope === 'root') expect(smaller).toBeGreaterThan(50);
    });
  }
});
