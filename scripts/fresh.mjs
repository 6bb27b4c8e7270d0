// `npm run fresh`: proves that the two commands work on a fresh clone, with an empty npm cache.
// `--without-go` also hides the installed Go.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { capture, npmCommand, root, run, runMain, say } from './lib/setup.mjs';

/** The environment of somebody who has just cloned: nothing of the npm that runs us, and an empty cache. */
function cleanEnvironment(cache, withoutGo) {
  const env = { ...process.env, npm_config_cache: cache };
  for (const name of Object.keys(env)) {
    if (/^npm_(package|lifecycle|node)_|^npm_config_(local_prefix|prefix|global_prefix)$|^INIT_CWD$/.test(name))
      delete env[name];
  }
  const isOurs = (folder) => folder.includes('node_modules');
  const hasGo = (folder) => withoutGo && existsSync(join(folder, 'go'));
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !isOurs(folder) && !hasGo(folder))
    .join(delimiter);
  if (withoutGo) delete env.GOROOT;
  return env;
}

runMain(() => {
  const withoutGo = process.argv.includes('--without-go');
  if (capture('git', ['status', '--porcelain'])?.trim()) say('Note: changes that are not committed do not take part.');
  const folder = mkdtempSync(join(tmpdir(), 'gordian-fresh-'));
  const clone = join(folder, 'gordian');
  let failures = 0;
  try {
    run('git clone', 'git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    const env = cleanEnvironment(join(folder, 'npm-cache'), withoutGo);
    for (const args of [['run', 'demo'], ['test']]) {
      say(`\n### npm ${args.join(' ')}`);
      const start = Date.now();
      const [command, commandArgs] = npmCommand(args);
      const result = spawnSync(command, commandArgs, { cwd: clone, env, stdio: 'inherit' });
      const seconds = ((Date.now() - start) / 1000).toFixed(0);
      say(`### npm ${args.join(' ')}: ${result.status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
      if (result.status !== 0) failures++;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failures === 0 ? 0 : 1;
});
