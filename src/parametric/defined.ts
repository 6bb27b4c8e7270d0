// Parameters that the others define, as `c && v == x || !c && v == y`: what two paths through a program have left. Callers cannot give
// them, and people would not write them: a precondition is stated without them.

import type { Expr, Site } from '../comm/comm.ts';
import { paramsOf } from '../comm/index.ts';
import { and, freeVars, implies, not, substitute, type Term, type Var } from '../smt/index.ts';
import { condition, intTerm } from './expr.ts';
import type { System } from './system.ts';

interface Definition {
  readonly param: number;
  readonly when: Expr;
  readonly yes: Expr;
  readonly no: Expr;
}

const nowhere: Site = { file: 0, start: 0, end: 0 };

/** The same condition, as far as the definitions hold, over parameters that are not defined by others. */
export function withoutDefined(system: System, precondition: Term): Term {
  let result = precondition;
  const definitions = system.program.requires.flatMap((e) => definitionIn(e) ?? []);
  // One may be defined by another: after as many rounds as there are none is left.
  for (let round = 0; round < definitions.length; round++) {
    for (const { param, when, yes, no } of definitions) {
      const v = system.params[param] as Var;
      if (!freeVars(result).has(v)) continue;
      const as = (value: Expr): Term => substitute(result, new Map([[v, intTerm(value, system.params, nowhere)]]));
      const holds = condition(when, system.params, nowhere).mayHold;
      result = and(implies(holds, as(yes)), implies(not(holds), as(no)));
    }
  }
  return result;
}

function definitionIn(e: Expr): Definition | null {
  if (e.kind !== 'binary' || e.op !== '||') return null;
  const { x, y } = e;
  if (x.kind !== 'binary' || y.kind !== 'binary' || x.op !== '&&' || y.op !== '&&') return null;
  if (y.x.kind !== 'unary' || y.x.op !== '!' || JSON.stringify(y.x.x) !== JSON.stringify(x.x)) return null;
  const [a, b] = [equated(x.y), equated(y.y)];
  if (a === null || b === null || a.param !== b.param) return null;
  const others = [x.x, a.value, b.value].flatMap(paramsOf);
  return others.includes(a.param) ? null : { param: a.param, when: x.x, yes: a.value, no: b.value };
}

function equated(e: Expr): { readonly param: number; readonly value: Expr } | null {
  if (e.kind !== 'binary' || e.op !== '==' || e.x.kind !== 'param') return null;
  return { param: e.x.index, value: e.y };
}
