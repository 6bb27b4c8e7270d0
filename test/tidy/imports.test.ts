// Rules about imports under src/: which folder, and which room of a folder, may know which others, and by which files.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { usesOfMachine } from '../support/globals.ts';
import {
  acrossFolders,
  acrossRooms,
  behindInterfaces,
  cyclesOfRooms,
  cyclesOfTable,
  folderOf,
  fromOutside,
  type Import,
  importsIn,
  roomOf,
  type Table,
} from '../support/imports.ts';
import { importsOf, readText, repositoryFiles, root } from '../support/repository.ts';

const frontEnd = ['base', 'syntax', 'types', 'load'];
const analyses = [...frontEnd, 'ir', 'flow'];

/** The folders that a folder under src/ may import besides itself. */
const folders: Table = {
  base: [],
  syntax: ['base'],
  types: ['base', 'syntax'],
  load: ['base', 'syntax', 'types'],
  ir: frontEnd,
  flow: [...frontEnd, 'ir'],
  comm: analyses,
  virgo: ['base', 'comm'],
  smt: ['base'],
  vil: ['base'],
  model: [...analyses, 'comm'],
  parametric: [...analyses, 'comm', 'virgo', 'smt'],
  check: [...analyses, 'comm', 'virgo', 'model', 'smt', 'parametric'],
  proof: [...analyses, 'smt', 'vil'],
  encode: [...frontEnd, 'vil'],
  explore: frontEnd,
  report: ['base'],
  driver: [...analyses, 'comm', 'virgo', 'smt', 'vil', 'model', 'parametric', 'check', 'proof', 'encode', 'explore'],
  cli: ['base', 'driver', 'report'],
  lsp: ['base', 'driver', 'report'],
};

/** The rooms that a room of a folder may import besides itself. Folders that are not named have whatever rooms they like, without cycles. */
const rooms: Table = {
  comm: [],
  'comm/text': ['comm'],
  'comm/analysis': ['comm'],
  'comm/reduce': ['comm', 'comm/analysis'],
  'comm/extract': ['comm', 'comm/analysis', 'comm/reduce'],
  'comm/emit': ['comm', 'comm/analysis', 'comm/text'],
  virgo: [],
  'virgo/emit': ['virgo'],
  encode: [
    'encode/core',
    'encode/contracts',
    'encode/types',
    'encode/expressions',
    'encode/statements',
    'encode/members',
  ],
  'encode/core': [],
  'encode/contracts': ['encode/core'],
  'encode/types': ['encode/core', 'encode/contracts'],
  'encode/expressions': ['encode/core', 'encode/contracts', 'encode/types'],
  'encode/statements': ['encode/core', 'encode/contracts', 'encode/types', 'encode/expressions'],
  'encode/members': ['encode/core', 'encode/contracts', 'encode/types', 'encode/expressions', 'encode/statements'],
  driver: ['driver/host', 'driver/cache', 'driver/workers', 'driver/solver', 'driver/proving', 'driver/explore'],
  'driver/host': [],
  'driver/cache': ['driver/host'],
  'driver/workers': ['driver/host', 'driver/cache'],
  'driver/solver': ['driver/host'],
  'driver/proving': ['driver/host', 'driver/cache', 'driver/solver'],
  'driver/explore': ['driver/host'],
};

/** Files that declare the data of a folder: others import them as they are. */
const data: Readonly<Record<string, readonly string[]>> = {
  syntax: ['nodes.ts'],
  types: ['type.ts', 'object.ts'],
  ir: ['ir.ts'],
  comm: ['comm.ts'],
  virgo: ['virgo.ts'],
  vil: ['vil.ts'],
  smt: ['terms.ts'],
  explore: ['protocol.ts'],
};

/** Folders of which every file is an interface. */
const open = new Set(['base']);

/** Packages from npm that a folder may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  report: ['picocolors'],
  cli: ['commander', '@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/server/stdio.js', 'zod'],
};

/** Only these may touch the machine. */
const mayUseNode = new Set(['driver', 'cli', 'lsp']);

/** What other folders may use all the same. */
const usesAllowed: readonly string[] = [
  // To say how long each member took, which decides nothing.
  'src/proof/verify.ts uses performance',
];

const files = repositoryFiles();
const sources = files.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
const imports = sources.flatMap((path) => importsIn(path));

/** What one made-up file imports. */
function made(from: string, ...lines: readonly string[]): readonly Import[] {
  return importsIn(from, lines.join('\n'));
}

describe('folders', () => {
  test('are all in the table', () => {
    expect([...new Set(sources.map(folderOf))].filter((folder) => !(folder in folders))).toEqual([]);
  });

  test('import what the table allows', () => {
    expect(acrossFolders(imports, folders)).toEqual([]);
    const wrong = made(
      'src/comm/walk.ts',
      "import { must } from '../base/assert.ts';",
      "export * from '../model/index.ts';",
    );
    expect(acrossFolders(wrong, folders)).toEqual(['src/comm/walk.ts imports src/model/index.ts']);
    const lazy = made('src/report/text.ts', "const { check } = await import('../driver/index.ts');");
    expect(acrossFolders(lazy, folders)).toEqual(['src/report/text.ts imports src/driver/index.ts']);
  });

  test('have no cycle in the table', () => {
    expect(cyclesOfTable(folders)).toEqual([]);
    expect(cyclesOfTable({ ...folders, base: ['report'] })).toContain('report -> base -> report');
  });

  test('are imported by their interface, or the file that declares their data', () => {
    expect(behindInterfaces(imports, data, open)).toEqual([]);
    const fine = ["import type { Stmt } from '../comm/comm.ts';", "import { wellFormed } from '../comm/index.ts';"];
    const wrong = made('src/model/code.ts', ...fine, "import type { Root } from '../comm/extract/extract.ts';");
    expect(behindInterfaces(wrong, data, open)).toEqual(['src/model/code.ts imports src/comm/extract/extract.ts']);
    // An interface is for others: a folder that used its own would load all of itself for each part.
    const own = made('src/comm/text/print.ts', "import { walk } from '../index.ts';");
    expect(behindInterfaces(own, data, open)).toEqual(['src/comm/text/print.ts imports src/comm/index.ts']);
  });

  test('reach the machine and packages only where that is allowed', () => {
    expect(fromOutside(imports, packages, mayUseNode)).toEqual([]);
    const wrong = made('src/check/judge.ts', "import { createHash } from 'node:crypto';", "import 'commander';");
    expect(fromOutside(wrong, packages, mayUseNode)).toEqual([
      'src/check/judge.ts imports node:crypto',
      'src/check/judge.ts imports commander',
    ]);
  });

  test('use no name of the machine where they may not reach it', () => {
    const pure = sources.filter((path) => !mayUseNode.has(folderOf(path)));
    const found = usesOfMachine(new Map(pure.map((path) => [path, readText(path)])));
    expect(found.filter((use) => !usesAllowed.includes(use.replace(/:\d+/, '')))).toEqual([]);
    expect(usesAllowed.filter((use) => !found.some((one) => one.replace(/:\d+/, '') === use))).toEqual([]);
    const wrong = [
      "const text = Buffer.from('x').toString();",
      'if (process.platform === name) setTimeout(f, 1);',
      'const began = Date.now() + Math.random();',
      'const all = { fetch };',
      'let timer: NodeJS.Timeout;',
    ];
    expect(usesOfMachine(new Map([['src/check/judge.ts', wrong.join('\n')]]))).toEqual([
      'src/check/judge.ts:1 uses Buffer',
      'src/check/judge.ts:2 uses process',
      'src/check/judge.ts:2 uses setTimeout',
      'src/check/judge.ts:3 uses Date',
      'src/check/judge.ts:3 uses random',
      'src/check/judge.ts:4 uses fetch',
      'src/check/judge.ts:5 uses NodeJS',
    ]);
    const right = [
      "import { fetch } from './others.ts';",
      'function process(global: Global): number { return global.performance + fetch(new TextEncoder()); }',
      'const calls = { process, setTimeout: 1 };',
    ];
    expect(usesOfMachine(new Map([['src/check/judge.ts', right.join('\n')]]))).toEqual([]);
  });
});

describe('rooms', () => {
  const known = new Set(Object.keys(rooms).map((room) => room.split('/')[0]));
  const inTable = imports.filter(({ from }) => known.has(folderOf(from)));

  test('of the folders in the table are all in it', () => {
    const there = new Set(sources.filter((path) => known.has(folderOf(path))).map(roomOf));
    expect([...there].filter((room) => !(room in rooms))).toEqual([]);
  });

  test('import what the table allows', () => {
    expect(acrossRooms(inTable, rooms)).toEqual([]);
    const wrong = made(
      'src/comm/walk.ts',
      "import { slice } from './reduce/slice.ts';",
      "import type { PointsTo } from './analysis/points-to.ts';",
    );
    expect(acrossRooms(wrong, rooms)).toEqual(['src/comm/walk.ts imports src/comm/reduce/slice.ts']);
  });

  test('have no cycle, in the table or in what is imported', () => {
    expect(cyclesOfTable(rooms)).toEqual([]);
    expect(cyclesOfRooms(imports)).toEqual([]);
    const there = made('src/proof/encode/calls.ts', "import { rules } from '../rules/call.ts';");
    const back = made('src/proof/rules/call.ts', "import { encode } from '../encode/encode.ts';");
    expect(cyclesOfRooms([...there, ...back])).toContain('proof/encode -> proof/rules -> proof/encode');
    const typesOnly = made('src/proof/rules/call.ts', "import type { Encoder } from '../encode/encode.ts';");
    expect(cyclesOfRooms([...there, ...typesOnly])).toEqual([]);
  });
});

test('imports end in files that exist', () => {
  const code = files.filter((path) => /^(src|test|bench|scripts)\/.*\.(ts|mjs)$/.test(path));
  const missing: string[] = [];
  for (const file of code) {
    for (const { path } of importsOf(file)) {
      if (path !== null && !existsSync(join(root, path))) missing.push(`${file} imports ${path}`);
    }
  }
  expect(missing).toEqual([]);
});
