// `npm run build`: bundles the command line into dist/, or into an empty folder that is given: programs of one file each.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/setup.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Checking a communication program takes less than loading does, so that `check-comm` has nothing in it that only others need. */
const entryPoints = {
  start: 'src/cli/start.ts',
  supervise: 'src/cli/supervise.ts',
  thread: 'src/cli/start-thread.ts',
  'fragment-worker': 'src/cli/start-worker.ts',
  'member-worker': 'src/cli/start-member-worker.ts',
  'keep-code': 'src/cli/keep-code.ts',
  gordian: 'src/cli/gordian.ts',
  'check-comm': 'src/cli/check-comm.ts',
  mcp: 'src/cli/mcp/server.ts',
};

/** Writes the programs into `folder`; esbuild has said what is wrong where this fails. */
function bundle(folder) {
  return build({
    absWorkingDir: root,
    outdir: folder,
    entryPoints,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    // Node takes compiled code over for scripts only, not for modules, and starts scripts sooner.
    format: 'cjs',
    target: 'node20',
    // Names stay, for reports of defects; without white space the code is read a fifth faster.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    define: {
      'process.env.GORDIAN_VERSION': JSON.stringify(version),
      'import.meta.url': '__bundleUrl',
      'import.meta.dirname': '__dirname',
    },
    banner: { js: "const __bundleUrl=require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  }).then(
    () => true,
    () => false,
  );
}

/** The parts of a page that stand in it, by the marks that its template has for them. */
const pages = { 'report.html': { folder: 'web/report', program: 'main.ts' } };

/** One file that needs no other: its policy allows this very program and style, and nothing from anywhere else. */
async function writePage(folder, name, { folder: from, program }) {
  const bundled = async (entry) => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [join(from, entry)],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2023',
      minify: true,
      legalComments: 'none',
      logLevel: 'warning',
    });
    // An element of a document ends at its end tag, wherever that stands.
    return outputFiles[0].text.trim().replaceAll('</script', '<\\/script');
  };
  const [code, style] = [await bundled(program), await bundled('style.css')];
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(code)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  const fill = { policy, style, program: code };
  const template = readFileSync(join(root, from, 'index.html'), 'utf8');
  const page = template.replace(/<!--(policy|style|program)-->/g, (_, part) => fill[part]);
  writeFileSync(join(folder, name), page);
}

/** Has the programs run on examples, so that users' first runs find what these needed compiled already. */
function keepCode(folder) {
  const models = join('testdata', 'comm');
  const files = readdirSync(join(root, models)).filter((name) => name.endsWith('.comm'));
  const examples = ['annotations', 'broken', 'healthy', 'leak'].map((name) => join('examples', name));
  const kept = spawnSync(
    process.execPath,
    [join(folder, 'keep-code.cjs'), ...files.map((name) => join(models, name)), ...examples],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return kept.status === 0;
}

// A build that fails leaves the last good one in place.
const given = process.argv[2];
const outdir = given === undefined ? join(root, 'dist') : resolve(given);
const fresh = join(root, 'build', `dist-${process.pid}`);
mkdirSync(join(root, 'build'), { recursive: true });
const isBundled = await bundle(fresh);
if (isBundled) for (const [name, page] of Object.entries(pages)) await writePage(fresh, name, page);
if (isBundled && keepCode(fresh)) {
  if (given === undefined) rmSync(outdir, { recursive: true, force: true });
  renameSync(fresh, outdir);
} else {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = 1;
}
