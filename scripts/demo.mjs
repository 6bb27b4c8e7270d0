// `npm run demo`: sets up what is missing, builds, and shows the tool at work on the examples.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies, root, run, runMain, say } from './lib/setup.mjs';

/** What the demo shows, in order: the folder, what it is, and the exit code that is right for it. */
const scenes = [
  {
    folder: 'examples/leak',
    about:
      'A function that waits for the first answer, but not for long: a goroutine that answers too late blocks forever.',
    exitCode: 1,
  },
  {
    folder: 'examples/healthy',
    about: 'A small worker pool without bugs: the exit code is 0.',
    exitCode: 0,
  },
  {
    folder: 'examples/broken',
    about: 'The same pool with mistakes: one run shows them all, and the exit code is 2.',
    exitCode: 2,
  },
];

function show({ folder, about, exitCode }) {
  say(`\n# ${about}`);
  say(`$ cd ${folder} && gordian check ./...`);
  const result = spawnSync(process.execPath, [join(root, 'bin', 'gordian'), 'check', './...'], {
    cwd: join(root, folder),
    stdio: 'inherit',
  });
  say(`(exit code ${result.status})`);
  if (result.status === exitCode) return true;
  say(`This should have been exit code ${exitCode}.`);
  return false;
}

runMain(() => {
  say('Gordian: a tour. No Go toolchain is needed.');
  ensureDependencies();
  say('\nBuilding the tool (npm run build)');
  run('build', process.execPath, ['scripts/build.mjs']);
  const results = scenes.map(show);
  const failed = results.filter((ok) => !ok).length;
  say(failed === 0 ? '\nThe demo is done: all as expected.' : `\n${failed} of ${scenes.length} scenes went wrong.`);
  return failed === 0 ? 0 : 1;
});
