// Bytes of a source file to text. Nothing is stripped: byte order marks and carriage returns are the scanner's.

export interface DecodedSource {
  readonly text: string;
  /** Offsets in `text` of the replacement characters that stand for bytes that are no UTF-8, in order. */
  readonly invalid: readonly number[];
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a file in UTF-8, with U+FFFD for what is not. */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const text = lenient.decode(bytes);
  // A replacement character that the file itself holds is three bytes long in UTF-8, as any other would be.
  const invalid = text.includes('\ufffd') ? invalidOffsets(bytes, text) : [];
  return { text, invalid };
}

/** Finds which of the replacement characters in `text` the bytes do not spell out. */
function invalidOffsets(bytes: Uint8Array, text: string): number[] {
  const invalid: number[] = [];
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      at += 1;
    } else if (code < 0x800) {
      at += 2;
    } else if (code >= 0xd800 && code < 0xdc00) {
      at += 4;
      i++;
    } else if (code !== 0xfffd || (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd)) {
      at += 3;
    } else {
      invalid.push(i);
      at += invalidLength(bytes, at);
    }
  }
  return invalid;
}

/** How many bytes at `at` the decoder replaced by one character: the longest beginning of a sequence, or one. */
function invalidLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const size = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  if (first < 0xc2 || size === 1) return 1;
  let low = 0x80;
  let high = 0xbf;
  if (first === 0xe0) low = 0xa0;
  else if (first === 0xed) high = 0x9f;
  else if (first === 0xf0) low = 0x90;
  else if (first === 0xf4) high = 0x8f;
  let length = 1;
  while (length < size) {
    const byte = bytes[at + length];
    if (byte === undefined || byte < low || byte > high) break;
    low = 0x80;
    high = 0xbf;
    length++;
  }
  return length;
}
