// `npm run build`: bundles the command line into dist/. Commands are chunks of their own, loaded when they run.

import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/setup.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Checking a communication program takes less than loading does, so that this command is one file with nothing in it that others need. */
const apart = { name: 'check-comm', source: 'src/cli/check-comm.ts' };

const common = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Names stay, for reports of defects; without white space the code is read a fifth faster.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  define: { 'process.env.GORDIAN_VERSION': JSON.stringify(version) },
  logLevel: 'warning',
};

/** Writes the chunks into `outdir`; esbuild has said what is wrong where this fails. */
function bundle(outdir) {
  const chunks = build({
    ...common,
    outdir,
    // Processes that look at fragments for another have a program of their own.
    entryPoints: { main: 'src/cli/main.ts', 'fragment-worker': 'src/driver/fragment-worker.ts' },
    splitting: true,
    // Bundled packages in CommonJS form ask for node's modules with require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'built apart',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/check-comm\.ts$/ }, ({ importer }) =>
            importer.includes('cli') ? { path: `./${apart.name}.mjs`, external: true } : null,
          ),
      },
    ],
  });
  const alone = build({ ...common, outdir, entryPoints: { [apart.name]: apart.source } });
  return Promise.all([chunks, alone]).then(
    () => true,
    () => false,
  );
}

// A build that fails leaves the last good one in place.
const outdir = join(root, 'dist');
const fresh = join(root, 'build', `dist-${process.pid}`);
mkdirSync(join(root, 'build'), { recursive: true });
if (await bundle(fresh)) {
  rmSync(outdir, { recursive: true, force: true });
  renameSync(fresh, outdir);
} else {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = 1;
}
