// `gordian emit go FILE.gobra`: a file with specifications as plain Go.

import { resolve } from 'node:path';
import { emitGo, goLanguage, rules } from '../driver/index.ts';
import { render } from '../report/index.ts';
import type { EmitFlags } from './emit.ts';
import { workingDirectory } from './flags.ts';
import { UsageError, wantsColor, writeResult } from './output.ts';
import { version } from './version.ts';

export function emitGoFile(language: string, path: string, flags: EmitFlags): number {
  if (language !== goLanguage) {
    throw new UsageError(`${path} cannot be printed as ${language}: a file with specifications can be printed as go`);
  }
  const folder = workingDirectory(flags);
  const { sources, diagnostics, text } = emitGo(resolve(folder, path), [folder]);
  if (text === null) {
    const report = { version, sources, folder, problems: diagnostics, fragments: [], findings: [], rules };
    process.stderr.write(render(report, 'text', wantsColor(flags.color, undefined)));
    return 2;
  }
  writeResult(text, flags.out);
  return 0;
}
