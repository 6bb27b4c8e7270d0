// What a channel has for specifications: predicates about its state, and ghost methods for what its messages carry.

import { tableOf } from '../base/named.ts';
import { noPos } from '../base/source.ts';
import type { Checker } from './checker.ts';
import { newMath, newSignature, newTuple } from './newtypes.ts';
import { type Func, newFunc, newVar } from './object.ts';
import type { FuncFacts } from './spec-facts.ts';
import { specOf } from './spec-state.ts';
import type { ChanType, Signature, Type } from './type.ts';
import { SpecTyp, Typ } from './universe.ts';

interface ChannelMember {
  readonly role: FuncFacts['role'];
  readonly pure: boolean;
  /** Which directions have it. */
  readonly of: 'all' | 'send' | 'recv';
  readonly params: (elem: Type) => readonly Type[];
  readonly result: (elem: Type) => Type | null;
}

const plain = (): Type => newMath('pred', []);
const carrying = (elem: Type): Type => newMath('pred', [elem]);
const none = (): readonly Type[] => [];
const stated = (): Type => SpecTyp.assertion;

function method(
  of: ChannelMember['of'],
  params: ChannelMember['params'],
  result: ChannelMember['result'],
): ChannelMember {
  return { role: 'function', pure: result(Typ.bool) !== null, of, params, result };
}

function predicate(of: ChannelMember['of'], params: ChannelMember['params']): ChannelMember {
  return { role: 'predicate', pure: false, of, params, result: stated };
}

const members = tableOf<ChannelMember>({
  BufferSize: method('all', none, () => Typ.int),
  SendGivenPerm: method('send', none, carrying),
  SendGotPerm: method('send', none, plain),
  RecvGivenPerm: method('recv', none, plain),
  RecvGotPerm: method('recv', none, carrying),
  Init: method(
    'all',
    (elem) => [carrying(elem), plain()],
    () => null,
  ),
  CreateDebt: method(
    'all',
    () => [SpecTyp.integer, SpecTyp.integer, plain()],
    () => null,
  ),
  Redeem: method(
    'all',
    () => [plain()],
    () => null,
  ),
  IsChannel: predicate('all', none),
  SendChannel: predicate('send', none),
  RecvChannel: predicate('recv', none),
  Closed: predicate('recv', none),
  ClosureDebt: predicate('all', () => [plain(), SpecTyp.integer, SpecTyp.integer]),
  Token: predicate('all', () => [plain()]),
});

/** The member of a channel, or null if its type has none of that name. */
export function channelMember(c: Checker, t: ChanType, name: string): Func | null {
  const member = members.get(name) ?? null;
  if (member === null) return null;
  if (member.of === 'send' && t.dir === 'recv') return null;
  if (member.of === 'recv' && t.dir === 'send') return null;
  const func = newFunc(noPos, null, name, signature(member, t));
  specOf(c).facts.ghost.add(func);
  specOf(c).facts.funcs.set(func, {
    role: member.role,
    ghost: true,
    pure: member.pure,
    opaque: false,
    trusted: false,
    atomic: false,
    mayInit: true,
    opensInvariants: false,
    measures: [],
    spec: null,
    hasBody: false,
    node: null,
  });
  return func;
}

function signature(member: ChannelMember, t: ChanType): Signature {
  const result = member.result(t.elem);
  const ins = member.params(t.elem).map((type) => newVar('param', noPos, null, '', type));
  const outs = result === null ? [] : [newVar('result', noPos, null, '', result)];
  const recv = newVar('receiver', noPos, null, '', t);
  return newSignature(null, null, recv, newTuple(ins), newTuple(outs), false);
}
