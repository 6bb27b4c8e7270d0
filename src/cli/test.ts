// `gordian test [packages]`: flags to a request, the driver, a report, an exit code.

import { resolve } from 'node:path';
import {
  coverageText,
  type ExploreRequest,
  explore,
  isStrategyName,
  rules,
  strategyList,
  type TestResult,
} from '../driver/index.ts';
import { escapeText, headlineText } from '../report/index.ts';
import {
  buildTags,
  duration,
  exitCodeFor,
  formatOf,
  jobsOf,
  type PackageFlags,
  type ReportFlags,
  type WorkFlags,
  wholeNumber,
  workingDirectory,
} from './flags.ts';
import { interruptible } from './interruption.ts';
import { UsageError, writeResult } from './output.ts';
import { placeText } from './place-text.ts';
import { startProgress } from './progress.ts';
import { rendered } from './rendered.ts';
import { repositoryOf } from './repository.ts';
import { say } from './say.ts';
import { type SettledFlags, settled } from './settled.ts';
import { version } from './version.ts';

/** The flags as commander gives them. */
export interface TestFlags extends PackageFlags, ReportFlags, SettledFlags, WorkFlags {
  readonly run?: string;
  readonly short: boolean;
  readonly total: string;
  readonly schedules: string;
  readonly strategy: string;
  readonly seed: string;
  readonly race: boolean;
  readonly instrument?: readonly string[];
  readonly allow?: readonly string[];
  readonly save?: string;
}

export async function testCommand(patterns: readonly string[], flags: TestFlags): Promise<number> {
  const format = formatOf(flags);
  if (!isStrategyName(flags.strategy)) {
    throw new UsageError(`--strategy ${flags.strategy}: give one of ${strategyList}`);
  }
  const progress = startProgress(flags.quiet);
  const interruption = interruptible();
  const request: ExploreRequest = {
    folder: workingDirectory(flags),
    patterns,
    tags: buildTags(flags),
    run: flags.run === undefined ? null : pattern(flags.run),
    milliseconds: duration('--total', flags.total),
    schedules: wholeNumber('--schedules', flags.schedules, 1),
    strategy: flags.strategy,
    seed: wholeNumber('--seed', flags.seed, 0),
    race: flags.race,
    short: flags.short,
    instrument: flags.instrument ?? [],
    allow: flags.allow ?? [],
    workers: jobsOf(flags),
    save: flags.save === undefined ? null : resolve(flags.save),
    describe: (headline) => headlineText(headline, placeText),
    progress: (message) => progress.show(message),
    interruption,
  };
  const { sources, diagnostics, fragments, findings, silenced, results } = await explore(request);
  progress.stop();
  const { quiet } = flags;
  const { folder } = request;
  const repository = repositoryOf(folder);
  const { report, findings: shown } = settled(
    {
      version,
      sources,
      folder,
      repository,
      problems: diagnostics,
      fragments,
      findings,
      silenced,
      rules,
      quiet,
    },
    flags,
  );
  const text = rendered(report, flags);
  if (!flags.writeBaseline)
    writeResult(format === 'text' && !flags.quiet ? `${text}${coverageLines(results)}` : text, flags.out);
  if (results.length === 0 && diagnostics.length === 0 && !quiet) say('no tests in these packages');
  if (interruption.isRequested()) say('interrupted; this is what was found until then');
  const failed = diagnostics.some((problem) => problem.severity === 'error');
  return exitCodeFor(failed || interruption.isRequested(), shown);
}

function coverageLines(results: readonly TestResult[]): string {
  return results.map((result) => `${escapeText(`${result.target.name}: ${coverageText(result)}`)}\n`).join('');
}

/** Go's own syntax of regular expressions differs in details that names of tests do not need. */
function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new UsageError(`-run ${text}: invalid regular expression`);
  }
}
