// `gordian emit LANGUAGE FUNCTION [packages]`: prints a function in one of Gordian's own languages.

import { resolve } from 'node:path';
import { isCommFile } from '../driver/comm-text.ts';
import { emitIr } from '../driver/emit.ts';
import { toSlash } from '../driver/node-host.ts';
import { rules } from '../driver/rules.ts';
import { render } from '../report/index.ts';
import { emitCommFile } from './emit-comm.ts';
import { UsageError, wantsColor, writeResult } from './output.ts';
import { version } from './version.ts';

/** The flags as commander gives them. */
export interface EmitFlags {
  readonly C?: string;
  readonly out?: string;
  readonly param?: readonly string[];
  readonly color: boolean;
}

export function emitCommand(language: string, name: string, patterns: readonly string[], flags: EmitFlags): number {
  if (isCommFile(name)) return emitCommFile(language, name, flags);
  if (language !== 'ir') throw new UsageError(`there is no language ${language}; there is: ir`);
  const folder = toSlash(resolve(flags.C ?? '.'));
  const { sources, diagnostics, texts } = emitIr({
    function: name,
    folder,
    patterns,
    tags: [],
    goos: null,
    goarch: null,
    tests: true,
    modelsOnly: false,
    limits: null,
    progress: () => {},
  });
  const failed = diagnostics.some((problem) => problem.severity === 'error');
  if (failed) {
    const report = { version, sources, folder, problems: diagnostics, fragments: [], findings: [], rules };
    process.stderr.write(render(report, 'text', wantsColor(flags.color, undefined)));
  }
  if (texts.length === 0) throw new UsageError(`no function ${name} with a body in these packages`);
  writeResult(texts.join('\n'), flags.out);
  return failed ? 2 : 0;
}
