// The last step of the build: runs the programs on what is given, and keeps the code that node has compiled by then.
//
//   node dist/keep-code.cjs [FILE.comm ...] [FOLDER ...]

import { writeFileSync } from 'node:fs';
import { isCommFile } from './comm-files.ts';
import { compile, keptCodeFile, run } from './load.ts';

async function keepCode(paths: readonly string[]): Promise<void> {
  const comm = compile('check-comm');
  const { checkCommCommand } = run('check-comm', comm);
  for (const path of paths.filter(isCommFile)) checkCommCommand([path], { property: [], formula: [], param: [] });
  writeFileSync(keptCodeFile('check-comm'), comm.createCachedData());

  const all = compile('gordian');
  const { runProgram } = run('gordian', all);
  const formats = ['text', 'json', 'sarif'];
  for (const [i, path] of paths.filter((path) => !isCommFile(path)).entries()) {
    const format = formats[i % formats.length] as string;
    await runProgram(['check', '-C', path, '--no-cache', '--jobs', '1', '--format', format, './...']);
  }
  writeFileSync(keptCodeFile('gordian'), all.createCachedData());
}

keepCode(process.argv.slice(2));
