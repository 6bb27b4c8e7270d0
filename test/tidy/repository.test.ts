// Rules about the repository as a whole: documents, settings, and what must not be written anywhere.

import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText, repositoryFiles, root } from '../support/repository.ts';

const files = repositoryFiles();
const documents = files.filter((path) => path.endsWith('.md'));

/** Files of ours that are text; test data and models may quote anything that Go allows. */
const written = files.filter((path) => {
  return !/^(testdata|models)\//.test(path) && !/\.(png|gif|ico|wasm|woff2)$/.test(path) && path !== 'LICENSE';
});

/** Every place in `paths` that a pattern matches. */
function occurrences(paths: readonly string[], pattern: RegExp): readonly string[] {
  const found: string[] = [];
  for (const path of paths) {
    readText(path)
      .split('\n')
      .forEach((line, i) => {
        if (pattern.test(line)) found.push(`${path}:${i + 1}: ${line.trim().slice(0, 100)}`);
      });
  }
  return found;
}

describe('nothing is written that belongs elsewhere', () => {
  test('paths of one machine', () => {
    // Put together here, so that this file does not match itself.
    const names = [
      ['work', ''],
      ['root', ''],
      ['usr', 'local', 'go'],
    ].map((p) => p.join('/'));
    const pattern = new RegExp(`(^|[\\s'"\`(=:<,])/(${names.join('|')})`);
    expect(occurrences(written, pattern)).toEqual([]);
  });

  test('package registries', () => {
    const hosts = [
      ['registry', 'npmjs', 'org'],
      ['proxy', 'golang', 'org'],
      ['registry', 'yarnpkg', 'com'],
    ];
    const pattern = new RegExp(hosts.map((host) => host.join('\\.')).join('|'));
    expect(occurrences(written, pattern)).toEqual([]);
    const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(readText('package-lock.json'));
    expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
  });

  test('things left to do', () => {
    const words = [
      ['TO', 'DO'],
      ['FIX', 'ME'],
    ].map((halves) => halves.join(''));
    // Behind a dot or a backtick it is Go's context function, which must have a name.
    const pattern = new RegExp(`(?<![.\`])\\b(${words.join('|')})\\b(?!\\()`);
    const ours = written.filter((path) => !path.endsWith('.go') && !path.startsWith('docs/rules'));
    expect(occurrences(ours, pattern)).toEqual([]);
  });

  test('debris', () => {
    expect(files.filter((path) => /\.(bak|orig|rej|log|tmp|swp)$|~$|\.DS_Store$|\.cpuprofile$/.test(path))).toEqual([]);
  });
});

/** The anchors that headings of a document get. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text.matchAll(/^#+\s+(.+)$/gm)) {
    const plain = (heading as string).toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
    anchors.add(plain.trim().replace(/\s/g, '-'));
  }
  return anchors;
}

/** Relative links of a document: the file from the root, and the anchor if any. */
function linksOf(path: string): readonly { readonly target: string; readonly anchor: string | null }[] {
  const text = readText(path).replace(/```[\s\S]*?```/g, '');
  const links: { target: string; anchor: string | null }[] = [];
  for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link as string)) continue;
    const [file = '', anchor = null] = (link as string).split('#');
    links.push({ target: file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)), anchor });
  }
  return links;
}

describe('documents', () => {
  test('link to files and headings that exist', () => {
    const broken: string[] = [];
    for (const path of documents) {
      for (const { target, anchor } of linksOf(path)) {
        if (!existsSync(join(root, target))) broken.push(`${path}: ${target}`);
        else if (anchor !== null && target.endsWith('.md') && !anchorsOf(readText(target)).has(anchor)) {
          broken.push(`${path}: ${target}#${anchor}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  test('can be found from the README', () => {
    const seen = new Set<string>();
    const work = ['README.md'];
    for (let path = work.pop(); path !== undefined; path = work.pop()) {
      if (seen.has(path) || !path.endsWith('.md') || !existsSync(join(root, path))) continue;
      seen.add(path);
      for (const { target } of linksOf(path)) work.push(target);
    }
    expect(documents.filter((path) => !path.startsWith('testdata/') && !seen.has(path))).toEqual([]);
  });

  test('that every project needs are there', () => {
    for (const name of ['README.md', 'LICENSE', 'CONTRIBUTING.md', 'CHANGELOG.md']) expect(files).toContain(name);
    expect(readText('LICENSE')).toMatch(/Apache License\s+Version 2\.0/);
  });
});

describe('package.json', () => {
  const manifest = JSON.parse(readText('package.json'));

  test('pins every package exactly', () => {
    const versions = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('names files that exist', () => {
    const missing: string[] = [];
    for (const [name, command] of Object.entries<string>(manifest.scripts)) {
      for (const [path] of command.matchAll(/[\w./-]+\.(ts|mjs)\b/g)) {
        if (!existsSync(join(root, path))) missing.push(`${name}: ${path}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('and the executables can be run', () => {
    for (const path of ['bin/gordian', '.ci/run']) expect(statSync(join(root, path)).mode & 0o111, path).not.toBe(0);
  });

  test('has the version of the change log', () => {
    expect(readText('CHANGELOG.md')).toMatch(new RegExp(`^## (\\[Unreleased\\]|\\[${manifest.version}\\])`, 'm'));
  });
});

describe('the lock file', () => {
  /** The registry that the lock file was made from does not carry these; they are optional, and other platforms' packages. */
  const notCarried = new Set(
    ['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'win32-arm64', 'win32-x64'].map(
      (platform) => `node_modules/@biomejs/cli-${platform}`,
    ),
  );

  test('says what every package must be, byte for byte', () => {
    const { packages } = JSON.parse(readText('package-lock.json')) as {
      packages: Readonly<Record<string, { readonly integrity?: string; readonly optional?: boolean }>>;
    };
    const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
    expect(without.map(([path]) => path).sort()).toEqual([...notCarried].sort());
    expect(without.every(([, { optional }]) => optional === true)).toBe(true);
  });
});
