// The playground in Chromium, as `npm run build:playground` makes it: the same JSON as the command line, with and without a solver.

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/report/json.ts';
import { type Browser, type OpenPage, startBrowser } from '../support/browser.ts';
import { chromium } from '../support/chromium.ts';
import { folderWith } from '../support/cli.ts';
import { readText, root } from '../support/repository.ts';
import { type StaticServer, serve } from '../support/static-server.ts';

interface Example {
  readonly id: string;
  readonly files: readonly (readonly [string, string])[];
  readonly command: 'check' | 'verify';
}

const command = chromium();
const { resolve } = createRequire(import.meta.url);
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** The result of what an action in the page starts: the JSON, or what is said instead of it. */
const resultOf = (action: string): string => `new Promise((done) => {
  const json = document.querySelector('.play-json');
  const status = document.querySelector('.play-status');
  const watch = new MutationObserver(() => {
    if (status.dataset.kind === 'busy') return;
    watch.disconnect();
    done(status.dataset.kind === '' ? status.textContent : json.textContent);
  });
  watch.observe(status, { attributes: true, attributeFilter: ['data-kind'] });
  ${action};
})`;

/** Waits for what the page does by itself. */
const firstResult = `new Promise((done) => {
  const look = () => {
    const json = document.querySelector('.play-json');
    if (json === null || json.textContent === '') setTimeout(look, 20);
    else done(json.textContent);
  };
  look();
})`;

describe.skipIf(command === null)('in Chromium (left out where it is not installed)', () => {
  let browser: Browser;
  let server: StaticServer;
  let page: OpenPage;
  let folder: string;
  let examples: readonly Example[];

  beforeAll(async () => {
    folder = folderWith({});
    const built = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/playground.ts', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(built.stderr).toBe('');
    examples = JSON.parse(readFileSync(join(folder, 'examples.json'), 'utf8')) as readonly Example[];
    server = await serve(folder);
    browser = startBrowser(command as string);
    page = await browser.open();
    await page.emulate({ scheme: 'light' });
    await page.goto(server.url);
    await page.evaluate(firstResult);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const quiet = (): void => {
    expect(page.errors).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
  };

  test('every example gives the JSON of the command line, proofs included', async () => {
    // The command line with what the page has: the package z3-solver, and neither Go nor z3.
    const tool = folderWith({ 'package.json': readText('package.json') });
    for (const name of ['dist', 'models', 'specs']) cpSync(join(root, name), join(tool, name), { recursive: true });
    symlinkSync(dirname(dirname(resolve('z3-solver/package.json'))), join(tool, 'node_modules'));
    const expected = examples.map((example) => {
      const args = [join(tool, 'dist', 'start.cjs'), example.command, '--json', '--no-cache', '--jobs', '1', './...'];
      const { stdout } = spawnSync(process.execPath, args, {
        cwd: folderWith(Object.fromEntries(example.files)),
        env: { PATH: tool, HOME: tool },
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      return stdout;
    });
    await page.evaluate(resultOf(`location.hash = '#example=healthy'`));
    for (const [i, { id }] of examples.entries()) {
      const shown = await page.evaluate<string>(resultOf(`location.hash = '#example=${id}'`));
      expect(shown, id).toBe(expected[i]);
      expect((JSON.parse(shown) as JsonReport).schema).toBe(1);
    }
    const verdicts = (JSON.parse(expected[0] ?? '') as JsonReport).fragments.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['conditional']);
    expect(examples.map(({ command: one }) => one)).toContain('verify');
    quiet();
  });

  test('what is typed is checked, what is found is underlined, and the address carries the program', async () => {
    await page.evaluate(resultOf(`location.hash = '#example=rule-goroutine-leak'`));
    expect(await page.evaluate<number>('document.querySelectorAll("[class*=cm-lintRange]").length')).toBeGreaterThan(0);
    const hostile = '</script><img src=x onerror=alert(1)>';
    const added = `func Stuck() {\\n\\tnever := make(chan string)\\n\\tnever <- "${hostile}"\\n}\\n`;
    const typed = await page.evaluate<string>(
      resultOf(`
        const content = document.querySelector('.cm-content');
        content.focus();
        getSelection().selectAllChildren(content);
        getSelection().collapseToEnd();
        document.execCommand('insertText', false, '\\n${added.replaceAll('</', '<\\/')}');
      `),
    );
    const messages = (JSON.parse(typed) as JsonReport).findings.map(({ function: name }) => name);
    expect(messages).toContain('Stuck');
    const frame = 'document.querySelector(".play-report").contentDocument';
    expect(await page.evaluate<number>(`document.images.length + ${frame}.images.length`)).toBe(0);
    await page.click('.play-button[title^="Put the program"]');
    const address = await page.evaluate<string>(`new Promise((done) => {
      const look = () => (location.hash.startsWith('#code=') ? done(location.href) : setTimeout(look, 20));
      look();
    })`);
    const other = await browser.open();
    await other.goto(address);
    expect(await other.evaluate<string>(firstResult)).toBe(typed);
    expect(other.errors).toEqual([]);
    quiet();
  });

  test('a line of the report leads to the line of the program, and findings stay selected', async () => {
    await page.evaluate(resultOf(`location.hash = '#example=leak'`));
    const inFrame = `new Promise((done) => {
      const look = () => {
        const line = document.querySelector('.play-report').contentDocument?.querySelector('[data-embedded=ready] [data-file="ask.go"] [data-line="14"]');
        if (line) done(line.click()); else setTimeout(look, 20);
      };
      look();
    })`;
    await page.evaluate(inFrame);
    expect(await page.evaluate<string>('document.querySelector(".cm-activeLine").textContent')).toContain(
      'answers <- ask(server)',
    );
    quiet();
  });

  test('both themes keep the rules of axe', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulate({ scheme });
      await page.evaluate(axe);
      const broken = await page.evaluate<readonly string[]>(
        'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, ...any.map((one) => one.message)].join(" "))))',
      );
      expect(broken, scheme).toEqual([]);
    }
    await page.emulate({ scheme: 'light' });
  });

  test('without a solver the rest is checked, and what is missing is said', async () => {
    const poor = await serve(folder, {}, new Set(['/z3-built.wasm']));
    const without = await browser.open();
    await without.goto(poor.url);
    const shown = JSON.parse(await without.evaluate<string>(firstResult)) as JsonReport;
    expect(shown.findings.map(({ rule }) => rule)).toEqual(['goroutine-leak']);
    expect(shown.fragments.map(({ verdict }) => verdict)).not.toContain('conditional');
    expect(await without.evaluate<string>('document.querySelector(".play-without").textContent')).toMatch(
      /cannot load the WebAssembly solver/,
    );
    await poor.close();
  });

  test('where pages without isolation have no shared memory, the service worker isolates this one', async () => {
    const one = await browser.open();
    await one.beforeScripts(`
      const { Memory } = WebAssembly;
      WebAssembly.Memory = function (options) {
        if (options.shared && !crossOriginIsolated) throw new TypeError('no shared memory');
        return new Memory(options);
      };
    `);
    await one.goto(server.url);
    const settled = `new Promise((done) => {
      const look = () => (crossOriginIsolated && document.querySelector('.play-json')?.textContent ? done(document.querySelector('.play-bottom').textContent) : setTimeout(look, 50));
      look();
    })`;
    // The page loads once more meanwhile.
    const said = async (): Promise<string> => one.evaluate<string>(settled).catch(said);
    expect(await said()).toContain('Proofs by Z3');
    const shown = JSON.parse(await one.evaluate<string>(firstResult)) as JsonReport;
    expect(shown.fragments.map(({ verdict }) => verdict)).toEqual(['conditional']);
  });
});
