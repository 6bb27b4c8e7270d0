// Lets the user end a run early: what was found until then is still reported.

/** Ctrl-C, the request to end, and the end of the terminal. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interruption {
  readonly isRequested: () => boolean;
  /** Called at once when it is requested. */
  readonly onRequest: (end: () => void) => void;
}

/** Of a run that cannot be interrupted. */
export const neverInterrupted: Interruption = { isRequested: () => false, onRequest: () => {} };
