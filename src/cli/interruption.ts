// The signals that ask a program to end, as a request.

import { endingSignals, type Interruption } from '../driver/index.ts';

/** The first one asks for an end; a second one does not ask. */
export function interruptible(): Interruption {
  let requested = false;
  const ends: (() => void)[] = [];
  const request = (): void => {
    if (requested) process.exit(130);
    requested = true;
    for (const end of ends) end();
  };
  for (const signal of endingSignals) process.on(signal, request);
  return { isRequested: () => requested, onRequest: (end) => ends.push(end) };
}
