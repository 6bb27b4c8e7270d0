// Projection: eliminates integer variables from a conjunction of linear atoms, exactly where coefficients allow.
//
// Equations with a coefficient of one are substituted. A variable is then eliminated by combining each lower with each upper bound
// (Fourier and Motzkin), which over the integers is exact if one of the two has coefficient one. Otherwise null: the solver's own
// quantifier elimination is asked instead.

import { TooMuchWork } from '../base/assert.ts';
import { add, conj, freeVars, int, le, linearOf, mul, neg, sub, type Term, type Var } from '../smt/index.ts';

/** `sum of coefficient * variable + rest`, compared with zero. */
interface Row {
  readonly op: 'le' | 'eq';
  readonly coefficients: ReadonlyMap<Var, bigint>;
  /** Over what stays. */
  readonly rest: Term;
}

/** Functions whose proofs succeed stay far below this: a hundred variables with two hundred bounds. */
const mostWork = 5_000_000;

/** The conjunction of `atoms` with `vars` quantified away by "there are", or null where this way is not exact. */
export function project(atoms: readonly Term[], vars: ReadonlySet<Var>): Term | null {
  const kept: Term[] = [];
  let rows: Row[] = [];
  for (const atom of atoms) {
    const mentions = [...freeVars(atom)].some((v) => vars.has(v));
    if (!mentions) {
      kept.push(atom);
      continue;
    }
    const row = rowOf(atom, vars);
    if (row === null) return null;
    rows.push(row);
  }
  for (let work = 0; ; ) {
    const left = new Set<Var>(rows.flatMap((row) => [...row.coefficients.keys()]));
    if (left.size === 0) break;
    // Each variable is weighed against each row.
    work += left.size * rows.length;
    if (work > mostWork) throw new TooMuchWork('the bounds of its variables');
    const next = substituteOne(rows) ?? eliminateOne(rows, left);
    if (next === null) return null;
    rows = simplified(next);
  }
  for (const row of rows) kept.push(row.op === 'le' ? le(row.rest, int(0)) : eqZero(row.rest));
  return conj(kept);
}

function eqZero(t: Term): Term {
  return conj([le(t, int(0)), le(neg(t), int(0))]);
}

function rowOf(atom: Term, vars: ReadonlySet<Var>): Row | null {
  if (atom.kind !== 'op') return null;
  const [x, y] = atom.args;
  if ((atom.op !== 'le' && atom.op !== 'eq') || x === undefined || y === undefined || x.sort.kind !== 'int')
    return null;
  const { monomials, constant } = linearOf(sub(x, y));
  const coefficients = new Map<Var, bigint>();
  const rest: Term[] = [int(constant.num)];
  for (const [part, { num, den }] of monomials) {
    if (den !== 1n) return null;
    if (part.kind === 'var' && vars.has(part)) {
      coefficients.set(part, num);
    } else {
      if ([...freeVars(part)].some((v) => vars.has(v))) return null;
      rest.push(mul(int(num), part));
    }
  }
  return { op: atom.op, coefficients, rest: add(...rest) };
}

/** Row plus factor times other row. */
function combine(a: Row, factorA: bigint, b: Row, factorB: bigint, op: Row['op']): Row {
  const coefficients = new Map<Var, bigint>();
  for (const [v, c] of a.coefficients) coefficients.set(v, c * factorA);
  for (const [v, c] of b.coefficients) {
    const total = (coefficients.get(v) ?? 0n) + c * factorB;
    if (total === 0n) coefficients.delete(v);
    else coefficients.set(v, total);
  }
  return { op, coefficients, rest: add(mul(int(factorA), a.rest), mul(int(factorB), b.rest)) };
}

/** Uses up one equation that determines a variable. */
function substituteOne(rows: readonly Row[]): Row[] | null {
  for (const equation of rows) {
    if (equation.op !== 'eq') continue;
    for (const [v, c] of equation.coefficients) {
      if (c !== 1n && c !== -1n) continue;
      return rows.flatMap((row) => {
        if (row === equation) return [];
        const own = row.coefficients.get(v);
        return own === undefined ? [row] : [combine(row, 1n, equation, -own * c, row.op)];
      });
    }
  }
  return null;
}

/** Combines the bounds of the variable for which that makes the fewest new rows. */
function eliminateOne(rows: readonly Row[], left: ReadonlySet<Var>): Row[] | null {
  let best: { v: Var; cost: number } | null = null;
  for (const v of left) {
    const own = rows.filter((row) => row.coefficients.has(v));
    if (own.some((row) => row.op === 'eq')) continue;
    const lower = own.filter((row) => (row.coefficients.get(v) ?? 0n) < 0n);
    const upper = own.filter((row) => (row.coefficients.get(v) ?? 0n) > 0n);
    const unit = (list: readonly Row[]): boolean =>
      list.every((row) => row.coefficients.get(v) === 1n || row.coefficients.get(v) === -1n);
    if (!unit(lower) && !unit(upper)) continue;
    const cost = lower.length * upper.length - lower.length - upper.length;
    if (best === null || cost < best.cost) best = { v, cost };
  }
  if (best === null) return null;
  const { v } = best;
  const lower = rows.filter((row) => (row.coefficients.get(v) ?? 0n) < 0n);
  const upper = rows.filter((row) => (row.coefficients.get(v) ?? 0n) > 0n);
  const others = rows.filter((row) => !row.coefficients.has(v));
  const made = lower.flatMap((low) =>
    upper.map((up) => combine(up, -(low.coefficients.get(v) ?? 0n), low, up.coefficients.get(v) ?? 0n, 'le')),
  );
  return made.length > 2000 ? null : [...others, ...made];
}

/** Each row once; of parallel ones with constant distance the tightest. */
function simplified(rows: readonly Row[]): Row[] {
  const found = new Map<string, { row: Row; constant: bigint }>();
  for (const row of rows) {
    const { monomials, constant } = linearOf(row.rest);
    const variables = [...row.coefficients]
      .map(([v, c]) => `${c}*${v.id}`)
      .sort()
      .join(' ');
    const outside = [...monomials]
      .map(([part, c]) => `${c.num}*${part.id}`)
      .sort()
      .join(' ');
    if (row.coefficients.size === 0 && monomials.size === 0 && row.op === 'le' && constant.num <= 0n) continue;
    const key = `${row.op} ${variables} | ${outside}${row.op === 'eq' ? ` = ${constant.num}` : ''}`;
    const old = found.get(key);
    if (old === undefined || constant.num > old.constant) found.set(key, { row, constant: constant.num });
  }
  return [...found.values()].map(({ row }) => row);
}
