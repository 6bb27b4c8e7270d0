// The recipes of docs/architecture.md are followed in a copy of the repository, which then type-checks, builds, and does what they say.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedGo } from '../support/go.ts';
import { importsIn } from '../support/imports.ts';
import { edited, recipesOf } from '../support/recipes.ts';
import { readText, repositoryFiles, root } from '../support/repository.ts';

const recipes = recipesOf(readText('docs/architecture.md'));
const steps = recipes.flatMap((recipe) => recipe.steps);

/** What a build needs. */
const needed = /^(src|models|runtime|scripts|web|bin|examples|testdata\/comm)\/|^(package|tsconfig)\.json$/;

/** Always the same place, so that Go finds what it has built for it before; packages are found above it. */
const copy = join(root, 'build', 'recipes');
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, XDG_CACHE_HOME: join(root, 'build') };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  return status === 0 || status === 1 ? stdout : `exit code ${status}\n${stdout}${stderr}`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** What the type checker says about some files of the copy, by the settings of the repository. */
function problemsIn(paths: readonly string[]): readonly string[] {
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, copy);
  const files = [...new Set(paths)].map((path) => join(copy, path));
  const { tsBuildInfoFile: _kept, ...settings } = options;
  const program = ts.createProgram(files, { ...settings, incremental: false });
  return files.flatMap((path) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
      ...program.getSemanticDiagnostics(program.getSourceFile(path)),
    ].map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}

test('there are four', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'Add a rule',
    'Add a model of a library function',
    'Add a strategy',
    'Add an output format',
  ]);
  for (const { title, steps, commands } of recipes) {
    expect(steps.length, title).toBeGreaterThan(1);
    expect(commands.length, title).toBeGreaterThan(0);
  }
});

describe('followed in a copy', () => {
  beforeAll(() => {
    rmSync(copy, { recursive: true, force: true });
    for (const path of repositoryFiles().filter((path) => needed.test(path))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    for (const step of steps) {
      const text = step.kind === 'file' ? step.text : edited(readFileSync(join(copy, step.path), 'utf8'), step);
      write(step.path, text);
    }
  });

  test('what was changed type-checks, and so do its users', () => {
    const changed = new Set(steps.map(({ path }) => path).filter((path) => path.endsWith('.ts')));
    const sources = repositoryFiles().filter((path) => /^src\/.*\.ts$/.test(path));
    const users = sources.filter((path) => importsIn(path).some(({ to }) => to !== null && changed.has(to)));
    expect(problemsIn([...changed, ...users])).toEqual([]);
  });

  describe('and builds, so that', () => {
    beforeAll(() => expect(run(process.execPath, [join(copy, 'scripts', 'build.mjs')], copy)).toBe(''));

    for (const [i, { title, program, commands }] of recipes.entries()) {
      const runsTests = commands.some(({ args }) => args[0] === 'test');
      test.skipIf(runsTests && installedGo === null)(title, () => {
        const folder = join('programs', `${i}`);
        write(join(folder, 'go.mod'), 'module example.com/recipe\n\ngo 1.26\n');
        for (const [name, text] of Object.entries(program)) write(join(folder, name), text);
        for (const { args, output } of commands) {
          expect(run(process.execPath, [join(copy, 'bin', 'gordian'), ...args], join(copy, folder))).toBe(output);
        }
      });
    }
  });
});
