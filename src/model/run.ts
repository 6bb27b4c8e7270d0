// Local runs: a goroutine from the operation it has just done to the one it stands before next.
//
// A run reads shared memory and asks which slots are free. What it asked, and the answers, are kept as a tree, so that the
// same run from another state is looked up, not interpreted.

import { must } from '../base/assert.ts';
import { gapReason, type Why } from '../base/reasons.ts';
import type { Site } from '../comm/comm.ts';
import { type Config, exiting, type Frame, intern, Op, type Operation, running } from './component.ts';
import { advance, resumed } from './interpret.ts';
import { type Machine, noteGap, type Result, type RunNode } from './machine.ts';
import { newThread, noEvents, outcomeParts, type Run, type Thread } from './thread.ts';
import { slotsOf, zero } from './value.ts';

/** More ways of free choices in one step than this are not followed. */
const maxResults = 2000;
/** Instructions of all ways through one local run together: many choices may lead to few results. */
const maxWork = 1_000_000;

/** All results of a goroutine's run after an operation, in the state `vec`. */
export function results(m: Machine, vec: Int32Array, config: number, out: number): readonly Result[] {
  let roots = m.runs[config];
  if (roots === undefined) {
    roots = new Map();
    m.runs[config] = roots;
  }
  const first = roots.get(out);
  if (first !== undefined && first.kind === 'done') return first.results;
  let node: RunNode | undefined = first;
  while (node !== undefined) {
    if (node.kind === 'done') return node.results;
    node = node.answers.get(answer(vec, node.ask));
  }
  const c = m.comps.list[config] as Config;
  const { found, questions } = explore(m, vec, (run) => resumed(m, run, c, out), [
    ...must(m.comps.refs[config]),
    ...valueSlots(m, out),
  ]);
  roots.set(out, remember(vec, first, questions, found));
  return found;
}

/** The initial configurations, one for each way in which free choices can go. */
export function initialResults(m: Machine, vec: Int32Array): readonly Result[] {
  const { program } = m.code;
  return explore(m, vec, () => newThread(m, program.entry, [], true), []).found;
}

function valueSlots(m: Machine, out: number): readonly number[] {
  const slots: number[] = [];
  slotsOf(m.comps.values, outcomeParts(out).value, slots);
  return slots;
}

function answer(vec: Int32Array, ask: number): number {
  return ask > 0 ? (vec[ask] as number) : freeSlot(vec, -ask);
}

/** The n-th free slot of a state, counted from 1: a hole, or one behind the last. */
export function freeSlot(vec: Int32Array, n: number): number {
  const count = vec[0] as number;
  let left = n;
  for (let slot = 2; slot <= count; slot++) {
    if (vec[slot] === 0 && --left === 0) return slot;
  }
  return count + left;
}

/** The tree `old` with one more path in it. */
function remember(
  vec: Int32Array,
  old: RunNode | undefined,
  questions: readonly number[],
  found: readonly Result[],
): RunNode {
  const fresh = (from: number): RunNode => {
    let node: RunNode = { kind: 'done', results: found };
    for (let i = questions.length - 1; i >= from; i--) {
      const ask = questions[i] as number;
      node = { kind: 'ask', ask, answers: new Map([[answer(vec, ask), node]]) };
    }
    return node;
  };
  if (old === undefined) return fresh(0);
  let node = old;
  for (let i = 0; node.kind === 'ask'; i++) {
    const key = answer(vec, node.ask);
    const next = node.answers.get(key);
    if (next === undefined) {
      node.answers.set(key, fresh(i + 1));
      break;
    }
    node = next;
  }
  return old;
}

function explore(
  m: Machine,
  vec: Int32Array,
  start: (run: Run) => Thread,
  held: readonly number[],
): { found: readonly Result[]; questions: readonly number[] } {
  const questions: number[] = [];
  const asked = new Set<number>();
  const run: Run = {
    machine: m,
    ask: (q) => {
      if (!asked.has(q)) {
        asked.add(q);
        questions.push(q);
      }
      return answer(vec, q);
    },
    written: new Map(),
    allocated: 0,
    choose: (count, site, why) => choose(run, count, site, why),
    spawned: [],
    instructions: 0,
    backs: 0,
    rounds: 0,
    exits: 0,
    faults: [],
    choices: [],
    events: noEvents,
    script: [],
    arity: [],
    at: 0,
  };
  const found: Result[] = [];
  const keys = new Set<string>();
  let work = 0;
  for (;;) {
    const thread = start(run);
    const result = finish(m, run, vec, thread, held);
    work += run.instructions + 1;
    m.work += run.instructions + 1;
    const key = `${result.config};${result.spawned.join()};${result.writes.join()};${result.rounds};${result.exits};${result.faults.join()}`;
    if (!keys.has(key)) {
      keys.add(key);
      found.push(result);
      m.comps.bytes += 500 + (result.choices.length + result.writes.length) * 50;
    }
    const { script, arity } = run;
    while (script.length > 0 && (script[script.length - 1] as number) + 1 >= (arity[arity.length - 1] as number)) {
      script.pop();
      arity.pop();
    }
    if (script.length === 0) break;
    script[script.length - 1] = (script[script.length - 1] as number) + 1;
    if (found.length >= maxResults || work > maxWork) {
      const { procs, entry } = m.code.program;
      noteGap(m, gapReason('choices'), procs[entry]?.site ?? { file: 0, start: 0, end: 0 });
      break;
    }
    run.written.clear();
    run.allocated = 0;
    run.spawned.length = 0;
    run.instructions = 0;
    run.backs = 0;
    run.rounds = 0;
    run.exits = 0;
    run.faults = [];
    run.choices = [];
    run.events = noEvents;
    run.at = 0;
  }
  return { found, questions };
}

function choose(run: Run, count: number, site: Site, why: Why): number {
  if (count <= 1) return 0;
  if (run.at === run.script.length) {
    run.script.push(0);
    run.arity.push(count);
  }
  const branch = run.script[run.at++] as number;
  run.choices.push({ site, why, branch, of: count });
  return branch;
}

/** Runs the goroutine and all that it starts to their next operations. */
function finish(m: Machine, run: Run, vec: Int32Array, thread: Thread, held: readonly number[]): Result {
  const config = settle(m, run, thread);
  const spawned: number[] = [];
  // New goroutines come after the one that started them, in order; they may start further ones.
  for (let i = 0; i < run.spawned.length; i++) {
    spawned.push(settle(m, run, run.spawned[i] as Thread));
  }
  const writes: number[] = [];
  const before = new Set(held);
  const after = new Set<number>(config === 0 ? [] : m.comps.refs[config]);
  for (const id of spawned) for (const slot of m.comps.refs[id] as readonly number[]) after.add(slot);
  for (const [slot, id] of run.written) {
    writes.push(slot, id);
    const old = slot <= (vec[0] as number) ? (vec[slot] as number) : 0;
    if (old === 0) before.add(slot);
    else for (const ref of m.comps.refs[old] as readonly number[]) before.add(ref);
    for (const ref of m.comps.refs[id] as readonly number[]) after.add(ref);
  }
  let drops = 0;
  for (const slot of before) if (!after.has(slot)) drops |= 1 << Math.min(slot, 31);
  const { rounds, exits, faults, choices, events } = run;
  return { config, spawned, writes, drops, rounds, exits, faults, choices, events };
}

/** The configuration in which a goroutine comes to stand, or 0 if it ends. */
function settle(m: Machine, run: Run, thread: Thread): number {
  const operation = advance(m, run, thread);
  if (operation === null) return 0;
  return freeze(m, thread, operation);
}

/** Interns a configuration. Variables that are not read again are reset, so that they do not make states differ. */
function freeze(m: Machine, thread: Thread, operation: Operation): number {
  const ends = operation.op >= Op.exit && operation.op <= Op.mainEnd;
  const frames: Frame[] = ends
    ? []
    : thread.frames.map((f, i) => {
        const { proc, live, code } = must(m.code.procs[f.proc]);
        const top = i === thread.frames.length - 1;
        const vars = f.vars.slice();
        if (f.mode === running) {
          const mask = must(live[f.pc]);
          for (let v = 0; v < vars.length; v++) if (mask[v] === 0) vars[v] = zero;
          const call = top ? undefined : code[f.pc - 1];
          if (call?.kind === 'plain' && call.stmt.kind === 'call') {
            for (const target of call.stmt.targets) if (target !== null) vars[target] = zero;
          }
        } else {
          for (let v = 0; v < vars.length; v++) {
            if (f.mode === exiting || !proc.results.includes(v)) vars[v] = zero;
          }
        }
        const { defers, mode, panic } = f;
        return { proc: f.proc, pc: mode === running ? f.pc : -1, vars, defers, mode, panic };
      });
  return intern(m.comps, {
    kind: 'config',
    frames,
    root: thread.root,
    exiting: thread.exiting,
    entry: thread.entry,
    phase: thread.phase,
    operation,
  });
}
