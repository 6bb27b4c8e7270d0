// What is shown beside results, and programs as results: escaped, because names in them may come from analysed code.

import { escapeLines } from '../report/index.ts';
import { terminalAt, writeResult } from './output.ts';

/** What there is to say about the run, on standard error: names in it may come from analysed code. */
export function say(text: string): void {
  process.stderr.write(`gordian: ${escapeLines(text)}\n`);
}

/** A program in some language: on a terminal without characters that steer it, elsewhere as it is. */
export function writeProgram(text: string, file: string | undefined): void {
  writeResult(file === undefined && terminalAt(1) !== null ? escapeLines(text) : text, file);
}
