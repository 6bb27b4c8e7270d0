// Rules as text: for a terminal, and as the document docs/rules.md.

import type { Rule, RuleTable } from '../base/rules.ts';

/** A rule's row for a terminal. */
export function explainRule(rule: Rule): string {
  const parts = [`${rule.name} (${rule.group})`, rule.title];
  if (rule.explanation !== '') parts.push(rule.explanation);
  if (rule.bad !== '') parts.push(`For example:\n\n${indent(rule.bad)}`);
  if (rule.good !== '') parts.push(`Fixed:\n\n${indent(rule.good)}`);
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
    if (rule.good !== '') lines.push('', 'Fixed:', '', '```go', rule.good.trimEnd(), '```');
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
