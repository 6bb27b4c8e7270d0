// `//gordian:requires CONDITION` above a function: what its callers promise about the arguments.
//
// The condition is Go, checked in the scope of the function's signature. What can be used of Go are integers and booleans among the
// parameters, lengths and capacities of parameters, constants, and operators that mean the same for unbounded numbers.

import type { Span } from '../base/source.ts';
import type { Body } from '../ir/index.ts';
import type { Function as IrFunction, Local } from '../ir/ir.ts';
import { type Directive, groupDirectives, parseExpression } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { checkExpression, type Info, intOf, toInt, under } from '../types/index.ts';
import { isBooleanBit, isIntegerBit, type Signature, type Type } from '../types/type.ts';
import type { FlowProgram } from './program.ts';

export type ConditionOp = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||';

/** A condition on arguments, or a number that one speaks of. */
export type Condition =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** A parameter, or its length or capacity. */
  | { readonly kind: 'argument'; readonly of: 'value' | 'len' | 'cap'; readonly param: Local }
  | { readonly kind: 'unary'; readonly op: '!' | '-'; readonly x: Condition }
  /** Divisors are constants other than zero. */
  | { readonly kind: 'binary'; readonly op: ConditionOp; readonly x: Condition; readonly y: Condition };

/** One that was understood. */
export interface Requirement {
  /** As the user wrote it. */
  readonly text: string;
  readonly condition: Condition;
  readonly span: Span;
}

/** Why a directive cannot be used, and where. */
export interface BadRequirement {
  readonly span: Span;
  readonly message: string;
}

export interface Requirements {
  readonly requirements: readonly Requirement[];
  readonly bad: readonly BadRequirement[];
}

const known = new WeakMap<IrFunction, Requirements>();

/** What is required of those who call a function. */
export function requirementsOf(program: FlowProgram, fn: IrFunction): Requirements {
  let found = known.get(fn);
  if (found === undefined) {
    found = findRequirements(program, fn);
    known.set(fn, found);
  }
  return found;
}

/** Whether a directive is one of these. */
export function isRequires({ tool, name }: Directive): boolean {
  return tool === 'gordian' && name === 'requires';
}

function findRequirements(program: FlowProgram, fn: IrFunction): Requirements {
  const obj = fn.obj === null ? null : (fn.obj.origin ?? fn.obj);
  const body = obj === null ? undefined : program.lowerer.bodies.get(obj);
  const requirements: Requirement[] = [];
  const bad: BadRequirement[] = [];
  if (body?.decl.doc == null) return { requirements, bad };
  for (const directive of groupDirectives(body.decl.doc)) {
    if (!isRequires(directive)) continue;
    const read = readRequirement(program, fn, body, directive);
    if ('condition' in read) requirements.push(read);
    else bad.push(read);
  }
  return { requirements, bad };
}

/** Thrown for what Go understands and we do not. */
class NotUsable extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

function readRequirement(
  program: FlowProgram,
  fn: IrFunction,
  body: Body,
  directive: Directive,
): Requirement | BadRequirement {
  const whole: Span = { pos: directive.pos, end: directive.end };
  const source = program.sources.fileOf(directive.pos);
  const text = directive.args;
  if (text === '' || source === null)
    return { span: whole, message: 'a condition is missing: write //gordian:requires n > 0' };
  const start = source.text.indexOf(text, directive.pos - source.base) + source.base;
  const span: Span = { pos: start, end: start + text.length };
  const { expr, diagnostics } = parseExpression(source, span, 0);
  if (expr === null) return { span: diagnostics[0]?.span ?? span, message: diagnostics[0]?.message ?? 'no expression' };
  const signature = (fn.obj?.origin ?? fn.obj)?.type as Signature | null;
  if (signature?.scope == null) return { span, message: 'the parameters of the function are not known' };
  const conf = {
    importPackage: () => null,
    reportMissingImports: false,
    goVersion: body.pkg.goVersion,
    ignoreFuncBodies: true,
    sizes: program.lowerer.sizes,
    specifications: null,
    fakeImportC: false,
    ignoreUnusedImports: true,
  };
  const checked = checkExpression(conf, program.sources, body.pkg, signature.scope, expr, program.lowerer.context);
  const wrong = checked.diagnostics.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) return { span: wrong.span ?? span, message: wrong.message };
  try {
    if (!isBoolean(checked.info, expr)) throw new NotUsable('this is no condition: it must be true or false', expr);
    return { text, condition: conditionOf({ fn, info: checked.info }, expr), span: whole };
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    return { span: error.span, message: error.message };
  }
}

interface Reader {
  readonly fn: IrFunction;
  readonly info: Info;
}

function typeOf(info: Info, e: ast.Expr): Type | null {
  return info.types.get(e)?.type ?? null;
}

function basicInfo(type: Type | null): number {
  const u = type === null ? null : under(type);
  return u?.kind === 'Basic' ? u.info : 0;
}

function isBoolean(info: Info, e: ast.Expr): boolean {
  return (basicInfo(typeOf(info, e)) & isBooleanBit) !== 0;
}

function isInteger(info: Info, e: ast.Expr): boolean {
  return (basicInfo(typeOf(info, e)) & isIntegerBit) !== 0;
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

function conditionOf(r: Reader, e: ast.Expr): Condition {
  const value = r.info.types.get(e)?.value ?? null;
  if (value !== null) {
    if (value.kind === 'bool') return { kind: 'bool', value: value.val };
    const whole = toInt(value);
    if (isInteger(r.info, e) && whole.kind === 'int') return { kind: 'int', value: intOf(whole) };
  }
  switch (e.kind) {
    case 'ParenExpr':
      return conditionOf(r, e.x);
    case 'Ident':
      if (!isInteger(r.info, e) && !isBoolean(r.info, e)) break;
      return { kind: 'argument', of: 'value', param: parameterOf(r, e) };
    case 'CallExpr': {
      const name = e.fun.kind === 'Ident' ? e.fun.name : '';
      const [x] = e.args;
      const builtin = r.info.types.get(e.fun)?.mode === 'builtin';
      if (!builtin || (name !== 'len' && name !== 'cap') || x?.kind !== 'Ident') break;
      return { kind: 'argument', of: name, param: parameterOf(r, x) };
    }
    case 'UnaryExpr':
      if (e.op === '+') return conditionOf(r, e.x);
      if (e.op === '!') return { kind: 'unary', op: '!', x: conditionOf(r, e.x) };
      if (e.op === '-') {
        wide(r, e);
        return { kind: 'unary', op: '-', x: conditionOf(r, e.x) };
      }
      break;
    case 'BinaryExpr':
      return binaryOf(r, e);
    default:
      break;
  }
  throw new NotUsable('only parameters, their lengths, constants and operators can be used here', e);
}

function binaryOf(r: Reader, e: ast.BinaryExpr): Condition {
  const { op } = e;
  if (comparisons.has(op)) {
    const both = [e.x, e.y];
    if (!both.every((side) => isInteger(r.info, side)) && !both.every((side) => isBoolean(r.info, side)))
      throw new NotUsable('only numbers and booleans can be compared here', e);
  } else if (arithmetic.has(op)) wide(r, e);
  else if (op !== '&&' && op !== '||') throw new NotUsable(`${op} cannot be used here`, e);
  const x = conditionOf(r, e.x);
  const y = conditionOf(r, e.y);
  if ((op === '/' || op === '%') && (y.kind !== 'int' || y.value === 0n))
    throw new NotUsable('only a constant can divide here', e.y);
  return { kind: 'binary', op: op as ConditionOp, x, y };
}

/** Numbers of other types than these wrap around soon: what is computed with them is not what it seems. */
function wide(r: Reader, e: ast.Expr): void {
  const type = typeOf(r.info, e);
  const u = type === null ? null : under(type);
  if (u?.kind !== 'Basic' || !['int', 'int64', 'untyped int'].includes(u.name))
    throw new NotUsable('only numbers of type int or int64 can be computed with here', e);
}

function parameterOf(r: Reader, e: ast.Ident): Local {
  const obj = r.info.uses.get(e) ?? null;
  const local = r.fn.params.find((param) => param.obj !== null && param.obj === obj);
  if (local === undefined) throw new NotUsable(`${e.name} is no parameter of the function`, e);
  return local;
}

/** The conditions that all of them must hold for the whole to hold. */
export function conjuncts(condition: Condition): readonly Condition[] {
  if (condition.kind !== 'binary' || condition.op !== '&&') return [condition];
  return [...conjuncts(condition.x), ...conjuncts(condition.y)];
}
