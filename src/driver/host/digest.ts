// What tells texts apart, in short.

import { createHash } from 'node:crypto';

export function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    // Lengths keep neighbouring parts apart.
    hash.update(`${part.length}:`);
    hash.update(part);
  }
  return hash.digest('hex');
}
