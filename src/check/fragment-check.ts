// One fragment: from `ir` over `comm` to the model checker, and back to places in files.

import { TooMuchWork } from '../base/assert.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Named } from '../base/named.ts';
import { assumes, type OpenReason } from '../base/reasons.ts';
import type { SourceSet } from '../base/source.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import {
  fragmentViews,
  isIncomplete,
  locks,
  locksProgram,
  stateConditions,
  synchronises,
  type Translated,
  type Views,
  withoutDoubts,
} from '../comm/index.ts';
import { callGraphOf, type FlowProgram, type Horizon, type RootFunction } from '../flow/index.ts';
import { checkProgram, type ModelFinding, type ModelResult } from '../model/index.ts';
import { Completers } from './completers.ts';
import type { EarlierResult, EarlierResults } from './earlier.ts';
import { classesOf } from './finding-rules.ts';
import { findingOf, isOnPurpose, Places } from './findings.ts';
import { failed, fragmentOf } from './fragment.ts';
import { withContextNames } from './goroutine-names.ts';
import { graded, gradings } from './gradings.ts';
import { isUntracked, isVague } from './judge.ts';
import { lockRoots, restsOnCallers } from './own-locks.ts';
import type { ProvedCondition } from './prove-fragments.ts';
import { type Question, Usage, usualQuestion } from './question.ts';
import { type AnalysisLimits, leastWork } from './turns.ts';
import { type HostileView, hostileView, mayBeProved } from './views.ts';
import { type Expression, expressionsInPart } from './virgo-program.ts';

/** Values of parameters, by name. */
export type ChosenValues = Named<readonly (number | boolean)[]>;

export interface Checked {
  readonly fragment: Fragment;
  readonly findings: readonly Finding[];
  /** Null where it could not be made. */
  readonly program: CommProgram | null;
  /** What is found with chosen values of the parameters. */
  readonly again: (params: ChosenValues) => readonly Finding[];
  /** The search was ended by a limit on its work, and more of it could tell more. */
  readonly cut: boolean;
  /** Time has ended a search or a proof: on another machine it could have told more. */
  readonly late: boolean;
  /** It begins where a program or a test does. */
  readonly entry: boolean;
  readonly root: RootFunction;
  /** Under which it is proved; null where it needs none, or none is known. */
  readonly condition: ProvedCondition | null;
  readonly inPart: readonly ((translated?: Translated) => Expression)[] | null;
  readonly untracked: boolean;
}

/** Of a fragment that was not checked. */
export const nothing = {
  findings: [],
  program: null,
  again: () => [],
  cut: false,
  late: false,
  entry: false,
  condition: null,
  inPart: null,
  untracked: false,
} as const;

/**
 * Where something is not followed, all is unknown but what single goroutines do to their own locks, which shows early: the
 * rest of the work is better spent on others.
 */
const openShare = 1 / 10;

/**
 * The model checker's answers, or those of an earlier run on the same program, which are those that it would give now. Answers that
 * time has cut are not kept.
 */
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
  const { states, work, milliseconds } = input.limits;
  const key = earlier?.keyOf(program, JSON.stringify({ properties, formulas, params, states })) ?? '';
  const known = earlier?.get(key) ?? null;
  if (known !== null && isSame(known, work)) return known.result;
  const end = input.now() + milliseconds;
  const result = checkProgram(program, {
    properties,
    formulas,
    params,
    maxStates: states,
    maxWork: work,
    expired: () => isOver(input, end),
    openShare,
  });
  if (!result.limits.includes('time')) earlier?.put(key, { result, work });
  return result;
}

/** Whether a search is to end, whatever work it may still do. */
function isOver(input: FragmentInput, end: number): boolean {
  return input.now() > end || input.isRequested?.() === true;
}

/** Whether more work could have told more. */
function isCutShort(limits: ModelResult['limits']): boolean {
  return limits.includes('work') || limits.includes('time');
}

/** Whether a search that may do this much work ends as an earlier one did. */
function isSame({ result, work: allowed }: EarlierResult, work: number): boolean {
  return work === allowed || (!result.limits.includes('work') && result.work <= work);
}

/** Which part of states and work a second look gets, at locks only: what single goroutines do to their own shows early. */
const lockShare = 1 / 4;

/** Which part of states a second look gets at a program in which nothing panics but what says so. */
const carefulShare = 1 / 4;

/** A run in which data panics hides longer ones to the same place: such as those in which the program panics itself. */
function restsOnDoubt({ choices }: ModelFinding): boolean {
  return choices.some(({ why }) => why.kind === 'panic');
}

/** How many functions are followed when only a function itself and what is nearest to it are looked at. */
export const nearby: Horizon = { function: 8, whole: 40 };

/** Steps of work that a look at a fragment takes: the same on every machine, whatever was looked at before. */
export interface Meter {
  spent: number;
}

/** Measured: to make a program out of functions takes so many steps for each statement that is translated. */
const stepsPerStatement = 35;

/** What translation may take, in such steps: programs that are looked at as a whole have a few thousand statements. */
const mostTranslation = 3_000_000;

/** And whatever it is, some more. */
const stepsPerProgram = 2_000;

/** What one fragment is checked with. */
export interface FragmentInput {
  /** How many functions this look follows, and one at a part of the program later. */
  readonly horizon: Horizon;
  readonly far: Horizon;
  readonly limits: AnalysisLimits;
  /** What the look has taken so far. */
  readonly meter: Meter;
  readonly now: () => number;
  /** Whether the user wants an end. */
  readonly isRequested?: () => boolean;
  readonly sources: SourceSet;
  /** Earlier results of a package's fragments, by its path. */
  readonly earlier?: (pkg: string) => EarlierResults;
}

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
  const far = look(flow, input, root, question, usage, {
    make: (translated) => fragmentViews(flow, root, { horizon: input.horizon, translated }),
    // What lies beyond the horizon may synchronise.
    tells: (program) => synchronises(program) || assumes(program.assumptions, 'horizon'),
    counts: () => true,
  });
  const verdict = far?.fragment.verdict ?? 'proved';
  if (root.kind === 'test' || question.explicit) return far;
  const open = verdict !== 'proved' && verdict !== 'conditional';
  const near = lookAtLocks(flow, input, root, usage, open ? null : (far?.program ?? null));
  if (near === null) return far;
  // What is not of this kind is told as it was seen from further away; and what is, if it was seen from there.
  const seen = new Set(far?.findings.map(({ span }) => span.pos));
  const fresh = near.findings.filter(({ span }) => !seen.has(span.pos));
  return { ...(far !== null && verdict === 'violated' ? far : near), findings: [...(far?.findings ?? []), ...fresh] };
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
  const { states, work: most } = input.limits;
  const { meter } = input;
  const end = meter.spent + most * lockShare;
  let found = null as Checked | null;
  for (const one of lockRoots(flow, root, seen)) {
    const earlier: readonly Finding[] = found?.findings ?? [];
    const work = Math.max(leastWork, Math.round(end - meter.spent));
    const limits = { ...input.limits, states: Math.ceil(states * lockShare), work };
    const near = look(flow, { ...input, limits }, root, usualQuestion, usage, {
      make: (translated) => ({ plausible: locksProgram(flow, one, { horizon: nearby, translated }), hostile: null }),
      tells: locks,
      counts: (finding, program) => classesOf(finding.rule).ownLock && !restsOnCallers(one, finding, program),
    });
    const own = near?.findings.filter(({ severity }) => severity !== 'note') ?? [];
    if (near === null || own.length === 0) continue;
    // Such a program is there to find something in: nothing shall be proved of it.
    found = { ...near, program: null, again: () => [], inPart: null, findings: [...earlier, ...own] };
  }
  return found;
}

/** How a root is looked at: its program, whether there is anything in it to look for, and which findings of the model count. */
interface Look {
  readonly make: (translated: Translated) => Views;
  readonly tells: (program: CommProgram) => boolean;
  readonly counts: (finding: ModelFinding, program: CommProgram) => boolean;
}

/** A defect of Gordian while a fragment is looked at costs that fragment, and no other. */
function look(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question,
  usage: Usage,
  how: Look,
): Checked | null {
  try {
    return lookAt(flow, input, root, question, usage, how);
  } catch (error) {
    const reason: OpenReason =
      error instanceof TooMuchWork
        ? { kind: 'limits', limits: ['work'] }
        : { kind: 'failed', message: messageOf(error) };
    return { fragment: failed(root, reason), root, ...nothing };
  }
}

function lookAt(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question,
  usage: Usage,
  { make, tells, counts }: Look,
): Checked | null {
  const { meter, limits } = input;
  const begin = meter.spent;
  meter.spent += stepsPerProgram;
  const made = make((statements) => {
    meter.spent += statements * stepsPerStatement;
    // No search could begin: what is left to do would take longer than one.
    if (meter.spent - begin > mostTranslation) throw new TooMuchWork('the statements that are followed');
  });
  const program = withContextNames(made.plausible);
  if (!tells(program)) return null;
  let careful: { readonly program: CommProgram; readonly result: ModelResult } | null = null;
  const ask = (of: CommProgram, states: number): ModelResult => {
    // What it took to make the program is part of its work.
    const work = Math.max(leastWork, Math.round(limits.work - (meter.spent - begin)));
    const answer = checkOrRecall(of, { ...input, limits: { ...limits, states, work } }, root, question, usage);
    meter.spent += answer.work;
    return answer;
  };
  const result = ask(program, limits.states);
  if (result.findings.some(restsOnDoubt)) {
    const certain = withoutDoubts(program);
    careful = { program: certain, result: ask(certain, Math.ceil(limits.states * carefulShare)) };
  }
  const reports = (of: CommProgram, found: ModelResult): ReturnType<ReturnType<typeof reportsOf>> =>
    reportsOf(flow, input, root, question, of, counts)(found);
  const seen = reports(program, result);
  const sure = careful === null ? [] : reports(careful.program, careful.result).filter((r) => r.isCertain);
  const isSure = (finding: Finding): boolean =>
    sure.some((other) => other.finding.rule === finding.rule && other.finding.span.pos === finding.span.pos);
  const reported = [...sure, ...seen.filter(({ finding }) => !isSure(finding))];
  const findings = reported.map(({ finding }) => finding);
  const serious = reported.filter(({ isCertain }) => isCertain);
  const plausible = fragmentOf(program, root, result, serious);
  const view: HostileView | null =
    made.hostile === null || !mayBeProved(plausible) || isCutShort(result.limits)
      ? null
      : hostileView(withContextNames(made.hostile()), root, plausible, (of) => ask(of, limits.states));
  const searches = [result, careful?.result, view?.result];
  return {
    fragment: view?.fragment ?? plausible,
    findings,
    cut: [result, view?.result].some((one) => one !== undefined && isCutShort(one.limits) && !isIncomplete(one.gaps)),
    late: searches.some((one) => one?.limits.includes('time') === true),
    untracked: result.untracked.length > 0 || isIncomplete(program.gaps),
    root,
    ...ofProgram(flow, input, root, question, program),
    // What is proved for all values is proved of what the outside may do.
    ...(view === null ? provable(made, program) : inView(view)),
  };
}

/** What a proof for all values may be about; where the hostile view has failed, nothing. */
function inView({ program }: HostileView): Pick<Checked, 'program'> | Pick<Checked, 'program' | 'inPart'> {
  return program === null ? { program: null, inPart: null } : { program };
}

/** The same where the plausible view has left the verdict open, and a proof for all values may still settle it. */
function provable({ hostile }: Views, plausible: CommProgram): Pick<Checked, 'program'> {
  const mayBe =
    plausible.gaps.length === 0 && !assumes(plausible.assumptions, 'horizon') && plausible.params.length > 0;
  return { program: hostile !== null && mayBe ? hostile() : plausible };
}

/** What can be made of a fragment's program whenever it is asked for. */
export function ofProgram(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question,
  program: CommProgram,
): Pick<Checked, 'program' | 'again' | 'entry' | 'condition' | 'inPart'> {
  const { states: maxStates, work: maxWork, milliseconds } = input.limits;
  // A user who chooses values wants to see what happens, whatever callers have promised.
  const again = (params: ChosenValues): readonly Finding[] => {
    const end = input.now() + milliseconds;
    return reportsOf(
      flow,
      input,
      root,
      question,
      program,
    )(
      checkProgram({ ...program, requires: [] }, { params, maxStates, maxWork, expired: () => isOver(input, end) }),
    ).map(({ finding }) => finding);
  };
  return {
    program,
    again,
    entry: root.kind !== 'function',
    condition: null,
    inPart: callGraphOf(flow).creating.has(root.fn.id) ? expressionsInPart(flow, root, input.far) : null,
  };
}

/** A finding with the property or formula that it is about, and all that its run breaks. */
interface Reported {
  readonly name: string;
  readonly violates: readonly string[];
  readonly finding: Finding;
  readonly isCertain: boolean;
}

/** Says what the answers of the model checker come to. */
function reportsOf(
  flow: FlowProgram,
  input: FragmentInput,
  root: RootFunction,
  question: Question,
  program: CommProgram,
  counts: Look['counts'] = () => true,
): (of: ModelResult) => readonly Reported[] {
  const places = new Places(program, input.sources, flow);
  const judged = {
    program,
    question,
    stateConditions: stateConditions(program),
    textOf: (site: Site): string => places.text(site),
    isModel: (site: Site): boolean => places.isModel(site),
  };
  let completers: Completers | null = null;
  const ofProgram = (): Completers => (completers ??= new Completers(program));
  return (result) =>
    result.findings.flatMap((found): readonly Reported[] => {
      if (!counts(found, program)) return [];
      const make = (): Finding => findingOf(places, program, root, found, ofProgram);
      const finding = graded(gradings, { ...judged, found, result }, make);
      if (finding === null) return [];
      const isCertain = finding.severity !== 'note' || (isOnPurpose(found) && !isUntracked(finding));
      // That a goroutine waits for its own lock is certain sooner than what becomes of the others.
      const violates = isVague(judged, found, true) ? [] : found.violates;
      return [{ name: found.rule, violates, finding, isCertain }];
    });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
