// `gordian check FILE.comm|FILE.migo`: communication programs given as text.

import { resolve } from 'node:path';
import { checkCommFile, readQuestion } from '../driver/index.ts';
import { escapeText } from '../report/index.ts';
import { UsageError, writeResult } from './output.ts';

export interface CheckCommFlags {
  readonly C?: string;
  readonly out?: string;
  readonly property: readonly string[];
  readonly formula: readonly string[];
  readonly param: readonly string[];
}

export function checkCommCommand(paths: readonly string[], flags: CheckCommFlags): number {
  const read = readQuestion(flags.property, flags.formula, flags.param);
  if (!read.ok) throw new UsageError(read.message);
  let exitCode = 0;
  const lines: string[] = [];
  for (const path of paths) {
    const checked = checkCommFile(resolve(flags.C ?? '.', path), read.question);
    if (!checked.ok)
      process.stderr.write(`${checked.lines.map((line) => `gordian: ${escapeText(line)}`).join('\n')}\n`);
    else lines.push(...checked.lines);
    exitCode = Math.max(exitCode, checked.ok ? Math.min(1, checked.findings) : 2);
  }
  writeResult(lines.map((line) => `${escapeText(line)}\n`).join(''), flags.out);
  return exitCode;
}
