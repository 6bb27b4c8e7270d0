// What a fix changes: lines of the version before it, as `git diff -U0` names them.

export interface Hunk {
  /** The first changed line of the old version; where nothing is removed, the line before the insertion. */
  readonly start: number;
  readonly removed: number;
  readonly added: number;
}

/** By file. */
export type Changes = ReadonlyMap<string, readonly Hunk[]>;

export function changesOf(diff: string): Changes {
  const changes = new Map<string, Hunk[]>();
  let hunks: Hunk[] = [];
  for (const line of diff.split('\n')) {
    const file = /^--- a\/(.*)$/.exec(line)?.[1];
    if (file !== undefined) {
      hunks = [];
      if (!file.endsWith('_test.go')) changes.set(file, hunks);
    }
    const numbers = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (numbers === null) continue;
    const [, start, removed = '1', added = '1'] = numbers;
    hunks.push({ start: Number(start), removed: Number(removed), added: Number(added) });
  }
  return changes;
}

/** Where a line of the old version is in the new one; null where it was changed. */
export function lineAfter(changes: Changes, file: string, line: number): number | null {
  let moved = line;
  for (const { start, removed, added } of changes.get(file) ?? []) {
    const first = removed === 0 ? start + 1 : start;
    if (line < first) break;
    if (line < first + removed) return null;
    moved += added - removed;
  }
  return moved;
}

/** How far a line is from the nearest change of its file, and whether that is in the same function. */
export function distanceTo(
  changes: Changes,
  file: string,
  line: number,
  textOf: (file: string) => string,
): { readonly distance: number | null; readonly sameFunction: boolean } {
  const hunks = changes.get(file) ?? [];
  if (hunks.length === 0) return { distance: null, sameFunction: false };
  const distances = hunks.map(({ start, removed }) => {
    const last = removed === 0 ? start + 1 : start + removed - 1;
    return line < start ? start - line : Math.max(0, line - last);
  });
  const starts = functionStarts(textOf(file));
  const own = functionOf(starts, line);
  const sameFunction = own !== null && hunks.some(({ start }) => functionOf(starts, start) === own);
  return { distance: Math.min(...distances), sameFunction };
}

/** Lines on which a declaration begins, and whether it is a function. */
function functionStarts(text: string): readonly { readonly line: number; readonly isFunction: boolean }[] {
  return text.split('\n').flatMap((line, i) => {
    const word = /^(func|type|var|const|import)\b/.exec(line)?.[1];
    return word === undefined ? [] : [{ line: i + 1, isFunction: word === 'func' }];
  });
}

function functionOf(starts: ReturnType<typeof functionStarts>, line: number): number | null {
  const own = starts.findLast((start) => start.line <= line);
  return own?.isFunction ? own.line : null;
}
