// Fragments and findings of loaded packages: from `ir` over `comm` to the model checker, and back to places in files.

import type { Finding, Fragment, FreeChoice } from '../base/finding.ts';
import type { SourceSet, Span } from '../base/source.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import { releaseEscaping } from '../comm/escape.ts';
import { extract } from '../comm/extract.ts';
import { prepare } from '../comm/prepare.ts';
import { slice } from '../comm/slice.ts';
import { stateConditions } from '../comm/unknowns.ts';
import { synchronises } from '../comm/walk-sync.ts';
import { type FlowProgram, newFlowProgram } from '../flow/program.ts';
import { findRoots, type RootFunction } from '../flow/roots.ts';
import { newLowerer } from '../ir/index.ts';
import type { Bodies, LoadedPackage } from '../load/index.ts';
import { checkProgram, type ModelFinding, type ModelResult } from '../model/index.ts';
import type { Package } from '../types/object.ts';
import { isVague, worthReporting } from './judge.ts';

export interface AnalysisLimits {
  /** For each fragment. */
  readonly states: number;
  readonly milliseconds: number;
  /** For all fragments together: those that are left then are `unknown`. */
  readonly totalMilliseconds: number;
}

/** Why a fragment was not looked at. */
export const outOfTime = 'the time for all fragments together was used up';

export interface Analysis {
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
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
}

export function analyse(input: AnalysisInput): Analysis {
  const flow = flowProgram(input);
  const fragments: Fragment[] = [];
  const findings: Finding[] = [];
  const superseded = supersededBy(input.packages);
  const end = input.now() + input.limits.totalMilliseconds;
  for (const root of findRoots(flow, (pkg) => !superseded.has(pkg))) {
    if (input.only !== null && root.fn.name !== input.only) continue;
    if (input.now() > end) {
      fragments.push(failed(root, outOfTime, 0));
      continue;
    }
    input.progress(root.fn.name);
    const checked = checkFragment(flow, input, root);
    if (checked === null) continue;
    fragments.push(checked.fragment);
    findings.push(...checked.findings);
  }
  return { fragments, findings: withoutRepetition(findings) };
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
  return prepare(slice(releaseEscaping(extract(flow, root))));
}

interface Checked {
  readonly fragment: Fragment;
  readonly findings: readonly Finding[];
}

/** Null for functions that turn out not to synchronise at all. */
function checkFragment(flow: FlowProgram, input: AnalysisInput, root: RootFunction): Checked | null {
  const begin = input.now();
  let program: CommProgram;
  try {
    program = programOf(flow, root);
  } catch (error) {
    return { fragment: failed(root, `Gordian failed: ${messageOf(error)}`, input.now() - begin), findings: [] };
  }
  if (!synchronises(program)) return null;
  let result: ModelResult;
  try {
    result = checkProgram(program, {
      now: input.now,
      maxStates: input.limits.states,
      maxMilliseconds: input.limits.milliseconds,
    });
  } catch (error) {
    return { fragment: failed(root, `Gordian failed: ${messageOf(error)}`, input.now() - begin), findings: [] };
  }
  const places = new Places(program, input.sources, flow);
  const vague = stateConditions(program);
  const findings = result.findings
    .filter((finding) => worthReporting(program, result, finding, (site) => places.isModel(site)))
    .map((finding) => findingOf(places, root, finding, isVague(finding, vague)));
  return { fragment: fragmentOf(program, root, result, findings, input.now() - begin), findings };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(root: RootFunction, reason: string, ms: number): Fragment {
  return {
    function: root.fn.name,
    package: root.pkg.path,
    span: root.fn.span,
    parameters: [],
    verdict: 'unknown',
    precondition: null,
    weakest: false,
    bounds: {},
    properties: {},
    assumptions: [],
    reason,
    states: 0,
    ms: Math.round(ms),
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Verdicts

function fragmentOf(
  program: CommProgram,
  root: RootFunction,
  result: ModelResult,
  findings: readonly Finding[],
  ms: number,
): Fragment {
  const properties: Record<string, string> = {};
  let verdict: Fragment['verdict'] = 'proved';
  let precondition: string | null = null;
  let reason = '';
  const assumptions = new Set(result.assumptions);
  const serious = findings.filter((finding) => finding.severity !== 'note');
  for (const [name, found] of result.verdicts) {
    const blamed = serious.some((finding) => finding.rule === name);
    // What is violated in the model but not worth reporting is not known about the program.
    const kind = found.kind === 'violated' && !blamed && !isImplied(name, serious) ? 'unknown' : found.kind;
    properties[name] = kind;
    // Panics that data decides are not looked into: the verdict assumes that there are none.
    if (name === 'panic' && kind === 'unknown') {
      assumptions.add('no-panic');
      continue;
    }
    verdict = worse(verdict, kind);
    if (found.kind === 'conditional') precondition ??= found.precondition;
    if (found.kind === 'unknown' && reason === '') reason = found.reason;
  }
  if (serious.length > 0) verdict = 'violated';
  if (verdict === 'unknown' && reason === '') {
    reason =
      result.limits.length > 0 ? `the search was cut: ${result.limits.join(', ')}` : 'data that is not tracked decides';
  }
  return {
    function: root.fn.name,
    package: root.pkg.path,
    span: root.fn.span,
    parameters: program.params.map((param) => param.name),
    verdict,
    precondition: verdict === 'conditional' ? precondition : null,
    weakest: false,
    bounds: result.bounds,
    properties,
    assumptions: [...assumptions],
    reason: verdict === 'unknown' || verdict === 'bounded' ? reason : '',
    states: result.states,
    ms: Math.round(ms),
  };
}

/** Rules that say the same of a blocked goroutine in other words. */
const blocking: readonly string[] = ['global-deadlock', 'goroutine-leak', 'double-lock', 'lock-order'];

function isImplied(name: string, findings: readonly Finding[]): boolean {
  return blocking.includes(name) && findings.some((finding) => blocking.includes(finding.rule));
}

const order: readonly Fragment['verdict'][] = ['proved', 'bounded', 'conditional', 'unknown', 'violated'];

function worse(a: Fragment['verdict'], b: Fragment['verdict']): Fragment['verdict'] {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

// ---------------------------------------------------------------------------------------------------------------
// Findings

/** Places of a communication program as places in files. */
class Places {
  readonly #bases: readonly number[];
  readonly #models: readonly boolean[];

  constructor(program: CommProgram, sources: SourceSet, flow: FlowProgram) {
    const byPath = new Map(sources.files().map((file) => [file.path, file.base]));
    this.#bases = program.files.map((path) => byPath.get(path) ?? 0);
    this.#models = program.files.map((path) => flow.isModelFile(path));
  }

  span(site: Site): Span {
    const base = this.#bases[site.file] ?? 0;
    return { pos: base + site.start, end: base + site.end };
  }

  isModel(site: Site): boolean {
    return this.#models[site.file] ?? false;
  }
}

function findingOf(places: Places, root: RootFunction, found: ModelFinding, vague: boolean): Finding {
  const { trace } = found;
  const choices: FreeChoice[] = [];
  for (const { site, why } of found.choices) {
    const span = places.span(site);
    if (!choices.some((choice) => choice.why === why && choice.span.pos === span.pos)) choices.push({ span, why });
  }
  const blocked = trace.blocked.map((b) => ({
    goroutine: b.goroutine,
    operation: `${b.operation} ${b.object}`.trim(),
    span: places.span(b.site),
    because: b.because,
    freedBy: b.freedBy,
  }));
  return {
    rule: found.rule,
    severity: vague ? 'note' : found.severity,
    message: found.message,
    span: places.span(found.site),
    function: root.fn.name,
    valuation: found.valuation,
    choices,
    confirmed: false,
    trace: {
      steps: trace.steps.map((step) => ({
        goroutine: step.goroutine,
        operation: step.operation,
        object: step.object,
        span: places.span(step.site),
        effect: step.effect,
      })),
      blocked,
    },
    related: [],
    notes: [
      ...(found.precondition === null ? [] : [`fine where ${found.precondition}`]),
      ...(vague ? ['this relies on data that is not tracked: the program may rule it out'] : []),
    ],
  };
}

/** What says more about a blocked goroutine comes first. */
const blockedRules: readonly string[] = [
  'nil-channel',
  'double-lock',
  'lock-order',
  'global-deadlock',
  'goroutine-leak',
];

/** One cause is one finding: the same place, blocked or broken in the same way, with what says most and is shortest. */
function withoutRepetition(findings: readonly Finding[]): readonly Finding[] {
  const best = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${blockedRules.includes(finding.rule) ? 'blocked' : finding.rule} ${finding.span.pos}`;
    const old = best.get(key);
    if (old === undefined || isBetter(finding, old)) best.set(key, finding);
  }
  return [...best.values()].sort((a, b) => a.span.pos - b.span.pos);
}

function isBetter(a: Finding, b: Finding): boolean {
  const rank = (finding: Finding): number => {
    const at = blockedRules.indexOf(finding.rule);
    // The end of everything and the end of one goroutine are the same news.
    return Math.min(at, 3);
  };
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  return a.trace.steps.length < b.trace.steps.length;
}
