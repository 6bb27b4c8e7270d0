// Strings: sequences of bytes of which lengths and bytes are known. Constants are different from one another.
//
//   value string = $String      [s + t] = $strConcat      [s[i:j]] = $substring, [s[i]] = $byteAt: they require indices in range
//   [s < t] = $strLess, of which nothing is known
//   [string(b)] of a []byte = $stringOf(b), which reads b      [[]byte(s)] = a new slice with the bytes

import type * as ast from '../../syntax/nodes.ts';
import { isInteger, stringVal, Typ, under } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { amount, apply, applyDomain, Bool, decl, domainType, eq, Int, inhale, int, local, not } from '../core/build.ts';
import { constantOf, emit, expr, exprAs, needsStatements, source, valuePlace } from '../core/code.ts';
import type { Code, Encoder, TypeEncoding } from '../core/context.ts';
import { addDomainAxiom, addDomainFunction } from '../core/growing-domains.ts';
import { addTheory } from '../core/theories.ts';
import { unsupported } from '../core/unsupported.ts';
import { indexValue } from './literals.ts';
import { forEach, locationAt, zeroIndex } from './locations.ts';
import { leaf } from './representations.ts';
import { blockOf, cells, elementOf, elemOf, lengthOf, newSlice, slices } from './slices.ts';

const theory = `
domain $String {
  function $strLen(s: $String): Int
  function $strAt(s: $String, i: Int): Int
  function $strConcat(s: $String, t: $String): $String
  function $strSlice(s: $String, i: Int, j: Int): $String
  function $strLess(s: $String, t: $String): Bool
  function $strOfRune(r: Int): $String
  axiom { forall s: $String :: { $strLen(s) } 0 <= $strLen(s) }
  axiom { forall s: $String, t: $String :: { $strConcat(s, t) } $strLen($strConcat(s, t)) == $strLen(s) + $strLen(t) }
  axiom { forall s: $String, t: $String, i: Int :: { $strAt($strConcat(s, t), i) }
    $strAt($strConcat(s, t), i) == (i < $strLen(s) ? $strAt(s, i) : $strAt(t, i - $strLen(s))) }
  axiom { forall s: $String, i: Int, j: Int :: { $strSlice(s, i, j) }
    0 <= i && i <= j && j <= $strLen(s) ==> $strLen($strSlice(s, i, j)) == j - i }
  axiom { forall s: $String, i: Int, j: Int, n: Int :: { $strAt($strSlice(s, i, j), n) }
    0 <= i && 0 <= n && n < j - i && j <= $strLen(s) ==> $strAt($strSlice(s, i, j), n) == $strAt(s, i + n) }
}
function $substring(s: $String, i: Int, j: Int): $String
  requires 0 <= i
  requires i <= j
  requires j <= $strLen(s)
  decreases _
{ $strSlice(s, i, j) }
function $byteAt(s: $String, i: Int): Int
  requires 0 <= i
  requires i < $strLen(s)
  decreases _
{ $strAt(s, i) }
`;

const StringType: Type = domainType('$String');
/** Up to this length the bytes of constants are known. */
const spelled = 64;

function call(func: string, args: readonly Expr[], type: Type, src: Source): Expr {
  return applyDomain('$String', func, args, [], type, src);
}

export const strings: TypeEncoding = leaf({
  value: (e) => {
    addTheory(e, theory);
    return StringType;
  },
  zero: (e, _, src) => literal(e, '', src),
  constant: (k, node) => {
    const value = constantOf(k, node);
    return value === null || value.kind !== 'string' ? null : literal(k.e, stringVal(value), source(k, node));
  },
  binary: (k, node, t) => {
    const src = source(k, node);
    const [x, y] = [exprAs(k, node.x, t), exprAs(k, node.y, t)];
    switch (node.op) {
      case '+':
        return call('$strConcat', [x, y], StringType, src);
      case '<':
        return call('$strLess', [x, y], Bool, src);
      case '>':
        return call('$strLess', [y, x], Bool, src);
      case '<=':
        return not(call('$strLess', [y, x], Bool, src), src);
      case '>=':
        return not(call('$strLess', [x, y], Bool, src), src);
      default:
        return unsupported(`the operator ${node.op} on strings`, node);
    }
  },
  combine: (k, op, left, right, _, node) =>
    op === '+'
      ? call('$strConcat', [left, right], StringType, source(k, node))
      : unsupported(`the operator ${op}= on strings`, node),
  len: (k, x, t, node) => call('$strLen', [exprAs(k, x, t)], Int, source(k, node)),
  index: (k, node, t) => {
    const value = apply('$byteAt', [exprAs(k, node.x, t), indexValue(k, node)], Int, source(k, node));
    return valuePlace(value, Typ.uint8);
  },
  slice: (k, node, t) => {
    const src = source(k, node);
    const s = exprAs(k, node.x, t);
    const low = node.low === null ? zeroIndex : exprAs(k, node.low, Typ.int);
    const high = node.high === null ? call('$strLen', [s], Int, src) : exprAs(k, node.high, Typ.int);
    return apply('$substring', [s, low, high], StringType, src);
  },
  convert: (k, x, from, _, node) => {
    const src = source(k, node);
    const u = under(from);
    if (isInteger(from)) return call('$strOfRune', [expr(k, x)], StringType, src);
    if (u.kind === 'Basic') return expr(k, x);
    if (u.kind !== 'Slice' || !isByte(u.elem)) return unsupported('this conversion', node);
    return apply(bytesAsString(k.e, from), [expr(k, x)], StringType, src);
  },
});

function isByte(t: GoType): boolean {
  const u = under(t);
  return u.kind === 'Basic' && u.basic === 'uint8';
}

// unique function $str_n(): $String      axiom $strLen($str_n()) == length && $strAt($str_n(), i) == byte...
function literal(e: Encoder, value: string, src: Source): Expr {
  addTheory(e, theory);
  const key = 'string constants';
  const known = (e.memory.get(key) as Map<string, string> | undefined) ?? new Map<string, string>();
  e.memory.set(key, known);
  let name = known.get(value);
  if (name === undefined) {
    name = `$str${known.size}`;
    known.set(value, name);
    addDomainFunction(e, '$String', name, [], StringType, true);
    const self = call(name, [], StringType, noSource);
    const length = call('$strLen', [self], Int, noSource);
    addDomainAxiom(e, '$String', eq(length, int(value.length, noSource), noSource));
    const bytes = value.length <= spelled ? [...Array(value.length).keys()] : [];
    for (const i of bytes) {
      const at = call('$strAt', [self, int(i, noSource)], Int, noSource);
      addDomainAxiom(e, '$String', eq(at, int(value.charCodeAt(i), noSource), noSource));
    }
  }
  return call(name, [], StringType, src);
}

// function $stringOf(b): $String requires acc(b, wildcard) ensures len(result) == len(b), and the bytes are those of b
function bytesAsString(e: Encoder, t: GoType): string {
  const name = '$stringOf';
  if (e.helpers.has(name)) return name;
  const b = local('b', slices.value(e, t), noSource);
  const result: Expr = { kind: 'Result', type: StringType, src: noSource };
  const length = lengthOf(b, noSource);
  const elem = elemOf(t);
  const stored = (i: Expr): Expr => e.tables.types(elem).read(e, elem, elementOf(e, b, i, noSource), noSource);
  const at = (i: Expr): Expr => call('$strAt', [result, i], Int, noSource);
  const same = forEach(
    e,
    zeroIndex,
    length,
    (i) => eq(at(i), stored(i), noSource),
    (i) => [[at(i)]],
    noSource,
  );
  e.helpers.set(name, {
    kind: 'Function',
    name,
    params: [decl('b', b.type, noSource)],
    type: StringType,
    pres: [cells(e, t, b, zeroIndex, length, amount('wildcard', noSource), noSource)],
    posts: [eq(call('$strLen', [result], Int, noSource), length, noSource), same],
    measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
    body: null,
    src: noSource,
  });
  return name;
}

/** `[]byte(s)` */
export function stringAsBytes(k: Code, x: ast.Expr, from: GoType, t: GoType, node: ast.CallExpr): Expr {
  const u = under(from);
  if (u.kind !== 'Basic' || !isByte(elemOf(t))) return unsupported('this conversion', node);
  needsStatements(k, 'a conversion that makes a slice', node);
  const src = source(k, node);
  const s = exprAs(k, x, Typ.string);
  const made = newSlice(k, t, null, call('$strLen', [s], Int, src), src);
  const elem = elemOf(t);
  const block = blockOf(k.e, made, src);
  const value = (i: Expr): Expr => k.e.tables.types(elem).read(k.e, elem, locationAt(block, i, src), src);
  const same = forEach(
    k.e,
    zeroIndex,
    lengthOf(made, src),
    (i) => eq(value(i), call('$strAt', [s, i], Int, src), src),
    (i) => [[locationAt(block, i, src)]],
    src,
  );
  emit(k, inhale(same, src));
  return made;
}
