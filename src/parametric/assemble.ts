// The counter system of finished graphs: tokens at places, transitions with their guards, and states that must not be.

import { must } from '../base/assert.ts';
import type { Site } from '../comm/comm.ts';
import { rangeOfParam } from '../comm/index.ts';
import {
  add,
  and,
  conj,
  disj,
  eq,
  False,
  ge,
  gt,
  int,
  le,
  lt,
  not,
  or,
  sub,
  sum,
  type Term,
  True,
} from '../smt/index.ts';
import { channelCounts, type Draft, groupCounts, lockCounts, loopRounds, loopValue } from './draft.ts';
import { condition } from './expr.ts';
import type {
  ChannelCounts,
  Fault,
  GroupCounts,
  LockCounts,
  LoopCounts,
  Place,
  Process,
  System,
  Transition,
} from './system.ts';

/** Puts everything in terms of counts. */
export function assemble(d: Draft): System {
  const tokens = d.places.map((place) => sub(sum([int(0), ...place.plus]), sum([int(0), ...place.minus])));
  const channels = d.program.channels.map((_, i) => channelCounts(d, i));
  const groups = d.program.groups.map((_, i) => groupCounts(d, i));
  const locks = d.program.locks.map((_, i) => lockCounts(d, i));
  const mainEnd = must(tokens[must(d.processes[0]).end]);
  const exited = disj(d.exits.map((count) => ge(count, int(1))));
  const ended = d.program.root === 'main' ? or(ge(mainEnd, int(1)), exited) : exited;
  const places: Place[] = d.places.map((place, i) => ({
    process: place.process,
    site: place.site,
    tokens: must(tokens[i]),
    end: place.end,
  }));
  const nowhere: Site = { file: 0, start: 0, end: 0 };
  const known = conj([
    ...d.program.params.flatMap((param, i) => {
      const { low, high } = rangeOfParam(param);
      const x = must(d.params[i]);
      if (param.type !== 'int') return [];
      return [...(low === null ? [] : [ge(x, int(low))]), ...(high === null ? [] : [le(x, int(high))])];
    }),
    ...d.program.requires.map((e) => condition(e, d.params, nowhere).mayHold),
  ]);
  return {
    program: d.program,
    params: d.params,
    known,
    processes: d.processes as Process[],
    places,
    edges: d.edges.map(({ from, to, count, when, what, site }) => ({ from, to, count, when, what, site })),
    registers: d.registers,
    transitions: transitions(d, tokens, channels, groups, locks, ended),
    faults: faults(d, tokens, channels, groups, locks, ended),
    ended,
    channels,
    groups,
    locks,
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
  locks: readonly LockCounts[],
  ended: Term,
): readonly Transition[] {
  const found: Transition[] = [];
  const going = not(ended);
  const add1 = (name: string, edges: readonly number[], guard: Term, site: Site): void => {
    if (guard === False) return;
    const sets = edges.flatMap((e) => must(d.edges[e]).sets);
    found.push({ name, edges, guard, sets, site });
  };
  for (const [i, edge] of d.edges.entries()) {
    const here = and(ge(must(tokens[edge.from]), int(1)), edge.when, edge.extra(), going);
    const { what } = edge;
    switch (what.kind) {
      case 'local':
      case 'start':
        add1(what.kind, [i], here, edge.site);
        break;
      case 'make':
        add1('make', [i], and(here, ge(must(channels[what.chan]).capacity, int(0))), edge.site);
        break;
      case 'send': {
        const c = must(channels[what.chan]);
        const room = and(ge(c.capacity, int(1)), lt(sub(c.sent, c.received), c.capacity), le(c.closed, int(0)));
        add1('send', [i], and(here, room), edge.site);
        break;
      }
      case 'recv': {
        const c = must(channels[what.chan]);
        add1('receive', [i], and(here, ge(c.capacity, int(1)), gt(sub(c.sent, c.received), int(0))), edge.site);
        break;
      }
      case 'drained': {
        const c = must(channels[what.chan]);
        add1(
          'receive from closed',
          [i],
          and(here, ge(c.closed, int(1)), le(sub(c.sent, c.received), int(0))),
          edge.site,
        );
        break;
      }
      case 'close':
        add1('close', [i], and(here, le(must(channels[what.chan]).closed, int(0))), edge.site);
        break;
      case 'add':
        add1('add', [i], and(here, ge(add(must(groups[what.group]).counter, what.delta), int(0))), edge.site);
        break;
      case 'wait':
        add1('wait', [i], and(here, eq(must(groups[what.group]).counter, int(0))), edge.site);
        break;
      case 'announce':
      case 'rlock':
        add1(what.kind, [i], and(here, le(must(locks[what.lock]).claimed, int(0))), edge.site);
        break;
      case 'acquire':
        add1('lock', [i], and(here, le(must(locks[what.lock]).readers, int(0))), edge.site);
        break;
      case 'unlock':
        add1('unlock', [i], and(here, ge(must(locks[what.lock]).held, int(1))), edge.site);
        break;
      case 'runlock':
        add1('runlock', [i], and(here, ge(must(locks[what.lock]).readers, int(1))), edge.site);
        break;
    }
  }
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
  locks: readonly LockCounts[],
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
      case 'unlock':
        fault('unlock-unlocked', from, le(must(locks[what.lock]).held, int(0)), site);
        break;
      case 'runlock':
        fault('unlock-unlocked', from, le(must(locks[what.lock]).readers, int(0)), site);
        break;
      case 'local':
      case 'start':
      case 'drained':
      case 'wait':
      case 'announce':
      case 'acquire':
      case 'rlock':
        break;
    }
  }
  for (const { place, what, site } of d.fails) fault(what, place, True, site);
  return found;
}
