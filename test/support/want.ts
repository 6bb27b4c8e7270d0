// Expectations that stand in test files: `// want CODE "regexp"`, one or more on the line of the diagnostics.

import type { Diagnostic } from '../../src/base/diagnostic.ts';
import type { SourceSet } from '../../src/base/source.ts';

interface Want {
  readonly line: number;
  readonly code: string;
  readonly pattern: RegExp;
  met: boolean;
}

function wantsOf(text: string): Want[] {
  const wants: Want[] = [];
  text.split('\n').forEach((line, i) => {
    const comment = /\/\/ want (.*)$/.exec(line)?.[1];
    if (comment === undefined) return;
    for (const [, code = '', pattern = ''] of comment.matchAll(/([\w-]+) "((?:[^"\\]|\\.)*)"/g)) {
      wants.push({ line: i + 1, code, pattern: new RegExp(pattern), met: false });
    }
  });
  return wants;
}

/** What was expected in the file and not reported, and what was reported and not expected; empty if all is well. */
export function mismatches(
  path: string,
  text: string,
  sources: SourceSet,
  diagnostics: readonly Diagnostic[],
): readonly string[] {
  const wants = wantsOf(text);
  const problems: string[] = [];
  for (const d of diagnostics) {
    const position = d.span === null ? null : sources.position(d.span.pos);
    if (position !== null && position.file !== path) continue;
    const line = position?.line ?? 0;
    const want = wants.find((w) => !w.met && w.line === line && w.code === d.rule && w.pattern.test(d.message));
    if (want === undefined) problems.push(`${line}: unexpected ${d.rule} ${JSON.stringify(d.message)}`);
    else want.met = true;
  }
  for (const w of wants) if (!w.met) problems.push(`${w.line}: missing ${w.code} ${w.pattern}`);
  return problems;
}
