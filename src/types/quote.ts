// Byte strings as Go string literals.

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A double-quoted literal for a byte string; what is printable in it stays readable. */
export function quoteBytes(bytes: string): string {
  let out = '"';
  for (let i = 0; i < bytes.length; ) {
    const b = bytes.charCodeAt(i);
    if (b < 0x80) {
      out += quoteAscii(b);
      i++;
      continue;
    }
    const length = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : b >= 0xc0 ? 2 : 1;
    const rune = decodeRune(bytes, i, length);
    if (rune === null) {
      out += `\\x${hex(b, 2)}`;
      i++;
      continue;
    }
    const code = rune.codePointAt(0) as number;
    if (printable.test(rune)) out += rune;
    else out += code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
    i += length;
  }
  return `${out}"`;
}

function decodeRune(bytes: string, start: number, length: number): string | null {
  if (length === 1 || start + length > bytes.length) return null;
  const buf = new Uint8Array(length);
  for (let i = 0; i < length; i++) buf[i] = bytes.charCodeAt(start + i);
  try {
    return decoder.decode(buf);
  } catch {
    return null;
  }
}

function quoteAscii(b: number): string {
  switch (b) {
    case 0x22:
      return '\\"';
    case 0x5c:
      return '\\\\';
    case 0x07:
      return '\\a';
    case 0x08:
      return '\\b';
    case 0x0c:
      return '\\f';
    case 0x0a:
      return '\\n';
    case 0x0d:
      return '\\r';
    case 0x09:
      return '\\t';
    case 0x0b:
      return '\\v';
    default:
      return b < 0x20 || b === 0x7f ? `\\x${hex(b, 2)}` : String.fromCharCode(b);
  }
}

function hex(n: number, digits: number): string {
  return n.toString(16).padStart(digits, '0');
}
