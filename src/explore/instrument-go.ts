// Go statements: the function of the new goroutine is wrapped, its arguments are evaluated where they were.

import { noPos } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { type Type, unalias, under } from '../types/index.ts';
import type { Later } from './instrument-call.ts';
import type { Piece } from './instrument-edits.ts';
import {
  actsAsChannel,
  addSite,
  at,
  type FileState,
  labelOf,
  leaveAlone,
  rangeOf,
  runtimeName,
  stripParens,
  typeOf,
} from './instrument-file.ts';

/** `go f(x)` becomes `go W10(site, f)(x)`, and what follows tells of the new goroutine. */
export function rewriteGo(state: FileState, node: ast.GoStmt, later: Later): void {
  const call = stripParens(node.call);
  if (call.kind !== 'CallExpr') return;
  const mode = state.info.types.get(call.fun)?.mode;
  const wrapper = wrapperName(typeOf(state, call.fun));
  const isFixed = mode === 'builtin' || isInferred(state, call.fun);
  if (isFixed || wrapper === null || mode === 'typexpr') {
    rewriteAsBlock(state, node, call, isFixed, later);
    return;
  }
  const site = siteOf(state, node, call);
  state.edits.insert(call.fun.pos, `${runtimeName}.${wrapper}(${site}, `);
  later(call.fun, () => state.edits.insert(call.fun.end, ')'));
  later(node, () => state.edits.insert(node.end, `; ${runtimeName}.Went()`));
}

function siteOf(state: FileState, node: ast.GoStmt, call: ast.CallExpr): number {
  return addSite(state, node.pos, 'go', labelOf(state, call.fun).replace(/^func\b.*/, 'func'));
}

/**
 * `go f(x)` of a function that is no value (a built-in, or a generic one whose type arguments are inferred), or has too
 * many parameters for a wrapper, becomes `{ a := x; go W00(site, func() { f(a) })() }`.
 */
function rewriteAsBlock(state: FileState, node: ast.GoStmt, call: ast.CallExpr, isFixed: boolean, later: Later): void {
  if (state.info.types.get(call.fun)?.mode === 'typexpr' || call.args.some((one) => isUntyped(state, one))) {
    leaveAlone(state, node.pos, 'a go statement whose function cannot be wrapped');
    later(node, () => state.edits.insert(node.end, `; ${runtimeName}.Loose()`));
    return;
  }
  state.inBlock.add(call.id);
  const site = siteOf(state, node, call);
  const close = closeOf(state, call);
  const names: string[] = [];
  const values: Piece[] = [];
  const passed: Piece[] = [];
  const bind = (value: ast.Expr, count: number): string[] => {
    const own = Array.from({ length: count }, (_, i) => `${runtimeName}${names.length + i}`);
    if (values.length > 0) values.push(', ');
    values.push(at(state, value.pos), rangeOf(value));
    names.push(...own);
    return own;
  };
  const fun = isFixed ? null : bind(call.fun, 1);
  for (const argument of call.args) {
    if (passed.length > 0) passed.push(', ');
    if (isConstant(state, argument)) passed.push(rangeOf(argument));
    else passed.push(bind(argument, resultsOf(state, argument)).join(', '));
  }
  if (call.ellipsis !== noPos) passed.push('...');
  if (close !== 0) passed.push(`, ${close}`);
  state.edits.replace(node.pos, node.end, [
    '{ ',
    ...(names.length === 0 ? [] : [`${names.join(', ')} := `, ...values, '; ']),
    at(state, node.pos),
    `go ${runtimeName}.W00(${site}, func() { `,
    close !== 0 ? `${runtimeName}.Close` : fun === null ? rangeOf(call.fun) : fun.join(''),
    '(',
    ...passed,
    `) })(); ${runtimeName}.Went() }`,
    at(state, node.end),
  ]);
}

/** The site of `go close(c)`; 0 for other calls. */
function closeOf(state: FileState, call: ast.CallExpr): number {
  const fun = stripParens(call.fun);
  const used = fun.kind === 'Ident' ? state.info.uses.get(fun) : undefined;
  const channel = call.args[0];
  if (used?.kind !== 'Builtin' || used.builtin !== 'close' || channel === undefined) return 0;
  if (actsAsChannel(state, channel)) return addSite(state, call.pos, 'close', labelOf(state, channel));
  leaveAlone(state, call.pos, 'close of a channel whose type is a type parameter');
  return 0;
}

/** A constant or nil: it takes its type from where it goes. */
function isConstant(state: FileState, node: ast.Expr): boolean {
  const plain = stripParens(node);
  const value = state.info.types.get(node)?.value ?? null;
  return value !== null || (plain.kind === 'Ident' && state.info.uses.get(plain)?.kind === 'Nil');
}

/** A comparison or a shift that takes its type from where it goes: a variable for it would have another one. */
function isUntyped(state: FileState, node: ast.Expr): boolean {
  const plain = stripParens(node);
  if (plain.kind !== 'BinaryExpr' || isConstant(state, node)) return false;
  const type = typeOf(state, node);
  const name = type === null ? '' : unalias(type).kind === 'Basic' ? (unalias(type) as { name: string }).name : '';
  if (plain.op === '<<' || plain.op === '>>') return isConstant(state, plain.x) && name !== 'int';
  return ['==', '!=', '<', '<=', '>', '>='].includes(plain.op) && name !== 'bool';
}

/** How many values an argument is: a call with several results may be all arguments. */
function resultsOf(state: FileState, node: ast.Expr): number {
  const type = typeOf(state, node);
  return type?.kind === 'Tuple' ? type.vars.length : 1;
}

/** A generic function whose type arguments, or some of them, are not written. */
function isInferred(state: FileState, fun: ast.Expr): boolean {
  const plain = stripParens(fun);
  const given = plain.kind === 'IndexExpr' ? plain.indices.length : 0;
  const inner = plain.kind === 'IndexExpr' ? stripParens(plain.x) : plain;
  const name = inner.kind === 'Ident' ? inner : inner.kind === 'SelectorExpr' ? inner.sel : null;
  const instance = name === null ? undefined : state.info.instances.get(name);
  return instance !== undefined && instance.typeArgs.length > given;
}

/** The number of parameters and results of a function value, as the names of the wrappers in runtime/ have it. */
function wrapperName(type: Type | null): string | null {
  const signature = type === null ? null : under(type);
  if (signature === null || signature.kind !== 'Signature' || signature.typeParams !== null) return null;
  const params = signature.params.vars.length;
  const results = signature.results.vars.length;
  if (params > 8 || results > 3) return null;
  return `${signature.variadic ? 'V' : 'W'}${params}${results}`;
}
