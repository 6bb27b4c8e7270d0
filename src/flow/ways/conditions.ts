// What is known about conditions on one way through a function: the same condition is answered the same way again, until something
// in it is written.

import type { Expr } from '../../ir/ir.ts';
import { mentions, type ValueNames } from './value-names.ts';

/** A condition by name; `negated` where the name stands for its opposite. A constant has only its value. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'named'; readonly name: string; readonly negated: boolean }
  | { readonly kind: 'open' };

const open: Condition = { kind: 'open' };

/** Answers by the names of conditions. */
export type Facts = ReadonlyMap<string, boolean>;

const opposite = new Map([
  ['!=', '=='],
  ['>=', '<'],
  ['<=', '>'],
]);

export function conditionOf(names: ValueNames, expr: Expr): Condition {
  switch (expr.kind) {
    case 'Const':
      return expr.value.kind === 'bool' ? { kind: 'constant', value: expr.value.val } : open;
    case 'Zero':
      return { kind: 'constant', value: false };
    case 'Unary':
      return expr.op === '!' ? not(conditionOf(names, expr.x)) : open;
    case 'Convert':
      return conditionOf(names, expr.x);
    case 'Binary': {
      const x = names.of(expr.x);
      const y = names.of(expr.y);
      if (isEquality(expr.op) && expr.y.kind === 'Zero' && names.isSet(expr.x))
        return { kind: 'constant', value: expr.op === '!=' };
      if (x === null || y === null) return open;
      return comparison(expr.op, x, y);
    }
    case 'LocalRef': {
      const stmt = names.definitionOf(expr.local);
      const isCopy = expr.local.role === 'temp' && (stmt?.kind === 'Declare' || stmt?.kind === 'Assign');
      if (isCopy && stmt.value.kind !== 'Const' && stmt.value.kind !== 'Zero') return conditionOf(names, stmt.value);
      const name = names.of(expr);
      return name === null ? open : { kind: 'named', name, negated: false };
    }
    default: {
      const name = names.of(expr);
      return name === null ? open : { kind: 'named', name, negated: false };
    }
  }
}

function isEquality(op: string): boolean {
  return op === '==' || op === '!=';
}

function not(condition: Condition): Condition {
  if (condition.kind === 'constant') return { kind: 'constant', value: !condition.value };
  return condition.kind === 'named' ? { ...condition, negated: !condition.negated } : condition;
}

function comparison(op: string, x: string, y: string): Condition {
  const positive = opposite.get(op) ?? op;
  const negated = positive !== op;
  switch (positive) {
    case '==': {
      if (x.startsWith('=') && y.startsWith('=')) return { kind: 'constant', value: (x === y) !== negated };
      // Constants last.
      const [a, b] = x.startsWith('=') || (!y.startsWith('=') && y < x) ? [y, x] : [x, y];
      return { kind: 'named', name: `${a} == ${b}`, negated };
    }
    case '<':
      return { kind: 'named', name: `${x} < ${y}`, negated };
    case '>':
      return { kind: 'named', name: `${y} < ${x}`, negated };
    default:
      return open;
  }
}

/** The answer that is known; null where there is none. */
export function answer(facts: Facts, condition: Condition): boolean | null {
  if (condition.kind === 'constant') return condition.value;
  if (condition.kind === 'open') return null;
  const { name, negated } = condition;
  const known = facts.get(name) ?? excluded(facts, name);
  return known === null ? null : known !== negated;
}

/** `x == 2` is not so where `x == 1` is. */
function excluded(facts: Facts, name: string): boolean | null {
  const at = name.indexOf(' == =');
  if (at < 0) return null;
  const subject = name.slice(0, at + 5);
  // Zero may be the same as a constant.
  if (name.endsWith('=zero')) return null;
  for (const [other, holds] of facts) {
    if (holds && other !== name && other.startsWith(subject) && !other.endsWith('=zero')) return false;
  }
  return null;
}

export function assume(facts: Facts, condition: Condition, value: boolean): Facts {
  if (condition.kind !== 'named') return facts;
  return new Map([...facts, [condition.name, value !== condition.negated]]);
}

/** What is still known once a value with this name was written. */
export function forgetting(facts: Facts, written: string): Facts {
  let lost = false;
  for (const name of facts.keys()) lost ||= mentions(name, written);
  return lost ? new Map([...facts].filter(([name]) => !mentions(name, written))) : facts;
}

/** The same for a field of whatever value. */
export function forgettingField(facts: Facts, index: number): Facts {
  const field = new RegExp(`\\.${index}(?![0-9])`);
  return new Map([...facts].filter(([name]) => !field.test(name)));
}
