// Runs a TypeScript entry point: bundles it into build/ and starts node on the result.
//
//   node scripts/run.mjs [--node-arg=FLAG ...] path/to/entry.ts [arguments ...]
//
// Flags for node come before the entry (`--node-arg=--cpu-prof`); everything after the entry goes to it untouched,
// except one `--` right behind the entry, which npm leaves there.

import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Splits our own flags from the entry and its arguments. */
function parseArguments(argv) {
  const nodeArgs = [];
  let i = 0;
  for (; i < argv.length && argv[i].startsWith('--'); i++) {
    const flag = /^--node-arg=(.+)$/.exec(argv[i]);
    if (flag === null) return { problem: `unknown flag ${argv[i]}` };
    nodeArgs.push(flag[1]);
  }
  const entry = argv[i];
  if (entry === undefined) return { problem: 'no entry given' };
  const rest = argv.slice(i + 1);
  if (rest[0] === '--') rest.shift();
  return { nodeArgs, entry, rest };
}

/** Bundles `entry` and gives the path of the result: one file for each entry, so that runs do not disturb each other. */
async function bundle(entry) {
  const { build } = await import('esbuild');
  const inside = relative(root, entry);
  const name = inside.startsWith('..') ? entry.replace(/[^\w.]+/g, '_') : inside;
  // A process id keeps two simultaneous runs of the same entry apart while they write; the name stays readable.
  const outfile = join(root, 'build', 'run', name.replace(/\.[mc]?tsx?$/, `.${process.pid}.mjs`));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
    // Bundles lie elsewhere than their sources, so entries learn the repository's root this way.
    define: { 'process.env.GORDIAN_ROOT': JSON.stringify(root) },
  });
  return outfile;
}

const parsed = parseArguments(process.argv.slice(2));
if (parsed.problem !== undefined) {
  console.error(`run: ${parsed.problem}\nusage: node scripts/run.mjs [--node-arg=FLAG ...] entry.ts [arguments ...]`);
  process.exit(2);
}
const entry = resolve(parsed.entry);
if (!existsSync(entry)) {
  console.error(`run: there is no file ${parsed.entry}`);
  process.exit(2);
}
const outfile = await bundle(entry);
const child = spawn(process.execPath, ['--enable-source-maps', ...parsed.nodeArgs, outfile, ...parsed.rest], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`run: cannot start node: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  rmSync(outfile, { force: true });
  process.exit(signal === null ? (code ?? 1) : 1);
});
