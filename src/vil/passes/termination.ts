// Termination: measures become assertions that they decrease at calls and in loops.
//
//   function f(x) requires P decreases m(x) if c(x) { e }     gets beside it
//   method f$termination(x) requires P {
//     old := m(x)   holds := c(x)
//     result := e   in which each call g(a) of its own group is   asserting (holds ==> c'(a) && m'(a) below old) in g(a)
//   }                            and every other call g(a)        asserting (holds ==> g terminates for a) in g(a)
//
//   method m decreases m(x) if c(x) { ... }                    the same before each call and each loop, in its own body
//
//   while (b) decreases m if c { S }                           while (b) { old := m   holds := c
//                                                                S   assert holds && b ==> c && m below old }
//
// A `decreases _ if d` is believed: where d holds, nothing is asked. Tuples are compared from left to right; a tuple that
// ends first is the bigger one.

import { and, binary, bool, implies, isFalse, isTrue, or, variable } from '../build.ts';
import { components } from '../components.ts';
import type { ReasonId, VerificationError } from '../errors.ts';
import { blocksOf } from '../structure.ts';
import { substitute } from '../substitute.ts';
import { sameType } from '../types.ts';
import type {
  AccPredicate,
  Block,
  Expr,
  Function as Func,
  FuncApp,
  LocalAssign,
  LocalDecl,
  Measure,
  Method,
  MethodCall,
  Node,
  Program,
  Source,
  Stmt,
  TupleMeasure,
  Type,
  While,
  WildcardMeasure,
} from '../vil.ts';
import { mapChildren, mapTrigger, visitExpr } from '../walk.ts';
import {
  createOrders,
  instanceOf,
  instanceType,
  isBelow,
  isComparable,
  isNested,
  type Orders,
  orderDomains,
} from './orders.ts';

export interface TerminationChecks {
  readonly program: Program;
  /** The functions whose termination the added methods prove. */
  readonly proves: ReadonlyMap<Method, Func>;
  /** What an error of the new program means in the old one. */
  readonly explain: (error: VerificationError) => VerificationError;
  /** Whether the error comes from a measure or what is asked of it, not from something that the program has itself. */
  readonly isAboutMeasure: (error: VerificationError) => boolean;
}

interface Blame {
  readonly node: Node;
  readonly reason: ReasonId;
  readonly offending: Node;
}

interface Context {
  readonly orders: Orders;
  readonly functions: ReadonlyMap<string, Func>;
  readonly methods: ReadonlyMap<string, Method>;
  /** The functions, and the methods, that a member calls in circles. */
  readonly groups: ReadonlyMap<Func | Method, ReadonlySet<Func | Method>>;
  /** What is to blame where a made statement or `asserting` fails. */
  readonly blames: Map<Node, Blame>;
  /** Permission to an instance that is a measure, and where the measure names it. */
  readonly instances: Map<Node, Node>;
  /** Variables of any value that the method being made needs. */
  readonly anything: LocalDecl[];
  count: number;
}

/** The program with assertions for all measures in it; the same program if there are none. */
export function checkTermination(program: Program): TerminationChecks {
  const cx: Context = {
    orders: createOrders(program),
    functions: new Map(program.functions.map((func) => [func.name, func])),
    methods: new Map(program.methods.map((method) => [method.name, method])),
    groups: new Map([
      ...groupsOf(program.functions, calledFunctions(program)),
      ...groupsOf(program.methods, calledMethods(program)),
    ]),
    blames: new Map(),
    instances: new Map(),
    anything: [],
    count: 0,
  };
  const proves = new Map<Method, Func>();
  for (const func of program.functions) {
    if (tupleOf(func.measures) === null) continue;
    for (const method of proofsOf(cx, func)) proves.set(method, func);
  }
  const methods = program.methods.map((method) =>
    method.body === null ? method : checkMethod(cx, method, method.body),
  );
  const domains = [...program.domains, ...orderDomains(cx.orders)];
  return {
    program: { ...program, domains, methods: [...methods, ...proves.keys()] },
    proves,
    explain: (error) => explain(cx, error),
    isAboutMeasure: (error) => blameOf(cx, error) !== null || cx.instances.has(error.offending),
  };
}

function blameOf(cx: Context, error: VerificationError): Blame | null {
  return cx.blames.get(error.node) ?? cx.blames.get(error.offending) ?? null;
}

function explain(cx: Context, error: VerificationError): VerificationError {
  const instance = cx.instances.get(error.offending);
  if (instance !== undefined) {
    return { id: 'predicateinstance.no.access', reason: error.reason, node: instance, offending: error.offending };
  }
  const blame = blameOf(cx, error);
  if (blame === null) return error;
  // Something else than the comparison failed: a measure that is not well defined, say.
  if (error.reason !== 'assertion.false') {
    return { id: 'termination.failed', reason: error.reason, node: blame.node, offending: error.offending };
  }
  return { id: 'termination.failed', ...blame };
}

/** An engine blames the part of an assertion that is false. */
function blameParts(cx: Context, assertion: Expr, blame: Blame): void {
  cx.blames.set(assertion, blame);
  const parts =
    assertion.kind === 'Binary' && (assertion.op === 'and' || assertion.op === 'or' || assertion.op === 'implies')
      ? [assertion.left, assertion.right]
      : assertion.kind === 'Cond'
        ? [assertion.then, assertion.else]
        : [];
  for (const part of parts) blameParts(cx, part, blame);
}

// ---------------------------------------------------------------------------------------------------------------
// Calls between members

type Caller = Func | Method;

function groupsOf(
  callers: readonly Caller[],
  calls: (caller: Caller) => readonly Caller[],
): [Caller, ReadonlySet<Caller>][] {
  return components(callers, calls).flatMap((group) => {
    const members = new Set(group);
    const [only] = group;
    // A member that does not call itself is not in its own circle.
    if (group.length === 1 && only !== undefined && !calls(only).includes(only)) members.clear();
    return group.map((caller): [Caller, ReadonlySet<Caller>] => [caller, members]);
  });
}

function calledFunctions(program: Program): (caller: Caller) => readonly Caller[] {
  const byName = new Map(program.functions.map((func) => [func.name, func]));
  return (caller) => {
    const called = new Set<Func>();
    const { pres, posts, body } = caller as Func;
    for (const expr of [...pres, ...posts, ...(body === null ? [] : [body])]) {
      visitExpr(expr, (part) => {
        const func = part.kind === 'FuncApp' ? byName.get(part.func) : undefined;
        if (func !== undefined) called.add(func);
        return true;
      });
    }
    return [...called];
  };
}

function calledMethods(program: Program): (caller: Caller) => readonly Caller[] {
  const byName = new Map(program.methods.map((method) => [method.name, method]));
  return (caller) => {
    const called = new Set<Method>();
    const visit = (stmt: Stmt): void => {
      const method = stmt.kind === 'MethodCall' ? byName.get(stmt.method) : undefined;
      if (method !== undefined) called.add(method);
      for (const block of blocksOf(stmt)) block.stmts.forEach(visit);
    };
    (caller as Method).body?.stmts.forEach(visit);
    return [...called];
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Measures

function tupleOf(measures: readonly Measure[]): TupleMeasure | null {
  return measures.find((measure) => measure.kind === 'TupleMeasure') ?? null;
}

function wildcardOf(measures: readonly Measure[]): WildcardMeasure | null {
  return measures.find((measure) => measure.kind === 'WildcardMeasure') ?? null;
}

/** Where termination is proved or believed. */
function terminationCondition(measures: readonly Measure[], src: Source): Expr {
  const tuple = tupleOf(measures);
  const wildcard = wildcardOf(measures);
  const proved = tuple === null ? bool(false, src) : (tuple.condition ?? bool(true, src));
  const believed = wildcard === null ? bool(false, src) : (wildcard.condition ?? bool(true, src));
  return isTrue(proved) || isTrue(believed) ? bool(true, src) : or(proved, believed, src);
}

function freshName(cx: Context, hint: string): string {
  return `${hint}$t${cx.count++}`;
}

/** A part of a tuple as a value. An instance has to be held, at least where `when` holds. */
function measureValue(cx: Context, expr: Expr, when: Expr): Expr {
  if (expr.kind !== 'PredicateAccess') return expr;
  const { src } = expr;
  const acc: AccPredicate = { kind: 'AccPredicate', loc: expr, perm: anyAmount(src), type: { kind: 'Bool' }, src };
  cx.instances.set(acc, expr).set(expr, expr);
  const body = instanceOf(cx.orders, expr);
  return { kind: 'Asserting', assertion: implies(when, acc, src), body, type: body.type, src };
}

/** The measure as it was, in variables. */
interface Remembered {
  readonly tuple: TupleMeasure;
  readonly values: readonly Expr[];
  readonly holds: Expr;
  readonly stmts: readonly Stmt[];
  readonly decls: readonly Stmt[];
}

function remember(cx: Context, tuple: TupleMeasure, blame: Blame): Remembered {
  const decls: Stmt[] = [];
  const stmts: Stmt[] = [];
  const keep = (hint: string, value: Expr): Expr => {
    if (value.kind === 'BoolLit' || value.kind === 'IntLit') return value;
    const decl: LocalDecl = { kind: 'LocalDecl', name: freshName(cx, hint), type: value.type, src: value.src };
    const assign: LocalAssign = { kind: 'LocalAssign', target: variable(decl), value, src: value.src };
    cx.blames.set(assign, blame);
    decls.push({ kind: 'VarDecl', decl, src: decl.src });
    stmts.push(assign);
    return variable(decl);
  };
  const when = tuple.condition ?? bool(true, tuple.src);
  const values = tuple.exprs.map((expr) => keep('measure', measureValue(cx, expr, when)));
  const holds = keep('holds', when);
  return { tuple, values, holds, stmts, decls };
}

/** The tuple comes before what was remembered. */
function decreases(cx: Context, smaller: readonly Expr[], bigger: readonly Expr[], src: Source): Expr {
  const [first, ...rest] = smaller;
  const [old, ...olds] = bigger;
  if (first === undefined) return bool(false, src);
  if (old === undefined) return bool(true, src);
  if (!isComparable(first.type, old.type)) return bool(false, src);
  const below = isBelow(cx.orders, first, old, src) ?? bool(false, src);
  if (!sameType(first.type, old.type)) return below;
  const next = decreases(cx, rest, olds, src);
  return or(below, isFalse(next) ? next : and(binary('eq', first, old, src), next, src), src);
}

interface Check {
  readonly condition: Expr;
  readonly reason: ReasonId;
  readonly offending: Node;
}

/** What a call must satisfy where the caller's measure was `old`. */
function callChecks(
  cx: Context,
  caller: Caller,
  old: Remembered,
  callee: Caller,
  args: readonly Expr[],
  src: Source,
): readonly Check[] {
  const values = new Map(callee.params.map((param, i) => [param.name, args[i] as Expr]));
  const withArgs = (expr: Expr): Expr => substitute(expr, values, (hint) => freshName(cx, hint));
  const required = (condition: Expr, reason: ReasonId, offending: Node): readonly Check[] =>
    isTrue(condition) ? [] : [{ condition: implies(old.holds, condition, src), reason, offending }];
  if (!(cx.groups.get(caller)?.has(callee) ?? false)) {
    const terminates = withArgs(terminationCondition(callee.measures, src));
    return required(terminates, 'termination.condition.false', callee);
  }
  const tuple = tupleOf(callee.measures);
  if (tuple === null) return required(bool(false, src), 'tuple.condition.false', callee);
  const when = tuple.condition === null ? bool(true, src) : withArgs(tuple.condition);
  const smaller = tuple.exprs.map((expr) => measureValue(cx, withArgs(expr), when));
  return [
    ...required(when, 'tuple.condition.false', tuple),
    ...required(decreases(cx, smaller, old.values, src), 'tuple.false', old.tuple),
  ];
}

function asserts(cx: Context, node: Node, checks: readonly Check[], src: Source): readonly Stmt[] {
  return checks.map(({ condition, reason, offending }): Stmt => {
    const stmt: Stmt = { kind: 'Assert', assertion: condition, src };
    cx.blames.set(stmt, { node, reason, offending });
    return stmt;
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Functions

/** Methods that prove that the function's body, its postconditions and its preconditions terminate. */
function proofsOf(cx: Context, func: Func): readonly Method[] {
  const methods: Method[] = [];
  const tuple = tupleOf(func.measures) as TupleMeasure;
  const method = (part: string, pres: readonly Expr[], stmts: readonly Stmt[]): void => {
    const anything = cx.anything.splice(0).map((decl): Stmt => ({ kind: 'VarDecl', decl, src: decl.src }));
    methods.push({
      kind: 'Method',
      name: `${func.name}$termination${part}`,
      params: func.params,
      results: [],
      pres,
      posts: [],
      measures: [],
      body: { kind: 'Block', stmts: [...anything, ...stmts], src: func.src },
      src: func.src,
    });
  };
  const blame: Blame = { node: func, reason: 'tuple.false', offending: tuple };
  const reading = func.pres.map(asReading);
  if (func.body !== null && callsAnything(func.body)) {
    const old = remember(cx, tuple, blame);
    const body = checkedExpr(cx, func, old, func.body);
    method('', reading, [...old.decls, ...old.stmts, ...evaluated(cx, body)]);
  }
  if (func.posts.some(callsAnything)) {
    const old = remember(cx, tuple, blame);
    const result: LocalDecl = { kind: 'LocalDecl', name: freshName(cx, 'result'), type: func.type, src: func.src };
    // A postcondition may rely on those before it.
    const all = func.posts.reduce((left, right) => binary('and', left, right, left.src));
    const stmts = evaluated(cx, checkedExpr(cx, func, old, withResult(all, variable(result))));
    method('$posts', reading, [{ kind: 'VarDecl', decl: result, src: func.src }, ...old.decls, ...old.stmts, ...stmts]);
  }
  if (func.pres.some(callsAnything)) {
    // What is asked inside a precondition may use what stands before it only.
    const inside: Remembered = {
      tuple,
      values: tuple.exprs.map((expr) => (expr.kind === 'PredicateAccess' ? instanceOf(cx.orders, expr) : expr)),
      holds: tuple.condition ?? bool(true, tuple.src),
      stmts: [],
      decls: [],
    };
    const stmts = func.pres.map(
      (pre): Stmt => ({ kind: 'Inhale', assertion: checkedExpr(cx, func, inside, asReading(pre)), src: pre.src }),
    );
    method('$pres', [], stmts);
  }
  return methods;
}

function callsAnything(expr: Expr): boolean {
  let found = false;
  visitExpr(expr, (part) => {
    if (part.kind === 'FuncApp') found = true;
    return !found;
  });
  return found;
}

function withResult(expr: Expr, result: Expr): Expr {
  if (expr.kind === 'Result') return result;
  const inside = (child: Expr): Expr => withResult(child, result);
  const changed = mapChildren(expr, inside);
  if (changed.kind !== 'Forall' && changed.kind !== 'Exists') return changed;
  return { ...changed, triggers: changed.triggers.map((trigger) => mapTrigger(trigger, inside)) };
}

/** Evaluates the expression for what it asserts. */
function evaluated(cx: Context, expr: Expr): readonly Stmt[] {
  const decl: LocalDecl = { kind: 'LocalDecl', name: freshName(cx, 'value'), type: expr.type, src: expr.src };
  return [
    { kind: 'VarDecl', decl, src: expr.src },
    { kind: 'LocalAssign', target: variable(decl), value: expr, src: expr.src },
  ];
}

/** The expression, asking at each call what the caller's measure demands. */
function checkedExpr(cx: Context, caller: Func, old: Remembered, expr: Expr): Expr {
  const inside = mapChildren(expr, (child) => checkedExpr(cx, caller, old, child));
  if (inside.kind === 'FuncApp') return checkedCall(cx, caller, old, inside, expr);
  if (inside.kind === 'Unfolding') return readingUnfolding(cx, old, inside);
  return inside;
}

function checkedCall(cx: Context, caller: Func, old: Remembered, call: FuncApp, original: Expr): Expr {
  const callee = cx.functions.get(call.func);
  if (callee === undefined) return call;
  const checks = callChecks(cx, caller, old, callee, call.args, call.src);
  return checks.reduceRight<Expr>((body, { condition, reason, offending }) => {
    const asserting: Expr = { kind: 'Asserting', assertion: condition, body, type: body.type, src: call.src };
    blameParts(cx, condition, { node: original, reason, offending });
    return asserting;
  }, call);
}

/** A function's precondition as it counts: any amount is as good as any other. */
function asReading(expr: Expr): Expr {
  if (expr.kind !== 'AccField' && expr.kind !== 'AccPredicate') return mapChildren(expr, asReading);
  const { perm, src } = expr;
  const reading: Expr = { ...expr, perm: anyAmount(src) };
  if (perm === null || isPositive(perm)) return reading;
  const none: Expr = { kind: 'PermLit', value: 'none', type: perm.type, src };
  return binary('implies', binary('permLt', none, withoutWildcards(perm), src), reading, src);
}

/** A wildcard counts as any positive amount, and cannot be compared. */
function withoutWildcards(perm: Expr): Expr {
  if (perm.kind === 'PermLit' && perm.value === 'wildcard') return { ...perm, value: 'write' };
  return mapChildren(perm, withoutWildcards);
}

function anyAmount(src: Source): Expr {
  return { kind: 'PermLit', value: 'wildcard', type: { kind: 'Perm' }, src };
}

function isPositive(perm: Expr): boolean {
  if (perm.kind === 'PermLit') return perm.value !== 'none';
  if (perm.kind !== 'Binary' || perm.op !== 'frac') return false;
  const { left, right } = perm;
  return left.kind === 'IntLit' && right.kind === 'IntLit' && left.value > 0n && right.value > 0n;
}

/** Functions need any positive amount only. Where measures are predicate instances, what is found inside is nested. */
function readingUnfolding(cx: Context, old: Remembered, expr: Expr & { readonly kind: 'Unfolding' }): Expr {
  const acc: AccPredicate = { ...expr.acc, perm: anyAmount(expr.src) };
  if (!old.values.some(({ type }) => isInstance(type))) return { ...expr, acc };
  const facts = nestedFacts(cx, expr.acc, instanceOf(cx.orders, expr.acc.loc));
  if (isTrue(facts)) return { ...expr, acc };
  // The branch for the case that they do not hold does not exist; its value is whatever the other one has.
  const body: Expr = {
    kind: 'Cond',
    cond: facts,
    then: expr.body,
    else: anyValue(cx, expr.body),
    type: expr.body.type,
    src: expr.src,
  };
  return { ...expr, acc, body };
}

/** A value of the expression's type that asks for nothing. */
function anyValue(cx: Context, expr: Expr): Expr {
  const decl: LocalDecl = { kind: 'LocalDecl', name: freshName(cx, 'any'), type: expr.type, src: expr.src };
  cx.anything.push(decl);
  return variable(decl);
}

function isInstance(type: Type): boolean {
  return type.kind === 'Domain' && type.name === instanceType.name;
}

/** What holds of the predicate instances directly inside an unfolded one. */
function nestedFacts(cx: Context, acc: AccPredicate, outer: Expr): Expr {
  const predicate = cx.orders.program.predicates.find(({ name }) => name === acc.loc.predicate);
  if (predicate === undefined || predicate.body === null) return bool(true, acc.src);
  const values = new Map(predicate.params.map((param, i) => [param.name, acc.loc.args[i] as Expr]));
  return factsOf(
    cx,
    substitute(predicate.body, values, (hint) => freshName(cx, hint)),
    outer,
  );
}

function factsOf(cx: Context, body: Expr, outer: Expr): Expr {
  const { src } = body;
  switch (body.kind) {
    case 'AccPredicate':
      return isNested(instanceOf(cx.orders, body.loc), outer, src);
    case 'Binary':
      if (body.op === 'and') return and(factsOf(cx, body.left, outer), factsOf(cx, body.right, outer), src);
      if (body.op === 'implies') return implies(body.left, factsOf(cx, body.right, outer), src);
      return bool(true, src);
    case 'Cond': {
      const then = factsOf(cx, body.then, outer);
      const otherwise = factsOf(cx, body.else, outer);
      return isTrue(then) && isTrue(otherwise) ? then : { ...body, then, else: otherwise };
    }
    case 'Let': {
      const inside = factsOf(cx, body.body, outer);
      return isTrue(inside) ? inside : { ...body, body: inside };
    }
    case 'Unfolding': {
      const inside = factsOf(cx, body.body, outer);
      return isTrue(inside) ? inside : { ...body, body: inside };
    }
    default:
      return bool(true, src);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Methods and loops

interface Around {
  readonly method: Method;
  /** The method's own measure; null if nothing is asked of its calls and loops. */
  readonly old: Remembered | null;
  /** The checks at the end of a loop's body, for those around the statement, innermost last. */
  readonly loops: readonly { readonly name: string | null; readonly checks: () => readonly Stmt[] }[];
  readonly tracksInstances: boolean;
}

function checkMethod(cx: Context, method: Method, body: Block): Method {
  const tuple = tupleOf(method.measures);
  const old = tuple === null ? null : remember(cx, tuple, { node: method, reason: 'tuple.false', offending: tuple });
  const tracksInstances = usesInstances(method, body);
  const around: Around = { method, old, loops: [], tracksInstances };
  const stmts = [...(old?.decls ?? []), ...(old?.stmts ?? []), ...checkStmts(cx, around, body.stmts)];
  return { ...method, body: { ...body, stmts } };
}

function usesInstances(method: Method, body: Block): boolean {
  const measures: Measure[] = [...method.measures];
  const visit = (stmt: Stmt): void => {
    if (stmt.kind === 'While') measures.push(...stmt.measures);
    for (const block of blocksOf(stmt)) block.stmts.forEach(visit);
  };
  body.stmts.forEach(visit);
  return measures.some(
    (measure) => measure.kind === 'TupleMeasure' && measure.exprs.some(({ kind }) => kind === 'PredicateAccess'),
  );
}

function checkStmts(cx: Context, around: Around, stmts: readonly Stmt[]): readonly Stmt[] {
  return stmts.flatMap((stmt) => checkStmt(cx, around, stmt));
}

function checkBlock(cx: Context, around: Around, block: Block): Block {
  return { ...block, stmts: checkStmts(cx, around, block.stmts) };
}

function checkStmt(cx: Context, around: Around, stmt: Stmt): readonly Stmt[] {
  switch (stmt.kind) {
    case 'Block':
      return [checkBlock(cx, around, stmt)];
    case 'If':
      return [{ ...stmt, then: checkBlock(cx, around, stmt.then), else: checkBlock(cx, around, stmt.else) }];
    case 'Package':
      return [{ ...stmt, proof: checkBlock(cx, around, stmt.proof) }];
    case 'MethodCall':
      return [...checkedMethodCall(cx, around, stmt), stmt];
    case 'While':
      return checkWhile(cx, around, stmt);
    case 'Continue': {
      const loop = stmt.loop === null ? around.loops.at(-1) : around.loops.findLast(({ name }) => name === stmt.loop);
      return [...(loop?.checks() ?? []), stmt];
    }
    case 'Unfold':
      return around.tracksInstances ? trackedUnfold(cx, stmt) : [stmt];
    default:
      return [stmt];
  }
}

function checkedMethodCall(cx: Context, { method, old }: Around, call: MethodCall): readonly Stmt[] {
  const callee = cx.methods.get(call.method);
  if (old === null || callee === undefined) return [];
  return asserts(cx, call, callChecks(cx, method, old, callee, call.args, call.src), call.src);
}

function checkWhile(cx: Context, around: Around, loop: While): readonly Stmt[] {
  const { src } = loop;
  const before: Stmt[] = [];
  if (around.old !== null) {
    const terminates = terminationCondition(loop.measures, src);
    if (!isTrue(terminates)) {
      const condition = implies(and(around.old.holds, loop.cond, src), terminates, src);
      before.push(...asserts(cx, loop, [{ condition, reason: 'termination.condition.false', offending: loop }], src));
    }
  }
  const tuple = tupleOf(loop.measures);
  if (tuple === null) {
    const inside: Around = { ...around, loops: [...around.loops, { name: loop.name, checks: () => [] }] };
    return [...before, { ...loop, body: checkBlock(cx, inside, loop.body) }];
  }
  const old = remember(cx, tuple, { node: tuple, reason: 'tuple.false', offending: tuple });
  const checks = (): readonly Stmt[] => {
    const again = and(old.holds, loop.cond, src);
    const smaller = tuple.exprs.map((expr) => measureValue(cx, expr, again));
    const found: Check[] = [];
    if (tuple.condition !== null) {
      found.push({
        condition: implies(again, tuple.condition, src),
        reason: 'tuple.condition.false',
        offending: tuple,
      });
    }
    found.push({
      condition: implies(again, decreases(cx, smaller, old.values, src), src),
      reason: 'tuple.false',
      offending: tuple,
    });
    return asserts(cx, tuple, found, src);
  };
  const inside: Around = { ...around, loops: [...around.loops, { name: loop.name, checks }] };
  const body = checkBlock(cx, inside, loop.body);
  const stmts = [...old.decls, ...old.stmts, body, ...checks()];
  return [...before, { ...loop, body: { ...loop.body, stmts } }];
}

/** The instance's arguments as they are before, what is nested in it after. */
function trackedUnfold(cx: Context, stmt: Stmt & { readonly kind: 'Unfold' }): readonly Stmt[] {
  const { src } = stmt;
  const decl: LocalDecl = { kind: 'LocalDecl', name: freshName(cx, 'instance'), type: instanceType, src };
  const facts = nestedFacts(cx, stmt.acc, variable(decl));
  if (isTrue(facts)) return [stmt];
  return [
    { kind: 'VarDecl', decl, src },
    { kind: 'LocalAssign', target: variable(decl), value: instanceOf(cx.orders, stmt.acc.loc), src },
    stmt,
    { kind: 'Inhale', assertion: facts, src },
  ];
}
