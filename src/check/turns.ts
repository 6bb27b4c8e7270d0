// Which fragment is looked at next, and how much work it may take: one that takes much must not take what the others need.

/** Limits count steps, as the model checker does, so that they mean the same on every machine; see docs/decisions/0031-limits-count-work.md. */
export interface AnalysisLimits {
  /** For each fragment. */
  readonly states: number;
  readonly work: number;
  /** For all fragments together: those that are left then are `unknown`. Null: as many fragments need. */
  readonly totalWork: number | null;
  /** A backstop for each fragment: what it ends says so. */
  readonly milliseconds: number;
}

/** One look at one fragment. */
export interface Turn {
  /** Which of the fragments. */
  readonly at: number;
  readonly round: 1 | 2;
  /** Its position in the round. */
  readonly position: number;
  readonly work: number;
}

/** A second look at a fragment, if there is work left. */
export interface Another {
  /** The smallest number comes first. */
  readonly urgency: number;
  /** With less it would show no more than the first. */
  readonly work: number;
}

/** Every fragment gets at least this much, while there is any left at all. */
export const leastWork = 100_000;

/** In the first round a fragment may take this many times its share of what is left: most need far less. */
const generosity = 1.2;

/**
 * What a fragment gets depends on what those took that stand so many positions before it, and on no later ones: these may be under way
 * in other processes. So shares are the same whatever is done at once.
 */
export const lag = 32;

/** What all fragments together may take if the user does not say. */
function usualTotal(fragments: number): number {
  return 80_000_000 + 200_000 * fragments;
}

/** One pass over fragments. */
interface Round {
  readonly number: 1 | 2;
  /** The fragments, in their order. */
  readonly order: readonly number[];
  /** What may be spent in it. */
  readonly work: number;
  /** What a look is expected to take before any is known: the mean of the first round in the second. */
  readonly expected: number;
  /** What each may take, by position: 0 for those that are missed. */
  readonly given: number[];
  /** What each took, by position; undefined: not done yet. */
  readonly took: (number | undefined)[];
  /** The next position to hand out. */
  next: number;
  /** What those below `seen` took, all of which are done. */
  seen: number;
  sum: number;
  looked: number;
}

/**
 * Each fragment gets its share in a first round, and those that were cut get what is left in a second one. Several may be under way at
 * once, taken by any process. Which process takes which, and when it is done, changes nothing.
 */
export class Turns {
  readonly #limits: AnalysisLimits;
  #round: Round;
  /** Taken by a process that did not begin. */
  readonly #returned: Turn[] = [];
  readonly #underWay = new Set<Turn>();
  readonly #cut: (Another & { readonly at: number })[] = [];
  /** What a second look at a fragment must get at least. */
  #least: ReadonlyMap<number, number> = new Map();
  readonly #missed: number[] = [];

  constructor(fragments: number, limits: AnalysisLimits) {
    this.#limits = limits;
    const order = Array.from({ length: fragments }, (_, i) => i);
    this.#round = newRound(1, order, limits.totalWork ?? usualTotal(fragments), Number.POSITIVE_INFINITY);
  }

  /** 'later': what is next, or whether there is more to do, shows when what is under way is done. Null: all is done. */
  next(): Turn | 'later' | null {
    for (;;) {
      const back = this.#returned.pop();
      if (back !== undefined) return this.#take(back);
      const round = this.#round;
      if (round.next === round.order.length) {
        if (this.#underWay.size > 0) return 'later';
        if (round.number === 2) return null;
        this.#second(round);
        continue;
      }
      if (!advance(round, round.next - lag)) return 'later';
      const position = round.next++;
      const at = round.order[position] as number;
      const { left, share } = this.#share(round, position);
      const work = Math.min(this.#limits.work, share);
      const isMissed = round.number === 1 ? left < 0 : work > left || work < (this.#least.get(at) ?? 0);
      round.given[position] = isMissed ? 0 : work;
      if (!isMissed) return this.#take({ at, round: round.number, position, work });
      if (round.number === 1) this.#missed.push(at);
      round.took[position] = 0;
    }
  }

  #take(turn: Turn): Turn {
    this.#underWay.add(turn);
    return turn;
  }

  /**
   * What is left for a position and all after it, and its share of that. Those just before it are expected to take what others took so
   * far: a second look that sees more from further away mostly takes little.
   */
  #share(round: Round, position: number): { readonly left: number; readonly share: number } {
    const waiting = round.order.length - position;
    const fair = Math.min(this.#limits.work, round.work / round.order.length);
    const isFirst = round.number === 1;
    const usual = round.looked === 0 ? Math.min(fair, round.expected) : round.sum / round.looked;
    const ahead = round.given.slice(round.seen, position).reduce((sum, given) => sum + Math.min(given, usual), 0);
    const left = round.work - round.sum - ahead;
    const times = isFirst ? generosity : 1;
    return { left, share: Math.max(leastWork, Math.round((times * left) / waiting)) };
  }

  #second(first: Round): void {
    advance(first, first.order.length);
    this.#cut.sort((a, b) => a.urgency - b.urgency || a.at - b.at);
    this.#least = new Map(this.#cut.map(({ at, work }) => [at, work]));
    const order = this.#cut.map(({ at }) => at);
    this.#round = newRound(2, order, first.work - first.sum, first.looked === 0 ? 0 : first.sum / first.looked);
  }

  /** `another`: null where no second look is wanted. */
  done(turn: Turn, worked: number, another: Another | null): void {
    if (!this.#underWay.delete(turn)) return;
    this.#round.took[turn.position] = worked;
    if (turn.round === 1 && another !== null) this.#cut.push({ at: turn.at, ...another });
  }

  /** The process that took it did not begin. */
  giveBack(turn: Turn): void {
    if (this.#underWay.delete(turn)) this.#returned.push(turn);
  }

  /** Fragments for which there was nothing left at all. */
  get missed(): readonly number[] {
    return this.#missed;
  }

  /** How many wait in this round. */
  get waiting(): number {
    return this.#round.order.length - this.#round.next + this.#returned.length;
  }

  /** How many are taken and not done. */
  get underWay(): number {
    return this.#underWay.size;
  }
}

function newRound(number: 1 | 2, order: readonly number[], work: number, expected: number): Round {
  return {
    number,
    order,
    work,
    expected,
    given: [],
    took: order.map(() => undefined),
    next: 0,
    seen: 0,
    sum: 0,
    looked: 0,
  };
}

/** Sums up what the positions below `end` took. False where one of them is not done yet. */
function advance(round: Round, end: number): boolean {
  while (round.seen < end) {
    const took = round.took[round.seen];
    if (took === undefined) return false;
    round.seen++;
    round.sum += took;
    if (took > 0) round.looked++;
  }
  return true;
}
