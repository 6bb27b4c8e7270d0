// `gordian emit LANGUAGE FILE.comm|FILE.migo`: a communication program given as text, in another language.

import { resolve } from 'node:path';
import { bindSettings, emitLanguages, readCommFile } from '../driver/index.ts';
import { UsageError } from './output.ts';
import { writeProgram } from './say.ts';

export interface EmitCommFlags {
  readonly C?: string;
  readonly out?: string;
  readonly param?: readonly string[];
}

export function emitCommFile(name: string, path: string, flags: EmitCommFlags): number {
  const language = emitLanguages.find((row) => row.name === name);
  if (language === undefined) {
    const names = emitLanguages.map((row) => row.name).join(', ');
    throw new UsageError(`${path} cannot be printed as ${name}; there are: ${names}`);
  }
  const file = readCommFile(resolve(flags.C ?? '.', path));
  if (!file.ok) throw new UsageError(file.message);
  const bound = bindSettings(file.program, flags.param ?? []);
  if (!bound.ok) throw new UsageError(`${path} cannot be printed as ${name}: ${bound.reason}`);
  const emitted = language.emit(bound.program);
  if (!emitted.ok) throw new UsageError(`${path} cannot be printed as ${name}: ${emitted.reason}`);
  writeProgram(emitted.text, flags.out);
  return 0;
}
