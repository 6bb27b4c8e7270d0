// `npm pack` and `npm publish`: installs what building needs and builds, so that the package always has the programs in it.

import { ensureDependencies, run, runMain } from './lib/setup.mjs';

runMain(() => {
  ensureDependencies();
  // What npm is asked to print, such as the name of the package, stays alone on standard output.
  run('build', process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
});
