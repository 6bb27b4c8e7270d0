// Expectations inline in Go files: `// want CODE "regexp"` at the end of a line, several on one line if need be. A severity before the
// code is wanted as well: `// want note CODE "regexp"`.

import type { Severity } from '../../src/base/diagnostic.ts';
import type { Finding } from '../../src/base/finding.ts';
import type { SourceSet } from '../../src/base/source.ts';
import type { Checked } from './check.ts';
import { saidOf } from './said.ts';

interface Want {
  readonly line: number;
  /** `error` where none is given. */
  readonly severity: Severity;
  readonly code: string;
  readonly pattern: RegExp;
}

/** The expectations in a file's text. */
export function wantsOf(text: string): Want[] {
  const wants: Want[] = [];
  text.split('\n').forEach((content, i) => {
    const start = content.indexOf('// want ');
    if (start < 0) return;
    for (const match of content.slice(start + 8).matchAll(/(?:(error|warning|note) )?([\w-]+) "((?:[^"\\]|\\.)*)"/g)) {
      const [, severity = 'error', code = '', pattern = ''] = match;
      wants.push({ line: i + 1, severity: severity as Severity, code, pattern: new RegExp(pattern) });
    }
  });
  return wants;
}

/** What is missing and what is unexpected, in words; empty if diagnostics and expectations agree. */
export function compareWants(checked: Checked): string[] {
  const problems: string[] = [];
  for (const file of checked.files) {
    const source = checked.sources.fileOf(file.pos);
    if (source === null) continue;
    const wants = wantsOf(source.text);
    for (const d of checked.diagnostics) {
      const place = d.span === null ? null : checked.sources.position(d.span.pos);
      if (place !== null && place.file !== source.path) continue;
      const line = place?.line ?? 0;
      const i = wants.findIndex((w) => w.line === line && w.code === d.rule && w.pattern.test(d.message));
      if (i >= 0) wants.splice(i, 1);
      else problems.push(`${source.path}:${line}: unexpected ${d.rule} ${JSON.stringify(d.message)}`);
    }
    for (const w of wants) problems.push(`${source.path}:${w.line}: missing ${w.code} ${w.pattern}`);
  }
  return problems;
}

/** What is missing and what is unexpected among the findings in a file, notes included; empty if they are as wanted. */
export function compareFindings(text: string, findings: readonly Finding[], sources: SourceSet): string[] {
  const problems: string[] = [];
  const wants = wantsOf(text);
  for (const finding of findings) {
    const line = sources.position(finding.span.pos)?.line;
    const said = saidOf(finding, sources);
    const i = wants.findIndex(
      (want) =>
        want.line === line &&
        want.code === finding.rule &&
        want.severity === finding.severity &&
        want.pattern.test(said),
    );
    if (i >= 0) wants.splice(i, 1);
    else problems.push(`${line}: unexpected ${finding.severity} ${finding.rule} ${JSON.stringify(said)}`);
  }
  for (const want of wants) problems.push(`${want.line}: missing ${want.severity} ${want.code} ${want.pattern}`);
  return problems;
}
