// `gordian rules`: what can be reported, one line each.

import { rules } from '../driver/index.ts';
import { writeOut } from './output.ts';

/** Groups of rules that findings are about; the others are errors of syntax, types and loading. */
const ofFindings: ReadonlySet<string> = new Set(['concurrency', 'test']);

export function rulesCommand({ all, json }: { readonly all: boolean; readonly json: boolean }): number {
  const shown = [...rules.values()].filter(({ group }) => all || ofFindings.has(group));
  if (json) {
    const rows = shown.map(({ name, group, title, explanation, bad, good }) => {
      return { name, group, title, explanation, bad, good };
    });
    writeOut(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...shown.map(({ name }) => name.length)) + 2;
  for (const { name, title } of shown) writeOut(`${name.padEnd(width)}${title}\n`);
  return 0;
}
