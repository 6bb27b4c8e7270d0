// Where numbers without bounds and numbers of 64 bits may part: sums and products of parameters that can wrap around.
//
// A proof is about unbounded numbers. It holds for Go where everything that is computed from parameters stays within range, which
// is asked here for all values that the precondition allows; what may leave it is assumed not to, and said.

import { type Assumption, assumption } from '../base/reasons.ts';
import type { Expr, Site } from '../comm/comm.ts';
import { paramsOf, rangeOfParam, visitExpr } from '../comm/index.ts';
import {
  add,
  and,
  conj,
  disj,
  False,
  freeVars,
  ge,
  implies,
  int,
  isGoExpression,
  isUnknown,
  le,
  not,
  or,
  printGo,
  type Solver,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';
import { type VirgoBlock, type VirgoProgram, virgoBlocks, virgoExprs } from '../virgo/virgo.ts';
import { condition, Inexpressible, intTerm } from './expr.ts';
import type { System } from './system.ts';

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;

/** The counter of a WaitGroup has half as many bits. */
const lowestCount = -(2n ** 31n);
const highestCount = 2n ** 31n - 1n;

interface Computed {
  readonly fits: Term;
  readonly text: string;
}

/**
 * Assumptions about what is computed from parameters: none where nothing can leave its range for values with which `precondition` holds.
 * To say that no other values are fine is to say something of these, too: one may wrap around to what is fine.
 */
export async function overflowAssumptions(
  solver: Solver,
  system: System,
  precondition: Term,
  weakest: boolean,
): Promise<readonly Assumption[]> {
  const { program, params } = system;
  const inRange = conj(
    params.flatMap((param, i) => {
      const decl = program.params[i];
      const range = decl === undefined ? null : rangeOfParam(decl);
      return param.sort.kind === 'int'
        ? [ge(param, int(range?.low ?? lowest)), le(param, int(range?.high ?? highest))]
        : [];
    }),
  );
  // What callers promise is Go, too: as long as it may wrap around itself, it says nothing about that.
  const stated = await leaving(solver, computedIn(program, params, 'requires'), inRange);
  const told = weakest ? True : precondition;
  const others = await leaving(solver, computedIn(program, params, 'body'), and(inRange, system.known, told));
  return [...new Set([...stated, ...others])].map((text) => assumption('no-overflow', text));
}

/** What may leave its range for possible values, as text. */
async function leaving(solver: Solver, computed: readonly Computed[], possible: Term): Promise<readonly string[]> {
  const canLeave = async (parts: readonly Computed[]): Promise<boolean> => {
    solver.push();
    solver.assert(and(possible, disj(parts.map(({ fits }) => not(fits)))));
    const answer = await solver.check();
    solver.pop();
    return isUnknown(answer) || answer === 'sat';
  };
  if (computed.length === 0 || !(await canLeave(computed))) return [];
  const found: string[] = [];
  for (const one of computed) if (computed.length === 1 || (await canLeave([one]))) found.push(one.text);
  return found;
}

/** Sums, differences and products of parameters, each once; and what is added to WaitGroups. */
function computedIn(program: VirgoProgram, params: readonly Var[], where: 'requires' | 'body'): readonly Computed[] {
  const c: Collector = { program, params, found: new Map() };
  const nowhere: Site = { file: 0, start: 0, end: 0 };
  if (where === 'body') block(c, program.body, True);
  else for (const e of program.requires) within(c, e, nowhere, True);
  return [...c.found.values()];
}

interface Collector {
  readonly program: VirgoProgram;
  readonly params: readonly Var[];
  readonly found: Map<Term, Computed>;
}

/** `when` says for which values it is computed at all. */
function note(c: Collector, term: Term, when: Term, low: bigint, high: bigint, text: (shown: string) => string): void {
  if (freeVars(term).size === 0) return;
  const fits = implies(when, and(ge(term, int(low)), le(term, int(high))));
  const old = c.found.get(term);
  const shown = old?.text ?? text(isGoExpression(term) ? printGo(term) : 'a number');
  c.found.set(term, { fits: and(fits, old?.fits ?? True), text: shown });
}

function within(c: Collector, e: Expr, site: Site, when: Term): void {
  visitExpr(e, (part) => {
    if (!canLeaveRange(part) || paramsOf(part).length === 0) return;
    note(c, termOf(part, c.params, site), when, lowest, highest, (shown) => shown);
  });
}

function canLeaveRange(e: Expr): boolean {
  if (e.kind === 'unary') return e.op === '-';
  if (e.kind !== 'binary') return false;
  // The least number has no opposite.
  return '+-*'.includes(e.op) || (e.op === '/' && e.y.kind === 'int' && e.y.value === -1);
}

/** Collects what a block computes for values with which `when` holds; gives for which of them its end can be reached. */
function block(c: Collector, stmts: VirgoBlock, when: Term): Term {
  let here = when;
  for (const stmt of stmts) {
    // The bounds of a loop that was made from Go may be no numbers that Go computes.
    const computed = stmt.kind === 'for' && stmt.tested.length > 0 ? stmt.tested : virgoExprs(stmt);
    for (const e of computed) within(c, e, stmt.site, here);
    switch (stmt.kind) {
      case 'for':
        // The variable goes past the end, by less than a step; what was made from Go says so itself.
        if (stmt.step > 1 && stmt.tested.length === 0) {
          const last = add(termOf(stmt.hi, c.params, stmt.site), int(stmt.step - 1));
          note(c, last, here, lowest, highest, (shown) => shown);
        }
        block(c, stmt.body, here);
        break;
      case 'add': {
        const name = c.program.groups[stmt.group]?.name ?? 'wg';
        const delta = termOf(stmt.delta, c.params, stmt.site);
        note(c, delta, here, lowestCount, highestCount, (shown) => `${name}.Add(${shown})`);
        break;
      }
      case 'if': {
        const { mayHold, mayFail } = condition(stmt.cond, c.params, stmt.site);
        here = or(block(c, stmt.then, and(here, mayHold)), block(c, stmt.otherwise, and(here, mayFail)));
        break;
      }
      case 'return':
      case 'exit':
      case 'fail':
        return False;
      default:
        for (const inner of virgoBlocks(stmt)) block(c, inner, here);
        break;
    }
  }
  return here;
}

/** Zero for what is no number that can be computed: a free choice cannot wrap around. */
function termOf(e: Expr, params: readonly Var[], site: Site): Term {
  try {
    return intTerm(e, params, site);
  } catch (error) {
    if (!(error instanceof Inexpressible)) throw error;
    return int(0);
  }
}
