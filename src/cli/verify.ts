// `gordian verify [packages]`: flags to a request, the driver, a report of what is wrong, and how much is specified.

import { resolve } from 'node:path';
import { rules, toSlash, type VerifyResult, verify } from '../driver/index.ts';
import { render } from '../report/index.ts';
import {
  buildTags,
  exitCodeFor,
  formatOf,
  type PackageFlags,
  type ReportFlags,
  targetOf,
  workingDirectory,
} from './flags.ts';
import { terminalAt, UsageError, wantsColor, writeResult } from './output.ts';
import { startProgress } from './progress.ts';
import { repositoryOf } from './repository.ts';
import { version } from './version.ts';

/** The flags as commander gives them. */
export interface VerifyFlags extends PackageFlags, ReportFlags {
  readonly goos?: string;
  readonly goarch?: string;
  readonly test: boolean;
  readonly models: boolean;
  readonly proof: boolean;
  readonly include: readonly string[];
  readonly module: string;
  readonly onlyFilesWithHeader: boolean;
  readonly measures: boolean;
  readonly requireTriggers: boolean;
  readonly experimentalFriendClauses: boolean;
  readonly relations: boolean;
}

export function verifyCommand(patterns: readonly string[], flags: VerifyFlags): number {
  if (flags.proof) throw new UsageError('verify cannot prove contracts yet; check them with --no-proof');
  const format = formatOf(flags);
  const folder = workingDirectory(flags);
  const progress = startProgress(flags.quiet);
  const result = verify({
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
    progress: progress.show,
  });
  progress.stop();
  const { sources, diagnostics } = result;
  const terminal = flags.out === undefined ? terminalAt(1) : null;
  const report = {
    version,
    sources,
    folder,
    repository: repositoryOf(folder),
    problems: diagnostics,
    fragments: [],
    findings: [],
    rules,
    quiet: true,
  };
  const text = render(report, format, wantsColor(flags.color, flags.out), terminal?.columns);
  writeResult(format === 'text' && !flags.quiet ? `${text}${summary(result)}\n` : text, flags.out);
  return exitCodeFor(
    diagnostics.some((found) => found.severity === 'error'),
    [],
  );
}

/** How much is specified, and that nothing of it was proved. */
function summary({ packages }: VerifyResult): string {
  const sum = (f: (pkg: VerifyResult['packages'][number]) => number): number =>
    packages.reduce((n, pkg) => n + f(pkg), 0);
  const [functions, specified] = [sum((pkg) => pkg.functions), sum((pkg) => pkg.specified)];
  const checked = packages.length === 1 ? '1 package' : `${packages.length} packages`;
  return `checked ${checked}; ${specified} of ${functions} functions with a contract; nothing was proved`;
}
