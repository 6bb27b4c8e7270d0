// All fragments of loaded packages: which there are, in which order they are looked at, and what was found in them together.

import type { Finding, Fragment } from '../base/finding.ts';
import type { ShowProgress } from '../base/progress.ts';
import { assumes } from '../base/reasons.ts';
import type { SourceSet } from '../base/source.ts';
import {
  type FlowProgram,
  findRoots,
  forgetFarFunctions,
  type Horizon,
  horizonFor,
  newFlowProgram,
  type RootFunction,
} from '../flow/index.ts';
import { newLowerer } from '../ir/index.ts';
import type { Bodies, LoadedPackage } from '../load/index.ts';
import type { Package } from '../types/object.ts';
import type { EarlierResults } from './earlier.ts';
import { classesOf } from './finding-rules.ts';
import { failed } from './fragment.ts';
import { type Checked, checkFragment, type Meter, nearby, nothing } from './fragment-check.ts';
import { withoutRepetition } from './one-cause.ts';
import { isOpen } from './prove-fragments.ts';
import { type Question, Usage, usualQuestion } from './question.ts';
import { type AnalysisLimits, type Another, type Turn, Turns } from './turns.ts';

export interface Analysis {
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
  /** What the question names and no fragment has; null where all was understood. */
  readonly misunderstood: string | null;
}

export interface AnalysisInput {
  readonly packages: readonly LoadedPackage[];
  readonly models: readonly LoadedPackage[];
  readonly bodies: Bodies | null;
  readonly sources: SourceSet;
  readonly limits: AnalysisLimits;
  readonly now: () => number;
  /** Whether the user wants an end: asked in the midst of searches too. */
  readonly isRequested?: () => boolean;
  readonly progress: ShowProgress;
  /** Called after each fragment, when little of what was used for it is still needed. */
  readonly rest?: () => void;
  /** Only roots with this name; null for all. */
  readonly only: string | null;
  /** Which of the roots, where not all. */
  readonly wanted?: (root: RootFunction, flow: FlowProgram) => boolean;
  /** What is asked of each fragment, if not the usual. */
  readonly question?: Question;
  /** Earlier results of a package's fragments, by its path. */
  readonly earlier?: (pkg: string) => EarlierResults;
}

/** Fragments and findings, for the values that the model checker tries. */
export function analyse(input: AnalysisInput): Analysis {
  return conclude(examine(input));
}

/** Fragments one by one, before findings with one cause are put together. */
export interface Examined {
  readonly checked: readonly Checked[];
  readonly misunderstood: string | null;
  /** What they were made from. */
  readonly flow: FlowProgram;
}

/** What was found besides. */
export interface OtherFindings {
  /** In functions that are no root of a fragment: a fragment may tell of the same. */
  readonly elsewhere: readonly Finding[];
  /** With causes of their own. */
  readonly apart: readonly Finding[];
}

export function conclude(
  { checked, misunderstood }: Pick<Examined, 'checked' | 'misunderstood'>,
  { elsewhere, apart }: OtherFindings = { elsewhere: [], apart: [] },
): Analysis {
  return {
    fragments: checked.map(({ fragment }) => fragment),
    findings: mergedFindings({ checked, elsewhere, apart }),
    misunderstood,
  };
}

/** All findings, those with one cause as one, by place. */
export function mergedFindings({
  checked,
  elsewhere,
  apart,
}: OtherFindings & Pick<Examined, 'checked'>): readonly Finding[] {
  const found = withoutRepetition([
    ...checked.flatMap(({ findings, entry }, fragment) => findings.map((finding) => ({ finding, entry, fragment }))),
    ...elsewhere.map((finding, i) => ({ finding, entry: false, fragment: checked.length + i })),
  ]);
  return [...found, ...apart].sort((a, b) => a.span.pos - b.span.pos);
}

/** Looks at all fragments one after the other. */
export function examine(input: AnalysisInput): Examined {
  const stage = prepare(input);
  const gathered = new Gathered(stage, input.limits);
  for (let turn = gathered.turns.next(); isTurn(turn); turn = gathered.turns.next()) {
    gathered.take(turn, stage.look(turn));
  }
  return gathered.examined();
}

export function isTurn(turn: Turn | 'later' | null): turn is Turn {
  return turn !== null && turn !== 'later';
}

/** The fragments of loaded packages, with what is needed to look at each of them. Every process that takes part makes its own. */
export interface Stage {
  readonly input: AnalysisInput;
  readonly question: Question;
  readonly flow: FlowProgram;
  readonly roots: readonly RootFunction[];
  /** From where the last look at each is made, and what is asked of its program later. */
  readonly far: Horizon;
  readonly look: (turn: Turn) => Looked;
}

/** What came of one look. */
export interface Looked {
  /** Null for functions that turn out not to synchronise at all. */
  readonly checked: Checked | null;
  /** Steps: see `Meter`. */
  readonly worked: number;
  /** Milliseconds of the clock. */
  readonly milliseconds: number;
  readonly usage: Usage;
}

/** With more fragments than this, calls are followed less far: the work for all of them together would not suffice. */
const many = 100;

/** A search that was cut gets another if it can do so many times as much. */
const worthwhile = 1.5;

export function prepare(input: AnalysisInput): Stage {
  const flow = flowProgram(input);
  const question = input.question ?? usualQuestion;
  const superseded = supersededBy(input.packages);
  const all = findRoots(flow, (pkg) => !superseded.has(pkg)).filter(
    (root) =>
      (input.only === null || root.fn.name === input.only) && (input.wanted === undefined || input.wanted(root, flow)),
  );
  // Single functions are small: what work they leave is for whole programs and tests.
  const roots = [...all.filter(({ kind }) => kind === 'function'), ...all.filter(({ kind }) => kind !== 'function')];
  const far = horizonFor(roots.length);
  return {
    input,
    far,
    question,
    flow,
    roots,
    look: ({ at, round, work }) => {
      const root = roots[at] as RootFunction;
      const begin = input.now();
      const usage = new Usage();
      // Where there are many, all get a look from nearby before some get another.
      const horizon = roots.length > many && round === 1 ? nearby : far;
      const limits = { ...input.limits, work };
      const meter: Meter = { spent: 0 };
      const found = checkFragment(flow, { ...input, limits, meter, horizon, far }, root, question, usage);
      forgetFarFunctions(flow);
      input.rest?.();
      const milliseconds = input.now() - begin;
      return {
        checked: found === null ? null : settled(found, milliseconds),
        worked: meter.spent,
        milliseconds,
        usage,
      };
    },
  };
}

/** Without its program where that is not needed again: all programs of a large module together take much memory. */
function settled(found: Checked, milliseconds: number): Checked {
  const timed = { ...found, fragment: { ...found.fragment, ms: Math.round(milliseconds) } };
  return found.program === null || isOpen(found) ? timed : { ...timed, program: null, again: () => [] };
}

/** What was found out about the fragments so far, in whatever order it comes. */
export class Gathered {
  readonly turns: Turns;
  readonly #stage: Stage;
  readonly #results: (Checked | null)[];
  readonly #usages: Usage[] = [];
  /** What all looks together took. */
  milliseconds = 0;
  #looks = 0;

  constructor(stage: Stage, limits: AnalysisLimits) {
    this.#stage = stage;
    this.turns = new Turns(stage.roots.length, limits);
    this.#results = stage.roots.map(() => null);
  }

  take(turn: Turn, { checked, worked, milliseconds, usage }: Looked): void {
    this.milliseconds += milliseconds;
    this.#looks++;
    const { input, roots } = this.#stage;
    const left = this.turns.waiting + this.turns.underWay;
    input.progress(`checked ${roots[turn.at]?.fn.name ?? ''}`, this.#looks, this.#looks + left - 1);
    this.turns.done(turn, worked, checked === null ? null : this.#another(turn, checked));
    // What the first look has shown stays true where the second ends in the dark.
    if (turn.round === 1 || checked?.fragment.verdict !== 'unknown') this.#results[turn.at] = checked;
    this.#usages[turn.at] ??= new Usage();
    this.#usages[turn.at]?.add(usage);
  }

  /** A second look sees more from further away; from where the first was made only with more work. */
  #another(turn: Turn, checked: Checked): Another | null {
    const { input, roots } = this.#stage;
    if (roots.length > many && isLimited(checked)) return { urgency: urgency(checked), work: 0 };
    const work = turn.work * worthwhile;
    return checked.cut && work <= input.limits.work ? { urgency: urgency(checked), work } : null;
  }

  /** What a look took so far, by the mean. */
  get usualMilliseconds(): number {
    return this.#looks === 0 ? 0 : this.milliseconds / this.#looks;
  }

  examined(): Examined {
    const { roots, question, flow } = this.#stage;
    const results = [...this.#results];
    for (const at of this.turns.missed) {
      const root = roots[at] as RootFunction;
      results[at] = { fragment: failed(root, { kind: 'outOfWork' }), root, ...nothing };
    }
    roots.forEach((root, at) => {
      if (this.#usages[at] !== undefined || results[at] !== null) return;
      results[at] = { fragment: failed(root, { kind: 'interrupted' }), root, ...nothing };
    });
    const all = new Usage();
    for (const usage of this.#usages) if (usage !== undefined) all.add(usage);
    const checked = results.filter((one) => one !== null);
    return { checked, misunderstood: all.problem(question), flow };
  }
}

/** Those first about which nothing is known, or something that more of the program may refute. */
function urgency({ fragment, findings }: Checked): number {
  return findings.length > 0 ? 0 : fragment.verdict === 'unknown' ? 1 : 2;
}

/** Whether more functions could be followed, and what was found is not about the function's own locks alone. */
function isLimited({ fragment, findings }: Checked): boolean {
  return (
    !findings.some(({ rule, severity }) => severity !== 'note' && classesOf(rule).ownLock) &&
    assumes(fragment.assumptions, 'horizon')
  );
}

/** Packages of which there is a form with the files of their test: that one has all that they have. */
export function supersededBy(packages: readonly LoadedPackage[]): ReadonlySet<Package> {
  const tested = new Set(packages.filter((pkg) => pkg.forTest === pkg.path).map((pkg) => pkg.path));
  return new Set(packages.filter((pkg) => pkg.forTest === null && tested.has(pkg.path)).map((pkg) => pkg.types));
}

/** Everything that the analyses need to know about the packages. */
export function flowProgram(input: Pick<AnalysisInput, 'packages' | 'models' | 'bodies' | 'sources'>): FlowProgram {
  const modelFiles = new Set<string>();
  for (const model of input.models) {
    for (const file of model.files) modelFiles.add(file.path);
  }
  const units = [...input.models, ...input.packages].map(({ types, info, files }) => ({ types, info, files }));
  const { bodies, sources } = input;
  const lowerer = newLowerer(units, bodies === null ? { sources } : { sources, bodyOf: (func) => bodies.of(func) });
  return newFlowProgram(lowerer, input.sources, (path) => modelFiles.has(path));
}
