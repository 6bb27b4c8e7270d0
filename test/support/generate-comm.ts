// Random communication programs: small, well-formed, and full of everything that `comm` has.

import { goValue } from '../../src/base/reasons.ts';
import type {
  CommProgram,
  Expr,
  Place,
  Proc,
  RootKind,
  SendStmt,
  Site,
  Stmt,
  Termination,
} from '../../src/comm/comm.ts';

/** A deterministic source of random numbers. */
export function random(seed: number): (below: number) => number {
  let x = (seed * 2654435761 + 12345) >>> 0;
  return (below) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % below;
  };
}

/** What generated programs may use. */
export interface Features {
  readonly channels: boolean;
  readonly locks: boolean;
  readonly groups: boolean;
  readonly conds: boolean;
  readonly timers: boolean;
  readonly memory: boolean;
  readonly unwinding: boolean;
  readonly choices: boolean;
  readonly loops: boolean;
  readonly params: boolean;
  /** Mostly sends that meet receives, with free loops between: few leaks for certain, some possible ones. */
  readonly balanced: boolean;
}

export const allFeatures: Features = {
  channels: true,
  locks: true,
  groups: true,
  conds: true,
  timers: true,
  memory: true,
  unwinding: true,
  choices: true,
  loops: true,
  params: false,
  balanced: false,
};

interface Gen {
  rnd: (below: number) => number;
  features: Features;
  site: number;
  label: number;
  budget: number;
  procs: Proc[];
  loops: string[];
  /** Within a deferred procedure: no further calls. */
  calls: boolean;
}

// Every procedure has the same parameters, so that any may call any: two channels, mutex, rwmutex, WaitGroup, cond,
// record with a channel field, array of channels, map. Then locals: two numbers, a flag, a spare channel.
const chanA = 0;
const chanB = 1;
const mutex = 2;
const rw = 3;
const group = 4;
const cond = 5;
const record = 6;
const array = 7;
const map = 8;
const shared = 9;
const x = 9;
const y = 10;
const ok = 11;
const spare = 12;
const counter = 13;

const names = ['a', 'b', 'mu', 'rw', 'wg', 'cv', 'r', 'arr', 'm', 'x', 'y', 'ok', 'c', 'i', 'j', 'k'];

export function generateProgram(seed: number, features: Features, size: number): CommProgram {
  if (features.balanced) return balancedProgram(seed, features, size);
  const rnd = random(seed + 1);
  const g: Gen = { rnd, features, site: 1, label: 0, budget: 0, procs: [], loops: [], calls: true };
  const root = (['main', 'test', 'function'] as const)[rnd(3)] as RootKind;
  const workers = 1 + rnd(2);
  // Procedure 0 only recovers or touches objects: it is what others defer and call.
  for (let i = 0; i <= workers; i++) {
    g.budget = i === 0 ? 2 : size;
    g.calls = i > 0;
    g.procs.push(proc(g, `p${i}`, block(g, i === 0 ? 2 : size)));
  }
  g.calls = true;
  g.budget = size;
  const body: Stmt[] = [...setup(g)];
  const spawns = 1 + rnd(3);
  for (let i = 0; i < spawns; i++) {
    body.push({ kind: 'go', callee: { kind: 'proc', proc: 1 + rnd(workers) }, args: sharedArgs(), site: site(g) });
  }
  body.push(...block(g, size));
  g.procs.push({ ...proc(g, 'main', body), params: 0 });
  return {
    kind: 'CommProgram',
    name: `generated ${seed}`,
    root,
    files: ['generated.go'],
    params: features.params ? [{ name: 'n', type: 'int', min: 0, site: site(g) }] : [],
    requires: [],
    globals: [
      { name: 'ga', site: site(g) },
      { name: 'gb', site: site(g) },
    ],
    classes: [
      {
        name: 'R',
        role: 'struct',
        fields: [
          { name: 'ch', init: { kind: 'value', value: { kind: 'nil' } } },
          { name: 'mu', init: { kind: 'sync', sync: 'mutex' } },
          { name: 'n', init: { kind: 'value', value: { kind: 'int', value: 0 } } },
        ],
      },
    ],
    procs: g.procs,
    entry: g.procs.length - 1,
    assumptions: [],
    gaps: [],
  };
}

/** Two goroutines, each of whose operations has its counterpart on the other side, with free loops and choices between. */
function balancedProgram(seed: number, features: Features, size: number): CommProgram {
  const base = generateProgram(seed, { ...features, balanced: false }, 1);
  const rnd = random(seed + 7);
  const g: Gen = { rnd, features, site: 1000, label: 100, budget: 0, procs: [], loops: [], calls: false };
  const left: Stmt[] = [];
  const right: Stmt[] = [];
  const pause = (out: Stmt[]): void => {
    if (rnd(3) > 0) return;
    const label = `L${g.label++}`;
    const termination: Termination = (['terminates', 'unknown', 'exact'] as const)[rnd(3)] ?? 'exact';
    const leave: Stmt = { kind: 'branch', op: 'break', label, site: site(g) };
    const inner: Stmt[] = rnd(3) === 0 ? [{ kind: 'recv', chan: v(chanB), target: y, ok, site: site(g) }] : [];
    out.push({
      kind: 'loop',
      label,
      body: [{ kind: 'if', cond: q, then: [leave], otherwise: inner, site: site(g) }],
      next: [{ kind: 'yield', site: site(g) }],
      termination,
      site: site(g),
    });
  };
  for (let i = 0; i < 1 + rnd(size + 1); i++) {
    const [a, b] = rnd(2) === 0 ? [left, right] : [right, left];
    pause(a);
    pause(b);
    const ch = v(rnd(4) === 0 ? chanB : chanA);
    a.push({ kind: 'send', chan: ch, value: int(1), site: site(g) });
    b.push({ kind: 'recv', chan: ch, target: x, ok, site: site(g) });
  }
  if (rnd(3) === 0) left.push({ kind: 'close', chan: v(chanB), site: site(g) });
  if (rnd(4) === 0) {
    const label = `L${g.label++}`;
    right.splice(0, right.length, {
      kind: 'loop',
      label,
      body: [...right],
      next: [],
      termination: 'exact',
      site: site(g),
    });
  }
  const start: Stmt = { kind: 'go', callee: { kind: 'proc', proc: 1 }, args: sharedArgs(), site: site(g) };
  const made = setup(g);
  return {
    ...base,
    procs: [proc(g, 'p0', []), proc(g, 'right', right), proc(g, 'main', [...made, start, ...left])],
    entry: 2,
  };
}

function site(g: Gen): Site {
  const start = g.site++;
  return { file: 0, start, end: start };
}

function proc(g: Gen, name: string, body: readonly Stmt[]): Proc {
  const here = site(g);
  return {
    name,
    role: { kind: 'helper' },
    vars: names.map((n) => ({ name: n, site: here })),
    params: shared,
    results: [x],
    body,
    site: here,
  };
}

function v(index: number): Expr {
  return { kind: 'var', index };
}

function int(value: number): Expr {
  return { kind: 'int', value };
}

const q: Expr = { kind: 'unknown', why: goValue('something') };

function sharedArgs(): Expr[] {
  return Array.from({ length: shared }, (_, i) => v(i));
}

function setup(g: Gen): Stmt[] {
  const { rnd, features } = g;
  const out: Stmt[] = [];
  const capacity = (): Expr =>
    features.params && rnd(2) === 0 ? { kind: 'param', index: 0 } : int([0, 0, 1, 2][rnd(4)] as number);
  out.push({ kind: 'chan', target: chanA, capacity: capacity(), label: 'a', site: site(g) });
  if (rnd(8) > 0)
    out.push({
      kind: 'chan',
      target: chanB,
      capacity: features.timers ? int(1) : capacity(),
      label: 'b',
      site: site(g),
    });
  if (features.locks || features.conds) {
    out.push({ kind: 'new', target: mutex, what: { kind: 'sync', sync: 'mutex' }, label: 'mu', site: site(g) });
    out.push({ kind: 'new', target: rw, what: { kind: 'sync', sync: 'rwmutex' }, label: 'rw', site: site(g) });
  }
  if (features.groups)
    out.push({ kind: 'new', target: group, what: { kind: 'sync', sync: 'waitgroup' }, label: 'wg', site: site(g) });
  if (features.conds) {
    out.push({
      kind: 'new',
      target: cond,
      what: { kind: 'cond', locker: v(rnd(4) === 0 ? rw : mutex) },
      label: 'cv',
      site: site(g),
    });
  }
  if (features.memory) {
    out.push({ kind: 'new', target: record, what: { kind: 'record', class: 0 }, label: 'r', site: site(g) });
    out.push({
      kind: 'store',
      place: { kind: 'field', object: v(record), class: 0, field: 0 },
      value: v(chanA),
      site: site(g),
    });
    out.push({ kind: 'array', op: 'make', target: array, args: [int(2), v(chanA)], site: site(g) });
    out.push({ kind: 'map', op: 'make', target: map, ok: null, args: [], site: site(g) });
  }
  if (features.groups && rnd(2) === 0)
    out.push({ kind: 'waitgroup', op: 'add', group: v(group), delta: int(1 + rnd(2)), site: site(g) });
  return out;
}

function block(g: Gen, size: number): Stmt[] {
  const out: Stmt[] = [];
  const count = 1 + g.rnd(size);
  for (let i = 0; i < count && g.budget > 0; i++) {
    g.budget--;
    out.push(...statement(g));
  }
  return out;
}

function channel(g: Gen): Expr {
  const n = g.rnd(10);
  return n < 6 ? v(chanA) : n < 9 ? v(chanB) : v(spare);
}

function send(g: Gen): SendStmt {
  const value = [int(g.rnd(2)), v(x), v(chanB), q][g.rnd(g.features.choices ? 4 : 3)] as Expr;
  return { kind: 'send', chan: channel(g), value, site: site(g) };
}

function place(g: Gen): Place {
  const n = g.rnd(4);
  if (n === 0) return { kind: 'global', index: g.rnd(2) };
  if (n === 1)
    return { kind: 'element', array: v(array), index: g.features.choices && g.rnd(3) === 0 ? q : int(g.rnd(3)) };
  return { kind: 'field', object: v(record), class: 0, field: n === 2 ? 0 : 2 };
}

type Maker = (g: Gen) => Stmt[];

function statement(g: Gen): Stmt[] {
  const { features: f, rnd } = g;
  const makers: Maker[] = [];
  if (f.channels) makers.push(...channelMakers, ...channelMakers);
  if (f.locks) makers.push(...lockMakers);
  if (f.groups) makers.push(...groupMakers);
  if (f.conds) makers.push(...condMakers);
  if (f.timers) makers.push(...timerMakers);
  if (f.memory) makers.push(...memoryMakers);
  if (f.unwinding) makers.push(...unwindMakers);
  if (f.choices) makers.push(...choiceMakers);
  if (f.loops) makers.push(...loopMakers);
  makers.push(...plainMakers);
  return (makers[rnd(makers.length)] as Maker)(g);
}

const channelMakers: Maker[] = [
  (g) => [send(g)],
  (g) => [send(g)],
  (g) => [{ kind: 'recv', chan: channel(g), target: [x, spare, y][g.rnd(3)] as number, ok, site: site(g) }],
  (g) => [{ kind: 'recv', chan: channel(g), target: null, ok: null, site: site(g) }],
  (g) => (g.rnd(2) === 0 ? [{ kind: 'close', chan: channel(g), site: site(g) }] : [send(g)]),
  (g) => {
    const here = site(g);
    const cases = Array.from({ length: g.rnd(10) === 0 ? 0 : 1 + g.rnd(2) }, () => {
      const comm: SendStmt | Extract<Stmt, { kind: 'recv' }> =
        g.rnd(2) === 0 ? send(g) : { kind: 'recv', chan: channel(g), target: y, ok, site: site(g) };
      return { comm, body: g.rnd(2) === 0 ? [] : block(g, 2) };
    });
    return [{ kind: 'select', cases, otherwise: g.rnd(3) === 0 ? block(g, 1) : null, site: here }];
  },
];

function lockable(g: Gen): Expr {
  return v(g.rnd(3) === 0 ? mutex : rw);
}

const lockMakers: Maker[] = [
  (g) => {
    const lock = lockable(g);
    const inner = block(g, 2);
    return [
      { kind: 'lock', op: 'lock', lock, target: null, site: site(g) },
      ...inner,
      { kind: 'lock', op: 'unlock', lock, target: null, site: site(g) },
    ];
  },
  (g) => {
    const inner = block(g, 2);
    return [
      { kind: 'lock', op: 'rlock', lock: v(rw), target: null, site: site(g) },
      ...inner,
      { kind: 'lock', op: 'runlock', lock: v(rw), target: null, site: site(g) },
    ];
  },
  (g) => {
    const op = (['lock', 'unlock', 'rlock', 'runlock', 'trylock', 'tryrlock'] as const)[g.rnd(6)] ?? 'lock';
    const reads = op.includes('rlock') || op === 'runlock';
    return [
      { kind: 'lock', op, lock: reads ? v(rw) : lockable(g), target: op.startsWith('try') ? ok : null, site: site(g) },
    ];
  },
];

const groupMakers: Maker[] = [
  (g) => [{ kind: 'waitgroup', op: 'add', group: v(group), delta: int(-1), site: site(g) }],
  (g) => [
    {
      kind: 'waitgroup',
      op: 'add',
      group: v(group),
      delta: g.rnd(8) === 0 && g.features.choices ? q : int(1),
      site: site(g),
    },
  ],
  (g) => [{ kind: 'waitgroup', op: 'wait', group: v(group), delta: null, site: site(g) }],
];

const condMakers: Maker[] = [
  (g) => [
    { kind: 'lock', op: 'lock', lock: v(mutex), target: null, site: site(g) },
    { kind: 'cond', op: 'wait', cond: v(cond), site: site(g) },
    { kind: 'lock', op: 'unlock', lock: v(mutex), target: null, site: site(g) },
  ],
  (g) => [{ kind: 'cond', op: g.rnd(2) === 0 ? 'signal' : 'broadcast', cond: v(cond), site: site(g) }],
];

const timerMakers: Maker[] = [
  (g) => [
    { kind: 'timer', op: g.rnd(2) === 0 ? 'once' : 'ticker', chan: v(chanB), rank: null, target: null, site: site(g) },
  ],
  (g) => [{ kind: 'timer', op: 'stop', chan: v(chanB), rank: null, target: ok, site: site(g) }],
];

const memoryMakers: Maker[] = [
  (g) => [{ kind: 'load', target: [x, y, spare][g.rnd(3)] as number, place: place(g), site: site(g) }],
  (g) => [{ kind: 'store', place: place(g), value: v([x, chanA, chanB, spare][g.rnd(4)] as number), site: site(g) }],
  (g) => {
    const op = (['load', 'store', 'add', 'swap', 'cas'] as const)[g.rnd(5)] ?? 'load';
    const args = op === 'load' ? [] : op === 'cas' ? [int(0), int(1)] : [int(1)];
    return [
      {
        kind: 'atomic',
        op,
        target: op === 'store' ? null : x,
        place: { kind: 'global', index: 0 },
        args,
        site: site(g),
      },
    ];
  },
  (g) => {
    const n = g.rnd(5);
    const key = g.features.choices && g.rnd(4) === 0 ? q : int(g.rnd(2));
    const here = site(g);
    if (n === 0) return [{ kind: 'map', op: 'set', target: null, ok: null, args: [v(map), key, v(chanA)], site: here }];
    if (n === 1) return [{ kind: 'map', op: 'get', target: spare, ok, args: [v(map), key], site: here }];
    if (n === 2) return [{ kind: 'map', op: 'delete', target: null, ok: null, args: [v(map), key], site: here }];
    if (n === 3) return [{ kind: 'map', op: 'len', target: x, ok: null, args: [v(map)], site: here }];
    return [{ kind: 'map', op: 'key', target: y, ok: null, args: [v(map), int(0)], site: here }];
  },
  (g) => {
    const n = g.rnd(3);
    const here = site(g);
    if (n === 0) return [{ kind: 'array', op: 'append', target: array, args: [v(array), v(chanB)], site: here }];
    if (n === 1) return [{ kind: 'array', op: 'len', target: y, args: [v(array)], site: here }];
    const low: Expr = g.rnd(3) === 0 ? q : int(1);
    return [{ kind: 'array', op: 'slice', target: array, args: [v(array), low], site: here }];
  },
  (g) => [{ kind: 'chan', target: spare, capacity: int(g.rnd(12) === 0 ? -1 : g.rnd(2)), label: 'c', site: site(g) }],
];

const unwindMakers: Maker[] = [
  (g) => (g.calls ? [{ kind: 'defer', callee: { kind: 'proc', proc: 0 }, args: sharedArgs(), site: site(g) }] : []),
  (g) => {
    const op = (['panic', 'panic', 'goexit', 'fatal'] as const)[g.rnd(g.rnd(4) === 0 ? 4 : 3)] ?? 'panic';
    return [
      {
        kind: 'if',
        cond: g.features.choices ? q : v(ok),
        then: [{ kind: 'panic', op, what: 'p', site: site(g) }],
        otherwise: [],
        site: site(g),
      },
    ];
  },
  (g) => [{ kind: 'recover', target: ok, site: site(g) }],
  (g) => (g.rnd(4) === 0 ? [{ kind: 'exit', site: site(g) }] : [{ kind: 'yield', site: site(g) }]),
  (g) => (g.loops.length > 0 || g.rnd(3) > 0 ? [] : [{ kind: 'return', site: site(g) }]),
];

const choiceMakers: Maker[] = [
  (g) => [{ kind: 'if', cond: q, then: block(g, 2), otherwise: g.rnd(2) === 0 ? [] : block(g, 1), site: site(g) }],
  (g) => [{ kind: 'choice', why: goValue('data'), branches: [block(g, 1), block(g, 1), []], site: site(g) }],
];

function loop(g: Gen, termination: Termination, head: (label: string) => Stmt[], next: Stmt[]): Stmt {
  const label = `L${g.label++}`;
  const here = site(g);
  g.loops.push(label);
  const body = [...head(label), ...block(g, 2)];
  g.loops.pop();
  return { kind: 'loop', label, body, next, termination, site: here };
}

const loopMakers: Maker[] = [
  (g) => {
    // Two rounds, or as many as a parameter says.
    const i = counter + Math.min(g.loops.length, 2);
    const bound: Expr = g.features.params ? { kind: 'param', index: 0 } : int(2);
    const guard = (label: string): Stmt[] => [
      {
        kind: 'if',
        cond: { kind: 'binary', op: '>=', x: v(i), y: bound },
        then: [{ kind: 'branch', op: 'break', label, site: site(g) }],
        otherwise: [],
        site: site(g),
      },
    ];
    const inc: Stmt = {
      kind: 'assign',
      target: i,
      value: { kind: 'binary', op: '+', x: v(i), y: int(1) },
      site: site(g),
    };
    return [{ kind: 'assign', target: i, value: int(0), site: site(g) }, loop(g, 'exact', guard, [inc])];
  },
  (g) => {
    const termination: Termination = g.rnd(2) === 0 ? 'terminates' : 'unknown';
    const guard = (label: string): Stmt[] => [
      {
        kind: 'if',
        cond: q,
        then: [{ kind: 'branch', op: 'break', label, site: site(g) }],
        otherwise: [],
        site: site(g),
      },
    ];
    return g.features.choices ? [loop(g, termination, guard, [{ kind: 'yield', site: site(g) }])] : [];
  },
  (g) => [loop(g, 'exact', () => [{ kind: 'recv', chan: channel(g), target: y, ok, site: site(g) }], [])],
  (g) =>
    g.loops.length === 0
      ? []
      : [
          {
            kind: 'if',
            cond: v(ok),
            then: [
              {
                kind: 'branch',
                op: g.rnd(3) === 0 ? 'continue' : 'break',
                label: g.loops[g.rnd(g.loops.length)] as string,
                site: site(g),
              },
            ],
            otherwise: [],
            site: site(g),
          },
        ],
];

const plainMakers: Maker[] = [
  (g) => [{ kind: 'yield', site: site(g) }],
  (g) => [{ kind: 'if', cond: v(ok), then: block(g, 2), otherwise: block(g, 1), site: site(g) }],
  (g) => [{ kind: 'assign', target: x, value: { kind: 'binary', op: '+', x: v(x), y: int(1) }, site: site(g) }],
  (g) =>
    g.calls
      ? [{ kind: 'call', callee: { kind: 'proc', proc: 0 }, args: sharedArgs(), targets: [y], site: site(g) }]
      : [],
  (g) =>
    g.calls
      ? [
          {
            kind: 'call',
            callee: { kind: 'value', func: { kind: 'func', proc: 0, captured: sharedArgs().slice(0, 4) } },
            args: sharedArgs().slice(4),
            targets: [null],
            site: site(g),
          },
        ]
      : [],
];
