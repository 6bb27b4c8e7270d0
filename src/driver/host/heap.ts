// Keeps the heap of a long run close to what is in use: left alone, the engine collects when twice as much has gathered.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Below this nobody minds. */
const leastBytes = 0.9 * 2 ** 30;

/** So many times what was in use after the last collection may be there before the next. */
export const slack = 1.35;

let limit = leastBytes;
let collect: (() => void) | null = null;

/** To be called now and then, where little is under way. */
export function tidyHeap(): void {
  if (heapBytes() < limit) return;
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  limit = Math.max(leastBytes, heapBytes() * slack);
}

export function heapBytes(): number {
  return getHeapStatistics().used_heap_size;
}
