// From vil's types to sorts, with the background that each sort needs.

import {
  apply,
  builtin,
  builtinSort,
  type Constructor,
  constructorsOf,
  defineDatatype,
  distinct,
  type FuncDecl,
  func,
  type Sort,
  type Term,
} from '../smt/index.ts';
import { type Domain, type DomainFunction, substituteType, type Type } from '../vil/index.ts';
import { type Context, lookup, need, type ProgramTable } from './context.ts';
import { readAxiom } from './evaluate.ts';
import { noteProjections } from './projections.ts';
import { forEachNode } from './reach.ts';
import { adtSort, plainSort, type TypeEnv, typeDepth, typeName } from './sorts.ts';
import { mapAxioms } from './theories/map.ts';
import { multisetAxioms } from './theories/multiset.ts';
import { mapSort, multisetSort, seqSort, setSort } from './theories/names.ts';
import { seqAxioms, seqFunctions } from './theories/seq.ts';
import { setAxioms } from './theories/set.ts';

/** Instances of domains that are nested more deeply bring no axioms, or polymorphic recursion would never end. */
const deepestInstance = 6;

/** The sort of `type`, whose type variables are those of `ctx.types`. */
export function sortOf(ctx: Context, type: Type): Sort {
  const closed = substituteType(type, ctx.types);
  const name = typeName(closed);
  switch (closed.kind) {
    case 'Seq': {
      const elem = sortOf(ctx, closed.elem);
      need(ctx, `type ${name}`, () => seqAxioms(elem));
      const { contains, containsTrigger } = seqFunctions(elem);
      ctx.limitedOf.set(contains, containsTrigger);
      return seqSort(elem);
    }
    case 'Set': {
      const elem = sortOf(ctx, closed.elem);
      need(ctx, `type ${name}`, () => setAxioms(elem));
      return setSort(elem);
    }
    case 'Multiset': {
      const elem = sortOf(ctx, closed.elem);
      need(ctx, `type ${name}`, () => multisetAxioms(elem));
      return multisetSort(elem);
    }
    case 'Map': {
      const key = sortOf(ctx, closed.key);
      const value = sortOf(ctx, closed.value);
      sortOf(ctx, { kind: 'Set', elem: closed.key });
      sortOf(ctx, { kind: 'Set', elem: closed.value });
      need(ctx, `type ${name}`, () => mapAxioms(key, value));
      return mapSort(key, value);
    }
    case 'Domain':
      return domainSort(ctx, closed, name);
    case 'Adt':
      return datatypeOf(ctx, closed, name);
    default:
      return plainSort(closed);
  }
}

function domainSort(ctx: Context, type: Type & { readonly kind: 'Domain' }, name: string): Sort {
  const domain = lookup(ctx.table.domains, type.name);
  const text = domain.interpretation?.get('SMTLIB');
  if (text !== undefined) return builtinSort(text);
  const sort = plainSort(type);
  needDomain(ctx, domain, type.args, name);
  return sort;
}

function typeEnv(params: readonly string[], args: readonly Type[]): TypeEnv {
  return new Map(params.map((param, i) => [param, args[i] ?? { kind: 'TypeVar', name: param }]));
}

/** What `pattern` has to have for its type variables to be `type`, added to `into`; false where they differ. */
function matches(pattern: Type, type: Type, into: Map<string, Type>): boolean {
  if (pattern.kind === 'TypeVar') {
    const known = into.get(pattern.name);
    if (known !== undefined) return typeName(known) === typeName(type);
    into.set(pattern.name, type);
    return true;
  }
  if (pattern.kind !== type.kind) return false;
  switch (pattern.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return 'elem' in type && matches(pattern.elem, type.elem, into);
    case 'Map':
      return type.kind === 'Map' && matches(pattern.key, type.key, into) && matches(pattern.value, type.value, into);
    case 'Domain':
    case 'Adt':
      return (
        'name' in type &&
        type.name === pattern.name &&
        'args' in type &&
        pattern.args.every((arg, i) => {
          const other = type.args[i];
          return other !== undefined && matches(arg, other, into);
        })
      );
    default:
      return true;
  }
}

/** An axiom of `domain` applies functions of another domain, at these types. */
interface Mention {
  readonly domain: Domain;
  readonly typeArgs: readonly Type[];
}

const mentions = new WeakMap<ProgramTable, ReadonlyMap<string, readonly Mention[]>>();

/** The mentions of each domain by others, and of each function of the program. */
function mentionsIn(table: ProgramTable): ReadonlyMap<string, readonly Mention[]> {
  const known = mentions.get(table);
  if (known !== undefined) return known;
  const found = new Map<string, Mention[]>();
  const note = (key: string, mention: Mention) => {
    const list = found.get(key) ?? [];
    list.push(mention);
    found.set(key, list);
  };
  for (const domain of table.domains.values()) {
    forEachNode(domain.axioms, (node) => {
      if (node.kind === 'DomainFuncApp' && node.domain !== domain.name) {
        note(`domain ${node.domain}`, { domain, typeArgs: node.typeArgs });
      }
      if (node.kind === 'FuncApp') note(`function ${node.func}`, { domain, typeArgs: [] });
    });
  }
  mentions.set(table, found);
  return found;
}

/** Axioms of other domains speak about this one too: their instances that match are needed with it. */
function needMentioning(ctx: Context, key: string, args: readonly Type[]): void {
  for (const { domain, typeArgs } of mentionsIn(ctx.table).get(key) ?? []) {
    const env = new Map<string, Type>();
    const isMatch = typeArgs.every((pattern, i) => {
      const arg = args[i];
      return arg !== undefined && matches(pattern, arg, env);
    });
    const binding = domain.typeParams.map((param) => env.get(param));
    if (!isMatch || binding.some((type) => type === undefined)) continue;
    const types = binding as Type[];
    needDomain(ctx, domain, types, typeName({ kind: 'Domain', name: domain.name, args: types }));
  }
}

/** A function of the program is used: so are domains that have axioms about it. */
export function needAxiomsAbout(ctx: Context, func: string): void {
  needMentioning(ctx, `function ${func}`, []);
}

/** Makes the axioms of an instance of a domain known. */
function needDomain(ctx: Context, domain: Domain, args: readonly Type[], name: string): void {
  if (args.some((arg) => typeDepth(arg) > deepestInstance) || ctx.needed.has(`domain ${name}`)) return;
  need(ctx, `domain ${name}`, () => {
    const { types } = ctx;
    ctx.types = typeEnv(domain.typeParams, args);
    try {
      const axioms: Term[] = domain.axioms.map((axiom) => readAxiom(ctx, axiom));
      for (const axiom of axioms) noteProjections(ctx, axiom);
      const unique = domain.functions.filter((fn) => fn.unique);
      const groups = new Map<string, Term[]>();
      for (const fn of unique) {
        const term = apply(domainFunction(ctx, fn, args));
        const key = typeName(fn.type);
        groups.set(key, [...(groups.get(key) ?? []), term]);
      }
      for (const group of groups.values()) axioms.push(distinct(...group));
      return axioms;
    } finally {
      ctx.types = types;
    }
  });
  needMentioning(ctx, `domain ${domain.name}`, args);
}

/** The function symbol of a domain function, where the type parameters of its domain are `args`. */
export function domainFunction(ctx: Context, fn: DomainFunction, args: readonly Type[]): FuncDecl {
  const domain = lookup(ctx.table.domains, fn.domain);
  const closed = args.map((arg) => substituteType(arg, ctx.types));
  const { types } = ctx;
  ctx.types = typeEnv(domain.typeParams, closed);
  try {
    const params = fn.params.map((param) => sortOf(ctx, param.type));
    const result = sortOf(ctx, fn.type);
    if (fn.interpretation !== null) return builtin(fn.interpretation, params, result);
    const suffix = closed.length === 0 ? '' : `<${closed.map(typeName).join(',')}>`;
    needDomain(ctx, domain, closed, `${domain.name}${suffix}`);
    const symbol = func(`${fn.name}${suffix}`, params, result);
    const inverses = fn.annotations?.find(({ key }) => key === 'inverse')?.values;
    if (inverses !== undefined && !ctx.invertible.has(symbol)) {
      ctx.types = types;
      const of = inverses.map((name) => domainFunction(ctx, lookup(ctx.table.domainFunctions, name), closed));
      ctx.invertible.set(symbol, of);
    }
    return symbol;
  } finally {
    ctx.types = types;
  }
}

/** What tells one set of adts from another. */
function shapeOf(ctx: Context): string {
  return [...ctx.table.adts.values()]
    .map((adt) => {
      const constructors = adt.constructors.map(
        (made) => `${made.name}(${made.params.map((param) => `${param.name}:${typeName(param.type)}`).join()})`,
      );
      return `${adt.name}[${adt.typeParams.join()}]{${constructors.join(';')}}`;
    })
    .join(' ');
}

function datatypeOf(ctx: Context, type: AdtType, name: string): Sort {
  const sort = defined(ctx, type);
  need(ctx, `type ${name}`, () => {
    for (const field of fieldTypes(ctx, type).flat()) sortOf(ctx, field);
    return [];
  });
  return sort;
}

type AdtType = Type & { readonly kind: 'Adt' };

/** The types of the fields of each constructor. */
function fieldTypes(ctx: Context, type: AdtType): readonly (readonly Type[])[] {
  const adt = lookup(ctx.table.adts, type.name);
  const env = typeEnv(adt.typeParams, type.args);
  return adt.constructors.map((made) => made.params.map((param) => substituteType(param.type, env)));
}

/** The datatype, defined with all that its fields mention: axioms about those may already be about it. */
function defined(ctx: Context, type: AdtType): Sort {
  const name = typeName(type);
  const sort = adtSort(name, shapeOf(ctx));
  if (constructorsOf(sort) !== undefined) return sort;
  const adt = lookup(ctx.table.adts, type.name);
  const fields = fieldTypes(ctx, type);
  const constructors = adt.constructors.map((made, i) => ({
    name: `${name}.${made.name}`,
    fields: made.params.map((param, j) => ({
      name: `${name}.${made.name}.${param.name}`,
      sort: bareSort(ctx, fields[i]?.[j] ?? param.type),
    })),
  }));
  defineDatatype(sort, constructors);
  for (const field of fields.flat()) for (const inner of adtsIn(field)) defined(ctx, inner);
  return sort;
}

/** The sort of a type without what is known of it. */
function bareSort(ctx: Context, type: Type): Sort {
  switch (type.kind) {
    case 'Seq':
      return seqSort(bareSort(ctx, type.elem));
    case 'Set':
      return setSort(bareSort(ctx, type.elem));
    case 'Multiset':
      return multisetSort(bareSort(ctx, type.elem));
    case 'Map':
      return mapSort(bareSort(ctx, type.key), bareSort(ctx, type.value));
    case 'Domain': {
      const text = lookup(ctx.table.domains, type.name).interpretation?.get('SMTLIB');
      return text === undefined ? plainSort(type) : builtinSort(text);
    }
    case 'Adt':
      return adtSort(typeName(type), shapeOf(ctx));
    default:
      return plainSort(type);
  }
}

function adtsIn(type: Type): readonly AdtType[] {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return adtsIn(type.elem);
    case 'Map':
      return [...adtsIn(type.key), ...adtsIn(type.value)];
    case 'Adt':
      return [type];
    default:
      return [];
  }
}

/** A constructor of an adt, with its tester and selectors. */
export function adtConstructor(ctx: Context, type: Type, constructorName: string): Constructor {
  const sort = sortOf(ctx, type);
  const index = ctx.table.adts
    .get(type.kind === 'Adt' ? type.name : '')
    ?.constructors.findIndex((made) => made.name === constructorName);
  const found = index === undefined ? undefined : constructorsOf(sort)?.[index];
  if (found === undefined) throw new Error(`no constructor is called ${constructorName}`);
  return found;
}
