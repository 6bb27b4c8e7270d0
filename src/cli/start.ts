// The entry point. The version is answered at once; everything else is loaded when it is needed.

import { isPlainCommCheck } from './comm-files.ts';
import { load } from './load.ts';
import { writeOut } from './output.ts';
import { version } from './version.ts';

async function start(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    writeOut(`${version}\n`);
    return;
  }
  try {
    process.exitCode = isPlainCommCheck(argv)
      ? load('check-comm').checkCommCommand(argv.slice(1), { property: [], formula: [], param: [] })
      : await load('gordian').runProgram(argv);
  } catch (error) {
    process.exitCode = load('gordian').exitCodeOf(error);
  }
}

start(process.argv.slice(2));
