// `check` and everything below it in a browser: the reports on the examples are those of the command line, with no solver on both sides.

import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bodyAfter, chromium } from '../support/chromium.ts';
import { folderWith } from '../support/cli.ts';
import { readText, repositoryFiles, root } from '../support/repository.ts';
import type { PageInput, PageOutput } from './page.ts';

const states = 20_000;
const work = 1_000_000;
const { version } = JSON.parse(readText('package.json')) as { readonly version: string };
const paths = repositoryFiles();
const modules = readdirSync(join(root, 'examples'));

/** As the driver says it. */
const noSolver = 'there is no solver: no z3 on the PATH, and no package z3-solver';

function under(folder: string): readonly string[] {
  return paths.filter((path) => path.startsWith(`${folder}/`));
}

/** The page's program. That it can be bundled at all says that nothing in it is of Node. */
async function program(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/browser/page.ts'],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** The reports of the command line, where neither z3 nor z3-solver can be found. */
function fromCommandLine(): readonly string[] {
  const folder = folderWith({ 'package.json': readText('package.json') });
  for (const name of ['dist', 'models']) cpSync(join(root, name), join(folder, name), { recursive: true });
  const limits = ['--states', String(states), '--work', String(work), '--time', '1h'];
  return modules.map((name) => {
    const args = [
      join(folder, 'dist', 'start.cjs'),
      'check',
      '--json',
      '--no-cache',
      '--jobs',
      '1',
      ...limits,
      './...',
    ];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: join(root, 'examples', name),
      env: { PATH: folder, HOME: folder },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return stdout;
  });
}

const browser = chromium();

describe.skipIf(browser === null)('in Chromium (left out where it is not installed)', () => {
  test('check reports on the examples what the command line does', async () => {
    const input: PageInput = {
      version,
      files: Object.fromEntries(under('examples').map((path) => [`/${path}`, readText(path)])),
      models: under('models').map((path) => [path.slice('models/'.length), readText(path)]),
      folders: modules.map((name) => `/examples/${name}`),
      states,
      work,
      noSolver,
    };
    const body = await bodyAfter(browser as string, [`var given = ${JSON.stringify(input)};`, await program()]);
    const [, shown = ''] = /\[([^\]]+)\]/.exec(body) ?? [];
    const { output, error } = JSON.parse(Buffer.from(shown, 'base64').toString('utf8')) as {
      readonly output?: PageOutput;
      readonly error?: string;
    };
    expect(error).toBeUndefined();
    const expected = fromCommandLine();
    expect(expected.map((text) => text.length > 100)).toEqual(modules.map(() => true));
    modules.forEach((name, i) => {
      expect(output?.[i], name).toBe(expected[i]);
    });
  });
});
