// `npm run pictures`: the pictures of report and playground in the README, of real runs. That of a terminal is drawn by `npm run docs`.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OpenPage, startBrowser } from '../test/support/browser.ts';
import { chromium } from '../test/support/chromium.ts';
import { serve } from '../test/support/static-server.ts';

const root = process.env.GORDIAN_ROOT ?? '.';
const command = chromium();

/** Waits until an expression is true in a page. */
async function until(page: OpenPage, expression: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await page.evaluate<boolean>(expression)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`this does not become true: ${expression}`);
}

async function save(page: OpenPage, name: string): Promise<void> {
  const picture = await page.screenshot('webp');
  writeFileSync(join(root, 'docs', name), picture);
  console.log(`docs/${name}: ${Math.round(picture.length / 1024)} kB`);
}

function run(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status === null || status > 1) throw new Error(stderr);
}

async function takePictures(browserCommand: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-pictures-'));
  const browser = startBrowser(browserCommand);
  try {
    const report = join(folder, 'report.html');
    run(['bin/gordian', 'check', '-C', 'examples/tables', '--format', 'html', '--out', report, './...']);
    const page = await browser.open();
    await page.emulate({ scheme: 'light', width: 1180, height: 760 });
    await page.goto(`${pathToFileURL(report).href}#/findings`);
    await page.evaluate(
      `[...document.querySelectorAll('.row')].find((row) => row.textContent.includes('philo')).click()`,
    );
    await until(page, `document.querySelector('.player') !== null`);
    await page.evaluate(`document.querySelector('.player').scrollIntoView()`);
    await save(page, 'report.webp');

    const built = join(folder, 'playground');
    run(['scripts/run.mjs', 'scripts/playground.ts', built]);
    const server = await serve(built);
    await page.emulate({ scheme: 'dark', width: 1180, height: 760 });
    await page.goto(server.url);
    await until(page, `document.querySelector('.play-report')?.contentDocument?.querySelector('.player') != null`);
    await save(page, 'playground.webp');
    await server.close();
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (command === null) {
  console.log('Chromium is not installed');
  process.exitCode = 1;
} else await takePictures(command);
