// Deferred calls and folds: what they are about is computed where they stand, and they run at the end, the last one first.
//
//   [defer f(e)]      flag := true; x := [e]           at the start: flag := false      at the end: if (flag) { [f(x)] }
//
// A deferred call in a loop may run many times, so there is no encoding for it.

import type * as ast from '../../syntax/nodes.ts';
import type { Signature } from '../../types/type.ts';
import type { AccPredicate, Expr, LocalVar, Source, Stmt, Type } from '../../vil/index.ts';
import { assign, Bool, block, bool, decl, local, varDecl } from '../core/build.ts';
import { blockOf, emit, source, typeOf, unparen, within } from '../core/code.ts';
import type { Code, Deferred } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { declared, factsOf } from '../core/units.ts';
import { unsupported } from '../core/unsupported.ts';
import { allArguments, argumentsFor, calleeOf, invoke } from '../expressions/calls.ts';
import { invokeAs, invokeLiteral, isLiteralCall, preparedSpec } from '../expressions/closure-calls.ts';
import { instance } from '../expressions/predicates.ts';

/** What is to be done later; `kept` are the variables in which values wait for it. */
class Later {
  readonly kept: LocalVar[] = [];
  readonly k: Code;
  readonly node: ast.NodeBase;
  constructor(k: Code, node: ast.NodeBase) {
    this.k = k;
    this.node = node;
  }
}

/** The value as it is now, in a variable that is in scope at the end of the function. */
function remember(later: Later, value: Expr, wanted = 'deferred'): LocalVar {
  const src = source(later.k, later.node);
  const variable = variableOf(later, wanted, value.type, src);
  emit(later.k, assign(variable, value, src));
  return variable;
}

function variableOf(later: Later, wanted: string, type: Type, src: Source): LocalVar {
  const variable = local(freshName(later.k.names, wanted), type, src);
  later.kept.push(variable);
  return variable;
}

export function deferCall(k: Code, node: ast.DeferStmt): void {
  const call = unparen(node.call);
  deferred(k, node, (later) => {
    if (call.kind === 'CallAsExpr') {
      const spec = preparedSpec(k, call, (value) => remember(later, value));
      return (end) => void invokeAs(end, spec, call);
    }
    if (call.kind !== 'CallExpr') return unsupported('this deferred call', node);
    if (isLiteralCall(call)) {
      const fun = unparen(call.fun) as ast.FuncLit;
      const { params, variadic } = typeOf(k, fun) as Signature;
      const args = argumentsFor(k, call, params.vars, variadic).map((value) => remember(later, value));
      return (end) => void invokeLiteral(end, fun, args, call);
    }
    const callee = calleeOf(k, call.fun);
    if (callee.kind !== 'func') return unsupported('this deferred call', node);
    const func = declared(callee.func);
    if (factsOf(k.e, func, node).role !== 'function') return unsupported('this deferred call', node);
    const args = allArguments(k, call, callee, func.type as Signature).map((value) => remember(later, value));
    return (end) => void invoke(end, func, args, call);
  });
}

export function deferFold(k: Code, node: ast.DeferFoldStmt): void {
  const { fold } = node;
  deferred(k, node, (later) => {
    const acc = instance(k, fold.pred);
    const args = acc.loc.args.map((arg) => remember(later, arg));
    const perm = acc.perm === null || acc.perm.kind === 'PermLit' ? acc.perm : remember(later, acc.perm);
    const kept: AccPredicate = { ...acc, perm, loc: { ...acc.loc, args } };
    return (end) => emit(end, { kind: fold.word === 'fold' ? 'Fold' : 'Unfold', acc: kept, src: source(end, node) });
  });
}

function deferred(k: Code, node: ast.NodeBase, job: (later: Later) => (end: Code) => void): void {
  const body = k.body ?? unsupported('defer here', node);
  if (body.targets.some(({ loop }) => loop)) unsupported('defer in a loop', node);
  const later = new Later(k, node);
  const src = source(k, node);
  const flag = variableOf(later, 'isDeferred', Bool, src);
  const run = job(later);
  emit(k, assign(flag, bool(true, src), src));
  const { places } = k;
  body.deferred.push({ flag, kept: later.kept, run: (end) => run(within({ ...end, places }, node)) });
}

/** The declarations that a deferred call needs, for the start of the function. */
export function remembered({ flag, kept }: Deferred, src: Source): readonly Stmt[] {
  return [...kept.map((v) => varDecl(decl(v.name, v.type, v.src))), assign(flag, bool(false, src), src)];
}

/** What the end of a function has to do. */
export function runDeferred(k: Code): void {
  for (const { flag, run } of [...(k.body?.deferred ?? [])].reverse()) {
    const { src } = flag;
    emit(k, { kind: 'If', cond: flag, then: blockOf(k, src, run), else: block([], src), src });
  }
}
