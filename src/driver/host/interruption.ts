// Lets the user end a run early: what was found until then is still reported.

export interface Interruption {
  readonly isRequested: () => boolean;
  /** Called at once when it is requested. */
  readonly onRequest: (end: () => void) => void;
}

/** Of a run that nobody can interrupt. */
export const neverInterrupted: Interruption = { isRequested: () => false, onRequest: () => {} };
