// Fragments and findings of loaded packages: from `ir` over `comm` to the model checker, and back to places in files.

import type { Finding, Fragment } from '../base/finding.ts';
import type { SourceSet } from '../base/source.ts';
import type { CommProgram } from '../comm/comm.ts';
import { fragmentProgram, locksProgram } from '../comm/fragment.ts';
import { horizonMark } from '../comm/gaps.ts';
import { stateConditions } from '../comm/unknowns.ts';
import { synchronises } from '../comm/walk-sync.ts';
import { callGraphOf } from '../flow/call-graph.ts';
import { type FlowProgram, type Horizon, horizonFor, newFlowProgram } from '../flow/program.ts';
import { findRoots, type RootFunction } from '../flow/roots.ts';
import { newLowerer } from '../ir/index.ts';
import type { Bodies, LoadedPackage } from '../load/index.ts';
import { checkProgram, type ModelFinding, type ModelResult } from '../model/index.ts';
import type { Package } from '../types/object.ts';
import { findingOf, Places } from './findings.ts';
import { failed, fragmentOf } from './fragment.ts';
import { type FragmentCache, fragmentKey } from './fragment-cache.ts';
import { withDisplayNames } from './goroutine-names.ts';
import { isVague, ownLock, worthReporting } from './judge.ts';
import { withoutRepetition } from './one-cause.ts';
import { lockRoots, restsOnCallers } from './own-locks.ts';
import { isOpen, type ProvedCondition } from './parametric.ts';
import { type Question, Usage, usualQuestion } from './question.ts';
import { type Expression, expressionsInPart } from './virgo-program.ts';

export interface AnalysisLimits {
  /** For each fragment. */
  readonly states: number;
  readonly milliseconds: number;
  /** For all fragments together: those that are left then are `unknown`. Null: as many fragments need. */
  readonly totalMilliseconds: number | null;
}

/** What all fragments together may take if nobody says otherwise. */
function usualTotal(fragments: number): number {
  return 60_000 + 150 * fragments;
}

/** Why a fragment was not looked at. */
export const outOfTime = 'the time for all fragments together was used up';

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
  /** Called before each fragment. */
  readonly progress: (name: string) => void;
  /** Only roots with this name; null for all. */
  readonly only: string | null;
  /** Which of the roots, where not all. */
  readonly wanted?: (root: RootFunction, flow: FlowProgram) => boolean;
  /** What is asked of each fragment, if not the usual. */
  readonly question?: Question;
  /** Earlier results of a package's fragments, by its path. */
  readonly earlier?: (pkg: string) => FragmentCache;
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

/** `more` was found besides: it has causes of its own. */
export function conclude({ checked, misunderstood }: Omit<Examined, 'flow'>, more: readonly Finding[] = []): Analysis {
  const found = withoutRepetition(
    checked.flatMap(({ findings, entry }, fragment) => findings.map((finding) => ({ finding, entry, fragment }))),
  );
  return {
    fragments: checked.map(({ fragment }) => fragment),
    findings: [...found, ...more].sort((a, b) => a.span.pos - b.span.pos),
    misunderstood,
  };
}

export function examine(input: AnalysisInput): Examined {
  const flow = flowProgram(input);
  const question = input.question ?? usualQuestion;
  const usage = new Usage();
  const superseded = supersededBy(input.packages);
  const all = findRoots(flow, (pkg) => !superseded.has(pkg)).filter(
    (root) =>
      (input.only === null || root.fn.name === input.only) && (input.wanted === undefined || input.wanted(root, flow)),
  );
  // Single functions are small: what time they leave is for whole programs and tests.
  const roots = [...all.filter(({ kind }) => kind === 'function'), ...all.filter(({ kind }) => kind !== 'function')];
  const far = horizonFor(roots.length);
  const checked = inTurn(input, roots, (root, milliseconds, round) => {
    // Where there are many, all get a look from nearby before some get another.
    flow.horizon = roots.length > many && round === 1 ? nearby : far;
    const found = checkFragment(flow, { ...input, limits: { ...input.limits, milliseconds } }, root, question, usage);
    return found === null ? null : settled(found);
  });
  return { checked, misunderstood: usage.problem(question), flow };
}

/** So many fragments cannot all be followed far in the time that there is. */
const many = 100;

/** Without its program where nobody will ask for it again: all programs of a large module together take much memory. */
function settled(found: Checked): Checked {
  return found.program === null || isOpen(found) ? found : { ...found, program: null, again: () => [] };
}

/** Every fragment gets at least this long, while there is time at all. */
const leastMilliseconds = 100;

/** In the first round a fragment may take this many times its share of the time that is left: most need far less. */
const generosity = 1.2;

/**
 * Checks all fragments so that one that takes long does not take the time of the others: each gets its share, and those
 * that were cut get what is left at the end.
 */
function inTurn(
  input: AnalysisInput,
  roots: readonly RootFunction[],
  check: (root: RootFunction, milliseconds: number, round: 1 | 2) => Checked | null,
): readonly Checked[] {
  const { limits, now } = input;
  const end = now() + (limits.totalMilliseconds ?? usualTotal(roots.length));
  const results: (Checked | null)[] = [];
  const cut: number[] = [];
  const shareOf = (left: number, times: number): number =>
    Math.min(limits.milliseconds, Math.max(leastMilliseconds, Math.round((times * (end - now())) / left)));
  roots.forEach((root, i) => {
    if (now() > end) {
      results.push({ fragment: failed(root, outOfTime, 0), root, ...nothing });
      return;
    }
    input.progress(root.fn.name);
    const share = shareOf(roots.length - i, generosity);
    const checked = check(root, share, 1);
    results.push(checked);
    if (checked !== null && ((checked.cut && share < limits.milliseconds) || isLimited(checked))) cut.push(i);
  });
  // Those first about which nothing is known, or something that more of the program may refute.
  const urgency = (at: number): number => {
    const { fragment, findings } = results[at] as Checked;
    return findings.length > 0 ? 0 : fragment.verdict === 'unknown' ? 1 : 2;
  };
  cut.sort((a, b) => urgency(a) - urgency(b) || a - b);
  cut.forEach((at, i) => {
    const root = roots[at] as RootFunction;
    const share = shareOf(cut.length - i, 1);
    if (now() + share > end) return;
    input.progress(root.fn.name);
    const again = check(root, share, 2);
    // What the first look has shown stays true where the second ends in the dark.
    if (again?.fragment.verdict !== 'unknown') results[at] = again;
  });
  return results.filter((checked) => checked !== null);
}

/** Whether more functions could be followed, and what was found is not about the function's own locks alone. */
function isLimited({ fragment, findings }: Checked): boolean {
  return (
    !findings.some(({ rule, severity }) => severity !== 'note' && ownLock.has(rule)) &&
    fragment.assumptions.some((one) => one.startsWith(horizonMark))
  );
}

/** Packages of which there is a form with the files of their test: that one has all that they have. */
function supersededBy(packages: readonly LoadedPackage[]): ReadonlySet<Package> {
  const tested = new Set(packages.filter((pkg) => pkg.forTest === pkg.path).map((pkg) => pkg.path));
  return new Set(packages.filter((pkg) => pkg.forTest === null && tested.has(pkg.path)).map((pkg) => pkg.types));
}

/** Everything that the analyses need to know about the packages. */
export function flowProgram(input: Pick<AnalysisInput, 'packages' | 'models' | 'bodies' | 'sources'>): FlowProgram {
  const modelFiles = new Set<string>();
  for (const model of input.models) {
    for (const file of model.files) modelFiles.add(file.path);
    believe(model.types, new Set());
  }
  const units = [...input.models, ...input.packages].map(({ types, info, files }) => ({ types, info, files }));
  const { bodies } = input;
  const lowerer = newLowerer(units, bodies === null ? {} : { bodyOf: (func) => bodies.of(func) });
  return newFlowProgram(lowerer, input.sources, (path) => modelFiles.has(path));
}

/** While user code was checked, models passed for incomplete; as programs they are complete. */
function believe(pkg: Package, seen: Set<Package>): void {
  if (seen.has(pkg)) return;
  seen.add(pkg);
  if ((pkg.scope.elems?.size ?? 0) > 0) (pkg as { fake: boolean }).fake = false;
  for (const imported of pkg.imports) believe(imported, seen);
}

/** The communication program of a root, ready to be checked. */
export function programOf(flow: FlowProgram, root: RootFunction): CommProgram {
  return fragmentProgram(flow, root);
}

/** Values of parameters, by name. */
export type ChosenValues = Readonly<Record<string, readonly (number | boolean)[]>>;

export interface Checked {
  readonly fragment: Fragment;
  readonly findings: readonly Finding[];
  /** Null where it could not be made. */
  readonly program: CommProgram | null;
  /** What is found with chosen values of the parameters. */
  readonly again: (params: ChosenValues) => readonly Finding[];
  /** Time ended the search. */
  readonly cut: boolean;
  /** It begins where a program or a test does. */
  readonly entry: boolean;
  readonly root: RootFunction;
  /** Under which it is proved; null where it needs none, or none is known. */
  readonly condition: ProvedCondition | null;
  readonly inPart: readonly (() => Expression)[] | null;
}

/** Of a fragment that was not checked. */
const nothing = {
  findings: [],
  program: null,
  again: () => [],
  cut: false,
  entry: false,
  condition: null,
  inPart: null,
} as const;

/** The model checker's answers, or those of an earlier run on the same program. Answers that time has cut are not kept. */
function checkOrRecall(
  program: CommProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question,
  usage: Usage,
): ModelResult {
  const { properties, formulas } = question;
  const params = usage.valuesFor(program, root.fn.name, question);
  const earlier = input.earlier?.(root.pkg.path);
  const { states } = input.limits;
  const key =
    earlier === undefined ? '' : fragmentKey(program, JSON.stringify({ properties, formulas, params, states }));
  const known = earlier?.get(key) ?? null;
  if (known !== null) return known;
  const result = checkProgram(program, {
    now: input.now,
    properties,
    formulas,
    params,
    maxStates: states,
    maxMilliseconds: input.limits.milliseconds,
  });
  if (!result.limits.includes('time')) earlier?.put(key, result);
  return result;
}

/** How many functions are followed when only a function itself and what is nearest to it are looked at. */
const nearby: Horizon = { function: 8, whole: 40 };

/** What one fragment is checked with. */
export type FragmentInput = Pick<AnalysisInput, 'limits' | 'now' | 'sources' | 'earlier'>;

/**
 * Null for functions that turn out not to synchronise at all. What a function does to its own locks is often seen from
 * nearby where the whole is too large to be searched, or not understood: so it gets a second look, at locks only and without
 * what lies further away, and so does each of its literals.
 */
export function checkFragment(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question = usualQuestion,
  usage: Usage = new Usage(),
): Checked | null {
  const far = look(flow, input, root, question, usage, { make: () => programOf(flow, root), counts: () => true });
  const verdict = far?.fragment.verdict ?? 'proved';
  if (root.kind === 'test' || verdict === 'violated' || question.explicit) return far;
  const open = verdict === 'unknown' || verdict === 'bounded';
  const near = lookAtLocks(flow, input, root, usage, open ? null : (far?.program ?? null));
  // What is not of this kind is told as it was seen from further away.
  return near === null ? far : { ...near, findings: [...(far?.findings ?? []), ...near.findings] };
}

/**
 * What a function and its literals do wrong with their own locks, seen from nearby; null where nothing was found. What a
 * program that was understood has shown needs no second look.
 */
export function lookAtLocks(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  usage: Usage = new Usage(),
  seen: CommProgram | null = null,
): Checked | null {
  const { horizon } = flow;
  flow.horizon = nearby;
  const end = input.now() + input.limits.milliseconds;
  let found = null as Checked | null;
  for (const one of lockRoots(flow, root, seen)) {
    const earlier: readonly Finding[] = found?.findings ?? [];
    const limits = { ...input.limits, milliseconds: Math.max(leastMilliseconds, Math.round(end - input.now())) };
    const near = look(flow, { ...input, limits }, root, usualQuestion, usage, {
      make: () => locksProgram(flow, one),
      counts: (finding, program) => ownLock.has(finding.rule) && !restsOnCallers(one, finding, program),
    });
    const own = near?.findings.filter(({ severity }) => severity !== 'note') ?? [];
    if (near === null || own.length === 0) continue;
    // Such a program is there to find something in: nobody shall prove anything of it.
    found = { ...near, program: null, inPart: null, findings: [...earlier, ...own] };
  }
  flow.horizon = horizon;
  return found;
}

/** How a root is looked at: its program, and which findings of the model count. */
interface Look {
  readonly make: () => CommProgram;
  readonly counts: (finding: ModelFinding, program: CommProgram) => boolean;
}

function look(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question,
  usage: Usage,
  { make, counts }: Look,
): Checked | null {
  const begin = input.now();
  let program: CommProgram;
  try {
    program = withDisplayNames(make(), input.sources);
  } catch (error) {
    return {
      fragment: failed(root, `Gordian failed: ${messageOf(error)}`, input.now() - begin),
      root,
      ...nothing,
    };
  }
  // What lies beyond the horizon may synchronise.
  if (!synchronises(program) && !program.assumptions.some((one) => one.startsWith(horizonMark))) return null;
  let result: ModelResult;
  try {
    // What it took to make the program is part of its time.
    const left = Math.max(leastMilliseconds, Math.round(input.limits.milliseconds - (input.now() - begin)));
    result = checkOrRecall(
      program,
      { ...input, limits: { ...input.limits, milliseconds: left } },
      root,
      question,
      usage,
    );
  } catch (error) {
    return {
      fragment: failed(root, `Gordian failed: ${messageOf(error)}`, input.now() - begin),
      root,
      ...nothing,
    };
  }
  const places = new Places(program, input.sources, flow);
  const vague = stateConditions(program);
  const report = (of: ModelResult): readonly { readonly name: string; readonly finding: Finding }[] =>
    of.findings
      .filter(
        (finding) =>
          counts(finding, program) && worthReporting(program, of, finding, question, (site) => places.isModel(site)),
      )
      .map((found) => ({
        name: found.rule,
        finding: findingOf(
          places,
          root,
          found,
          isVague(program, found, vague, (site) => places.text(site)),
        ),
      }));
  const reported = report(result);
  const findings = reported.map(({ finding }) => finding);
  const serious = new Set(reported.flatMap(({ name, finding }) => (finding.severity === 'note' ? [] : [name])));
  const fragment = fragmentOf(program, root, result, serious, input.now() - begin);
  const { states: maxStates, milliseconds: maxMilliseconds } = input.limits;
  // Who chooses values wants to see what happens, whatever callers have promised.
  const again = (params: ChosenValues): readonly Finding[] =>
    report(checkProgram({ ...program, requires: [] }, { now: input.now, params, maxStates, maxMilliseconds })).map(
      ({ finding }) => finding,
    );
  return {
    fragment,
    findings,
    program,
    again,
    cut: result.limits.includes('time'),
    entry: root.kind !== 'function',
    root,
    condition: null,
    inPart: callGraphOf(flow).creating.has(root.fn.id) ? expressionsInPart(flow, root) : null,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
