// `gordian check [packages]`: flags to a request, the driver, a report, an exit code.

import type { Finding } from '../base/finding.ts';
import type { SourceSet } from '../base/source.ts';
import {
  type CheckRequest,
  check,
  confirm,
  type Interruption,
  readQuestion,
  rules,
  type SoFar,
  wallClock,
} from '../driver/index.ts';
import type { Report } from '../report/index.ts';
import {
  buildTags,
  cacheOf,
  duration,
  exitCodeFor,
  formatOf,
  jobsOf,
  type PackageFlags,
  type ReportFlags,
  targetOf,
  type WorkFlags,
  wholeNumber,
  workingDirectory,
} from './flags.ts';
import { interruptible } from './interruption.ts';
import { terminalAt, UsageError, writeResult } from './output.ts';
import { startProgress } from './progress.ts';
import { rendered } from './rendered.ts';
import { repositoryOf } from './repository.ts';
import { say } from './say.ts';
import { type SettledFlags, settled } from './settled.ts';
import { ownThread, type SoFarMessage } from './thread.ts';
import { version } from './version.ts';

/** Time to spend on confirming each finding. */
const confirmMs = 20_000;

/** The flags as commander gives them. */
export interface CheckFlags extends PackageFlags, ReportFlags, SettledFlags, WorkFlags {
  readonly goos?: string;
  readonly goarch?: string;
  readonly test: boolean;
  readonly models: boolean;
  readonly fragments: boolean;
  readonly states: string;
  readonly work: string;
  readonly time: string;
  readonly total?: string;
  readonly property: readonly string[];
  readonly formula: readonly string[];
  readonly param: readonly string[];
  readonly cache: boolean;
  readonly parametric: boolean;
  readonly cacheDir?: string;
  readonly confirm: boolean;
  readonly strict: boolean;
  readonly timings: boolean;
}

export async function checkCommand(patterns: readonly string[], flags: CheckFlags): Promise<number> {
  const begin = wallClock();
  const read = readQuestion(flags.property, flags.formula, flags.param);
  if (!read.ok) throw new UsageError(read.message);
  const { question } = read;
  formatOf(flags);
  const jobs = jobsOf(flags);
  const progress = startProgress(flags.quiet);
  let interruption: Interruption | null = null;
  const once = (): Interruption => {
    interruption ??= interruptible();
    return interruption;
  };
  const request: CheckRequest = {
    folder: workingDirectory(flags),
    patterns,
    tags: buildTags(flags),
    ...targetOf(flags),
    tests: flags.test,
    modelsOnly: flags.models,
    limits: flags.fragments
      ? {
          states: wholeNumber('--states', flags.states, 1),
          work: wholeNumber('--work', flags.work, 1),
          totalWork: flags.total === undefined ? null : wholeNumber('--total', flags.total, 1),
          milliseconds: duration('--time', flags.time),
        }
      : null,
    question,
    jobs,
    parametric: flags.parametric,
    cache: flags.cache ? cacheOf(flags.cacheDir) : null,
    progress: progress.show,
    interruptible: once,
    ...(ownThread === null ? {} : { soFar: (known: SoFar) => ownThread?.tell(soFarMessage(known, request, flags)) }),
  };
  const {
    sources,
    diagnostics,
    fragments,
    findings: told,
    silenced,
    misunderstood,
    interrupted,
    cached = false,
  } = await check(request);
  const findings =
    flags.confirm && !interrupted ? await confirmed(told, sources, request, jobs, progress.show, once()) : told;
  progress.stop();
  // Names that nothing in the code has: but where code could not be read, it may have had them.
  const failed = diagnostics.some((problem) => problem.severity === 'error');
  if (misunderstood !== null && !failed && !interrupted) throw new UsageError(misunderstood);
  const terminal = flags.out === undefined ? terminalAt(1) : null;
  const whole: Report = {
    version,
    sources,
    folder: request.folder,
    repository: repositoryOf(request.folder),
    problems: diagnostics,
    fragments,
    findings,
    silenced,
    rules,
    asked: question.explicit,
    quiet: flags.quiet,
    verbose: flags.verbose,
    timings: flags.timings,
    // Reports in files do not differ from run to run.
    ...(terminal !== null ? { milliseconds: wallClock() - begin, cached } : {}),
  };
  if (interrupted) {
    const missing = fragments.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'interrupted')).length;
    say(`interrupted; ${missing} of ${fragments.length} fragments were not looked at`);
  }
  const left = fragments.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'outOfWork')).length;
  if (left > 0)
    say(
      `${left} of ${fragments.length} fragments were not looked at: the work limit for all fragments together was reached; see --total`,
    );
  const { report, findings: shown } = settled(whole, flags);
  if (!flags.writeBaseline) writeResult(rendered(report, flags), flags.out);
  // What Gordian itself failed at was not checked.
  const broken = fragments.some(({ reasons }) => reasons.some(({ kind }) => kind === 'failed'));
  return exitCodeFor(failed || interrupted || broken || (flags.strict && left > 0), shown);
}

/** What is reported should the run not end by itself. */
function soFarMessage(
  { sources, fragments, findings }: SoFar,
  { folder }: CheckRequest,
  flags: CheckFlags,
): SoFarMessage {
  const report: Report = {
    version,
    sources,
    folder,
    repository: repositoryOf(folder),
    problems: [],
    fragments,
    findings,
    rules,
    quiet: flags.quiet,
    verbose: flags.verbose,
  };
  const missing = fragments.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'interrupted')).length;
  return {
    kind: 'so-far',
    text: flags.writeBaseline ? '' : rendered(report, flags),
    said: `${missing} of ${fragments.length} fragments were not looked at`,
    file: flags.out,
  };
}

/** Runs the program: the one way in which `check` leads to that, and only when asked for. */
async function confirmed(
  findings: readonly Finding[],
  sources: SourceSet,
  request: CheckRequest,
  workers: number,
  progress: (message: string) => void,
  interruption: Interruption,
): Promise<readonly Finding[]> {
  const { folder, patterns, tags } = request;
  const asked = { folder, patterns, tags, seed: 1, workers, milliseconds: confirmMs, progress, interruption };
  const result = await confirm(findings, sources, asked);
  if (result.problem !== '') say(`nothing was confirmed: ${result.problem}`);
  return result.findings;
}
