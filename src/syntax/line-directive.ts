// `//line file:line:column` and `/*line ...*/` comments: only checked. Positions always name the real file.

import { reportAt, type Scanner } from './scan-state.ts';

const maxNumber = 1 << 30;

/** Reports a malformed line directive in the comment at `text[start, end)`. */
export function checkLineDirective(s: Scanner, start: number, end: number): void {
  const { text } = s;
  if (!text.startsWith('line ', start + 2)) return;
  const block = text.charAt(start + 1) === '*';
  if (!block && start > 0 && text.charAt(start - 1) !== '\n') return;
  if (block && !text.endsWith('*/', end)) return;
  const from = start + 7;
  const content = text.slice(from, block ? end - 2 : end);
  const last = trailingNumber(content);
  if (last.at === 0) return;
  if (last.value < 0) {
    complain(s, from + last.at, end, `invalid line number: ${content.slice(last.at)}`);
    return;
  }
  let line = last;
  const previous = trailingNumber(content.slice(0, last.at - 1));
  if (previous.value >= 0) {
    line = previous;
    if (last.value === 0 || last.value > maxNumber) {
      complain(s, from + last.at, end, `invalid column number: ${content.slice(last.at)}`);
      return;
    }
  }
  if (line.value === 0 || line.value > maxNumber) {
    complain(s, from + line.at, end, `invalid line number: ${content.slice(line.at)}`);
  }
}

function complain(s: Scanner, start: number, end: number, message: string): void {
  reportAt(s, 'InvalidLineDirective', start, end, message);
}

/** The number after the last colon: where it begins (0 without colon) and its value (-1 if it is none). */
function trailingNumber(content: string): { at: number; value: number } {
  const colon = content.lastIndexOf(':');
  if (colon < 0) return { at: 0, value: -1 };
  const digits = content.slice(colon + 1);
  const value = /^[0-9]+$/.test(digits) ? Number(digits) : -1;
  return { at: colon + 1, value: value <= Number.MAX_SAFE_INTEGER ? value : -1 };
}
