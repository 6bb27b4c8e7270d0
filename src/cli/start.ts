// The entry point. The version is answered at once; everything else is loaded when it is needed.

import { isPlainCommCheck } from './comm-files.ts';
import { load, supervise } from './load.ts';
import { writeOut } from './output.ts';
import { version } from './version.ts';

/** Commands that work for long without waiting for anything. */
const inThread: ReadonlySet<string> = new Set(['check', 'verify']);

async function start(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    writeOut(`${version}\n`);
    return;
  }
  try {
    process.exitCode = isPlainCommCheck(argv)
      ? load('check-comm').checkCommCommand(argv.slice(1), { property: [], formula: [], param: [] })
      : inThread.has(argv[0] ?? '')
        ? await supervise().runInThread(argv)
        : await load('gordian').runProgram(argv);
  } catch (error) {
    process.exitCode = load('gordian').exitCodeOf(error);
  }
}

start(process.argv.slice(2));
