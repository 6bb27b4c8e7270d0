// Results of a long run, one JSON document a line in a file, so that a run that was stopped goes on where it was.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What is there; a last line that was cut off is left out. Without a file nothing is. */
export function keptResults<T>(file: string | undefined): readonly T[] {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as T);
}

export function keepResult<T>(file: string | undefined, result: T): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
}
