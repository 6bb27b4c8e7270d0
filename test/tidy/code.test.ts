// Rules about source files: how long they may be, that each one is used, and says what it is for.

import { describe, expect, test } from 'vitest';
import { folderOf } from '../support/imports.ts';
import { reachableFrom, readText, repositoryFiles } from '../support/repository.ts';

const lineLimit = 800;

/** Longer files, each with the reason why it is not split. */
const longFiles: Readonly<Record<string, string>> = {
  'src/vil/vil.ts': 'the whole language as data, with the printed form above each alternative',
};

const files = repositoryFiles();
const sources = files.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
const code = files.filter((path) => /^(src|test|bench|scripts)\/.*\.(ts|mjs)$/.test(path));

/**
 * Where plain objects may stand for names: what leaves Gordian or comes in as one, and tables whose keys are ours alone.
 * Everywhere else a name of the analysed program could be `constructor` or `__proto__`, so names are looked up in Maps.
 */
const plainObjects: Readonly<Record<string, string>> = {
  'src/base/named.ts': 'where Maps are made of them',
  'src/cli/mcp/': 'JSON that the protocol carries',
  'src/driver/': 'environments, and what Node and WebAssembly hand over',
  'src/explore/instrument-std.ts': 'tables of methods, asked with Object.hasOwn',
  'src/explore/overlay.ts': 'a JSON file for the go command, and an environment',
  'src/explore/schedule-schema.ts': 'fields of JSON, asked with Object.hasOwn',
  'src/load/codes.ts': 'the type of a table of codes',
  'src/load/configuration.ts': 'JSON',
  'src/types/codes.ts': 'the type of a table of codes',
  'src/types/spec-codes.ts': 'the type of a table of codes',
  'src/proof/prover.ts': 'options of the solver',
  'src/proof/sides.ts': 'fields of a node',
  'src/report/json.ts': 'JSON',
  'src/report/sarif.ts': 'JSON',
  'src/smt/': 'options of the solver, and counts by their names',
  'src/syntax/equal.ts': 'fields of a node',
};

describe('names', () => {
  const usesPlain = (path: string): boolean => /Record<string|\[\w+: string\]/.test(readText(path));

  test('of analysed programs never index plain objects', () => {
    const excused = (path: string): boolean => Object.keys(plainObjects).some((prefix) => path.startsWith(prefix));
    expect(sources.filter((path) => usesPlain(path) && !excused(path))).toEqual([]);
  });

  test('excuses are still needed', () => {
    for (const prefix of Object.keys(plainObjects))
      expect(
        sources.some((path) => path.startsWith(prefix) && usesPlain(path)),
        prefix,
      ).toBe(true);
  });
});

describe('files', () => {
  test('are not too long', () => {
    const tooLong: string[] = [];
    for (const file of code) {
      const lines = readText(file).split('\n').length - 1;
      if (lines > lineLimit && !(file in longFiles)) tooLong.push(`${file}: ${lines} lines`);
    }
    expect(tooLong).toEqual([]);
  });

  test('that are excused from the limit still need it', () => {
    for (const file of Object.keys(longFiles)) {
      expect(readText(file).split('\n').length - 1, file).toBeGreaterThan(lineLimit);
    }
  });

  test('under src can be reached from a program that is built or the interface of their folder', () => {
    // A folder's interface is its index.ts, or the file of its own name that declares its data.
    const interfaces = /^src\/(base\/|(\w+)\/(index|\2|\w+\/index)\.ts$)/;
    const [, built = ''] = /entryPoints = \{([^}]*)\}/.exec(readText('scripts/build.mjs')) ?? [];
    const entries = sources.filter((path) => built.includes(`'${path}'`) || interfaces.test(path));
    const reached = reachableFrom(entries);
    expect(sources.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('beside tests are used by some test, script or command', () => {
    const scripts = Object.values<string>(JSON.parse(readText('package.json')).scripts)
      .join(' ')
      .split(' ');
    const settings = readText('vitest.config.ts');
    const isEntry = (path: string): boolean => path.endsWith('.test.ts') || settings.includes(`'${path}'`);
    const reached = reachableFrom(code.filter((path) => isEntry(path) || scripts.includes(path)));
    const outside = code.filter((path) => !path.startsWith('src/'));
    expect(outside.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('say in their first line what they implement', () => {
    const silent = code.filter((path) => !/^(#!.*\n)?\/\/ \S/.test(readText(path)));
    expect(silent).toEqual([]);
  });

  test('of a large folder are explained by a README of at most 60 lines', () => {
    const wrong: string[] = [];
    for (const folder of new Set(sources.map(folderOf))) {
      const readme = `src/${folder}/README.md`;
      const there = files.includes(readme);
      const count = sources.filter((path) => folderOf(path) === folder).length;
      if (count > 12 && !there) wrong.push(`${readme} is missing`);
      if (there && readText(readme).split('\n').length - 1 > 60) wrong.push(`${readme} is too long`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Parts of the state of an extraction, with the files that change them. */
const extractionParts: Readonly<Record<string, readonly string[]>> = {
  sites: ['state'],
  'parameters.decls': ['env'],
  'parameters.index': ['env'],
  'parameters.requires': ['requires'],
  globals: ['values'],
  classes: ['state'],
  'procs.list': ['state', 'extract'],
  'procs.index': ['state'],
  'procs.waiting': ['state', 'extract'],
  'procs.functions': ['proc'],
  'procs.ofModels': ['proc'],
  dispatch: ['dispatch'],
  outside: ['assert'],
  captured: ['body'],
  formats: ['formats'],
  gaps: ['state'],
};

/** Where a text changes a part that is not its own. */
function changesFromAfar(file: string, text: string): readonly string[] {
  return Object.entries(extractionParts).flatMap(([part, owners]) => {
    const change = new RegExp(
      `\\bx\\.${part.replace('.', '\\.')}(?:\\.\\w+)?(?:\\.(?:push|set|add|delete|clear|splice|pop)\\(|\\.length = |\\[[^\\]]*\\] = )`,
    );
    return change.test(text) && !owners.includes(file) ? [`${file}.ts changes ${part}`] : [];
  });
}

test('the parts of an extraction are changed by the file that they name', () => {
  const rooms = sources.filter((path) => path.startsWith('src/comm/extract/'));
  const nameOf = (path: string): string => path.replace(/^.*\/|\.ts$/g, '');
  expect(rooms.flatMap((path) => changesFromAfar(nameOf(path), readText(path)))).toEqual([]);
  expect(changesFromAfar('call', 'b.x.globals.list.push(global);')).toEqual(['call.ts changes globals']);
  expect(changesFromAfar('call', 'x.procs.list[index] = proc;')).toEqual(['call.ts changes procs.list']);
  expect(changesFromAfar('call', 'const known = x.globals.index.get(global);')).toEqual([]);
});
