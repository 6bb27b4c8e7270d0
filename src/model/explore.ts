// Breadth-first search through all states, so that every run found is as short as can be.

import { isIncomplete } from '../comm/index.ts';
import { type Budget, type Ended, endedBy } from './budget.ts';
import { freeComponent, intern, Op } from './component.ts';
import { fill, pack, sumOf } from './emit.ts';
import type { Machine } from './machine.ts';
import { isPure, privateMover } from './partial-order.ts';
import { noteNilChannel } from './quick.ts';
import { quickBytes } from './quick-data.ts';
import { initialResults } from './run.ts';
import { loadState, newSearch, type Reductions, reserve, type Search } from './search.ts';
import { expand, stepsOf } from './step.ts';
import { canSweep, sweep } from './sweep.ts';
import { enter, grown } from './table.ts';
import { zero } from './value.ts';

export interface Limits {
  readonly states: number;
  /** In bytes, of everything that grows with the search. */
  readonly memory: number;
  /** Steps of the budget after which the search stops. */
  readonly work: number;
  /** What counts instead once something is met that is not followed: hardly anything can be found out then. */
  readonly open: { readonly states: number; readonly work: number };
}

export interface Exploration {
  readonly search: Search;
  /** Why the search stopped early, or null. */
  readonly limit: 'states' | 'memory' | Ended | null;
}

/** Explores all states of a machine; `remembering` steps makes it faster and changes nothing else. */
export function explore(
  machine: Machine,
  reductions: Reductions,
  keepGraph: boolean,
  limits: Limits,
  budget: Budget,
  keepObjects = false,
  remembering = true,
): Exploration {
  const s = newSearch(machine, reductions, keepGraph, keepObjects);
  begin(s);
  let most: Limits['open'] = limits;
  let gaps = -1;
  let limit: Exploration['limit'] = null;
  const before = budget.spent;
  // States with very many successors take long: the budget is looked at by states and by steps.
  const seen = { expanded: 0, transitions: 0, work: 0 };
  while (s.expanded < s.table.count) {
    if (machine.gaps.size !== gaps) {
      gaps = machine.gaps.size;
      if (isIncomplete([...machine.code.program.gaps, ...machine.gaps.values()])) most = limits.open;
    }
    if (s.table.count > most.states) limit = 'states';
    else if (
      s.expanded - seen.expanded > 255 ||
      s.transitions - seen.transitions > 5000 ||
      machine.work - seen.work > 500_000
    ) {
      seen.expanded = s.expanded;
      seen.transitions = s.transitions;
      seen.work = machine.work;
      budget.spent = before + searchWork(s);
      limit = endedBy(budget, most.work);
      if (limit === null && bytesInSight(s) > limits.memory) limit = 'memory';
    }
    if (limit !== null) break;
    if (!remembering || !canSweep(s) || !sweep(s)) expandState(s, s.expanded++);
  }
  budget.spent = before + searchWork(s);
  if (keepGraph) closeGraph(s);
  // What was not expanded can go anywhere.
  for (let state = s.expanded; state < s.table.count; state++) s.cut.add(state);
  return { search: s, limit };
}

/**
 * The steps of a search. Measured: a state takes as long as three transitions, as three instructions that are interpreted, as 48 words
 * that are compared, as 192 bytes of new components.
 */
function searchWork({ expanded, transitions, machine, table }: Search): number {
  const words = table.count === 0 ? 0 : table.stride > 0 ? table.stride : table.used / table.count;
  return Math.ceil(3 * expanded + transitions * (1 + words / 16) + machine.work + machine.comps.bytes / 64);
}

/** Enters the initial states: one for each way in which free choices before the first operation go. */
function begin(s: Search): void {
  const { machine, nxt } = s;
  const { program } = machine.code;
  nxt[0] = 1;
  nxt[1] = intern(machine.comps, { kind: 'globals', values: program.globals.map(() => zero) });
  const start = nxt.slice(0, 2);
  for (const result of initialResults(machine, start)) {
    let slots = 1;
    for (let k = 0; k < result.writes.length; k += 2) slots = Math.max(slots, result.writes[k] as number);
    reserve(s, slots + 3 + result.spawned.length);
    const vec = s.nxt;
    vec[0] = slots;
    vec[1] = start[1] as number;
    for (let k = 2; k <= slots; k++) vec[k] = freeComponent;
    for (let k = 0; k < result.writes.length; k += 2) vec[result.writes[k] as number] = result.writes[k + 1] as number;
    // The root keeps its place when it ends, as it does later on; with symmetry those that have ended are left out.
    const configs = [result.config, ...result.spawned.filter((c) => c !== 0)];
    const kept = s.reductions.symmetry ? configs.filter((c) => c !== 0).sort((a, b) => a - b) : configs;
    let length = slots + 1;
    for (const config of kept) vec[length++] = config;
    for (const fault of result.faults) if (!s.faultAt.has(fault)) s.faultAt.set(fault, -1);
    pack(s, vec, length);
    const state = enter(s.table, s.packed, 0, fill(s, length), sumOf(s, vec, length));
    s.parents[state] = -1;
    s.initial.push({ state, result });
  }
}

function expandState(s: Search, state: number): void {
  loadState(s, state);
  const first = (s.cur[0] as number) + 1;
  if (s.keepGraph) {
    if (state >= s.edgeStarts.length - 1) s.edgeStarts = grown(s.edgeStarts);
    s.edgeStarts[state] = s.edges;
    s.started = state + 1;
  }
  if (first === 1) return;
  for (let k = first; k < s.length; k++) {
    if (s.machine.comps.op[s.cur[k] as number] === Op.never) noteNilChannel(s, s.cur[k] as number);
  }
  if (s.reductions.partialOrder) {
    const only = privateMover(s, first);
    if (only > 0 && tryAlone(s, only)) return;
  }
  if (expand(s) === 0) s.terminal.push(state);
  if (s.keepGraph) keepMoves(s, state, first);
}

/** Takes the steps of one goroutine only, if they lead to states that are still to be expanded. */
function tryAlone(s: Search, i: number): boolean {
  const before = s.transitions;
  s.lowest = Number.MAX_SAFE_INTEGER;
  s.ended = false;
  stepsOf(s, i);
  // The end of the process is noticed by all.
  return !s.ended && s.transitions > before && s.lowest > s.state && isPure(s, s.cur[i] as number);
}

/** Remembers which goroutines can move: equal ones all can if one can. */
function keepMoves(s: Search, state: number, first: number): void {
  const { cur, moved, length } = s;
  const count = length - first;
  if (count > s.maxGoroutines) {
    s.maxGoroutines = count;
    if (count > s.words * 32) widen(s, Math.max(s.words * 2, Math.ceil(count / 32)));
  }
  if (s.reductions.symmetry) {
    for (let k = first + 1; k < length; k++)
      if (cur[k] === cur[k - 1]) moved[k] = (moved[k] as number) | (moved[k - 1] as number);
    for (let k = length - 2; k >= first; k--)
      if (cur[k] === cur[k + 1]) moved[k] = (moved[k] as number) | (moved[k + 1] as number);
  }
  const base = state * s.words;
  while (base + s.words > s.canMove.length) s.canMove = grown(s.canMove);
  for (let g = 0; g < count; g++) {
    if (moved[first + g] === 1) s.canMove[base + (g >> 5)] = (s.canMove[base + (g >> 5)] as number) | (1 << (g & 31));
  }
}

function widen(s: Search, words: number): void {
  const wide = new Int32Array((s.table.count + 1) * words);
  for (let state = 0; state < s.expanded; state++) {
    for (let w = 0; w < s.words; w++) wide[state * words + w] = s.canMove[state * s.words + w] as number;
  }
  s.canMove = wide;
  s.words = words;
}

/** Gives states that were not expanded no edges. */
function closeGraph(s: Search): void {
  while (s.table.count >= s.edgeStarts.length) s.edgeStarts = grown(s.edgeStarts);
  for (let state = s.expanded; state <= s.table.count; state++) s.edgeStarts[state] = s.edges;
  while (s.table.count * s.words > s.canMove.length) s.canMove = grown(s.canMove);
}

/** Bytes that the search can need before the budget is looked at again: an array grows by a copy of twice its size. */
function bytesInSight(s: Search): number {
  const { table } = s;
  const arrays = [table.words, table.sums, table.index, table.starts, s.parents];
  if (s.keepGraph) arrays.push(s.targets, s.edgeStarts, s.canMove, s.rounds, s.exits, s.labels);
  let total = s.machine.comps.bytes + quickBytes(s.quick) + s.begins.byteLength;
  let largest = 0;
  for (const { byteLength } of arrays) {
    total += byteLength;
    if (byteLength > largest) largest = byteLength;
  }
  return total + largest * 2;
}
