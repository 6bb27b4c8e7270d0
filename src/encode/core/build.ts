// Shorthands for vil nodes that encodings make.

import type {
  AccField,
  AccPredicate,
  BinaryOp,
  Block,
  DomainFuncApp,
  Expr,
  FieldAccess,
  FuncApp,
  LocalDecl,
  LocalVar,
  PredicateAccess,
  Source,
  Stmt,
  Type,
} from '../../vil/index.ts';

export const Int: Type = { kind: 'Int' };
export const Bool: Type = { kind: 'Bool' };
export const Perm: Type = { kind: 'Perm' };
export const Ref: Type = { kind: 'Ref' };

export function bool(value: boolean, src: Source): Expr {
  return { kind: 'BoolLit', value, type: Bool, src };
}

export function int(value: bigint | number, src: Source): Expr {
  const n = BigInt(value);
  if (n >= 0n) return { kind: 'IntLit', value: n, type: Int, src };
  return { kind: 'Unary', op: 'neg', operand: { kind: 'IntLit', value: -n, type: Int, src }, type: Int, src };
}

export function nil(src: Source): Expr {
  return { kind: 'NullLit', type: Ref, src };
}

export function amount(value: 'write' | 'none' | 'wildcard', src: Source): Expr {
  return { kind: 'PermLit', value, type: Perm, src };
}

export function local(name: string, type: Type, src: Source): LocalVar {
  return { kind: 'LocalVar', name, type, src };
}

export function decl(name: string, type: Type, src: Source): LocalDecl {
  return { kind: 'LocalDecl', name, type, src };
}

/** A binary operation of this type. */
export function operation(op: BinaryOp, left: Expr, right: Expr, type: Type, src: Source): Expr {
  return { kind: 'Binary', op, left, right, type, src };
}

/** A binary operation that gives a Bool. */
export function relation(op: BinaryOp, left: Expr, right: Expr, src: Source): Expr {
  return operation(op, left, right, Bool, src);
}

export function not(operand: Expr, src: Source): Expr {
  return { kind: 'Unary', op: 'not', operand, type: Bool, src };
}

export function eq(left: Expr, right: Expr, src: Source): Expr {
  return relation('eq', left, right, src);
}

export function ne(left: Expr, right: Expr, src: Source): Expr {
  return relation('ne', left, right, src);
}

/** The conjunction of all, true for none. */
export function all(parts: readonly Expr[], src: Source): Expr {
  const wanted = parts.filter((part) => !(part.kind === 'BoolLit' && part.value));
  const last = wanted.at(-1);
  if (last === undefined) return bool(true, src);
  return wanted.slice(0, -1).reduceRight((rest, part) => relation('and', part, rest, src), last);
}

export function implies(left: Expr, right: Expr, src: Source): Expr {
  return relation('implies', left, right, src);
}

export function cond(condition: Expr, then: Expr, otherwise: Expr, src: Source): Expr {
  return { kind: 'Cond', cond: condition, then, else: otherwise, type: then.type, src };
}

export function field(receiver: Expr, name: string, type: Type, src: Source): FieldAccess {
  return { kind: 'FieldAccess', receiver, field: name, type, src };
}

export function accField(loc: FieldAccess, perm: Expr, src: Source): AccField {
  return { kind: 'AccField', loc, perm, type: Bool, src };
}

export function accPredicate(name: string, args: readonly Expr[], perm: Expr | null, src: Source): AccPredicate {
  const loc: PredicateAccess = { kind: 'PredicateAccess', predicate: name, args, type: { kind: 'Predicate' }, src };
  return { kind: 'AccPredicate', loc, perm, type: Bool, src };
}

export function apply(func: string, args: readonly Expr[], type: Type, src: Source): FuncApp {
  return { kind: 'FuncApp', func, args, type, src };
}

export function applyDomain(
  domain: string,
  func: string,
  args: readonly Expr[],
  typeArgs: readonly Type[],
  type: Type,
  src: Source,
): DomainFuncApp {
  return { kind: 'DomainFuncApp', domain, func, args, typeArgs, type, src };
}

export function block(stmts: readonly Stmt[], src: Source): Block {
  return { kind: 'Block', stmts, src };
}

export function assign(target: LocalVar, value: Expr, src: Source): Stmt {
  return { kind: 'LocalAssign', target, value, src };
}

export function inhale(assertion: Expr, src: Source): Stmt {
  return { kind: 'Inhale', assertion, src };
}

export function exhale(assertion: Expr, src: Source): Stmt {
  return { kind: 'Exhale', assertion, src };
}

export function assertStmt(assertion: Expr, src: Source): Stmt {
  return { kind: 'Assert', assertion, src };
}

export function varDecl(variable: LocalDecl): Stmt {
  return { kind: 'VarDecl', decl: variable, src: variable.src };
}

export function domainType(name: string, args: readonly Type[] = []): Type {
  return { kind: 'Domain', name, args };
}

export function sameType(a: Type, b: Type): boolean {
  return typeKey(a) === typeKey(b);
}

/** A text that is equal for equal types, and is part of an identifier. */
export function typeKey(type: Type): string {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return `${type.kind}$${typeKey(type.elem)}$`;
    case 'Map':
      return `Map$${typeKey(type.key)}$${typeKey(type.value)}$`;
    case 'Domain':
    case 'Adt':
      return type.args.length === 0 ? type.name : `${type.name}$${type.args.map(typeKey).join('$')}$`;
    case 'TypeVar':
      return type.name;
    case 'Int':
    case 'Bool':
    case 'Perm':
    case 'Ref':
    case 'Predicate':
    case 'Wand':
      return type.kind;
  }
}
