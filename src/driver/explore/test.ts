// Explores one test: schedules in batches, what they show, and the shortest schedule for each finding.

import { lengthOf } from '../../base/trace.ts';
import {
  type Assignment,
  type Completeness,
  type Coverage,
  type Found,
  findingsOf,
  type LostReason,
  lostReason,
  newCoverage,
  type Strategy,
  shrink,
} from '../../explore/index.ts';
import type { Limits, Plan, RunRecord } from '../../explore/protocol.ts';
import { abandonRuns, planFor, type Run, type RunSettings, runSchedule, type TestTarget } from './run.ts';

export interface TestBudget {
  readonly schedules: number;
  readonly milliseconds: number;
  /** Schedules to go on for once something was found; what is found most easily may hide something else. */
  readonly afterFinding: number;
  /** Attempts at making a finding's schedule shorter; 0: it is left as it is. */
  readonly shrink: number;
  /** Ends the search: this finding is the one that was looked for. */
  readonly enough?: (found: Found) => boolean;
}

/** A finding with the run that shows it. */
export interface Shown {
  readonly found: Found;
  readonly record: RunRecord;
  readonly plan: Plan;
  /** Which schedule showed it first, counted from 1. */
  readonly schedule: number;
}

/** How often runs ended in which way. */
export type Ends = Readonly<Record<string, number>>;

export interface TestResult {
  readonly target: TestTarget;
  readonly schedules: number;
  readonly milliseconds: number;
  readonly shown: readonly Shown[];
  readonly completeness: Completeness;
  readonly coverage: Coverage;
  readonly ends: Ends;
  /**
   * Runs in which the test fails, or the program panics of its own will, after a timer fired early: they are no finding, and yet an outcome that
   * the test can have.
   */
  readonly failuresByTimer: number;
  /** Something in it is not under control: first words of the stacks. */
  readonly uncontrolled: readonly string[];
  /** What kept it from being explored; '' if nothing did. */
  readonly problem: string;
  /** Schedules that were run and count for nothing. */
  readonly lost: readonly LostReason[];
}

export interface Watch {
  /** From time to time. */
  readonly progress: (schedules: number, findings: number) => void;
  /** The user wants it to end. */
  readonly stopped: () => boolean;
  readonly now: () => number;
}

/**
 * Schedules handed out before the first of them was looked at. It does not depend on the number of processors, so that
 * results do not either.
 */
const ahead = 8;

/** Where none of so many schedules counts, the others will not either. */
const leastToCount = 5;

/** A schedule that was handed out. */
interface Outstanding {
  readonly assignment: Assignment;
  readonly run: Promise<Run>;
}

export async function exploreTest(
  target: TestTarget,
  strategy: Strategy,
  budget: TestBudget,
  settings: RunSettings,
  workers: number,
  watch: Watch,
): Promise<TestResult> {
  const begin = watch.now();
  const coverage = newCoverage(target.sites);
  const shown = new Map<string, Shown>();
  const ends: Record<string, number> = {};
  const uncontrolled = new Set<string>();
  let schedules = 0;
  let failuresByTimer = 0;
  let left = budget.schedules;
  let problem = '';
  const lost: LostReason[] = [];
  let { limits } = settings;
  const isOver = (): boolean =>
    left <= 0 || problem !== '' || watch.stopped() || watch.now() - begin > budget.milliseconds;

  const outstanding: Outstanding[] = [];
  const handOut = (): void => {
    // The first run says what there is to explore.
    const most = schedules === 0 ? 1 : ahead;
    while (outstanding.length < Math.min(most, left)) {
      const assignment = strategy.next();
      if (assignment === null) break;
      const plan = planFor(assignment, { ...settings, limits });
      outstanding.push({ assignment, run: runSchedule(target, plan, settings, workers) });
    }
  };

  while (!isOver()) {
    handOut();
    const oldest = outstanding.shift();
    if (oldest === undefined) break;
    const run = await oldest.run;
    if (watch.stopped()) break;
    if (schedules === 0) limits = limitsAfter(run, limits);
    schedules++;
    left--;
    strategy.observe(oldest.assignment, run.problem === '' ? run.record : null);
    const wrong = problemOf(run);
    problem ||= wrong;
    count(ends, run);
    coverage.add(run.record);
    for (const line of run.record.uncontrolled) uncontrolled.add(firstFrame(line.stack));
    const before = shown.size;
    const reason = lostReason(run);
    if (reason !== null) lost.push(reason);
    if (lost.length === schedules && schedules >= leastToCount) left = 0;
    // What a run shows in which something went wrong on our side says nothing about the test.
    const told = wrong === '' && reason === null ? findingsOf(run, target.sites, target.name) : [];
    for (const found of told) {
      if (budget.enough?.(found) === true) left = 0;
      const old = shown.get(found.cause);
      if (old !== undefined && !isBetter(found, old.found)) continue;
      shown.set(found.cause, { found, record: run.record, plan: run.plan, schedule: old?.schedule ?? schedules });
    }
    if (told.length === 0 && failsByTimer(run.record)) failuresByTimer++;
    if (before === 0 && shown.size > 0) left = Math.min(left, budget.afterFinding);
    if (schedules % ahead === 1) watch.progress(schedules, shown.size);
  }
  watch.progress(schedules, shown.size);
  if (schedules > 0 && lost.length === schedules) problem ||= 'no schedule counts';
  if (outstanding.length > 0) {
    await abandonRuns(target, settings);
    await Promise.all(outstanding.map(({ run }) => run));
  }
  const real = withoutPlainFailures(shown, ends);
  const short: Shown[] = [];
  const end = Math.max(begin + budget.milliseconds, watch.now() + leastForShrinking);
  const isLate = (): boolean => watch.stopped() || watch.now() > end;
  for (const one of real) short.push(await shortened(target, one, settings, budget.shrink, isLate));
  return {
    target,
    schedules,
    milliseconds: Math.round(watch.now() - begin),
    shown: short,
    completeness: completenessOf(strategy, target, short),
    coverage: coverage.result(),
    ends,
    failuresByTimer,
    uncontrolled: [...uncontrolled].slice(0, 5),
    problem,
    lost,
  };
}

/** Where something is not under control, or accesses race, other interleavings may exist than those that were run. */
function completenessOf(strategy: Strategy, target: TestTarget, shown: readonly Shown[]): Completeness {
  const said = strategy.completeness();
  if (said.kind !== 'complete') return said;
  if (target.untouched !== '') return { kind: 'gap', reason: `not all is under control: ${target.untouched}` };
  if (shown.some(({ found }) => found.rule === 'data-race'))
    return { kind: 'gap', reason: 'accesses that race can be ordered in other ways' };
  return said;
}

function failsByTimer({ end }: RunRecord): boolean {
  return end?.early === true && (end.kind === 'failed' || end.kind === 'panic');
}

/** How long a run may be, judged by the first: one that goes on forever says little, and costs the time of many. */
function limitsAfter(first: Run, limits: Limits): Limits {
  const { end } = first.record;
  if (end === null || end.kind === 'limit') return limits;
  return { ...limits, steps: Math.min(limits.steps, 10 * end.steps + 5000) };
}

function problemOf(run: Run): string {
  if (run.problem !== '') return `the test cannot be started: ${run.problem}`;
  const [defect] = run.record.defects;
  if (defect !== undefined) return `the runtime of gordian made a mistake: ${defect.message}`;
  if (run.record.head === null && !run.timedOut) return 'the test ended before it came under control';
  return '';
}

function count(ends: Record<string, number>, run: Run): void {
  const kind = run.record.end?.kind ?? (run.timedOut ? 'timeout' : 'died');
  ends[kind] = (ends[kind] ?? 0) + 1;
}

/** What needs no early timer says more; then what is shorter. */
function isBetter(a: Found, b: Found): boolean {
  if (a.severity !== b.severity) return a.severity === 'error';
  return lengthOf(a.trace) < lengthOf(b.trace);
}

/** A test that fails under every schedule is not flaky; it says so by itself. */
function withoutPlainFailures(shown: ReadonlyMap<string, Shown>, ends: Ends): readonly Shown[] {
  const passes = Object.keys(ends).some((kind) => kind !== 'failed' && kind !== 'divergence');
  return [...shown.values()].filter((one) => one.found.rule !== 'flaky-test' || passes);
}

/** Milliseconds that shorter schedules are looked for even if the test has used up its time. */
const leastForShrinking = 2000;

async function shortened(
  target: TestTarget,
  one: Shown,
  settings: RunSettings,
  budget: number,
  isLate: () => boolean,
): Promise<Shown> {
  if (budget <= 0 || one.found.rule === 'data-race' || one.record.end === null) return one;
  let best = one;
  const { seed } = one.plan;
  let early = one.plan.earlyNs;
  const attempt = async (spec: Plan['strategy'], earlyNs: number): Promise<Shown | null> => {
    if (isLate()) return null;
    const plan = planFor({ spec, seed, record: 'full', earlyNs }, settings);
    const run = await runSchedule(target, plan, settings);
    const found = findingsOf(run, target.sites, target.name).find((other) => other.cause === one.found.cause);
    return found === undefined ? null : { found, record: run.record, plan, schedule: one.schedule };
  };
  // Without early timers first: what is left then is worth more.
  if (early > 0) {
    const plain = await attempt({ kind: 'first' }, 0);
    if (plain !== null) {
      early = 0;
      best = plain;
    }
  }
  const results = new Map<RunRecord, Shown>();
  const record = await shrink(
    best.record,
    async (spec) => {
      const result = await attempt(spec, early);
      if (result === null) return null;
      results.set(result.record, result);
      return { record: result.record, fails: true };
    },
    budget,
  );
  return results.get(record) ?? best;
}

function firstFrame(stack: string): string {
  const lines = stack.split('\n').map((line) => line.trim());
  return lines.find((line) => /\(.*\)$/.test(line) && !line.startsWith('goroutine ')) ?? lines[0] ?? '';
}
