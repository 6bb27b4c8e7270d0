// The entry point of a thread that runs a command for the process's main thread.

import { load } from './load.ts';

load('gordian')
  .runProgram(process.argv.slice(2))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.exitCode = load('gordian').exitCodeOf(error);
    },
  );
