// What is asked of each fragment: properties by name, formulas, values of parameters. Read from words, with hints.

import type { Named } from '../base/named.ts';
import { nearestNames } from '../base/nearest.ts';
import type { CommProgram } from '../comm/comm.ts';
import { rangeOfParam, visitProgram } from '../comm/index.ts';
import {
  allProperties,
  defaultProperties,
  type Formula,
  type ParamValue,
  type PropertyName,
  parseFormula,
} from '../model/index.ts';

/** `name=value`: the name of a parameter, or of a function and a parameter behind a dot. */
export interface ParamSetting {
  readonly name: string;
  readonly values: readonly ParamValue[];
}

export interface Question {
  readonly properties: readonly PropertyName[];
  /** Names are the texts themselves. */
  readonly formulas: readonly { readonly name: string; readonly text: string }[];
  readonly params: readonly ParamSetting[];
  /** Whether the user asked for particular properties: then each fragment's answers are shown. */
  readonly explicit: boolean;
}

/** What is asked unless something else is. */
export const usualQuestion: Question = { properties: defaultProperties, formulas: [], params: [], explicit: false };

export type QuestionResult =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly message: string };

/** Reads lists of names, formulas and settings as a user writes them. */
export function readQuestion(
  properties: readonly string[],
  formulas: readonly string[],
  params: readonly string[],
): QuestionResult {
  const names: PropertyName[] = [];
  for (const name of properties.flatMap((list) => list.split(',')).map((part) => part.trim())) {
    if (name === '') continue;
    if (!isProperty(name)) {
      const near = nearestNames(name, allProperties);
      const hint =
        near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are: ${[...allProperties].sort().join(', ')}`;
      return { ok: false, message: `--property ${name}: there is no property of this name; ${hint}` };
    }
    if (!names.includes(name)) names.push(name);
  }
  for (const text of formulas) {
    const parsed = parseFormula(text);
    if (!parsed.ok) {
      const pointer = `${' '.repeat(parsed.at)}^`;
      return { ok: false, message: `--formula: ${parsed.message}\n  ${text}\n  ${pointer}` };
    }
  }
  const settings: ParamSetting[] = [];
  for (const text of params) {
    const setting = readSetting(text);
    if (typeof setting === 'string') return { ok: false, message: setting };
    settings.push(setting);
  }
  const explicit = names.length > 0 || formulas.length > 0;
  return {
    ok: true,
    question: {
      properties: explicit ? names : defaultProperties,
      formulas: [...new Set(formulas)].map((text) => ({ name: text, text })),
      params: settings,
      explicit,
    },
  };
}

function isProperty(name: string): name is PropertyName {
  return (allProperties as readonly string[]).includes(name);
}

/** More values than this of one parameter are more than a search can try. */
const mostValues = 256;

/** `n=3`, `n=0..4`, `n=1,2,8`, `flag=true`; a text that says what is wrong otherwise. */
function readSetting(text: string): ParamSetting | string {
  const at = text.lastIndexOf('=');
  if (at <= 0) return `--param ${text}: write it as name=value`;
  const values: ParamValue[] = [];
  for (const part of text.slice(at + 1).split(',')) {
    const range = /^(-?\d+)\.\.(-?\d+)$/.exec(part.trim());
    if (range !== null) {
      const [low, high] = [Number(range[1]), Number(range[2])];
      if (low > high) return `--param ${text}: ${low} is greater than ${high}`;
      if (high - low >= mostValues) return `--param ${text}: at most ${mostValues} values can be tried`;
      for (let value = low; value <= high; value++) values.push(value);
      continue;
    }
    const value = readValue(part.trim());
    if (value === null) return `--param ${text}: values are numbers, ranges as 0..4, or true and false`;
    values.push(value);
  }
  if (values.length > mostValues) return `--param ${text}: at most ${mostValues} values can be tried`;
  return { name: text.slice(0, at).trim(), values: [...new Set(values)] };
}

function readValue(text: string): ParamValue | null {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  return text === '' || !Number.isSafeInteger(value) ? null : value;
}

/** What a `Usage` knows. */
export interface ToldUsage {
  readonly used: readonly string[];
  readonly params: readonly string[];
  readonly channels: readonly string[];
  readonly problems: readonly string[];
}

/** What became of the settings and of the names in formulas, over all fragments. */
export class Usage {
  readonly #used = new Set<string>();
  readonly #params = new Set<string>();
  readonly #channels = new Set<string>();
  readonly #problems: string[] = [];

  /** The values for a fragment's parameters, by name. */
  valuesFor(program: CommProgram, func: string, question: Question): Named<readonly ParamValue[]> {
    const chosen = new Map<string, readonly ParamValue[]>();
    for (const param of program.params) {
      this.#params.add(param.name);
      for (const setting of question.params) {
        if (setting.name !== param.name && setting.name !== `${func}.${param.name}`) continue;
        this.#used.add(setting.name);
        const fits = setting.values.every((value) => typeof value === (param.type === 'int' ? 'number' : 'boolean'));
        const { low, high } = rangeOfParam(param);
        const possible = setting.values.every((value) => low === null || Number(value) >= low);
        const small = setting.values.every((value) => high === null || Number(value) <= high);
        if (!fits)
          this.#problems.push(
            `--param ${setting.name}: ${param.name} is ${param.type === 'int' ? 'a number' : 'true or false'}`,
          );
        else if (!possible) this.#problems.push(`--param ${setting.name}: ${param.name} is never below ${low}`);
        else if (!small) this.#problems.push(`--param ${setting.name}: ${param.name} is never above ${high}`);
        else chosen.set(param.name, setting.values);
      }
    }
    visitProgram(program, (stmt) => {
      if (stmt.kind === 'chan') this.#channels.add(stmt.label);
    });
    return [...chosen];
  }

  /** What became of them in another fragment too. */
  add(other: Usage): void {
    this.addTold(other.told());
  }

  /** As data, for another process. */
  told(): ToldUsage {
    return {
      used: [...this.#used],
      params: [...this.#params],
      channels: [...this.#channels],
      problems: [...this.#problems],
    };
  }

  addTold({ used, params, channels, problems }: ToldUsage): void {
    for (const name of used) this.#used.add(name);
    for (const name of params) this.#params.add(name);
    for (const name of channels) this.#channels.add(name);
    this.#problems.push(...problems);
  }

  /** What the user meant and no fragment has; null where everything was understood. */
  problem(question: Question): string | null {
    const [first] = this.#problems;
    if (first !== undefined) return first;
    for (const { name } of question.params) {
      if (this.#used.has(name)) continue;
      return `--param ${name}: no fragment has a parameter of this name${hint(name, this.#params)}`;
    }
    for (const { text } of question.formulas) {
      const parsed = parseFormula(text);
      if (!parsed.ok) continue;
      for (const name of freeChannels(parsed.formula, new Set())) {
        if (this.#channels.has(name)) continue;
        return `--formula: no fragment has a channel ${name}${hint(name, this.#channels)}`;
      }
    }
    return null;
  }
}

function hint(name: string, names: ReadonlySet<string>): string {
  const short = name.slice(name.lastIndexOf('.') + 1);
  const near = [...new Set([...nearestNames(name, names), ...nearestNames(short, names)])];
  if (near.length > 0) return `; did you mean ${near.join(' or ')}?`;
  if (names.size === 0) return '; there are none';
  return `; there are: ${[...names].sort().slice(0, 12).join(', ')}${names.size > 12 ? ', ...' : ''}`;
}

/** Names in a formula that no quantifier binds: they stand for channels of the program. */
function freeChannels(f: Formula, bound: ReadonlySet<string>): readonly string[] {
  switch (f.kind) {
    case 'constant':
    case 'variable':
      return [];
    case 'barb':
      return bound.has(f.name) ? [] : [f.name];
    case 'and':
    case 'or':
    case 'implies':
      return [...freeChannels(f.left, bound), ...freeChannels(f.right, bound)];
    case 'all':
    case 'some':
      return freeChannels(f.body, new Set([...bound, f.name]));
    case 'box':
    case 'diamond': {
      const named = f.actions.flatMap((a) => (a.kind === 'sync' && !bound.has(a.name) ? [a.name] : []));
      return [...named, ...freeChannels(f.body, bound)];
    }
    case 'nu':
    case 'mu':
    case 'not':
      return freeChannels(f.body, bound);
  }
}
