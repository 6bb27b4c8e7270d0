// Values of string and rune literals.
//
// A Go string is a sequence of bytes, not of characters: "\xff" is no UTF-8. Its value is therefore kept as a *byte
// string*: a JavaScript string in which each character code, 0 to 255, is one byte. `textToBytes` and `bytesToText`
// convert from and to ordinary text.

import { tableOf } from '../base/named.ts';

const simpleEscapes = tableOf<number>({
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 0x5c,
});

/** The byte string that a string literal denotes, or null if it is malformed. */
export function unquote(literal: string): string | null {
  const quote = literal.charAt(0);
  if (literal.length < 2 || !literal.endsWith(quote)) return null;
  const body = literal.slice(1, -1);
  if (quote === '`') {
    if (body.includes('`')) return null;
    return textToBytes(body.includes('\r') ? body.replaceAll('\r', '') : body);
  }
  if (quote !== '"' || body.includes('\n')) return null;
  if (!body.includes('\\')) return body.includes('"') ? null : textToBytes(body);
  let bytes = '';
  for (let i = 0; i < body.length; ) {
    const c = body.charAt(i);
    if (c === '"') return null;
    if (c !== '\\') {
      const next = nextSpecial(body, i);
      bytes += textToBytes(body.slice(i, next));
      i = next;
      continue;
    }
    const code = readEscape(body, i + 1, '"');
    if (code === null) return null;
    bytes += code.isByte ? String.fromCharCode(code.value) : runeToBytes(code.value);
    i = code.end;
  }
  return bytes;
}

function nextSpecial(body: string, from: number): number {
  for (let i = from; i < body.length; i++) {
    const c = body.charCodeAt(i);
    if (c === 0x22 || c === 0x5c) return i;
  }
  return body.length;
}

/** The code point (or byte) that a rune literal denotes, or null if it is malformed. */
export function unquoteRune(literal: string): number | null {
  if (literal.length < 3 || !literal.startsWith("'") || !literal.endsWith("'")) return null;
  const body = literal.slice(1, -1);
  if (!body.startsWith('\\')) {
    const code = body.codePointAt(0) as number;
    return body === "'" || body === '\n' || String.fromCodePoint(code) !== body ? null : code;
  }
  const found = readEscape(body, 1, "'");
  return found === null || found.end !== body.length ? null : found.value;
}

interface Escape {
  readonly value: number;
  /** Written as `\x` or in octal: a byte, not a code point. */
  readonly isByte: boolean;
  readonly end: number;
}

/** The escape whose backslash stands before `start`. */
function readEscape(body: string, start: number, quote: string): Escape | null {
  const c = body.charAt(start);
  if (c === quote) return { value: c.charCodeAt(0), isByte: true, end: start + 1 };
  const simple = simpleEscapes.get(c);
  if (simple !== undefined) return { value: simple, isByte: true, end: start + 1 };
  if (c === 'x') return readDigits(body, start + 1, 2, 16, true);
  if (c === 'u') return readDigits(body, start + 1, 4, 16, false);
  if (c === 'U') return readDigits(body, start + 1, 8, 16, false);
  if (c >= '0' && c <= '7') return readDigits(body, start, 3, 8, true);
  return null;
}

function readDigits(body: string, start: number, count: number, base: 8 | 16, isByte: boolean): Escape | null {
  const digits = body.slice(start, start + count);
  const pattern = base === 8 ? /^[0-7]+$/ : /^[0-9a-fA-F]+$/;
  if (digits.length < count || !pattern.test(digits)) return null;
  const value = Number.parseInt(digits, base);
  if (isByte ? value > 255 : value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return null;
  return { value, isByte, end: start + count };
}

/** The UTF-8 bytes of a code point; those of U+FFFD if it is none. */
export function runeToBytes(code: number): string {
  if (code >= 0 && code < 0x80) return String.fromCharCode(code);
  if (!(code >= 0 && code <= 0x10ffff) || (code >= 0xd800 && code < 0xe000)) return runeToBytes(0xfffd);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
  if (code < 0x10000) {
    return String.fromCharCode(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return String.fromCharCode(
    0xf0 | (code >> 18),
    0x80 | ((code >> 12) & 0x3f),
    0x80 | ((code >> 6) & 0x3f),
    0x80 | (code & 0x3f),
  );
}

const encoder = new TextEncoder();
/** As many arguments as a call takes without harm. */
const chunk = 8192;

/** The byte string of a text's UTF-8 form. */
export function textToBytes(text: string): string {
  let i = 0;
  while (i < text.length && text.charCodeAt(i) < 0x80) i++;
  if (i === text.length) return text;
  const array = encoder.encode(text);
  let bytes = '';
  for (let at = 0; at < array.length; at += chunk) bytes += String.fromCharCode(...array.subarray(at, at + chunk));
  return bytes;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text that a byte string spells in UTF-8, with U+FFFD for bytes that are none. */
export function bytesToText(bytes: string): string {
  let ascii = true;
  const array = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    if (byte >= 0x80) ascii = false;
    array[i] = byte;
  }
  return ascii ? bytes : decoder.decode(array);
}
