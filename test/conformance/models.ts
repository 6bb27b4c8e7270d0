// The models of the standard library against the real packages, object by object (test/oracle/models).
//
//   npm run models:check
//
// Models of golang.org/x/sync are compared with what the module cache or GOROOT's vendored copies hold of it.
// Our own checker must accept every model, too, and those with tests of their behaviour must pass them. The last line of standard output is JSON with the figures.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installedGo } from '../support/go.ts';
import { checkModels } from '../support/models.ts';
import { runBehaviour } from './behaviour.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const models = join(root, 'models');
const xSync = 'golang.org/x/sync';

function main(): number {
  if (installedGo === null) {
    console.error('models:check needs Go 1.26 or later on the PATH');
    return 2;
  }
  const { packages, errors } = checkModels(models);
  for (const error of errors) console.log(`our checker: ${error}`);
  const real = realDirectories(installedGo.goroot);
  const args = real.flatMap(([path, dir]) => ['-real', `${path}=${dir}`]);
  const result = spawnSync('go', ['run', './models', '-models', models, ...args], {
    cwd: join(root, 'test', 'oracle'),
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = result.stdout.trim().split('\n');
  for (const line of lines.slice(0, -1)) console.log(line);
  const figures = JSON.parse(lines.at(-1) ?? '{}') as Readonly<Record<string, unknown>>;
  const behaviour = runBehaviour(models, join(root, 'testdata', 'models'), join(root, 'build', 'behaviour'));
  if (behaviour.failed > 0) console.log(behaviour.output);
  console.log(
    JSON.stringify({
      go: installedGo.version,
      ...figures,
      ourPackages: packages,
      ourErrors: errors.length,
      behaviourPackages: behaviour.packages,
      behaviourPassed: behaviour.passed,
      behaviourFailed: behaviour.failed,
    }),
  );
  return result.status === 0 && errors.length === 0 && behaviour.failed === 0 ? 0 : 1;
}

/** Where the source of each modelled package outside the standard library lies, if it is on this machine. */
function realDirectories(goroot: string): [path: string, dir: string][] {
  const places = [moduleDirectory(), join(goroot, 'src', 'cmd', 'vendor', xSync)];
  const found: [string, string][] = [];
  for (const name of readdirSync(join(models, xSync))) {
    const dir = places.map((place) => (place === null ? '' : join(place, name))).find((d) => d !== '' && existsSync(d));
    if (dir !== undefined) found.push([`${xSync}/${name}`, dir]);
  }
  return found;
}

/** The newest version in the module cache, or null. */
function moduleDirectory(): string | null {
  const cache = spawnSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).stdout.trim();
  const parent = join(cache, 'golang.org', 'x');
  if (cache === '' || !existsSync(parent)) return null;
  const minor = (name: string): number => Number(/^sync@v0\.(\d+)\./.exec(name)?.[1] ?? -1);
  const versions = readdirSync(parent).filter((name) => minor(name) >= 0);
  versions.sort((a, b) => minor(b) - minor(a));
  return versions[0] === undefined ? null : join(parent, versions[0]);
}

process.exitCode = main();
