// Proofs that a function value implements a specification.
//
//   [proof c implements S{x} { B }] =
//     while (*) { inhale P; [B]; exhale Q }   inhale implements_S([c], [x])      for every state, so nothing of this one is known in it

import type * as ast from '../../syntax/nodes.ts';
import { lookup } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import { contract } from '../contracts/contracts.ts';
import { newCode } from '../contracts/signatures.ts';
import { all, apply, eq, exhale, inhale } from '../core/build.ts';
import {
  blockOf,
  choice,
  emit,
  expr,
  freshLocal,
  keep,
  read,
  source,
  statements,
  unparen,
  valuePlace,
  vilType,
} from '../core/code.ts';
import type { Body, Code, Place } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { factsOf } from '../core/units.ts';
import { unsupported } from '../core/unsupported.ts';
import { holdsFor, type Spec, specOf } from '../expressions/closure-calls.ts';
import { methodReceiverOf } from '../expressions/closures.ts';
export function closureProof(k: Code, node: ast.ClosureProofStmt): void {
  const src = source(k, node);
  const inner: Code = { ...k, out: null };
  const found = specOf(inner, node.spec);
  const facts = factsOf(k.e, found.func, node);
  if (facts.role === 'closure') unsupported('a proof that something implements a function literal', node);
  const closure = keep(k, expr(inner, node.x), 'closure', src);
  const given = new Map([...found.given].map(([i, value]) => [i, keep(k, value, 'given', src)]));
  const spec: Spec = { ...found, given };
  const again = choice(k, 'again', src);
  const about = unparen(node.x);
  const recv = about.kind === 'SelectorExpr' ? methodReceiverOf(inner, about) : null;
  const kept = recv === null ? null : valuePlace(keep(k, read(k, recv, src), 'receiver', src), recv.type);
  const there: Code = { ...k, proved: { node: about, closure, recv: kept } };
  const body = blockOf(there, src, (b) => proofBody(b, spec, facts.hasBody && facts.pure, node));
  emit(k, {
    kind: 'While',
    name: null,
    cond: again,
    invariants: [],
    measures: [{ kind: 'WildcardMeasure', condition: null, src }],
    body,
    src,
  });
  emit(k, inhale(holdsFor(k, spec, closure, src), src));
}

/** One call, in any state in which the precondition holds. */
function proofBody(k: Code, { func, sig, given, made }: Spec, hasValue: boolean, node: ast.ClosureProofStmt): void {
  const src = source(k, node);
  const start = freshName(k.names, 'start');
  const labels = new Map(k.labels).set('old', start);
  const places = new Map(k.places);
  const scope = k.info.scopes.get(node);
  const names = new Map<Var, Place>();
  const bind = (v: Var, at: Place): void => {
    names.set(v, at);
    const copy = scope === undefined || v.name === '' ? null : lookup(scope, v.name);
    if (copy?.kind === 'Var') places.set(copy, at);
  };
  const values = sig.params.vars.map((v, i) => {
    const type = v.type as GoType;
    const variable = freshLocal(k, v.name === '' ? 'arg' : v.name, vilType(k, type), src);
    const fixed = given.get(i);
    if (fixed !== undefined) emit(k, { kind: 'LocalAssign', target: variable, value: fixed, src });
    bind(v, { kind: 'variable', variable, type });
    return variable;
  });
  for (const v of sig.results.vars) {
    const type = v.type as GoType;
    bind(v, {
      kind: 'variable',
      variable: freshLocal(k, v.name === '' ? 'result' : v.name, vilType(k, type), src),
      type,
    });
  }
  // The contract is read where it is declared.
  const there: Code = {
    ...newCode(k.e, made.unit, node),
    names: k.names,
    uses: k.uses,
    places: names,
    labels,
    within: node,
  };
  const { pres, posts } = contract(there, there, factsOf(k.e, func, node).spec);
  for (const pre of pres) emit(k, inhale(pre, src));
  emit(k, { kind: 'Label', name: start, invariants: [], src });
  const body: Body = {
    results: sig.results.vars,
    exit: freshName(k.names, 'proved'),
    exits: false,
    deferred: [],
    targets: [],
    labels: new Map(),
  };
  for (const [v, at] of names) places.set(v, at);
  statements({ ...k, places, labels, body }, node.body.list);
  if (body.deferred.length > 0) unsupported('defer in a proof', node);
  if (body.exits) emit(k, { kind: 'Label', name: body.exit, invariants: [], src });
  const failed = source(k, node, {
    meanings: [{ on: 'exhale.failed', key: 'spec_implementation_post_error', reasons: null }],
  });
  const [result] = sig.results.vars;
  const equal: Expr[] = [];
  if (hasValue && result !== undefined) {
    const at = names.get(result) as Place;
    equal.push(eq(read(k, at, src), apply(made.unit.name, values, vilType(k, result.type as GoType), src), src));
  }
  emit(k, exhale(all([...posts, ...equal], failed), failed));
}
