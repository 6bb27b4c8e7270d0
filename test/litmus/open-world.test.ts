// Functions that have callers: what goes wrong for some client is never proved, and the repaired twin is; real Go shows the difference.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fragment } from '../../src/base/finding.ts';
import type { SourceSet } from '../../src/base/source.ts';
import { check } from '../../src/driver/check.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';
import { assumptionsOf, reasonOf } from '../support/words.ts';
import { openWorldSuite } from './open-world.ts';

const suite = openWorldSuite(root);

describe('what is proved holds for all clients', () => {
  let fragments: readonly Fragment[] = [];
  let sources: SourceSet | null = null;
  beforeAll(async () => {
    const files = Object.fromEntries(suite.map(({ name, text }) => [`${name}/${name}.go`, text]));
    const folder = makeFolder({ 'go.mod': 'module open.world\n\ngo 1.26\n', ...files });
    ({ fragments, sources } = await check({
      folder,
      patterns: ['./...'],
      tags: [],
      goos: 'linux',
      goarch: 'amd64',
      tests: false,
      modelsOnly: true,
      limits: { states: 100_000, work: 10_000_000, totalWork: 600_000_000, milliseconds: 600_000 },
      progress: () => {},
    }));
    removeFolder(folder);
  });
  const cases = suite.flatMap(({ name, functions }) =>
    functions.map((fn) => [`${name} ${fn.name}`, name, fn] as const),
  );
  test.each(cases)('%s', (_, pkg, fn) => {
    const found = fragments.find(
      (one) => one.package === `open.world/${pkg}` && sources?.position(one.span.pos)?.line === fn.line,
    );
    const isProved = found?.verdict === 'proved' || found?.verdict === 'conditional';
    const said = found === undefined ? 'no fragment' : `${found.verdict}: ${reasonOf(found)}`;
    expect([found === undefined ? 'none' : isProved ? 'closed' : 'open', said]).toEqual([fn.verdict, said]);
    const assumed = found === undefined ? [] : assumptionsOf(found);
    expect(assumed).toEqual(expect.arrayContaining([...fn.assumes]));
    expect(assumed.filter((one) => fn.without.includes(one))).toEqual([]);
  });
});

/** Packages that clients use. */
function importsOf(text: string): string {
  return ['context', 'sync']
    .filter((name) => text.includes(`${name}.`))
    .map((name) => `import "${name}"\n`)
    .join('');
}

/** How long a client may take; those that hang are ended then. */
const patience = 400;

describe.runIf(installedGo !== null)('real Go shows what clients do', () => {
  let folder = '';
  const clients = suite.flatMap(({ name, functions }) =>
    functions.flatMap((fn) => (fn.client === null ? [] : [{ pkg: name, fn: fn.name, ...fn.client }])),
  );
  beforeAll(() => {
    folder = makeFolder({ 'go.mod': 'module open.world\n\ngo 1.26\n' });
    const cases: string[] = [];
    for (const { name, text } of suite) {
      const own = clients.filter(({ pkg }) => pkg === name);
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, `${name}.go`), text);
      const bodies = own.map(({ fn, statements }) => `func() { // ${fn}\n${statements}\n}`);
      writeFileSync(
        join(folder, name, 'clients.go'),
        `package ${/^package (\w+)$/m.exec(text)?.[1]}\n\n${importsOf(bodies.join('\n'))}\nvar Clients = []func(){\n${bodies.map((body) => `${body},\n`).join('')}}\n`,
      );
      const alias = name.replaceAll('-', '');
      own.forEach(({ fn }, i) => {
        cases.push(`\t\t"${name} ${fn}": ${alias}.Clients[${i}],`);
      });
    }
    const imports = suite.map(({ name }) => `\t${name.replaceAll('-', '')} "open.world/${name}"`);
    writeFileSync(
      join(folder, 'main.go'),
      `package main

import (
	"os"
	"time"

${imports.join('\n')}
)

func main() {
	clients := map[string]func(){
${cases.join('\n')}
	}
	end := make(chan string, 1)
	go func() {
		clients[os.Args[1]]()
		end <- "done"
	}()
	select {
	case how := <-end:
		println(how)
	case <-time.After(${patience} * time.Millisecond):
		println("hang")
	}
}
`,
    );
    execFileSync('go', ['build', '-o', 'clients', '.'], { cwd: folder, env: { ...process.env, GOFLAGS: '-mod=mod' } });
  });
  afterAll(() => {
    removeFolder(folder);
  });
  /** What a client does: several of them wait at the same time. */
  const seen = (name: string): Promise<string> =>
    new Promise((resolve) => {
      execFile(join(folder, 'clients'), [name], { encoding: 'utf8', timeout: 60_000 }, (_, __, stderr) => {
        const panics = /^(panic|fatal error):/m.test(stderr) ? 'panic' : stderr;
        resolve(/^(hang|done)$/m.exec(stderr)?.[1] ?? panics);
      });
    });
  test('each hangs or panics as it says', async () => {
    const problems: string[] = [];
    const todo = [...clients];
    const worker = async (): Promise<void> => {
      for (let one = todo.shift(); one !== undefined; one = todo.shift()) {
        const { pkg, fn, end } = one;
        const did = await seen(`${pkg} ${fn}`);
        const may = end === 'may panic' && (did === 'panic' || did === 'hang');
        if (did !== end && !may) problems.push(`${pkg} ${fn}: ${did}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    expect(problems).toEqual([]);
  });
});
