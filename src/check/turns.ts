// Which fragment is looked at next, and for how long: one that takes long must not take the time of the others.

export interface AnalysisLimits {
  /** For each fragment. */
  readonly states: number;
  readonly milliseconds: number;
  /** For all fragments together: those that are left then are `unknown`. Null: as many fragments need. */
  readonly totalMilliseconds: number | null;
}

/** One look at one fragment. */
export interface Turn {
  /** Which of the fragments. */
  readonly at: number;
  readonly round: 1 | 2;
  readonly milliseconds: number;
}

/** A second look at a fragment, if there is time. */
export interface Another {
  /** Who comes first: the smallest number. */
  readonly urgency: number;
  /** With less it would show no more than the first. */
  readonly milliseconds: number;
}

/** Every fragment gets at least this long, while there is time at all. */
export const leastMilliseconds = 100;

/** In the first round a fragment may take this many times its share of the time that is left: most need far less. */
const generosity = 1.2;

/** What all fragments together may take if nobody says otherwise. */
function usualTotal(fragments: number): number {
  return 60_000 + 150 * fragments;
}

/**
 * Each fragment gets its share in a first round, and those that were cut get what is left in a second one. Several may be
 * under way at once, taken by whoever is free: time is what all of them work, in sum.
 */
export class Turns {
  readonly #limits: AnalysisLimits;
  readonly #total: number;
  #round: 1 | 2 = 1;
  /** Those that wait in this round, the next one last. */
  #waiting: number[];
  readonly #underWay = new Set<Turn>();
  #spent = 0;
  #finished = 0;
  readonly #cut: (Another & { readonly at: number })[] = [];
  /** What a second look at a fragment must get at least. */
  #least: ReadonlyMap<number, number> = new Map();
  readonly #missed: number[] = [];

  constructor(fragments: number, limits: AnalysisLimits) {
    this.#limits = limits;
    this.#total = limits.totalMilliseconds ?? usualTotal(fragments);
    this.#waiting = Array.from({ length: fragments }, (_, i) => fragments - 1 - i);
  }

  /** 'later': whether there is more to do shows when what is under way is done. Null: all is done. */
  next(): Turn | 'later' | null {
    const { milliseconds: most } = this.#limits;
    for (;;) {
      const at = this.#waiting.at(-1);
      if (at === undefined) {
        if (this.#underWay.size > 0) return 'later';
        if (this.#round === 2) return null;
        this.#round = 2;
        this.#cut.sort((a, b) => a.urgency - b.urgency || a.at - b.at);
        this.#waiting = this.#cut.map((one) => one.at).reverse();
        this.#least = new Map(this.#cut.map(({ at, milliseconds }) => [at, milliseconds]));
        continue;
      }
      const left = this.#total - this.#spent;
      const times = this.#round === 1 ? generosity : 1;
      const ahead = left - this.#underWay.size * this.usual;
      const share = Math.max(leastMilliseconds, Math.round((times * ahead) / this.#waiting.length));
      const milliseconds = Math.min(most, share);
      this.#waiting.pop();
      if (this.#round === 1 ? left < 0 : milliseconds > left || milliseconds < (this.#least.get(at) ?? 0)) {
        if (this.#round === 1) this.#missed.push(at);
        continue;
      }
      const turn: Turn = { at, round: this.#round, milliseconds };
      this.#underWay.add(turn);
      return turn;
    }
  }

  /** `another`: null where no second look is wanted. */
  done(turn: Turn, worked: number, another: Another | null): void {
    if (!this.#underWay.delete(turn)) return;
    this.#spent += worked;
    this.#finished++;
    if (turn.round === 1 && another !== null) this.#cut.push({ at: turn.at, ...another });
  }

  /** Whoever took it did not begin. */
  giveBack(turn: Turn): void {
    if (this.#underWay.delete(turn)) this.#waiting.push(turn.at);
  }

  /** Fragments for which there was no time at all. */
  get missed(): readonly number[] {
    return this.#missed;
  }

  /** What all looks together took. */
  get spent(): number {
    return this.#spent;
  }

  /** How many wait in this round. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many are taken and not done. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /** What a look took so far, by the mean. */
  get usual(): number {
    return this.#finished === 0 ? 0 : this.#spent / this.#finished;
  }
}
