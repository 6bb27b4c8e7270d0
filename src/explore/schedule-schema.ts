// What a schedule file may hold: the fields with their forms. Nothing of a file is used before all of it fits.

import type { Op } from './protocol.ts';

/** Whether a value fits, and what it has to be, for people. */
interface Form {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

interface Field {
  readonly name: string;
  readonly form: Form;
  /** Older files do not have it. */
  readonly optional?: true;
}

const longestText = 1 << 16;
const mostProcessors = 1024;

const ops: Readonly<Record<Op, true>> = {
  start: true,
  go: true,
  make: true,
  send: true,
  recv: true,
  close: true,
  select: true,
  lock: true,
  'lock-wait': true,
  unlock: true,
  rlock: true,
  runlock: true,
  trylock: true,
  tryrlock: true,
  'wg-add': true,
  'wg-done': true,
  'wg-wait': true,
  'cond-wait': true,
  'cond-wake': true,
  'cond-signal': true,
  'cond-broadcast': true,
  once: true,
  'atomic-load': true,
  'atomic-store': true,
  'atomic-rmw': true,
  sleep: true,
  timer: true,
  fire: true,
  yield: true,
  test: true,
  return: true,
};
const knownOps: ReadonlySet<unknown> = new Set(Object.keys(ops));

/** A form for strings that match all of a pattern. */
function matching(wanted: string, pattern: RegExp): Form {
  return { wanted, fits: (value) => typeof value === 'string' && value.length <= longestText && pattern.test(value) };
}

function integer(wanted: string, least: number, most = Number.MAX_SAFE_INTEGER): Form {
  return {
    wanted,
    fits: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most,
  };
}

function listOf(wanted: string, form: Form): Form {
  return { wanted, fits: (value) => Array.isArray(value) && value.every(form.fits) };
}

const text: Form = matching('a string', /^/);
const boolean: Form = { wanted: 'true or false', fits: (value) => typeof value === 'boolean' };
/** One path below a module: neither relative nor absolute, without `..` and without the wildcard `...`. */
const importPath: Form = {
  wanted: 'an import path',
  fits: (value) =>
    typeof value === 'string' &&
    value.length <= longestText &&
    value.split('/').every((element) => /^[\p{L}\p{N}_~.!+-]+$/u.test(element) && !/^(-|\.+$)/.test(element)),
};
const arm: Form = {
  wanted: 'null or the number of an arm',
  fits: (value) => value === null || integer('', -1).fits(value),
};

/** All of a schedule but its events. */
const head: readonly Field[] = [
  { name: 'package', form: importPath },
  { name: 'test', form: matching('the name of a test function', /^Test[\p{L}\p{N}_]*$/u) },
  { name: 'rule', form: matching('the name of a rule', /^[a-z][a-z0-9-]*$/) },
  { name: 'message', form: text },
  { name: 'cause', form: text },
  { name: 'seed', form: integer('a whole number', Number.MIN_SAFE_INTEGER) },
  { name: 'earlyNs', form: integer('a whole number of nanoseconds', 0) },
  { name: 'processors', form: integer(`a whole number from 1 to ${mostProcessors}`, 1, mostProcessors) },
  { name: 'race', form: boolean },
  { name: 'instrument', form: listOf('a list of patterns of packages', matching('', /^[^-]/)), optional: true },
  { name: 'allow', form: listOf('a list of strings', text), optional: true },
  { name: 'tags', form: listOf('a list of build tags', matching('', /^[\p{L}\p{N}_.]+$/u)), optional: true },
  { name: 'short', form: boolean, optional: true },
];

const event: readonly Field[] = [
  { name: 'g', form: matching('the path of a goroutine', /^(clock|[a-z]?\d*(\.\d+)*)$/) },
  { name: 'op', form: { wanted: 'an operation', fits: (value) => knownOps.has(value) } },
  { name: 'site', form: text },
  { name: 'arm', form: arm },
  { name: 'with', form: matching("a goroutine's path, or nothing", /^([a-z]?\d*(\.\d+)*)$/) },
  { name: 'warm', form: arm },
  { name: 'object', form: text },
  { name: 'at', form: text },
];

/** What does not fit in a parsed file, as a sentence; null where all does. */
export function scheduleFault(value: unknown): string | null {
  if (!isRecord(value) || field(value, 'gordian') !== 'schedule') return 'it is not a schedule of gordian';
  const version = field(value, 'version');
  if (version !== 1) return `its version is ${JSON.stringify(version) ?? 'missing'}; this gordian reads version 1`;
  const fault = firstFault(value, head);
  if (fault !== null) return fault;
  const events = field(value, 'events');
  if (!Array.isArray(events)) return events === undefined ? 'events is missing' : 'events must be a list';
  for (const [i, one] of events.entries()) {
    const wrong = isRecord(one) ? firstFault(one, event) : 'it must be an object';
    if (wrong !== null) return `event ${i + 1}: ${wrong}`;
  }
  return null;
}

function firstFault(record: object, fields: readonly Field[]): string | null {
  for (const { name, form, optional } of fields) {
    const value = field(record, name);
    if (value === undefined) {
      if (optional === true) continue;
      return `${name} is missing`;
    }
    if (!form.fits(value)) return `${name} must be ${form.wanted}`;
  }
  return null;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the file itself says, not what every object has. */
function field(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Readonly<Record<string, unknown>>)[name] : undefined;
}
