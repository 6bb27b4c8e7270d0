// One string for each name: identifiers are looked up by their bytes, so that a name seen before costs no allocation.
//
// The table is a cache. What it holds never shows in a result, and it starts afresh when it has grown too large.

import { keywords, T_BREAK, T_IDENT } from './token.ts';

const slotBits = 17;
const slotCount = 1 << slotBits;
const slotMask = slotCount - 1;
const maxNames = slotCount >> 1;
const maxBytes = 1 << 21;
const maxLength = 255;

/** Slot to name number plus one; 0 is a free slot. */
const slots = new Int32Array(slotCount);
const hashes = new Int32Array(maxNames);
const starts = new Int32Array(maxNames);
const lengths = new Uint8Array(maxNames);
const bytes = new Uint8Array(maxBytes + maxLength);
const names: string[] = [];
/** T_IDENT, or the code of a keyword, of the name looked up last. */
const tokens = new Uint8Array(maxNames);
let byteCount = 0;

/** The hash of one more character; the scanner computes it while it looks for the end of a name. */
export const hashFactor = 31;

/** The number of the name `src[start, end)`, which is ASCII, with hash `hash`. */
export function nameNumber(text: string, src: Uint8Array, start: number, end: number, hash: number): number {
  const length = end - start;
  let slot = (hash ^ (hash >>> 15)) & slotMask;
  for (;;) {
    const found = (slots[slot] as number) - 1;
    if (found < 0) break;
    if (hashes[found] === hash && lengths[found] === length) {
      let a = starts[found] as number;
      let b = start;
      while (b < end && bytes[a] === src[b]) {
        a++;
        b++;
      }
      if (b === end) return found;
    }
    slot = (slot + 1) & slotMask;
  }
  return addName(text, src, start, end, hash, slot);
}

export function nameText(number: number): string {
  return names[number] as string;
}

export function nameToken(number: number): number {
  return tokens[number] as number;
}

/** Names longer than this are not kept. */
export const maxNameLength = maxLength;

function addName(text: string, src: Uint8Array, start: number, end: number, hash: number, slot: number): number {
  if (names.length >= maxNames || byteCount >= maxBytes) {
    reset();
    return nameNumber(text, src, start, end, hash);
  }
  const number = names.length;
  slots[slot] = number + 1;
  hashes[number] = hash;
  starts[number] = byteCount;
  lengths[number] = end - start;
  tokens[number] = T_IDENT;
  bytes.set(src.subarray(start, end), byteCount);
  byteCount += end - start;
  names.push(detach(text.slice(start, end)));
  return number;
}

/** A copy that does not keep the file's text alive, as a long slice would. */
function detach(slice: string): string {
  if (slice.length < 13) return slice;
  return JSON.parse(`"${slice}"`) as string;
}

function reset(): void {
  slots.fill(0);
  names.length = 0;
  byteCount = 0;
  for (let k = 0; k < keywords.length; k++) {
    const keyword = keywords[k] as string;
    const src = new Uint8Array(keyword.length);
    for (let i = 0; i < keyword.length; i++) src[i] = keyword.charCodeAt(i);
    let hash = src[0] as number;
    for (let i = 1; i < src.length; i++) hash = (Math.imul(hash, hashFactor) + (src[i] as number)) | 0;
    tokens[nameNumber(keyword, src, 0, src.length, hash)] = T_BREAK + k;
  }
}

reset();
