// Types and expressions as Viper's text. Parentheses stand where the reader needs them and around whatever extends to the right.

import { assertNever } from '../../base/assert.ts';
import type { Annotation, Binary, BinaryOp, DomainFunction, Expr, LocalDecl, OldState, Trigger, Type } from '../vil.ts';

/** What the printed form of an expression depends on. */
export interface PrintContext {
  /** By name. */
  readonly domainFunctions: ReadonlyMap<string, DomainFunction>;
}

export function printType(type: Type): string {
  switch (type.kind) {
    case 'Int':
    case 'Bool':
    case 'Perm':
    case 'Ref':
      return type.kind;
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return `${type.kind}[${printType(type.elem)}]`;
    case 'Map':
      return `Map[${printType(type.key)}, ${printType(type.value)}]`;
    case 'Domain':
    case 'Adt':
      return type.args.length === 0 ? type.name : `${type.name}[${type.args.map(printType).join(', ')}]`;
    case 'TypeVar':
      return type.name;
    case 'Predicate':
    case 'Wand':
      return 'Bool';
  }
}

export function printDecl({ name, type }: LocalDecl): string {
  return name === '' ? printType(type) : `${name}: ${printType(type)}`;
}

export function printDecls(decls: readonly LocalDecl[]): string {
  return decls.map(printDecl).join(', ');
}

export function printAnnotations(annotations: readonly Annotation[] | undefined): readonly string[] {
  return (annotations ?? []).map(({ key, values }) => `@${key}(${values.map((value) => `"${value}"`).join(', ')})`);
}

/** How tightly an expression binds; a context that needs more gets parentheses. */
const levels = {
  any: 0,
  implies: 1,
  wand: 2,
  or: 3,
  and: 4,
  equality: 5,
  comparison: 6,
  sum: 7,
  term: 8,
  atom: 9,
} as const;

type Level = (typeof levels)[keyof typeof levels];

interface Operator {
  readonly text: string;
  readonly level: Level;
  readonly left: Level;
  readonly right: Level;
}

function leftAssociative(text: string, level: Level): Operator {
  return { text, level, left: level, right: (level + 1) as Level };
}

function rightAssociative(text: string, level: Level): Operator {
  return { text, level, left: (level + 1) as Level, right: level };
}

/** Neither side may hold the same operator without parentheses: chains of comparisons mean something else. */
function unchained(text: string, level: Level): Operator {
  return { text, level, left: (level + 1) as Level, right: (level + 1) as Level };
}

const operators: Readonly<Record<BinaryOp, Operator>> = {
  add: leftAssociative('+', levels.sum),
  sub: leftAssociative('-', levels.sum),
  mul: leftAssociative('*', levels.term),
  div: leftAssociative('\\', levels.term),
  mod: leftAssociative('%', levels.term),
  lt: unchained('<', levels.comparison),
  le: unchained('<=', levels.comparison),
  gt: unchained('>', levels.comparison),
  ge: unchained('>=', levels.comparison),
  frac: leftAssociative('/', levels.term),
  permAdd: leftAssociative('+', levels.sum),
  permSub: leftAssociative('-', levels.sum),
  permMul: leftAssociative('*', levels.term),
  intPermMul: leftAssociative('*', levels.term),
  permDivInt: leftAssociative('/', levels.term),
  permDiv: leftAssociative('/', levels.term),
  permLt: unchained('<', levels.comparison),
  permLe: unchained('<=', levels.comparison),
  permGt: unchained('>', levels.comparison),
  permGe: unchained('>=', levels.comparison),
  eq: unchained('==', levels.equality),
  ne: unchained('!=', levels.equality),
  and: rightAssociative('&&', levels.and),
  or: rightAssociative('||', levels.or),
  implies: rightAssociative('==>', levels.implies),
};

const setOperators: Readonly<Record<'union' | 'intersection' | 'setminus' | 'subset', Operator>> = {
  union: leftAssociative('union', levels.sum),
  intersection: leftAssociative('intersection', levels.sum),
  setminus: leftAssociative('setminus', levels.sum),
  subset: unchained('subset', levels.sum),
};

const membership = unchained('in', levels.comparison);
const append = leftAssociative('++', levels.sum);
const wand: Operator = { text: '--*', level: levels.wand, left: levels.or, right: levels.or };

export function printExpr(cx: PrintContext, expr: Expr): string {
  return print(cx, expr, levels.any);
}

/** The expression as what stands before a suffix or after an operator that binds most tightly. */
function atom(cx: PrintContext, expr: Expr): string {
  return print(cx, expr, levels.atom);
}

function list(cx: PrintContext, exprs: readonly Expr[]): string {
  return exprs.map((expr) => printExpr(cx, expr)).join(', ');
}

function print(cx: PrintContext, expr: Expr, level: Level): string {
  if (expr.annotations === undefined || expr.annotations.length === 0) return plain(cx, expr, level);
  return `${printAnnotations(expr.annotations).join(' ')} (${plain(cx, expr, levels.any)})`;
}

function infix(cx: PrintContext, operator: Operator, left: Expr, right: Expr, level: Level): string {
  const text = `${print(cx, left, operator.left)} ${operator.text} ${print(cx, right, operator.right)}`;
  return operator.level < level ? `(${text})` : text;
}

/** For what extends as far to the right as it can. */
function open(text: string, level: Level): string {
  return level === levels.any ? text : `(${text})`;
}

function plain(cx: PrintContext, expr: Expr, level: Level): string {
  switch (expr.kind) {
    case 'IntLit':
      return expr.value < 0n ? `(-${-expr.value})` : `${expr.value}`;
    case 'BoolLit':
      return `${expr.value}`;
    case 'NullLit':
      return 'null';
    case 'PermLit':
      return expr.value;
    case 'LocalVar':
      return expr.name;
    case 'Result':
      return 'result';
    case 'Unary':
      return `${expr.op === 'not' ? '!' : '-'}${atom(cx, expr.operand)}`;
    case 'Binary':
      return printBinary(cx, expr, level);
    case 'Cond':
      return `(${[expr.cond, expr.then].map((part) => print(cx, part, levels.implies)).join(' ? ')} : ${print(cx, expr.else, levels.implies)})`;
    case 'FieldAccess':
      return `${atom(cx, expr.receiver)}.${expr.field}`;
    case 'PredicateAccess':
      return `${expr.predicate}(${list(cx, expr.args)})`;
    case 'AccField':
    case 'AccPredicate':
      return `acc(${[expr.loc, ...(expr.perm === null ? [] : [expr.perm])].map((part) => printExpr(cx, part)).join(', ')})`;
    case 'MagicWand':
      return infix(cx, wand, expr.left, expr.right, level);
    case 'CurrentPerm':
      return `perm(${printExpr(cx, expr.resource)})`;
    case 'InhaleExhale':
      return `[${printExpr(cx, expr.inhale)}, ${printExpr(cx, expr.exhale)}]`;
    case 'Forall':
    case 'Exists': {
      const triggers = expr.triggers.filter(isMatched).map((trigger) => ` ${printTrigger(cx, trigger)}`);
      const word = expr.kind === 'Forall' ? 'forall' : 'exists';
      return open(`${word} ${printDecls(expr.vars)} ::${triggers.join('')} ${printExpr(cx, expr.body)}`, level);
    }
    case 'ForPerm': {
      const resource = printExpr(cx, expr.resource);
      return open(`forperm ${printDecls(expr.vars)} [${resource}] :: ${printExpr(cx, expr.body)}`, level);
    }
    case 'Let': {
      const value = printExpr(cx, expr.value);
      return open(`let ${expr.variable.name} == (${value}) in ${printExpr(cx, expr.body)}`, level);
    }
    case 'Old':
      return `old${printState(expr.state)}(${printExpr(cx, expr.body)})`;
    case 'Unfolding':
      return open(`unfolding ${printExpr(cx, expr.acc)} in ${printExpr(cx, expr.body)}`, level);
    case 'Applying':
      return open(`applying (${printExpr(cx, expr.wand)}) in ${printExpr(cx, expr.body)}`, level);
    case 'Asserting':
      return open(`asserting (${printExpr(cx, expr.assertion)}) in ${printExpr(cx, expr.body)}`, level);
    case 'Low':
      return `low(${printExpr(cx, expr.operand)})`;
    case 'LowContext':
      return 'lowEvent';
    case 'InExecution':
      return `rel(${printExpr(cx, expr.operand)}, ${expr.execution})`;
    case 'FuncApp':
      return `${expr.func}(${list(cx, expr.args)})`;
    case 'DomainFuncApp': {
      const call = `${expr.func}(${list(cx, expr.args)})`;
      const declared = cx.domainFunctions.get(expr.func);
      const clear = declared === undefined || expr.typeArgs.length === 0 || followsFromArguments(declared);
      return clear ? call : `(${call}: ${printType(expr.type)})`;
    }
    case 'AdtConstruct': {
      const call = `${expr.constructorName}(${list(cx, expr.args)})`;
      return expr.typeArgs.length === 0 ? call : `(${call}: ${printType(expr.type)})`;
    }
    case 'AdtDestruct':
      return `${atom(cx, expr.receiver)}.${expr.field}`;
    case 'AdtDiscriminate':
      return `${atom(cx, expr.receiver)}.is${expr.constructorName}`;
    case 'SeqLit':
    case 'SetLit':
    case 'MultisetLit': {
      const name = ({ SeqLit: 'Seq', SetLit: 'Set', MultisetLit: 'Multiset' } as const)[expr.kind];
      return expr.elems.length === 0 ? `${printType(expr.type)}()` : `${name}(${list(cx, expr.elems)})`;
    }
    case 'SeqRange':
      return `[${printExpr(cx, expr.low)}..${printExpr(cx, expr.high)})`;
    case 'SeqAppend':
      return infix(cx, append, expr.left, expr.right, level);
    case 'SeqIndex':
      return `${atom(cx, expr.seq)}[${printExpr(cx, expr.index)}]`;
    case 'SeqTake':
      return `${atom(cx, expr.seq)}[..${printExpr(cx, expr.count)}]`;
    case 'SeqDrop':
      return `${atom(cx, expr.seq)}[${printExpr(cx, expr.count)}..]`;
    case 'SeqUpdate':
      return `${atom(cx, expr.seq)}[${printExpr(cx, expr.index)} := ${printExpr(cx, expr.value)}]`;
    case 'SeqContains':
      return infix(cx, membership, expr.elem, expr.seq, level);
    case 'SetContains':
      return infix(cx, membership, expr.elem, expr.set, level);
    case 'SetBinary':
      return infix(cx, setOperators[expr.op], expr.left, expr.right, level);
    case 'Cardinality':
      // Operands that begin or end with a bar, or contain a disjunction, would be read with it.
      return `|${barred(cx, expr.operand)}|`;
    case 'MapLit':
      return expr.entries.length === 0
        ? `${printType(expr.type)}()`
        : `Map(${expr.entries.map(({ key, value }) => `${printExpr(cx, key)} := ${printExpr(cx, value)}`).join(', ')})`;
    case 'MapUpdate':
      return `${atom(cx, expr.map)}[${printExpr(cx, expr.key)} := ${printExpr(cx, expr.value)}]`;
    case 'MapLookup':
      return `${atom(cx, expr.map)}[${printExpr(cx, expr.key)}]`;
    case 'MapContains':
      return infix(cx, membership, expr.key, expr.map, level);
    case 'MapDomain':
      return `domain(${printExpr(cx, expr.map)})`;
    case 'MapRange':
      return `range(${printExpr(cx, expr.map)})`;
    default:
      return assertNever(expr, 'expression');
  }
}

function printBinary(cx: PrintContext, expr: Binary, level: Level): string {
  return infix(cx, operators[expr.op], expr.left, expr.right, level);
}

function barred(cx: PrintContext, operand: Expr): string {
  const simple = operand.kind === 'LocalVar' || operand.kind === 'FieldAccess' || operand.kind === 'FuncApp';
  return simple ? printExpr(cx, operand) : `(${printExpr(cx, operand)})`;
}

function printState(state: OldState): string {
  switch (state.kind) {
    case 'pre':
      return '';
    case 'lhs':
      return '[lhs]';
    case 'label':
      return `[${state.name}]`;
  }
}

/** Whether a trigger can match anything: a variable by itself matches nothing, and Viper refuses it. */
function isMatched({ exprs }: Trigger): boolean {
  return exprs.every(({ kind }) => kind !== 'LocalVar');
}

export function printTrigger(cx: PrintContext, trigger: Trigger): string {
  return `{ ${list(cx, trigger.exprs)} }`;
}

/** Whether every type parameter of the function's domain that its result speaks of is fixed by its arguments. */
function followsFromArguments(declared: DomainFunction): boolean {
  const fixed = new Set(declared.params.flatMap(({ type }) => typeVarsOf(type)));
  return typeVarsOf(declared.type).every((name) => fixed.has(name));
}

function typeVarsOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'TypeVar':
      return [type.name];
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return typeVarsOf(type.elem);
    case 'Map':
      return [...typeVarsOf(type.key), ...typeVarsOf(type.value)];
    case 'Domain':
    case 'Adt':
      return type.args.flatMap(typeVarsOf);
    default:
      return [];
  }
}
