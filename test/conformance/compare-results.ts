// Two results of `check` on the same code, compared apart from wording and order.

/** What is read of `--format json`: every build since the first writes it. */
export interface Result {
  readonly fragments: readonly ResultFragment[];
  readonly findings: readonly ResultFinding[];
  readonly problems: readonly ResultProblem[];
}

interface Place {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

export interface ResultFragment extends Place {
  readonly function: string;
  readonly package: string;
  readonly verdict: string;
  readonly precondition: string | null;
  readonly weakest: boolean;
  readonly properties: Readonly<Record<string, string>>;
  readonly reason: string;
}

export interface ResultFinding extends Place {
  readonly rule: string;
  readonly severity: string;
  readonly function: string;
}

export interface ResultProblem extends Place {
  readonly code: string;
  readonly severity: string;
}

export type DifferenceKind =
  | 'lost-proof'
  | 'gained-proof'
  | 'verdict'
  | 'properties'
  | 'precondition'
  | 'lost-fragment'
  | 'gained-fragment'
  | 'lost-finding'
  | 'gained-finding'
  | 'lost-note'
  | 'gained-note'
  | 'severity'
  | 'problem'
  | 'failed'
  | 'text';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
}

/** Whether a limit kept the search of a fragment from its end. */
export function isCut({ reason }: Pick<ResultFragment, 'reason'>): boolean {
  return /\bwas cut\b|\bused up\b|\bgave up\b|\bno answer within\b|\bwork limit\b|\btime limit\b/.test(reason);
}

export function differences(old: Result, fresh: Result): readonly Difference[] {
  return [
    ...fragmentDifferences(old.fragments, fresh.fragments),
    ...findingDifferences(old.findings, fresh.findings),
    ...problemDifferences(old.problems, fresh.problems),
  ];
}

function at({ file, line, column }: Place): string {
  return file === null ? 'no place' : `${file}:${line}:${column}`;
}

/** Items with the same key, in lists: a package and its form for tests can have the same fragment. */
function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Pairs of items with the same key, in order; null where the other side has none. */
function paired<T>(
  old: readonly T[],
  fresh: readonly T[],
  key: (item: T) => string,
): readonly { readonly key: string; readonly before: T | null; readonly after: T | null }[] {
  const olds = grouped(old, key);
  const news = grouped(fresh, key);
  return [...new Set([...olds.keys(), ...news.keys()])].sort().flatMap((name) => {
    const before = olds.get(name) ?? [];
    const after = news.get(name) ?? [];
    return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => ({
      key: name,
      before: before[i] ?? null,
      after: after[i] ?? null,
    }));
  });
}

function isProof({ verdict }: ResultFragment): boolean {
  return verdict === 'proved' || verdict === 'conditional';
}

function fragmentDifferences(old: readonly ResultFragment[], fresh: readonly ResultFragment[]): readonly Difference[] {
  const key = (one: ResultFragment): string => `${one.package} ${one.function} ${at(one)}`;
  return paired(old, fresh, key).flatMap(({ key: name, before, after }): Difference[] => {
    if (before === null || after === null) {
      const kind = before === null ? 'gained-fragment' : 'lost-fragment';
      return [{ kind, text: `${name}: ${(before ?? after)?.verdict}` }];
    }
    const cut = [...(isCut(before) ? ['old cut'] : []), ...(isCut(after) ? ['new cut'] : [])];
    const because = cut.length === 0 ? '' : ` (${cut.join(', ')})`;
    if (before.verdict !== after.verdict) {
      const kind = isProof(before) && !isProof(after) ? 'lost-proof' : isProof(after) ? 'gained-proof' : 'verdict';
      const reason = after.reason === '' ? '' : `: ${after.reason}`;
      return [{ kind, text: `${name}: ${before.verdict} -> ${after.verdict}${because}${reason}` }];
    }
    const conditionOf = (one: ResultFragment): string =>
      one.precondition === null ? 'none' : `${one.precondition}${one.weakest ? '' : ' (not the weakest)'}`;
    const differ: Difference[] = [];
    if (conditionOf(before) !== conditionOf(after))
      differ.push({ kind: 'precondition', text: `${name}: ${conditionOf(before)} -> ${conditionOf(after)}${because}` });
    const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])];
    const changed = names.filter((property) => before.properties[property] !== after.properties[property]);
    if (changed.length > 0) {
      const each = changed.map((p) => `${p} ${before.properties[p] ?? 'none'} -> ${after.properties[p] ?? 'none'}`);
      differ.push({ kind: 'properties', text: `${name}: ${each.join(', ')}${because}` });
    }
    return differ;
  });
}

function findingDifferences(old: readonly ResultFinding[], fresh: readonly ResultFinding[]): readonly Difference[] {
  const key = (one: ResultFinding): string => `${one.rule} ${at(one)} in ${one.function}`;
  const bySeverity = (a: ResultFinding, b: ResultFinding): number => (a.severity < b.severity ? -1 : 1);
  return paired([...old].sort(bySeverity), [...fresh].sort(bySeverity), key).flatMap(
    ({ key: name, before, after }): Difference[] => {
      if (before !== null && after !== null) {
        if (before.severity === after.severity) return [];
        return [{ kind: 'severity', text: `${name}: ${before.severity} -> ${after.severity}` }];
      }
      const severity = (before ?? after)?.severity ?? '';
      const direction = before === null ? 'gained' : 'lost';
      return [{ kind: `${direction}-${severity === 'note' ? 'note' : 'finding'}`, text: `${name}: ${severity}` }];
    },
  );
}

function problemDifferences(old: readonly ResultProblem[], fresh: readonly ResultProblem[]): readonly Difference[] {
  const key = (one: ResultProblem): string => `${one.code} ${one.severity} ${at(one)}`;
  return paired(old, fresh, key).flatMap(({ key: name, before, after }): Difference[] => {
    if (before !== null && after !== null) return [];
    return [{ kind: 'problem', text: `${name}: ${before === null ? 'only new' : 'only old'}` }];
  });
}

/** Of `check FILE.comm`: verdicts, and positions, rules and severities of findings; their words are left out. */
export function textFacts(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => {
      const verdict = /^([\w-]+): (proved|bounded|violated|unknown|conditional)\b/.exec(line);
      if (verdict !== null) return [`${verdict[1]}: ${verdict[2]}`];
      const finding = /^\S*?([^/\s]+:\d+:\d+): (error|warning|note): .*\[([\w-]+)\]$/.exec(line);
      if (finding !== null) return [`${finding[3]} ${finding[1]}: ${finding[2]}`];
      return /^\d+ states/.test(line) ? [line] : [];
    })
    .sort();
}

export function textDifferences(old: string, fresh: string): readonly Difference[] {
  const [before, after] = [textFacts(old), textFacts(fresh)];
  return [
    ...before
      .filter((fact) => !after.includes(fact))
      .map((fact): Difference => ({ kind: 'text', text: `only old: ${fact}` })),
    ...after
      .filter((fact) => !before.includes(fact))
      .map((fact): Difference => ({ kind: 'text', text: `only new: ${fact}` })),
  ];
}
