// Names in vil programs: identifiers made of Go's names, each given once in its scope.

export interface Names {
  readonly taken: Map<string, number>;
}

/** Words that a printed program cannot have as names. */
const reserved: readonly string[] = (
  'acc adt apply applying assert asserting assume as axiom Bool break continue define derives domain else elseif ensures epsilon ' +
  'exhale exists false field fold forall forperm fresh function goto havoc if import in inhale Int interpretation intersection ' +
  'invariant label let lhs Map method Multiset new none null old package perm Perm predicate quasihavoc quasihavocall range Ref ' +
  'refute requires result return returns Rational Seq Set setminus subset true unfold unfolding union unique var while wildcard ' +
  'write decreases without contains'
).split(' ');

export function newNames(): Names {
  return { taken: new Map(reserved.map((word) => [word, 1])) };
}

/** A name like `wanted` that was not given before. */
export function freshName(names: Names, wanted: string): string {
  const base = identifier(wanted);
  for (let n = names.taken.get(base) ?? 0; ; n++) {
    const name = n === 0 ? base : `${base}_${n}`;
    if (n > 0 && names.taken.has(name)) continue;
    names.taken.set(base, n + 1);
    if (n > 0) names.taken.set(name, 1);
    return name;
  }
}

/** The letters of a name that a vil identifier may have; others by their code. */
export function identifier(name: string): string {
  const text = [...name]
    .map((c) =>
      /[A-Za-z0-9_$]/.test(c) ? c : c === '.' || c === '/' ? '_' : `$u${(c.codePointAt(0) as number).toString(16)}`,
    )
    .join('');
  return /^[0-9]/.test(text) || text === '' ? `_${text}` : text;
}
