// Runs a page in headless Chromium.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The browser's command; null where none is installed. */
export function chromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return names.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
}

/** What the body of a page holds once its scripts have run, one after the other. */
export async function bodyAfter(browser: string, scripts: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-page-'));
  try {
    for (const [i, script] of scripts.entries()) writeFileSync(join(folder, `${i}.js`), script);
    const tags = scripts.map((_, i) => `<script src="${i}.js"></script>`).join('\n');
    const page = join(folder, 'page.html');
    writeFileSync(page, `<!doctype html>\n<meta charset="utf-8">\n<body>\n${tags}\n</body>\n`);
    const dump = await run(browser, [
      '--headless',
      '--disable-gpu',
      // As root, and in containers, there is no sandbox; the page is ours.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-extensions',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--dump-dom',
      pathToFileURL(page).href,
    ]);
    return /<body[^>]*>([\s\S]*)<\/body>/.exec(dump)?.[1] ?? '';
  } finally {
    // Processes of the browser may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { maxBuffer: 1 << 28, timeout: 240_000 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${command}: ${error.message}\n${stderr}`));
      else resolve(stdout);
    });
  });
}
