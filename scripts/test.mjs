// `npm test`: sets up what is missing, then type-checks, lints and tests. Arguments go to the test runner.

import { ensureDependencies, ensureGo, packageCommand, run, runMain, say } from './lib/setup.mjs';

runMain(() => {
  ensureDependencies();
  const go = ensureGo();
  const env = go.env;
  const filters = process.argv.slice(2);
  const step = (what, command, args) => {
    say(`\n== ${what}`);
    run(what, command, args, { env });
  };
  step('build', process.execPath, ['scripts/build.mjs']);
  if (filters.length === 0) {
    step('types', packageCommand('tsc'), ['--noEmit']);
    step('lint', packageCommand('biome'), ['check', '--error-on-warnings', '.']);
  }
  step('tests', packageCommand('vitest'), ['run', ...filters]);
  const with_ = go.missing === null ? ` (with ${go.version})` : '';
  say(`\nAll checks passed${with_}.`);
  if (go.missing !== null) say(`Note: ${go.missing}.`);
});
