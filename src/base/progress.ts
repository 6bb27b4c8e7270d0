// What a long phase says of how far it is.

/** `done` and `total` count the same things; left out where the total is not known. */
export type ShowProgress = (what: string, done?: number, total?: number) => void;
