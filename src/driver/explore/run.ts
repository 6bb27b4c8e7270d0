// Runs one schedule of one test in a process of its own, and reads what it left behind.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Assignment, type RunOutcome, type Sites, testArguments } from '../../explore/index.ts';
import {
  defaultLimits,
  environment,
  type Limits,
  type Plan,
  parseRecord,
  protocolVersion,
} from '../../explore/protocol.ts';
import { removeTree } from '../host/remove.ts';
import { type Children, type ProcessResult, runProcess } from './process.ts';
import { canServe, starterFor, unfinished } from './starter.ts';

/** A test that can be run: where its binary is, and what the numbers in its records mean. */
export interface TestTarget {
  /** Import path of the package under test. */
  readonly package: string;
  readonly name: string;
  readonly binary: string;
  /** The package's folder: tests expect to run there. */
  readonly cwd: string;
  readonly sites: Sites;
  readonly race: boolean;
  /** The first place in the code that could not be put under control, and why; '' if there is none. */
  readonly untouched: string;
  /** Where the test stands. */
  readonly file: string;
  readonly line: number;
}

/** What all runs share. */
export interface RunSettings {
  readonly children: Children;
  /** For files of ours; removed at the end. */
  readonly scratch: string;
  readonly limits: Limits;
  readonly allow: readonly string[];
  readonly processors: number;
  /** Run tests as `go test -short` does. */
  readonly short?: boolean;
}

export interface Run extends RunOutcome {
  readonly plan: Plan;
  readonly flooded: boolean;
  readonly problem: string;
}

/** Plans longer than this do not fit into the environment of a process everywhere. */
const maxInline = 60_000;
const keptOutput = 256 * 1024;
/** The process ends itself at its limit; if it cannot, it is ended a little later. */
const graceMs = 2000;

/** One goroutine runs at a time anyway: threads that hand over to each other only cost time. */
const oneProcessor = { GOMAXPROCS: '1', [environment.alone]: '1' };

/** Numbers the files and directories of runs. */
let runs = 0;

export function planFor(assignment: Assignment, settings: Pick<RunSettings, 'limits' | 'allow' | 'processors'>): Plan {
  return {
    version: protocolVersion,
    seed: assignment.seed,
    strategy: assignment.spec,
    limits: settings.limits,
    record: assignment.record,
    earlyNs: assignment.earlyNs,
    allow: settings.allow,
    processors: settings.processors,
  };
}

/** `atOnce`: how many schedules may run at a time; more can be asked for. */
export async function runSchedule(target: TestTarget, plan: Plan, settings: RunSettings, atOnce = 2): Promise<Run> {
  const text = JSON.stringify(plan);
  runs++;
  const file = text.length > maxInline ? join(settings.scratch, `plan-${runs}.json`) : null;
  // Of its own: a test that removes what it takes for the system's directory harms neither the user nor another run.
  const temporary = join(settings.scratch, `tmp-${runs}`);
  mkdirSync(temporary);
  if (file !== null) writeFileSync(file, text);
  // What begins the lines that are not the test's own. It decides nothing, so a run stays the same.
  const secret = `${randomBytes(4).toString('hex')}-`;
  const env = {
    TMPDIR: temporary,
    // As Windows calls it.
    TMP: temporary,
    TEMP: temporary,
    // As go test has it.
    PWD: target.cwd,
    [environment.plan]: file === null ? text : `@${file}`,
    [environment.record]: `fd:3,${secret}`,
    ...(process.env.GOMAXPROCS === undefined ? oneProcessor : {}),
  };
  const result = await startTest(target, env, settings, atOnce);
  if (file !== null) rmSync(file, { force: true });
  // What cannot be removed yet goes with the whole directory.
  removeTree(temporary);
  return {
    plan,
    record: parseRecord(result.record, secret),
    stdout: result.stdout,
    stderr: result.stderr,
    exitCode: result.exitCode,
    timedOut: result.timedOut,
    flooded: result.flooded,
    problem: result.problem,
  };
}

async function startTest(
  target: TestTarget,
  env: Readonly<Record<string, string>>,
  settings: RunSettings,
  atOnce: number,
): Promise<ProcessResult> {
  const { children } = settings;
  const request = {
    command: target.binary,
    args: testArguments(target.name, settings.short),
    cwd: target.cwd,
    wallMs: settings.limits.wallMs + graceMs,
    keep: keptOutput,
  };
  const result = canServe ? await starterFor(target.binary, children).run({ ...request, env, atOnce }) : null;
  // What ended unasked may be run again by itself, which then says why.
  if (result !== null || children.isEnding) return result ?? unfinished;
  return runProcess({ ...request, env: { ...process.env, ...env } }, children);
}

/** Ends the runs of a test that are under way: their results are not needed. */
export async function abandonRuns(target: TestTarget, settings: RunSettings): Promise<void> {
  await settings.children.starters.get(target.binary)?.abandon();
}

/** Steps of one run: enough for loops of some hundred thousand rounds, few enough for a record to be read. */
const maxSteps = 300_000;

/** Limits for one schedule out of what the user allows for a test. */
export function limitsWithin(milliseconds: number): Limits {
  const wallMs = Math.round(Math.max(1000, Math.min(defaultLimits.wallMs, milliseconds)));
  return { ...defaultLimits, steps: maxSteps, wallMs };
}
