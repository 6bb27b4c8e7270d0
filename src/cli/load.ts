// Loads the programs of the bundle, with their functions compiled before where that was kept.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { preferSmallCode } from './engine-flags.ts';

/** The programs, by the names of their files. */
interface Programs {
  readonly gordian: typeof import('./gordian.ts');
  readonly 'check-comm': typeof import('./check-comm.ts');
  readonly mcp: typeof import('./mcp/server.ts');
}

type ProgramName = keyof Programs;

const folder = import.meta.dirname;

const loaded: Partial<Programs> = {};

export function load<Name extends ProgramName>(name: Name): Programs[Name] {
  const program = (loaded[name] ??= loadNow(name));
  preferSmallCode();
  return program;
}

function loadNow<Name extends ProgramName>(name: Name): Programs[Name] {
  const kept = keptCode(name);
  if (kept !== null) return run(name, compile(name, kept));
  const keeping: { readonly enableCompileCache?: () => unknown } = require('node:module');
  // Where node can (22.1 and later), it keeps compiled code by itself.
  keeping.enableCompileCache?.();
  return require(programFile(name));
}

/** Without code that was kept, or where node refuses it because its flags are others now, functions are compiled when they are called. */
export function compile(name: ProgramName, cachedData?: Buffer): Script {
  // What esbuild writes is ASCII, which is read faster under this name.
  const text = readFileSync(programFile(name), 'latin1');
  return new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    // Kept with the code, in a directory that is moved before any other process sees it.
    filename: `${name}.cjs`,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

export function run<Name extends ProgramName>(name: Name, script: Script): Programs[Name] {
  const module = { exports: {} as Programs[Name] };
  script.runInThisContext()(module.exports, require, module, programFile(name), folder);
  return module.exports;
}

/** Where the compiled code of a program is kept, for this very executable of node. */
export function keptCodeFile(name: ProgramName): string {
  return join(folder, `${name}.${process.version}-${statSync(process.execPath).size}.code`);
}

function keptCode(name: ProgramName): Buffer | null {
  try {
    return readFileSync(keptCodeFile(name));
  } catch {
    return null;
  }
}

function programFile(name: ProgramName): string {
  return join(folder, `${name}.cjs`);
}

/** What runs a command in a thread: loaded only where that is wanted. */
export function supervise(): typeof import('./supervise.ts') {
  return require(join(folder, 'supervise.cjs'));
}
