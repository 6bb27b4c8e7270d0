// Which Chromium tests of pages use.

import { spawnSync } from 'node:child_process';

/** The browser's command; null where none is installed. */
export function chromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return names.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
}
