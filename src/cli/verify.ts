// `gordian verify [packages]`: flags to a request, the driver, a report of what is wrong, and what was proved.

import { resolve } from 'node:path';
import type { MemberVerdict } from '../base/member.ts';
import { rules, type SolverChoice, toSlash, type VerifyResult, verify, wallClock } from '../driver/index.ts';
import type { Report } from '../report/index.ts';
import type { SeverityRow } from './config/config.ts';
import { withSeverities } from './config/severities.ts';
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
  workingDirectory,
} from './flags.ts';
import { interruptible } from './interruption.ts';
import { usualLimits } from './limits.ts';
import { writeResult } from './output.ts';
import { startProgress } from './progress.ts';
import { rendered } from './rendered.ts';
import { repositoryOf } from './repository.ts';
import { say } from './say.ts';
import { ownThread } from './thread.ts';
import { version } from './version.ts';

/** The flags as commander gives them. */
export interface VerifyFlags extends PackageFlags, ReportFlags, WorkFlags {
  readonly goos?: string;
  readonly goarch?: string;
  readonly test: boolean;
  readonly models: boolean;
  readonly proof: boolean;
  readonly check: boolean;
  readonly all: boolean;
  readonly solver: SolverChoice;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly include: readonly string[];
  readonly module: string;
  readonly onlyFilesWithHeader: boolean;
  readonly measures: boolean;
  readonly requireTriggers: boolean;
  readonly experimentalFriendClauses: boolean;
  readonly relations: boolean;
  readonly overflow: boolean;
  /** Rows of the configuration. */
  readonly severities?: readonly SeverityRow[];
}

export async function verifyCommand(patterns: readonly string[], flags: VerifyFlags): Promise<number> {
  const format = formatOf(flags);
  const folder = workingDirectory(flags);
  const progress = startProgress(flags.quiet);
  const interruption = interruptible();
  const result = await verify({
    folder,
    patterns,
    tags: buildTags(flags),
    ...targetOf(flags),
    tests: flags.test,
    modelsOnly: flags.models,
    include: flags.include.map((dir) => toSlash(resolve(folder, dir))),
    module: flags.module,
    onlyWithHeader: flags.onlyFilesWithHeader,
    requireMeasures: flags.measures,
    requireTriggers: flags.requireTriggers,
    friendClauses: flags.experimentalFriendClauses,
    relations: flags.relations,
    overflow: flags.overflow,
    prove: flags.proof,
    all: flags.all,
    jobs: jobsOf(flags),
    solver: flags.solver,
    cache: flags.cache ? cacheOf(flags.cacheDir) : null,
    limits: flags.check
      ? {
          states: Number(usualLimits.states),
          work: Number(usualLimits.work),
          totalWork: null,
          milliseconds: duration('--time', usualLimits.time),
        }
      : null,
    interruption,
    progress: progress.show,
    ...(ownThread === null ? {} : { soFar: nowAndThen(folder, flags) }),
  });
  progress.stop();
  const interrupted = interruption.isRequested();
  if (interrupted) say('interrupted; what was not proved until then is unknown');
  const { diagnostics, members } = result;
  const report = reportOf(result, folder, flags);
  const text = rendered(report, flags);
  writeResult(format === 'text' && !flags.quiet ? `${text}${summary(result, flags.proof)}\n` : text, flags.out);
  return exitCodeFor(
    interrupted || diagnostics.some((found) => found.severity === 'error'),
    // What was not proved is not to be relied on, whatever the reason.
    [
      ...members.map(({ verdict }) => ({ severity: verdict === 'proved' || verdict === 'trusted' ? 'note' : 'error' })),
      ...report.findings,
    ],
  );
}

function reportOf(
  { sources, diagnostics, members, fragments, findings, silenced }: VerifyResult,
  folder: string,
  flags: VerifyFlags,
): Report {
  const whole: Report = {
    version,
    sources,
    folder,
    repository: repositoryOf(folder),
    problems: diagnostics,
    fragments,
    findings,
    silenced,
    members,
    rules,
    quiet: flags.quiet,
    verbose: flags.verbose,
  };
  return withSeverities(whole, flags.severities);
}

/** Milliseconds from one message to the next, and how much more than it took. */
const between = 1_000;
const timesItself = 20;

/** Says what is to be reported should the run not end by itself. */
function nowAndThen(folder: string, flags: VerifyFlags): (known: VerifyResult) => void {
  let next = 0;
  return (known) => {
    const begin = wallClock();
    if (begin < next) return;
    const text = rendered(reportOf(known, folder, flags), flags);
    const said = `${known.members.length} members of ${known.packages.length} packages were looked at`;
    ownThread?.tell({ kind: 'so-far', text, said, file: flags.out });
    next = wallClock() + Math.max(between, timesItself * (wallClock() - begin));
  };
}

const verdicts: readonly MemberVerdict[] = ['proved', 'trusted', 'failed', 'timeout', 'unsupported', 'unknown'];

/** How much is specified, and what proving it came to. */
function summary({ packages, members }: VerifyResult, proved: boolean): string {
  const sum = (f: (pkg: VerifyResult['packages'][number]) => number): number =>
    packages.reduce((n, pkg) => n + f(pkg), 0);
  const [functions, specified] = [sum((pkg) => pkg.functions), sum((pkg) => pkg.specified)];
  const checked = packages.length === 1 ? '1 package' : `${packages.length} packages`;
  const start = `checked ${checked}; ${specified} of ${functions} functions with a contract`;
  if (!proved) return `${start}; nothing was proved`;
  const parts = verdicts.flatMap((verdict) => {
    const count = members.filter((member) => member.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const all = members.length === 1 ? '1 member' : `${members.length} members`;
  const leftOut = sum((pkg) => pkg.leftOut);
  const rest = leftOut === 0 ? '' : `; ${leftOut} without a contract not verified (--all verifies them)`;
  return `${start}; ${all}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}${rest}`;
}
