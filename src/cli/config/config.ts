// `gordian.json`: flags of commands, and severities by rule and path. It is looked for in the working directory and above it.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command, Option } from 'commander';
import type { Severity } from '../../base/diagnostic.ts';
import { nearestNames } from '../../base/nearest.ts';
import { readRegularFile, rules, toSlash } from '../../driver/index.ts';
import { UsageError } from '../output.ts';
import { type JsonAt, JsonMistake, type JsonNode, readJson } from './json-places.ts';
import { configName, configured } from './names.ts';

/** Flags that say where to look, or that belong to one run only. */
const notConfigurable = new Set(['C', 'config', 'writeBaseline', 'json', 'step']);

/**
 * Flags that decide what is run and what is written: a configuration that was found may be that of a hostile repository, so that
 * only one that the user names with --config can set them.
 */
const trusted = new Set(['confirm', 'out', 'cacheDir', 'save']);

/** Flags whose values are paths: relative to the directory of the file that names them. */
const paths = new Set(['out', 'cacheDir', 'save', 'baseline', 'include']);

/** What findings of some rules in some files are: the last row that fits decides. */
export interface SeverityRow {
  /** None: all rules. */
  readonly rules: readonly string[];
  /** Patterns relative to `dir`; none: all files. */
  readonly paths: readonly string[];
  readonly severity: Severity | 'off';
  readonly dir: string;
}

const severities = ['off', 'note', 'warning', 'error'] as const;

/** Sets the flags of a command that the command line does not, and gives it the rows of severities. */
export function applyConfiguration(command: Command): void {
  const { C: dir = '.', config } = command.opts<{ readonly C?: string; readonly config?: string | false }>();
  if (config === false) return;
  const file = config === undefined ? findConfiguration(resolve(dir)) : resolve(config);
  if (file === null) return;
  const c: Reader = { file, command, named: config !== undefined };
  const root = read(c);
  for (const { key, at, value } of membersOf(c, root, 'the configuration')) {
    if (key === '$schema') continue;
    if (key === 'severities') command.setOptionValue('severities', rowsOf(c, value));
    else if (configured.some((name) => name === key)) {
      if (key === command.name()) setFlags(c, value);
    } else throw unknown(c, at, key, ['severities', ...configured]);
  }
}

interface Reader {
  readonly file: string;
  /** By the user, and not found. */
  readonly named: boolean;
  readonly command: Command;
}

/** The nearest one upwards, not beyond the repository. */
function findConfiguration(dir: string): string | null {
  for (let at = dir; ; at = dirname(at)) {
    const path = join(at, configName);
    if (existsSync(path)) return path;
    if (existsSync(join(at, '.git')) || dirname(at) === at) return null;
  }
}

function read(c: Reader): JsonNode {
  let text: string;
  try {
    text = readRegularFile(c.file).toString('utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${c.file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonMistake) throw wrong(c, error.at, error.message);
    throw error;
  }
}

function setFlags(c: Reader, node: JsonNode): void {
  const { command } = c;
  const options = configurable(command);
  for (const { key, at, value } of membersOf(c, node, `the flags of ${command.name()}`)) {
    const option = options.find((one) => flagKey(one) === key);
    if (option === undefined) throw unknown(c, at, key, options.map(flagKey));
    const name = option.attributeName();
    if (!c.named && trusted.has(name)) {
      throw wrong(c, at, `${key} is only for the command line, and for a configuration that is named with --config`);
    }
    const set = settingOf(c, option, value);
    if (!c.named && name === 'baseline' && relative(dirname(c.file), String(set)).startsWith('..')) {
      throw wrong(c, value.at, 'baseline is outside the directory of this configuration');
    }
    // What stands on the command line counts before.
    if (command.getOptionValueSource(name) !== 'cli') command.setOptionValueWithSource(name, set, 'config');
  }
}

export function configurable(command: Command): readonly Option[] {
  return command.options.filter((option) => !notConfigurable.has(option.attributeName()));
}

/** A flag as a configuration names it: without dashes, and without the `no-` of a switch that is on by default. */
export function flagKey(option: Option): string {
  return (option.long ?? option.short ?? '').replace(/^--?/, '').replace(/^no-/, '');
}

/** Of what type values of a flag are. */
export function flagType(option: Option): 'boolean' | 'strings' | 'string' {
  if (!option.required && !option.optional) return 'boolean';
  return option.variadic || Array.isArray(option.defaultValue) ? 'strings' : 'string';
}

function settingOf(c: Reader, option: Option, node: JsonNode): unknown {
  const name = option.attributeName();
  const path = (text: string): string => (paths.has(name) ? resolve(dirname(c.file), text) : text);
  switch (flagType(option)) {
    case 'boolean':
      if (node.kind !== 'boolean') throw wrong(c, node.at, `${flagKey(option)} is true or false`);
      return node.value;
    case 'strings':
      return textsOf(c, node, flagKey(option)).map(path);
    case 'string': {
      if (node.kind !== 'string' && node.kind !== 'number') throw wrong(c, node.at, `${flagKey(option)} is a string`);
      const text = String(node.value);
      if (option.argChoices?.includes(text) === false) {
        throw wrong(c, node.at, `${flagKey(option)} is one of ${option.argChoices.join(', ')}`);
      }
      return path(text);
    }
  }
}

function rowsOf(c: Reader, node: JsonNode): readonly SeverityRow[] {
  if (node.kind !== 'array') throw wrong(c, node.at, 'severities is a list');
  return node.items.map((item) => {
    const members = membersOf(c, item, 'a row of severities');
    const known = ['rules', 'paths', 'severity'];
    for (const { key, at } of members) if (!known.includes(key)) throw unknown(c, at, key, known);
    const of = (key: string): JsonNode | undefined => members.find((one) => one.key === key)?.value;
    const [wanted, files, level] = [of('rules'), of('paths'), of('severity')];
    for (const rule of wanted?.kind === 'array' ? wanted.items : []) {
      if (rule.kind === 'string' && !rules.has(rule.value))
        throw unknown(c, rule.at, rule.value, [...rules.keys()], 'rule');
    }
    const severity = severities.find((one) => level?.kind === 'string' && level.value === one);
    if (severity === undefined) throw wrong(c, level?.at ?? item.at, `severity is one of ${severities.join(', ')}`);
    return {
      rules: wanted === undefined ? [] : textsOf(c, wanted, 'rules'),
      paths: files === undefined ? [] : textsOf(c, files, 'paths'),
      severity,
      dir: toSlash(dirname(c.file)),
    };
  });
}

function textsOf(c: Reader, node: JsonNode, name: string): readonly string[] {
  const items = node.kind === 'array' ? node.items : [node];
  return items.map((item) => {
    if (item.kind !== 'string') throw wrong(c, item.at, `${name} is a list of strings`);
    return item.value;
  });
}

function membersOf(c: Reader, node: JsonNode, what: string): Extract<JsonNode, { kind: 'object' }>['members'] {
  if (node.kind !== 'object') throw wrong(c, node.at, `${what} must be an object in braces`);
  return node.members;
}

function unknown(c: Reader, at: JsonAt, name: string, known: readonly string[], what = 'name'): UsageError {
  const near = nearestNames(name, known);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${known.slice(0, 30).join(', ')}`;
  return wrong(c, at, `unknown ${what} ${JSON.stringify(name)}; ${hint}`);
}

function wrong(c: Reader, at: JsonAt, message: string): UsageError {
  return new UsageError(`${c.file}:${at.line}:${at.column}: ${message}`);
}
