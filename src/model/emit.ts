// Successor vectors: the parts of a state that a step replaces, garbage, order, and entry into the table.

import type { Result } from './machine.ts';
import { factor, reserve, type Search } from './search.ts';
import { type Cells, cellsIn, enter, firstWord, grown, lengthen, widen, wordsFor } from './table.ts';

/** How a process can end: `[0, code]` is its state. */
export const End = { exit: 1, fatal: 2, crash: 3 } as const;

/**
 * Enters the state after a step. Goroutine i goes on with `mine`, goroutine j (if not 0) with `other`, and the object in
 * `slot` (if not 0) becomes `object`.
 */
export function emit(
  s: Search,
  i: number,
  mine: Result | null,
  j: number,
  other: Result | null,
  slot: number,
  object: number,
  which: number,
  partnerCase: number,
): void {
  const { action } = s;
  action.mover = i;
  action.partner = j;
  action.moverCase = which;
  action.partnerCase = partnerCase;
  action.moverResult = mine;
  action.partnerResult = other;
  if (mine !== null && mine.faults.length > 0) noteFaults(s, mine.faults);
  if (other !== null && other.faults.length > 0) noteFaults(s, other.faults);
  if ((mine !== null && isWide(mine)) || (other !== null && isWide(other))) {
    general(s, i, mine, j, other, slot, object);
    return;
  }
  const { cur, packed, table } = s;
  const { hash } = s.machine.comps;
  const mover = mine === null ? 0 : mine.config;
  const partner = other === null ? 0 : other.config;
  if (object > table.largest || mover > table.largest || partner > table.largest) {
    general(s, i, mine, j, other, slot, object);
    return;
  }
  const cells = s.packedCells;
  const first = (cur[0] as number) + 1;
  let sum = s.sum;
  let { length } = s;
  const from = firstWord(table, s.state);
  const count = wordsFor(table, length);
  for (let k = 0; k < count; k++) packed[k] = table.words[from + k] as number;
  if (slot !== 0) {
    sum = (sum + Math.imul(object - (cur[slot] as number), factor(slot))) | 0;
    cells[slot] = object;
  }
  let drops = 0;
  if (mine !== null) {
    const old = cur[i] as number;
    drops = mine.drops;
    if (s.reductions.symmetry) {
      sum = (sum + (hash[mover] as number) - (hash[old] as number)) | 0;
      length = replace(cells, first, length, i, mover);
    } else {
      sum = (sum + Math.imul(mover - old, factor(i + 1000))) | 0;
      cells[i] = mover;
    }
  }
  if (other !== null) {
    const old = cur[j] as number;
    drops |= other.drops;
    if (s.reductions.symmetry) {
      sum = (sum + (hash[partner] as number) - (hash[old] as number)) | 0;
      // The first change may have moved it; equal goroutines stand for one another.
      let at = first;
      while (cells[at] !== old) at++;
      length = replace(cells, first, length, at, partner);
    } else {
      sum = (sum + Math.imul(partner - old, factor(j + 1000))) | 0;
      cells[j] = partner;
    }
  }
  if (drops !== 0 && !s.keepObjects && !stillReached(s, first, length, drops)) {
    general(s, i, mine, j, other, slot, object);
    return;
  }
  const rounds = (mine === null ? 0 : mine.rounds) | (other === null ? 0 : other.rounds);
  const exits = (mine === null ? 0 : mine.exits) | (other === null ? 0 : other.exits);
  if (length === first || cells[length - 1] === 0) length = trimmed(cells, first, length);
  enterState(s, length, sum, rounds, exits);
}

/** The length without ended goroutines at the end. */
function trimmed(cells: Cells, first: number, length: number): number {
  let end = length;
  while (end > first && cells[end - 1] === 0) end--;
  return end;
}

/** Packs a vector for the table, which makes room for its largest component. */
export function pack(s: Search, vec: Int32Array, length: number): void {
  const { table } = s;
  let most = 0;
  for (let k = 0; k < length; k++) if ((vec[k] as number) > most) most = vec[k] as number;
  if (most > table.largest) {
    widen(table, most);
    s.packedCells = cellsIn(s.packed, table.shift);
  }
  s.packed[wordsFor(table, length) - 1] = 0;
  const cells = s.packedCells;
  for (let k = 0; k < length; k++) cells[k] = vec[k] as number;
}

/** Whether goroutines or globals of the packed successor refer to all these slots. */
function stillReached(s: Search, first: number, length: number, slots: number): boolean {
  if (slots < 0) return false;
  const cells = s.packedCells;
  const { masks } = s.machine.comps;
  let left = slots & ~(masks[cells[1] as number] as number);
  for (let k = first; k < length && left !== 0; k++) left &= ~(masks[cells[k] as number] as number);
  return left === 0;
}

/** Whether a result changes more than its own goroutine. */
export function isWide(r: Result): boolean {
  return r.writes.length !== 0 || r.spawned.length !== 0;
}

/** Replaces one goroutine of a sorted vector, or removes it; returns the new length. */
export function replace(vec: Cells, first: number, length: number, at: number, config: number): number {
  if (config === 0) {
    for (let k = at + 1; k < length; k++) vec[k - 1] = vec[k] as number;
    vec[length - 1] = 0;
    return length - 1;
  }
  let k = at;
  while (k > first && (vec[k - 1] as number) > config) {
    vec[k] = vec[k - 1] as number;
    k--;
  }
  while (k + 1 < length && (vec[k + 1] as number) < config) {
    vec[k] = vec[k + 1] as number;
    k++;
  }
  vec[k] = config;
  return length;
}

/** Enters the state after a broadcast. */
export function emitMany(
  s: Search,
  i: number,
  mine: Result,
  woken: readonly number[],
  becomes: readonly Result[],
): void {
  const { action } = s;
  action.mover = i;
  action.partner = 0;
  action.moverCase = -1;
  action.partnerCase = -1;
  action.moverResult = mine;
  action.partnerResult = null;
  if (mine.faults.length > 0) noteFaults(s, mine.faults);
  general(s, i, mine, 0, null, 0, 0, woken, becomes);
}

const noGoroutines: readonly number[] = [];

/** The same for steps that write, allocate, start goroutines or drop objects. */
function general(
  s: Search,
  i: number,
  mine: Result | null,
  j: number,
  other: Result | null,
  slot: number,
  object: number,
  woken: readonly number[] = noGoroutines,
  becomes: readonly Result[] = [],
): void {
  const count = s.cur[0] as number;
  const all = mine === null ? [] : other === null ? [mine] : [mine, other];
  let slots = count;
  let more = 0;
  for (const r of all) {
    more += r.spawned.length;
    for (let k = 0; k < r.writes.length; k += 2) slots = Math.max(slots, r.writes[k] as number);
  }
  reserve(s, slots + 1 + (s.length - count) + more);
  const { cur, nxt } = s;
  for (let k = 0; k <= count; k++) nxt[k] = cur[k] as number;
  for (let k = count + 1; k <= slots; k++) nxt[k] = 0;
  nxt[0] = slots;
  if (slot !== 0) nxt[slot] = object;
  let drops = false;
  for (const r of all) {
    drops ||= r.drops !== 0;
    for (let k = 0; k < r.writes.length; k += 2) nxt[r.writes[k] as number] = r.writes[k + 1] as number;
  }
  const sorted = s.reductions.symmetry;
  let length = slots + 1;
  for (let k = count + 1; k < s.length; k++) {
    let config = cur[k] as number;
    if (k === i && mine !== null) config = mine.config;
    else if (k === j && other !== null) config = other.config;
    else if (woken.length > 0 && woken.includes(k)) config = (becomes[woken.indexOf(k)] as Result).config;
    if (config !== 0 || !sorted) nxt[length++] = config;
  }
  for (const r of all) for (const config of r.spawned) if (config !== 0) nxt[length++] = config;
  if (drops && !s.keepObjects) length = collect(s, length);
  const first = (nxt[0] as number) + 1;
  if (sorted) sort(nxt, first, length);
  let rounds = 0;
  let exits = 0;
  for (const r of all) {
    rounds |= r.rounds;
    exits |= r.exits;
  }
  while (length > first && nxt[length - 1] === 0) length--;
  pack(s, nxt, length);
  enterState(s, length, sumOf(s, nxt, length), rounds, exits);
}

function sort(vec: Int32Array, from: number, to: number): void {
  for (let a = from + 1; a < to; a++) {
    const x = vec[a] as number;
    let b = a - 1;
    while (b >= from && (vec[b] as number) > x) {
      vec[b + 1] = vec[b] as number;
      b--;
    }
    vec[b + 1] = x;
  }
}

/** The part of a state's hash that steps can update: sums over objects by slot and over goroutines. */
export function sumOf(s: Search, vec: Int32Array, length: number): number {
  const { hash } = s.machine.comps;
  const first = (vec[0] as number) + 1;
  let sum = first;
  for (let k = 1; k < first; k++) sum = (sum + Math.imul(vec[k] as number, factor(k))) | 0;
  if (s.reductions.symmetry) for (let k = first; k < length; k++) sum = (sum + (hash[vec[k] as number] as number)) | 0;
  else for (let k = first; k < length; k++) sum = (sum + Math.imul(vec[k] as number, factor(k + 1000))) | 0;
  return sum;
}

/** Frees the slots of objects in `nxt` that no goroutine can reach; returns the new length. */
function collect(s: Search, length: number): number {
  const { nxt } = s;
  const { refs } = s.machine.comps;
  const slots = nxt[0] as number;
  const reached = new Uint8Array(slots + 1);
  const work: number[] = [];
  const visit = (id: number): void => {
    for (const slot of refs[id] as readonly number[]) {
      if (reached[slot] === 0) {
        reached[slot] = 1;
        work.push(slot);
      }
    }
  };
  reached[1] = 1;
  visit(nxt[1] as number);
  for (let k = slots + 1; k < length; k++) visit(nxt[k] as number);
  for (let slot = work.pop(); slot !== undefined; slot = work.pop()) visit(nxt[slot] as number);
  let kept = 1;
  for (let slot = 2; slot <= slots; slot++) {
    if (reached[slot] === 0) nxt[slot] = 0;
    else kept = slot;
  }
  if (kept === slots) return length;
  nxt[0] = kept;
  const shift = slots - kept;
  for (let k = slots + 1; k < length; k++) nxt[k - shift] = nxt[k] as number;
  return length - shift;
}

/** Enters the end of the process. `fault` is the index of what ended it, or -1. */
export function emitEnd(s: Search, i: number, code: number, fault: number): void {
  if (s.record !== null) {
    s.record.push({ out: -1, slot: 0, object: 0 });
    return;
  }
  const { action } = s;
  action.mover = i;
  action.partner = 0;
  action.moverCase = -1;
  action.partnerCase = -1;
  action.moverResult = null;
  action.partnerResult = null;
  s.moved[i] = 1;
  s.beginsAction = true;
  if (fault >= 0) noteFault(s, fault);
  s.ended = true;
  s.nxt[0] = 0;
  s.nxt[1] = code;
  pack(s, s.nxt, 2);
  enterState(s, 2, code, 0, 0);
}

function noteFaults(s: Search, faults: readonly number[]): void {
  for (const fault of faults) noteFault(s, fault);
}

function noteFault(s: Search, fault: number): void {
  if (!s.faultAt.has(fault)) s.faultAt.set(fault, s.state);
}

/** Enters the packed vector, of `length` components, as a successor of the current state. */
function enterState(s: Search, length: number, sum: number, rounds: number, exits: number): void {
  if (s.inspect !== null) {
    s.transitions++;
    s.inspect(Int32Array.from(s.packedCells.subarray(0, length)), length);
  } else arrive(s, fill(s, length), sum, rounds, exits);
  s.beginsAction = false;
}

/** Fills up the packed vector to the number of words that the table wants, which is returned. */
export function fill(s: Search, length: number): number {
  const { table, packed } = s;
  const count = wordsFor(table, length);
  lengthen(table, count);
  const { stride } = table;
  for (let k = count; k < stride; k++) packed[k] = 0;
  return stride > 0 ? stride : count;
}

function arrive(s: Search, count: number, sum: number, rounds: number, exits: number): void {
  s.transitions++;
  const target = enter(s.table, s.packed, 0, count, sum);
  if (s.table.fresh) {
    if (target >= s.parents.length) s.parents = grown(s.parents);
    s.parents[target] = s.state;
  }
  if (target < s.lowest) s.lowest = target;
  if (s.keepGraph) noteEdge(s, target, s.beginsAction ? 1 : 0, s.label, rounds, exits);
}

/** Adds an edge from the state that is being expanded. */
export function noteEdge(
  s: Search,
  target: number,
  begins: number,
  label: number,
  rounds: number,
  exits: number,
): void {
  if (s.edges >= s.targets.length) growEdges(s);
  const e = s.edges++;
  s.targets[e] = target;
  s.begins[e] = begins;
  if (s.labels.length > 0) s.labels[e] = label;
  if (s.rounds.length > 0) {
    s.rounds[e] = rounds;
    s.exits[e] = exits;
  }
}

function growEdges(s: Search): void {
  s.targets = grown(s.targets);
  const begins = new Uint8Array(s.targets.length);
  begins.set(s.begins);
  s.begins = begins;
  if (s.labels.length > 0) s.labels = grown(s.labels);
  if (s.rounds.length > 0) {
    s.rounds = grown(s.rounds);
    s.exits = grown(s.exits);
  }
}
