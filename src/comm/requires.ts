// What callers have promised about the parameters of a program, decided for given values.

import type { Valuation } from './bind.ts';
import type { CommProgram, Expr } from './comm.ts';
import { visitExpr } from './walk.ts';

/** Whether these values are among those that callers may give. What has no value, as a division by zero, is none of them. */
export function admits(program: CommProgram, valuation: Valuation): boolean {
  return program.requires.every((condition) => valueFor(condition, valuation) === true);
}

/** Whether one parameter by itself may have a value: conditions that speak of others too are not asked. */
export function admitsAlone(program: CommProgram, param: number, value: number | boolean): boolean {
  const valuation = program.params.map((_, i) => (i === param ? value : 0));
  return program.requires.every((condition) => {
    const others = paramsOf(condition).some((index) => index !== param);
    return others || valueFor(condition, valuation) === true;
  });
}

/** Parameters that an expression names. */
export function paramsOf(e: Expr): readonly number[] {
  const found = new Set<number>();
  visitExpr(e, (part) => {
    if (part.kind === 'param') found.add(part.index);
  });
  return [...found];
}

/** Of an expression over parameters; null where it has none, or one that is not exact. */
function valueFor(e: Expr, valuation: Valuation): number | boolean | null {
  switch (e.kind) {
    case 'int':
    case 'bool':
      return e.value;
    case 'param':
      return valuation[e.index] ?? null;
    case 'unary': {
      const x = valueFor(e.x, valuation);
      if (e.op === '!') return typeof x === 'boolean' ? !x : null;
      return typeof x === 'number' ? 0 - x : null;
    }
    case 'binary': {
      const x = valueFor(e.x, valuation);
      if (e.op === '&&' && x === false) return false;
      if (e.op === '||' && x === true) return true;
      const y = valueFor(e.y, valuation);
      if (x === null || y === null) return null;
      if (e.op === '==') return x === y;
      if (e.op === '!=') return x !== y;
      if (typeof x === 'boolean' || typeof y === 'boolean') return e.op === '&&' || e.op === '||' ? y : null;
      return arithmetic(e.op, x, y);
    }
    default:
      return null;
  }
}

function arithmetic(op: string, x: number, y: number): number | boolean | null {
  const exact = (n: number): number | null => (Number.isSafeInteger(n) ? n + 0 : null);
  switch (op) {
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    case '>=':
      return x >= y;
    case '+':
      return exact(x + y);
    case '-':
      return exact(x - y);
    case '*':
      return exact(x * y);
    case '/':
      return y === 0 ? null : exact(Math.trunc(x / y));
    case '%':
      return y === 0 ? null : exact(x % y);
    default:
      return null;
  }
}
