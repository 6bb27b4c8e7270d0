// From VirGo to its counter system: the graphs of Figures 6 and 9, with a rendezvous as one step of two processes.

import { must } from '../base/assert.ts';
import type { Site } from '../comm/comm.ts';
import {
  add,
  and,
  boolVar,
  conj,
  False,
  ge,
  int,
  intVar,
  le,
  lt,
  or,
  sub,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';
import { tidyVirgo } from '../virgo/index.ts';
import { type VirgoBlock, type VirgoComm, type VirgoProgram, type VirgoStmt, visitVirgo } from '../virgo/virgo.ts';
import { assemble } from './assemble.ts';
import { channelCounts, type Draft, type DraftLoop, loopValue } from './draft.ts';
import { condition, Inexpressible, intTerm } from './expr.ts';
import type { EdgeKind, System, Transition } from './system.ts';

/** Loops with at most this many rounds are written out where they cannot be counted. */
const mostCopies = 16;

/** Where a statement stands. */
interface Scope {
  readonly process: number;
  readonly many: boolean;
  /** Counted loops around it, by index. */
  readonly loops: readonly number[];
  /** Within any loop, counted or not. */
  readonly looped: boolean;
  readonly labels: ReadonlyMap<string, Label>;
}

/** A place that an edge goes to, and what happens to registers on the way. */
interface Goal {
  readonly place: number;
  readonly sets: Transition['sets'];
}

interface Label {
  readonly after: Goal;
  readonly again: Goal | null;
  /** The counted loop that is left, if it is one. */
  readonly loop: number | null;
  readonly depth: number;
}

/** The counter system of a program; throws `Inexpressible`. */
export function encode(source: VirgoProgram): System {
  const program: VirgoProgram = { ...source, body: tidyVirgo(source.body) };
  const closes = new Set<number>();
  visitVirgo(program.body, (stmt) => {
    if (stmt.kind === 'close') closes.add(stmt.chan);
  });
  const params = program.params.map((param) => (param.type === 'bool' ? boolVar(param.name) : intVar(param.name)));
  const d: Draft = {
    program,
    params,
    processes: [],
    places: [],
    edges: [],
    registers: [],
    loops: [],
    cycles: [],
    exits: [],
    fails: [],
    capacity: program.channels.map(() => null),
    groups: new Set(),
    locks: new Set(),
    closes,
    exact: true,
  };
  const site = program.body[0]?.site ?? { file: 0, start: 0, end: 0 };
  addProcess(d, program.name, false, program.body, site);
  must(d.places[must(d.processes[0]).start]).plus.push(int(1));
  return assemble(d);
}

function addProcess(d: Draft, name: string, many: boolean, body: VirgoBlock, site: Site): number {
  const index = d.processes.length;
  const record = { name, many, start: 0, end: 0, site };
  d.processes.push(record);
  const scope: Scope = { process: index, many, loops: [], looped: false, labels: new Map() };
  record.end = addPlace(d, scope, site, true);
  record.start = addPlace(d, scope, body[0]?.site ?? site);
  addBlock(d, scope, body, record.start, goal(record.end), site);
  return index;
}

function addPlace(d: Draft, scope: Scope, site: Site, end = false): number {
  d.places.push({ process: scope.process, site, end, plus: [], minus: [], loops: scope.loops });
  return d.places.length - 1;
}

function goal(place: number): Goal {
  return { place, sets: [] };
}

interface EdgeOptions {
  readonly extra?: () => Term;
  readonly hasty?: boolean;
  readonly once?: boolean;
}

function addEdge(d: Draft, from: number, to: Goal, what: EdgeKind, when: Term, site: Site, o: EdgeOptions = {}): Var {
  const count = intVar(`#${d.edges.length}`);
  must(d.places[from]).minus.push(count);
  must(d.places[to.place]).plus.push(count);
  const { extra = () => True, hasty = false, once = false } = o;
  d.edges.push({ from, to: to.place, count, when, what, site, extra, sets: to.sets, hasty, once });
  return count;
}

function local(d: Draft, from: number, to: Goal, when: Term, site: Site, options: EdgeOptions = {}): Var {
  return addEdge(d, from, to, { kind: 'local' }, when, site, options);
}

// ---------------------------------------------------------------------------------------------------------------
// Statements: each goes from a place to another one, or leaves

function addBlock(d: Draft, scope: Scope, block: VirgoBlock, from: number, to: Goal, site: Site): void {
  const stmts: VirgoStmt[] = [];
  for (const stmt of block) {
    if (stmt.kind === 'group' || stmt.kind === 'rwlock') declare(d, scope, stmt);
    else if (stmt.kind !== 'skip') stmts.push(stmt);
    // What follows is never reached.
    if (leaves(stmt)) break;
  }
  let at = from;
  stmts.forEach((stmt, i) => {
    const next = stmts[i + 1];
    const place = next === undefined ? null : addPlace(d, scope, next.site);
    addStmt(d, scope, stmt, at, place === null ? to : goal(place));
    if (place !== null) at = place;
  });
  if (stmts.length === 0) local(d, from, to, True, site);
}

function leaves(stmt: VirgoStmt): boolean {
  return ['return', 'break', 'continue', 'exit', 'fail'].includes(stmt.kind);
}

function declare(d: Draft, scope: Scope, stmt: VirgoStmt & { readonly kind: 'group' | 'rwlock' }): void {
  const made = stmt.kind === 'group' ? d.groups : d.locks;
  if (scope.looped || scope.many || made.has(stmt.target)) {
    const what = stmt.kind === 'group' ? 'WaitGroup' : 'lock';
    throw new Inexpressible(`a ${what} that is made more than once`, stmt.site);
  }
  made.add(stmt.target);
}

function addStmt(d: Draft, scope: Scope, stmt: VirgoStmt, from: number, to: Goal): void {
  const { site } = stmt;
  const leave = (loops: readonly number[]): void => {
    for (const loop of loops) must(d.loops[loop]).regular = false;
  };
  switch (stmt.kind) {
    case 'skip':
    case 'group':
    case 'rwlock':
      return;
    case 'chan':
      if (scope.looped || scope.many || d.capacity[stmt.target] !== null) {
        throw new Inexpressible('a channel that is made more than once', site);
      }
      d.capacity[stmt.target] = intTerm(stmt.capacity, d.params, site);
      addEdge(d, from, to, { kind: 'make', chan: stmt.target }, True, site);
      return;
    case 'send':
    case 'recv':
      addComm(d, stmt, from, to, false);
      return;
    case 'close':
      addEdge(d, from, to, { kind: 'close', chan: stmt.chan }, True, site);
      return;
    case 'add': {
      const delta = intTerm(stmt.delta, d.params, site);
      const once = !scope.looped && !scope.many;
      addEdge(d, from, to, { kind: 'add', group: stmt.group, delta }, True, site, { once });
      return;
    }
    case 'wait':
      addEdge(d, from, to, { kind: 'wait', group: stmt.group }, True, site);
      return;
    case 'lock': {
      const { lock } = stmt;
      if (stmt.op !== 'lock') {
        addEdge(d, from, to, { kind: stmt.op, lock }, True, site);
        return;
      }
      const waiting = addPlace(d, scope, site);
      addEdge(d, from, goal(waiting), { kind: 'announce', lock }, True, site);
      addEdge(d, waiting, to, { kind: 'acquire', lock }, True, site);
      return;
    }
    case 'go': {
      const process = addProcess(d, stmt.name, scope.many || scope.looped, stmt.body, site);
      const count = addEdge(d, from, to, { kind: 'start', process }, True, site);
      must(d.places[must(d.processes[process]).start]).plus.push(count);
      return;
    }
    case 'return':
      local(d, from, goal(must(d.processes[scope.process]).end), True, site);
      leave(scope.loops);
      return;
    case 'exit':
      d.exits.push(local(d, from, goal(must(d.processes[scope.process]).end), True, site));
      leave(scope.loops);
      return;
    case 'fail':
      d.fails.push({ place: from, what: stmt.what, site });
      return;
    case 'if': {
      const { mayHold, mayFail } = condition(stmt.cond, d.params, site);
      addBranch(d, scope, stmt.then, from, to, mayHold, site);
      addBranch(d, scope, stmt.otherwise, from, to, mayFail, site);
      return;
    }
    case 'for':
      addFor(d, scope, stmt, from, to);
      return;
    case 'receive': {
      const branch = (block: VirgoBlock): Goal =>
        block.every((inner) => inner.kind === 'skip') ? to : goal(addPlace(d, scope, block[0]?.site ?? site));
      const got = branch(stmt.then);
      addEdge(d, from, got, { kind: 'recv', chan: stmt.chan }, True, site);
      if (got !== to) addBlock(d, scope, stmt.then, got.place, to, site);
      if (!d.closes.has(stmt.chan)) return;
      const none = branch(stmt.otherwise);
      addEdge(d, from, none, { kind: 'drained', chan: stmt.chan }, True, site);
      if (none !== to) addBlock(d, scope, stmt.otherwise, none.place, to, site);
      return;
    }
    case 'range':
    case 'loop':
      addOpenLoop(d, scope, stmt, from, to);
      return;
    case 'block': {
      const label: Label = { after: to, again: null, loop: null, depth: scope.loops.length };
      addBlock(d, { ...scope, labels: new Map(scope.labels).set(stmt.label, label) }, stmt.body, from, to, site);
      return;
    }
    case 'break':
    case 'continue': {
      const label = must(scope.labels.get(stmt.label), `label ${stmt.label}`);
      // Loops that are left on the way do not come to their end by counting.
      leave(scope.loops.slice(label.depth).filter((loop) => stmt.kind === 'break' || loop !== label.loop));
      local(d, from, stmt.kind === 'break' ? label.after : must(label.again, 'a loop'), True, site);
      return;
    }
    case 'select':
      addSelect(d, scope, stmt, from, to);
      return;
  }
}

function addComm(d: Draft, stmt: VirgoComm, from: number, to: Goal, hasty: boolean): void {
  addEdge(d, from, to, { kind: stmt.kind, chan: stmt.chan }, True, stmt.site, { hasty });
  if (stmt.kind === 'recv' && d.closes.has(stmt.chan)) {
    addEdge(d, from, to, { kind: 'drained', chan: stmt.chan }, True, stmt.site);
  }
}

function addBranch(d: Draft, scope: Scope, block: VirgoBlock, from: number, to: Goal, when: Term, site: Site): void {
  if (when === False) return;
  if (block.every((stmt) => stmt.kind === 'skip')) {
    local(d, from, to, when, site);
    return;
  }
  const begin = addPlace(d, scope, block[0]?.site ?? site);
  local(d, from, goal(begin), when, site);
  addBlock(d, scope, block, begin, to, site);
}

function addSelect(
  d: Draft,
  scope: Scope,
  stmt: VirgoStmt & { readonly kind: 'select' },
  from: number,
  to: Goal,
): void {
  const hasty = stmt.otherwise !== null;
  const empty = (block: VirgoBlock): boolean => block.every((inner) => inner.kind === 'skip');
  for (const { comm, body } of stmt.cases) {
    const begin = empty(body) ? to : goal(addPlace(d, scope, comm.site));
    if (comm.kind === 'tau') local(d, from, begin, True, comm.site);
    else addComm(d, comm, from, begin, hasty);
    if (begin !== to) addBlock(d, scope, body, begin.place, to, comm.site);
  }
  if (stmt.otherwise === null) return;
  // A goroutine has not begun to wait at a rendezvous just because it stands before one; so default is possible there.
  const extra = (): Term =>
    conj(
      stmt.cases.map(({ comm }) => {
        // Whether a timer has fired is not known.
        if (comm.kind === 'tau') return True;
        const c = channelCounts(d, comm.chan);
        const inside = sub(c.sent, c.received);
        const unready = comm.kind === 'send' ? ge(inside, c.capacity) : le(inside, int(0));
        return and(le(c.closed, int(0)), or(le(c.capacity, int(0)), unready));
      }),
    );
  const begin = addPlace(d, scope, stmt.site);
  local(d, from, goal(begin), True, stmt.site, { extra });
  addBlock(d, scope, stmt.otherwise, begin, to, stmt.site);
}

// ---------------------------------------------------------------------------------------------------------------
// Loops

function addFor(d: Draft, scope: Scope, stmt: VirgoStmt & { readonly kind: 'for' }, from: number, to: Goal): void {
  const { site, step } = stmt;
  const lo = intTerm(stmt.lo, d.params, site);
  const hi = intTerm(stmt.hi, d.params, site);
  if (scope.many) {
    const trips = sub(hi, lo);
    const rounds = trips.kind === 'int' ? Math.max(0, Math.ceil(Number(trips.value) / step)) : null;
    if (rounds !== null && rounds <= mostCopies) {
      addCopies(d, scope, stmt, from, to, rounds);
      return;
    }
    // Which of many processes has done how many rounds is not counted: any of them may go on or leave.
    d.exact = false;
    addOpenLoop(d, scope, stmt, from, to);
    return;
  }
  const single = !scope.looped;
  const register = single ? null : d.registers.length;
  if (register !== null) d.registers.push({ value: intVar(`@${register}`), first: lo });
  const index = d.loops.length;
  const inner: Scope = { ...scope, loops: [...scope.loops, index], looped: true };
  const head = addPlace(d, inner, site);
  const begin = addPlace(d, inner, stmt.body[0]?.site ?? site);
  const loop: DraftLoop = { lo, hi, step, register, single, head, enter: null, body: null, exit: null, regular: true };
  d.loops.push(loop);
  const value = (): Term => loopValue(d, loop);
  const set = (term: Term): Transition['sets'] => (register === null ? [] : [{ register, value: term }]);
  loop.enter = local(d, from, { place: head, sets: set(lo) }, True, site);
  loop.body = local(d, head, goal(begin), single ? lt(lo, hi) : True, site, { extra: () => lt(value(), hi) });
  loop.exit = local(d, head, to, True, site, { extra: () => ge(value(), hi) });
  d.cycles.push({ entered: loop.enter, begun: loop.body, ends: true });
  const again: Goal = {
    place: head,
    sets: register === null ? [] : set(add(must(d.registers[register]).value, int(step))),
  };
  const labels = new Map(scope.labels);
  if (stmt.label !== '') labels.set(stmt.label, { after: to, again, loop: index, depth: scope.loops.length });
  addBlock(d, { ...inner, labels }, stmt.body, begin, again, site);
}

/** A loop with a known, small number of rounds, written out. */
function addCopies(
  d: Draft,
  scope: Scope,
  stmt: VirgoStmt & { readonly kind: 'for' },
  from: number,
  to: Goal,
  rounds: number,
): void {
  if (rounds === 0) {
    local(d, from, to, True, stmt.site);
    return;
  }
  let at = from;
  for (let i = 1; i <= rounds; i++) {
    const next = i === rounds ? to : goal(addPlace(d, scope, stmt.site));
    const labels = new Map(scope.labels);
    if (stmt.label !== '') labels.set(stmt.label, { after: to, again: next, loop: null, depth: scope.loops.length });
    addBlock(d, { ...scope, labels }, stmt.body, at, next, stmt.site);
    at = next.place;
  }
}

/** A loop whose number of iterations depends on messages, or is not known. */
function addOpenLoop(
  d: Draft,
  scope: Scope,
  stmt: VirgoStmt & { readonly kind: 'range' | 'loop' | 'for' },
  from: number,
  to: Goal,
): void {
  const { site } = stmt;
  const inner: Scope = { ...scope, looped: true };
  const head = addPlace(d, inner, site);
  const begin = addPlace(d, inner, stmt.body[0]?.site ?? site);
  const entered = local(d, from, goal(head), True, site);
  let begun: Var;
  if (stmt.kind === 'range') {
    begun = addEdge(d, head, goal(begin), { kind: 'recv', chan: stmt.chan }, True, site);
    if (d.closes.has(stmt.chan)) addEdge(d, head, to, { kind: 'drained', chan: stmt.chan }, True, site);
  } else {
    begun = local(d, head, goal(begin), True, site);
    if (stmt.kind === 'for') local(d, head, to, True, site);
  }
  d.cycles.push({ entered, begun, ends: stmt.kind === 'for' || (stmt.kind === 'loop' && stmt.ends) });
  const labels = new Map(scope.labels);
  const again = goal(head);
  if (stmt.label !== '') labels.set(stmt.label, { after: to, again, loop: null, depth: scope.loops.length });
  addBlock(d, { ...inner, labels }, stmt.body, begin, again, site);
}
