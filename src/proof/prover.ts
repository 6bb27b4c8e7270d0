// Questions about paths: keeps the solver's stack along the path that is asked about.

import { IncrementalSession, negation, type SyncAnswer, type SyncSolverHost, type Term, True } from '../smt/index.ts';
import { type Path, since } from './path.ts';

export type Answer = 'proved' | 'open' | 'timeout';

/** The solver's resources for a member: a few minutes of work at most. */
export const defaultMemberResources = 200_000_000;

/** What a question counts beside what it takes the solver: a proof with endless paths of easy questions ends too. */
const workOfQuestion = 5_000;

/** Thrown where the solver was lost: the member that asked has no result. */
export class SolverLost extends Error {}

/** One level of the solver's stack: the part of the path that was asserted there. */
interface Level {
  readonly first: number;
}

/** The solver's resources for one question; about a few seconds of work. */
export const defaultResources = 10_000_000;

/** Values only explain a failure: they are worth less work than it took. */
const resourcesForValues = 1_000_000;

export class Prover {
  private readonly session: IncrementalSession;
  private readonly resources: number;
  /** The asserted path by depth: `asserted[i]` has depth i + 1, and was said as `said[i]`. */
  private asserted: Path[] = [];
  private said: Term[] = [];
  private levels: Level[] = [];
  private known = new Map<Term, number>();
  private globals = new Set<Term>();
  private readonly memberResources: number;
  private readonly attempts: readonly { readonly solver: typeof solverOptions; readonly resources: number }[];
  /** What the solver had done when the member began. */
  private workBefore = 0;
  /** Terms as the solver gets them: the same, in a simpler form. */
  simplify: (term: Term) => Term = (term) => term;
  /** Questions that needed the solver. */
  queries = 0;
  private queriesBefore = 0;

  constructor(host: SyncSolverHost, options: ProverOptions = {}) {
    this.session = new IncrementalSession(host, { ...solverOptions, ...options.solver });
    this.resources = options.resources ?? defaultResources;
    this.attempts = furtherAttempts.map(({ solver, share }) => ({
      solver: { ...solverOptions, ...solver, ...options.solver },
      resources: Math.round(this.resources * share),
    }));
    this.memberResources = options.memberResources ?? defaultMemberResources;
  }

  /** Forgets everything. */
  begin(): void {
    this.session.reset();
    this.workBefore = this.session.work;
    this.queriesBefore = this.queries;
    this.asserted = [];
    this.said = [];
    this.levels = [];
    this.known = new Map();
    this.globals = new Set();
  }

  /** Assumes `axioms` in every path from now on. */
  assumeAlways(axioms: readonly Term[]): void {
    const fresh = axioms.filter((axiom) => axiom !== True && !this.globals.has(axiom));
    if (fresh.length === 0) return;
    this.popTo(0);
    for (const axiom of fresh) {
      this.globals.add(axiom);
      this.session.assert(axiom);
      this.learn(axiom, 1);
    }
  }

  private learn(term: Term, by: number): void {
    const add = (part: Term) => {
      const count = (this.known.get(part) ?? 0) + by;
      if (count === 0) this.known.delete(part);
      else this.known.set(part, count);
    };
    add(term);
    if (term.kind === 'op' && term.op === 'and') for (const part of term.args) add(part);
  }

  /** Leaves levels until at most the first `depth` assumptions are asserted. */
  private popTo(depth: number): void {
    let levels = 0;
    let first = this.asserted.length;
    while (first > depth) {
      const level = this.levels.pop();
      if (level === undefined) break;
      first = level.first;
      levels++;
    }
    this.session.pop(levels);
    while (this.asserted.length > first) {
      this.asserted.pop();
      const term = this.said.pop();
      if (term !== undefined) this.learn(term, -1);
    }
  }

  /** Makes the solver's stack that of `path`. */
  private follow(path: Path | null): void {
    let common: Path | null = path;
    while (common !== null && this.asserted[common.depth - 1] !== common) common = common.before;
    this.popTo(common?.depth ?? 0);
    const missing = since(this.asserted.at(-1) ?? null, path);
    let isOpen = false;
    for (const step of missing) {
      // A branch starts a level of its own, because the other branches need what is before it.
      if (!isOpen || step.kind === 'branch') {
        this.levels.push({ first: this.asserted.length });
        this.session.push();
        isOpen = true;
      }
      const term = this.simplify(step.term);
      this.asserted.push(step);
      this.said.push(term);
      if (!this.known.has(term)) this.session.assert(term);
      this.learn(term, 1);
    }
  }

  /** Whether `goal` is assumed on `path` as it stands. */
  isKnown(path: Path | null, goal: Term): boolean {
    this.follow(path);
    return this.holdsSyntactically(this.simplify(goal));
  }

  private holdsSyntactically(goal: Term): boolean {
    if (goal === True || this.known.has(goal)) return true;
    return goal.kind === 'op' && goal.op === 'and' && goal.args.every((part) => this.holdsSyntactically(part));
  }

  /** Whether `goal` follows from `path`. */
  check(path: Path | null, goal: Term, resources = this.resources): Answer {
    this.follow(path);
    const simple = this.simplify(goal);
    if (this.holdsSyntactically(simple)) return 'proved';
    if (this.isSpent()) return 'timeout';
    this.queries++;
    const answer = this.ask(negation(simple), resources);
    switch (answer.kind) {
      case 'unsat':
        return 'proved';
      case 'open':
        return 'open';
      case 'limit':
        return 'timeout';
      case 'lost':
        throw new SolverLost(answer.reason);
    }
  }

  private ask(formula: Term, resources: number): SyncAnswer {
    // What must hold is worth further attempts.
    const isObligation = resources === this.resources;
    const answer = this.session.check(formula, Math.round(isObligation ? resources * firstShare : resources));
    if (!isObligation || answer.kind === 'unsat' || answer.kind === 'lost') return answer;
    let result = answer;
    for (const { solver, resources: share } of this.attempts) {
      const again = this.session.checkAnew(formula, share, solver);
      if (again.kind === 'unsat') {
        if (answer.kind === 'limit') this.session.renew();
        return again;
      }
      // Where a solver had nothing left to do, one more look is enough.
      if (answer.kind === 'open') return answer;
      if (again.kind === 'open') result = again;
    }
    // The one that knows the path may only need more time.
    const last = this.session.check(formula, resources);
    return last.kind === 'limit' ? result : last;
  }

  /** Values with which `goal` may not follow from `path`; null where none were found. */
  valuesAgainst(path: Path | null, goal: Term, terms: readonly Term[]): readonly (string | null)[] {
    this.follow(path);
    return this.session.valuesOf(negation(this.simplify(goal)), terms, resourcesForValues);
  }

  /** Whether the member has used what all its questions together may. */
  private isSpent(): boolean {
    const work = this.session.work - this.workBefore + workOfQuestion * (this.queries - this.queriesBefore);
    return work > this.memberResources;
  }

  dispose(): void {
    this.session.dispose();
  }
}

export interface ProverOptions {
  /** For one question. */
  readonly resources?: number;
  /** For all questions of a member. */
  readonly memberResources?: number;
  readonly solver?: Readonly<Record<string, string | number | boolean>>;
}

/** Quantifiers are instantiated by their triggers only: models of heaps are of no use, and searching them takes long. */
export const solverOptions: Readonly<Record<string, string | number | boolean>> = {
  auto_config: false,
  'smt.mbqi': false,
  'smt.case_split': 3,
  'smt.delay_units': true,
  'smt.qi.eager_threshold': 20,
  'smt.qi.max_multi_patterns': 1000,
  'smt.arith.solver': 2,
  'smt.random_seed': 0,
};

/** The part of a question's resources for the solver that has the path already. */
const firstShare = 0.3;

/** Where that is not enough, others get the question whole, with these options and this part of the resources. */
const furtherAttempts: readonly { readonly solver: typeof solverOptions; readonly share: number }[] = [
  { solver: {}, share: 0.3 },
  // Terms that were made in many steps come later: what loops in one part of a proof does not keep the others waiting.
  { solver: { 'smt.qi.eager_threshold': 2 }, share: 0.3 },
  { solver: { 'smt.qi.eager_threshold': 3, 'smt.arith.solver': 6 }, share: 0.5 },
  { solver: { 'smt.random_seed': 7 }, share: 0.3 },
];
