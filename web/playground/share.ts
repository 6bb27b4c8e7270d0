// Programs in the fragment of an address: compressed, in letters that addresses may have. Nothing is sent to anybody.

import { parseFiles, printFiles } from './files.ts';
import type { PlayFile } from './protocol.ts';

/** Larger programs make addresses that programs cut off. */
const mostCharacters = 60_000;

/** `#code=...`, or null where the program is too long for an address. */
export async function fragmentOf(files: readonly PlayFile[]): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(printFiles(files)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const code = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return code.length > mostCharacters ? null : `#code=${code}`;
}

/** The program of an address; null where there is none, or it cannot be read. */
export async function filesOf(fragment: string): Promise<readonly PlayFile[] | null> {
  const code = /^#code=([\w-]+)$/.exec(fragment)?.[1];
  if (code === undefined) return null;
  try {
    const text = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const whole = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
    const files = parseFiles(whole);
    return files.length === 0 ? null : files;
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const result = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await result.arrayBuffer());
}
