// What two papers report about their programs: Table 1 of the Gomela paper and Table 3 of the Godel paper.

/** `+` the property holds, `-` it does not, `?` not supported; a `!` marks what the paper itself calls a false alarm. */
type Mark = '+' | '-' | '?' | '-!';

export interface PaperRow {
  /** Channel safety, then freedom from global deadlock: by the tool, and by hand. */
  readonly gomela: {
    readonly number: number;
    readonly tool: readonly [Mark, Mark];
    readonly manual: readonly [Mark, Mark];
  } | null;
  /** No global deadlock, liveness, channel safety, eventual reception. */
  readonly godel: { readonly number: number; readonly columns: readonly Mark[] } | null;
}

type Pair = `${Mark} ${Mark}`;

function row(
  gomela: readonly [number: number, tool: Pair, manual: Pair] | null,
  godel: readonly [number: number, columns: string] | null,
): PaperRow {
  const pair = (text: Pair): [Mark, Mark] => text.split(' ') as [Mark, Mark];
  return {
    gomela: gomela === null ? null : { number: gomela[0], tool: pair(gomela[1]), manual: pair(gomela[2]) },
    godel: godel === null ? null : { number: godel[0], columns: godel[1].split(' ') as Mark[] },
  };
}

const rows: Readonly<Record<string, PaperRow>> = {
  'file-processing': row([1, '+ +', '+ +'], null),
  'file-processing-v1': row([2, '+ -', '+ -'], null),
  'file-processing-v2': row([3, '+ -', '+ -'], null),
  'prod-cons-many': row([4, '+ +', '+ +'], null),
  'alt-bit': row([5, '+ +', '+ +'], [14, '+ + + +']),
  concsys: row([6, '+ -', '+ -'], [13, '- - + +']),
  'cond-recur': row([7, '+ +', '+ +'], [12, '+ + + +']),
  dinephil3: row([8, '+ +', '+ +'], [6, '+ + + +']),
  dinephil5: row([9, '+ +', '+ +'], [19, '+ + + +']),
  'double-close': row([10, '- +', '- +'], [17, '+ + - +']),
  'fanin-alt': row([11, '+ -', '+ -'], null),
  fanin: row([12, '+ +', '+ +'], [3, '+ + + +']),
  fixed: row([13, '+ +', '+ +'], [2, '+ + + +']),
  forselect: row([14, '+ +', '+ +'], [11, '+ + + +']),
  jobsched: row([15, '+ +', '+ +'], [10, '+ + + +']),
  mismatch: row([16, '+ -', '+ -'], [1, '- - + +']),
  sel: row([17, '+ -', '+ -'], [8, '- - + +']),
  selFixed: row([18, '+ +', '+ +'], [9, '+ + + +']),
  philo: row([19, '+ -', '+ -'], [5, '- - + +']),
  starvephil: row([20, '+ -', '+ -'], [7, '- - + +']),
  nonlive: row([21, '+ +', '+ +'], [16, '+ + + +']),
  'nonlive-v1': row([22, '+ -!', '+ +'], null),
  'prod-cons': row([23, '+ +', '+ +'], [15, '+ - + +']),
  'prod3-cons3': row([24, '+ +', '+ +'], [20, '+ + + +']),
  prodconsclose: row([25, '+ +', '+ +'], [21, '+ + + +']),
  stuckmsg: row([26, '+ +', '+ +'], [18, '+ + + -']),
  'data-dependent': row([27, '+ -!', '+ +'], null),
  sieve: row(null, [4, '? ? ? ?']),
};

/** The same programs under other names. */
const aliases: Readonly<Record<string, string>> = {
  dinephil: 'dinephil3',
  'prod-cons-gomela': 'prod-cons-many',
  selfixed: 'selFixed',
};

/** The row of a program, by name; null for programs of neither table. */
export function paperRow(name: string): PaperRow | null {
  const plain = name.replaceAll('_', '-');
  return rows[plain] ?? rows[aliases[plain] ?? ''] ?? null;
}
