// Random clients of real modules: they call the exported functions that `check` proves, and try to refute the proofs.
//
//   npm run attack -- [MODULE@VERSION | DIR ...] [--seed 1] [--clients 6] [--schedules 8]
//
// Without a module, the ten of `npm run real-world`. A directory is attacked in place: clients are written beside its code while it runs.
// Prints refutations with the client, and as its last line JSON: how many exported functions are proved, and how many of these were called.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Children } from '../../src/driver/explore/process.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import type { LoadedPackage } from '../../src/load/index.ts';
import { isExported } from '../../src/types/index.ts';
import { installedGo } from '../support/go.ts';
import { type Attack, attack, clientsName, constantsIn, type Target } from '../support/open-world/referee.ts';
import { fetchModule, moduleNamed, realModules } from './module-copies.ts';

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '6' },
    schedules: { type: 'string', default: '8' },
  },
  allowPositionals: true,
});

/** Each exported type by itself, with the functions of the package; and these alone. */
function targetsOf(pkg: LoadedPackage, folders: Set<string>): readonly Target[] {
  // Programs have no clients; those of internal packages would be the module's own.
  if (pkg.name === 'main' || pkg.forTest !== null) return [];
  folders.add(pkg.dir);
  const texts = pkg.files.map(({ path }) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\n');
  const constants = constantsIn(texts);
  const names = [...(pkg.types.scope.elems ?? [])].filter(([name]) => isExported(name));
  const isFunction = new Set(names.flatMap(([name, object]) => (object.kind === 'Func' ? [name] : [])));
  const types = names.flatMap(([name, object]) => (object.kind === 'TypeName' ? [name] : []));
  const hidden = new Set<string>();
  const one = (name: string): Target => ({
    name,
    hidden,
    constants,
    belongs: (other) => other === name || isFunction.has(other),
  });
  return [...types.map(one), { name: 'Functions', hidden, constants, belongs: (other) => isFunction.has(other) }];
}

async function attackModule(folder: string): Promise<Attack> {
  const folders = new Set<string>();
  const children = new Children();
  let result: Attack | null = null;
  try {
    await withScratch(async (scratch) => {
      result = await attack({
        folder,
        patterns: ['./...'],
        strict: false,
        scratch,
        children,
        seed: Number(values.seed),
        clients: Number(values.clients),
        schedules: Number(values.schedules),
        targets: (pkg) => targetsOf(pkg, folders),
        progress: (text) => console.error(text),
      });
    }, children);
  } finally {
    for (const dir of folders) rmSync(join(dir, clientsName), { force: true });
  }
  if (result === null) throw new Error(`${folder}: the attack was ended`);
  return result;
}

async function main(): Promise<number> {
  if (installedGo === null) {
    console.log(JSON.stringify({ skipped: 'Go is not installed' }));
    return 0;
  }
  const wanted = positionals.length > 0 ? positionals : realModules.map(({ path, version }) => `${path}@${version}`);
  const modules: {
    readonly module: string;
    readonly proved: number;
    readonly called: number;
    readonly refuted: number;
  }[] = [];
  for (const name of wanted) {
    const folder = existsSync(name) ? resolve(name) : fetchModule(moduleNamed(name));
    if (folder === null) continue;
    const { proved, called, clients, runs, refutations } = await attackModule(folder);
    for (const one of refutations)
      console.log(
        `${one.proved ? 'REFUTED' : 'NO FRAGMENT'} ${name} ${one.function} ${one.rule} at ${one.operation}\n${one.client}`,
      );
    const refuted = refutations.filter((one) => one.proved).length;
    const figures = { module: name, proved, called, clients, runs, refuted };
    console.log(JSON.stringify(figures));
    modules.push(figures);
  }
  const sum = (of: (one: (typeof modules)[number]) => number): number => modules.reduce((n, one) => n + of(one), 0);
  const [proved, called, refuted] = [sum((one) => one.proved), sum((one) => one.called), sum((one) => one.refuted)];
  console.log(JSON.stringify({ seed: Number(values.seed), proved, called, refuted, modules }));
  return refuted > 0 ? 1 : 0;
}

process.exitCode = await main();
