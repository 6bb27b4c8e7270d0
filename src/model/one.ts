// One valuation: explores the model and decides each property.

import { must } from '../base/assert.ts';
import { blockedHeadline, type Headline } from '../base/headline.ts';
import { goroutineOf, objectOf } from '../base/trace.ts';
import type { CommProgram, RootKind, Site } from '../comm/comm.ts';
import { type Budget, extended, spend } from './budget.ts';
import type { ProgramCode } from './code.ts';
import { type BlockRule, explain } from './explain.ts';
import { type Exploration, explore, type Limits } from './explore.ts';
import { type Formula, parseFormula } from './formula.ts';
import { statesOf } from './formula-eval.ts';
import { configAt, goroutines } from './graph.ts';
import { findBlocked } from './leak.ts';
import { type Fault, type Machine, newMachine, type StepRule } from './machine.ts';
import type { Valuation } from './params.ts';
import { formulaOf, needsGraph, type PropertyName, stepRules } from './property.ts';
import type { Reductions, Search } from './search.ts';
import { siteOfConfig } from './thread.ts';
import { type ModelTrace, tell } from './trace.ts';
import { witness } from './witness.ts';

/** What a search over one valuation found out about a property. */
export type Answer = 'violated' | 'holds' | 'unknown' | 'cut';

/** A violation with a run that shows it. */
export interface Evidence {
  /** A property, or the name of a formula. */
  readonly rule: string;
  /** Properties and formulas that it violates. */
  readonly violates: readonly string[];
  readonly site: Site;
  readonly headline: Headline<Site>;
  readonly trace: ModelTrace;
}

export interface OneResult {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly evidence: readonly Evidence[];
  readonly states: number;
  readonly transitions: number;
  readonly limit: Exploration['limit'];
  readonly gaps: Machine['gaps'];
  readonly untracked: Machine['untracked'];
  readonly environment: ReadonlySet<string>;
  /** Whether a map was iterated in one order only. */
  readonly oneOrder: boolean;
}

export interface Question {
  readonly properties: readonly PropertyName[];
  readonly formulas: readonly { readonly name: string; readonly formula: Formula }[];
  readonly reductions: Reductions;
  readonly limits: Limits;
  /** Of all searches of the program. */
  readonly budget: Budget;
}

/** Steps beyond the limit for deciding which goroutines stay blocked in the graph that was found. */
const afterwards = 5_000_000;

export function checkOne(code: ProgramCode, valuation: Valuation, q: Question): OneResult {
  const program: CommProgram = code.program;
  const answers = new Map<string, Answer>();
  const evidence: Evidence[] = [];
  let states = 0;
  let transitions = 0;
  let limit: Exploration['limit'] = null;
  const gaps: Machine['gaps'] = new Map();
  const untracked: Machine['untracked'] = new Map();
  const environment = new Set<string>();
  let oneOrder = false;
  const run = (root: RootKind, reductions: Reductions, graph: boolean, objects: boolean): Exploration => {
    const found = explore(newMachine(code, root, valuation), reductions, graph, q.limits, q.budget, objects);
    states += found.search.table.count;
    transitions += found.search.transitions;
    limit ??= found.limit;
    for (const [key, gap] of found.search.machine.gaps) gaps.set(key, gap);
    for (const [key, gap] of found.search.machine.untracked) untracked.set(key, gap);
    for (const name of found.search.machine.environment) environment.add(name);
    if (found.search.machine.oneOrder) oneOrder = true;
    return found;
  };

  const direct = q.properties.filter((name) => isDirect(name));
  if (direct.length > 0) {
    const graph = direct.some(needsGraph);
    const reductions = { ...q.reductions, partialOrder: q.reductions.partialOrder && !graph };
    const { search } = run(program.root, reductions, graph, false);
    steps(search, direct, answers, evidence);
    const more = extended(q.budget, afterwards);
    blocked(search, direct, graph, answers, evidence, more);
    q.budget.spent = more.spent;
    limit ??= more.ended;
  }
  if (q.properties.includes('deadlock-ignoring-main-exit')) {
    const { search } = run('function', q.reductions, false, false);
    const stuck = search.terminal.find((state) => goroutinesLeft(search, state).length > 0);
    decide(search, answers, 'deadlock-ignoring-main-exit', stuck !== undefined);
    if (stuck !== undefined) {
      const trace = traceTo(search, stuck, goroutinesLeft(search, stuck), true);
      const first = must(trace.trace.blocked[0]);
      const violates: PropertyName[] = ['deadlock-ignoring-main-exit'];
      const rule = 'deadlock-ignoring-main-exit';
      const headline = blockedHeadline(rule, trace.trace, first);
      evidence.push({ rule, violates, site: first.span, headline, trace: trace.trace });
    }
  }
  const formulas = [
    ...q.properties.flatMap((name) => {
      const text = formulaOf(name);
      const parsed = text === null ? null : parseFormula(text);
      return parsed?.ok ? [{ name: name as string, formula: parsed.formula }] : [];
    }),
    ...q.formulas,
  ];
  if (formulas.length > 0) {
    const { search } = run('function', { ...q.reductions, partialOrder: false }, true, true);
    const more = extended(q.budget, afterwards);
    for (const { name, formula } of formulas) {
      const holds = statesOf(search, formula, more);
      if (holds === null) {
        answers.set(name, 'cut');
        limit ??= more.ended;
        continue;
      }
      decide(
        search,
        answers,
        name,
        search.initial.some(({ state }) => holds[state] === 0),
      );
      if (answers.get(name) !== 'violated') continue;
      const root = must(program.procs[program.entry]).site;
      evidence.push({ rule: name, violates: [name], ...witness(search, name, formula, root) });
    }
    q.budget.spent = more.spent;
  }
  return { answers, evidence, states, transitions, limit, gaps, untracked, environment, oneOrder };
}

function isDirect(name: PropertyName): boolean {
  return name !== 'deadlock-ignoring-main-exit' && formulaOf(name) === null;
}

function decide(s: Search, answers: Map<string, Answer>, name: string, violated: boolean): void {
  const cut = s.cut.size > 0;
  // What a formula says about a graph with open ends is not known either way.
  answers.set(
    name,
    cut ? (violated && name === 'deadlock-ignoring-main-exit' ? 'violated' : 'cut') : violated ? 'violated' : 'holds',
  );
}

function steps(s: Search, wanted: readonly PropertyName[], answers: Map<string, Answer>, evidence: Evidence[]): void {
  for (const rule of stepRules) {
    if (!wanted.includes(rule)) continue;
    const found = [...s.faultAt].filter(([fault]) => s.machine.faults[fault]?.rule === rule);
    for (const [fault, state] of found) {
      const told = tell(s, state, rule === 'nil-channel' ? null : fault);
      const { what, site } = s.machine.faults[fault] as Fault;
      const { steps: list, start, opening, schedule } = told;
      const blockedHere = rule === 'nil-channel' ? explain(told.scene, atSite(s, state, site), false).blocked : [];
      const { goroutines: who, objects } = told.scene.cast;
      const trace: ModelTrace = {
        goroutines: who,
        objects,
        steps: list,
        blocked: blockedHere,
        start,
        opening,
        schedule,
      };
      const [first] = blockedHere;
      const headline =
        first === undefined ? faultHeadline(rule, what, site, trace) : blockedHeadline('nil-channel', trace, first);
      evidence.push({ rule, violates: [rule], site, headline, trace });
    }
    answers.set(rule, found.length > 0 ? 'violated' : s.cut.size > 0 ? 'cut' : 'holds');
  }
}

/** Of a step that breaks a rule. What a goroutine does by itself after its last step has no object. */
function faultHeadline(rule: StepRule, what: string, site: Site, trace: ModelTrace): Headline<Site> {
  const last = trace.steps.at(-1);
  // A select is at fault in one of its cases.
  const isOwn =
    last !== undefined &&
    (placeOf(last.span) === placeOf(site) || (last.effect.kind === 'panics' && isWithin(last.span, site)));
  const own = isOwn ? last : null;
  return {
    kind: 'fault',
    rule,
    what,
    goroutine: own === null ? null : goroutineOf(trace, own.goroutine),
    object: own === null ? null : objectOf(trace, own.object),
  };
}

/** Positions of goroutines that stand at a place. */
function atSite(s: Search, state: number, site: Site): number[] {
  const out: number[] = [];
  for (let g = 0; g < goroutines(s, state); g++) {
    const config = configAt(s, state, g);
    if (config === 0) continue;
    const here = siteOfConfig(s.machine, config);
    if (here.start === site.start && here.file === site.file) out.push(g);
  }
  return out;
}

function goroutinesLeft(s: Search, state: number): number[] {
  const out: number[] = [];
  for (let g = 0; g < goroutines(s, state); g++) if (configAt(s, state, g) !== 0) out.push(g);
  return out;
}

function traceTo(
  s: Search,
  state: number,
  positions: readonly number[],
  deadlock: boolean,
): { trace: ModelTrace; rule: BlockRule; first: number } {
  const { steps: list, start, opening, schedule, scene } = tell(s, state, null);
  const { blocked: all, rule, first } = explain(scene, positions, deadlock);
  const { goroutines: who, objects } = scene.cast;
  return { trace: { goroutines: who, objects, steps: list, blocked: all, start, opening, schedule }, rule, first };
}

function isDeadlock(s: Search, state: number): boolean {
  return goroutinesLeft(s, state).some((g) => s.machine.comps.isRoot[configAt(s, state, g)]);
}

/** Global deadlocks and leaks, one finding for each set of places that block together. */
function blocked(
  s: Search,
  wanted: readonly PropertyName[],
  graph: boolean,
  answers: Map<string, Answer>,
  evidence: Evidence[],
  budget: Budget,
): void {
  const covered = new Set<string>();
  const rules = new Set<BlockRule>();
  const report = (state: number, positions: readonly number[], deadlock: boolean): void => {
    const { trace, rule, first } = traceTo(s, state, positions, deadlock);
    rules.add(rule);
    // What was reported before is not what is at fault here.
    const fresh = trace.blocked.findIndex((one) => !covered.has(placeOf(one.span)));
    const at = must(trace.blocked[covered.has(placeOf(must(trace.blocked[first]).span)) ? fresh : first]);
    const violates: PropertyName[] = deadlock ? ['global-deadlock', 'goroutine-leak'] : ['goroutine-leak'];
    if (rule === 'double-lock' || rule === 'lock-order') violates.push(rule);
    for (const one of trace.blocked) covered.add(placeOf(one.span));
    const headline = blockedHeadline(rule, trace, at);
    evidence.push({ rule, violates: violates.filter((name) => wanted.includes(name)), site: at.span, headline, trace });
  };
  const deadlocks = s.terminal.filter((state) => isDeadlock(s, state));
  if (wanted.includes('global-deadlock')) {
    for (const state of deadlocks) {
      const left = goroutinesLeft(s, state);
      if (left.every((g) => covered.has(placeOf(siteOfConfig(s.machine, configAt(s, state, g)))))) continue;
      report(state, left, true);
    }
    answers.set('global-deadlock', deadlocks.length > 0 ? 'violated' : s.cut.size > 0 ? 'cut' : 'holds');
  }
  if (!graph) return;
  const leak = leaks(s, covered, report, budget);
  answers.set(
    'goroutine-leak',
    leak === 'holds' && s.cut.size > 0 ? 'cut' : leak === 'unknown' && s.cut.size > 0 ? 'cut' : leak,
  );
  for (const name of ['double-lock', 'lock-order'] as const) {
    if (!wanted.includes(name)) continue;
    // Only the shortest run to each blocked place was looked at.
    answers.set(
      name,
      rules.has(name) ? 'violated' : leak === 'violated' ? 'unknown' : (answers.get('goroutine-leak') ?? 'unknown'),
    );
  }
}

function leaks(
  s: Search,
  covered: Set<string>,
  report: (state: number, positions: readonly number[], deadlock: boolean) => void,
  budget: Budget,
): Answer {
  const blockedHere = findBlocked(s, budget);
  if (blockedHere === null) return 'cut';
  const { stays, lost, words } = blockedHere;
  let some = false;
  let violated = false;
  const found: number[] = [];
  for (let state = 0; state < s.table.count; state++) {
    for (let w = 0; w < words; w++) {
      if (stays[state * words + w] !== 0) some = true;
      if ((lost[state * words + w] as number) !== 0) {
        violated = true;
        if (found[found.length - 1] !== state) found.push(state);
      }
    }
  }
  const terminal = new Set(s.terminal);
  const lostAt = (state: number): number[] => {
    const positions = positionsOf(state, words, lost);
    // Looking through them takes time, but what was found is reported all the same.
    spend(budget, positions.length);
    return positions;
  };
  // States without any step show the whole picture, so they come first.
  const ordered = [...found.filter((state) => terminal.has(state)), ...found.filter((state) => !terminal.has(state))];
  for (const state of ordered) {
    const here = lostAt(state);
    if (here.every((g) => covered.has(placeOf(siteOfConfig(s.machine, configAt(s, state, g)))))) continue;
    if (terminal.has(state) && isDeadlock(s, state)) {
      report(state, here, true);
      continue;
    }
    // The picture may be complete long before nothing more moves: states are numbered by the length of their runs.
    const picture = here.map((g) => placeOf(siteOfConfig(s.machine, configAt(s, state, g))));
    const first = found.find((other) => other >= state || hasAll(s, other, lostAt(other), picture)) ?? state;
    report(first, lostAt(first), false);
  }
  return violated ? 'violated' : some ? 'unknown' : 'holds';
}

/** Positions of the goroutines of a state that are marked. */
function positionsOf(state: number, words: number, marked: Int32Array): number[] {
  const out: number[] = [];
  for (let g = 0; g < words * 32; g++) {
    if (((marked[state * words + (g >> 5)] as number) & (1 << (g & 31))) !== 0) out.push(g);
  }
  return out;
}

/** Whether goroutines at these positions stand, one for one, at all these places. */
function hasAll(s: Search, state: number, positions: readonly number[], places: readonly string[]): boolean {
  if (positions.length < places.length) return false;
  const left = positions.map((g) => placeOf(siteOfConfig(s.machine, configAt(s, state, g))));
  return places.every((place) => {
    const at = left.indexOf(place);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

function isWithin(inner: Site, outer: Site): boolean {
  return inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;
}

function placeOf(site: Site): string {
  return `${site.file}.${site.start}.${site.end}`;
}
