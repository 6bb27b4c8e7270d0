// Checks that integer operations of executable code do not overflow, where they are asked for (`--overflow`).
//
//   [x op y] = let l == [x] in let r == [y] in let v == l op r in asserting (inRange(l) && inRange(r) ==> inRange(v)) in v
//
// Operations within operations share one such expression, which asserts all of their results together. What an operation reads is in the
// range of its type, since code computes nothing else; that is no more than a condition of the check, so nothing else follows from it.

import type * as ast from '../../syntax/nodes.ts';
import { isInteger, under } from '../../types/index.ts';
import type { BasicName, Type as GoType } from '../../types/type.ts';
import type { Expr, LocalVar, Source } from '../../vil/index.ts';
import { all, decl, Int, implies, int, local, relation } from '../core/build.ts';
import { source } from '../core/code.ts';
import type { Code, Encoder } from '../core/context.ts';
import { freshName } from '../core/names.ts';

/** An expression whose operations are checked, in the parts that an operation around it needs. */
interface Checked {
  readonly bindings: readonly { readonly variable: LocalVar; readonly value: Expr }[];
  /** What is known of what it reads. */
  readonly known: readonly Expr[];
  readonly checks: readonly Expr[];
  readonly value: Expr;
}

/** A value that an operation reads, with its type in Go. */
export interface Operand {
  readonly value: Expr;
  readonly type: GoType;
}

/** Whether code is executable: what only specifications and ghost code compute has no size. */
function isExecutable(k: Code): boolean {
  return k.ghost !== true && (k.out !== null || k.unit.kind === 'pure');
}

/** The result of an operation, which `make` applies to its operands, checked if that is asked for and else assumed to fit. */
export function fitting(
  k: Code,
  operands: readonly Operand[],
  make: (operands: readonly Expr[]) => Expr,
  type: GoType,
  node: ast.NodeBase,
): Expr {
  const plain = (): Expr => make(operands.map(({ value }) => value));
  if (!isExecutable(k)) return plain();
  const range = rangeOf(k.e, type);
  if (!k.e.options.checkOverflow || range === null) {
    const value = plain();
    if (!keeps(k, operands, value, range)) k.unit.assumptions.add('no-overflow');
    return value;
  }
  if (!k.unit.own) return plain();
  const parts = operands.map((operand) => opened(k, operand, node));
  const src = source(k, node);
  const made = make(parts.map(({ value }) => value));
  const isNew = !parts.some(({ value }) => value === made);
  const v = isNew ? local(freshName(k.names, 'result'), Int, src) : made;
  const meanings = [{ on: 'asserting', key: 'integer_overflow_error', reasons: ['integer_overflow_error'] }] as const;
  return closed(k, node, {
    bindings: [...parts.flatMap((p) => p.bindings), ...(isNew ? [{ variable: v as LocalVar, value: made }] : [])],
    known: parts.flatMap((p) => p.known),
    checks: [
      ...parts.flatMap((p) => p.checks),
      ...(keeps(k, operands, isNew ? v : plain(), range) ? [] : [within(v, range, source(k, node, { meanings }))]),
    ],
    value: v,
  });
}

/** Whether the result is the operand, as in conversions, of a type whose values all fit. */
function keeps({ e }: Code, operands: readonly Operand[], result: Expr, range: Range | null): boolean {
  const same = operands.find(({ value }) => value === result);
  const from = same === undefined ? null : rangeOf(e, same.type);
  return range !== null && from !== null && range.low <= from.low && from.high <= range.high;
}

function opened(k: Code, { value, type }: Operand, node: ast.NodeBase): Checked {
  const before = checkedIn(k).get(value);
  if (before !== undefined) return before;
  const range = rangeOf(k.e, type);
  const isLiteral = value.kind === 'IntLit' || (value.kind === 'Unary' && value.operand.kind === 'IntLit');
  if (isLiteral || range === null) return { bindings: [], known: [], checks: [], value };
  const src = source(k, node);
  const isVariable = value.kind === 'LocalVar';
  const name = isVariable ? value : local(freshName(k.names, 'operand'), Int, src);
  return {
    bindings: isVariable ? [] : [{ variable: name, value }],
    known: [within(name, range, src)],
    checks: [],
    value: name,
  };
}

function closed(k: Code, node: ast.NodeBase, checked: Checked): Expr {
  const src = source(k, node);
  const { bindings, known, checks, value } = checked;
  const claim = all(checks, checks.at(-1)?.src ?? src);
  const assertion = known.length === 0 ? claim : implies(all(known, src), claim, claim.src);
  const asserting: Expr =
    checks.length === 0 ? { ...value } : { kind: 'Asserting', assertion, body: value, type: Int, src };
  const whole = bindings.reduceRight<Expr>(
    (body, binding) => ({
      kind: 'Let',
      variable: decl(binding.variable.name, Int, src),
      value: binding.value,
      body,
      type: Int,
      src,
    }),
    asserting,
  );
  checkedIn(k).set(whole, checked);
  return whole;
}

function checkedIn({ e }: Code): WeakMap<Expr, Checked> {
  const known = e.memory.get('checked operations') as WeakMap<Expr, Checked> | undefined;
  if (known !== undefined) return known;
  const made = new WeakMap<Expr, Checked>();
  e.memory.set('checked operations', made);
  return made;
}

// ---------------------------------------------------------------------------------------------------------------
// Ranges

interface Range {
  readonly low: bigint;
  readonly high: bigint;
}

const bits: Partial<Readonly<Record<BasicName, number>>> = {
  int8: 8,
  int16: 16,
  int32: 32,
  int64: 64,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  uint64: 64,
};

/** What values of a type can be; null for what has no size. */
function rangeOf({ options }: Encoder, t: GoType): Range | null {
  const u = under(t);
  if (!isInteger(t) || u.kind !== 'Basic') return null;
  const isWord = u.basic === 'int' || u.basic === 'uint' || u.basic === 'uintptr';
  const size = isWord ? options.wordBits : bits[u.basic];
  if (size === undefined) return null;
  const count = 1n << BigInt(size);
  return u.basic.startsWith('u') ? { low: 0n, high: count - 1n } : { low: -count / 2n, high: count / 2n - 1n };
}

function within(x: Expr, { low, high }: Range, src: Source): Expr {
  return all([relation('le', int(low, src), x, src), relation('le', x, int(high, src), src)], src);
}
