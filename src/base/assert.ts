// Assertions for states that cannot happen: a failed one is a defect of Gordian, never of the analysed code.

/** Thrown when an invariant of Gordian itself is broken. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** Thrown where a pass has reached the limit of its work: what it was asked about stays unknown. `what` is a plural. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';

  constructor(what: string) {
    super(`${what} take more work than is allowed for one function`);
  }
}

/** Throws an InternalError unless `condition` holds. */
export function assert(condition: unknown, message = 'assertion failed'): asserts condition {
  if (!condition) throw new InternalError(message);
}

/** Closes an exhaustive switch: the compiler rejects a call that can be reached. */
export function assertNever(value: never, what = 'value'): never {
  throw new InternalError(`unexpected ${what}: ${describe(value)}`);
}

/** The value, which must be there. */
export function must<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new InternalError(`missing ${what}`);
  return value;
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'kind' in value) return String(value.kind);
  return String(value);
}
