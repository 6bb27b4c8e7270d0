// Channels: making, sending, receiving, closing, and the ghost methods about them.
//
//   value chan T = Ref, nil = null
//
//   [make(chan T, n)]   assert 0 <= [n]; c := new(); inhale IsChannel(c) && BufferSize(c) == [n]
//   [c <- m]            assert some SendChannel([c]); exhale SendGivenPerm([c])([m]); inhale SendGotPerm([c])()
//   [v, ok = <-c]       assert some RecvChannel([c]); exhale RecvGivenPerm([c])(); var v, ok
//                       inhale ok ==> RecvGotPerm([c])(v);  inhale !ok ==> Closed([c]) && v == zero
//   [v = <-c]           the same, where only v != zero says that there was a message
//   [close(c, n, d, p)] requires 0 <= n && 0 < d && acc(SendChannel(c), n/d) && ClosureDebt(c, p, d - n, d) && p()  ensures Closed(c)
//   [close(c)]          requires SendChannel(c): then nothing is owed                                            ensures Closed(c)

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { ChanType, Type as GoType } from '../../types/type.ts';
import type { Expr, LocalDecl, LocalVar, Method, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import {
  accPredicate,
  all,
  amount,
  assertStmt,
  Bool,
  decl,
  eq,
  exhale,
  Int,
  implies,
  inhale,
  int,
  local,
  ne,
  nil,
  not,
  operation,
  Perm,
  Ref,
  relation,
  typeKey,
} from '../core/build.ts';
import {
  emit,
  encodingOf,
  expr,
  exprAs,
  freshLocal,
  keep,
  needsStatements,
  read,
  source,
  statedType,
  typeOf,
  unparen,
  vilType,
} from '../core/code.ts';
import type { CallRule, Code, Encoder } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { leaf } from '../types/representations.ts';
import type { Callee, Typed } from './calls.ts';
import { channelPredicate, isProperty, property as propertyOver } from './channel-members.ts';
import { instanceOf, predTrue, valuesOver } from './predicate-values.ts';

export const channels = leaf({
  value: () => Ref,
  zero: (_, __, src) => nil(src),
  make: (k, node, t) => make(k, node, t),
  unary: (k, node, t) => {
    if (node.op !== '<-') return unsupported(`the operator ${node.op} on a channel`, node);
    return receive(k, node, t).value;
  },
  lookup: (k, node, t) => {
    const { value, ok } = receive(k, node, t);
    return [value, ok];
  },
});

function held(e: Encoder, name: string, args: readonly Expr[], perm: Expr | null, src: Source): Expr {
  return accPredicate(channelPredicate(e, name, valuesOver), args, perm, src);
}

function property(e: Encoder, name: string, elem: Type, c: Expr, src: Source): Expr {
  return propertyOver(e, name, elem, c, valuesOver, src);
}

export function elemOf(t: GoType): GoType {
  return (under(t) as ChanType).elem;
}

function make(k: Code, node: ast.CallExpr, t: GoType): Expr {
  needsStatements(k, 'make', node);
  const src = source(k, node);
  const size = node.args[1];
  const capacity = size === undefined ? int(0, src) : keep(k, expr(k, size), 'size', src);
  const meanings = [{ on: 'assert.failed', key: 'make_precondition_error', reasons: null }] as const;
  emit(k, assertStmt(relation('le', int(0, src), capacity, src), source(k, node, { meanings })));
  const c = freshLocal(k, 'ch', Ref, src);
  emit(k, { kind: 'New', target: c, fields: [], src });
  emit(k, inhale(held(k.e, 'IsChannel', [c], amount('write', src), src), src));
  emit(k, inhale(eq(property(k.e, 'BufferSize', vilType(k, elemOf(t)), c, src), capacity, src), src));
  return c;
}

/** What messages carry: `name(c)(args)`. */
function carried(k: Code, name: string, t: GoType, c: Expr, args: readonly Expr[], src: Source): Expr {
  return instanceOf(k.e, property(k.e, name, vilType(k, elemOf(t)), c, src), args, src);
}

/** That the channel may be sent to, or received from. */
function usable(k: Code, name: string, c: Expr, src: Source): void {
  emit(k, assertStmt(held(k.e, name, [c], amount('wildcard', src), src), src));
}

export function send(k: Code, node: ast.SendStmt): void {
  const t = typeOf(k, node.chan);
  const plain = source(k, node);
  const c = keep(k, expr(k, node.chan), 'ch', plain);
  const message = keep(k, exprAs(k, node.value, elemOf(t)), 'msg', plain);
  sendOn(k, t, c, message, node);
}

/** Sends a value that is known already. */
export function sendOn(k: Code, t: GoType, c: Expr, message: Expr, node: ast.NodeBase): void {
  const src = source(k, node, { meanings: [{ on: null, key: 'send_error', reasons: null }] });
  usable(k, 'SendChannel', c, src);
  emit(k, exhale(carried(k, 'SendGivenPerm', t, c, [message], src), src));
  emit(k, inhale(carried(k, 'SendGotPerm', t, c, [], src), src));
}

export interface Received {
  readonly value: Expr;
  readonly ok: Expr;
}

function receive(k: Code, node: ast.Expr, t: GoType): Received {
  needsStatements(k, 'a receive', node);
  if (node.kind !== 'UnaryExpr') return unsupported('two values of this', node);
  const c = keep(k, expr(k, node.x), 'ch', source(k, node));
  return receiveFrom(k, t, c, under(typeOf(k, node)).kind === 'Tuple', node);
}

/** Receives from a channel that is known already; `isSafe`: the receiver asks whether there was a message. */
export function receiveFrom(k: Code, t: GoType, c: Expr, isSafe: boolean, node: ast.NodeBase): Received {
  const value = freshLocal(k, 'msg', vilType(k, elemOf(t)), source(k, node));
  const ok = freshLocal(k, 'ok', Bool, source(k, node));
  receiving(k, t, c, value, isSafe ? ok : null, node);
  return { value, ok };
}

/** `ok` is null where the receiver does not ask whether there was a message. */
function receiving(k: Code, t: GoType, c: Expr, value: LocalVar, ok: LocalVar | null, node: ast.NodeBase): void {
  const src = source(k, node, { meanings: [{ on: null, key: 'receive_error', reasons: null }] });
  usable(k, 'RecvChannel', c, src);
  emit(k, exhale(carried(k, 'RecvGivenPerm', t, c, [], src), src));
  const got = carried(k, 'RecvGotPerm', t, c, [value], src);
  const zero = encodingOf(k, elemOf(t)).zero(k.e, elemOf(t), src);
  if (ok === null) {
    emit(k, inhale(implies(ne(value, zero, src), got, src), src));
    return;
  }
  emit(k, inhale(implies(ok, got, src), src));
  const closed = held(k.e, 'Closed', [c], amount('write', src), src);
  emit(k, inhale(implies(not(ok, src), all([closed, eq(value, zero, src)], src), src), src));
}

// ---------------------------------------------------------------------------------------------------------------
// Ghost methods and predicates

/** `c.SendChannel()`, `c.Init(P, Q)` and the like. */
export function channelCall(k: Code, node: ast.CallExpr, callee: Callee & { readonly kind: 'func' }): readonly Typed[] {
  const { name } = callee.func;
  const src = source(k, node);
  const fun = unparen(node.fun);
  const isMethodExpr = callee.exprRecv;
  const [first] = node.args;
  const on = isMethodExpr ? first : fun.kind === 'SelectorExpr' ? fun.x : undefined;
  if (on === undefined) return unsupported('this member of a channel', node);
  const t = typeOf(k, on);
  const elem = vilType(k, elemOf(t));
  const c = callee.recv === null ? expr(k, on) : read(k, callee.recv(), src);
  const sig = under(typeOf(k, node.fun));
  if (sig.kind !== 'Signature') return unsupported('this member of a channel', node);
  const args = node.args
    .slice(isMethodExpr ? 1 : 0)
    .map((arg, i) => exprAs(k, arg, sig.params.vars[i + (isMethodExpr ? 1 : 0)]?.type ?? typeOf(k, arg)));
  if (isProperty(name)) {
    return [{ value: property(k.e, name, elem, c, src), type: typeOf(k, node) }];
  }
  if (name === 'Init' || name === 'CreateDebt' || name === 'Redeem') {
    needsStatements(k, `a call of ${name}`, node);
    const method =
      name === 'Init' ? initMethod(k.e, elem) : name === 'CreateDebt' ? debtMethod(k.e) : redeemMethod(k.e);
    emit(k, { kind: 'MethodCall', method, args: [c, ...args], targets: [], src });
    return [];
  }
  return [{ value: held(k.e, name, [c, ...args], null, src), type: statedType(k, node) }];
}

/** A method without a body, made when it is first needed. */
function method(
  e: Encoder,
  name: string,
  params: readonly LocalDecl[],
  contract: () => Pick<Method, 'pres' | 'posts'>,
): string {
  if (!e.helperMethods.has(name)) {
    const { pres, posts } = contract();
    e.helperMethods.set(name, {
      kind: 'Method',
      name,
      params,
      results: [],
      pres,
      posts,
      measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
      body: null,
      src: noSource,
    });
  }
  return name;
}

const write = amount('write', noSource);
const own = local('c', Ref, noSource);

function variables(params: readonly LocalDecl[]): readonly LocalVar[] {
  return params.map(({ name, type }) => local(name, type, noSource));
}

// requires IsChannel(c) && (0 < BufferSize(c) ==> b == PredTrue{})
// ensures  SendChannel(c) && RecvChannel(c) && what is given and got are a and b
function initMethod(e: Encoder, elem: Type): string {
  const params = [
    decl('c', Ref, noSource),
    decl('a', valuesOver(e, [elem]), noSource),
    decl('b', valuesOver(e, []), noSource),
  ];
  const [, a, b] = variables(params) as [LocalVar, LocalVar, LocalVar];
  const prop = (name: string): Expr => property(e, name, elem, own, noSource);
  return method(e, `Init$chan$${typeKey(elem)}`, params, () => ({
    pres: [
      held(e, 'IsChannel', [own], write, noSource),
      implies(
        relation('lt', int(0, noSource), prop('BufferSize'), noSource),
        eq(b, predTrue(e, noSource), noSource),
        noSource,
      ),
    ],
    posts: [
      held(e, 'SendChannel', [own], write, noSource),
      held(e, 'RecvChannel', [own], write, noSource),
      eq(prop('SendGivenPerm'), a, noSource),
      eq(prop('SendGotPerm'), b, noSource),
      eq(prop('RecvGivenPerm'), b, noSource),
      eq(prop('RecvGotPerm'), a, noSource),
    ],
  }));
}

function debtParams(e: Encoder): readonly LocalDecl[] {
  return [
    decl('c', Ref, noSource),
    decl('n', Int, noSource),
    decl('d', Int, noSource),
    decl('p', valuesOver(e, []), noSource),
  ];
}

function fraction(n: Expr, d: Expr): Expr {
  return operation('frac', n, d, Perm, noSource);
}

// requires 0 < n && 0 < d && acc(SendChannel(c), n/d)
// ensures  ClosureDebt(c, p, n, d) && Token(c, p)
// With n == 0 one could owe nothing and hold a token, which close would not pay.
function debtMethod(e: Encoder): string {
  const params = debtParams(e);
  const [, n, d, p] = variables(params) as [LocalVar, LocalVar, LocalVar, LocalVar];
  return method(e, 'CreateDebt$chan', params, () => ({
    pres: [
      relation('lt', int(0, noSource), n, noSource),
      relation('lt', int(0, noSource), d, noSource),
      held(e, 'SendChannel', [own], fraction(n, d), noSource),
    ],
    posts: [held(e, 'ClosureDebt', [own, p, n, d], write, noSource), held(e, 'Token', [own, p], write, noSource)],
  }));
}

// requires Token(c, p) && some Closed(c)
// ensures  Closed(c) && p()
function redeemMethod(e: Encoder): string {
  const params = [decl('c', Ref, noSource), decl('p', valuesOver(e, []), noSource)];
  const [, p] = variables(params) as [LocalVar, LocalVar];
  return method(e, 'Redeem$chan', params, () => ({
    pres: [
      held(e, 'Token', [own, p], write, noSource),
      held(e, 'Closed', [own], amount('wildcard', noSource), noSource),
    ],
    posts: [held(e, 'Closed', [own], write, noSource), instanceOf(e, p, [], noSource)],
  }));
}

function closeMethod(e: Encoder): string {
  const params = debtParams(e);
  const [, n, d, p] = variables(params) as [LocalVar, LocalVar, LocalVar, LocalVar];
  return method(e, 'close$chan', params, () => ({
    pres: [
      relation('le', int(0, noSource), n, noSource),
      relation('lt', int(0, noSource), d, noSource),
      held(e, 'SendChannel', [own], fraction(n, d), noSource),
      held(e, 'ClosureDebt', [own, p, operation('sub', d, n, Int, noSource), d], write, noSource),
      instanceOf(e, p, [], noSource),
    ],
    posts: [held(e, 'Closed', [own], write, noSource)],
  }));
}

function plainCloseMethod(e: Encoder): string {
  return method(e, 'close$chan$alone', [decl('c', Ref, noSource)], () => ({
    pres: [held(e, 'SendChannel', [own], write, noSource)],
    posts: [held(e, 'Closed', [own], write, noSource)],
  }));
}

export const closeCall: CallRule = (k, node) => {
  needsStatements(k, 'close', node);
  const src = source(k, node);
  const [c, ...rest] = node.args as readonly [ast.Expr, ...ast.Expr[]];
  const args = [c, ...rest].map((arg) => expr(k, arg));
  const name = rest.length === 0 ? plainCloseMethod(k.e) : closeMethod(k.e);
  emit(k, { kind: 'MethodCall', method: name, args, targets: [], src });
  return null;
};
