// Quantified permissions in normal form: one quantifier, one condition, one location.
//
//   forall x :: c ==> A && B        forall x :: c ==> A  &&  forall x :: c ==> B
//   forall x :: c ? A : B           forall x :: c ==> A  &&  forall x :: !c ==> B
//   forall x :: forall y :: A       forall x, y :: A
//   forall x :: acc(l, c ? p : q)   as it stands: amounts may depend on x

import type { Binary, Expr, Forall, LocalDecl, Resource, Trigger, Type } from '../vil/index.ts';
import { isPure, unsupported } from './obligations.ts';

export interface QuantifiedPermission {
  readonly kind: 'single';
  readonly source: Forall;
  readonly vars: readonly LocalDecl[];
  readonly triggers: readonly Trigger[];
  /** Null: always. */
  readonly condition: Expr | null;
  /** Bindings of `let` around the location, outermost first. */
  readonly lets: readonly { readonly variable: LocalDecl; readonly value: Expr }[];
  readonly loc: Resource;
  /** Null: `write`. */
  readonly perm: Expr | null;
}

export type SplitQuantified = QuantifiedPermission | { readonly kind: 'several'; readonly assertion: Expr };

const boolType: Type = { kind: 'Bool' };

function conjunction(left: Expr, right: Expr): Binary {
  return { kind: 'Binary', op: 'and', src: left.src, type: boolType, left, right };
}

function negationOf(e: Expr): Expr {
  return { kind: 'Unary', op: 'not', src: e.src, type: boolType, operand: e };
}

/** `q`, whose body holds permissions, as one quantified permission or as a conjunction of smaller quantifiers. */
export function splitQuantified(q: Forall): SplitQuantified {
  let vars = q.vars;
  let triggers = q.triggers;
  let condition: Expr | null = null;
  const lets: { variable: LocalDecl; value: Expr }[] = [];
  let body = q.body;
  const restrict = (e: Expr) => {
    condition = condition === null ? e : conjunction(condition, e);
  };
  /** The same quantifier around another body. */
  const around = (inner: Expr): Forall => {
    let wrapped = inner;
    for (const { variable, value } of [...lets].reverse()) {
      wrapped = { kind: 'Let', src: inner.src, type: boolType, variable, value, body: wrapped };
    }
    const guarded: Expr =
      condition === null
        ? wrapped
        : { kind: 'Binary', op: 'implies', src: inner.src, type: boolType, left: condition, right: wrapped };
    return { ...q, vars, triggers, body: guarded };
  };
  for (;;) {
    switch (body.kind) {
      case 'AccField':
      case 'AccPredicate':
        return { kind: 'single', source: q, vars, triggers, condition, lets, loc: body.loc, perm: body.perm };
      case 'MagicWand':
        return { kind: 'single', source: q, vars, triggers, condition, lets, loc: body, perm: null };
      case 'PredicateAccess':
        body = { kind: 'AccPredicate', src: body.src, type: boolType, loc: body, perm: null };
        break;
      case 'InhaleExhale':
        return {
          kind: 'several',
          assertion: { ...body, inhale: around(body.inhale), exhale: around(body.exhale) },
        };
      case 'Forall':
        if (isPure(body)) return { kind: 'several', assertion: around(body) };
        vars = [...vars, ...body.vars];
        triggers = body.triggers.length > 0 ? body.triggers : triggers;
        body = body.body;
        break;
      case 'Let':
        lets.push({ variable: body.variable, value: body.value });
        body = body.body;
        break;
      case 'Cond':
        return {
          kind: 'several',
          assertion: conjunction(
            around(implication(body.cond, body.then)),
            around(implication(negationOf(body.cond), body.else)),
          ),
        };
      case 'Binary':
        if (body.op === 'and') {
          return { kind: 'several', assertion: conjunction(around(body.left), around(body.right)) };
        }
        if (body.op !== 'implies') return unsupported('quantified permission of this form', body);
        if (lets.length > 0) {
          // The condition may use what the lets bind: it goes inside a let of its own.
          let guard: Expr = body.left;
          for (const { variable, value } of [...lets].reverse()) {
            guard = { kind: 'Let', src: guard.src, type: boolType, variable, value, body: guard };
          }
          restrict(guard);
        } else {
          restrict(body.left);
        }
        body = body.right;
        break;
      default:
        return unsupported('quantified permission of this form', body);
    }
  }
}

function implication(left: Expr, right: Expr): Binary {
  return { kind: 'Binary', op: 'implies', src: right.src, type: boolType, left, right };
}
