// `gordian emit LANGUAGE FILE.comm|FILE.migo`: a communication program given as text, in another language.

import { resolve } from 'node:path';
import { type CommLanguage, commLanguages, emitComm, readCommFile } from '../driver/comm-text.ts';
import { UsageError, writeResult } from './output.ts';

export interface EmitCommFlags {
  readonly C?: string;
  readonly out?: string;
  readonly param?: readonly string[];
}

export function emitCommFile(language: string, path: string, flags: EmitCommFlags): number {
  if (!isLanguage(language)) {
    throw new UsageError(`${path} cannot be printed as ${language}; there are: ${commLanguages.join(', ')}`);
  }
  const file = readCommFile(resolve(flags.C ?? '.', path));
  if (!file.ok) throw new UsageError(file.message);
  const emitted = emitComm(file.program, language, flags.param ?? []);
  if (!emitted.ok) throw new UsageError(`${path} cannot be printed as ${language}: ${emitted.reason}`);
  writeResult(emitted.text, flags.out);
  return 0;
}

function isLanguage(name: string): name is CommLanguage {
  return (commLanguages as readonly string[]).includes(name);
}
