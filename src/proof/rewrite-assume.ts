// `assume A`: permissions in A as conditions on what is held.
//
//   acc(l1, p1) && acc(l2, p2)   perm(l1) >= p1  &&  perm(l2) >= p2 + (l1 == l2 ? p1 : none)

import type { AccField, AccPredicate, Expr, PredicateAccess, Type } from '../vil/index.ts';
import { isPure } from './obligations.ts';

const boolType: Type = { kind: 'Bool' };
const permType: Type = { kind: 'Perm' };

/** An amount that was named before, and under which conditions. */
interface Named {
  readonly acc: AccField | AccPredicate;
  readonly conditions: readonly Expr[];
}

/** The assertion without permissions: what it says about those that are held. */
export function assumeForm(e: Expr): Expr {
  return rewritten(e, [], []);
}

function rewritten(e: Expr, conditions: readonly Expr[], named: Named[]): Expr {
  if (isPure(e)) return e;
  switch (e.kind) {
    case 'AccField':
    case 'AccPredicate': {
      const result = amountHeld(e, named);
      named.push({ acc: e, conditions });
      return result;
    }
    case 'PredicateAccess':
      return rewritten(asAccess(e), conditions, named);
    case 'Binary': {
      const left = rewritten(e.left, conditions, named);
      const inner = e.op === 'implies' ? [...conditions, e.left] : conditions;
      return { ...e, left, right: rewritten(e.right, inner, named) };
    }
    case 'Cond': {
      const otherwise: Expr = { kind: 'Unary', op: 'not', src: e.src, type: boolType, operand: e.cond };
      return {
        ...e,
        then: rewritten(e.then, [...conditions, e.cond], named),
        else: rewritten(e.else, [...conditions, otherwise], named),
      };
    }
    case 'Forall':
    case 'Let':
      // What a quantifier says of many locations is not added up with others: that assumes less than it could.
      return { ...e, body: rewritten(e.body, conditions, []) };
    case 'InhaleExhale':
      return rewritten(e.inhale, conditions, named);
    default:
      return e;
  }
}

function asAccess(loc: PredicateAccess): AccPredicate {
  return { kind: 'AccPredicate', src: loc.src, type: boolType, loc, perm: null };
}

function permLit(src: Expr['src'], value: 'write' | 'none'): Expr {
  return { kind: 'PermLit', src, type: permType, value };
}

function amountHeld(e: AccField | AccPredicate, named: readonly Named[]): Expr {
  const { src } = e;
  const held: Expr = { kind: 'CurrentPerm', src, type: permType, resource: e.loc };
  if (e.perm?.kind === 'PermLit' && e.perm.value === 'wildcard') {
    return { kind: 'Binary', op: 'permGt', src, type: boolType, left: held, right: permLit(src, 'none') };
  }
  let amount = e.perm ?? permLit(src, 'write');
  for (const { acc, conditions } of named) {
    const same = sameLocation(e, acc);
    if (same === null) continue;
    let counts: Expr | null = null;
    for (const part of [...conditions, ...same]) {
      counts = counts === null ? part : { kind: 'Binary', op: 'and', src, type: boolType, left: counts, right: part };
    }
    const perm = acc.perm ?? permLit(src, 'write');
    const share: Expr =
      counts === null
        ? perm
        : { kind: 'Cond', src, type: permType, cond: counts, then: perm, else: permLit(src, 'none') };
    amount = { kind: 'Binary', op: 'permAdd', src, type: permType, left: amount, right: share };
  }
  return { kind: 'Binary', op: 'permGe', src, type: boolType, left: held, right: amount };
}

/** When two accesses are about one location, as conditions; null where they never are. */
function sameLocation(a: AccField | AccPredicate, b: AccField | AccPredicate): readonly Expr[] | null {
  if (b.perm?.kind === 'PermLit' && b.perm.value === 'wildcard') return null;
  const [x, y] = [a.loc, b.loc];
  const equal = (left: Expr, right: Expr): Expr => ({
    kind: 'Binary',
    op: 'eq',
    src: a.src,
    type: boolType,
    left,
    right,
  });
  if (x.kind === 'FieldAccess' && y.kind === 'FieldAccess') {
    return x.field === y.field ? [equal(x.receiver, y.receiver)] : null;
  }
  if (x.kind === 'PredicateAccess' && y.kind === 'PredicateAccess' && x.predicate === y.predicate) {
    return x.args.flatMap((arg, i) => {
      const other = y.args[i];
      return other === undefined ? [] : [equal(arg, other)];
    });
  }
  return null;
}
