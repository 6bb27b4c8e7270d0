// Methods of interfaces: vil methods and functions without a body, whose receiver is an interface value.
//
//   m(x T) (r U)           method I_m(this: Interface, x: T) returns (r: U) requires this != nil && P ensures Q
//   pure f(x T) (r U)      function I_f(this: Interface, x: T): U requires this != nil && P
//                            ensures typeOf(this) == T1 ==> result == proof_T1_f(unbox_T1(this), x)   for each implementing type
//                            ensures Q
//
// In P and Q members of the interface stand without a receiver. What proofs are: implementation-proofs.ts.

import type * as ast from '../../syntax/nodes.ts';
import type { FuncFacts } from '../../types/index.ts';
import type { Func } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Block, Expr, Method, Stmt, Function as VilFunction } from '../../vil/index.ts';
import { type Contract, contract } from '../contracts/contracts.ts';
import { hasMeasure, implementersOf, proofUnit } from '../contracts/implementations.ts';
import { type Header, header, resultOf, withResult } from '../contracts/signatures.ts';
import { apply, block, bool, eq, implies, inhale, local, ne } from '../core/build.ts';
import { source, use, vilType } from '../core/code.ts';
import type { Code, Encoder, Unit } from '../core/context.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';
import { typeTerm } from '../types/go-types.ts';
import { dynamicType, nilInterface, unbox } from '../types/interface-values.ts';
import { errorContract, isErrorMember } from './errors.ts';

export function encodeInterfaceMethod(e: Encoder, unit: Unit, func: Func, facts: FuncFacts, node: ast.NodeBase): void {
  try {
    if (facts.atomic || facts.mayInit) unsupported(facts.atomic ? 'atomic functions' : 'mayInit', node);
    const made = header(e, unit, func, node);
    const { params, results } = made;
    const [first] = params;
    if (first === undefined) unsupported('this method', node);
    const at = source(made.code, node);
    const value = local(first.name, first.type, at);
    const code: Code = { ...made.code, self: { value, concrete: null } };
    const there = ne(value, nilInterface(e, at), source(code, node, { reason: 'receiver_is_nil_error' }));
    if (facts.pure) {
      const [result] = made.outputs;
      if (result === undefined) unsupported('a pure method without a result', node);
      const after = withResult(code, result, node);
      const { pres, posts, measures } = interfaceContract(code, after, func, facts, node);
      const args = params.slice(1).map((p) => local(p.name, p.type, at));
      const known = casesOf(after, func, value, args, resultOf(code, result, node), node);
      const whole: VilFunction = {
        kind: 'Function',
        name: unit.name,
        params,
        type: vilType(code, result.type as GoType),
        pres: [there, ...pres],
        posts: [...known, ...posts],
        measures,
        body: null,
        src: at,
      };
      unit.contract = { functions: [whole], predicates: [], methods: [] };
    } else {
      const { pres, posts, measures } = interfaceContract(code, code, func, facts, node);
      const { name } = unit;
      const all = [there, ...pres];
      const method: Method = { kind: 'Method', name, params, results, pres: all, posts, measures, body: null, src: at };
      unit.contract = { functions: [], predicates: [], methods: [method] };
      const body = hasMeasure(e, func) ? dispatch(code, func, made, node) : null;
      unit.whole = { functions: [], predicates: [], methods: [{ ...method, body }] };
      return;
    }
    unit.whole = unit.contract;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}

// What a call may run, so that recursion through the interface is seen: nothing is proved here but that measures decrease.
//
//   if (typeOf(this) == T1) { r := proof_T1_m(unbox_T1(this), x) } ...   inhale false
function dispatch(code: Code, func: Func, made: Header, node: ast.NodeBase): Block | null {
  const { e, unit } = code;
  const k: Code = { ...code, uses: unit.bodyUses };
  const src = source(k, node);
  const [self, ...args] = made.params.map((p) => local(p.name, p.type, src));
  const targets = made.results.map((r) => local(r.name, r.type, src));
  const none = block([], src);
  const cases = implementersOf(e, func).flatMap((sub): readonly Stmt[] => {
    const proof = proofUnit(e, sub, func, node);
    if (proof === null || self === undefined) return [];
    const is = eq(dynamicType(e, self, src), typeTerm(e, sub, src), src);
    const value = unbox(e, sub, self, src);
    const method = use(k, proof).name;
    const then = block([{ kind: 'MethodCall', method, args: [value, ...args], targets, src }], src);
    return [{ kind: 'If', cond: is, then, else: none, src }];
  });
  return cases.length === 0 ? null : block([...cases, inhale(bool(false, src), src)], src);
}

/** The contract of a method of an interface, about the receiver that `before` and `after` have. */
export function interfaceContract(
  before: Code,
  after: Code,
  func: Func,
  facts: FuncFacts,
  node: ast.NodeBase,
): Contract {
  return isErrorMember(func) ? errorContract(before, func, node) : contract(before, after, facts.spec);
}

/** What is known of the result by the dynamic type of the receiver. */
function casesOf(
  k: Code,
  func: Func,
  self: Expr,
  args: readonly Expr[],
  result: Expr,
  node: ast.NodeBase,
): readonly Expr[] {
  const { e } = k;
  const src = source(k, node);
  return implementersOf(e, func).flatMap((sub) => {
    const unit = proofUnit(e, sub, func, node);
    if (unit === null) return [];
    use(k, unit);
    const is = eq(dynamicType(e, self, src), typeTerm(e, sub, src), src);
    const value = apply(unit.name, [unbox(e, sub, self, src), ...args], result.type, src);
    return [implies(is, eq(result, value, src), src)];
  });
}
