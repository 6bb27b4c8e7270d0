// Expectations inline in Go files: `// want CODE "regexp"` at the end of a line, several on one line if need be.

import type { Checked } from './check.ts';

interface Want {
  readonly line: number;
  readonly code: string;
  readonly pattern: RegExp;
}

/** The expectations in a file's text. */
export function wantsOf(text: string): Want[] {
  const wants: Want[] = [];
  text.split('\n').forEach((content, i) => {
    const start = content.indexOf('// want ');
    if (start < 0) return;
    for (const match of content.slice(start + 8).matchAll(/([\w-]+) "((?:[^"\\]|\\.)*)"/g)) {
      wants.push({ line: i + 1, code: match[1] as string, pattern: new RegExp(match[2] as string) });
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
