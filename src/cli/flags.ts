// What the flags of all commands have in common: one name, one unit and one message for each, spelled as the go command spells them.

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Command, type Help, Option } from 'commander';
import { cacheFolder, runNothingIn, type TargetFlags, toSlash, unknownTarget } from '../driver/index.ts';
import { type Format, formats } from '../report/index.ts';
import { UsageError } from './output.ts';

/** Flags of every command that reads packages. */
export interface PackageFlags {
  readonly C?: string;
  readonly tags?: string;
}

/** Flags of every command that reports findings. */
export interface ReportFlags {
  readonly format: Format;
  readonly json: boolean;
  readonly out?: string;
  readonly color: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
}

/** Flags of every command that does work in several processes. */
export interface WorkFlags {
  readonly jobs?: string;
}

export function withPackageFlags(command: Command): Command {
  return command
    .option('-C <dir>', 'change to this directory first')
    .option('--tags <list>', 'build tags, separated by commas');
}

export function withReportFlags(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'format of the result').choices(formats).default('text'))
    .option('--json', 'same as --format json', false)
    .option('--config <file>', 'read this configuration, not the gordian.json in this directory or above it')
    .option('--no-config', 'read no configuration')
    .option('--out <file>', 'write the result to a file instead of standard output')
    .option('--no-color', 'no colors, even on a terminal')
    .option('-v, --verbose', 'say more: how each verdict came about, and what is being done', false)
    .option('-q, --quiet', 'print findings only: no summary, no progress', false);
}

/** Flags of commands that report findings of their own, which projects keep track of. */
export function withProjectFlags(command: Command): Command {
  return command
    .option('--baseline <file>', 'leave out the findings that this file records')
    .option('--write-baseline', 'record all findings in that file (gordian-baseline.json if none is named)', false)
    .addOption(
      new Option('--changed [revision]', 'report only what changes since this git revision can affect').preset('HEAD'),
    );
}

export function withJobsFlag(command: Command): Command {
  return command.option('-j, --jobs <number>', 'number of processes to use (default: one for each CPU)');
}

export function withCacheFlags(command: Command): Command {
  return command
    .option('--no-cache', 'neither use nor store results')
    .option('--cache-dir <dir>', 'store results here instead of in your cache directory');
}

/** The directory for results of earlier runs; null where there is to be none. */
export function cacheOf(dir: string | undefined): string | null {
  return dir === undefined ? cacheFolder(process.env, process.platform) : resolve(dir);
}

/** How help describes a flag or an argument: defaults are shown where they are values that a user could give. */
export const helpTexts: Partial<Help> = {
  subcommandTerm: (command) => command.name(),
  optionDescription: ({ description, argChoices, defaultValue }) => {
    const choices = argChoices === undefined ? [] : [`choices: ${argChoices.join(', ')}`];
    const usual = typeof defaultValue === 'string' && defaultValue !== '' ? [`default: ${defaultValue}`] : [];
    const extra = [...choices, ...usual].join('; ');
    return extra === '' ? description : `${description} (${extra})`;
  },
  argumentDescription: ({ description, defaultValue }) =>
    Array.isArray(defaultValue) ? `${description} (default: ${defaultValue.join(' ')})` : description,
};

/** A flag that may be given more than once. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** The directory to work in: absolute, with `/`. */
export function workingDirectory(flags: PackageFlags): string {
  const dir = resolve(flags.C ?? '.');
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`-C ${flags.C}: no such directory`);
  runNothingIn(dir);
  return toSlash(dir);
}

export function buildTags(flags: PackageFlags): readonly string[] {
  return (flags.tags ?? '').split(/[ ,]+/).filter((tag) => tag !== '');
}

/** The system to check for, where flags name one; null: that of the environment. */
export function targetOf(flags: TargetFlags): { readonly goos: string | null; readonly goarch: string | null } {
  const problem = unknownTarget(flags, process.env);
  if (problem !== null) throw new UsageError(problem);
  return { goos: flags.goos ?? null, goarch: flags.goarch ?? null };
}

export function formatOf(flags: Pick<ReportFlags, 'format' | 'json'>): Format {
  if (flags.json && flags.format !== 'text' && flags.format !== 'json') {
    throw new UsageError(`--json and --format ${flags.format} exclude each other`);
  }
  return flags.json ? 'json' : flags.format;
}

export function jobsOf(flags: WorkFlags): number {
  return flags.jobs === undefined ? Math.max(1, availableParallelism()) : wholeNumber('--jobs', flags.jobs, 1);
}

/** Numbers beyond this do not fit into the records of a schedule. */
const largest = 2 ** 32 - 1;

export function wholeNumber(flag: string, text: string, least: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least && value <= largest) return value;
  throw new UsageError(`${flag} ${text}: not a whole number of at least ${least}`);
}

const unitMilliseconds: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Milliseconds of a duration as Go writes it: `500ms`, `2s`, `1m30s`, `1.5h`. */
export function duration(flag: string, text: string): number {
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.test(text)) {
    const missing = /^\d+(?:\.\d+)?$/.test(text) ? 'missing unit' : 'not a duration';
    throw new UsageError(`${flag} ${text}: ${missing}; write it as in 500ms, 2s or 1m30s`);
  }
  let total = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)([a-zµ]+)/g)) {
    total += Number(number) * (unitMilliseconds.get(unit ?? '') ?? Number.NaN);
  }
  if (!(total > 0)) throw new UsageError(`${flag} ${text}: give a duration above zero`);
  return total;
}

export type ExitCode = 0 | 1 | 2;

/** 2: the run could not be done for some package, or was interrupted; 1: it found something; notes do not count. */
export function exitCodeFor(incomplete: boolean, findings: readonly { readonly severity: string }[]): ExitCode {
  if (incomplete) return 2;
  return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
}
