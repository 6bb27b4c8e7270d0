// Ctrl-C, and the signal that asks a program to end.

import type { Interruption } from '../driver/index.ts';

/** The first one asks for an end; a second one does not ask. */
export function interruptible(): Interruption {
  let requested = false;
  const ends: (() => void)[] = [];
  const request = (): void => {
    if (requested) process.exit(130);
    requested = true;
    for (const end of ends) end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, request);
  return { isRequested: () => requested, onRequest: (end) => ends.push(end) };
}
