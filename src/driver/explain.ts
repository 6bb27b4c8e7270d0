// Rules as text: for a terminal, and as the document docs/rules.md.

import type { Rule, RuleTable } from '../base/rules.ts';

/** A rule's row for a terminal. */
export function explainRule(rule: Rule): string {
  const parts = [`${rule.name} (${rule.group})`, rule.title];
  if (rule.explanation !== '') parts.push(rule.explanation);
  if (rule.bad !== '') parts.push(`For example:\n\n${indent(rule.bad)}`);
  if (rule.good !== '') parts.push(`Put right:\n\n${indent(rule.good)}`);
  return `${parts.join('\n\n')}\n`;
}

/** The document that lists every rule. */
export function rulesDocument(rules: RuleTable): string {
  const lines = [
    '# Rules and error codes',
    '',
    'Written by `npm run docs` from the tables in the source; do not edit. `gordian explain NAME` prints one entry.',
  ];
  let group = '';
  for (const rule of rules.values()) {
    if (rule.group !== group) {
      group = rule.group;
      lines.push('', `## ${group[0]?.toUpperCase()}${group.slice(1)}`);
    }
    lines.push('', `### ${rule.name}`, '', rule.title);
    if (rule.explanation !== '') lines.push('', rule.explanation);
    if (rule.bad !== '') lines.push('', '```go', rule.bad.trimEnd(), '```');
    if (rule.good !== '') lines.push('', 'Put right:', '', '```go', rule.good.trimEnd(), '```');
  }
  return `${lines.join('\n')}\n`;
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n');
}

/** The names that a mistyped one may have meant: equal but for case, or within two edits. */
export function nearestNames(name: string, names: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= Math.min(2, Math.floor(wanted.length / 3))) near.push({ name: candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return near.slice(0, 3).map((candidate) => candidate.name);
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[b.length] as number;
}
