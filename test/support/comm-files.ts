// The communication programs under testdata, with what they say about themselves.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommProgram } from '../../src/comm/comm.ts';
import { parseMigo, parseProgram } from '../../src/comm/index.ts';
import { root } from './repository.ts';

export interface CommTestFile {
  readonly name: string;
  readonly text: string;
  readonly program: CommProgram;
  /** Whether a goroutine can be left blocked when nothing moves any more, were main a function like any other. */
  readonly stuck: boolean;
  /** The rule that some run breaks, or `none`. */
  readonly fault: string;
}

/** All files of a folder under testdata, read. */
export function commFiles(folder: 'comm' | 'migo'): readonly CommTestFile[] {
  const path = join(root, 'testdata', folder);
  return readdirSync(path)
    .filter((name) => name.endsWith(`.${folder}`))
    .map((name) => {
      const text = readFileSync(join(path, name), 'utf8');
      const parsed = folder === 'migo' ? parseMigo(text, name) : parseProgram(text, name);
      if (!parsed.ok) throw new Error(`${name}: ${parsed.message} at ${parsed.start}`);
      const stuck = /want stuck: (yes|no)/.exec(text)?.[1];
      const fault = /want fault: ([\w-]+)/.exec(text)?.[1];
      if (stuck === undefined || fault === undefined) throw new Error(`${name} does not say what is wanted`);
      return { name, text, program: parsed.program, stuck: stuck === 'yes', fault };
    });
}
