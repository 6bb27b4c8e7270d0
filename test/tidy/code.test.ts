// Rules about source files: who may import whom, how long a file may be, and that each one is used.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, reachableFrom, readText, repositoryFiles, root } from '../support/repository.ts';

const frontEnd = ['base', 'syntax', 'types', 'load'];
const analyses = [...frontEnd, 'ir', 'flow'];

/** The folders that a folder under src/ may import besides itself. Whatever is not listed is forbidden. */
const allowed: Readonly<Record<string, readonly string[]>> = {
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
  explore: frontEnd,
  report: ['base'],
  driver: [...analyses, 'comm', 'virgo', 'smt', 'vil', 'model', 'parametric', 'check', 'proof', 'explore'],
  cli: ['base', 'check', 'driver', 'report'],
  lsp: ['base', 'driver', 'report'],
};

/** Packages from npm that a folder may import. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  report: ['picocolors'],
  cli: ['commander'],
};

/** Only these may touch the machine. */
const mayUseNode = new Set(['driver', 'cli', 'lsp']);

const lineLimit = 1000;

/** Longer files, each with the reason why it is not split. */
const longFiles: Readonly<Record<string, string>> = {};

const files = repositoryFiles();
const sources = files.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
const code = files.filter((path) => /^(src|test|bench|scripts)\/.*\.(ts|mjs)$/.test(path));

function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

describe('imports', () => {
  test('every folder is in the table', () => {
    expect([...new Set(sources.map(folderOf))].filter((folder) => !(folder in allowed))).toEqual([]);
  });

  test('point in one direction', () => {
    const wrong: string[] = [];
    for (const source of sources) {
      const folder = folderOf(source);
      for (const { path } of importsOf(source)) {
        if (path === null) continue;
        const target = path.startsWith('src/') ? folderOf(path) : path;
        if (target !== folder && !allowed[folder]?.includes(target)) wrong.push(`${source} imports ${path}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('reach the machine and packages only where that is allowed', () => {
    const wrong: string[] = [];
    for (const source of sources) {
      const folder = folderOf(source);
      for (const { specifier, path } of importsOf(source)) {
        if (path !== null) continue;
        const fine = specifier.startsWith('node:')
          ? mayUseNode.has(folder)
          : allowedPackages[folder]?.includes(specifier);
        if (!fine) wrong.push(`${source} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('of the table point in one direction themselves', () => {
    for (const [folder, targets] of Object.entries(allowed)) {
      for (const target of targets) expect(allowed[target], `${folder} and ${target}`).not.toContain(folder);
    }
  });

  test('end in files that exist', () => {
    const missing: string[] = [];
    for (const file of code) {
      for (const { path } of importsOf(file)) {
        if (path !== null && !existsSync(join(root, path))) missing.push(`${file} imports ${path}`);
      }
    }
    expect(missing).toEqual([]);
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
    const entries = code.filter((path) => path.endsWith('.test.ts') || scripts.includes(path));
    const reached = reachableFrom(entries);
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
