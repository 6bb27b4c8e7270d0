// `check`: loads packages with all that they need, collects what is wrong with them, and checks their fragments.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Host } from '../base/host.ts';
import { inOrder } from '../base/order.ts';
import type { SourceSet, Span } from '../base/source.ts';
import {
  type AnalysisInput,
  type AnalysisLimits,
  applyIgnores,
  badRequires,
  certainFaults,
  checkCallSites,
  conclude,
  type Examined,
  forAllValues,
  outOfTime,
  parametricDefaults,
  type Question,
  supersededBy,
  withCertainFaults,
  withoutOnlySeen,
  withSolver,
} from '../check/index.ts';
import { forEachPackage, type LoadRequest, type LoadResult, type LoadSummary, modelsAgree } from '../load/index.ts';
import { recall, remember } from './cache/checks.ts';
import { FragmentCaches } from './cache/fragments.ts';
import { type CacheStore, openStore } from './cache/store.ts';
import { wallClock } from './host/clock.ts';
import { goEnvironment } from './host/go-env.ts';
import { tidyHeap } from './host/heap.ts';
import { toolFingerprint, workerProgram } from './host/installation.ts';
import { type Interruption, neverInterrupted } from './host/interruption.ts';
import { analysable, loadForAnalysis } from './host/load-for-analysis.ts';
import { loadRequest, type Wanted } from './host/load-request.ts';
import { nodeHost } from './host/node-host.ts';
import { recordingHost } from './host/recording-host.ts';
import { workClock } from './host/work-clock.ts';
import { rules } from './rules.ts';
import { solverHost } from './solver/choose.ts';
import { examineTogether } from './workers/pool.ts';

export interface CheckRequest extends Wanted {
  /** Limits for each fragment; null: fragments are not checked. */
  readonly limits: AnalysisLimits | null;
  /** What is asked of each fragment, if not the usual. */
  readonly question?: Question;
  /** How many processes look at fragments; one if left out. Results do not depend on it. */
  readonly jobs?: number;
  /** False: nothing is proved for all values of parameters. */
  readonly parametric?: boolean;
  /** The folder in which results are kept for later runs; null or left out: none. */
  readonly cache?: string | null;
  /** Called when fragments begin to be looked at: from then on the user can end the run early. */
  readonly interruptible?: () => Interruption;
}

export interface CheckResult {
  readonly sources: SourceSet;
  /** Those without a place first, then by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
  /** Findings that `//gordian:ignore` silences. */
  readonly silenced: readonly Finding[];
  /** What the question names and no fragment has; null where all was understood. */
  readonly misunderstood: string | null;
  /** The user has ended the run early: what was not looked at is `unknown`, and less is proved than could be. */
  readonly interrupted: boolean;
}

/** For the calls of all functions that need something. */
const callMilliseconds = 20_000;

/** Groups of rules that a check reports on. */
const lookedAt: ReadonlySet<string> = new Set(['concurrency']);

/** Checks, or takes the result of an earlier run that read the same. */
export async function check(request: CheckRequest): Promise<CheckResult> {
  const env = goEnvironment();
  const world = nodeHost(request.folder, env);
  const store = request.cache === undefined || request.cache === null ? null : openStore(request.cache);
  if (store === null) return run(request, world, env, null);
  const { progress: _progress, cache: _cache, jobs: _jobs, interruptible: _interruptible, ...asked } = request;
  const key = `run ${toolFingerprint()} ${JSON.stringify(asked)}`;
  const known = recall(store, key, world);
  if (known !== null) return known;
  const host = recordingHost(world);
  const result = await run(request, host, env, store);
  const answers = host.answers();
  // Where time has run out, the next run gets further: it finds the verdicts of this one.
  const whole = !result.interrupted && !result.fragments.some(({ reason }) => reason === outOfTime);
  if (answers !== null && whole) remember(store, key, world, answers, result);
  return result;
}

type Environment = ReturnType<typeof goEnvironment>;

async function run(
  request: CheckRequest,
  host: Host,
  env: Environment,
  store: CacheStore | null,
): Promise<CheckResult> {
  const load = loadRequest(request, host.env);
  const { limits } = request;
  const nothing = { fragments: [], findings: [], silenced: [], misunderstood: null, interrupted: false };
  if (limits === null) {
    const { sources, diagnostics } = forEachPackage(host, load, () => {});
    return { sources, diagnostics: inOrder(diagnostics, sources), ...nothing };
  }
  const { loaded, declared, milliseconds } = loadBoth(host, load);
  const { sources, diagnostics } = declared ?? loaded;
  const packages = analysable(loaded);
  const caches = store === null ? null : new FragmentCaches(store, request.folder);
  const input: AnalysisInput = {
    ...loaded,
    packages,
    limits,
    now: workClock(),
    progress: request.progress,
    rest: tidyHeap,
    only: null,
    ...(request.question === undefined ? {} : { question: request.question }),
    ...(caches === null ? {} : { earlier: caches.of }),
  };
  let interruption = neverInterrupted;
  const interruptible = (): Interruption => {
    interruption = request.interruptible?.() ?? neverInterrupted;
    return interruption;
  };
  const examined = await examineWithJobs(input, request, load, env, caches, milliseconds, interruptible);
  // Who sets values asks about these, and not about all.
  const someValues = (request.question?.params.length ?? 0) > 0;
  const { checked, broken } =
    request.parametric === false || someValues || interruption.isRequested()
      ? { checked: examined.checked, broken: [] }
      : await withSolver(solverHost, async (solver) => {
          const { isRequested } = interruption;
          const options = { ...parametricDefaults, now: wallClock, progress: request.progress, isRequested };
          const proved = await forAllValues(examined.checked, solver, options);
          const end = wallClock() + callMilliseconds;
          return checkCallSites(proved, examined.flow, packages, solver, () => wallClock() > end || isRequested());
        });
  const superseded = supersededBy(packages);
  const own = new Set(packages.map(({ types }) => types).filter((pkg) => !superseded.has(pkg)));
  const certain =
    request.question?.explicit === true || interruption.isRequested()
      ? []
      : certainFaults(examined.flow, (pkg) => own.has(pkg));
  const known = checked.map((one) => ({ ...one, fragment: withoutOnlySeen(one.fragment) }));
  const told = withCertainFaults(known, certain);
  const { fragments, findings, misunderstood } = conclude(
    { ...examined, checked: told.checked },
    { elsewhere: told.rest, apart: broken },
  );
  caches?.save();
  const kept = applyIgnores(packages, findings, loaded.sources, rules, lookedAt);
  const moved = diagnostics.map((found) => moveDiagnostic(found, sources, loaded.sources));
  return {
    sources: loaded.sources,
    diagnostics: inOrder([...moved, ...kept.problems, ...badRequires(packages, examined.flow)], loaded.sources),
    fragments,
    findings: kept.findings,
    silenced: kept.silenced,
    misunderstood,
    interrupted: interruption.isRequested(),
  };
}

/**
 * Packages for their behaviour; and for what is wrong with them, with the standard library as Go has it, where there is a Go
 * and models may not know all that is wrong.
 */
function loadBoth(
  host: Host,
  load: LoadRequest,
): { readonly loaded: LoadResult; readonly declared: LoadSummary | null; readonly milliseconds: number } {
  const once = load.goroot === null || modelsAgree(host, load);
  const quiet = { ...load, progress: () => {} };
  const early = once ? null : forEachPackage(host, load, () => {});
  const begin = wallClock();
  const loaded = loadForAnalysis(host, once ? load : quiet);
  const milliseconds = wallClock() - begin;
  const late = once && load.goroot !== null && !loaded.settled ? forEachPackage(host, quiet, () => {}) : null;
  return { loaded, declared: early ?? late, milliseconds };
}

/** By this process alone, or with others. */
async function examineWithJobs(
  input: AnalysisInput,
  { folder, question, cache, jobs = 1 }: CheckRequest,
  { progress: _progress, ...load }: LoadRequest,
  env: Environment,
  caches: FragmentCaches | null,
  loadMilliseconds: number,
  interruptible: () => Interruption,
): Promise<Examined> {
  const program = jobs > 1 ? workerProgram() : null;
  const start = { folder, env, load, limits: input.limits, question: question ?? null, cache: cache ?? null };
  return examineTogether(input, { program, jobs, start, loadMilliseconds, caches }, interruptible);
}

/** The same diagnostic with its places in another set of the same files. */
function moveDiagnostic(found: Diagnostic, from: SourceSet, to: SourceSet): Diagnostic {
  const move = (span: Span): Span => {
    const file = from.fileOf(span.pos);
    if (file === null) return span;
    const same = to.named(file.path) ?? to.add(file.path, file.text);
    return { pos: span.pos - file.base + same.base, end: span.end - file.base + same.base };
  };
  return {
    ...found,
    span: found.span === null ? null : move(found.span),
    related: found.related.map((related) => ({ ...related, span: move(related.span) })),
    fixes: found.fixes.map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, span: move(edit.span) })),
    })),
  };
}
