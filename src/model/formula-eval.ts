// Evaluation of formulas on the explicit graph: sets of states as bytes, fixpoints by iteration.

import { assertNever, must } from '../base/assert.ts';
import { type Budget, spend } from './budget.ts';
import { labelOf } from './cast.ts';
import { type Config, Op } from './component.ts';
import type { ActionPattern, Barb, Formula } from './formula.ts';
import type { Search } from './search.ts';
import { firstCell, lastCell } from './table.ts';

/** Slots of channels that a name stands for. */
type Names = ReadonlyMap<string, readonly number[]>;

interface Evaluation {
  readonly s: Search;
  readonly states: number;
  readonly channels: readonly number[];
  readonly selects: readonly (readonly number[])[];
  readonly labels: ReadonlyMap<string, readonly number[]>;
  /** Results for subformulas without free fixpoint variables, by what their names stand for. */
  readonly known: Map<Formula, Map<string, Uint8Array>>;
  readonly budget: Budget;
}

/** Ends an evaluation from wherever it is. */
class OutOfWork extends Error {}

/**
 * The states in which a formula holds, one byte each; null where it was given up: nested fixpoints take as many rounds as
 * there are states, for each of them. Needs a search with graph, labels and lasting objects.
 */
export function statesOf(s: Search, formula: Formula, budget: Budget): Uint8Array | null {
  try {
    return evaluate(prepare(s, budget), formula, new Map(), new Map());
  } catch (error) {
    if (error instanceof OutOfWork) return null;
    throw error;
  }
}

function cellsOf(s: Search, state: number): { start: number; slots: number; end: number } {
  const start = firstCell(s.table, state);
  return { start, slots: s.table.cells[start] as number, end: lastCell(s.table, state) };
}

function prepare(s: Search, budget: Budget): Evaluation {
  const channels = new Set<number>();
  const selects = new Map<string, readonly number[]>();
  const labels = new Map<string, Set<number>>();
  const { list } = s.machine.comps;
  for (let state = 0; state < s.table.count; state++) {
    const { start, slots, end } = cellsOf(s, state);
    for (let slot = 2; slot <= slots; slot++) {
      const id = s.table.cells[start + slot] as number;
      if (list[id]?.kind !== 'chan') continue;
      channels.add(slot);
      const label = labelOf(s, id);
      const known = labels.get(label) ?? new Set();
      known.add(slot);
      labels.set(label, known);
    }
    for (let k = start + slots + 1; slots > 0 && k < end; k++) {
      const set = selectSet(list[s.table.cells[k] as number] as Config);
      if (set !== null) selects.set(set.join(), set);
    }
  }
  return {
    s,
    states: s.table.count,
    channels: [...channels].sort((a, b) => a - b),
    selects: [...selects.values()],
    labels: new Map([...labels].map(([label, slots]) => [label, [...slots]])),
    known: new Map(),
    budget,
  };
}

/** The channels of a goroutine that stands before a select without default; null otherwise. */
function selectSet(c: Config | undefined): readonly number[] | null {
  if (c?.kind !== 'config' || c.operation.op !== Op.select || c.operation.hasDefault) return null;
  const slots = c.operation.cases.filter((one) => one.slot > 0).map((one) => one.slot);
  return [...new Set(slots)].sort((a, b) => a - b);
}

type Sets = ReadonlyMap<string, Uint8Array>;

function evaluate(e: Evaluation, f: Formula, names: Names, sets: Sets): Uint8Array {
  if (f.kind === 'constant' || f.kind === 'variable' || hasFree(f, [])) return compute(e, f, names, sets);
  const key = [...names].map(([name, slots]) => `${name}=${slots.join()}`).join(';');
  let results = e.known.get(f);
  if (results === undefined) {
    results = new Map();
    e.known.set(f, results);
  }
  let result = results.get(key);
  if (result === undefined) {
    result = compute(e, f, names, sets);
    results.set(key, result);
  }
  return result;
}

/** Whether a fixpoint variable occurs that is not bound within. */
function hasFree(f: Formula, bound: readonly string[]): boolean {
  switch (f.kind) {
    case 'variable':
      return !bound.includes(f.name);
    case 'and':
    case 'or':
    case 'implies':
      return hasFree(f.left, bound) || hasFree(f.right, bound);
    case 'nu':
    case 'mu':
      return hasFree(f.body, [...bound, f.variable]);
    case 'not':
    case 'box':
    case 'diamond':
    case 'all':
    case 'some':
      return hasFree(f.body, bound);
    case 'constant':
    case 'barb':
      return false;
  }
}

function compute(e: Evaluation, f: Formula, names: Names, sets: Sets): Uint8Array {
  const n = e.states;
  if (!spend(e.budget, n / 4)) throw new OutOfWork();
  switch (f.kind) {
    case 'constant':
      return new Uint8Array(n).fill(f.value ? 1 : 0);
    case 'variable':
      return must(sets.get(f.name));
    case 'not':
      return evaluate(e, f.body, names, sets).map((x) => 1 - x);
    case 'and':
    case 'or':
    case 'implies': {
      const left = evaluate(e, f.left, names, sets);
      const right = evaluate(e, f.right, names, sets);
      if (f.kind === 'and') return left.map((x, i) => x & (right[i] as number));
      if (f.kind === 'or') return left.map((x, i) => x | (right[i] as number));
      return left.map((x, i) => (1 - x) | (right[i] as number));
    }
    case 'box':
    case 'diamond':
      return modal(e, f.kind === 'box', f.actions, evaluate(e, f.body, names, sets), names);
    case 'nu':
    case 'mu': {
      const start = reachShape(f);
      if (start !== null) return reach(e, f.kind === 'nu', evaluate(e, start, names, sets));
      let now = new Uint8Array(n).fill(f.kind === 'nu' ? 1 : 0);
      for (;;) {
        const next = evaluate(e, f.body, names, new Map([...sets, [f.variable, now]]));
        if (next.every((x, i) => x === now[i])) return now;
        now = Uint8Array.from(next);
      }
    }
    case 'all':
    case 'some': {
      const out = new Uint8Array(n).fill(f.kind === 'all' ? 1 : 0);
      const choices = f.select ? e.selects : e.channels.map((slot) => [slot]);
      for (const slots of choices) {
        const there = f.select ? statesWithSelect(e, slots) : statesWithChannel(e, slots[0] as number);
        const body = evaluate(e, f.body, new Map([...names, [f.name, slots]]), sets);
        for (let i = 0; i < n; i++) {
          if (there[i] === 0) continue;
          if (f.kind === 'all') out[i] = (out[i] as number) & (body[i] as number);
          else out[i] = (out[i] as number) | (body[i] as number);
        }
      }
      return out;
    }
    case 'barb':
      return barb(e, f.barb, slotsOf(e, names, f.name));
    default:
      return assertNever(f);
  }
}

/** The f of `always f`; null for other formulas. */
export function invariantOf(formula: Formula): Formula | null {
  return formula.kind === 'nu' ? reachShape(formula) : null;
}

/** The f of `nu X. f and [any] X` and of `mu X. f or <any> X`, which need no rounds over the whole graph; null otherwise. */
function reachShape(f: Extract<Formula, { kind: 'nu' | 'mu' }>): Formula | null {
  const { body } = f;
  if (body.kind !== (f.kind === 'nu' ? 'and' : 'or') || mentions(body.left, f.variable)) return null;
  const again = body.right;
  if (again.kind !== (f.kind === 'nu' ? 'box' : 'diamond') || !again.actions.some((a) => a.kind === 'any')) return null;
  return again.body.kind === 'variable' && again.body.name === f.variable ? body.left : null;
}

function mentions(f: Formula, variable: string): boolean {
  switch (f.kind) {
    case 'variable':
      return f.name === variable;
    case 'and':
    case 'or':
    case 'implies':
      return mentions(f.left, variable) || mentions(f.right, variable);
    case 'nu':
    case 'mu':
    case 'not':
    case 'box':
    case 'diamond':
    case 'all':
    case 'some':
      return mentions(f.body, variable);
    case 'constant':
    case 'barb':
      return false;
  }
}

/** States from which every reachable state (`always`), or some, is in the set. */
function reach(e: Evaluation, always: boolean, set: Uint8Array): Uint8Array {
  const { s } = e;
  const now = set.slice();
  const wanted = always ? 0 : 1;
  for (let changed = true; changed; ) {
    changed = false;
    if (!spend(e.budget, (e.states + s.edges) / 4)) throw new OutOfWork();
    // Successors mostly have higher numbers, so one round goes far.
    for (let state = e.states - 1; state >= 0; state--) {
      if (now[state] === wanted) continue;
      for (let k = s.edgeStarts[state] as number; k < (s.edgeStarts[state + 1] as number); k++) {
        if (now[s.targets[k] as number] === wanted) {
          now[state] = wanted;
          changed = true;
          break;
        }
      }
    }
  }
  return now;
}

/** A bound name, or all channels with that label. */
function slotsOf(e: Evaluation, names: Names, name: string): readonly number[] {
  return names.get(name) ?? e.labels.get(name) ?? [];
}

function modal(
  e: Evaluation,
  box: boolean,
  actions: readonly ActionPattern[],
  body: Uint8Array,
  names: Names,
): Uint8Array {
  const { s } = e;
  const out = new Uint8Array(e.states).fill(box ? 1 : 0);
  const any = actions.some((a) => a.kind === 'any');
  const tau = any || actions.some((a) => a.kind === 'tau');
  if (!spend(e.budget, s.edges / 4)) throw new OutOfWork();
  const slots = new Set(actions.flatMap((a) => (a.kind === 'sync' ? slotsOf(e, names, a.name) : [])));
  for (let state = 0; state < e.states; state++) {
    for (let k = s.edgeStarts[state] as number; k < (s.edgeStarts[state + 1] as number); k++) {
      const label = s.labels[k] as number;
      if (!(any || (label === 0 ? tau : slots.has(label)))) continue;
      const holds = body[s.targets[k] as number] === 1;
      if (holds !== box) {
        out[state] = box ? 0 : 1;
        break;
      }
    }
  }
  return out;
}

function statesWithChannel(e: Evaluation, slot: number): Uint8Array {
  const { list } = e.s.machine.comps;
  return byState(e, (start, slots) => slot <= slots && list[e.s.table.cells[start + slot] as number]?.kind === 'chan');
}

function statesWithSelect(e: Evaluation, set: readonly number[]): Uint8Array {
  const key = set.join();
  return byGoroutine(e, (c) => selectSet(c)?.join() === key);
}

function byState(e: Evaluation, holds: (start: number, slots: number, end: number) => boolean): Uint8Array {
  const out = new Uint8Array(e.states);
  for (let state = 0; state < e.states; state++) {
    const { start, slots, end } = cellsOf(e.s, state);
    if (slots > 0 && holds(start, slots, end)) out[state] = 1;
  }
  return out;
}

function byGoroutine(e: Evaluation, holds: (c: Config) => boolean): Uint8Array {
  const { list } = e.s.machine.comps;
  const known = new Map<number, boolean>();
  return byState(e, (start, slots, end) => {
    for (let k = start + slots + 1; k < end; k++) {
      const id = e.s.table.cells[k] as number;
      if (id === 0) continue;
      let yes = known.get(id);
      if (yes === undefined) {
        yes = holds(list[id] as Config);
        known.set(id, yes);
      }
      if (yes) return true;
    }
    return false;
  });
}

function barb(e: Evaluation, what: Barb, slots: readonly number[]): Uint8Array {
  const wanted = new Set(slots);
  const { list } = e.s.machine.comps;
  switch (what) {
    case 'send':
      return byGoroutine(e, (c) => c.operation.op === Op.send && wanted.has(c.operation.slot));
    case 'receive':
      return byGoroutine(e, (c) => c.operation.op === Op.recv && wanted.has(c.operation.slot));
    case 'close':
      return byGoroutine(e, (c) => c.operation.op === Op.close && wanted.has(c.operation.slot));
    case 'sync': {
      // Some step communicates on it right now.
      const { s } = e;
      const out = new Uint8Array(e.states);
      for (let state = 0; state < e.states; state++) {
        for (let k = s.edgeStarts[state] as number; k < (s.edgeStarts[state + 1] as number); k++) {
          if (wanted.has(s.labels[k] as number)) out[state] = 1;
        }
      }
      return out;
    }
    case 'closed':
    case 'push':
    case 'pop':
      return byState(e, (start, count) => {
        for (const slot of slots) {
          const c = slot <= count ? list[e.s.table.cells[start + slot] as number] : undefined;
          if (c?.kind !== 'chan') continue;
          if (what === 'closed' && c.closed) return true;
          if (what === 'push' && !c.closed && c.buffer.length < c.capacity) return true;
          if (what === 'pop' && c.buffer.length > 0) return true;
        }
        return false;
      });
  }
}
