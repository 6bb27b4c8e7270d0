// `gordian check FILE.comm|FILE.migo`: communication programs given as text.

import { resolve } from 'node:path';
import { checkCommFile } from '../driver/check-comm.ts';
import { escapeText } from '../report/index.ts';
import { writeResult } from './output.ts';

export interface CheckCommFlags {
  readonly C?: string;
  readonly out?: string;
}

export function checkCommFiles(paths: readonly string[], flags: CheckCommFlags): number {
  let exitCode = 0;
  const lines: string[] = [];
  for (const path of paths) {
    const checked = checkCommFile(resolve(flags.C ?? '.', path), null);
    if (!checked.ok)
      process.stderr.write(`${checked.lines.map((line) => `gordian: ${escapeText(line)}`).join('\n')}\n`);
    else lines.push(...checked.lines);
    exitCode = Math.max(exitCode, checked.ok ? Math.min(1, checked.findings) : 2);
  }
  writeResult(lines.map((line) => `${escapeText(line)}\n`).join(''), flags.out);
  return exitCode;
}
