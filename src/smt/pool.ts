// Several solvers for many independent questions: a bounded number at work, answers remembered, settings tried in turn.

import type { Value } from './evaluate.ts';
import { createNames } from './names.ts';
import { declarationsFor, nothingDeclared, printTerm } from './print.ts';
import { openSolver, type SessionOptions } from './session.ts';
import { type CheckResult, isUnknown, type Limits, type OptionValue, type Solver, type SolverHost } from './solver.ts';
import type { Term } from './terms.ts';

/** Options of the solver under a name that statistics show. */
export interface Profile {
  readonly name: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** See `SessionOptions`. */
  readonly whole?: boolean;
}

/** The solver's own choice of strategy. */
export const plainProfile: Profile = { name: 'plain', options: {} };

/** Quantifiers are instantiated by their triggers alone: for axioms that were written with triggers. */
export const triggerProfile: Profile = {
  name: 'triggers',
  options: { auto_config: false, 'smt.mbqi': false, 'smt.qi.eager_threshold': 100 },
};

/** A strategy chosen for each question. */
export const wholeProfile: Profile = { name: 'whole', options: {}, whole: true };

/** The older arithmetic: it finds some answers on products that the newer one misses. */
export const simplexProfile: Profile = { name: 'simplex', options: { 'smt.arith.solver': 2 } };

/** A question that stands alone: are all the formulas true together, and if so, what are the values of these terms? */
export interface Question {
  readonly formulas: readonly Term[];
  readonly values?: readonly Term[];
  readonly limits?: Limits;
  /** Tried one after the other until one decides; `[plainProfile]` by default. Each gets the whole limit. */
  readonly profiles?: readonly Profile[];
}

export interface Answer {
  readonly result: CheckResult;
  /** In the order of the question's `values`; empty unless `sat`. */
  readonly values: readonly Value[];
  /** The profile that decided, or the last one that was tried. */
  readonly profile: string;
  readonly cached: boolean;
}

export interface PoolStatistics {
  readonly questions: number;
  readonly cached: number;
  /** Decisions by profile, and undecided ones under `unknown`. */
  readonly decided: Readonly<Record<string, number>>;
}

export interface Pool {
  readonly solve: (question: Question) => Promise<Answer>;
  /** Lends a solver without assertions for the time of `job`. */
  readonly use: <T>(job: (solver: Solver) => Promise<T>, profile?: Profile) => Promise<T>;
  readonly statistics: () => PoolStatistics;
  readonly dispose: () => Promise<void>;
}

export interface PoolOptions {
  /** Solvers that exist at one time. */
  readonly size: number;
  readonly session?: Omit<SessionOptions, 'options'>;
  /** Answers that are remembered; the one not asked for longest is forgotten first. */
  readonly cacheSize?: number;
}

interface Member {
  readonly profile: string;
  readonly solver: Solver;
  busy: boolean;
}

const defaultCacheSize = 10_000;

/** The text that a question is remembered by: equal for equal questions, whatever else was asked before. */
function questionKey({ formulas, values = [] }: Question, profile: Profile): string {
  const names = createNames();
  const declarations = declarationsFor([...formulas, ...values], names, nothingDeclared());
  const texts = [...formulas, ...values].map((term) => printTerm(term, names));
  return [profile.name, formulas.length, ...declarations, ...texts].join('\n');
}

export function createPool(host: SolverHost, options: PoolOptions): Pool {
  const size = Math.max(1, options.size);
  const members: Member[] = [];
  const waiting: (() => void)[] = [];
  const cache = new Map<string, Answer>();
  const cacheSize = options.cacheSize ?? defaultCacheSize;
  const counts = { questions: 0, cached: 0, decided: {} as Record<string, number> };
  let disposed = false;

  /** An idle solver with the profile; where all places are taken, an idle one with another profile makes room. */
  const acquire = async (profile: Profile): Promise<Member> => {
    for (;;) {
      const idle = members.find((member) => !member.busy && member.profile === profile.name);
      if (idle !== undefined) {
        idle.busy = true;
        return idle;
      }
      if (members.length >= size) {
        const other = members.findIndex((member) => !member.busy);
        if (other < 0) {
          await new Promise<void>((resolve) => waiting.push(resolve));
          continue;
        }
        const [gone] = members.splice(other, 1);
        void gone?.solver.dispose();
      }
      const solver = openSolver(host, {
        ...options.session,
        options: profile.options,
        whole: profile.whole ?? false,
      });
      const member: Member = { profile: profile.name, solver, busy: true };
      members.push(member);
      return member;
    }
  };

  const use: Pool['use'] = async (job, profile = plainProfile) => {
    const member = await acquire(profile);
    try {
      member.solver.reset();
      return await job(member.solver);
    } finally {
      member.busy = false;
      if (disposed) await member.solver.dispose();
      waiting.shift()?.();
    }
  };

  const ask = (question: Question, profile: Profile): Promise<Answer> =>
    use(async (solver) => {
      for (const formula of question.formulas) solver.assert(formula);
      const result = await solver.check(question.limits);
      const values = result === 'sat' && question.values !== undefined ? await solver.model(question.values) : [];
      // A model that cannot be had is worth no more than no answer.
      if (isUnknown(values)) return { result: values, values: [], profile: profile.name, cached: false };
      return { result, values, profile: profile.name, cached: false };
    }, profile);

  const remember = (key: string, answer: Answer) => {
    cache.set(key, answer);
    if (cache.size <= cacheSize) return;
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  };

  return {
    use,
    solve: async (question) => {
      counts.questions++;
      const profiles = question.profiles ?? [plainProfile];
      let last: Answer = { result: { unknown: 'no profile was given' }, values: [], profile: '', cached: false };
      for (const profile of profiles) {
        const key = questionKey(question, profile);
        const known = cache.get(key);
        if (known !== undefined) {
          counts.cached++;
          cache.delete(key);
          cache.set(key, known);
          return { ...known, cached: true };
        }
        last = await ask(question, profile);
        if (isUnknown(last.result)) continue;
        // Only decisions are remembered: another limit can turn `unknown` into one.
        remember(key, last);
        counts.decided[profile.name] = (counts.decided[profile.name] ?? 0) + 1;
        return last;
      }
      counts.decided.unknown = (counts.decided.unknown ?? 0) + 1;
      return last;
    },
    statistics: () => ({ ...counts, decided: { ...counts.decided } }),
    dispose: async () => {
      disposed = true;
      await Promise.all(members.splice(0).map(({ solver }) => solver.dispose()));
    },
  };
}
