// The entry point. The version is answered at once; everything else is loaded when it is needed.

import { version } from './version.ts';

// A reader that goes away early (`gordian check | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const { runProgram, exitCodeOf } = await import('./program.ts');
  try {
    process.exitCode = await runProgram(argv);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}
