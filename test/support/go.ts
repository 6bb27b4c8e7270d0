// The installed Go, for tests that compare with it.

import { execFileSync } from 'node:child_process';

function goEnv(): { readonly goroot: string; readonly version: string } | null {
  if (process.env.GORDIAN_WITHOUT_GO !== undefined) return null;
  try {
    const env = { ...process.env, GOTOOLCHAIN: 'local' };
    const out = execFileSync('go', ['env', 'GOROOT', 'GOVERSION'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [goroot = '', version = ''] = out.trim().split('\n');
    const minor = /^go1\.(\d+)/.exec(version)?.[1];
    return minor !== undefined && Number(minor) >= 26 ? { goroot, version } : null;
  } catch {
    return null;
  }
}

/** Go 1.26 or later, or null: then tests that need it are left out, which `npm test` says at its end. */
export const installedGo = goEnv();
