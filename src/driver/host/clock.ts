// The time on the wall.

/** Milliseconds since some moment. As performance.now(), but node has this ready: loading the other takes as long as a small check. */
export function wallClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
