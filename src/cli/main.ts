// The entry point. The version is answered at once; everything else is loaded when it is needed.

import { isPlainCommCheck } from './comm-files.ts';
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
  try {
    process.exitCode = await run();
  } catch (error) {
    const { exitCodeOf } = await import('./program.ts');
    process.exitCode = exitCodeOf(error);
  }
}

async function run(): Promise<number> {
  if (isPlainCommCheck(argv)) {
    const { checkCommCommand } = await import('./check-comm.ts');
    return checkCommCommand(argv.slice(1), { property: [], formula: [], param: [] });
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(argv);
}
