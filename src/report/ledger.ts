// The ledger of the functions that were verified, as a table of at most 80 columns.

import type pico from 'picocolors';
import type { Ledger, LedgerVerdict } from '../base/ledger.ts';
import type { Member } from '../base/member.ts';
import { escapeText } from './escape.ts';

type Colors = ReturnType<typeof pico.createColors>;

const columns: readonly (readonly [keyof Ledger, string])[] = [
  ['memory', 'memory safe'],
  ['races', 'race free'],
  ['contract', 'contract'],
  ['terminates', 'terminates'],
  ['blocking', 'never stuck'],
];

/** As wide as the longest verdict, and a space. */
const columnWidth = 12;
const nameWidth = 80 - columns.length * columnWidth;

/** Nothing where no function was verified. */
export function ledgerTable(members: readonly Member[], colors: Colors): readonly string[] {
  const rows = members.flatMap(({ function: name, ledger }) => (ledger === null ? [] : [{ name, ledger }]));
  if (rows.length === 0) return [];
  const head = columns.map(([, title]) => title.padEnd(columnWidth)).join('');
  const lines = [colors.bold(`${'function'.padEnd(nameWidth)}${head}`.trimEnd())];
  for (const { name, ledger } of rows) {
    const shown = escapeText(name);
    // A long name has a line of its own.
    if (shown.length >= nameWidth) lines.push(shown);
    const start = shown.length >= nameWidth ? '' : shown;
    const cells = columns.map(([key], i) => cell(ledger[key], i === columns.length - 1 ? 0 : columnWidth, colors));
    lines.push(`${start.padEnd(nameWidth)}${cells.join('')}`);
  }
  const used = new Set(rows.flatMap(({ ledger }) => columns.map(([key]) => ledger[key])));
  if (used.has('conditional')) lines.push('conditional: whenever the precondition of the function holds');
  return lines;
}

function cell(verdict: LedgerVerdict, width: number, colors: Colors): string {
  const text = verdict.padEnd(width);
  switch (verdict) {
    case 'proved':
      return colors.green(text);
    case 'failed':
      return colors.red(text);
    case 'conditional':
    case 'unknown':
      return text;
  }
}
