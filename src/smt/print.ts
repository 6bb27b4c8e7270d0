// SMT-LIB text of terms and of the declarations they need. Shared parts are written once, with `let`.

import { createNames, type Names } from './names.ts';
import type { Rational } from './rational.ts';
import type { Sort } from './sorts.ts';
import { constructorsOf, type FuncDecl, type Op, type Quantified, type Term, type Var } from './terms.ts';
import { forEachPart, freeVars, partsOf } from './traverse.ts';

const opNames: Readonly<Record<Op, string>> = {
  not: 'not',
  and: 'and',
  or: 'or',
  implies: '=>',
  eq: '=',
  distinct: 'distinct',
  ite: 'ite',
  add: '+',
  mul: '*',
  div: 'div',
  mod: 'mod',
  quotient: '/',
  le: '<=',
  lt: '<',
  to_real: 'to_real',
  to_int: 'to_int',
  select: 'select',
  store: 'store',
  const_array: 'const',
};

/** Parts at this depth get a name of their own too, so that no recursion here or in the reader goes deeper. */
const depthStep = 100;

function printInt(value: bigint): string {
  return value < 0n ? `(- ${-value})` : `${value}`;
}

function printReal({ num, den }: Rational): string {
  const size = num < 0n ? -num : num;
  const positive = den === 1n ? `${size}.0` : `(/ ${size}.0 ${den}.0)`;
  return num < 0n ? `(- ${positive})` : positive;
}

function isLeaf(term: Term): boolean {
  return partsOf(term).length === 0;
}

/** The SMT-LIB text of `term`. */
export function printTerm(term: Term, names: Names = createNames()): string {
  return printScope(term, names, { next: 1 });
}

/** Prints one scope: the whole term, or the body of a quantifier. Let-bound names never leave it. */
function printScope(root: Term, names: Names, counter: { next: number }): string {
  const named = new Map<Term, string>();
  const print = (term: Term): string => named.get(term) ?? printNode(term, print, names, counter);
  const levels: string[][] = [];
  for (const { term, level } of partsToName(root)) {
    const text = print(term);
    const name = `$${counter.next++}`;
    const bindings = levels[level] ?? [];
    levels[level] = bindings;
    bindings.push(`(${name} ${text})`);
    named.set(term, name);
  }
  const lets = levels.map((bindings) => `(let (${bindings.join(' ')}) `);
  return `${lets.join('')}${print(root)}${')'.repeat(lets.length)}`;
}

/** The parts that get a name, parts before wholes; `level` is above the levels of the named parts inside. */
function partsToName(root: Term): { readonly term: Term; readonly level: number }[] {
  const uses = new Map<Term, number>();
  forEachScopePart(root, (term) => {
    // The body of a quantifier is a scope of its own.
    if (term.kind === 'quantified') return;
    for (const part of partsOf(term)) uses.set(part, (uses.get(part) ?? 0) + 1);
  });
  const depths = new Map<Term, number>();
  const levels = new Map<Term, number>();
  const result: { term: Term; level: number }[] = [];
  forEachScopePart(root, (term) => {
    let depth = 0;
    let level = 0;
    if (term.kind !== 'quantified') {
      for (const part of partsOf(term)) {
        depth = Math.max(depth, (depths.get(part) ?? 0) + 1);
        level = Math.max(level, levels.get(part) ?? 0);
      }
    }
    const isNamed = term !== root && !isLeaf(term) && ((uses.get(term) ?? 0) > 1 || depth >= depthStep);
    if (isNamed) result.push({ term, level });
    depths.set(term, isNamed ? 0 : depth);
    levels.set(term, isNamed ? level + 1 : level);
  });
  return result;
}

/** Like `forEachPart`, but stays outside quantifiers. */
function forEachScopePart(root: Term, visit: (term: Term) => void): void {
  forEachPart([root], visit, (term) => term.kind === 'quantified');
}

function printNode(term: Term, print: (term: Term) => string, names: Names, counter: { next: number }): string {
  switch (term.kind) {
    case 'bool':
      return String(term.value);
    case 'int':
      return printInt(term.value);
    case 'real':
      return printReal(term.value);
    case 'var':
      return names.variable(term);
    case 'apply':
      if (term.args.length === 0) return names.fn(term.fn);
      return `(${names.fn(term.fn)} ${term.args.map(print).join(' ')})`;
    case 'op': {
      const head = term.op === 'const_array' ? `(as const ${names.sort(term.sort)})` : opNames[term.op];
      return `(${head} ${term.args.map(print).join(' ')})`;
    }
    case 'quantified':
      return printQuantified(term, names, counter);
  }
}

function printQuantified(term: Quantified, names: Names, counter: { next: number }): string {
  const vars = term.vars.map((bound) => `(${names.variable(bound)} ${names.sort(bound.sort)})`).join(' ');
  let body = printScope(term.body, names, counter);
  if (term.triggers.length > 0 || term.name !== '') {
    const plain = (part: Term): string => printNode(part, plain, names, counter);
    const patterns = term.triggers.map((trigger) => ` :pattern (${trigger.map(plain).join(' ')})`).join('');
    const qid = term.name === '' ? '' : ` :qid ${quoteName(term.name)}`;
    body = `(! ${body}${patterns}${qid})`;
  }
  return `(${term.quantifier} (${vars}) ${body})`;
}

function quoteName(name: string): string {
  return `|${name.replace(/[|\\]/g, '!')}|`;
}

/** What was declared already. `declarationsFor` adds to it. */
export interface Declared {
  readonly has: (thing: Var | FuncDecl | Sort) => boolean;
  readonly add: (thing: Var | FuncDecl | Sort) => void;
}

/** Nothing but what `outer` has: what is added stays out of `outer`, as on a level that will be left. */
export function declaredWithin(outer: Declared | null): Declared {
  const own = new Set<Var | FuncDecl | Sort>();
  return { has: (thing) => own.has(thing) || (outer?.has(thing) ?? false), add: (thing) => own.add(thing) };
}

export function nothingDeclared(): Declared {
  return declaredWithin(null);
}

/** The commands that declare what `terms` use and `declared` lacks. */
export function declarationsFor(terms: readonly Term[], names: Names, declared: Declared): readonly string[] {
  const commands: string[] = [];
  const visit = (term: Term) => {
    declareSort(term.sort, names, declared, commands);
    if (term.kind === 'apply') declareFunction(term.fn, names, declared, commands);
    if (term.kind === 'quantified') {
      for (const bound of term.vars) declareSort(bound.sort, names, declared, commands);
      forEachPart(term.triggers.flat(), visit);
    }
  };
  forEachPart(terms, visit);
  for (const variable of freeVars(...terms)) {
    if (declared.has(variable)) continue;
    declared.add(variable);
    commands.push(`(declare-fun ${names.variable(variable)} () ${names.sort(variable.sort)})`);
  }
  return commands;
}

function declareFunction(fn: FuncDecl, names: Names, declared: Declared, commands: string[]): void {
  for (const sort of [...fn.params, fn.result]) declareSort(sort, names, declared, commands);
  // Constructors, selectors and testers come with their datatype.
  if (fn.role !== 'uninterpreted' || declared.has(fn)) return;
  declared.add(fn);
  commands.push(`(declare-fun ${names.fn(fn)} (${fn.params.map(names.sort).join(' ')}) ${names.sort(fn.result)})`);
}

function declareSort(sort: Sort, names: Names, declared: Declared, commands: string[]): void {
  if (declared.has(sort)) return;
  declared.add(sort);
  if (sort.kind === 'array') {
    declareSort(sort.index, names, declared, commands);
    declareSort(sort.element, names, declared, commands);
  } else if (sort.kind === 'uninterpreted') {
    commands.push(`(declare-sort ${names.sort(sort)} 0)`);
  } else if (sort.kind === 'datatype') {
    declareDatatypes(sort, names, declared, commands);
  }
}

/** Datatypes may refer to one another, so all that are reached are declared in one command. */
function declareDatatypes(first: Sort, names: Names, declared: Declared, commands: string[]): void {
  const group: Sort[] = [first];
  for (const sort of group) {
    for (const { make } of constructorsOf(sort) ?? []) {
      for (const param of make.params) {
        if (param.kind !== 'datatype') declareSort(param, names, declared, commands);
        else if (!declared.has(param)) {
          declared.add(param);
          group.push(param);
        }
      }
    }
  }
  const heads = group.map((sort) => `(${names.sort(sort)} 0)`).join(' ');
  const bodies = group.map((sort) => {
    const constructors = (constructorsOf(sort) ?? []).map(({ make, fields }) => {
      const selectors = fields.map((field) => ` (${names.fn(field)} ${names.sort(field.result)})`).join('');
      return `(${names.fn(make)}${selectors})`;
    });
    return `(${constructors.join(' ')})`;
  });
  commands.push(`(declare-datatypes (${heads}) (${bodies.join(' ')}))`);
}

/** A whole script that asserts `formulas`, without `check-sat`. */
export function printScript(formulas: readonly Term[], names: Names = createNames()): string {
  const declarations = declarationsFor(formulas, names, nothingDeclared());
  return [...declarations, ...formulas.map((formula) => `(assert ${printTerm(formula, names)})`)].join('\n');
}
