// Asks `parametric` about fragments whose communication depends on parameters, and puts its answers beside the model checker's.

import type { Finding, Fragment, Note } from '../base/finding.ts';
import { type Named, namedValue } from '../base/named.ts';
import type { ShowProgress } from '../base/progress.ts';
import { type Assumption, allAssumptions, assumes, assumption, type OpenReason } from '../base/reasons.ts';
import type { CommProgram } from '../comm/comm.ts';
import type { Translated } from '../comm/index.ts';
import {
  breakingValues,
  holdsForLarge,
  type Outcome,
  overflowAssumptions,
  prove,
  readable,
  solverOptions,
} from '../parametric/index.ts';
import {
  assignmentOf,
  freeVars,
  holds,
  openSolver,
  type Solver,
  type SolverHost,
  type Term,
  type Var,
} from '../smt/index.ts';
import { assumingLoopsEnd } from '../virgo/index.ts';
import { classesOf } from './finding-rules.ts';
import { isOnlySeen, withoutTried } from './fragment.ts';
import { isUntracked } from './judge.ts';
import { type Expression, expressedWhole } from './virgo-program.ts';

/** A fragment with what the model checker says about it for small values. */
export interface ForSmallValues {
  readonly fragment: Fragment;
  readonly findings: readonly Finding[];
  /** Null where there was nothing to check. */
  readonly program: CommProgram | null;
  /** What the model checker finds with these values. */
  readonly again: (values: Named<readonly (number | boolean)[]>) => readonly Finding[];
  readonly condition: ProvedCondition | null;
  /** The objects that its root makes, where the whole cannot be said; null where it makes none, or that was not wanted. */
  readonly inPart: readonly ((translated?: Translated) => Expression)[] | null;
  /** Whether objects of its own went where they are not followed: what is proved of the others is then no proof of the whole. */
  readonly untracked: boolean;
  /** Time has ended a search or a proof: on another machine it could have told more. */
  readonly late: boolean;
}

/** What a fragment was proved under. */
export interface ProvedCondition {
  readonly term: Term;
  /** What is known of the parameters besides. */
  readonly known: Term;
  readonly weakest: boolean;
  readonly text: string;
}

export interface ParametricOptions {
  /** For one fragment, in the solver's units: see `SolverStatistics`. */
  readonly work: number;
  /** For all fragments that cannot be said as a whole, and are looked at in part. */
  readonly partsWork: number;
  readonly now: () => number;
  readonly progress: ShowProgress;
  /** Whether the user wants an end. */
  readonly isRequested?: () => boolean;
}

/** A second's work of the solver is about two million of its units. */
export const parametricDefaults = { work: 20_000_000, partsWork: 40_000_000 } as const;

/** The limit of one query, and the backstop for solvers that take far longer for it, where no shorter one is given. */
const queryWork = 4_000_000;
const queryMilliseconds = 30_000;

/** What it takes to translate a statement of the program, in the solver's units. */
const workPerStatement = 70;

/**
 * Gives `use` a solver that is started when it is first asked for, and ends it. `host` throws a HostError where there is none;
 * `milliseconds` is the backstop of a search, and so of a query.
 */
export async function withSolver<T>(
  host: () => SolverHost,
  milliseconds: number,
  use: (solver: () => Solver) => Promise<T>,
): Promise<T> {
  let solver: Solver | null = null;
  try {
    return await use(() => {
      const timeoutMs = Math.min(queryMilliseconds, milliseconds);
      solver ??= openSolver(host(), { rlimit: queryWork, timeoutMs, options: solverOptions });
      return solver;
    });
  } finally {
    await (solver as Solver | null)?.dispose();
  }
}

/** What was done so far, in the solver's units. */
interface Parts {
  spent: number;
}

/** The same fragments, with proofs and preconditions where there are any. */
export async function forAllValues<T extends ForSmallValues>(
  checked: readonly T[],
  solver: () => Solver,
  options: ParametricOptions,
): Promise<readonly T[]> {
  const results: T[] = [];
  const parts: Parts = { spent: 0 };
  const open = checked.filter(isOpen).length;
  let proved = 0;
  for (const one of checked) {
    if (!isOpen(one) || options.isRequested?.() === true) {
      results.push(one);
      continue;
    }
    options.progress(`proving ${one.fragment.function}`, proved++, open);
    try {
      const before = solver().statistics();
      const decided = await decide(one, solver(), options, parts);
      const after = solver().statistics();
      parts.spent += after.work - before.work;
      results.push(after.late > before.late ? { ...decided, late: true } : decided);
    } catch (error) {
      // A proof that fails to be made costs a proof, not the fragment.
      const text = error instanceof Error ? error.message : String(error);
      results.push(withReason(one, { kind: 'message', text }));
    }
  }
  return results;
}

/** Whether small values leave something open that can be said. */
export function isOpen({ fragment, program, inPart }: ForSmallValues): boolean {
  if (program === null) return false;
  const part = inPart !== null && fragment.verdict !== 'violated' && fragment.verdict !== 'proved';
  if (part) return true;
  if (program.gaps.length > 0 || assumes(program.assumptions, 'horizon')) return false;
  const finite = fragment.verdict === 'proved' && fragment.parameters.length === 0;
  return !finite && (fragment.parameters.length > 0 || fragment.verdict === 'bounded');
}

function withReason<T extends ForSmallValues>(one: T, because: OpenReason): T {
  if (one.fragment.verdict !== 'bounded' && !isOnlySeen(one.fragment)) return one;
  return { ...one, fragment: { ...one.fragment, reasons: [{ kind: 'notProved', because }] } };
}

async function decide<T extends ForSmallValues>(
  one: T,
  solver: Solver,
  options: ParametricOptions,
  parts: Parts,
): Promise<T> {
  const begin = options.now();
  const { work } = solver.statistics();
  const { program } = one;
  if (program === null) return one;
  const whole = expressedWhole(program);
  const candidates = whole.ok || one.inPart === null ? [() => whole] : one.inPart;
  const decided = await firstDecided(candidates, solver, {
    // A whole is said already; parts have to be made.
    mayGoOn: () => whole.ok || parts.spent + solver.statistics().work - work < options.partsWork,
    translated: (statements) => {
      parts.spent += statements * workPerStatement;
    },
    giveUp: () => solver.statistics().work > work + options.work || options.isRequested?.() === true,
  });
  if (decided.kind === 'open') return withReason(one, whole.ok ? decided.reason : whole.reason);
  const { virgo, outcome, loops } = decided;
  const inPart = virgo.scope === 'root' || (virgo.scope === 'fragment' && one.untracked);
  if (loops.length > 0 || inPart) return beside(one, decided, solver);
  const wraps = await overflowAssumptions(solver, outcome.proof.system, outcome.precondition, outcome.weakest);
  const assumptions = allAssumptions(one.fragment.assumptions, virgo.program.assumptions, wraps);
  const ms = one.fragment.ms + Math.round(options.now() - begin);
  const known: T = { ...one, fragment: { ...one.fragment, assumptions, ms } };
  const { precondition } = outcome;
  const added = virgo.program.params.length > program.params.length;
  const own = outcome.proof.system.params.slice(0, program.params.length);
  const fresh = virgo.scope !== 'whole' || (added && ![...freeVars(precondition)].every((v) => own.includes(v)));
  // Unknown values are one value each here, and free choices for the model checker: what it has found stays, where the condition does not exclude it.
  const excluded = (finding: Finding): boolean => !fresh && excludes(precondition, own, program, finding.valuation);
  if ((fresh || added) && one.findings.some((finding) => blames(finding) && !excluded(finding)))
    return withReason(one, { kind: 'untrackedValues' });
  if (precondition.kind === 'bool') return precondition.value ? alwaysFine(known) : neverFine(known);
  const found = await conditional(known, outcome, solver);
  // Callers give no value for what only the fragment has met.
  return fresh ? { ...found, condition: null } : found;
}

/** Whether a condition does not hold for the values of a run. */
function excludes(
  condition: Term,
  own: readonly Var[],
  { params }: CommProgram,
  valuation: Finding['valuation'],
): boolean {
  const values = new Map<Var, boolean | bigint>();
  params.forEach(({ name }, i) => {
    const value = namedValue(valuation, name);
    const v = own[i];
    if (value !== undefined && v !== undefined) values.set(v, typeof value === 'number' ? BigInt(value) : value);
  });
  return holds(condition, assignmentOf(values)) === false;
}

type Decided =
  | {
      readonly kind: 'decided';
      readonly virgo: Expression & { readonly ok: true };
      readonly outcome: Outcome & { readonly kind: 'proved' };
      /** Functions whose loops are taken to end. */
      readonly loops: readonly string[];
    }
  | { readonly kind: 'open'; readonly reason: OpenReason };

/** The first of several programs about which something is found out. */
async function firstDecided(
  candidates: readonly ((translated?: Translated) => Expression)[],
  solver: Solver,
  limits: { readonly mayGoOn: () => boolean; readonly translated: Translated; readonly giveUp: () => boolean },
): Promise<Decided> {
  let reason: OpenReason = { kind: 'message', text: '' };
  const endless: (Expression & { readonly ok: true })[] = [];
  for (const candidate of candidates) {
    if (!limits.mayGoOn()) break;
    const virgo = candidate(limits.translated);
    if (!virgo.ok) {
      reason = virgo.reason;
      continue;
    }
    // Nothing is left of it: what is proved of that says nothing.
    if (virgo.scope !== 'whole' && virgo.program.body.length === 0) continue;
    const outcome = await prove(virgo.program, solver, { giveUp: limits.giveUp });
    if (outcome.kind !== 'unknown') return { kind: 'decided', virgo, outcome, loops: [] };
    reason = outcome.endless === true ? { kind: 'endless' } : { kind: 'message', text: outcome.reason };
    if (outcome.endless === true) endless.push(virgo);
  }
  for (const virgo of endless) {
    const assumed = assumingLoopsEnd(virgo.program);
    if (assumed === null) continue;
    const outcome = await prove(assumed.program, solver, { giveUp: limits.giveUp });
    if (outcome.kind !== 'unknown') return { kind: 'decided', virgo, outcome, loops: assumed.functions };
  }
  return { kind: 'open', reason };
}

/**
 * What is proved of the root's own objects alone is said beside the verdict: others may still do wrong. So is what holds only if loops
 * end that may go on forever.
 */
async function beside<T extends ForSmallValues>(
  one: T,
  { virgo, outcome, loops }: Decided & { readonly kind: 'decided' },
  solver: Solver,
): Promise<T> {
  const { precondition } = outcome;
  if (precondition.kind === 'bool' && !precondition.value) return one;
  if (virgo.scope !== 'root' && one.findings.some(blames)) return one;
  const text = precondition.kind === 'bool' ? null : (await readable(solver, outcome.proof.system, precondition)).text;
  if (precondition.kind !== 'bool' && text === null) return one;
  const part = virgo.scope === 'root' || one.untracked;
  const own: OpenReason = { kind: 'fineInPart', part, where: text, loops };
  const { reasons } = one.fragment;
  const before: readonly OpenReason[] = loops.length > 0 && reasons.length === 0 ? [{ kind: 'endless' }] : reasons;
  return { ...one, fragment: { ...one.fragment, reasons: [...before, own] } };
}

export function blames(finding: Finding): boolean {
  return classesOf(finding.rule).communication;
}

/** Properties that the proof decides, all with one verdict; panics that data decides are assumed not to happen. */
function withVerdicts(fragment: Fragment, verdict: 'proved' | 'conditional' | 'violated'): Fragment {
  const properties: [name: string, verdict: string][] = [];
  // Which values were tried no longer matters.
  const assumptions: Assumption[] = [...withoutTried(fragment.assumptions)];
  let worst: Fragment['verdict'] = verdict;
  for (const [name, kind] of fragment.properties) {
    const { communication } = classesOf(name);
    // What cannot be broken at all needs no condition.
    properties.push([name, communication && verdict !== 'violated' && kind !== 'proved' ? verdict : kind]);
    if (communication) continue;
    if (name === 'panic') {
      if (kind !== 'proved') assumptions.push(assumption('no-panic'));
    } else if (kind === 'unknown' || kind === 'bounded') {
      // What was asked for besides is not decided here.
      if (verdict === 'proved') worst = kind;
    }
  }
  return {
    ...fragment,
    verdict: worst,
    properties,
    assumptions: allAssumptions(assumptions),
    precondition: null,
    weakest: false,
    reasons: worst === verdict ? [] : fragment.reasons,
  };
}

function alwaysFine<T extends ForSmallValues>(one: T): T {
  if (one.findings.some(blames)) {
    return { ...one, fragment: { ...one.fragment, verdict: 'unknown', reasons: [{ kind: 'disagreement' }] } };
  }
  return { ...one, fragment: withVerdicts(one.fragment, 'proved') };
}

function neverFine<T extends ForSmallValues>(one: T): T {
  if (!one.findings.some(blames)) return withReason(one, { kind: 'noRun' });
  // Some values may fail only by data that the program rules out.
  if (one.findings.some((finding) => blames(finding) && isUntracked(finding))) return one;
  const findings = one.findings.map((finding): Finding => {
    if (!blames(finding) || isUntracked(finding)) return finding;
    return { ...finding, severity: 'error', notes: withoutPattern(finding.notes) };
  });
  return { ...one, findings, fragment: withVerdicts(one.fragment, 'violated') };
}

function withoutPattern(notes: readonly Note[]): readonly Note[] {
  return notes.filter(({ kind }) => kind !== 'fine-if');
}

async function conditional<T extends ForSmallValues>(
  one: T,
  outcome: Outcome & { readonly kind: 'proved' },
  solver: Solver,
): Promise<T> {
  const { system } = outcome.proof;
  const { text } = await readable(solver, system, outcome.precondition);
  if (text === null) return withReason(one, { kind: 'message', text: 'the precondition has no form in Go' });
  const large = await holdsForLarge(solver, system, outcome.precondition);
  let found = one.findings;
  if (outcome.weakest && !found.some(blames)) {
    const values = await breakingValues(solver, system, outcome.precondition);
    if (values !== null) found = [...found, ...one.again(byName(one, values)).filter(blames)];
  }
  const findings = found.map((finding): Finding => {
    if (!blames(finding)) return finding;
    const notes: readonly Note[] = [
      { kind: 'fine-if', precondition: text, complete: true },
      ...withoutPattern(finding.notes),
    ];
    if (isUntracked(finding)) return { ...finding, notes };
    const severity = large === true ? 'note' : outcome.weakest ? 'warning' : finding.severity;
    return { ...finding, severity, notes };
  });
  const fragment = withVerdicts(one.fragment, 'conditional');
  const other = findings.some((finding) => !blames(finding) && finding.severity !== 'note');
  const { precondition: term, weakest } = outcome;
  return {
    ...one,
    findings,
    condition: { term, known: outcome.proof.facts, weakest, text },
    fragment: {
      ...fragment,
      verdict: other ? 'violated' : 'conditional',
      precondition: other ? null : text,
      weakest: !other && outcome.weakest,
    },
  };
}

function byName(one: ForSmallValues, values: readonly (number | boolean)[]): Named<readonly (number | boolean)[]> {
  const params = one.program?.params ?? [];
  return params.map((param, i) => [param.name, [values[i] ?? 0]]);
}
