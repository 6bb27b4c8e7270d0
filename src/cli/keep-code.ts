// The last step of the build: runs the programs on what is given, and keeps the code that node has compiled by then.
//
//   node dist/keep-code.cjs [FILE.comm ...] [FOLDER ...]

import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { isCommFile } from './comm-files.ts';
import { compile, keptCodeFile, run } from './load.ts';

/** Bytecode is to stay that of functions called once: what got hot would be compiled further in every run, whatever that run needs. */
const flags = ['sparkplug', 'opt', 'flush-bytecode'];

async function keepCode(paths: readonly string[]): Promise<void> {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  const comm = compile('check-comm');
  const { checkCommCommand } = run('check-comm', comm);
  for (const path of paths.filter(isCommFile)) checkCommCommand([path], { property: [], formula: [], param: [] });
  const all = compile('gordian');
  const { runProgram } = run('gordian', all);
  const formats = ['text', 'json', 'sarif'];
  for (const [i, path] of paths.filter((path) => !isCommFile(path)).entries()) {
    const format = formats[i % formats.length] as string;
    await runProgram(['check', '-C', path, '--no-cache', '--jobs', '1', '--format', format, './...']);
  }

  // Code is refused by a node whose flags are others.
  for (const flag of flags) setFlagsFromString(`--${flag}`);
  writeFileSync(keptCodeFile('check-comm'), comm.createCachedData());
  writeFileSync(keptCodeFile('gordian'), all.createCachedData());
}

keepCode(process.argv.slice(2));
