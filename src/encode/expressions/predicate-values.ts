// Predicates as values: constructors, instances, fold and unfold of them.
//
//   domain Pred$Ts { make$P$10(x...): Pred$Ts }      a function for each predicate and choice of arguments that are given
//   predicate holds$Ts(p: Pred$Ts, y: Ts...)         what the value p states about y
//
//   [P{a, _}] = make$P$10([a])          [p(b)] = acc(holds$Ts([p], [b]))
//   [fold P{a, _}(b)]   = fold P([a], [b]); exhale P([a], [b]); inhale holds$Ts(P{a, _}, [b])
//   [unfold P{a, _}(b)] = exhale holds$Ts(P{a, _}, [b]); inhale P([a], [b]); unfold P([a], [b])
//
// Values are equal if they come from the same constructor with equal arguments; that others differ is not known.

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { Func, Var } from '../../types/object.ts';
import type { Type as GoType, MathType, Signature } from '../../types/type.ts';
import type { AccPredicate, Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { accPredicate, amount, applyDomain, bool, decl, domainType, exhale, inhale, typeKey } from '../core/build.ts';
import { emit, expr, exprAs, isBlank, read, source, statedType, typeOf, unparen } from '../core/code.ts';
import type { CallRule, Code, Encoder } from '../core/context.ts';
import { addDomainFunction, domainNamed } from '../core/growing-domains.ts';
import { declared } from '../core/units.ts';
import { unsupported } from '../core/unsupported.ts';
import { amountOf } from '../types/amounts.ts';
import { leaf } from '../types/representations.ts';
import { type Callee, calleeOf, type Typed } from './calls.ts';
import { channelPredicate } from './channel-members.ts';
import { predicateInstance, predicateUnit } from './predicate-families.ts';

export const predicateValues = leaf({
  value: (e, t) => predicateType(e, t),
  zero: (e, t, src) => {
    const type = predicateType(e, t);
    const name = `none$${type.name}`;
    addDomainFunction(e, type.name, name, [], type);
    return applyDomain(type.name, name, [], [], type, src);
  },
  literal: (k, lit) => constructed(k, lit).value,
});

type DomainType = Type & { readonly kind: 'Domain' };

function openTypes(t: GoType): readonly GoType[] {
  return (under(t) as MathType).args;
}

function predicateType(e: Encoder, t: GoType): DomainType {
  return valuesOver(
    e,
    openTypes(t).map((arg) => e.tables.types(arg).value(e, arg)),
  );
}

function suffix(args: readonly Type[]): string {
  return args.map((t) => `$${typeKey(t)}`).join('');
}

/** The type of predicate values that leave arguments of these types open. */
export function valuesOver(e: Encoder, args: readonly Type[]): DomainType {
  const { name } = domainNamed(e, `Pred${suffix(args)}$`);
  return domainType(name) as DomainType;
}

/** `holds$Ts(p, args)` */
export function instanceOf(e: Encoder, p: Expr, args: readonly Expr[], src: Source): AccPredicate {
  const types = args.map(({ type }) => type);
  const name = `holds${suffix(types)}$`;
  if (!e.helperPredicates.has(name)) {
    const params = [decl('p', p.type, noSource), ...types.map((type, i) => decl(`y${i}`, type, noSource))];
    e.helperPredicates.set(name, { kind: 'Predicate', name, params, body: null, src: noSource });
  }
  return accPredicate(name, [p, ...args], null, src);
}

/** `p(b)` where p is a value of a predicate type. */
export function instanceCall(k: Code, node: ast.CallExpr): Typed {
  const t = typeOf(k, node.fun);
  const p = expr({ ...k, out: null }, node.fun);
  return { value: instanceOf(k.e, p, givenTo(k, node, t), source(k, node)), type: statedType(k, node) };
}

function givenTo(k: Code, node: ast.CallExpr, t: GoType): readonly Expr[] {
  const inner: Code = { ...k, out: null };
  return node.args.map((arg, i) => exprAs(inner, arg, openTypes(t)[i] ?? typeOf(k, arg)));
}

// ---------------------------------------------------------------------------------------------------------------
// Constructors

interface Constructed {
  readonly value: Expr;
  /** The instance of the predicate itself, with these for what is left open. */
  readonly instance: (open: readonly Expr[], src: Source) => AccPredicate;
}

function constructed(k: Code, lit: ast.CompositeLit): Constructed {
  const written = lit.type ?? unsupported('this predicate value', lit);
  const inner: Code = { ...k, out: null };
  const callee = calleeOf(inner, written);
  const t = typeOf(k, lit);
  const src = source(k, lit);
  if (callee.kind === 'predeclared' && callee.name === 'PredTrue') {
    const value = make(k.e, predicateType(k.e, t), 'PredTrue', [], src);
    return { value, instance: (_, at) => accPredicate(truePredicate(k.e), [], null, at) };
  }
  if (callee.kind !== 'func') return unsupported('this predicate value', lit);
  const func = declared(callee.func);
  const given = givenArguments(inner, lit, callee, func);
  const { name, instance } = predicateOf(k, func, lit);
  const pattern = given.map((x) => (x === null ? '0' : '1')).join('');
  const filled = given.filter((x) => x !== null);
  return {
    value: make(k.e, predicateType(k.e, t), `${name}$${pattern}`, filled, src),
    instance: (open, at) => {
      const rest = [...open];
      const args = given.map((x) => x ?? rest.shift() ?? unsupported('this predicate instance', lit));
      return { ...instance(args), src: at };
    },
  };
}

/** The receiver and arguments of a constructor; null where it leaves one open. */
function givenArguments(
  k: Code,
  lit: ast.CompositeLit,
  callee: Callee & { readonly kind: 'func' },
  func: Func,
): readonly (Expr | null)[] {
  const sig = func.type as Signature;
  const recv = callee.recv === null ? [] : [read(k, callee.recv(), source(k, lit))];
  const params: readonly Var[] =
    callee.exprRecv && sig.recv !== null ? [sig.recv, ...sig.params.vars] : sig.params.vars;
  const args = lit.elts.map((elt, i) =>
    isBlank(elt) ? null : exprAs(k, elt, (params[i]?.type as GoType | undefined) ?? typeOf(k, elt)),
  );
  return [...recv, ...args];
}

function make(e: Encoder, type: DomainType, of: string, given: readonly Expr[], src: Source): Expr {
  const name = `make$${of}${of === 'PredTrue' ? `$${type.name}` : ''}`;
  addDomainFunction(
    e,
    type.name,
    name,
    given.map((x, i) => decl(`x${i}`, x.type, noSource)),
    type,
  );
  return applyDomain(type.name, name, given, [], type, src);
}

/** What a declared predicate, or one of channels, is called and what its instances are. */
function predicateOf(k: Code, func: Func, node: ast.NodeBase) {
  const recv = (func.type as Signature).recv?.type;
  if (recv != null && under(recv).kind === 'Chan') {
    const name = channelPredicate(k.e, func.name, valuesOver);
    return { name, instance: (args: readonly Expr[]) => accPredicate(name, args, null, source(k, node)) };
  }
  const instance = (args: readonly Expr[]): AccPredicate => predicateInstance(k, func, args, node);
  return { name: predicateUnit(k, func, node).name, instance };
}

// ---------------------------------------------------------------------------------------------------------------
// PredTrue

/** What always holds. */
function truePredicate(e: Encoder): string {
  const name = 'PredTrue$';
  if (!e.helperPredicates.has(name)) {
    const body = bool(true, noSource);
    e.helperPredicates.set(name, { kind: 'Predicate', name, params: [], body, src: noSource });
  }
  return name;
}

export const predTrueCall: CallRule = (k, node) => {
  for (const arg of node.args) expr({ ...k, out: null }, arg);
  return accPredicate(truePredicate(k.e), [], null, source(k, node));
};

/** The value `PredTrue{}` of type pred(). */
export function predTrue(e: Encoder, src: Source): Expr {
  return make(e, valuesOver(e, []), 'PredTrue', [], src);
}

// ---------------------------------------------------------------------------------------------------------------
// Fold and unfold

/** Fold or unfold of an instance of a constructor; false if it is one of something else. */
export function foldConstructed(k: Code, node: ast.FoldStmt): boolean {
  const written = unparen(node.pred);
  const [call, perm] = written.kind === 'AccessExpr' ? [unparen(written.x), written.perm] : ([written, null] as const);
  if (call.kind !== 'CallExpr') return false;
  const lit = unparen(call.fun);
  if (lit.kind !== 'CompositeLit') return false;
  const src = source(k, node);
  const t = typeOf(k, lit);
  const { value, instance } = constructed(k, lit);
  const open = givenTo(k, call, t);
  // Where it is only some share, what is gained is another one: nothing is known of either but that it is positive.
  const share = perm === null ? amount('write', src) : amountOf({ ...k, out: null }, perm);
  const own = { ...instance(open, src), perm: share, src };
  const held = { ...instanceOf(k.e, value, open, src), perm: share, src };
  if (node.word === 'fold') {
    emit(k, { kind: 'Fold', acc: own, src });
    emit(k, exhale(own, src));
    emit(k, inhale(held, src));
    return true;
  }
  const meanings = [{ on: 'exhale.failed', key: 'unfold_error', reasons: null }] as const;
  emit(k, exhale(held, source(k, node, { meanings })));
  emit(k, inhale(own, src));
  emit(k, { kind: 'Unfold', acc: own, src });
  return true;
}
