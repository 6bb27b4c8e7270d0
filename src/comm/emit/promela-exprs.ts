// Expressions of `comm` in Promela. Everything is an int: nil, false and 0 are 0, objects count from 1, atoms have numbers.

import { assertNever } from '../../base/assert.ts';
import { tableOf } from '../../base/named.ts';
import type { BinOp, Expr, Site } from '../comm.ts';
import { someExpr } from '../walk.ts';
import { Unsupported } from './flat.ts';

/** How the operators' macros for operands that may be unknown are called. */
const macroNames: Readonly<Record<BinOp, string>> = {
  '+': 'ADD',
  '-': 'SUB',
  '*': 'MUL',
  '/': 'DIV',
  '%': 'MOD',
  '&': 'BITAND',
  '|': 'BITOR',
  '^': 'BITXOR',
  '&^': 'BITCLEAR',
  '<<': 'LEFT',
  '>>': 'RIGHT',
  '==': 'EQ',
  '!=': 'NE',
  '<': 'LT',
  '<=': 'LE',
  '>': 'GT',
  '>=': 'GE',
  '&&': 'AND',
  '||': 'OR',
  '++': 'JOIN',
  '.<': 'BEFORE',
};

/** Operators that Promela has no other name for, but no sign either. */
const signs = tableOf<string>({ '&^': '& ~' });

export interface ExprScope {
  readonly vars: readonly string[];
  /** Numbers given to atoms so far. */
  readonly atoms: Map<string, number>;
  readonly mayBeUnknown: (variable: number) => boolean;
  /** Macros that the text needs. */
  readonly used: Set<string>;
}

/** Whether an expression's value may be `?`. */
export function tainted(scope: Pick<ExprScope, 'mayBeUnknown'>, expr: Expr): boolean {
  return someExpr(expr, (e) => e.kind === 'unknown' || (e.kind === 'var' && scope.mayBeUnknown(e.index)));
}

export function promelaExpr(scope: ExprScope, expr: Expr, site: Site): string {
  const text = (e: Expr): string => promelaExpr(scope, e, site);
  switch (expr.kind) {
    case 'int':
      return expr.value < 0 ? `(${expr.value})` : String(expr.value);
    case 'bool':
      return expr.value ? '1' : '0';
    case 'nil':
      return '0';
    case 'atom': {
      let number = scope.atoms.get(expr.value);
      if (number === undefined) {
        number = 1_000_001 + scope.atoms.size;
        scope.atoms.set(expr.value, number);
      }
      return String(number);
    }
    case 'unknown':
      scope.used.add('ANY');
      return 'ANY';
    case 'var':
      return scope.vars[expr.index] as string;
    case 'unary':
      if (!tainted(scope, expr)) return `(${expr.op}${text(expr.x)})`;
      scope.used.add('ANY').add(expr.op === '!' ? 'NOT' : 'NEG');
      return `${expr.op === '!' ? 'NOT' : 'NEG'}(${text(expr.x)})`;
    case 'binary': {
      // Texts are numbers there.
      if (expr.op === '++' || expr.op === '.<') throw new Unsupported('a text that is computed', site);
      if (!tainted(scope, expr)) return `(${text(expr.x)} ${signs.get(expr.op) ?? expr.op} ${text(expr.y)})`;
      const name = macroNames[expr.op];
      scope.used.add('ANY').add(name);
      return `${name}(${text(expr.x)}, ${text(expr.y)})`;
    }
    case 'func':
      throw new Unsupported('a function value', site);
    case 'param':
      throw new Unsupported('a parameter without value', site);
    default:
      return assertNever(expr, 'expression');
  }
}

/** Definitions of the macros that a text uses. */
export function macroLines(used: ReadonlySet<string>): readonly string[] {
  if (!used.has('ANY')) return [];
  const lines = ['/* A value that is not known; every operator passes it on. */', '#define ANY (-2147483647)'];
  const define = (name: string, args: string, body: string): void => {
    if (used.has(name)) lines.push(`#define ${name}(${args}) (${body})`);
  };
  define('NOT', 'a', '(a) == ANY -> ANY : !(a)');
  define('NEG', 'a', '(a) == ANY -> ANY : -(a)');
  define('AND', 'a, b', '((a) == 0 || (b) == 0) -> 0 : (((a) == ANY || (b) == ANY) -> ANY : 1)');
  define('OR', 'a, b', '((a) == 1 || (b) == 1) -> 1 : (((a) == ANY || (b) == ANY) -> ANY : 0)');
  for (const [op, name] of Object.entries(macroNames)) {
    if (op === '&&' || op === '||') continue;
    define(name, 'a, b', `((a) == ANY || (b) == ANY) -> ANY : ((a) ${signs.get(op) ?? op} (b))`);
  }
  return lines;
}
