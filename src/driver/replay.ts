// `replay`: runs a recorded schedule again, and says at which event it no longer fits.

import { writeFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { Interruption } from '../base/interruption.ts';
import {
  type Decisions,
  decisionsOf,
  eventOf,
  eventsOf,
  type Found,
  type FoundTrace,
  findingsOf,
  firstDifference,
  parseSchedule,
  printSchedule,
  type ReplayedEvent,
  replayedEvent,
  type ScheduleEvent,
  type ScheduleFile,
  shrink,
  traceOf,
} from '../explore/index.ts';
import { defaultLimits, type Plan } from '../explore/protocol.ts';
import { buildPackages, loadTests } from './explore/build.ts';
import { findToolchain } from './explore/go-toolchain.ts';
import { Children } from './explore/process.ts';
import { planFor, type Run, type RunSettings, runSchedule, type TestTarget } from './explore/run.ts';
import { withScratch } from './explore/scratch.ts';
import { goEnvironment } from './host/go-env.ts';
import { nodeHost, toSlash } from './host/node-host.ts';
import { readRegularFile } from './host/read-file.ts';

export interface ReplayRequest {
  readonly folder: string;
  readonly file: string;
  readonly tags: readonly string[];
  /** Make the schedule shorter, and write it back. */
  readonly shrink: boolean;
  readonly progress: (message: string) => void;
  readonly interruption: Interruption;
}

/** What happens where an event no longer fits. */
export type Instead =
  | { readonly kind: 'event'; readonly event: ReplayedEvent }
  /** The operation is no longer in the code. */
  | { readonly kind: 'gone' }
  /** The run ends, with a reason or none. */
  | { readonly kind: 'end'; readonly message: string };

export type ReplayResult =
  /** The schedule cannot be run at all. */
  | { readonly kind: 'problem'; readonly problems: readonly Diagnostic[] }
  /** An event no longer fits. */
  | {
      readonly kind: 'diverged';
      readonly schedule: ScheduleFile;
      readonly index: number;
      /** What was recorded; null: the end of the run. */
      readonly expected: ReplayedEvent | null;
      readonly found: Instead;
      readonly events: readonly ScheduleEvent[];
      /** What fitted. */
      readonly trace: FoundTrace;
    }
  /** It was run to its end; `found` is null if it no longer fails. */
  | {
      readonly kind: 'ran';
      readonly schedule: ScheduleFile;
      readonly events: readonly ScheduleEvent[];
      readonly trace: FoundTrace;
      readonly found: Found | null;
      readonly others: readonly Found[];
      readonly output: string;
      /** Events before and after shrinking; null if that was not asked for. */
      readonly shrunk: readonly [number, number] | null;
    };

const shrinkAttempts = 200;

export async function replay(request: ReplayRequest): Promise<ReplayResult> {
  const fail = (message: string): ReplayResult => ({
    kind: 'problem',
    problems: [diagnostic('ReplayFailed', null, message)],
  });
  let text: string;
  try {
    text = readRegularFile(request.file).toString('utf8');
  } catch (error) {
    return fail(`cannot read ${request.file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const schedule = parseSchedule(text);
  if (typeof schedule === 'string') return fail(`${request.file}: ${schedule}`);
  const children = new Children();
  request.interruption.onRequest(() => children.endAll());
  const toolchain = await findToolchain(children, request.folder);
  if (typeof toolchain === 'string') return fail(toolchain);
  return withScratch(async (scratch) => {
    const target = await buildTarget(schedule, request, scratch, children);
    if ('problems' in target) return { kind: 'problem', problems: target.problems };
    const settings: RunSettings = {
      children,
      scratch,
      limits: defaultLimits,
      allow: schedule.allow ?? [],
      processors: schedule.processors,
      short: schedule.short === true,
    };
    return runAgain(schedule, target, settings, request);
  }, children);
}

async function buildTarget(
  schedule: ScheduleFile,
  request: ReplayRequest,
  scratch: string,
  children: Children,
): Promise<TestTarget | { readonly problems: readonly Diagnostic[] }> {
  const host = nodeHost(request.folder, goEnvironment());
  const settings = {
    folder: request.folder,
    patterns: [schedule.package],
    tags: request.tags.length > 0 ? request.tags : (schedule.tags ?? []),
    run: new RegExp(`^${schedule.test}$`),
    race: schedule.race,
    instrument: schedule.instrument ?? [],
    progress: request.progress,
    interruption: request.interruption,
  };
  const loaded = loadTests(host, settings);
  // The file names a package, and what it names is built and run: nothing but the user's own code.
  const foreign = loaded.own.find((pkg) => !pkg.own);
  if (foreign !== undefined) {
    const message = `${schedule.package} does not belong to the module in this directory, so its tests are not run`;
    return { problems: [diagnostic('ReplayFailed', null, message)] };
  }
  const built = await buildPackages(loaded, settings, host, toSlash(scratch), children);
  const target = built.packages.flatMap((pkg) => pkg.targets).find((one) => one.name === schedule.test);
  if (target !== undefined) return target;
  const problems = [...loaded.diagnostics, ...built.diagnostics].filter((one) => one.severity === 'error');
  const missing = diagnostic('ReplayFailed', null, `there is no test ${schedule.test} in ${schedule.package}`);
  return { problems: problems.length > 0 ? problems : [missing] };
}

async function runAgain(
  schedule: ScheduleFile,
  target: TestTarget,
  settings: RunSettings,
  request: ReplayRequest,
): Promise<ReplayResult> {
  const decisions = decisionsOf(schedule.events, target.sites);
  const run = await attempt(schedule, target, settings, prefixOf(decisions));
  const events = eventsOf(run.record, target.sites);
  const difference = firstDifference(schedule.events, events);
  const { end } = run.record;
  const lost = decisions.lost >= 0 && (difference === null || difference.index >= decisions.lost);
  if (lost || end?.kind === 'divergence' || (difference !== null && difference.index < schedule.events.length)) {
    const index = lost ? decisions.lost : (difference?.index ?? events.length);
    const expected = schedule.events[index] ?? null;
    const { record } = run;
    const event = events[index] ?? insteadOf(expected, record, target);
    const found: Instead = lost
      ? { kind: 'gone' }
      : event !== undefined
        ? { kind: 'event', event: replayedEvent(event, record) }
        : { kind: 'end', message: end?.message ?? '' };
    const fitting = { ...record, events: record.events.slice(0, index) };
    const trace = traceOf(fitting, target.sites, target.name);
    const recorded = expected === null ? null : replayedEvent(expected, record);
    return { kind: 'diverged', schedule, index, expected: recorded, found, events, trace };
  }
  const trace = traceOf(run.record, target.sites, target.name);
  const all = findingsOf(run, target.sites, target.name);
  const found = all.find((one) => one.cause === schedule.cause) ?? null;
  const others = all.filter((one) => one !== found);
  const output = `${run.stdout}${run.stderr}`;
  if (!request.shrink || found === null) {
    return { kind: 'ran', schedule, events, trace, found, others, output, shrunk: null };
  }
  const runs = new Map<Run['record'], Run>();
  const record = await shrink(
    run.record,
    async (spec) => {
      const again = await attempt(schedule, target, settings, spec);
      runs.set(again.record, again);
      const fails = findingsOf(again, target.sites, target.name).some((one) => one.cause === schedule.cause);
      return { record: again.record, fails };
    },
    shrinkAttempts,
  );
  const shorter: ScheduleFile = { ...schedule, events: eventsOf(record, target.sites) };
  writeFileSync(request.file, printSchedule(shorter));
  const best = runs.get(record) ?? run;
  return {
    kind: 'ran',
    schedule: shorter,
    events: shorter.events,
    trace: traceOf(record, target.sites, target.name),
    found: findingsOf(best, target.sites, target.name).find((one) => one.cause === schedule.cause) ?? found,
    others,
    output,
    shrunk: [schedule.events.length, shorter.events.length],
  };
}

/** What was possible where a run ends because nothing that was recorded is: best of the same goroutine. */
function insteadOf(
  expected: ScheduleEvent | null,
  record: Run['record'],
  target: TestTarget,
): ScheduleEvent | undefined {
  const possible = (record.end?.alts ?? []).map((one) => eventOf(one, record, target.sites));
  return possible.find(({ g }) => g === expected?.g) ?? possible[0];
}

function prefixOf(decisions: Decisions): Plan['strategy'] {
  return { kind: 'prefix', choices: decisions.choices, strict: true, then: { kind: 'first' } };
}

function attempt(
  schedule: ScheduleFile,
  target: TestTarget,
  settings: RunSettings,
  spec: Plan['strategy'],
): Promise<Run> {
  const assignment = { spec, seed: schedule.seed, record: 'full' as const, earlyNs: schedule.earlyNs };
  return runSchedule(target, planFor(assignment, settings), settings);
}

/** A Go test that replays the schedule: it fails while the bug is there. Text of the schedule rides in the file. */
export function replayTest(schedule: ScheduleFile, packageName: string): string {
  const name = `TestReplay${schedule.test.replace(/^Test/, '')}${schedule.rule.replace(/[^A-Za-z0-9]+/g, '')}`;
  const text = printSchedule(schedule);
  const literal = text
    .split('`')
    .map((part) => `\`${part}\``)
    .join(' + "`" + ');
  return `package ${packageName}

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// ${name} repeats a run that went wrong: ${schedule.message.replace(/[\r\n]+/g, ' ')}
// It needs gordian on the PATH, and fails for as long as the run can be repeated.
func ${name}(t *testing.T) {
	tool, err := exec.LookPath("gordian")
	if err != nil {
		t.Skip("gordian is not installed")
	}
	if os.Getenv("GORDIAN_PLAN") != "" {
		t.Skip("gordian itself runs this test")
	}
	file := filepath.Join(t.TempDir(), "schedule.json")
	if err := os.WriteFile(file, []byte(schedule${name}), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "replay", file).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 1 {
		t.Fatalf("the run still goes wrong:\\n%s", out)
	}
	t.Logf("%s", out)
}

const schedule${name} = ${literal}
`;
}
