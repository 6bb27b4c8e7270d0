// Checks communication programs that are given as text.

import { positionIn, type SourceFile } from '../base/source.ts';
import { type Question, Usage } from '../check/index.ts';
import type { Site } from '../comm/comm.ts';
import { checkProgram, type ModelResult } from '../model/index.ts';
import { readCommFile } from './comm-text.ts';

export type CommCheck =
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'checked';
      readonly result: ModelResult;
      /** A place as `file:line:column`. */
      readonly place: (site: Site) => string;
      /** How many of the findings are more than notes. */
      readonly serious: number;
    };

/** Reads and checks one file. */
export function checkCommFile(path: string, question: Question): CommCheck {
  const file = readCommFile(path);
  if (!file.ok) return { kind: 'unreadable', message: file.message };
  const usage = new Usage();
  const params = usage.valuesFor(file.program, file.program.name, question);
  const misunderstood = usage.problem(question);
  if (misunderstood !== null) return { kind: 'unreadable', message: misunderstood };
  const { properties, formulas } = question;
  const result = checkProgram(file.program, { properties, formulas, params });
  const [source] = file.sources.files();
  const serious = result.findings.filter((finding) => finding.severity !== 'note').length;
  return { kind: 'checked', result, place: (site) => placeText(source, site), serious };
}

function placeText(source: SourceFile | undefined, site: Site): string {
  if (source === undefined) return '';
  const { file, line, column } = positionIn(source, Math.min(site.start, source.length));
  return `${file}:${line}:${column}`;
}
