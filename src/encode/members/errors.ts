// What the language says about `error`: the contracts of its methods, which no source has.
//
//   type error interface {
//     pred ErrorMem()
//     ghost  requires acc(ErrorMem(), _)  decreases ErrorMem()  pure IsDuplicableMem() bool
//     ghost  preserves ErrorMem()  ensures IsDuplicableMem() == old(IsDuplicableMem())
//            ensures IsDuplicableMem() ==> ErrorMem()  decreases ErrorMem()  Duplicate()
//     preserves ErrorMem()  ensures IsDuplicableMem() == old(IsDuplicableMem())  decreases ErrorMem()  Error() string
//   }

import type * as ast from '../../syntax/nodes.ts';
import { isInterface, lookup, predicatesOf, typeSet, under } from '../../types/index.ts';
import type { Func } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import type { Contract } from '../contracts/contracts.ts';
import { amount, eq, implies } from '../core/build.ts';
import { selfOf, source } from '../core/code.ts';
import type { Code, Encoder } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { selfCall } from '../expressions/calls.ts';
import { predicateInstance } from '../expressions/predicate-families.ts';

/** Whether a method is one of the predeclared `error`. */
export function isErrorMember(func: Func): boolean {
  const { recv } = func.type as Signature;
  return func.pkg === null && recv !== null && isInterface(recv.type as GoType);
}

function memberOf(e: Encoder, name: string, node: ast.NodeBase): Func {
  const type = lookup(e.facts.outer, 'error')?.type;
  const u = type == null ? null : under(type);
  if (u?.kind !== 'Interface') return unsupported('error', node);
  return (
    predicatesOf(e.facts, u).get(name) ??
    typeSet(u).methods.find((m) => m.name === name) ??
    unsupported(`error without ${name}`, node)
  );
}

/** The contract of a method of `error`, about the receiver of `k`. */
export function errorContract(k: Code, func: Func, node: ast.NodeBase): Contract {
  const src = source(k, node);
  const memory = predicateInstance(k, memberOf(k.e, 'ErrorMem', node), [selfOf(k, node).value], node);
  const measures = [{ kind: 'TupleMeasure', exprs: [memory.loc], condition: null, src }] as const;
  if (func.name === 'IsDuplicableMem') {
    return { pres: [{ ...memory, perm: amount('wildcard', src) }], posts: [], measures };
  }
  const [duplicable] = selfCall(k, memberOf(k.e, 'IsDuplicableMem', node), [], node);
  if (duplicable === undefined) return unsupported('this contract', node);
  const now = duplicable.value;
  const old: Expr = { kind: 'Old', state: { kind: 'pre' }, body: now, type: now.type, src };
  const posts: Expr[] = [memory, eq(now, old, src)];
  if (func.name === 'Duplicate') posts.push(implies(now, memory, src));
  return { pres: [memory], posts, measures };
}
