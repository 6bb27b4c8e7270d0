// Keeps the heap of a long run close to what is in use: left alone, the engine collects when twice as much has gathered.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Below this it does not matter. */
const leastBytes = 0.9 * 2 ** 30;

/** So many times what was in use after the last collection may be there before the next. */
export const slack = 1.35;

let limit = leastBytes;
let collect: (() => void) | null = null;

/** To be called now and then, where little is under way. */
export function tidyHeap(): void {
  if (heapBytes() < limit) return;
  collectGarbage();
  limit = Math.max(leastBytes, heapBytes() * slack);
}

function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** There is no room for what is to be loaded: the engine would end the process without a word. */
export class HeapFull extends Error {
  override readonly name = 'HeapFull';
}

/** How full the heap may be before more is loaded. */
const fullest = 0.8;

/** Less is not enough for the standard library's declarations and one large package. */
const leastHeap = 256 * 2 ** 20;

/** To be called before more is loaded. */
export function needRoom(): void {
  const { heap_size_limit: most } = getHeapStatistics();
  const megabytes = Math.round(most / 2 ** 20);
  const remedy = 'allow more with NODE_OPTIONS=--max-old-space-size=4096';
  if (most < leastHeap) throw new HeapFull(`Node's heap may only take ${megabytes} MB, which is not enough; ${remedy}`);
  if (heapBytes() < fullest * most) return;
  collectGarbage();
  if (heapBytes() < fullest * most) return;
  throw new HeapFull(
    `out of memory while loading: Node's heap may take ${megabytes} MB; name fewer packages, or ${remedy}`,
  );
}

export function heapBytes(): number {
  return getHeapStatistics().used_heap_size;
}
