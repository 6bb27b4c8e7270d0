// Names that a mistyped one may have meant.

/** The names that a mistyped one may have meant: equal but for case, or within two edits. */
export function nearestNames(name: string, names: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= Math.min(2, Math.floor(wanted.length / 3))) near.push({ name: candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return near.slice(0, 3).map((candidate) => candidate.name);
}

/** Insertions, deletions, replacements and swaps of neighbors that turn one into the other. */
function editDistance(a: string, b: string): number {
  let beforeThat: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforeThat[j - 2] as number) + 1 : replace;
      current.push(Math.min(replace, swap, (previous[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    beforeThat = previous;
    previous = current;
  }
  return previous[b.length] as number;
}
