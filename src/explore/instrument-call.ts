// Functions and methods of the standard library, called or used as values: locks, atomics, time, contexts, tests.

import type * as ast from '../syntax/nodes.ts';
import {
  type Func,
  isExported,
  type Named,
  type Signature,
  type Type,
  unalias,
  under,
  type Var,
} from '../types/index.ts';
import {
  actsAsChannel,
  addSite,
  anchor,
  channelOf,
  type FileState,
  labelOf,
  leaveAlone,
  runtimeName,
  stripParens,
  typeOf,
} from './instrument-file.ts';
import {
  deadlineMethods,
  type FunctionRule,
  functionRule,
  type InterfaceMethod,
  interfaceMethod,
  isBeyondControl,
  isDial,
  isSlowMethod,
  type MethodRule,
  methodRule,
  pointKinds,
} from './instrument-std.ts';

/** Edits that stand behind a node are made when the walk leaves it. */
export type Later = (node: ast.Node, edit: () => void) => void;

/** `x.f` where f is a method, or a function of a package. */
export function rewriteSelector(state: FileState, node: ast.SelectorExpr, later: Later): void {
  const selection = state.info.selections.get(node);
  if (selection === undefined) {
    rewritePackageFunction(state, node, later);
    return;
  }
  if (selection.kind === 'field' || selection.obj.kind !== 'Func') return;
  const method = selection.obj;
  const path = fieldPath(state, selection.recv, selection.index);
  const receiver = receiverOf(method);
  if (receiver === null) return;
  if (selection.kind === 'methodExpr') {
    rewriteMethodExpr(state, node, method, receiver, path);
    return;
  }
  if (setsDeadline(state, node, receiver)) {
    rewriteDeadline(state, node, receiver, path, later);
    return;
  }
  if (receiver.kind === 'interface') {
    rewriteInterfaceMethod(state, node, path, later);
    return;
  }
  if (isBeyondControl(`${receiver.pkg}.${receiver.name}`, method.name))
    leaveAlone(state, node.pos, `${receiver.pkg}.${receiver.name}.${method.name} is not under control`);
  if (isSlowMethod(receiver.pkg, receiver.name, method.name)) rewriteSlow(state, node, later);
  if (isDial(`${receiver.pkg}.${receiver.name}`, method.name)) rewriteDial(state, node, later);
  const rule = methodRule(receiver.pkg, receiver.name, method.name);
  if (rule === null) return;
  if (path === null) {
    leaveAlone(state, node.pos, `${receiver.name}.${method.name} is reached through fields of another package`);
    return;
  }
  const site = addSite(state, node.sel.pos, rule.op, labelOf(state, node.x));
  const address = path.pointer ? '' : '&';
  const tail = path.names.map((name) => `.${name}`).join('');
  if (rule.kind === 'wrap') {
    state.edits.insert(node.pos, `${runtimeName}.At(${site}).${rule.wrapper}(${address}`);
    later(node.x, () => state.edits.insert(node.x.end, `${tail})`));
  } else if (state.called.has(node.id)) {
    state.edits.insert(node.pos, `${runtimeName}.${rule.wrapper}(${address}`);
    later(node.x, () => state.edits.insert(node.x.end, `${tail}, ${site})`));
  } else {
    const head = `${runtimeName}.L${arityOf(state, node)}(${pointKinds[rule.wrapper]}, ${site}, `;
    state.edits.insert(node.pos, `${head}${runtimeName}.Later(${address}`);
    later(node.x, () => state.edits.insert(node.x.end, `${tail})`));
    later(node, () => state.edits.insert(node.end, ')'));
  }
}

/** The number of parameters and of results of a function. */
function arityOf(state: FileState, node: ast.Expr): string {
  const type = typeOf(state, node);
  const signature = type === null ? null : under(type);
  if (signature?.kind !== 'Signature') return '00';
  return `${signature.params.vars.length}${signature.results.vars.length}`;
}

/** An atomic function that is called later, or stored: the point goes with it. */
function rewritePointFunction(state: FileState, node: ast.Expr, rule: MethodRule, later: Later): void {
  if (state.called.has(node.id) || rule.kind !== 'point') return;
  const site = addSite(state, node.pos, rule.op, '');
  state.edits.insert(node.pos, `${runtimeName}.F${arityOf(state, node)}(${pointKinds[rule.wrapper]}, ${site}, `);
  later(node, () => state.edits.insert(node.end, ')'));
}

/** `(*sync.Mutex).Lock` becomes a function of the lock that does the same. */
function rewriteMethodExpr(
  state: FileState,
  node: ast.SelectorExpr,
  method: Func,
  receiver: Receiver,
  path: FieldPath | null,
): void {
  const { name } = method;
  const signature = method.type;
  const behind = receiver.kind === 'interface' ? interfaceRule(name, signature) : null;
  const rule = receiver.kind === 'interface' ? null : methodRule(receiver.pkg, receiver.name, name);
  if (behind === null && rule === null) return;
  const plain =
    signature?.kind === 'Signature' &&
    signature.params.vars.length === 0 &&
    (signature.results.vars.length === 0 || isPlainBool(signature));
  if (!plain || path === null || (rule !== null && rule.kind !== 'wrap')) {
    leaveAlone(state, node.pos, `${receiver.name}.${name} is used as a function of its receiver`);
    return;
  }
  const site = addSite(state, node.sel.pos, rule?.op ?? behind?.op ?? 'lock', name);
  const result = signature.results.vars.length === 1;
  const tail = path.names.map((field) => `.${field}`).join('');
  const lock = `${path.pointer || rule === null ? '' : '&'}x${tail}`;
  const wrapper = rule?.wrapper ?? behind?.wrapper ?? 'Locker';
  const call = `${runtimeName}.At(${site}).${wrapper}(${lock}).${name}()`;
  state.edits.replace(node.pos, node.end, [
    '(func(x ',
    { from: node.x.pos, to: node.x.end },
    `)${result ? ` ${runtimeName}.Bool` : ''} { ${result ? 'return ' : ''}${call} }${state.edits.newlines(node.x.end, node.end)})`,
  ]);
}

interface Receiver {
  readonly kind: 'named' | 'interface';
  readonly pkg: string;
  readonly name: string;
}

/** Where a method is declared. */
function receiverOf(method: Func): Receiver | null {
  const signature = (method.origin ?? method).type;
  if (signature === null || signature.kind !== 'Signature' || signature.recv === null) return null;
  const declared = signature.recv.type;
  if (declared === null) return null;
  const type = derefType(declared);
  if (under(type).kind === 'Interface') return { kind: 'interface', pkg: '', name: '' };
  if (type.kind !== 'Named') return null;
  return { kind: 'named', pkg: type.obj.pkg?.path ?? '', name: type.obj.name };
}

function derefType(type: Type): Type {
  const plain = unalias(type);
  return plain.kind === 'Pointer' ? unalias(plain.elem) : plain;
}

interface FieldPath {
  readonly names: readonly string[];
  /** What the path ends in is a pointer (or an interface). */
  readonly pointer: boolean;
  readonly end: Type;
}

/** The embedded fields between a receiver and the method, by name; null if one cannot be named here. */
function fieldPath(state: FileState, recv: Type, index: readonly number[]): FieldPath | null {
  let type = recv;
  const names: string[] = [];
  for (const i of index.slice(0, -1)) {
    const struct = under(derefType(type));
    if (struct.kind !== 'Struct') return null;
    const field: Var | undefined = struct.fields[i];
    if (field === undefined || field.type === null) return null;
    if (!isExported(field.name) && field.pkg?.path !== state.pkg.path) return null;
    names.push(field.name);
    type = field.type;
  }
  const end = unalias(type);
  return { names, pointer: under(end).kind === 'Pointer', end };
}

/** A method of an interface behind which a lock, a timer or the like may be: runtime/ finds out. */
function rewriteInterfaceMethod(state: FileState, node: ast.SelectorExpr, path: FieldPath | null, later: Later): void {
  const rule = path === null ? null : interfaceRule(node.sel.name, typeOf(state, node));
  if (path === null || rule === null) return;
  const site = addSite(state, node.sel.pos, rule.op, labelOf(state, node.x));
  const tail = path.names.map((name) => `.${name}`).join('');
  state.edits.insert(node.pos, `${runtimeName}.At(${site}).${rule.wrapper}(`);
  later(node.x, () => state.edits.insert(node.x.end, `${tail})`));
}

function interfaceRule(name: string, type: Type | null): InterfaceMethod | null {
  const signature = type === null ? null : under(type);
  if (signature?.kind !== 'Signature' || signature.variadic) return null;
  const texts = (list: readonly Var[]): string => list.map((one) => plainTypeText(one.type)).join(', ');
  return interfaceMethod(name, texts(signature.params.vars), texts(signature.results.vars));
}

/** The few types that methods of primitives have, as Go writes them; '?' for others. */
function plainTypeText(type: Type | null): string {
  if (type === null) return '?';
  const plain = unalias(type);
  if (plain.kind === 'Basic') return plain.name;
  if (isNamed(plain, 'time', 'Duration')) return 'time.Duration';
  if (plain.kind === 'Signature' && plain.params.vars.length + plain.results.vars.length === 0) return 'func()';
  return '?';
}

/** A method that the standard library's connections, listeners and files have, and that they compare with the real clock. */
function setsDeadline(state: FileState, node: ast.SelectorExpr, receiver: Receiver): boolean {
  if (!deadlineMethods.has(node.sel.name)) return false;
  if (receiver.kind === 'named' && !/^(net|crypto|os)(\/|$)/.test(receiver.pkg)) return false;
  const type = state.info.types.get(node)?.type;
  const signature = type === undefined ? null : (under(type) as Type);
  if (signature === null || signature.kind !== 'Signature' || signature.results.vars.length !== 1) return false;
  const [parameter] = signature.params.vars;
  return signature.params.vars.length === 1 && isNamed(parameter?.type ?? null, 'time', 'Time');
}

/** Which type stands behind an interface is known only when the program runs: runtime/ turns times where it is Go's own. */
function rewriteDeadline(
  state: FileState,
  node: ast.SelectorExpr,
  receiver: Receiver,
  path: FieldPath | null,
  later: Later,
): void {
  if (path === null) {
    leaveAlone(state, node.pos, `${node.sel.name} is reached through fields of another package`);
    return;
  }
  const address = receiver.kind === 'interface' || path.pointer ? '' : '&';
  const tail = path.names.map((name) => `.${name}`).join('');
  state.edits.insert(node.pos, `${runtimeName}.Deadlines(${address}`);
  later(node.x, () => state.edits.insert(node.x.end, `${tail})`));
}

function isPlainBool(signature: Signature): boolean {
  const result = signature.results.vars[0]?.type;
  return result !== null && result !== undefined && unalias(result).kind === 'Basic';
}

/** `pkg.F`, called or not. */
function rewritePackageFunction(state: FileState, node: ast.SelectorExpr, later: Later): void {
  const used = state.info.uses.get(node.sel);
  if (used === undefined || used.kind !== 'Func' || used.pkg === null) return;
  if (node.x.kind !== 'Ident' || state.info.uses.get(node.x)?.kind !== 'PkgName') return;
  if (isBeyondControl(used.pkg.path, used.name))
    leaveAlone(state, node.pos, `${used.pkg.path}.${used.name} is not under control`);
  const rule = functionRule(used.pkg.path, used.name);
  if (rule === null || rewriteWhole(state, node, rule, later)) return;
  const gap = state.edits.newlines(node.pos, node.sel.pos);
  anchor(state, used.pkg.path, node.x.name);
  state.edits.replace(node.pos, node.sel.end, [replacement(state, node.sel.pos, rule), gap]);
}

/** `F` of a package that was imported with a dot. */
export function rewriteIdent(state: FileState, node: ast.Ident, later: Later): void {
  const used = state.info.uses.get(node);
  if (used === undefined || used.kind !== 'Func' || used.pkg === null || used.pkg === state.pkg) return;
  if (used.type?.kind === 'Signature' && used.type.recv !== null) return;
  const rule = functionRule(used.pkg.path, used.name);
  if (rule === null || rewriteWhole(state, node, rule, later)) return;
  anchor(state, used.pkg.path, '');
  state.edits.replace(node.pos, node.end, [replacement(state, node.pos, rule)]);
}

/** Functions of which only the name changes. */
type NamedRule = Extract<FunctionRule, { kind: 'at' | 'direct' }>;

/** A function whose use as a whole is rewritten, not only its name; false for those of which only the name changes. */
function rewriteWhole(
  state: FileState,
  node: ast.SelectorExpr | ast.Ident,
  rule: FunctionRule,
  later: Later,
): rule is Exclude<FunctionRule, NamedRule> {
  switch (rule.kind) {
    case 'point':
      rewritePointFunction(state, node, rule.rule, later);
      return true;
    case 'around':
      rewriteAround(state, node, rule, later);
      return true;
    case 'slow':
      rewriteSlow(state, node, later);
      return true;
    case 'dial':
      rewriteDial(state, node, later);
      return true;
    case 'at':
    case 'direct':
      return false;
  }
}

/** A function that is handed to the one that takes its place. */
function rewriteAround(
  state: FileState,
  node: ast.Expr,
  rule: Extract<FunctionRule, { kind: 'around' }>,
  later: Later,
): void {
  leaveAlone(state, node.pos, rule.untouched);
  const site = addSite(state, node.pos, rule.op, labelOf(state, node));
  state.edits.insert(node.pos, `${runtimeName}.At(${site}).${rule.name}(`);
  later(node, () => state.edits.insert(node.end, ')'));
}

/** A function that takes time where it is called. */
function rewriteSlow(state: FileState, node: ast.Expr, later: Later): void {
  if (!state.called.has(node.id)) return;
  state.edits.insert(node.pos, `${runtimeName}.Slow(`);
  later(node, () => state.edits.insert(node.end, ')'));
}

/** A function that waits for the network where it is called. */
function rewriteDial(state: FileState, node: ast.Expr, later: Later): void {
  if (!state.called.has(node.id)) return;
  const site = addSite(state, node.pos, 'yield', labelOf(state, node));
  state.edits.insert(node.pos, `${runtimeName}.Dials(`);
  later(node, () => state.edits.insert(node.end, `, ${site})`));
}

function replacement(state: FileState, at: number, rule: NamedRule): string {
  if (rule.kind === 'direct') return `${runtimeName}.${rule.name}`;
  const site = rule.op === null ? 0 : addSite(state, at, rule.op, '');
  return `${runtimeName}.At(${site}).${rule.name}`;
}

/** Calls that are more than their function: close, make of a channel, atomic functions. */
export function rewriteCall(state: FileState, node: ast.CallExpr, target: string, later: Later): void {
  const fun = stripParens(node.fun);
  if (fun.kind === 'Ident') {
    const used = state.info.uses.get(fun);
    if (used?.kind === 'Builtin') {
      rewriteBuiltin(state, node, used.builtin, target, later);
      return;
    }
  }
  const name = fun.kind === 'SelectorExpr' ? fun.sel : fun.kind === 'Ident' ? fun : null;
  if (name === null || !state.called.has(fun.id)) return;
  const used = state.info.uses.get(name);
  if (used === undefined || used.kind !== 'Func' || used.pkg === null || used.pkg.path !== 'sync/atomic') return;
  if (used.type?.kind === 'Signature' && used.type.recv !== null) return;
  const rule = functionRule(used.pkg.path, used.name);
  const pointer = node.args[0];
  if (rule === null || rule.kind !== 'point' || pointer === undefined) return;
  const type = state.info.types.get(pointer)?.type;
  // An argument that is a call with several results, or of a defined pointer type, stays as it is.
  if (type === undefined || unalias(type).kind !== 'Pointer') return;
  const site = addSite(state, node.pos, rule.rule.op, labelOf(state, pointer).replace(/^&/, ''));
  state.edits.insert(pointer.pos, `${runtimeName}.${rule.rule.wrapper}(`);
  later(pointer, () => state.edits.insert(pointer.end, `, ${site})`));
}

function rewriteBuiltin(state: FileState, node: ast.CallExpr, builtin: string, target: string, later: Later): void {
  const argument = node.args[0];
  if (argument === undefined) return;
  if (builtin === 'close') {
    if (!actsAsChannel(state, argument)) {
      leaveAlone(state, node.pos, 'close of a channel whose type is a type parameter');
      return;
    }
    const site = addSite(state, node.pos, 'close', labelOf(state, argument));
    state.edits.replace(node.fun.pos, node.fun.end, [`${runtimeName}.Close`]);
    later(argument, () => state.edits.insert(argument.end, `, ${site}`));
    return;
  }
  if (builtin === 'len' && actsAsChannel(state, argument)) {
    const site = addSite(state, node.pos, 'atomic-load', `len(${labelOf(state, argument)})`);
    state.edits.replace(node.fun.pos, node.fun.end, [`${runtimeName}.Len`]);
    later(argument, () => state.edits.insert(argument.end, `, ${site}`));
    return;
  }
  if (builtin === 'make' && channelOf(state, argument)) {
    const site = addSite(state, node.pos, 'make', target);
    state.edits.insert(node.pos, `${runtimeName}.Chan(`);
    later(node, () => state.edits.insert(node.end, `, ${site})`));
  }
}

export function isNamed(type: Type | null, pkg: string, name: string): boolean {
  if (type === null) return false;
  const named: Type | Named = unalias(type);
  return named.kind === 'Named' && named.obj.name === name && named.obj.pkg?.path === pkg;
}
