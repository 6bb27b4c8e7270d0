// Loops while a program is followed: what a round changes is given up, but for counters, until a round changes nothing else.

import { must } from '../base/assert.ts';
import { why } from '../base/reasons.ts';
import type { LoopStmt, Stmt } from '../comm/comm.ts';
import { mapLoop } from '../comm/index.ts';
import {
  copy,
  type Frame,
  join,
  type Label,
  type Machine,
  NotVirgo,
  restore,
  type Snapshot,
  type State,
  snapshot,
} from './follow.ts';
import { execBlock } from './from-comm.ts';
import { assigned, type Counters, type Head, loopHead } from './loops.ts';
import { execArray, load, sizeOfMap } from './objects.ts';
import { asNumber, closedExpr, counterIn, evaluate, lost, nil, sameVal, type Val } from './values.ts';
import type { VirgoStmt } from './virgo.ts';

export function execLoop(m: Machine, f: Frame, stmt: LoopStmt, s: State, out: VirgoStmt[]): State | null {
  const inBody = assigned(stmt.body, new Map());
  const inNext = assigned(stmt.next, new Map());
  const inside = copy(s);
  for (const [variable, stmts] of inBody) {
    const before = must(s.vars[variable]);
    // Stores to elements leave a slice as long as it is.
    const filled = before.kind === 'array' && stmts.every((one) => one.kind === 'store');
    inside.vars[variable] = filled ? { ...before, element: lost(why('element')) } : lost(why('loop'));
  }
  const counters = countersOf(
    m,
    f,
    stmt,
    inside,
    s,
    [...inNext.keys()].filter((variable) => !inBody.has(variable)),
  );
  // Cells that the loop stores to: found by following it until no more turn up.
  for (let round = 0; ; round++) {
    if (round > 6) throw new NotVirgo('a loop that changes more and more', stmt.site);
    const begin = copy(inside);
    const before = snapshot(m);
    const sizes = { statements: m.statements, threads: m.threads };
    const list: VirgoStmt[] = [];
    const done = followLoop(m, { ...f, loops: f.loops + 1 }, stmt, begin, counters, list);
    const changed = changedCells(inside, done.ends, before);
    if (changed.length === 0) {
      out.push(...list);
      return done.after;
    }
    restore(m, before);
    m.threads = sizes.threads;
    for (const key of changed) inside.cells.set(key, lost(why('loop')));
  }
}

/** Variables that each round changes by the same amount, between rounds only. They stand for themselves in `inside`. */
function countersOf(
  m: Machine,
  f: Frame,
  stmt: LoopStmt,
  inside: State,
  before: State,
  candidates: readonly number[],
): Counters {
  const names = new Map<number, string>();
  for (const variable of candidates) {
    const name = `#${++m.counters}`;
    names.set(variable, name);
    inside.vars[variable] = { kind: 'expr', expr: { kind: 'atom', value: name } };
  }
  const counters = new Map<string, { readonly variable: number; readonly step: number; readonly first: Val }>();
  for (let open = names.size > 0; open; ) {
    open = false;
    counters.clear();
    const end = execBlock(m, { ...f, loops: f.loops + 1 }, stmt.next, 0, copy(inside), []);
    for (const [variable, name] of [...names]) {
      const value = end?.vars[variable];
      const found = value?.kind === 'expr' ? counterIn(value.expr) : null;
      const step = found?.name === name && found.factor === 1 && found.rest.kind === 'int' ? found.rest.value : 0;
      if (step !== 0) {
        counters.set(name, { variable, step, first: must(before.vars[variable]) });
        continue;
      }
      names.delete(variable);
      inside.vars[variable] = lost(why('loop'));
      open = true;
    }
  }
  return counters;
}

function changedCells(before: State, ends: readonly State[], records: Snapshot): readonly string[] {
  const found = new Set<string>();
  for (const end of ends) {
    for (const [key, value] of end.cells) {
      const own = /^\d+\./.test(key) && Number(key.slice(0, key.indexOf('.'))) >= records.records;
      const ownTimer = /^t\d+$/.test(key) && Number(key.slice(1)) >= records.timers;
      if (own || ownTimer) continue;
      const old = before.cells.get(key) ?? nil;
      // What was given up already holds anything.
      const top = old.kind === 'unknown' && old.lossy && old.id === undefined;
      if (!top && !sameVal(old, value)) found.add(key);
    }
  }
  return [...found];
}

/** A loop over a map that is not changed meanwhile has a round for each of its entries: what changes is not known in this state. */
function mapHead(m: Machine, f: Frame, s: State, stmt: LoopStmt): Head | null {
  const found = mapLoop(m.program, stmt);
  if (found === null || stmt.next.length > 0) return null;
  const size = sizeOfMap(m, f, s, evaluate(s.vars, found.map));
  const hi = size === null ? null : closedExpr(asNumber(size));
  if (hi === null) return null;
  const { site } = stmt;
  const key: Stmt[] =
    found.key === null
      ? []
      : [{ kind: 'assign', target: found.key, value: { kind: 'unknown', why: why('key') }, site }];
  const body: readonly Stmt[] = [
    { kind: 'assign', target: found.found, value: { kind: 'bool', value: true }, site },
    ...key,
    ...found.body,
  ];
  return { lo: { kind: 'int', value: 0 }, hi, step: 1, tested: [], body };
}

interface Followed {
  readonly after: State | null;
  /** States at the ends of rounds. */
  readonly ends: readonly State[];
}

function followLoop(m: Machine, f: Frame, stmt: LoopStmt, s: State, counters: Counters, out: VirgoStmt[]): Followed {
  const { site } = stmt;
  const label: Label = { name: `${stmt.label.replace(/\$/g, '')}'${++m.labels}`, breaks: [], continues: [] };
  const outer = f.labels.get(stmt.label);
  f.labels.set(stmt.label, label);
  // Nothing that is read between rounds changes in them: what does is not known in this state.
  const head =
    mapHead(m, f, s, stmt) ??
    loopHead(stmt, s.vars, counters, (vars, read) =>
      read.kind === 'load' ? load(m, f, { ...s, vars }, read.place, read.site) : execArray(m, f, { ...s, vars }, read),
    );
  const deferred = s.defers.length;
  const body: VirgoStmt[] = [];
  const exits = copy(s);
  const end = head === null ? execBlock(m, f, stmt.body, 0, s, body) : execBlock(m, f, head.body, 0, s, body);
  let round = end;
  for (const state of label.continues) round = join(round, state, site);
  const ends: State[] = [];
  if (round !== null) {
    const next: VirgoStmt[] = [];
    const after = execBlock(m, f, stmt.next, 0, copy(round), next);
    if (next.length > 0) throw new NotVirgo('a loop that synchronises between its rounds', site);
    if (after !== null) ends.push(after);
  }
  if (outer === undefined) f.labels.delete(stmt.label);
  else f.labels.set(stmt.label, outer);
  let after: State | null = head === null ? null : exits;
  for (const state of label.breaks) after = join(after, state, site);
  // A goroutine may have been started in an earlier round.
  if (after !== null && ends.some((state) => state.concurrent)) after = { ...after, concurrent: true };
  if (after !== null) {
    after = copy(after);
    for (const { variable } of counters.values()) after.vars[variable] = lost(why('loop'));
  }
  if (ends.some((state) => state.defers.length > deferred)) throw new NotVirgo('defer in a loop', site);
  const known = stmt.termination === 'terminates';
  if (head === null) out.push({ kind: 'loop', label: label.name, ends: known, of: f.proc.name, body, site });
  else {
    const { lo, hi, step, tested } = head;
    out.push({ kind: 'for', label: label.name, lo, hi, step, tested, body, site });
  }
  return { after, ends };
}
