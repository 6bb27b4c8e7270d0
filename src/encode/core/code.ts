// What every encoding of code does: sources, statements, fresh variables, types of expressions, and dispatch over the tables.

import type * as ast from '../../syntax/nodes.ts';
import { Typ, unalias, type Value } from '../../types/index.ts';
import type { GoObject, Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Block, Expr, LocalVar, Source, Stmt, Type } from '../../vil/index.ts';
import { assign, Bool, block, decl, local, varDecl } from './build.ts';
import type { Code, Place, Self, TypeEncoding, Unit } from './context.ts';
import { freshName } from './names.ts';
import { type Special, sourceOf } from './origins.ts';
import { unsupported } from './unsupported.ts';

/** The source of vil nodes that `node` becomes, here. */
export function source(k: Code, node: ast.NodeBase, special: Special | null = null): Source {
  return sourceOf(k.e.origins, node, k.within, special);
}

/** The same code as part of `node`. */
export function within(k: Code, node: ast.NodeBase): Code {
  return { ...k, within: node };
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

/**
 * Adds a statement before what is being encoded. Behind a jump only labels and declarations are kept: what a loop assigns
 * where it never gets to does not change. (A `refute` that is never reached is an error, so it stays.)
 */
export function emit(k: Code, stmt: Stmt): void {
  if (k.out === null) throw new Error('a statement in an expression that cannot have any');
  const before = k.out.findLast(({ kind }) => kind !== 'VarDecl');
  if (before !== undefined && leaves(before) && stmt.kind !== 'VarDecl' && !isTarget(stmt)) return;
  k.out.push(stmt);
}

/** Whether nothing behind the statement is reached. */
function leaves(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'Goto':
      return true;
    case 'Block': {
      const last = stmt.stmts.findLast(({ kind }) => kind !== 'VarDecl');
      return last !== undefined && leaves(last);
    }
    case 'If':
      return leaves(stmt.then) && leaves(stmt.else);
    default:
      return false;
  }
}

/** Whether a statement that is not reached from the one before it matters all the same. */
function isTarget(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'Label':
    case 'Refute':
      return true;
    case 'Block':
      return stmt.stmts.some(isTarget);
    case 'If':
      return isTarget(stmt.then) || isTarget(stmt.else);
    case 'While':
      return isTarget(stmt.body);
    case 'Package':
      return isTarget(stmt.proof);
    default:
      return false;
  }
}

/** The statements that `job` adds, as a block. */
export function blockOf(k: Code, src: Source, job: (inner: Code) => void): Block {
  const out: Stmt[] = [];
  job({ ...k, out });
  return block(out, src);
}

/** The code of a value for this variable. */
export function valueFor(k: Code, v: Var): Code {
  const { ghost, ghostParams } = k.e.facts;
  return ghost.has(v) || ghostParams.has(v) ? { ...k, ghost: true } : k;
}

/** Whether `k` can have statements; a construct that needs them is an error of the encoding elsewhere. */
export function needsStatements(k: Code, construct: string, node: ast.NodeBase): void {
  if (k.out === null) unsupported(`${construct} in a specification`, node);
}

/** Declares a new variable in front of what is being encoded. */
export function freshLocal(k: Code, wanted: string, type: Type, src: Source): LocalVar {
  const name = freshName(k.names, wanted);
  emit(k, varDecl(decl(name, type, src)));
  return local(name, type, src);
}

/** `value` in a variable, so that it is computed now and once. */
export function keep(k: Code, value: Expr, wanted: string, src: Source): LocalVar {
  const variable = freshLocal(k, wanted, value.type, src);
  emit(k, assign(variable, value, src));
  return variable;
}

/** A Bool of which nothing is known, for cases that are all to be verified: two executions are in the same one. */
export function choice(k: Code, wanted: string, src: Source): LocalVar {
  const variable = freshLocal(k, wanted, Bool, src);
  if (k.e.options.hyper !== 'off') {
    emit(k, { kind: 'Assume', assertion: { kind: 'Low', operand: variable, type: Bool, src }, src });
  }
  return variable;
}

// ---------------------------------------------------------------------------------------------------------------
// Types

export function typeOf(k: Code, e: ast.Expr): GoType {
  const found = k.info.types.get(e);
  if (found !== undefined) return found.type;
  const obj = e.kind === 'Ident' ? objectOf(k, e) : null;
  if (obj?.type != null) return obj.type;
  return unsupported('an expression without a type', e);
}

/** The type of something that states something, which the checker does not always note. */
export function statedType(k: Code, e: ast.Expr): GoType {
  return k.info.types.get(e)?.type ?? Typ.bool;
}

/** The value of a constant expression; null for others. */
export function constantOf(k: Code, e: ast.Expr): Value | null {
  return k.info.types.get(e)?.value ?? null;
}

export function objectOf(k: Code, id: ast.Ident): GoObject | null {
  return k.info.uses.get(id) ?? k.info.defs.get(id) ?? null;
}

export function encodingOf(k: Code, t: GoType): TypeEncoding {
  return k.e.tables.types(t);
}

export function vilType(k: Code, t: GoType): Type {
  return encodingOf(k, t).value(k.e, t);
}

export function isNamed(t: GoType): boolean {
  return unalias(t).kind === 'Named';
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

/** What an expression denotes. */
export function place(k: Code, e: ast.Expr): Place {
  const rule = k.e.tables.exprs[e.kind] as (k: Code, node: ast.Expr) => Place;
  return rule(k, e);
}

/** The value of an expression. */
export function expr(k: Code, e: ast.Expr): Expr {
  return read(k, place(k, e), source(k, e));
}

/** The value of an expression as one of type `t`, to which it can be assigned. */
export function exprAs(k: Code, e: ast.Expr, t: GoType): Expr {
  const inner = unparen(e);
  if (isNil(k, inner)) return encodingOf(k, t).zero(k.e, t, source(k, inner));
  const to = encodingOf(k, t);
  if ((constantOf(k, inner) !== null || inner.kind === 'BasicLit') && to.constant !== undefined) {
    const value = to.constant(k, inner, t);
    if (value !== null) return value;
  }
  return converted(k, expr(k, e), typeOf(k, e), t, e);
}

/** `value` of type `from`, where one of type `t` is wanted to which it can be assigned. */
export function converted(k: Code, value: Expr, from: GoType, t: GoType, node: ast.NodeBase): Expr {
  const to = encodingOf(k, t);
  return to.implicit === undefined ? value : to.implicit(k, value, from, t, node);
}

export function isNil(k: Code, e: ast.Expr): boolean {
  return e.kind === 'Ident' && objectOf(k, e)?.kind === 'Nil';
}

export function isBlank(e: ast.Expr): boolean {
  return e.kind === 'Ident' && e.name === '_';
}

export function unparen(e: ast.Expr): ast.Expr {
  let inner = e;
  while (inner.kind === 'ParenExpr') inner = inner.x;
  return inner;
}

export function valuePlace(value: Expr, type: GoType): Place {
  return { kind: 'value', value, type };
}

// ---------------------------------------------------------------------------------------------------------------
// Places

// [place as a value]
//   variable x        x
//   part p of w       get_p([w])
//   memory a: T       read_T(a)
export function read(k: Code, at: Place, src: Source): Expr {
  switch (at.kind) {
    case 'value':
      // The result of a pure function is one node wherever it is mentioned.
      return at.value.kind === 'Result' ? { ...at.value, src } : at.value;
    case 'variable':
      return local(at.variable.name, at.variable.type, src);
    case 'part':
      return at.part.get(read(k, at.of, src), src);
    case 'memory':
      return encodingOf(k, at.type).read(k.e, at.type, at.address, src);
    case 'blank':
      throw new Error('reading the blank identifier');
  }
}

// [place := value]
//   variable x        x := v
//   part p of w       w := put_p([w], v)
//   memory a: T       write_T(a, v)
export function store(k: Code, at: Place, value: Expr, src: Source): void {
  switch (at.kind) {
    case 'variable':
      emit(k, assign(local(at.variable.name, at.variable.type, src), value, src));
      return;
    case 'part':
      store(k, at.of, at.part.put(read(k, at.of, src), value, src), src);
      return;
    case 'memory':
      write(k, at.type, at.address, value, src);
      return;
    case 'blank':
      // The value has to be well defined all the same.
      keep(k, value, 'blank', src);
      return;
    case 'value':
      throw new Error('assignment to a value');
  }
}

// Where a location has several parts, writing one must change neither the value nor the location of the next.
function write(k: Code, type: GoType, address: Expr, value: Expr, src: Source): void {
  const encoding = encodingOf(k, type);
  let [to, what] = [address, value];
  if (to.type.kind !== 'Ref') {
    what = keep(k, what, 'value', src);
    to = keep(k, to, 'to', src);
  }
  for (const stmt of encoding.write(k.e, type, to, what, src)) emit(k, stmt);
}

/** The place of a variable of Go. */
export function placeOf(k: Code, obj: Var, node: ast.NodeBase): Place {
  return k.places.get(obj) ?? unsupported(`the variable ${obj.name} here`, node);
}

/** Declares a variable of Go: exclusive ones are vil variables, shared ones locations of which the address is one. */
export function declare(k: Code, obj: Var, src: Source): Place {
  const type = obj.type as GoType;
  const encoding = encodingOf(k, type);
  const shared = k.e.facts.shared.has(obj);
  const vil = shared ? encoding.address(k.e, type) : encoding.value(k.e, type);
  const variable = freshLocal(k, obj.name, vil, src);
  const at: Place = shared ? { kind: 'memory', address: variable, type } : { kind: 'variable', variable, type };
  k.places.set(obj, at);
  if (!shared) k.unit.variables.set(variable.name, obj);
  return at;
}

// [new location of type T with value v]
//   var a: address_T; inhale footprint_T(a, write) && read_T(a) == v && a != nil
export function allocate(k: Code, type: GoType, address: LocalVar, value: Expr, src: Source): void {
  const encoding = encodingOf(k, type);
  const { e } = k;
  const write: Expr = { kind: 'PermLit', value: 'write', type: { kind: 'Perm' }, src };
  const parts: Expr[] = [
    encoding.footprint(e, type, address, write, src),
    { kind: 'Binary', op: 'eq', left: encoding.read(e, type, address, src), right: value, type: { kind: 'Bool' }, src },
    {
      kind: 'Binary',
      op: 'ne',
      left: address,
      right: encoding.nilAddress(e, type, src),
      type: { kind: 'Bool' },
      src,
    },
  ];
  for (const assertion of parts) {
    if (assertion.kind === 'BoolLit') continue;
    emit(k, { kind: 'Inhale', assertion, src });
  }
}

/** Declares a variable of Go with this value. */
export function initialize(k: Code, v: Var, value: Expr): Place {
  const src = value.src;
  const place = declare(k, v, src);
  if (place.kind === 'variable') emit(k, assign(place.variable, value, src));
  else if (place.kind === 'memory') allocate(k, place.type, place.address as LocalVar, value, src);
  return place;
}

/** Notes that what is encoded relies on the interface of another member. */
export function use(k: Code, unit: Unit): Unit {
  k.uses.add(unit);
  return unit;
}

/** Where a member of the interface is selected from, for which no receiver is written. */
export function selfOf(k: Code, node: ast.NodeBase): Self {
  return k.self ?? unsupported('a method without a receiver', node);
}

/** Statements of Go, each by its rule. */
export function statements(k: Code, list: readonly ast.Stmt[]): void {
  const inner = unlabeled(k);
  for (const s of list) statement(inner, s);
}

export function statement(k: Code, s: ast.Stmt): void {
  const rule = k.e.tables.stmts[s.kind] as (k: Code, node: ast.Stmt) => void;
  rule(within(k, s), s);
}

/** A statement in a scope of its own, which no label belongs to. */
export function unlabeled(k: Code): Code {
  const { label: _, ...rest } = k;
  return rest;
}
