// What follows at a glance: bounds that are known, or implied by one bound that is tighter. It spares the solver most goals.
//
//   sum + c <= 0  follows from  sum + d <= 0 with d >= c
//   p => q        follows if q does once p is added, with the conclusions of all implications whose premises then hold

import { le, linearOf, not, sub, type Term, True } from '../smt/index.ts';

/** Sums with their constants split off: `sum + bound <= 0`. */
interface Bound {
  readonly sum: string;
  readonly bound: bigint;
}

const bounds = new WeakMap<Term, Bound>();

/** Of an integer `le`. */
function boundOf(atom: Term & { readonly kind: 'op' }): Bound | null {
  const old = bounds.get(atom);
  if (old !== undefined) return old;
  const [x, y] = atom.args;
  if (x === undefined || y === undefined || x.sort.kind !== 'int') return null;
  const { monomials, constant } = linearOf(sub(x, y));
  const parts = [...monomials].map(([part, { num }]) => `${num}*${part.id}`).sort();
  const made = { sum: parts.join(' '), bound: constant.num };
  bounds.set(atom, made);
  return made;
}

export class Known {
  private readonly before: Known | null;
  private readonly bounds = new Map<string, bigint>();
  private readonly formulas = new Set<Term>();
  private implications: Term[] = [];

  constructor(facts: readonly Term[], before: Known | null = null) {
    this.before = before;
    for (const fact of facts) this.add(fact);
    this.propagate();
  }

  private add(fact: Term): void {
    if (fact.kind !== 'op') {
      this.formulas.add(fact);
      return;
    }
    const [x, y] = fact.args;
    if (fact.op === 'and') {
      for (const part of fact.args) this.add(part);
      return;
    }
    const bound = fact.op === 'le' ? boundOf(fact) : null;
    if (bound !== null) {
      const old = this.boundFor(bound.sum);
      if (old === undefined || old < bound.bound) this.bounds.set(bound.sum, bound.bound);
      return;
    }
    this.formulas.add(fact);
    if (fact.op === 'implies') this.implications.push(fact);
    if (fact.op !== 'eq' || x === undefined || y === undefined || x.sort.kind !== 'int') return;
    this.add(le(x, y));
    this.add(le(y, x));
  }

  /** Adds what implications say whose premises hold. */
  private propagate(): void {
    const open = new Set<Term>();
    for (let known: Known | null = this; known !== null; known = known.before)
      for (const one of known.implications) open.add(one);
    for (let changed = true; changed; ) {
      changed = false;
      for (const one of open) {
        const [premise, conclusion] = one.kind === 'op' ? one.args : [];
        if (premise === undefined || conclusion === undefined || !this.isPlain(premise)) continue;
        open.delete(one);
        this.add(conclusion);
        changed = true;
      }
    }
    // What was not used may be with more facts.
    this.implications = this.before === null ? [...open] : this.implications;
  }

  private boundFor(sum: string): bigint | undefined {
    const own = this.bounds.get(sum);
    return own !== undefined || this.before === null ? own : this.before.boundFor(sum);
  }

  private has(formula: Term): boolean {
    return this.formulas.has(formula) || (this.before?.has(formula) ?? false);
  }

  /** Whether a formula follows without assuming anything more. */
  private isPlain(formula: Term): boolean {
    if (formula === True || this.has(formula)) return true;
    if (formula.kind !== 'op') return false;
    const [x, y] = formula.args;
    switch (formula.op) {
      case 'and':
        return formula.args.every((part) => this.isPlain(part));
      case 'or':
        return formula.args.some((part) => this.isPlain(part));
      case 'le': {
        const bound = boundOf(formula);
        const own = bound === null ? undefined : this.boundFor(bound.sum);
        return bound !== null && own !== undefined && own >= bound.bound;
      }
      case 'eq':
        return x?.sort.kind === 'int' && y !== undefined && this.isPlain(le(x, y)) && this.isPlain(le(y, x));
      default:
        return false;
    }
  }

  /** Whether a formula follows. False says nothing. */
  gives(formula: Term): boolean {
    if (this.isPlain(formula)) return true;
    if (formula.kind !== 'op' || (formula.op !== 'implies' && formula.op !== 'and')) return false;
    if (formula.op === 'and') return formula.args.every((part) => this.gives(part));
    const [premise, conclusion] = formula.args;
    if (premise === undefined || conclusion === undefined) return false;
    return this.isPlain(conclusion) || this.isPlain(not(premise)) || new Known([premise], this).isPlain(conclusion);
  }
}
