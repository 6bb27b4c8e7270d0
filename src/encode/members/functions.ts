// Functions and methods: vil methods.
//
//   func f(x T) (r U) { S }    method f(x: T) returns (r: U) requires P ensures Q {
//                                x' := x   r := zero_U   [S]
//                                label exit   r := *r' for results in memory
//                              }
// Parameters can be assigned, so bodies work on copies; contracts see what the caller gave.

import type * as ast from '../../syntax/nodes.ts';
import type { FuncFacts } from '../../types/index.ts';
import type { Func, Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Block, LocalVar, Method, Stmt } from '../../vil/index.ts';
import { contract } from '../contracts/contracts.ts';
import { implementsMeasured } from '../contracts/implementations.ts';
import { below } from '../contracts/measures.ts';
import { type Header, header } from '../contracts/signatures.ts';
import { assign, block, local } from '../core/build.ts';
import { emit, encodingOf, initialize, read, source, statements } from '../core/code.ts';
import type { Body, Code, Encoder, Place, Unit } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { Unsupported } from '../core/unsupported.ts';
import { remembered, runDeferred } from '../statements/defer.ts';

export function encodeFunction(
  e: Encoder,
  unit: Unit,
  func: Func,
  facts: FuncFacts,
  node: ast.FuncDecl | ast.FuncLit,
  around: readonly Var[] = [],
): void {
  unit.trusted = facts.trusted || node.body === null;
  let made: Header;
  let method: Method;
  try {
    made = header(e, unit, func, node, { captured: around });
    const { code } = made;
    const { pres, posts, measures } = contract(code, code, facts.spec);
    const ranked = below(measures, implementsMeasured(e, func) ? 2 : 0);
    const src = source(code, node.name ?? node);
    const { results } = made;
    const params = [...made.captured, ...made.params];
    method = { kind: 'Method', name: unit.name, params, results, pres, posts, measures: ranked, body: null, src };
    unit.contract = { functions: [], predicates: [], methods: [method] };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
    return;
  }
  const { body } = node;
  if (!unit.own || unit.trusted || body === null) return;
  try {
    const code = bodyOf(made, (k) => statements(facts.ghost ? { ...k, ghost: true } : k, body.list), node);
    unit.whole = { functions: [], predicates: [], methods: [{ ...method, body: code }] };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.bodyFault = error.fault;
  }
}

/** A body around what `job` encodes: copies of parameters, results, and what is left to do at the end. */
export function bodyOf(made: Header, job: (k: Code) => void, node: ast.NodeBase): Block {
  const { code, inputs, outputs, params, results } = made;
  const { facts } = code.e;
  const out: Stmt[] = [];
  const body: Body = {
    results: outputs,
    exit: freshName(code.names, 'exit'),
    exits: false,
    targets: [],
    labels: new Map(),
    deferred: [],
  };
  const k: Code = {
    ...code,
    uses: code.unit.bodyUses,
    places: new Map(code.places),
    out,
    body,
    within: node,
  };
  const src = source(k, node);
  const value = (v: { readonly name: string; readonly type: LocalVar['type'] }): LocalVar => local(v.name, v.type, src);
  for (const [i, v] of inputs.entries()) {
    const param = params[i];
    if (param === undefined || v.name === '' || v.name === '_') continue;
    initialize(k, v, value(param));
  }
  const shared: { readonly place: Place; readonly result: LocalVar }[] = [];
  for (const [i, v] of outputs.entries()) {
    const result = results[i];
    if (result === undefined) continue;
    const type = v.type as GoType;
    const zero = encodingOf(k, type).zero(k.e, type, src);
    if (!facts.shared.has(v)) emit(k, assign(value(result), zero, src));
    else shared.push({ place: initialize(k, v, zero), result: value(result) });
  }
  job(k);
  if (body.exits) emit(k, { kind: 'Label', name: body.exit, invariants: [], src });
  runDeferred(k);
  // What is deferred is known at the end, wherever the statement stands.
  out.unshift(...body.deferred.flatMap((d) => remembered(d, src)));
  for (const { place, result } of shared) emit(k, assign(result, read(k, place, src), src));
  return block(out, src);
}
