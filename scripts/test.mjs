// `npm test`: sets up what is missing, then builds, type-checks, lints and tests. Arguments go to the test runner.

import {
  ensureChromium,
  ensureDafny,
  ensureDependencies,
  ensureGo,
  ensureSpin,
  ensureZ3,
  packageCommand,
  run,
  runMain,
  SetupError,
  say,
} from './lib/setup.mjs';

runMain(() => {
  const start = Date.now();
  ensureDependencies();
  const go = ensureGo();
  const withoutSpin = ensureSpin();
  const withoutZ3 = ensureZ3();
  const withoutDafny = ensureDafny();
  const withoutChromium = ensureChromium();
  const filters = process.argv.slice(2);
  const failed = [];
  /** Every step runs, so that one run shows all that is wrong. */
  const step = (what, command, args) => {
    say(`\n== ${what}`);
    try {
      run(what, command, args, { env: go.env });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      failed.push(what);
    }
  };
  step('build', process.execPath, ['scripts/build.mjs']);
  if (filters.length === 0) {
    step('types', packageCommand('tsc'), ['--noEmit']);
    step('types of pages', packageCommand('tsc'), ['--noEmit', '-p', 'web']);
    step('lint', packageCommand('biome'), ['check', '--error-on-warnings', '.']);
  }
  step('tests', packageCommand('vitest'), ['run', ...filters]);
  const seconds = Math.round((Date.now() - start) / 1000);
  if (go.missing !== null) say(`\nNote: ${go.missing}.`);
  if (withoutSpin !== null) say(`\nNote: ${withoutSpin}.`);
  if (withoutZ3 !== null) say(`\nNote: ${withoutZ3}.`);
  if (withoutDafny !== null) say(`\nNote: ${withoutDafny}.`);
  if (withoutChromium !== null) say(`\nNote: ${withoutChromium}.`);
  if (failed.length === 0)
    say(`\nAll checks passed in ${seconds} s${go.missing === null ? `, with ${go.version}` : ''}.`);
  else say(`\nFailed after ${seconds} s: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
});
