// Go expressions for values of a type, as clients of a package give them: nil, zero, ordinary, extreme, and functions that call back in.

import type { Random } from '../../../src/explore/random.ts';
import type { Func, Signature, Type, Var } from '../../../src/types/index.ts';
import {
  isExported,
  methodSet,
  type Package,
  type StructType,
  typeString,
  unalias,
  under,
} from '../../../src/types/index.ts';
import type { Api, ApiType } from './api.ts';
import type { ClientFacts } from './assumptions.ts';
import { oneIn, pick } from './draft.ts';

/** A client while it is being written. */
export interface Writer {
  readonly api: Api;
  readonly random: Random;
  /** What it may do. */
  readonly facts: ClientFacts;
  /** Numbers and texts that the package compares with. */
  readonly constants: { readonly numbers: readonly string[]; readonly texts: readonly string[] };
  /** Functions and methods that it may call. */
  readonly mayCall: (fn: Func) => boolean;
  /** Names of imported packages by path; grows. */
  readonly imports: Map<string, string>;
  /** Types that stand in for interfaces, as declarations. */
  readonly decls: string[];
  /** Statements so far. */
  readonly lines: string[];
  /** Variables by the type that they have, for values that are passed twice. */
  readonly known: Map<string, string[]>;
  /** Every function that is called somewhere. */
  readonly called: Set<Func>;
  readonly prefix: string;
  names: number;
}

const deepest = 3;

export function freshName(w: Writer, stem: string): string {
  return `${stem}${w.names++}`;
}

/** How a package is called in the client. */
export function importName(w: Writer, pkg: { readonly path: string }): string {
  const known = w.imports.get(pkg.path);
  if (known !== undefined) return known;
  const name = `q${w.imports.size}`;
  w.imports.set(pkg.path, name);
  return name;
}

export function typeText(w: Writer, type: Type): string {
  return typeString(type, (pkg: Package) => importName(w, pkg));
}

/** Whether a client can write the type down. */
export function canName(w: Writer, type: Type, depth = 0): boolean {
  const t = unalias(type);
  if (depth > 8) return true;
  const all = (types: readonly (Type | null)[]): boolean =>
    types.every((one) => one !== null && canName(w, one, depth + 1));
  switch (t.kind) {
    case 'Basic':
      return t.basic !== 'invalid';
    case 'Named': {
      const { pkg, name } = t.obj;
      if (pkg === null) return true;
      if (pkg !== w.api.pkg && /(^|\/)(internal|vendor)(\/|$)/.test(pkg.path)) return false;
      return isExported(name) && all(t.inst?.typeArgs ?? []);
    }
    case 'Pointer':
    case 'Slice':
    case 'Array':
    case 'Chan':
      return all([t.elem]);
    case 'Map':
      return all([t.key, t.elem]);
    case 'Signature':
      return all([...t.params.vars, ...t.results.vars].map((v) => v.type));
    case 'Struct':
      return t.fields.every((field) => isExported(field.name)) && all(t.fields.map((field) => field.type));
    case 'Interface':
      return (
        t.embeddeds.length === 0 && t.methods.every((m) => isExported(m.name)) && all(t.methods.map((m) => m.type))
      );
    case 'Tuple':
    case 'TypeParam':
    case 'Union':
    case 'Math':
      return false;
  }
}

/** An expression of the type; statements that it needs are added to the client. */
export function valueText(w: Writer, type: Type, depth = 0): string {
  const t = unalias(type);
  const text = typeText(w, type);
  if (w.facts.alias && oneIn(w.random, 2)) {
    const before = w.known.get(text);
    if (before !== undefined) return pick(w.random, before);
  }
  const special = specialValue(w, text, t);
  if (special !== null) return special;
  const own = t.kind === 'Named' ? w.api.types.find(({ named }) => named === t) : undefined;
  if (own !== undefined && depth < deepest) {
    const made = instanceOf(w, own, depth);
    if (made !== null) return `*${made}`;
  }
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
      return basicValue(w, u.basic, text);
    case 'Pointer':
      return pointerValue(w, u.elem, text, depth);
    case 'Slice':
      return depth >= deepest || oneIn(w.random, 4)
        ? `(${text})(nil)`
        : `${text}{${values(w, u.elem, w.random.below(3), depth)}}`;
    case 'Array':
      return `${text}{${u.len > 8 ? '' : values(w, u.elem, u.len, depth)}}`;
    case 'Map':
      return mapValue(w, u.key, u.elem, text, depth);
    case 'Chan':
      return channelValue(w, u.elem, text);
    case 'Signature':
      return functionValue(w, u, text, depth);
    case 'Interface':
      return interfaceValue(w, type, text, depth);
    case 'Struct':
      return t.kind === 'Named' ? structValue(w, u, text, t.obj.pkg === w.api.pkg, depth) : `${text}{}`;
    default:
      return `*new(${text})`;
  }
}

function values(w: Writer, elem: Type, count: number, depth: number): string {
  return Array.from({ length: count }, () => valueText(w, elem, depth + 1)).join(', ');
}

function mapValue(w: Writer, key: Type, elem: Type, text: string, depth: number): string {
  if (depth >= deepest || oneIn(w.random, 4)) return `(${text})(nil)`;
  const name = freshName(w, 'm');
  w.lines.push(`${name} := ${text}{}`);
  for (let i = w.random.below(3); i > 0; i--) {
    const k = valueText(w, key, depth + 1);
    // Keys that are equal are an error in a literal; those that cannot be compared are the client's own mistake.
    if (under(key).kind !== 'Interface') w.lines.push(`${name}[${k}] = ${valueText(w, elem, depth + 1)}`);
  }
  return name;
}

/** Remembers a variable of the type, so that it can be passed again. */
function named(w: Writer, stem: string, text: string, value: string): string {
  const name = freshName(w, stem);
  w.lines.push(`${name} := ${value}`, `_ = ${name}`);
  remember(w, text, name);
  return name;
}

/** Types of the standard library that a zero value says little about. */
function specialValue(w: Writer, text: string, t: Type): string | null {
  if (t.kind !== 'Named') return null;
  const path = `${t.obj.pkg?.path ?? ''}.${t.obj.name}`;
  const of = (pkg: string): string => importName(w, { path: pkg });
  switch (path) {
    case '.error':
      return pick(w.random, ['nil', `${of('io')}.EOF`, `${of('errors')}.New("x")`, ...errorVariables(w)]);
    case 'context.Context': {
      const c = of('context');
      if (oneIn(w.random, 2)) return pick(w.random, [`${c}.Background()`, `${c}.TODO()`]);
      const name = freshName(w, 'ctx');
      w.lines.push(`${name}, cancel${name} := ${c}.WithCancel(${c}.Background())`);
      w.lines.push(pick(w.random, [`cancel${name}()`, `defer cancel${name}()`, `go cancel${name}()`]));
      return name;
    }
    case 'time.Duration':
      return pick(w.random, ['0', `${of('time')}.Millisecond`, `${of('time')}.Second`]);
    case 'sync.Locker':
      return named(w, 'l', text, `${of('sync')}.Locker(new(${of('sync')}.Mutex))`);
    default:
      return null;
  }
}

/** Errors of the package, as they are and wrapped. */
function errorVariables(w: Writer): readonly string[] {
  const found = w.api.variables.filter(({ type }) => type !== null && isError(type));
  return found.flatMap(({ name }) => {
    const variable = `${importName(w, w.api.pkg)}.${name}`;
    return [variable, `${importName(w, { path: 'fmt' })}.Errorf("x: %w", ${variable})`];
  });
}

function isError(type: Type): boolean {
  const t = unalias(type);
  return t.kind === 'Named' && t.obj.pkg === null && t.obj.name === 'error';
}

function basicValue(w: Writer, basic: string, text: string): string {
  if (basic === 'bool') return pick(w.random, ['true', 'false']);
  if (basic === 'string') return JSON.stringify(pick(w.random, ['', 'a', 'name', ...w.constants.texts]));
  if (basic.startsWith('float')) return pick(w.random, ['0', '1.5', '-2']);
  if (basic.startsWith('complex') || basic === 'unsafe.Pointer' || basic === 'uintptr') return `*new(${text})`;
  const unsigned = basic.startsWith('uint');
  const bits = Number(/\d+$/.exec(basic)?.[0] ?? 64);
  const fits = (number: string): boolean => BigInt(number) < 2n ** BigInt(bits - 1);
  const ordinary = ['0', '1', '2', '3', ...w.constants.numbers.filter(fits)];
  if (!unsigned) ordinary.push('-1');
  if (w.facts.extreme) {
    ordinary.push(String(2n ** BigInt(unsigned ? bits : bits - 1) - 1n));
    if (!unsigned) ordinary.push(String(-(2n ** BigInt(bits - 1))));
  }
  return `${text}(${pick(w.random, ordinary)})`;
}

function pointerValue(w: Writer, elem: Type, text: string, depth: number): string {
  if (oneIn(w.random, 4)) return `(${text})(nil)`;
  const own = w.api.types.find(({ named: type }) => type === unalias(elem));
  if (own !== undefined) {
    const made = depth < deepest ? instanceOf(w, own, depth) : null;
    return made ?? `(${text})(nil)`;
  }
  const name = freshName(w, 'p');
  const u = under(elem);
  const simple =
    depth < deepest && (u.kind === 'Basic' || u.kind === 'Pointer' || u.kind === 'Map' || u.kind === 'Slice');
  w.lines.push(`${name} := new(${typeText(w, elem)})`);
  if (simple) w.lines.push(`*${name} = ${valueText(w, elem, depth + 1)}`);
  remember(w, text, name);
  return name;
}

function structValue(w: Writer, u: StructType, text: string, own: boolean, depth: number): string {
  if (!own || depth >= deepest) return `${text}{}`;
  const fields = u.fields.flatMap((field): readonly string[] =>
    settableField(w, field) && oneIn(w.random, 2)
      ? [`${field.name}: ${valueText(w, field.type as Type, depth + 1)}`]
      : [],
  );
  return `${text}{${fields.join(', ')}}`;
}

export function settableField(w: Writer, field: Var): boolean {
  return isExported(field.name) && !field.embedded && field.type !== null && canName(w, field.type);
}

/** A pointer to a value of one of the package's types, in a variable; null where there is no way to make one. */
export function instanceOf(w: Writer, type: ApiType, depth = 0): string | null {
  const makers = type.makers.filter(w.mayCall);
  const literal = w.facts.unconstructed.has(type.name);
  const text = typeText(w, type.named);
  if (makers.length > 0 && (!literal || oneIn(w.random, 2))) {
    const maker = pick(w.random, makers);
    const { results } = maker.type as Signature;
    const args = argumentsOf(w, maker, depth + 1);
    const name = freshName(w, 'x');
    const rest = results.vars
      .slice(1)
      .map(() => ', _')
      .join('');
    w.lines.push(`${name}${rest} := ${importName(w, w.api.pkg)}.${maker.name}(${args})`, `_ = ${name}`);
    w.called.add(maker);
    const first = unalias(results.vars[0]?.type as Type);
    const pointer = first.kind === 'Pointer' ? name : `&${name}`;
    if (first.kind === 'Pointer') remember(w, `*${text}`, name);
    return pointer;
  }
  // Without constructors, a zero value or a literal is how one is made.
  if (type.makers.length > 0 && !literal) return null;
  const u = under(type.named);
  const value = u.kind === 'Struct' ? structValue(w, u, text, true, depth) : `*new(${text})`;
  const name = freshName(w, 'x');
  w.lines.push(u.kind === 'Struct' ? `${name} := &${value}` : `${name} := new(${text})`, `_ = ${name}`);
  remember(w, `*${text}`, name);
  return name;
}

function remember(w: Writer, text: string, name: string): void {
  w.known.set(text, [...(w.known.get(text) ?? []), name]);
}

/** The arguments of a call, as a list; those of a variadic parameter are none, one or two. */
export function argumentsOf(w: Writer, fn: Func, depth = 0): string {
  const { params, variadic } = fn.type as Signature;
  return params.vars
    .flatMap((param, i): readonly string[] => {
      const type = param.type as Type;
      if (!variadic || i < params.vars.length - 1) return [valueText(w, type, depth)];
      const u = under(type);
      if (u.kind !== 'Slice') return [];
      return Array.from({ length: w.random.below(3) }, () => valueText(w, u.elem, depth));
    })
    .join(', ');
}

/** Whether a client can give all that the function takes. */
export function canCall(w: Writer, fn: Func): boolean {
  const { params } = fn.type as Signature;
  return params.vars.every(({ type }) => type !== null && canName(w, type));
}

function channelValue(w: Writer, elem: Type, text: string): string {
  if (oneIn(w.random, 6)) return `(${text})(nil)`;
  const capacity = pick(w.random, ['', ', 1', ', 4']);
  return named(w, 'c', text, `make(chan ${typeText(w, elem)}${capacity})`);
}

/** A function: nil, one that gives something, or one that calls back into the package. */
function functionValue(w: Writer, signature: Signature, text: string, depth: number): string {
  if (oneIn(w.random, 5)) return `(${text})(nil)`;
  const own = text.includes('.') && !text.startsWith('func') ? makerOf(w, text) : null;
  if (own !== null) return own;
  return `(${text})(${literal(w, signature, depth)})`;
}

/** Options and their like: a function of the package that gives one. */
function makerOf(w: Writer, text: string): string | null {
  const gives = (fn: Func): boolean => {
    const first = (fn.type as Signature).results.vars[0]?.type ?? null;
    return first !== null && typeText(w, first) === text;
  };
  const makers = w.api.functions.filter((fn) => w.mayCall(fn) && canCall(w, fn) && gives(fn));
  if (makers.length === 0) return null;
  const maker = pick(w.random, makers);
  w.called.add(maker);
  return `${importName(w, w.api.pkg)}.${maker.name}(${argumentsOf(w, maker, deepest)})`;
}

function literal(w: Writer, signature: Signature, depth: number): string {
  const params = signature.params.vars.map((param, i) => {
    const type = param.type as Type;
    const rest = signature.variadic && i === signature.params.vars.length - 1;
    const u = under(type);
    return `_ ${rest && u.kind === 'Slice' ? `...${typeText(w, u.elem)}` : typeText(w, type)}`;
  });
  const results = signature.results.vars.map((result, i) => `r${i} ${typeText(w, result.type as Type)}`);
  const body = signature.results.vars.map((result, i) =>
    depth < deepest && oneIn(w.random, 2) ? `r${i} = ${inner(w, result.type as Type)}; ` : '',
  );
  const back = w.facts.reenters && depth < deepest && oneIn(w.random, 2) ? callBack(w) : '';
  return `func(${params.join(', ')}) (${results.join(', ')}) { ${back}${body.join('')}return }`;
}

/** What `make` gives, if that needs no statements of the client's own, which would run at another time; else null. */
function withoutStatements(w: Writer, make: () => string): string | null {
  const before = w.lines.length;
  const value = scoped(w, make);
  if (w.lines.length === before) return value;
  w.lines.length = before;
  return null;
}

/** Variables that are made meanwhile are forgotten afterwards: they are not visible outside. */
export function scoped<T>(w: Writer, make: () => T): T {
  const before = new Map(w.known);
  const result = make();
  w.known.clear();
  for (const [text, names] of before) w.known.set(text, names);
  return result;
}

function inner(w: Writer, type: Type): string {
  return withoutStatements(w, () => valueText(w, type, deepest)) ?? `*new(${typeText(w, type)})`;
}

/** A call of something that takes nothing, on an object that is there already. */
function callBack(w: Writer): string {
  const calls = w.api.types.flatMap(({ methods, named: type }) => {
    const [known] = w.known.get(`*${typeText(w, type)}`) ?? [];
    if (known === undefined) return [];
    return methods
      .filter((fn) => w.mayCall(fn) && canCall(w, fn))
      .map((fn) => ({ fn, text: (args: string) => `${known}.${fn.name}(${args}); ` }));
  });
  if (calls.length === 0) return '';
  const { fn, text } = pick(w.random, calls);
  const args = withoutStatements(w, () => argumentsOf(w, fn, deepest));
  if (args === null) return '';
  w.called.add(fn);
  return text(args);
}

/** A value that an interface holds: nil, a type of the client's with all methods, or one of the package's. */
function interfaceValue(w: Writer, type: Type, text: string, depth: number): string {
  const u = under(type);
  if (u.kind !== 'Interface') return 'nil';
  const methods = methodSet(type).map(({ obj }) => obj);
  if (methods.length === 0) return pick(w.random, ['nil', '1', '"a"', '[]int{1}', 'func() {}']);
  const plain = methods.every((m) => m.kind === 'Func' && isExported(m.name) && m.type !== null && canName(w, m.type));
  if (!plain || depth >= deepest || oneIn(w.random, 4)) return `(${text})(nil)`;
  const name = `${w.prefix}Stub${w.decls.length}`;
  const at = w.decls.length;
  w.decls.push('');
  const lines = methods.map((m) => {
    const back = literalBody(w, m.type as Signature);
    return `func (*${name}) ${m.name}${back}`;
  });
  w.decls[at] = [`type ${name} struct{}`, ...lines].join('\n');
  return `(${text})(&${name}{})`;
}

function literalBody(w: Writer, signature: Signature): string {
  // Methods stand outside the client's function: they call nothing of its.
  return literal(w, signature, deepest).slice('func'.length);
}
