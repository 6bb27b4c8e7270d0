// `gordian test [packages]`: flags to a request, the driver, a report, an exit code.

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type ExploreRequest, explore } from '../driver/explore.ts';
import { coverageText } from '../driver/explore-report.ts';
import type { TestResult } from '../driver/explore-test.ts';
import { toSlash } from '../driver/node-host.ts';
import { rules } from '../driver/rules.ts';
import { isStrategyName, strategyList } from '../driver/strategy-names.ts';
import { escapeText, type Format, render } from '../report/index.ts';
import { interruptible } from './interruption.ts';
import { UsageError, wantsColor, writeResult } from './output.ts';
import { startProgress } from './progress.ts';
import { version } from './version.ts';

/** The flags as commander gives them. */
export interface TestFlags {
  readonly C?: string;
  readonly format: Format;
  readonly out?: string;
  readonly tags?: string;
  readonly run?: string;
  readonly time: string;
  readonly schedules: string;
  readonly strategy: string;
  readonly seed: string;
  readonly race: boolean;
  readonly instrument?: readonly string[];
  readonly allow?: readonly string[];
  readonly save?: string;
  readonly workers?: string;
  readonly color: boolean;
}

export async function testCommand(patterns: readonly string[], flags: TestFlags): Promise<number> {
  const folder = resolve(flags.C ?? '.');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`-C ${flags.C}: there is no such folder`);
  }
  if (!isStrategyName(flags.strategy)) {
    throw new UsageError(`--strategy ${flags.strategy}: give one of ${strategyList}`);
  }
  const progress = startProgress();
  const interruption = interruptible();
  const request: ExploreRequest = {
    folder: toSlash(folder),
    patterns,
    tags: (flags.tags ?? '').split(/[ ,]+/).filter((tag) => tag !== ''),
    run: flags.run === undefined ? null : pattern(flags.run),
    milliseconds: duration('--time', flags.time),
    schedules: whole('--schedules', flags.schedules, 1),
    strategy: flags.strategy,
    seed: whole('--seed', flags.seed, 0),
    race: flags.race,
    instrument: flags.instrument ?? [],
    allow: flags.allow ?? [],
    workers: flags.workers === undefined ? Math.max(1, availableParallelism()) : whole('--workers', flags.workers, 1),
    save: flags.save === undefined ? null : resolve(flags.save),
    progress: (message) => progress.show(message),
    interruption,
  };
  const { sources, diagnostics, fragments, findings, results } = await explore(request);
  progress.stop();
  const report = { version, sources, folder: request.folder, problems: diagnostics, fragments, findings, rules };
  const text = render(report, flags.format, wantsColor(flags.color, flags.out));
  writeResult(flags.format === 'text' ? `${text}${coverageLines(results)}` : text, flags.out);
  if (interruption.isRequested()) process.stderr.write('gordian: interrupted; this is what was found until then\n');
  if (findings.some((finding) => finding.severity !== 'note')) return 1;
  return interruption.isRequested() || diagnostics.some((problem) => problem.severity === 'error') ? 2 : 0;
}

function coverageLines(results: readonly TestResult[]): string {
  return results.map((result) => `${escapeText(`${result.target.name}: ${coverageText(result)}`)}\n`).join('');
}

/** Go's own syntax of regular expressions differs in details that names of tests do not need. */
function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new UsageError(`-run ${text}: this is no regular expression`);
  }
}

/** `90s`, `2m`, `1h`, `500ms`, or seconds. */
export function duration(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  const factors: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const value = match === null ? 0 : Number(match[1]) * (factors[match[2] ?? 's'] as number);
  if (value <= 0) throw new UsageError(`${flag} ${text}: give a duration such as 60s or 5m`);
  return value;
}

export function whole(flag: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least || value > 2 ** 32 - 1)
    throw new UsageError(`${flag} ${text}: give a whole number from ${least}`);
  return value;
}
