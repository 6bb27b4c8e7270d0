// Checks a communication program: every valuation, then one verdict for each property.

import { assert, must } from '../base/assert.ts';
import type { Headline } from '../base/headline.ts';
import { type Named, namedValue } from '../base/named.ts';
import { type Assumption, allAssumptions, assumption, type OpenReason } from '../base/reasons.ts';
import { lengthOf, waitsFor } from '../base/trace.ts';
import type { CommProgram, Gap, Site } from '../comm/comm.ts';
import { isIncomplete } from '../comm/index.ts';
import type { Budget } from './budget.ts';
import { compileProgram } from './code.ts';
import type { Limits } from './explore.ts';
import { type Formula, parseFormula } from './formula.ts';
import { type Choice, gapKey } from './machine.ts';
import { type Answer, checkOne, type Evidence, type OneResult } from './one.ts';
import {
  admitted,
  areComplete,
  defaultValuations,
  describePattern,
  type Fine,
  type ParamValue,
  type Valuation,
  valuesOf,
} from './params.ts';
import { defaultProperties, isImpossible, type PropertyName } from './property.ts';
import type { ModelTrace } from './trace.ts';

/** A verdict as in `base`, with traces over the places of `comm`. */
export type ModelVerdict =
  | { readonly kind: 'proved'; readonly assumptions: readonly Assumption[] }
  /** Holds for those of the tried values that satisfy the precondition, and for no other of them. */
  | {
      readonly kind: 'conditional';
      readonly precondition: string;
      readonly weakest: boolean;
      /** Whether the values that were tried stand for all there are, and all were decided. */
      readonly complete: boolean;
      readonly assumptions: readonly Assumption[];
      readonly bounds: Bounds;
    }
  | { readonly kind: 'bounded'; readonly bounds: Bounds }
  | { readonly kind: 'violated'; readonly trace: ModelTrace | null; readonly confirmed: boolean }
  | { readonly kind: 'unknown'; readonly reason: OpenReason; readonly at: Site | null };

export type Bounds = Named<readonly number[]>;

export interface ModelFinding {
  /** A property, or the name of a formula. */
  readonly rule: string;
  /** All properties and formulas that its run breaks: a deadlock of all is also a leak. */
  readonly violates: readonly string[];
  readonly severity: 'error' | 'warning' | 'note';
  readonly headline: Headline<Site>;
  readonly site: Site;
  readonly valuation: Named<ParamValue>;
  /** For which values it happens, if not for all: a Go expression for those of the tried ones that are fine. */
  readonly precondition: string | null;
  /** Whether the values that were tried stand for all there are, and all were decided. */
  readonly complete: boolean;
  /** The free choices that the run relies on. */
  readonly choices: readonly Choice[];
  readonly trace: ModelTrace;
}

export interface ModelOptions {
  readonly properties?: readonly PropertyName[];
  readonly formulas?: readonly { readonly name: string; readonly text: string }[];
  /** Values for parameters, by name; others get small ones. */
  readonly params?: Named<readonly ParamValue[]>;
  readonly maxStates?: number;
  /** Bytes of the tables. */
  readonly maxMemory?: number;
  /** Steps of all searches together: see `Budget`. */
  readonly maxWork?: number;
  /** Whether the time of the backstop is up; never if left out. */
  readonly expired?: () => boolean;
  /** Which part of states and work a search gets that has met something which is not followed; all if left out. */
  readonly openShare?: number;
  readonly maxValuations?: number;
  readonly symmetry?: boolean;
  readonly partialOrder?: boolean;
}

export interface ModelResult {
  /** By property, and by the names given to formulas. */
  readonly verdicts: ReadonlyMap<string, ModelVerdict>;
  readonly findings: readonly ModelFinding[];
  readonly states: number;
  readonly transitions: number;
  /** Steps of all searches: see `Budget`. */
  readonly work: number;
  /** Limits that were hit. */
  readonly limits: readonly string[];
  /** Values of parameters that were tried, and states where a search was cut. */
  readonly bounds: Bounds;
  readonly assumptions: readonly Assumption[];
  readonly gaps: readonly Gap[];
  /** Operations on objects of the program's own that are not tracked. What was found besides holds all the same. */
  readonly untracked: readonly Gap[];
}

const defaults = { maxStates: 1_000_000, maxMemory: 1 << 30, maxWork: 60_000_000 };

/** Decides properties of a program for every valuation of its parameters that is tried. */
export function checkProgram(program: CommProgram, options: ModelOptions = {}): ModelResult {
  const code = compileProgram(program);
  const properties = options.properties ?? defaultProperties;
  const formulas = (options.formulas ?? []).map(({ name, text }) => ({ name, formula: formulaFrom(text) }));
  const values = valuesOf(program, options.params ?? [], options.maxValuations ?? defaultValuations);
  const valuations = admitted(program, values);
  const states = options.maxStates ?? defaults.maxStates;
  const work = options.maxWork ?? defaults.maxWork;
  const share = options.openShare ?? 1;
  const open = { states: Math.ceil(states * share), work: work * share };
  const memory = options.maxMemory ?? defaults.maxMemory;
  let limits: Limits = { states, memory, work, open };
  const budget: Budget = { spent: 0, limit: work, expired: options.expired ?? (() => false), ended: null };
  const reductions = { symmetry: options.symmetry ?? true, partialOrder: options.partialOrder ?? true };
  const results = valuations.map((valuation) => {
    const result = checkOne(code, valuation, { properties, formulas, reductions, limits, budget });
    // What one valuation does not tell, the others cannot either.
    if (isIncomplete([...result.gaps.values()])) limits = { ...limits, ...open };
    return result;
  });

  const gaps = new Map<string, Gap>();
  for (const gap of program.gaps) gaps.set(gapKey(gap.reason, gap.site), gap);
  const untracked = new Map<string, Gap>();
  const environment = new Set<string>();
  for (const result of results) {
    for (const [key, gap] of result.gaps) gaps.set(key, gap);
    for (const [key, gap] of result.untracked) untracked.set(key, gap);
    for (const name of result.environment) environment.add(name);
  }
  const others = [...environment].sort().map((name) => assumption('environment', name));
  const assumptions = allAssumptions(program.assumptions, others);
  const bounds = boundsOf(program, values, results);
  const complete = areComplete(program, values);
  const summary: Summary = {
    program,
    valuations,
    complete,
    results,
    assumptions,
    gaps: [...gaps.values()],
    untracked: [...untracked.values()],
    bounds,
  };
  const verdicts = new Map<string, ModelVerdict>();
  for (const name of [...properties, ...formulas.map((f) => f.name)]) verdicts.set(name, combine(summary, name));
  return {
    verdicts,
    findings: findingsOf(summary),
    states: results.reduce((n, result) => n + result.states, 0),
    transitions: results.reduce((n, result) => n + result.transitions, 0),
    work: budget.spent,
    limits: [...new Set(results.flatMap((result) => (result.limit === null ? [] : [result.limit])))],
    bounds,
    assumptions,
    gaps: summary.gaps,
    untracked: summary.untracked,
  };
}

function formulaFrom(text: string): Formula {
  const parsed = parseFormula(text);
  assert(parsed.ok, 'formulas must be read by parseFormula before they are checked');
  return parsed.formula;
}

function boundsOf(
  program: CommProgram,
  values: readonly (readonly ParamValue[])[],
  results: readonly OneResult[],
): Bounds {
  const bounds: [string, readonly number[]][] = program.params.map((param, i) => [
    param.name,
    must(values[i]).map((value) => Number(value)),
  ]);
  if (results.some((result) => result.limit !== null))
    bounds.push(['states', [Math.max(...results.map((result) => result.states))]]);
  if (results.some((result) => result.oneOrder)) bounds.push([mapOrders, [1]]);
  return bounds;
}

/** The bound of a search that visits the entries of a map in the order in which they were made, and in no other. */
const mapOrders = 'orders of map iteration';

interface Summary {
  readonly program: CommProgram;
  readonly valuations: readonly Valuation[];
  /** Whether the valuations stand for all there are. */
  readonly complete: boolean;
  readonly results: readonly OneResult[];
  readonly assumptions: readonly Assumption[];
  readonly gaps: readonly Gap[];
  readonly untracked: readonly Gap[];
  readonly bounds: Bounds;
}

/** One verdict out of the answers for all valuations. */
function combine(s: Summary, name: string): ModelVerdict {
  const answers = s.results.map((result): Answer => result.answers.get(name) ?? 'unknown');
  if (answers.length === 0) return { kind: 'unknown', reason: { kind: 'noValues' }, at: null };
  const violated = answers.includes('violated');
  // What holds in a program with gaps is not known to hold.
  const somewhereFine = s.gaps.length === 0 && answers.includes('holds');
  // That more could be followed is reported where nothing else prevents a verdict.
  const gap = s.gaps.find(({ reason }) => reason.kind !== 'beyondHorizon') ?? s.untracked[0] ?? s.gaps[0];
  if (violated && !somewhereFine) {
    const evidence = s.results.flatMap((result) => result.evidence.filter((e) => e.violates.includes(name)))[0];
    return { kind: 'violated', trace: evidence?.trace ?? null, confirmed: false };
  }
  // Values for which it holds hold as far as was seen.
  if (gap !== undefined) return { kind: 'unknown', reason: { kind: 'gap', gap: gap.reason }, at: gap.site };
  if (violated) {
    const fine = answers.map((answer) => fineIf(answer));
    const { precondition } = describePattern(s.program, s.valuations, fine);
    const complete = s.complete && !fine.includes(null);
    const { assumptions, bounds } = s;
    return { kind: 'conditional', precondition, weakest: false, complete, assumptions, bounds };
  }
  if (answers.includes('unknown')) return { kind: 'unknown', reason: unknownReason(name), at: null };
  const wholly = !answers.includes('cut') && s.complete && namedValue(s.bounds, mapOrders) === undefined;
  if (!wholly && !isImpossible(s.program, name)) return { kind: 'bounded', bounds: s.bounds };
  return { kind: 'proved', assumptions: s.assumptions };
}

function fineIf(answer: Answer): Fine {
  return answer === 'holds' ? true : answer === 'violated' ? false : null;
}

function unknownReason(name: string): OpenReason {
  return { kind: name === 'goroutine-leak' ? 'freeChoices' : 'shortestRun' };
}

/** What is broken, wherever: for a blocked goroutine, what it runs and what it waits for. */
function groupOf({ program }: Summary, { rule, site, trace }: Evidence): string {
  const at = trace.blocked.find((one) => one.span.file === site.file && one.span.start === site.start);
  if (at === undefined) return `${rule} ${site.file}.${site.start}`;
  const entry = trace.goroutines.find(({ id }) => id === at.goroutine)?.entry ?? -1;
  const proc = program.procs[entry];
  // A function that was extracted several times is one function.
  const runs = proc === undefined || proc.site.end === 0 ? (proc?.name ?? '') : `${proc.site.file}.${proc.site.start}`;
  return `blocked ${runs} ${at.operation.kind} ${waitsFor(trace, at).join()}`;
}

/** How far the values of a valuation are from those that a reader expects first: 0 and 1 before -1. */
function oddness(s: Summary, at: number): number {
  return must(s.valuations[at]).reduce<number>((sum, value) => sum + (Number(value) < 0 ? 1000 : Number(value)), 0);
}

const ownLock: ReadonlySet<string> = new Set(['double-lock']);

/** Findings of all valuations: the same one for several values is reported once, with the simplest. */
function findingsOf(s: Summary): ModelFinding[] {
  const found = new Map<string, { evidence: Evidence; at: number }>();
  s.results.forEach((result, at) => {
    for (const evidence of result.evidence) {
      const key = `${evidence.rule} ${evidence.site.file}.${evidence.site.start}`;
      const old = found.get(key);
      const shorter =
        lengthOf(evidence.trace) - (old === undefined ? Number.POSITIVE_INFINITY : lengthOf(old.evidence.trace));
      if (shorter < 0 || (shorter === 0 && oddness(s, at) < oddness(s, must(old).at))) found.set(key, { evidence, at });
    }
  });
  return [...found.values()].map(({ evidence, at }) => {
    // Values that block at another place do not make this one fine: which place it is depends on the values.
    const fine = s.results.map((result): Fine => {
      if (result.evidence.some((e) => groupOf(s, e) === groupOf(s, evidence))) return false;
      return result.limit === null ? true : null;
    });
    const pattern = fine.every((one) => one === false) ? null : describePattern(s.program, s.valuations, fine);
    const valuation = s.program.params.map((param, i) => [param.name, must(must(s.valuations[at])[i])] as const);
    return {
      rule: evidence.rule,
      violates: evidence.violates,
      // What a goroutine does to its own lock stands in the code for the values that lead there, however few they are.
      severity: pattern === null ? 'error' : pattern.largeFine && !ownLock.has(evidence.rule) ? 'note' : 'warning',
      headline: evidence.headline,
      site: evidence.site,
      valuation,
      precondition: fine.includes(true) ? (pattern?.precondition ?? null) : null,
      complete: s.complete && !fine.includes(null),
      choices: [...evidence.trace.opening, ...evidence.trace.steps.flatMap((step) => step.choices)],
      trace: evidence.trace,
    };
  });
}
