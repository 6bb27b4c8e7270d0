// Reports made by hand: a source text in which «» marks the span.

import { type Diagnostic, diagnostic } from '../../src/base/diagnostic.ts';
import { ruleTable } from '../../src/base/rules.ts';
import { SourceSet } from '../../src/base/source.ts';
import type { Report } from '../../src/report/index.ts';

const emptyRule = { group: 'types', explanation: '', bad: '', good: '' };

/** A report with one problem at the marked place of `marked`. */
export function reportOn(marked: string, extra: Partial<Diagnostic> = {}, path = '/w/a.go'): Report {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const sources = new SourceSet();
  sources.add('/w/other.go', 'package other\n');
  const file = sources.add(path, marked.replace(/[«»]/g, ''));
  const span = start < 0 ? null : { pos: file.base + start, end: file.base + end };
  return {
    version: '1.2.3',
    sources,
    folder: '/w',
    rules: ruleTable([{ ...emptyRule, name: 'UndeclaredName', title: 'A name is not declared.' }]),
    fragments: [],
    findings: [],
    problems: [{ ...diagnostic('UndeclaredName', span, 'undefined: x'), ...extra }],
  };
}
