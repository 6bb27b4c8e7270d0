// Formulas and integer terms as Go expressions. Integers are mathematical here: Go's may wrap.

import { asGoDivision } from './go-division.ts';
import { constantOf, linearOf, sub } from './linear.ts';
import { SyntaxFault } from './sexpr.ts';
import { Bool, Int } from './sorts.ts';
import type { OpTerm, Term } from './terms.ts';
import { forEachPart } from './traverse.ts';

/** Go's precedences, with what cannot be split at the top. */
const level = { or: 1, and: 2, compare: 3, sum: 4, product: 5, unary: 6, operand: 7 } as const;

interface Piece {
  readonly text: string;
  readonly level: number;
}

/** Whether `printGo` can print the term: integers and booleans, no quantifiers, choices only between formulas. */
export function isGoExpression(term: Term): boolean {
  let fine = true;
  forEachPart([term], (part) => {
    if (part.sort !== Bool && part.sort !== Int) fine = false;
    if (part.kind === 'quantified' || part.kind === 'apply') fine = false;
    if (part.kind === 'op' && part.op === 'ite' && part.sort !== Bool && !isFunction(part)) fine = false;
    if (part.kind === 'op' && (part.op === 'distinct' || part.op === 'select')) fine = false;
    if (part.kind === 'op' && (part.op === 'div' || part.op === 'mod') && !isPositive(part.args[1])) fine = false;
  });
  return fine;
}

/** Whether a choice between numbers is one that Go has a name for. */
function isFunction(choice: OpTerm): boolean {
  return asMinMax(choice) !== null || asGoDivision(choice) !== null;
}

function isPositive(divisor: Term | undefined): boolean {
  return divisor?.kind === 'int' && divisor.value > 0n;
}

/** The Go expression that says what `term` says; throws a SyntaxFault where `isGoExpression` is false. */
export function printGo(term: Term): string {
  if (!isGoExpression(term)) throw new SyntaxFault('the formula has no form in Go');
  return print(term).text;
}

function wrapped(piece: Piece, least: number): string {
  return piece.level >= least ? piece.text : `(${piece.text})`;
}

function binary(parts: readonly Term[], operator: string, own: number): Piece {
  const texts = parts.map((part) => wrapped(print(part), own));
  return { text: texts.join(` ${operator} `), level: own };
}

/** A name is what the source calls the value: it can be a whole expression, such as `len(a) + 1`. */
function printName(name: string): Piece {
  let depth = 0;
  for (const [i, letter] of [...name].entries()) {
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    else if (depth === 0 && /[\s+\-/%<>=&|^!]/.test(letter)) return { text: name, level: 0 };
    else if (depth === 0 && letter === '*') return { text: name, level: i === 0 ? level.unary : 0 };
  }
  return { text: name, level: level.operand };
}

function print(term: Term): Piece {
  switch (term.kind) {
    case 'bool':
      return { text: String(term.value), level: level.operand };
    case 'int':
      return { text: String(term.value), level: term.value < 0n ? level.unary : level.operand };
    case 'var':
      return printName(term.name);
    case 'op':
      return printOp(term);
    case 'real':
    case 'apply':
    case 'quantified':
      throw new SyntaxFault('the formula has no form in Go');
  }
}

function printOp(term: OpTerm): Piece {
  const [a, b, c] = term.args;
  if (a === undefined) throw new SyntaxFault('an operator without arguments');
  switch (term.op) {
    case 'not':
      if (a.kind === 'op' && a.op === 'eq') return printEquality(a, '!=');
      return { text: `!${wrapped(print(a), level.unary)}`, level: level.unary };
    case 'and':
      return binary(term.args, '&&', level.and);
    case 'or':
      return binary(term.args, '||', level.or);
    case 'implies':
      if (b === undefined) break;
      return { text: `${printNegated(a, level.or)} || ${wrapped(print(b), level.or)}`, level: level.or };
    case 'ite': {
      if (b === undefined || c === undefined) break;
      const division = asGoDivision(term);
      if (division !== null) {
        const dividend = wrapped(print(division.dividend), level.product);
        return { text: `${dividend}${division.op}${division.divisor}`, level: level.product };
      }
      const extreme = asMinMax(term);
      if (extreme !== null) {
        const [first, second] = extreme.args.map((arg) => print(arg).text);
        return { text: `${extreme.name}(${first}, ${second})`, level: level.operand };
      }
      const yes = `${wrapped(print(a), level.and)} && ${wrapped(print(b), level.and)}`;
      const no = `${printNegated(a, level.and)} && ${wrapped(print(c), level.and)}`;
      return { text: `${yes} || ${no}`, level: level.or };
    }
    case 'eq':
      return printEquality(term, '==');
    case 'le':
      if (b === undefined) break;
      return printAtMost(a, b);
    case 'add':
    case 'mul':
      return printSum(term);
    case 'div':
    case 'mod':
      if (b === undefined) break;
      return printDivision(term.op, a, b);
    case 'lt':
    case 'distinct':
    case 'quotient':
    case 'to_real':
    case 'to_int':
    case 'select':
    case 'store':
    case 'const_array':
      break;
  }
  throw new SyntaxFault('the formula has no form in Go');
}

function printNegated(a: Term, least: number): string {
  if (a.kind === 'op' && a.op === 'eq') return wrapped(printEquality(a, '!='), least);
  if (a.kind === 'op' && a.op === 'not' && a.args[0] !== undefined) return wrapped(print(a.args[0]), least);
  if (a.kind === 'op' && a.op === 'le' && a.args[0] !== undefined && a.args[1] !== undefined) {
    return wrapped(printComparison(a.args[0], '>', a.args[1]), least);
  }
  return `!${wrapped(print(a), level.unary)}`;
}

function printComparison(a: Term, operator: string, b: Term): Piece {
  return {
    text: `${wrapped(print(a), level.sum)} ${operator} ${wrapped(print(b), level.sum)}`,
    level: level.compare,
  };
}

function printEquality(term: OpTerm, operator: '==' | '!='): Piece {
  const [a, b] = term.args;
  if (a === undefined || b === undefined) throw new SyntaxFault('an equality of one term');
  // Divisibility is the same in Go whatever the sign; other remainders are not.
  for (const [side, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (side.kind === 'op' && side.op === 'mod' && other.kind === 'int' && other.value === 0n) {
      const [dividend, divisor] = side.args;
      if (dividend !== undefined && divisor?.kind === 'int') {
        const text = `${wrapped(print(dividend), level.product)}%${divisor.value} ${operator} 0`;
        return { text, level: level.compare };
      }
    }
  }
  return constantOf(a) === undefined ? printComparison(a, operator, b) : printComparison(b, operator, a);
}

/** `a <= b` as a person writes it: constants on the right, `x > 0` for `1 <= x`, `x < y` for `x + 1 <= y`. */
function printAtMost(a: Term, b: Term): Piece {
  if (a.kind === 'int') {
    return a.value === 1n ? printComparison(b, '>', sub(a, a)) : printComparison(b, '>=', a);
  }
  if (b.kind === 'int') {
    return b.value === -1n ? printComparison(a, '<', sub(b, b)) : printComparison(a, '<=', b);
  }
  const { constant } = linearOf(a);
  if (constant.num === 1n && a.kind === 'op' && a.op === 'add') {
    return printComparison(sub(a, one(a)), '<', b);
  }
  return printComparison(a, '<=', b);
}

/** The constant part of a sum that ends in 1. */
function one(sum: OpTerm): Term {
  const last = sum.args[sum.args.length - 1];
  if (last === undefined) throw new SyntaxFault('a sum of nothing');
  return last;
}

function printSum(term: OpTerm): Piece {
  const { monomials, constant } = linearOf(term);
  const parts: { readonly negative: boolean; readonly piece: Piece }[] = [];
  for (const [atom, { num }] of monomials) {
    const size = num < 0n ? -num : num;
    const factors = atom.kind === 'op' && atom.op === 'mul' ? atom.args : [atom];
    const texts = factors.map((factor) => wrapped(print(factor), level.unary));
    if (size !== 1n) texts.unshift(String(size));
    const [first] = factors;
    const single = texts.length === 1 && first !== undefined;
    const piece = single ? print(first) : { text: texts.join('*'), level: level.product };
    parts.push({ negative: num < 0n, piece });
  }
  if (constant.num !== 0n) {
    const size = constant.num < 0n ? -constant.num : constant.num;
    parts.push({ negative: constant.num < 0n, piece: { text: String(size), level: level.operand } });
  }
  // A sum does not start with a minus if it can start without.
  parts.sort((a, b) => Number(a.negative) - Number(b.negative));
  const [first, ...rest] = parts;
  if (first === undefined) return { text: '0', level: level.operand };
  if (rest.length === 0 && !first.negative) return first.piece;
  const head = first.negative ? `-${wrapped(first.piece, level.product)}` : wrapped(first.piece, level.sum);
  const tail = rest.map(({ negative, piece }) => ` ${negative ? '-' : '+'} ${wrapped(piece, level.product)}`);
  return { text: head + tail.join(''), level: rest.length === 0 ? level.product : level.sum };
}

/** SMT-LIB's division in Go's: the remainder is made non-negative first. */
function printDivision(op: 'div' | 'mod', a: Term, b: Term): Piece {
  if (b.kind !== 'int' || b.value <= 0n) throw new SyntaxFault('the formula has no form in Go');
  const dividend = wrapped(print(a), level.product);
  const remainder = `(${dividend}%${b.value} + ${b.value}) % ${b.value}`;
  if (op === 'mod') return { text: remainder, level: level.product };
  return { text: `(${print(a).text} - ${remainder}) / ${b.value}`, level: level.product };
}

/** `ite(a <= b, a, b)` and its like: Go has functions for these. */
function asMinMax(term: OpTerm): { readonly name: 'min' | 'max'; readonly args: readonly [Term, Term] } | null {
  const [condition, yes, no] = term.args;
  if (condition === undefined || yes === undefined || no === undefined || yes.sort !== Int) return null;
  if (condition.kind !== 'op' || condition.op !== 'le') return null;
  const [left, right] = condition.args;
  if (left === undefined || right === undefined) return null;
  // The comparison is normalised, so it is recognised by the difference of its sides. A strict one chooses the same
  // way: where both are equal it does not matter which one is taken.
  const gap = sub(left, right);
  const isGap = (other: Term) => {
    const offset = sub(gap, other);
    return offset.kind === 'int' && (offset.value === 0n || offset.value === 1n);
  };
  if (isGap(sub(yes, no))) return { name: 'min', args: [yes, no] };
  return isGap(sub(no, yes)) ? { name: 'max', args: [yes, no] } : null;
}
