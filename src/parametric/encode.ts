// From VirGo to its counter system: the graphs of Figures 6 and 9, with a rendezvous as one step of two processes.

import { must } from '../base/assert.ts';
import type { Site } from '../comm/comm.ts';
import { type VirgoBlock, type VirgoComm, type VirgoProgram, type VirgoStmt, visitVirgo } from '../comm/virgo.ts';
import {
  add,
  and,
  boolVar,
  conj,
  disj,
  eq,
  False,
  ge,
  gt,
  int,
  intVar,
  le,
  lt,
  mul,
  not,
  or,
  sub,
  sum,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';
import { condition, Inexpressible, intTerm } from './expr.ts';
import type {
  ChannelCounts,
  Cycle,
  Edge,
  EdgeKind,
  Fault,
  GroupCounts,
  LoopCounts,
  Place,
  Process,
  Register,
  System,
  Transition,
} from './system.ts';

/** Loops with at most this many rounds are written out where they cannot be counted. */
const mostCopies = 16;

interface DraftPlace {
  readonly process: number;
  readonly site: Site;
  readonly end: boolean;
  readonly plus: Term[];
  readonly minus: Term[];
  /** How many loops of the process this is in: indices of drafted loops. */
  readonly loops: readonly number[];
}

interface DraftEdge extends Edge {
  /** Over the state, besides tokens and what the kind of the edge needs. */
  readonly extra: () => Term;
  readonly sets: Transition['sets'];
  /** Of a select with default: two such do not meet. */
  readonly hasty: boolean;
}

interface DraftLoop {
  readonly lo: Term;
  readonly hi: Term;
  readonly step: number;
  readonly register: number | null;
  readonly single: boolean;
  readonly head: number;
  enter: Var | null;
  body: Var | null;
  exit: Var | null;
  regular: boolean;
}

interface Draft {
  readonly program: VirgoProgram;
  readonly params: readonly Var[];
  readonly processes: { name: string; many: boolean; start: number; end: number; site: Site }[];
  readonly places: DraftPlace[];
  readonly edges: DraftEdge[];
  readonly registers: Register[];
  readonly loops: DraftLoop[];
  readonly cycles: Cycle[];
  readonly exits: Term[];
  readonly fails: { readonly place: number; readonly what: string; readonly site: Site }[];
  readonly capacity: (Term | null)[];
  readonly groups: Set<number>;
  readonly closes: ReadonlySet<number>;
  exact: boolean;
}

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
export function encode(program: VirgoProgram): System {
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
    closes,
    exact: true,
  };
  const site = program.body[0]?.site ?? { file: 0, start: 0, end: 0 };
  addProcess(d, program.name, false, program.body, site);
  must(d.places[must(d.processes[0]).start]).plus.push(int(1));
  return finish(d);
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
}

function addEdge(d: Draft, from: number, to: Goal, what: EdgeKind, when: Term, site: Site, o: EdgeOptions = {}): Var {
  const count = intVar(`#${d.edges.length}`);
  must(d.places[from]).minus.push(count);
  must(d.places[to.place]).plus.push(count);
  const { extra = () => True, hasty = false } = o;
  d.edges.push({ from, to: to.place, count, when, what, site, extra, sets: to.sets, hasty });
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
    if (stmt.kind === 'group') declareGroup(d, scope, stmt);
    else if (stmt.kind !== 'skip') stmts.push(stmt);
    // What follows is never reached.
    if (leaves(stmt)) break;
  }
  let at = from;
  stmts.forEach((stmt, i) => {
    const next = stmts[i + 1];
    if (next === undefined) return addStmt(d, scope, stmt, at, to);
    const place = addPlace(d, scope, next.site);
    addStmt(d, scope, stmt, at, goal(place));
    at = place;
  });
  if (stmts.length === 0) local(d, from, to, True, site);
}

function leaves(stmt: VirgoStmt): boolean {
  return ['return', 'break', 'continue', 'exit', 'fail'].includes(stmt.kind);
}

function declareGroup(d: Draft, scope: Scope, stmt: VirgoStmt & { readonly kind: 'group' }): void {
  if (scope.looped || scope.many || d.groups.has(stmt.target)) {
    throw new Inexpressible('a WaitGroup that is made more than once', stmt.site);
  }
  d.groups.add(stmt.target);
}

function addStmt(d: Draft, scope: Scope, stmt: VirgoStmt, from: number, to: Goal): void {
  const { site } = stmt;
  const leave = (loops: readonly number[]): void => {
    for (const loop of loops) must(d.loops[loop]).regular = false;
  };
  switch (stmt.kind) {
    case 'skip':
    case 'group':
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
      return addComm(d, stmt, from, to, false);
    case 'close':
      addEdge(d, from, to, { kind: 'close', chan: stmt.chan }, True, site);
      return;
    case 'add':
      addEdge(d, from, to, { kind: 'add', group: stmt.group, delta: intTerm(stmt.delta, d.params, site) }, True, site);
      return;
    case 'wait':
      addEdge(d, from, to, { kind: 'wait', group: stmt.group }, True, site);
      return;
    case 'go': {
      const process = addProcess(d, stmt.name, scope.many || scope.looped, stmt.body, site);
      const count = addEdge(d, from, to, { kind: 'start', process }, True, site);
      must(d.places[must(d.processes[process]).start]).plus.push(count);
      return;
    }
    case 'return':
      local(d, from, goal(must(d.processes[scope.process]).end), True, site);
      return leave(scope.loops);
    case 'exit':
      d.exits.push(local(d, from, goal(must(d.processes[scope.process]).end), True, site));
      return leave(scope.loops);
    case 'fail':
      d.fails.push({ place: from, what: stmt.what, site });
      return;
    case 'if': {
      const { mayHold, mayFail } = condition(stmt.cond, d.params, site);
      addBranch(d, scope, stmt.then, from, to, mayHold, site);
      return addBranch(d, scope, stmt.otherwise, from, to, mayFail, site);
    }
    case 'for':
      return addFor(d, scope, stmt, from, to);
    case 'range':
    case 'repeat':
      return addOpenLoop(d, scope, stmt, from, to);
    case 'block': {
      const label: Label = { after: to, again: null, loop: null, depth: scope.loops.length };
      return addBlock(d, { ...scope, labels: new Map(scope.labels).set(stmt.label, label) }, stmt.body, from, to, site);
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
      return addSelect(d, scope, stmt, from, to);
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
    addComm(d, comm, from, begin, hasty);
    if (begin !== to) addBlock(d, scope, body, begin.place, to, comm.site);
  }
  if (stmt.otherwise === null) return;
  // Nobody has begun to wait at a rendezvous just because it stands before one; so default is possible there.
  const extra = (): Term =>
    conj(
      stmt.cases.map(({ comm }) => {
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
    if (rounds !== null && rounds <= mostCopies) return addCopies(d, scope, stmt, from, to, rounds);
    // Which of many processes has done how many rounds is not counted: any of them may go on or leave.
    d.exact = false;
    return addOpenLoop(d, scope, stmt, from, to);
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
  d.cycles.push({ entered: loop.enter, begun: loop.body });
  const again: Goal = {
    place: head,
    sets: register === null ? [] : set(add(must(d.registers[register]).value, int(step))),
  };
  const labels = new Map(scope.labels);
  if (stmt.label !== '') labels.set(stmt.label, { after: to, again, loop: index, depth: scope.loops.length });
  addBlock(d, { ...inner, labels }, stmt.body, begin, again, site);
}

/** Rounds done: arrivals at the head besides the first. */
function loopRounds(d: Draft, loop: DraftLoop): Term {
  return sub(sum([int(0), ...must(d.places[loop.head]).plus]), must(loop.enter));
}

function loopValue(d: Draft, loop: DraftLoop): Term {
  if (loop.register !== null) return must(d.registers[loop.register]).value;
  return add(loop.lo, mul(int(loop.step), loopRounds(d, loop)));
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

/** A loop whose rounds messages decide, or nobody knows. */
function addOpenLoop(
  d: Draft,
  scope: Scope,
  stmt: VirgoStmt & { readonly kind: 'range' | 'repeat' | 'for' },
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
    local(d, head, to, True, site);
  }
  d.cycles.push({ entered, begun });
  const labels = new Map(scope.labels);
  const again = goal(head);
  if (stmt.label !== '') labels.set(stmt.label, { after: to, again, loop: null, depth: scope.loops.length });
  addBlock(d, { ...inner, labels }, stmt.body, begin, again, site);
}

// ---------------------------------------------------------------------------------------------------------------
// Sums, transitions, faults

function channelCounts(d: Draft, chan: number): ChannelCounts {
  const total = (kind: EdgeKind['kind']): Term =>
    sum([
      int(0),
      ...d.edges.filter((e) => e.what.kind === kind && 'chan' in e.what && e.what.chan === chan).map((e) => e.count),
    ]);
  return {
    capacity: d.capacity[chan] ?? int(0),
    sent: total('send'),
    received: total('recv'),
    closed: total('close'),
    mutex: must(d.program.channels[chan]).mutex,
  };
}

function groupCounts(d: Draft, group: number): GroupCounts {
  const parts = d.edges.flatMap((e) =>
    e.what.kind === 'add' && e.what.group === group ? [mul(e.what.delta, e.count)] : [],
  );
  return { counter: sum([int(0), ...parts]) };
}

function finish(d: Draft): System {
  const tokens = d.places.map((place) => sub(sum([int(0), ...place.plus]), sum([int(0), ...place.minus])));
  const channels = d.program.channels.map((_, i) => channelCounts(d, i));
  const groups = d.program.groups.map((_, i) => groupCounts(d, i));
  const mainEnd = must(tokens[must(d.processes[0]).end]);
  const exited = disj(d.exits.map((count) => ge(count, int(1))));
  const ended = d.program.root === 'main' ? or(ge(mainEnd, int(1)), exited) : exited;
  const places: Place[] = d.places.map((place, i) => ({
    process: place.process,
    site: place.site,
    tokens: must(tokens[i]),
    end: place.end,
  }));
  const known = conj(
    d.program.params.flatMap((param, i) =>
      param.type === 'int' && param.min !== null ? [ge(must(d.params[i]), int(param.min))] : [],
    ),
  );
  return {
    program: d.program,
    params: d.params,
    known,
    processes: d.processes as Process[],
    places,
    edges: d.edges.map(({ from, to, count, when, what, site }) => ({ from, to, count, when, what, site })),
    registers: d.registers,
    transitions: transitions(d, tokens, channels, groups, ended),
    faults: faults(d, tokens, channels, groups, ended),
    ended,
    channels,
    groups,
    loops: d.loops.map((_, i) => loopCounts(d, tokens, i)),
    cycles: d.cycles,
    exact: d.exact && d.program.exact,
  };
}

function loopCounts(d: Draft, tokens: readonly Term[], index: number): LoopCounts {
  const loop = must(d.loops[index]);
  const within = d.places.flatMap((place, i) => (place.loops.includes(index) ? [must(tokens[i])] : []));
  const inside = sum([int(0), ...within]);
  return {
    lo: loop.lo,
    hi: loop.hi,
    step: loop.step,
    value: loopValue(d, loop),
    register: loop.register,
    entered: must(loop.enter),
    begun: must(loop.body),
    rounds: loopRounds(d, loop),
    finished: must(loop.exit),
    inside,
    busy: sub(inside, must(tokens[loop.head])),
    regular: loop.regular,
    single: loop.single,
  };
}

function transitions(
  d: Draft,
  tokens: readonly Term[],
  channels: readonly ChannelCounts[],
  groups: readonly GroupCounts[],
  ended: Term,
): readonly Transition[] {
  const found: Transition[] = [];
  const going = not(ended);
  const add1 = (name: string, edges: readonly number[], guard: Term, site: Site): void => {
    if (guard === False) return;
    const sets = edges.flatMap((e) => must(d.edges[e]).sets);
    found.push({ name, edges, guard, sets, site });
  };
  d.edges.forEach((edge, i) => {
    const here = and(ge(must(tokens[edge.from]), int(1)), edge.when, edge.extra(), going);
    const { what } = edge;
    switch (what.kind) {
      case 'local':
      case 'start':
        return add1(what.kind, [i], here, edge.site);
      case 'make':
        return add1('make', [i], and(here, ge(must(channels[what.chan]).capacity, int(0))), edge.site);
      case 'send': {
        const c = must(channels[what.chan]);
        const room = and(ge(c.capacity, int(1)), lt(sub(c.sent, c.received), c.capacity), le(c.closed, int(0)));
        return add1('send', [i], and(here, room), edge.site);
      }
      case 'recv': {
        const c = must(channels[what.chan]);
        return add1('receive', [i], and(here, ge(c.capacity, int(1)), gt(sub(c.sent, c.received), int(0))), edge.site);
      }
      case 'drained': {
        const c = must(channels[what.chan]);
        return add1(
          'receive from closed',
          [i],
          and(here, ge(c.closed, int(1)), le(sub(c.sent, c.received), int(0))),
          edge.site,
        );
      }
      case 'close':
        return add1('close', [i], and(here, le(must(channels[what.chan]).closed, int(0))), edge.site);
      case 'add':
        return add1('add', [i], and(here, ge(add(must(groups[what.group]).counter, what.delta), int(0))), edge.site);
      case 'wait':
        return add1('wait', [i], and(here, eq(must(groups[what.group]).counter, int(0))), edge.site);
    }
  });
  d.edges.forEach((send, s) => {
    if (send.what.kind !== 'send') return;
    const { chan } = send.what;
    const c = must(channels[chan]);
    d.edges.forEach((recv, r) => {
      if (recv.what.kind !== 'recv' || recv.what.chan !== chan || (send.hasty && recv.hasty)) return;
      const process = must(d.places[send.from]).process;
      if (process === must(d.places[recv.from]).process && !must(d.processes[process]).many) return;
      const both =
        send.from === recv.from
          ? ge(must(tokens[send.from]), int(2))
          : and(ge(must(tokens[send.from]), int(1)), ge(must(tokens[recv.from]), int(1)));
      const guard = and(both, eq(c.capacity, int(0)), le(c.closed, int(0)), going);
      add1('rendezvous', [s, r], guard, send.site);
    });
  });
  return found;
}

function faults(
  d: Draft,
  tokens: readonly Term[],
  channels: readonly ChannelCounts[],
  groups: readonly GroupCounts[],
  ended: Term,
): readonly Fault[] {
  const found: Fault[] = [];
  const fault = (rule: string, place: number, when: Term, site: Site): void => {
    const all = and(ge(must(tokens[place]), int(1)), when, not(ended));
    if (all !== False) found.push({ rule, when: all, site });
  };
  for (const { from, what, site } of d.edges) {
    switch (what.kind) {
      case 'make':
        fault('negative-capacity', from, lt(must(channels[what.chan]).capacity, int(0)), site);
        break;
      case 'send':
        fault('send-on-closed', from, ge(must(channels[what.chan]).closed, int(1)), site);
        break;
      case 'close':
        fault('double-close', from, ge(must(channels[what.chan]).closed, int(1)), site);
        break;
      case 'recv': {
        const c = must(channels[what.chan]);
        if (c.mutex) fault('unlock-unlocked', from, le(sub(c.sent, c.received), int(0)), site);
        break;
      }
      case 'add':
        fault('negative-waitgroup', from, lt(add(must(groups[what.group]).counter, what.delta), int(0)), site);
        break;
      case 'local':
      case 'start':
      case 'drained':
      case 'wait':
        break;
    }
  }
  for (const { place, what, site } of d.fails) fault(what, place, True, site);
  return found;
}
