// Rules about what source files do with the machine: which run programs, and how files are read.

import { describe, expect, test } from 'vitest';
import { readText, repositoryFiles } from '../support/repository.ts';

const sources = repositoryFiles().filter((path) => path.startsWith('src/') && path.endsWith('.ts'));

/** What is run where; paths of programs come from `findExecutable`, or were built by the tool itself. */
const runners: Readonly<Record<string, string>> = {
  'src/cli/config/changed.ts': 'git, with nothing that a repository could name',
  'src/cli/mcp/command.ts': 'Gordian itself',
  'src/driver/doctor.ts': 'go env',
  'src/driver/explore/process.ts': 'the go command, and tests that were built',
  'src/driver/explore/starter.ts': 'tests that were built',
  'src/driver/host/go-env.ts': 'go env',
  'src/driver/solver/native-sync.ts': 'z3',
  'src/driver/solver/native.ts': 'z3',
  'src/driver/workers/pool.ts': 'Gordian itself',
};

/** Files that are read without asking what they are: those of Gordian itself, and of the system. */
const plainReaders: Readonly<Record<string, string>> = {
  'src/cli/load.ts': 'programs of the bundle',
  'src/cli/supervise.ts': 'the list of processes',
  'src/driver/cache/store.ts': 'entries in a directory that only the user can write to',
  'src/driver/explore/build.ts': 'the runtime',
  'src/driver/host/installation.ts': 'the bundle',
  'src/driver/host/read-file.ts': 'once it is known to be a regular file',
  'src/driver/solver/wasm-parts.ts': 'Z3 in WebAssembly',
  'src/driver/solver/wasm-sync.ts': 'Z3 in WebAssembly',
};

describe('programs', () => {
  const users = sources.filter((path) => /(?<!import type .*)child_process'/.test(readText(path)));

  test('are run where the table says', () => {
    expect(users).toEqual(Object.keys(runners).sort());
  });

  test('are named by paths that were found, and never by a shell', () => {
    for (const path of users) {
      const text = readText(path);
      expect([
        path,
        /shell: true|\bexec(?:Sync|File|FileSync)?\b[^(]*(?=.*node:child_process)/.exec(text)?.[0],
      ]).toEqual([path, undefined]);
      // A name would be looked up in the PATH by the system: in the analysed directory, where the PATH says so.
      expect([path, /\b(?:spawn|spawnSync|fork)\(\s*['"`]/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });
});

test('files that others wrote are read once they are known to be files', () => {
  const plain = sources.filter((path) => /\breadFileSync\(/.test(readText(path)));
  expect(plain).toEqual(Object.keys(plainReaders).sort());
});
