// The signals that ask a program to end, as a request.

import { endingSignals, type Interruption } from '../driver/index.ts';
import { ownThread } from './thread.ts';

/** The first one asks for an end; a second one does not ask. */
export function interruptible(): Interruption {
  const ends: (() => void)[] = [];
  if (ownThread !== null) {
    ownThread.listen(() => {
      for (const end of ends) end();
    });
    return { isRequested: ownThread.isRequested, onRequest: (end) => ends.push(end) };
  }
  let requested = false;
  const request = (): void => {
    if (requested) process.exit(130);
    requested = true;
    for (const end of ends) end();
  };
  for (const signal of endingSignals) process.on(signal, request);
  return { isRequested: () => requested, onRequest: (end) => ends.push(end) };
}
