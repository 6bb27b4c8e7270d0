// Function values that are called by a specification which they implement.
//
//   [c(e) as S{x}] = assert implements_S([c], [x]); S([x], [e])            of a literal S: S(captured_S([c]), [e])
//   [f(e) as S{x}] = asserting (implements_S([f], [x])) in S([x], [e])     for a pure S with a body; without: call_S([f], [x], [e])

import { difference } from '../../syntax/index.ts';
import type * as ast from '../../syntax/nodes.ts';
import type { Func, Var } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Expr, Source, Function as VilFunction } from '../../vil/index.ts';
import { contract } from '../contracts/contracts.ts';
import { header, withResult } from '../contracts/signatures.ts';
import { apply, assertStmt, decl } from '../core/build.ts';
import {
  emit,
  expr,
  exprAs,
  freshLocal,
  needsStatements,
  objectOf,
  source,
  typeOf,
  unparen,
  use,
  valuePlace,
  vilType,
} from '../core/code.ts';
import type { Code, Encoder, Place, Unit } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { declared, factsOf, newUnit } from '../core/units.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';
import { argumentsFor, invoke, type Typed } from './calls.ts';
import {
  addressOf,
  addressType,
  Closure,
  capturedIn,
  implementsApp,
  literalFunc,
  type Made,
  madeOf,
} from './closures.ts';
/** `S{x}` */
export interface Spec {
  readonly func: Func;
  readonly sig: Signature;
  readonly made: Made;
  /** The parameters that are given, by their number. */
  readonly given: ReadonlyMap<number, Expr>;
}

export function specOf(k: Code, spec: ast.ClosureSpec): Spec {
  const name = unparen(spec.name);
  const id = name.kind === 'SelectorExpr' ? name.sel : name;
  const obj = id.kind === 'Ident' ? objectOf(k, id) : null;
  if (obj?.kind !== 'Func') return unsupported('this specification', spec);
  const func = declared(obj);
  const sig = func.type as Signature;
  const inner: Code = { ...k, out: null };
  const given = new Map<number, Expr>();
  for (const [i, p] of spec.params.entries()) {
    const key = p.kind === 'KeyValueExpr' && p.key.kind === 'Ident' ? p.key.name : null;
    const at = key === null ? i : sig.params.vars.findIndex((v) => v.name === key);
    const value = p.kind === 'KeyValueExpr' ? p.value : p;
    given.set(at, exprAs(inner, value, sig.params.vars[at]?.type as GoType));
  }
  const made = madeOf(k, func, spec);
  use(k, made.unit);
  return { func, sig, made, given };
}

function numbersOf({ given }: Spec): readonly number[] {
  return [...given.keys()].sort((a, b) => a - b);
}

export function holdsFor(k: Code, spec: Spec, closure: Expr, src: Source): Expr {
  const numbers = numbersOf(spec);
  const given = numbers.map((i) => spec.given.get(i) as Expr);
  return implementsApp(k.e, spec.made.unit, numbers, closure, given, src);
}

/** `c implements S{x}` */
export function implementsSpec(k: Code, node: ast.ImplementsExpr): Place {
  const inner: Code = { ...k, out: null };
  const spec = specOf(inner, node.spec);
  return valuePlace(holdsFor(inner, spec, expr(inner, node.x), source(k, node)), typeOf(k, node));
}

// ---------------------------------------------------------------------------------------------------------------
// Calls

/** A call whose closure, parameters and arguments are computed. */
export interface Prepared {
  readonly spec: Spec;
  readonly closure: Expr;
  /** For all parameters of the specification's function. */
  readonly args: readonly Expr[];
}

/** Computes what `c(e) as S{x}` is about; `hold` keeps values that are needed later. */
export function preparedSpec(k: Code, node: ast.CallAsExpr, hold: (value: Expr) => Expr = (value) => value): Prepared {
  const about = k.proved;
  const isProved = about !== undefined && difference(unparen(node.call.fun), about.node) === null;
  const closure = isProved ? about.closure : hold(expr(k, node.call.fun));
  const found = specOf(k, node.spec);
  const spec: Spec = { ...found, given: new Map([...found.given].map(([i, value]) => [i, hold(value)])) };
  const { vars } = spec.sig.params;
  const rest = argumentsFor(
    k,
    node.call,
    vars.filter((_, i) => !spec.given.has(i)),
    spec.sig.variadic,
  ).map(hold);
  let next = 0;
  const args = vars.map((_, i) => spec.given.get(i) ?? rest[next++] ?? unsupported('this call', node));
  return { spec, closure, args };
}

export function callAs(k: Code, node: ast.CallAsExpr): Place {
  const [only, ...others] = callAsValues(k, node);
  if (only === undefined || others.length > 0) return unsupported('a call without one result here', node);
  return valuePlace(only.value, only.type);
}

export function callAsValues(k: Code, node: ast.CallAsExpr): readonly Typed[] {
  return invokeAs(k, preparedSpec(k, node), node);
}

/** The values of `c(e) as S{x}`. */
export function invokeAs(k: Code, { spec, closure, args }: Prepared, node: ast.CallAsExpr): readonly Typed[] {
  const { func, made } = spec;
  const facts = factsOf(k.e, func, node);
  const src = source(k, node);
  const not = 'spec_not_implemented';
  if (facts.measures.length > 0 && made.captured.length === 0 && facts.role !== 'closure') {
    k.unit.assumptions.add(`terminates: ${func.name}`);
  }
  if (facts.pure) {
    const at = source(k, node, { meanings: [{ on: 'asserting', key: 'precondition_error', reasons: [not] }] });
    const [called] = pureCall(k, spec, closure, args, node);
    if (called === undefined) return unsupported('this call', node);
    const { value, type } = called;
    const assertion = holdsFor(k, spec, closure, at);
    return [{ value: { kind: 'Asserting', assertion, body: value, type: value.type, src }, type }];
  }
  needsStatements(k, 'a call of a function that is not pure', node);
  const at = source(k, node, { meanings: [{ on: 'assert.failed', key: 'precondition_error', reasons: [not] }] });
  emit(k, assertStmt(holdsFor(k, spec, closure, at), at));
  return literalOrDeclared(k, spec, closure, args, node);
}

/** The variables that a literal captures, and where they are for this closure. */
export function capturedBy(
  k: Code,
  { made: { unit, captured } }: Spec,
  closure: Expr,
  node: ast.NodeBase,
): readonly (readonly [Var, Expr])[] {
  return captured.map((v, i) => [v, capturedIn(k, unit, i, addressType(k, v), closure, source(k, node))]);
}

/** A call with the contract of the specification's function. */
function literalOrDeclared(
  k: Code,
  spec: Spec,
  closure: Expr,
  args: readonly Expr[],
  node: ast.NodeBase,
): readonly Typed[] {
  const { func, made, sig } = spec;
  if (factsOf(k.e, func, node).role !== 'closure') return invoke(k, func, args, node);
  const addresses = capturedBy(k, spec, closure, node).map(([, address]) => address);
  return callUnit(k, made.unit, sig, [...addresses, ...args], factsOf(k.e, func, node).pure, node);
}

function callUnit(
  k: Code,
  unit: Unit,
  sig: Signature,
  args: readonly Expr[],
  pure: boolean,
  node: ast.NodeBase,
): readonly Typed[] {
  const src = source(k, node);
  const types = sig.results.vars.map((v) => v.type as GoType);
  if (pure) {
    const type = types[0] as GoType;
    return [{ value: apply(unit.name, args, vilType(k, type), src), type }];
  }
  const targets = types.map((t) => freshLocal(k, 'res', vilType(k, t), src));
  emit(k, { kind: 'MethodCall', method: unit.name, args, targets, src });
  return targets.map((value, i) => ({ value, type: types[i] as GoType }));
}

/**
 * Of a pure specification with a body, whatever implements it has its value. One without a body says nothing of the value,
 * which differs from closure to closure.
 */
function pureCall(k: Code, spec: Spec, closure: Expr, args: readonly Expr[], node: ast.NodeBase): readonly Typed[] {
  const { func, sig, made } = spec;
  const facts = factsOf(k.e, func, node);
  if (facts.role === 'closure' || (facts.hasBody && !facts.trusted)) {
    return literalOrDeclared(k, spec, closure, args, node);
  }
  const key = keyFor(k.e, made.unit);
  const known = k.e.units.get(key);
  const display = made.unit.display;
  const about = { kind: 'pure', display, node: made.unit.node, pkg: null, func: null, specified: true } as const;
  const unit =
    known ??
    newUnit(k.e, key, { ...about, wanted: `call$${made.unit.name}` }, (one) => abstractCall(k.e, one, func, node));
  return callUnit(k, use(k, unit), sig, [closure, ...args], true, node);
}

function keyFor(e: Encoder, unit: Unit): object {
  let keys = e.memory.get('calls as') as Map<Unit, object> | undefined;
  if (keys === undefined) {
    keys = new Map();
    e.memory.set('calls as', keys);
  }
  const found = keys.get(unit) ?? {};
  keys.set(unit, found);
  return found;
}

// function call_S(c: Closure, x): U requires P ensures Q
function abstractCall(e: Encoder, unit: Unit, func: Func, node: ast.NodeBase): void {
  try {
    const pkg = func.pkg ?? e.target;
    const info = e.infos.get(pkg) ?? unsupported('a package whose source is not there', node);
    const made = header(e, unit, func, unit.node);
    const [result] = made.outputs;
    if (result === undefined) unsupported('a pure function without one result', node);
    const code: Code = { ...made.code, pkg, info };
    const after = withResult(code, result, unit.node);
    const src = source(code, unit.node);
    const params = [decl(freshName(code.names, 'c'), Closure, src), ...made.params];
    const { pres, posts, measures } = contract(after, after, factsOf(e, func, node).spec);
    const type = vilType(code, result.type as GoType);
    const { name } = unit;
    const whole: VilFunction = { kind: 'Function', name, params, type, pres, posts, measures, body: null, src };
    unit.contract = { functions: [whole], predicates: [], methods: [] };
    unit.whole = unit.contract;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}

/** Whether a call is one of a function literal that stands there. */
export function isLiteralCall(node: ast.CallExpr): boolean {
  return unparen(node.fun).kind === 'FuncLit';
}

/** `func(...) { ... }(e)` */
export function invokeLiteral(k: Code, lit: ast.FuncLit, args: readonly Expr[], node: ast.NodeBase): readonly Typed[] {
  const func = literalFunc(k.e, lit) ?? unsupported('this function literal', lit);
  const made = madeOf(k, func, lit);
  const addresses = made.captured.map((v) => addressOf(k, v, lit));
  return callUnit(
    k,
    use(k, made.unit),
    func.type as Signature,
    [...addresses, ...args],
    factsOf(k.e, func, lit).pure,
    node,
  );
}

export function closureCall(k: Code, node: ast.CallExpr): readonly Typed[] {
  const lit = unparen(node.fun);
  if (lit.kind !== 'FuncLit') return unsupported('a call of a function value without a specification', node);
  const { params, variadic } = typeOf(k, lit) as Signature;
  return invokeLiteral(k, lit, argumentsFor(k, node, params.vars, variadic), node);
}
