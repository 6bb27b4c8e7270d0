// What this machine has of what Gordian can use, and what is missing without it.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { HostError } from '../base/host.ts';
import { findExecutable } from './host/executables.ts';
import { goEnvironment } from './host/go-env.ts';
import { modelsFolder, reportPage, runtimeFolder, specsFolder } from './host/installation.ts';
import { solverName } from './solver/choose.ts';

export interface Symptom {
  readonly name: string;
  /** `broken`: Gordian itself cannot work as it should; `missing`: something optional is not there. */
  readonly state: 'ok' | 'missing' | 'broken';
  readonly detail: string;
}

const leastGo: readonly [number, number] = [1, 19];

export function examineMachine(cache: string | null): readonly Symptom[] {
  return [nodeSymptom(), ...partSymptoms(), goSymptom(), solverSymptom(), gitSymptom(), cacheSymptom(cache)];
}

function nodeSymptom(): Symptom {
  const major = Number(process.versions.node.split('.')[0]);
  const detail = `Node ${process.versions.node}${major >= 20 ? '' : '; Gordian needs Node 20 or later'}`;
  return { name: 'node', state: major >= 20 ? 'ok' : 'broken', detail };
}

function partSymptoms(): readonly Symptom[] {
  const parts: readonly (readonly [string, unknown])[] = [
    ['models', modelsFolder()],
    ['specs', specsFolder()],
    ['runtime', runtimeFolder()],
    ['report', reportPage()],
  ];
  return parts.map(([name, part]) =>
    part === null
      ? { name, state: 'broken', detail: 'this part of Gordian is not installed; install it again' }
      : { name, state: 'ok', detail: 'installed' },
  );
}

function goSymptom(): Symptom {
  const go = findExecutable('go');
  const without = 'gordian check works without it, gordian test does not';
  if (go === null) return { name: 'go', state: 'missing', detail: `there is no go on the PATH; ${without}` };
  const env = { ...process.env, GOTOOLCHAIN: 'local' };
  const { status, stdout } = spawnSync(go, ['env', 'GOVERSION'], {
    // Away from the directory that may be analysed.
    cwd: parse(process.cwd()).root,
    encoding: 'utf8',
    env,
    timeout: 10_000,
  });
  const version = stdout?.trim() ?? '';
  const [, major = '0', minor = '0'] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
  if (status !== 0) return { name: 'go', state: 'missing', detail: `${go} does not run; ${without}` };
  const isRecent = Number(major) > leastGo[0] || Number(minor) >= leastGo[1];
  const root = goEnvironment().GOROOT ?? '';
  if (!isRecent) {
    return { name: 'go', state: 'missing', detail: `${version}; gordian test needs Go ${leastGo.join('.')} or later` };
  }
  return { name: 'go', state: 'ok', detail: `${version} in ${root}` };
}

function solverSymptom(): Symptom {
  try {
    return { name: 'solver', state: 'ok', detail: solverName() };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { name: 'solver', state: 'missing', detail: `${error.message}; nothing is proved without one` };
  }
}

function gitSymptom(): Symptom {
  return findExecutable('git') === null
    ? { name: 'git', state: 'missing', detail: 'there is no git on the PATH; --changed needs it' }
    : { name: 'git', state: 'ok', detail: 'installed' };
}

function cacheSymptom(cache: string | null): Symptom {
  const name = 'cache';
  if (cache === null) return { name, state: 'missing', detail: 'the environment names no directory for caches' };
  let at = cache;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  try {
    accessSync(at, constants.W_OK);
    return { name, state: 'ok', detail: cache };
  } catch {
    return { name, state: 'missing', detail: `${cache} cannot be written; every run starts from nothing` };
  }
}
