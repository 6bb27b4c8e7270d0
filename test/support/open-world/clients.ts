// Random clients of a package: Go tests that use what it offers, alone or from several goroutines.

import { newRandom, type Random } from '../../../src/explore/random.ts';
import type { Func, Type } from '../../../src/types/index.ts';
import { under } from '../../../src/types/index.ts';
import type { Api, ApiType } from './api.ts';
import type { ClientFacts } from './assumptions.ts';
import { oneIn, pick } from './draft.ts';
import {
  argumentsOf,
  canCall,
  canName,
  importName,
  instanceOf,
  scoped,
  settableField,
  valueText,
  type Writer,
} from './values.ts';

export interface Client {
  readonly test: string;
  readonly facts: ClientFacts;
  /** Paths and names. */
  readonly imports: ReadonlyMap<string, string>;
  readonly text: string;
  readonly called: ReadonlySet<Func>;
}

/** What clients may do besides the ordinary: each is there in some and not in others. */
export function drawFacts(random: Random, api: Api): ClientFacts {
  const names = new Set(api.types.map(({ name }) => name));
  const none: ReadonlySet<string> = new Set();
  return {
    concurrent: oneIn(random, 2) ? names : none,
    unconstructed: oneIn(random, 4) ? names : none,
    extreme: oneIn(random, 4),
    alias: oneIn(random, 4),
    racing: oneIn(random, 8),
    reenters: oneIn(random, 2),
    callbacksPanic: false,
  };
}

export interface ClientOptions {
  readonly api: Api;
  readonly test: string;
  readonly seed: number;
  readonly constants: Writer['constants'];
  readonly facts: ClientFacts;
  readonly mayCall: (fn: Func) => boolean;
  /** Imports of the file so far; grows. */
  readonly imports: Map<string, string>;
}

/** Null where nothing can be called. */
export function generateClient(options: ClientOptions): Client | null {
  const { api, test, facts } = options;
  const w: Writer = {
    ...options,
    random: newRandom(options.seed),
    decls: [],
    lines: [],
    known: new Map(),
    called: new Set(),
    prefix: test,
    names: 0,
  };
  const targets = api.types.filter(({ methods }) => methods.some((fn) => mayUse(w, fn)));
  const functions = api.functions.filter((fn) => mayUse(w, fn));
  if (targets.length === 0 && functions.length === 0) return null;
  const objects = targets.flatMap((type) => {
    const made = instanceOf(w, type);
    return made === null ? [] : [{ type, made: made.replace(/^&/, '') }];
  });
  if (objects.length === 0 && functions.length === 0) return null;
  const call = (): void => oneCall(w, objects, functions);
  setSomething(w, objects);
  for (let i = w.random.below(2); i > 0; i--) call();
  if (facts.concurrent.size > 0) {
    for (let i = 1 + w.random.below(2); i > 0; i--) {
      w.lines.push('go func() {');
      scoped(w, () => {
        for (let k = 1 + w.random.below(2); k > 0; k--) call();
      });
      w.lines.push('}()');
    }
    if (facts.racing) setSomething(w, objects);
  }
  for (let i = 1 + w.random.below(3); i > 0; i--) call();
  if (w.called.size === 0) return null;
  const body = w.lines.map((line) => `\t${line}\n`).join('');
  const text = `${w.decls.join('\n\n')}\n\nfunc ${test}(t *testing.T) {\n${body}}\n`;
  return { test, facts, imports: w.imports, text, called: w.called };
}

function mayUse(w: Writer, fn: Func): boolean {
  return w.mayCall(fn) && canCall(w, fn);
}

interface Made {
  readonly type: ApiType;
  readonly made: string;
}

/** A call of a method, or of a function of the package. */
function oneCall(w: Writer, objects: readonly Made[], functions: readonly Func[]): void {
  if (objects.length > 0 && (functions.length === 0 || !oneIn(w.random, 4))) {
    const { type, made } = pick(w.random, objects);
    const fn = pick(
      w.random,
      type.methods.filter((one) => mayUse(w, one)),
    );
    const args = argumentsOf(w, fn);
    w.lines.push(`${made}.${fn.name}(${args})`);
    w.called.add(fn);
    return;
  }
  if (functions.length === 0) return;
  const fn = pick(w.random, functions);
  const args = argumentsOf(w, fn);
  w.lines.push(`${importName(w, w.api.pkg)}.${fn.name}(${args})`);
  w.called.add(fn);
}

/** Sets exported fields and package variables, where there are any. */
function setSomething(w: Writer, objects: readonly Made[]): void {
  for (const { type, made } of objects) {
    const u = under(type.named);
    if (u.kind !== 'Struct') continue;
    for (const field of u.fields)
      if (settableField(w, field) && oneIn(w.random, 2))
        w.lines.push(`${made}.${field.name} = ${valueText(w, field.type as Type)}`);
  }
  for (const { name, type } of w.api.variables)
    if (type !== null && canName(w, type) && oneIn(w.random, 2))
      w.lines.push(`${importName(w, w.api.pkg)}.${name} = ${valueText(w, type)}`);
}

/** A file of clients, in the external test package. */
export function clientFile(
  packageName: string,
  imports: ReadonlyMap<string, string>,
  clients: readonly Client[],
): string {
  const texts = clients.map(({ text }) => text).join('\n');
  const lines = [...imports].filter(([, name]) => new RegExp(`\\b${name}\\.`).test(texts));
  const list = [['testing', 'testing'], ...lines].map(([path, name]) => `\t${name} "${path}"\n`).join('');
  return `package ${packageName}_test\n\nimport (\n${list})\n\n${texts}`;
}
