// Random VirGo programs, small enough to be run through all schedules.

import { goValue } from '../../src/base/reasons.ts';
import type { Expr, ParamDecl, Site } from '../../src/comm/comm.ts';
import type { VirgoBlock, VirgoChannel, VirgoName, VirgoProgram, VirgoStmt } from '../../src/virgo/virgo.ts';
import { evaluate } from './brute.ts';

const site: Site = { file: 0, start: 0, end: 0 };

/** A small generator of pseudo-random numbers: the same seed gives the same programs. */
export function random(seed: number): () => number {
  let a = (seed * 2654435761) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface GenerateOptions {
  /** Beyond the paper's language: goroutines in loops, nested loops, break, close, range, select, free choices. */
  readonly extended: boolean;
  /** With a read-write lock, besides. */
  readonly locks?: boolean;
}

interface Maker {
  readonly next: () => number;
  readonly extended: boolean;
  readonly channels: VirgoChannel[];
  readonly groups: VirgoName[];
  readonly locks: VirgoName[];
  readonly params: ParamDecl[];
  readonly closed: Set<number>;
  budget: number;
  goroutines: number;
  labels: number;
}

export function generate(seed: number, options: GenerateOptions): VirgoProgram {
  const next = random(seed);
  const m: Maker = {
    next,
    extended: options.extended,
    channels: [],
    groups: [],
    locks: options.locks === true ? [{ name: 'l', site }] : [],
    params: [],
    closed: new Set(),
    budget: 5 + Math.floor(next() * 5),
    goroutines: 0,
    labels: 0,
  };
  const count = 1 + below(m, 2);
  for (let i = 0; i < count; i++) m.params.push({ name: 'xyz'[i] as string, type: 'int', min: null, site });
  if (chance(m, 0.3)) m.params.push({ name: 'b', type: 'bool', min: null, site });
  // Half of the programs are what people write, with something changed; the others are anything at all.
  if (seed % 2 === 0) return program(m, seed, pattern(m));
  const body: VirgoStmt[] = [];
  if (chance(m, 0.15)) body.push(guardReturn(m));
  const channels = 1 + below(m, 2);
  for (let i = 0; i < channels; i++) {
    m.channels.push({ name: `c${i}`, site, mutex: false });
    body.push({ kind: 'chan', target: i, capacity: capacity(m), site });
  }
  if (chance(m, 0.35)) {
    m.groups.push({ name: 'w', site });
    body.push({ kind: 'group', target: 0, site });
    if (chance(m, 0.6)) body.push({ kind: 'add', group: 0, delta: small(m), site });
  }
  while (m.budget > 0) body.push(...statement(m, { loop: 0, go: 0, labels: [] }));
  return program(m, seed, body);
}

function program(m: Maker, seed: number, body: VirgoBlock): VirgoProgram {
  return {
    kind: 'VirgoProgram',
    name: `generated${seed}`,
    root: 'function',
    files: ['generated'],
    params: m.params,
    requires: promises(m),
    channels: m.channels,
    groups: m.groups,
    locks: m.locks,
    body: m.locks.length === 0 ? body : [{ kind: 'rwlock', target: 0, site }, ...body],
    assumptions: [],
    exact: true,
  };
}

/** What callers promise; mostly nothing. */
function promises(m: Maker): readonly Expr[] {
  if (!chance(m, 0.2)) return [];
  const op = pick(m, ['<', '<=', '>', '>=', '==', '!='] as const);
  const y = chance(m, 0.7) ? int(below(m, 4) - 1) : number(m);
  return [{ kind: 'binary', op, x: number(m), y }];
}

/** Producers and a consumer that mostly agree on how many messages there are, with or without a WaitGroup. */
function pattern(m: Maker): VirgoBlock {
  const body: VirgoStmt[] = [];
  if (chance(m, 0.3)) body.push(guardReturn(m));
  m.channels.push({ name: 'c', site, mutex: false });
  const total = number(m);
  const room = pick(m, [int(0), int(1), total, total, { kind: 'binary', op: '-', x: total, y: int(1) } as Expr]);
  body.push({ kind: 'chan', target: 0, capacity: room, site });
  const group = chance(m, 0.5);
  if (group) {
    m.groups.push({ name: 'w', site });
    body.push({ kind: 'group', target: 0, site });
  }
  const send: VirgoStmt = { kind: 'send', chan: 0, site };
  const done: VirgoStmt = { kind: 'add', group: 0, delta: int(-1), site };
  const work: VirgoStmt[] = [...locked(m, [send]), ...(group && chance(m, 0.9) ? [done] : [])];
  if (chance(m, 0.15))
    work.unshift({ kind: 'if', cond: condition(m), then: [{ kind: 'return', site }], otherwise: [], site });
  const loop = (hi: Expr, inner: VirgoBlock): VirgoStmt => {
    const label = `l${++m.labels}`;
    const lo = chance(m, 0.85) ? int(0) : int(1);
    return { kind: 'for', label, lo, hi, step: 1, tested: [], body: inner, site };
  };
  const start = (inner: VirgoBlock): VirgoStmt => ({ kind: 'go', name: '', body: inner, site });
  const many = m.extended && chance(m, 0.7);
  const atOnce = group && chance(m, 0.5);
  const plus: VirgoStmt = { kind: 'add', group: 0, delta: int(1), site };
  if (atOnce) body.push({ kind: 'add', group: 0, delta: total, site });
  const often = chance(m, 0.8) ? total : small(m);
  if (many) body.push(loop(often, [...(group && !atOnce ? [plus] : []), start(work)]));
  else {
    if (group && !atOnce) body.push(loop(often, [plus]));
    body.push(
      start([
        loop(
          often,
          work.filter((stmt) => stmt.kind !== 'if'),
        ),
      ]),
    );
  }
  const wait: VirgoStmt = { kind: 'wait', group: 0, site };
  const close: VirgoStmt = { kind: 'close', chan: 0, site };
  const receive: VirgoStmt = { kind: 'recv', chan: 0, site };
  if (m.extended && group && chance(m, 0.6)) {
    body.push(...(chance(m, 0.6) ? [start([wait, close])] : [wait, close]));
    body.push({ kind: 'range', label: '', chan: 0, body: [], site });
    return body;
  }
  if (group && chance(m, 0.7)) body.push(wait);
  const expected = chance(m, 0.7) ? total : small(m);
  const leave: VirgoStmt = { kind: 'if', cond: condition(m), then: [{ kind: 'return', site }], otherwise: [], site };
  const taken = locked(m, [receive]);
  const inLoop: VirgoBlock = m.extended && chance(m, 0.2) ? [...taken, leave] : taken;
  body.push(chance(m, 0.75) ? loop(expected, inLoop) : receive);
  return body;
}

/** What is done while the lock is held, to read or to write; or, some of the time, without it. */
function locked(m: Maker, inside: VirgoBlock, often = 0.5): VirgoBlock {
  if (m.locks.length === 0 || !chance(m, often)) return inside;
  const read = chance(m, 0.6);
  const begin: VirgoStmt = { kind: 'lock', op: read ? 'rlock' : 'lock', lock: 0, site };
  const end: VirgoStmt = { kind: 'lock', op: read ? 'runlock' : 'unlock', lock: 0, site };
  // Some do their work after they have let go.
  return chance(m, 0.6) ? [begin, ...inside, end] : [begin, end, ...inside];
}

interface Where {
  readonly loop: number;
  readonly go: number;
  readonly labels: readonly string[];
}

function below(m: Maker, n: number): number {
  return Math.floor(m.next() * n);
}

function chance(m: Maker, p: number): boolean {
  return m.next() < p;
}

function pick<T>(m: Maker, list: readonly T[]): T {
  return list[below(m, list.length)] as T;
}

function int(value: number): Expr {
  return { kind: 'int', value };
}

function number(m: Maker): Expr {
  const ints = m.params.flatMap((p, index) => (p.type === 'int' ? [{ kind: 'param', index } as Expr] : []));
  return pick(m, ints);
}

function small(m: Maker): Expr {
  const r = m.next();
  if (r < 0.55) return number(m);
  if (r < 0.7) return int(below(m, 3));
  if (r < 0.8) return { kind: 'binary', op: '+', x: number(m), y: int(1) };
  if (r < 0.87) return { kind: 'binary', op: '-', x: number(m), y: pick(m, [int(1), number(m)]) };
  if (r < 0.92) return { kind: 'binary', op: '/', x: number(m), y: int(2) };
  if (r < 0.95) return { kind: 'binary', op: '%', x: number(m), y: int(2) };
  return { kind: 'binary', op: '+', x: number(m), y: number(m) };
}

function capacity(m: Maker): Expr {
  const r = m.next();
  return r < 0.4 ? int(0) : r < 0.6 ? int(1) : small(m);
}

function condition(m: Maker): Expr {
  const bools = m.params.flatMap((p, index) => (p.type === 'bool' ? [{ kind: 'param', index } as Expr] : []));
  if (m.extended && chance(m, 0.35)) return { kind: 'unknown', why: goValue('chance') };
  if (bools.length > 0 && chance(m, 0.5)) {
    const e = pick(m, bools);
    return chance(m, 0.3) ? { kind: 'unary', op: '!', x: e } : e;
  }
  const op = pick(m, ['<', '<=', '==', '!=', '>', '>='] as const);
  return { kind: 'binary', op, x: number(m), y: chance(m, 0.7) ? int(below(m, 3)) : small(m) };
}

function guardReturn(m: Maker): VirgoStmt {
  return { kind: 'if', cond: condition(m), then: [{ kind: 'return', site }], otherwise: [], site };
}

function block(m: Maker, where: Where, most: number): VirgoBlock {
  const list: VirgoStmt[] = [];
  const n = 1 + below(m, most);
  for (let i = 0; i < n && m.budget > 0; i++) list.push(...statement(m, where));
  return list.length > 0 ? list : [{ kind: 'skip', site }];
}

function atomic(m: Maker, where: Where): VirgoStmt {
  m.budget--;
  const r = m.next();
  const chan = below(m, m.channels.length);
  if (m.groups.length > 0 && r < 0.3) {
    if (where.go === 0 && where.loop === 0 && chance(m, 0.4)) return { kind: 'wait', group: 0, site };
    return { kind: 'add', group: 0, delta: where.go > 0 && chance(m, 0.8) ? int(-1) : int(1), site };
  }
  // Mostly the children send and the parent receives, else hardly any program is fine.
  const send = where.go > 0 ? chance(m, 0.7) : chance(m, 0.35);
  return { kind: send ? 'send' : 'recv', chan, site };
}

function statement(m: Maker, where: Where): VirgoBlock {
  const r = m.next();
  const core = where.loop === 0;
  if (m.locks.length > 0 && chance(m, 0.3)) {
    m.budget--;
    // Seldom without its other half.
    if (chance(m, 0.1)) return [{ kind: 'lock', op: pick(m, ['lock', 'unlock', 'rlock', 'runlock']), lock: 0, site }];
    return locked(m, chance(m, 0.6) ? block(m, where, 2) : [], 1);
  }
  if (r < 0.42) return [atomic(m, where)];
  if (r < 0.62 && (core || (m.extended && where.loop < 2))) {
    m.budget--;
    const label = `l${++m.labels}`;
    const inner: Where = { ...where, loop: where.loop + 1, labels: [...where.labels, label] };
    const lo = chance(m, 0.75) ? int(0) : small(m);
    const step = m.extended && chance(m, 0.15) ? 2 : 1;
    // Inner loops stay short.
    const hi = where.loop > 0 && chance(m, 0.5) ? int(1 + below(m, 2)) : small(m);
    return [{ kind: 'for', label, lo, hi, step, tested: [], body: block(m, inner, 2), site }];
  }
  if (r < 0.8 && (core || m.extended) && m.goroutines < 3 && where.go < 2) {
    m.goroutines++;
    m.budget--;
    return [{ kind: 'go', name: '', body: block(m, { loop: 0, go: where.go + 1, labels: [] }, 3), site }];
  }
  if (r < 0.87 && (core || m.extended)) {
    m.budget--;
    const cond = condition(m);
    const then = block(m, where, 2);
    const otherwise = chance(m, 0.4) ? block(m, where, 2) : [];
    return [{ kind: 'if', cond, then, otherwise, site }];
  }
  if (r < 0.9 && (core || m.extended) && chance(m, 0.5)) return [{ ...guardReturn(m) }];
  if (!m.extended) return [atomic(m, where)];
  if (r < 0.93 && where.labels.length > 0) {
    const label = pick(m, where.labels);
    const leave: VirgoStmt = { kind: chance(m, 0.5) ? 'break' : 'continue', label, site };
    return [{ kind: 'if', cond: condition(m), then: [leave], otherwise: [], site }];
  }
  const chan = below(m, m.channels.length);
  if (r < 0.96 && where.loop === 0) {
    m.budget -= 2;
    const label = `l${++m.labels}`;
    const inner: Where = { ...where, loop: where.loop + 1, labels: [...where.labels, label] };
    if (chance(m, 0.6) && !m.closed.has(chan)) {
      m.closed.add(chan);
      return [{ kind: 'close', chan, site }];
    }
    return [{ kind: 'range', label, chan, body: chance(m, 0.6) ? [] : block(m, inner, 1), site }];
  }
  if (r < 0.98) {
    m.budget--;
    const other = below(m, m.channels.length);
    const one = { comm: { kind: chance(m, 0.5) ? 'send' : 'recv', chan, site } as const, body: [] };
    const two = {
      comm: { kind: chance(m, 0.5) ? 'send' : 'recv', chan: other, site } as const,
      body: block(m, where, 1),
    };
    return [{ kind: 'select', cases: [one, two], otherwise: chance(m, 0.5) ? [] : null, site }];
  }
  return [atomic(m, where)];
}

/** All values from -2 to 4 for numbers, both for booleans. */
export function valuations(program: VirgoProgram): (number | boolean)[][] {
  let all: (number | boolean)[][] = [[]];
  for (const param of program.params) {
    const values = param.type === 'bool' ? [false, true] : [-2, -1, 0, 1, 2, 3, 4];
    all = all.flatMap((head) => values.map((value) => [...head, value]));
  }
  return all.filter((values) => program.requires.every((condition) => evaluate(condition, values) === true));
}
