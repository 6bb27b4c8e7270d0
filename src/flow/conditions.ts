// Preconditions of functions as conditions on arguments: what their contracts state about integers, booleans and lengths.
//
// A contract is that of the specification language, or a directive `//gordian:requires CONDITION`. What can be used of it are integers and booleans among the
// parameters, lengths and capacities of parameters, constants, and operators that mean the same for unbounded numbers. A directive can
// say nothing else, and is reported if it does; of a contract the rest is for `verify`.

import type { Span } from '../base/source.ts';
import type { Clause } from '../ir/index.ts';
import type { Expr, Instr, Function as IrFunction, Stmt } from '../ir/ir.ts';
import { intOf, toInt, under } from '../types/index.ts';
import { isBooleanBit, isIntegerBit, type Type } from '../types/type.ts';

export type ConditionOp = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||';

/** A condition on arguments, or a number that one speaks of. */
export type Condition =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** A parameter, or its length or capacity. */
  | { readonly kind: 'argument'; readonly of: 'value' | 'len' | 'cap'; readonly param: IrFunction['params'][number] }
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
const nothing: Requirements = { requirements: [], bad: [] };

/** What is required of the callers of a function. */
export function requirementsOf(fn: IrFunction): Requirements {
  if (fn.contract === null) return nothing;
  let found = known.get(fn);
  if (found === undefined) {
    found = findRequirements(fn, fn.contract.requires, fn.contract.problems);
    known.set(fn, found);
  }
  return found;
}

function findRequirements(
  fn: IrFunction,
  clauses: readonly Clause[],
  problems: readonly BadRequirement[],
): Requirements {
  const requirements: Requirement[] = [];
  const bad: BadRequirement[] = [...problems];
  for (const clause of clauses) {
    try {
      requirements.push({ text: clause.text, condition: conditionOfClause(fn, clause), span: clause.span });
    } catch (error) {
      if (!(error instanceof NotUsable)) throw error;
      if (clause.origin === 'directive') bad.push({ span: error.span, message: error.message });
    }
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

function conditionOfClause(fn: IrFunction, { body, cond, span }: Clause): Condition {
  const [step] = body.list;
  if (step !== undefined) throw notPure(step);
  if (cond === null) throw new NotUsable(notUsable, span);
  return conditionOf(fn, cond);
}

const notUsable = 'only parameters, their lengths, constants and operators can be used here';

/** Why a condition cannot be used that needs an instruction. */
function notPure(step: Stmt): NotUsable {
  const { kind, span } = step as Instr;
  if (step.kind === 'TrapBinary' && (step.op === '/' || step.op === '%'))
    return new NotUsable('only a constant can divide here', step.y.span);
  if (step.kind === 'Load' && step.place.kind === 'GlobalPlace')
    return new NotUsable(`${step.place.global.obj.name} is no parameter of the function`, span);
  if (kind === 'TrapBinary') return new NotUsable('only numbers and booleans can be compared here', span);
  return new NotUsable(notUsable, span);
}

function basicInfo(type: Type): number {
  const u = under(type);
  return u.kind === 'Basic' ? u.info : 0;
}

function isBoolean(type: Type): boolean {
  return (basicInfo(type) & isBooleanBit) !== 0;
}

function isInteger(type: Type): boolean {
  return (basicInfo(type) & isIntegerBit) !== 0;
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

function conditionOf(fn: IrFunction, e: Expr): Condition {
  switch (e.kind) {
    case 'Const': {
      if (e.value.kind === 'bool') return { kind: 'bool', value: e.value.val };
      const whole = toInt(e.value);
      if (isInteger(e.type) && whole.kind === 'int') return { kind: 'int', value: intOf(whole) };
      break;
    }
    case 'LocalRef':
      if (!isInteger(e.type) && !isBoolean(e.type)) break;
      return { kind: 'argument', of: 'value', param: parameterOf(fn, e) };
    case 'Len':
      if (e.x.kind !== 'LocalRef') break;
      return { kind: 'argument', of: e.op, param: parameterOf(fn, e.x) };
    case 'Unary':
      if (e.op === '!') return { kind: 'unary', op: '!', x: conditionOf(fn, e.x) };
      if (e.op === '-') {
        wide(e);
        return { kind: 'unary', op: '-', x: conditionOf(fn, e.x) };
      }
      break;
    case 'Binary':
      return binaryOf(fn, e);
    default:
      break;
  }
  throw new NotUsable(notUsable, e.span);
}

function binaryOf(fn: IrFunction, e: Extract<Expr, { kind: 'Binary' }>): Condition {
  const { op } = e;
  if (comparisons.has(op)) {
    const both = [e.x.type, e.y.type];
    if (!both.every(isInteger) && !both.every(isBoolean))
      throw new NotUsable('only numbers and booleans can be compared here', e.span);
  } else if (arithmetic.has(op)) wide(e);
  else if (op !== '&&' && op !== '||') throw new NotUsable(`${op} cannot be used here`, e.span);
  const x = conditionOf(fn, e.x);
  const y = conditionOf(fn, e.y);
  if ((op === '/' || op === '%') && (y.kind !== 'int' || y.value === 0n))
    throw new NotUsable('only a constant can divide here', e.y.span);
  return { kind: 'binary', op: op as ConditionOp, x, y };
}

/** Numbers of other types than these wrap around soon: what is computed with them is not what it seems. */
function wide({ type, span }: Expr): void {
  const u = under(type);
  if (u.kind !== 'Basic' || (u.basic !== 'int' && u.basic !== 'int64'))
    throw new NotUsable('only numbers of type int or int64 can be computed with here', span);
}

function parameterOf(
  fn: IrFunction,
  { local, span }: Extract<Expr, { kind: 'LocalRef' }>,
): IrFunction['params'][number] {
  if (fn.params.includes(local)) return local;
  throw new NotUsable(`${local.name} is no parameter of the function`, span);
}

/** The conditions that all of them must hold for the whole to hold. */
export function conjuncts(condition: Condition): readonly Condition[] {
  if (condition.kind !== 'binary' || condition.op !== '&&') return [condition];
  return [...conjuncts(condition.x), ...conjuncts(condition.y)];
}
