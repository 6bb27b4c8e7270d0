// Partial-order reduction: a goroutine whose next operation no other can notice may move alone.

import { Op } from './component.ts';
import type { Search } from './search.ts';

/**
 * The position of a goroutine whose next operation touches only an object that no other goroutine, global or object
 * refers to, or nothing at all; 0 if there is none.
 */
export function privateMover(s: Search, first: number): number {
  const { cur, machine } = s;
  const t = machine.comps;
  for (let i = first; i < s.length; i++) {
    const c = cur[i] as number;
    const slot = t.slot[c] as number;
    switch (t.op[c]) {
      case Op.yield:
      case Op.environment:
        if (isPure(s, c)) return i;
        break;
      case Op.send:
      case Op.recv:
      case Op.close:
      case Op.lock:
      case Op.unlock:
      case Op.rlock:
      case Op.runlock:
      case Op.add:
      case Op.wait:
        if (slot > 0 && slot < 31 && isPrivate(s, first, i, slot) && isPure(s, c)) return i;
        break;
      default:
    }
  }
  return 0;
}

function isPrivate(s: Search, first: number, i: number, slot: number): boolean {
  const { masks, tag } = s.machine.comps;
  const bit = 1 << slot;
  for (let k = 1; k < s.length; k++) {
    if (k === i || k === slot) continue;
    if (k < first && s.cur[k] === 0) continue;
    if (((masks[s.cur[k] as number] as number) & bit) !== 0) return false;
  }
  // A running timer counts as another goroutine.
  return tag[s.cur[slot] as number] !== 2;
}

/** Whether no run of the goroutine so far looked at shared memory, and none wrote it. */
export function isPure(s: Search, c: number): boolean {
  const runs = s.machine.runs[c];
  if (runs === undefined) return true;
  for (const node of runs.values()) {
    if (node.kind !== 'done') return false;
    for (const r of node.results) if (r.writes.length > 0) return false;
  }
  return true;
}
