// Numbers, runes and interpreted strings: where they end, and what is wrong with them.

import { describeChar, nonAscii, reportAt, type Scanner } from './scan-state.ts';
import { T_CHAR, T_FLOAT, T_IMAG, T_INT } from './token.ts';

const noPrefix = 0;
const hexPrefix = 0x78;
const octalPrefix = 0x6f;
const binaryPrefix = 0x62;
const zeroPrefix = 0x30;

function isDecimal(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

function isHex(c: number): boolean {
  return isDecimal(c) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);
}

function literalName(prefix: number): string {
  switch (prefix) {
    case hexPrefix:
      return 'hexadecimal literal';
    case octalPrefix:
    case zeroPrefix:
      return 'octal literal';
    case binaryPrefix:
      return 'binary literal';
    default:
      return 'decimal literal';
  }
}

/** Scans the number at offset `start`; sets `s.offset` after it and returns its token. */
export function scanNumber(s: Scanner, start: number): number {
  const src = s.src;
  let i = start;
  let c = src[i] as number;
  // Most numbers are plain decimal integers.
  if (c !== 0x30 && c !== 0x2e) {
    do c = src[++i] as number;
    while (c >= 0x30 && c <= 0x39);
    if (c !== 0x2e && c !== 0x5f && (c | 0x20) !== 0x65 && (c | 0x20) !== 0x70 && c !== 0x69) {
      s.offset = i;
      return T_INT;
    }
    i = start;
    c = src[i] as number;
  }

  let tok = T_INT;
  let base = 10;
  let prefix = noPrefix;
  let digits = false;
  let separators = false;
  let invalid = -1;

  if (c === 0x30) {
    c = src[++i] as number;
    const lower = c | 0x20;
    if (lower === hexPrefix || lower === octalPrefix || lower === binaryPrefix) {
      prefix = lower;
      base = lower === hexPrefix ? 16 : lower === octalPrefix ? 8 : 2;
      c = src[++i] as number;
    } else {
      prefix = zeroPrefix;
      base = 8;
      digits = true;
    }
  }
  for (let part = 0; part < 2; part++) {
    if (part === 1) {
      // `1..3` is a range in specifications.
      if (c !== 0x2e || (s.words && src[i + 1] === 0x2e)) break;
      tok = T_FLOAT;
      if (prefix === octalPrefix || prefix === binaryPrefix) {
        reportAt(s, 'InvalidLiteral', i, i + 1, `invalid radix point in ${literalName(prefix)}`);
      }
      c = src[++i] as number;
    }
    while (c === 0x5f || (base === 16 ? isHex(c) : isDecimal(c))) {
      if (c === 0x5f) separators = true;
      else {
        digits = true;
        if (base < 10 && c >= 0x30 + base && invalid < 0) invalid = i;
      }
      c = src[++i] as number;
    }
  }
  if (!digits) reportAt(s, 'InvalidLiteral', i, i + 1, `${literalName(prefix)} has no digits`);

  const e = c | 0x20;
  if (e === 0x65 || e === 0x70) {
    if (e === 0x65 && prefix !== noPrefix && prefix !== zeroPrefix) {
      reportAt(s, 'InvalidLiteral', i, i + 1, `'${String.fromCharCode(c)}' exponent requires decimal mantissa`);
    } else if (e === 0x70 && prefix !== hexPrefix) {
      reportAt(s, 'InvalidLiteral', i, i + 1, `'${String.fromCharCode(c)}' exponent requires hexadecimal mantissa`);
    }
    tok = T_FLOAT;
    c = src[++i] as number;
    if (c === 0x2b || c === 0x2d) c = src[++i] as number;
    let exponent = false;
    while (c === 0x5f || isDecimal(c)) {
      if (c === 0x5f) separators = true;
      else exponent = true;
      c = src[++i] as number;
    }
    if (!exponent) reportAt(s, 'InvalidLiteral', i, i + 1, 'exponent has no digits');
  } else if (prefix === hexPrefix && tok === T_FLOAT) {
    reportAt(s, 'InvalidLiteral', i, i + 1, "hexadecimal mantissa requires a 'p' exponent");
  }
  if (c === 0x69) {
    tok = T_IMAG;
    i++;
  }
  s.offset = i;
  if (tok === T_INT && invalid >= 0) {
    const digit = s.text.charAt(invalid);
    reportAt(s, 'InvalidLiteral', invalid, invalid + 1, `invalid digit '${digit}' in ${literalName(prefix)}`);
  }
  if (separators) {
    const at = misplacedSeparator(s.text.slice(start, i));
    if (at >= 0) {
      reportAt(s, 'InvalidLiteral', start + at, start + at + 1, "'_' must separate successive digits");
    }
  }
  return tok;
}

/** The index of an underscore without a digit (or a base prefix) before it, or without a digit after it; or -1. */
function misplacedSeparator(literal: string): number {
  let hex = false;
  let before = '.';
  let i = 0;
  if (literal.length >= 2 && literal.charAt(0) === '0') {
    const x = literal.charCodeAt(1) | 0x20;
    hex = x === hexPrefix;
    if (hex || x === octalPrefix || x === binaryPrefix) {
      before = '0';
      i = 2;
    }
  }
  for (; i < literal.length; i++) {
    const c = literal.charCodeAt(i);
    if (c === 0x5f) {
      if (before !== '0') return i;
      before = '_';
    } else if (isDecimal(c) || (hex && isHex(c))) {
      before = '0';
    } else {
      if (before === '_') return i - 1;
      before = '.';
    }
  }
  return before === '_' ? literal.length - 1 : -1;
}

/** The offset after the string literal that begins with `"` at `start`. */
export function scanQuoted(s: Scanner, start: number): number {
  const src = s.src;
  let i = start + 1;
  for (;;) {
    const c = src[i] as number;
    if (c === 0x22) return i + 1;
    if (c === 0x5c) {
      i = scanEscape(s, i + 1, 0x22);
      if (i < 0) i = -i;
    } else if (c === 0x0a || (c === 0 && i >= s.length)) {
      reportAt(s, 'InvalidLiteral', start, i, 'string literal not terminated');
      return i;
    } else {
      i++;
    }
  }
}

/** The offset after the rune literal that begins with `'` at `start`; sets the token. */
export function scanRune(s: Scanner, start: number): number {
  const src = s.src;
  s.tok = T_CHAR;
  let valid = true;
  let count = 0;
  let i = start + 1;
  for (;;) {
    const c = src[i] as number;
    if (c === 0x0a || (c === 0 && i >= s.length)) {
      if (valid) reportAt(s, 'InvalidLiteral', start, i, 'rune literal not terminated');
      return i;
    }
    if (c === 0x27) {
      i++;
      break;
    }
    count++;
    if (c === 0x5c) {
      i = scanEscape(s, i + 1, 0x27);
      if (i < 0) {
        valid = false;
        i = -i;
      }
    } else if (c === nonAscii) {
      i += (s.text.codePointAt(i) as number) > 0xffff ? 2 : 1;
    } else {
      i++;
    }
  }
  if (valid && count !== 1) reportAt(s, 'InvalidLiteral', start, i, 'illegal rune literal');
  return i;
}

/** The offset after the escape whose backslash stands before `start`; negated if it is malformed. */
function scanEscape(s: Scanner, start: number, quote: number): number {
  const src = s.src;
  let i = start;
  let count: number;
  let base = 16;
  let max = 255;
  const c = src[i] as number;
  switch (c) {
    case 0x61: // a
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
    case 0x76: // v
    case 0x5c: // \
    case quote:
      return i + 1;
    case 0x30:
    case 0x31:
    case 0x32:
    case 0x33:
    case 0x34:
    case 0x35:
    case 0x36:
    case 0x37:
      count = 3;
      base = 8;
      break;
    case 0x78: // x
      i++;
      count = 2;
      break;
    case 0x75: // u
      i++;
      count = 4;
      max = 0x10ffff;
      break;
    case 0x55: // U
      i++;
      count = 8;
      max = 0x10ffff;
      break;
    default:
      reportAt(
        s,
        'InvalidLiteral',
        i,
        i + 1,
        i >= s.length ? 'escape sequence not terminated' : 'unknown escape sequence',
      );
      return -i;
  }
  let value = 0;
  for (; count > 0; count--) {
    const digit = digitValue(src[i] as number);
    if (digit >= base) {
      const code = s.text.codePointAt(i);
      const message =
        code === undefined
          ? 'escape sequence not terminated'
          : `illegal character ${describeChar(code)} in escape sequence`;
      reportAt(s, 'InvalidLiteral', i, i + 1, message);
      return -i;
    }
    value = value * base + digit;
    i++;
  }
  if (value > max || (value >= 0xd800 && value < 0xe000)) {
    reportAt(s, 'InvalidLiteral', start, i, 'escape sequence is invalid Unicode code point');
    return -i;
  }
  return i;
}

function digitValue(c: number): number {
  if (isDecimal(c)) return c - 0x30;
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16;
}
