// Two builds of Gordian on the same code, compared apart from wording and order.
//
//   npm run compare -- OLD NEW [--kernels DIR] [--modules PATH@VERSION,...] [--only testdata|kernels|modules,...]
//                              [--shard I/N] [--limits wide|default] [--old-flags=FLAGS] [--new-flags=FLAGS]
//                              [--name REGEXP] [--jobs NUMBER] [--results DIR] [--out FILE]
//
// OLD and NEW are directories with bin/gordian, built. Both check every file and module of NEW's testdata, the kernels in a directory
// (where one is given) and ten real modules. Compared are verdicts, properties, preconditions, and rules, positions and severities of
// findings and problems. Results are kept in a directory, so that a run that was ended goes on where it was, and an unchanged build is
// run once; `--shard 2/3` takes the second third. With `--limits wide`, the default, limits are so far away that only searches without
// end meet them; `--old-flags` and `--new-flags` set others for one side. A limit in time makes results differ from run to run. Fragments
// that a limit has cut all the same are listed.
// The last line of standard output is JSON with all figures; the exit code is 1 where a proof or a finding was lost.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Build, type Limits, type Outcome, openBuild, outcomeOf } from './compare-build.ts';
import { type Difference, differences, isCut, type Result, textDifferences } from './compare-results.ts';
import { kernelUnits, moduleUnits, type Scope, scopes, testdataUnits, type Unit } from './compare-units.ts';
import { moduleNamed, realModules } from './module-copies.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kernels: { type: 'string' },
    modules: { type: 'string' },
    only: { type: 'string', default: scopes.join(',') },
    shard: { type: 'string', default: '1/1' },
    limits: { type: 'string', default: 'wide' },
    'old-flags': { type: 'string' },
    'new-flags': { type: 'string' },
    name: { type: 'string', default: '' },
    jobs: { type: 'string', default: '1' },
    results: { type: 'string' },
    out: { type: 'string' },
  },
});

const [oldDir, newDir] = positionals.map((path) => resolve(path));
const shard = /^(\d+)\/(\d+)$/.exec(values.shard);
const only = values.only.split(',');
if (
  oldDir === undefined ||
  newDir === undefined ||
  shard === null ||
  !only.every((one) => scopes.some((scope) => scope === one)) ||
  (values.limits !== 'wide' && values.limits !== 'default')
) {
  console.error('usage: npm run compare -- OLD NEW [flags]; see test/conformance/compare.ts');
  process.exit(2);
}

function unitsOf(scope: Scope, root: string): readonly Unit[] {
  switch (scope) {
    case 'testdata':
      return testdataUnits(root);
    case 'kernels':
      return values.kernels === undefined ? [] : kernelUnits(resolve(values.kernels));
    case 'modules':
      return moduleUnits(values.modules === undefined ? realModules : values.modules.split(',').map(moduleNamed));
  }
}

interface Compared {
  readonly unit: Unit;
  readonly differences: readonly Difference[];
  readonly cut: readonly string[];
  readonly seconds: { readonly old: number; readonly new: number };
  readonly fragments: number;
  readonly findings: number;
}

async function compareUnit(unit: Unit, old: Build, fresh: Build): Promise<Compared> {
  const before = await outcomeOf(old, unit);
  const after = await outcomeOf(fresh, unit);
  const seconds = { old: before.seconds, new: after.seconds };
  if (unit.isText) {
    const codes = exitDifference(before, after);
    const differ = [...codes, ...textDifferences(before.output, after.output)];
    return { unit, differences: differ, cut: [], seconds, fragments: 0, findings: 0 };
  }
  const [one, other] = [resultOf(before), resultOf(after)];
  if (one === null || other === null) {
    const text = `exit code ${before.exitCode} -> ${after.exitCode}${other === null ? `: ${after.errors.trim()}` : ''}`;
    const differ: readonly Difference[] =
      one === other && before.exitCode === after.exitCode ? [] : [{ kind: 'failed', text }];
    return { unit, differences: differ, cut: [], seconds, fragments: 0, findings: 0 };
  }
  const cutIn = (build: Build, result: Result): readonly string[] =>
    result.fragments
      .filter((fragment) => fragment.verdict === 'unknown' && isCut(fragment))
      .map((f) => `${build.label} ${f.package} ${f.function} ${f.file}:${f.line}: ${f.reason}`);
  return {
    unit,
    differences: [...exitDifference(before, after), ...differences(one, other)],
    cut: [...cutIn(old, one), ...cutIn(fresh, other)],
    seconds,
    fragments: other.fragments.length,
    findings: other.findings.filter(({ severity }) => severity !== 'note').length,
  };
}

function exitDifference(before: Outcome, after: Outcome): readonly Difference[] {
  if (before.exitCode === after.exitCode) return [];
  return [{ kind: 'failed', text: `exit code ${before.exitCode} -> ${after.exitCode}` }];
}

/** Null where the run gave none. */
function resultOf({ output }: Outcome): Result | null {
  try {
    return JSON.parse(output) as Result;
  } catch {
    return null;
  }
}

const results = resolve(values.results ?? join(process.env.GORDIAN_ROOT ?? '.', 'build', 'compare'));
mkdirSync(results, { recursive: true });
const limits: Limits = values.limits;
const old = openBuild('old', oldDir, limits, values['old-flags'], results);
const fresh = openBuild('new', newDir, limits, values['new-flags'], results);
const [, part, parts] = shard.map(Number);
const wanted = new RegExp(values.name);
const units = scopes
  .filter((scope) => only.includes(scope))
  .flatMap((scope) => unitsOf(scope, newDir))
  .filter(({ name }) => wanted.test(name))
  .filter((_, i) => i % Number(parts) === Number(part) - 1);

// A run that is ended takes the builds with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const compared: Compared[] = [];
const waiting = [...units];
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      const one = await compareUnit(unit, old, fresh);
      compared.push(one);
      for (const { kind, text } of one.differences) console.log(`${unit.scope} ${unit.name}: ${kind}: ${text}`);
      for (const text of one.cut) console.log(`${unit.scope} ${unit.name}: cut: ${text}`);
    }
  }),
);

const counts: Record<string, number> = {};
for (const one of compared) {
  for (const { kind } of one.differences) counts[kind] = (counts[kind] ?? 0) + 1;
}
const sum = (of: (one: Compared) => number): number => compared.reduce((n, one) => n + of(one), 0);
const summary = {
  units: compared.length,
  limits,
  same: compared.filter((one) => one.differences.length === 0).length,
  fragments: sum((one) => one.fragments),
  findings: sum((one) => one.findings),
  differences: counts,
  cut: sum((one) => one.cut.length),
  seconds: { old: Math.round(sum((one) => one.seconds.old)), new: Math.round(sum((one) => one.seconds.new)) },
};
if (values.out !== undefined) {
  const each = compared.map(({ unit, ...rest }) => ({ scope: unit.scope, name: unit.name, ...rest }));
  writeFileSync(values.out, `${JSON.stringify({ ...summary, each }, null, 1)}\n`);
}
console.log(JSON.stringify(summary));
const lost = ['lost-proof', 'lost-finding', 'lost-fragment', 'failed'].some((kind) => (counts[kind] ?? 0) > 0);
process.exitCode = lost ? 1 : 0;
