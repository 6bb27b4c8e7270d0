// `check --confirm`: drives the real program into the runs that `check` tells, and says whether it got there.

import type { Finding, NotConfirmed } from '../base/finding.ts';
import type { Host } from '../base/host.ts';
import type { Interruption } from '../base/interruption.ts';
import type { SourceSet } from '../base/source.ts';
import { type Attempt, classesOf, withAttempts } from '../check/index.ts';
import {
  type Direction,
  directionsTo,
  type Found,
  newDirected,
  newStrategy,
  type Strategy,
  seedFor,
} from '../explore/index.ts';
import { defaultLimits } from '../explore/protocol.ts';
import { buildPackages, loadTests } from './explore/build.ts';
import { type GeneratedTest, generateTests, withFiles } from './explore/confirm-tests.ts';
import { findToolchain } from './explore/go-toolchain.ts';
import { Children } from './explore/process.ts';
import type { RunSettings, TestTarget } from './explore/run.ts';
import { withScratch } from './explore/scratch.ts';
import { exploreTest } from './explore/test.ts';
import { wallClock } from './host/clock.ts';
import { goEnvironment } from './host/go-env.ts';
import { nodeHost } from './host/node-host.ts';

export interface ConfirmRequest {
  readonly folder: string;
  readonly patterns: readonly string[];
  readonly tags: readonly string[];
  readonly seed: number;
  readonly workers: number;
  /** For each finding. */
  readonly milliseconds: number;
  readonly progress: (message: string) => void;
  readonly interruption: Interruption;
}

export interface Confirmed {
  /** Those that really happened first; the others say why they could not be shown. */
  readonly findings: readonly Finding[];
  /** Why nothing could be run; '' if something could. */
  readonly problem: string;
}

/** Schedules along the directions, and then of the usual kind, for one test. */
const directedSchedules = 40;
const otherSchedules = 400;
/** Tests of a package that are tried for a finding in a function that is none. */
const maxTests = 8;

/** `sources` are those that the findings' places are in. */
export async function confirm(
  findings: readonly Finding[],
  sources: SourceSet,
  request: ConfirmRequest,
): Promise<Confirmed> {
  const unchanged = (problem: string): Confirmed => ({ findings, problem });
  if (findings.length === 0) return unchanged('');
  const children = new Children();
  request.interruption.onRequest(() => children.endAll());
  const toolchain = await findToolchain(children, request.folder);
  if (typeof toolchain === 'string') return unchanged(toolchain);
  const world = nodeHost(request.folder, goEnvironment());
  return withScratch(async (scratch) => {
    const settings = {
      folder: request.folder,
      patterns: request.patterns,
      tags: request.tags,
      run: null,
      race: false,
      instrument: [],
      progress: request.progress,
      interruption: request.interruption,
    };
    const generated = generateTests(findings, sources, loadTests(world, settings).packages);
    const host: Host = withFiles(world, generated);
    const loaded = loadTests(host, settings);
    const built = await buildPackages(loaded, settings, host, scratch, children);
    const targets = built.packages.flatMap((pkg) => pkg.targets);
    const run: RunSettings = {
      children,
      scratch,
      limits: { ...defaultLimits, wallMs: Math.min(defaultLimits.wallMs, request.milliseconds) },
      allow: [],
      processors: 2,
    };
    const [problem] = built.diagnostics;
    const attempts: Attempt[] = [];
    for (const [i, finding] of findings.entries()) {
      request.progress(`confirming finding ${i + 1} of ${findings.length}`);
      const candidates = candidatesFor(finding, sources, targets, generated);
      attempts.push(await attemptAt(finding, sources, candidates, run, request, problem?.message ?? ''));
    }
    return { findings: withAttempts(findings, attempts), problem: '' };
  }, children);
}

/** The finding's own root if that is a test, the test made for it, or the tests of its package. */
function candidatesFor(
  finding: Finding,
  sources: SourceSet,
  targets: readonly TestTarget[],
  generated: readonly GeneratedTest[],
): readonly TestTarget[] {
  const file = sources.fileOf(finding.span.pos)?.path ?? '';
  const folder = file.slice(0, file.lastIndexOf('/'));
  const near = targets.filter((target) => target.cwd === folder);
  const all = near.length > 0 ? near : targets;
  const own = all.filter((target) => target.name === finding.function);
  if (own.length > 0) return own;
  const made = generated.find((test) => test.finding === finding);
  const ours = all.filter((target) => target.name === made?.name);
  return [...ours, ...all.filter((target) => !target.name.startsWith('TestGordianConfirm')).slice(0, maxTests)];
}

async function attemptAt(
  finding: Finding,
  sources: SourceSet,
  candidates: readonly TestTarget[],
  settings: RunSettings,
  request: ConfirmRequest,
  problem: string,
): Promise<Attempt> {
  const notShown = (reason: NotConfirmed): Attempt => ({ kind: 'not-shown', reason });
  if (candidates.length === 0)
    return notShown(problem === '' ? { kind: 'no-test' } : { kind: 'problem', text: problem });
  const end = wallClock() + request.milliseconds;
  let schedules = 0;
  const seen = new Map<string, { readonly rule: string; readonly line: number }>();
  for (const [i, target] of candidates.entries()) {
    const directions = directionsTo(directionsOf(finding, sources), target.sites);
    const seed = seedFor(request.seed, target.name);
    const phases: readonly (readonly [Strategy, number])[] = [
      [newDirected(directions, seed), directedSchedules],
      [newStrategy('mix', seed), otherSchedules],
    ];
    for (const [strategy, limit] of phases) {
      const left = (end - wallClock()) / (candidates.length - i);
      if (left <= 0 || request.interruption.isRequested()) break;
      const result = await exploreTest(
        target,
        strategy,
        {
          schedules: limit,
          milliseconds: left,
          afterFinding: limit,
          shrink: 0,
          enough: (found) => isSame(found, finding, sources),
        },
        settings,
        request.workers,
        { progress: () => {}, stopped: request.interruption.isRequested, now: wallClock },
      );
      schedules += result.schedules;
      if (result.problem !== '') return notShown({ kind: 'problem', text: result.problem });
      const shown = result.shown.find((one) => isSame(one.found, finding, sources));
      if (shown !== undefined) return { kind: 'shown', schedules, test: target.name };
      for (const { found } of result.shown) {
        const line = found.place?.line ?? 0;
        seen.set(`${found.rule} ${line}`, { rule: found.rule, line });
      }
    }
  }
  return notShown({ kind: 'not-reached', schedules, instead: [...seen.values()].slice(0, 3) });
}

function directionsOf(finding: Finding, sources: SourceSet): readonly Direction[] {
  return finding.trace.steps.flatMap((step) => {
    const position = sources.position(step.span.pos);
    return position === null ? [] : [{ ...position, operation: step.operation }];
  });
}

/** Whether a real run went wrong at the same operation, in the same way. */
export function isSame(found: Found, finding: Finding, sources: SourceSet): boolean {
  const { pos, end } = finding.shows ?? finding.span;
  const at = sources.position(pos);
  const to = sources.position(Math.max(pos, end - 1));
  if (at === null) return false;
  const isThere = (file: string, line: number): boolean =>
    file === at.file && line >= at.line && line <= Math.max(at.line, to?.line ?? at.line);
  if (classesOf(finding.rule).blocked !== null)
    return found.trace.blocked.some(
      ({ span, stack }) => isThere(span.file, span.line) || stackHas(stack, at.file, at.line),
    );
  if (found.rule !== finding.rule) return false;
  return found.place !== null && isThere(found.place.file, found.place.line);
}

/** An operation inside a called function, or a deferred one, shows its caller's line below in the stack. */
function stackHas(stack: string, file: string, line: number): boolean {
  return stack.includes(`${file}:${line} `) || stack.includes(`${file}:${line}\n`);
}
