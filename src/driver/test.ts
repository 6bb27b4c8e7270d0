// `test`: builds the tests of packages from instrumented copies, explores each, and puts together what was found.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment, Note } from '../base/finding.ts';
import type { Headline } from '../base/headline.ts';
import type { Host } from '../base/host.ts';
import type { Interruption } from '../base/interruption.ts';
import { inOrder } from '../base/order.ts';
import type { ShowProgress } from '../base/progress.ts';
import type { SourceSet } from '../base/source.ts';
import { applyIgnores } from '../check/index.ts';
import { newStrategy, type Place, printSchedule, type StrategyName, seedFor } from '../explore/index.ts';
import { cacheFolder } from './cache/store.ts';
import { type BuiltPackage, buildPackages, type LoadedTests, loadTests } from './explore/build.ts';
import { findToolchain } from './explore/go-toolchain.ts';
import { Children } from './explore/process.ts';
import { findingOfShown, fragmentOfResult, problemsOfResult, SpanFinder, scheduleOf } from './explore/report.ts';
import { limitsWithin, type RunSettings } from './explore/run.ts';
import { withScratch } from './explore/scratch.ts';
import { exploreTest, type Shown, type TestBudget, type TestResult } from './explore/test.ts';
import { wallClock } from './host/clock.ts';
import { goEnvironment } from './host/go-env.ts';
import { makeFolder } from './host/make-folder.ts';
import { nodeHost } from './host/node-host.ts';
import { rules } from './rules.ts';

export interface ExploreRequest {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly patterns: readonly string[];
  readonly tags: readonly string[];
  /** Only tests whose name it matches; null: all. */
  readonly run: RegExp | null;
  /** For all tests together. */
  readonly milliseconds: number;
  /** For each test. */
  readonly schedules: number;
  readonly strategy: StrategyName;
  readonly seed: number;
  readonly race: boolean;
  /** Run tests as `go test -short` does. */
  readonly short?: boolean;
  /** Patterns of packages to instrument besides the default ones. */
  readonly instrument: readonly string[];
  /** Functions whose goroutines may outlive a test. */
  readonly allow: readonly string[];
  /** Processes at a time. */
  readonly workers: number;
  /** Where schedules of findings go; null: into the user's cache. */
  readonly save: string | null;
  /** A finding in words, for people who read its schedule. */
  readonly describe: (headline: Headline<Place>) => string;
  readonly progress: ShowProgress;
  readonly interruption: Interruption;
}

export interface ExploreResult {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
  /** Findings that `//gordian:ignore` silences. */
  readonly silenced: readonly Finding[];
  readonly results: readonly TestResult[];
}

/** Schedules to go on with once something was found, and attempts to make its schedule shorter. */
const afterFinding = 40;
const shrinkAttempts = 60;

/** Tests find what their schedules happen to show: an ignore that silences nothing in them may still be needed. */
const nothingLookedAt: ReadonlySet<string> = new Set();

/** Milliseconds that one schedule may take even if the test's share of the time is less. */
const leastForRun = 5000;

export async function explore(request: ExploreRequest): Promise<ExploreResult> {
  const host = nodeHost(request.folder, goEnvironment());
  const loaded = loadTests(host, request);
  const unmatched = noMatch(request.run, loaded);
  const children = new Children();
  request.interruption.onRequest(() => children.endAll());
  const nothing = { fragments: [], findings: [], silenced: [], results: [] };
  const toolchain = await findToolchain(children, request.folder);
  if (typeof toolchain === 'string') {
    const problem = diagnostic('NoGoToolchain', null, toolchain);
    return { sources: loaded.sources, diagnostics: [...loaded.diagnostics, problem], ...nothing };
  }
  if (unmatched !== null) {
    return { sources: loaded.sources, diagnostics: [...loaded.diagnostics, unmatched], ...nothing };
  }
  return withScratch(async (scratch) => {
    const built = await buildPackages(loaded, request, host, scratch, children);
    const results = await exploreAll(built.packages, request, scratch, children);
    return summary(results, [...loaded.diagnostics, ...built.diagnostics], loaded, host, request);
  }, children);
}

/** A filter that matches no test at all is most likely a typing error, and would look like a success. */
function noMatch(run: RegExp | null, { tested, diagnostics }: LoadedTests): Diagnostic | null {
  if (run === null || tested.some(({ tests }) => tests.some(({ name }) => run.test(name)))) return null;
  // What does not compile has no tests that could match.
  if (tested.length === 0 && diagnostics.some(({ severity }) => severity === 'error')) return null;
  return diagnostic('NoMatchingTest', null, `-run ${run.source}: no test matches`);
}

async function exploreAll(
  packages: readonly BuiltPackage[],
  request: ExploreRequest,
  scratch: string,
  children: Children,
): Promise<readonly TestResult[]> {
  const targets = packages.flatMap((pkg) => pkg.targets);
  const end = wallClock() + request.milliseconds;
  const results: TestResult[] = [];
  let findings = 0;
  let schedules = 0;
  for (const [i, target] of targets.entries()) {
    if (request.interruption.isRequested()) break;
    // What quick tests leave over goes to those that come later.
    const rest = end - wallClock();
    const share = Math.max(0, rest / (targets.length - i));
    const settings: RunSettings = {
      children,
      scratch,
      // One that hangs must not use up the time of all others.
      limits: limitsWithin(Math.min(rest, Math.max(share, leastForRun))),
      allow: request.allow,
      processors: 2,
      short: request.short === true,
    };
    const budget: TestBudget = {
      schedules: request.schedules,
      milliseconds: share,
      afterFinding,
      shrink: shrinkAttempts,
    };
    const strategy = newStrategy(request.strategy, seedFor(request.seed, target.name));
    const result = await exploreTest(target, strategy, budget, settings, request.workers, {
      progress: (count, found) =>
        request.progress(
          `${target.name}, ${schedules + count} schedules, ${findings + found} findings`,
          i,
          targets.length,
        ),
      stopped: request.interruption.isRequested,
      now: wallClock,
    });
    results.push(result);
    findings += result.shown.length;
    schedules += result.schedules;
  }
  return results;
}

function summary(
  results: readonly TestResult[],
  diagnostics: readonly Diagnostic[],
  { sources, own }: LoadedTests,
  host: Host,
  request: ExploreRequest,
): ExploreResult {
  const spans = new SpanFinder(sources, host);
  const fragments = results.map((result) => fragmentOfResult(result, spans));
  const findings: Finding[] = [];
  for (const result of results)
    for (const shown of result.shown)
      findings.push(findingOfShown(shown, result, spans, storeSchedule(result, shown, request)));
  const problems = results.flatMap((result) => problemsOfResult(result, spans));
  const kept = applyIgnores(own, oneForEachCause(findings), sources, rules, nothingLookedAt);
  return {
    sources,
    diagnostics: inOrder([...diagnostics, ...problems, ...kept.problems], sources),
    fragments,
    findings: kept.findings,
    silenced: kept.silenced,
    results,
  };
}

/** The same operation blocked in several tests is one finding; the notes name the other tests. */
function oneForEachCause(findings: readonly Finding[]): readonly Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const finding of findings) {
    const key = finding.rule === 'flaky-test' ? JSON.stringify(finding.message) : `${finding.rule} ${finding.span.pos}`;
    const old = byPlace.get(key);
    if (old === undefined) byPlace.set(key, finding);
    else if (old.function !== finding.function)
      byPlace.set(key, { ...old, notes: [...old.notes, { kind: 'also-in', test: finding.function }] });
  }
  return [...byPlace.values()];
}

/** Writes the schedule of a finding; the result says how to replay it. */
function storeSchedule(result: TestResult, shown: Shown, request: ExploreRequest): readonly Note[] {
  if (shown.record.events.length === 0) return [];
  const folder = request.save ?? schedulesFolder(result.target.package);
  if (folder === null) return [{ kind: 'not-stored', problem: 'there is no cache directory; name one with --save' }];
  const place = shown.found.place;
  const name = `${result.target.name}-${shown.found.rule}${place === null ? '' : `-${place.line}`}.json`;
  const path = join(folder, name.replace(/[^\w.-]+/g, '_'));
  try {
    makeFolder(folder);
    writeFileSync(path, printSchedule(scheduleOf(shown, result, request, request.describe(shown.found.headline))));
  } catch (error) {
    return [{ kind: 'not-stored', problem: error instanceof Error ? error.message : String(error) }];
  }
  return [{ kind: 'replay', path }];
}

function schedulesFolder(pkg: string): string | null {
  const cache = cacheFolder(process.env, process.platform);
  return cache === null ? null : join(cache, 'schedules', pkg.replace(/[^\w.-]+/g, '_'));
}
