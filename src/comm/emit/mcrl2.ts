// Prints a communication program as an mCRL2 specification: goroutines, channels and locks are processes that meet in
// actions. Only finite control: every goroutine and every object is started or made at a place that runs once.
//
// A goroutine has one equation for each of its operations; its parameters are the variables that are still needed. A free
// choice is a choice between silent steps. As in the papers, the end of main does not end the other goroutines.

import { must } from '../../base/assert.ts';
import type { CommProgram, Expr, RecvStmt, SendStmt, Site } from '../comm.ts';
import {
  type Emitted,
  type FlatCode,
  flatten,
  type LocalStmt,
  type Node,
  onCycle,
  successors,
  Unsupported,
} from './flat.ts';
import { taintOf } from './taint.ts';

/** The program, whose parameters must be bound, in mCRL2; or the reason why it cannot be. */
export function emitMcrl2(program: CommProgram): Emitted {
  try {
    return { ok: true, text: specification(program) };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ok: false, reason: error.message, site: error.site };
  }
}

type ObjectKind = 'Channel' | 'Mutex' | 'RWMutex' | 'WaitGroup';

/** One goroutine of the running program, with the code of its own. */
interface Instance {
  readonly name: string;
  readonly code: FlatCode;
  readonly unknown: ReadonlySet<number>;
  /** For each `chan` and `new` node its object, and for each `go` node the goroutine that it starts. */
  readonly objects: ReadonlyMap<number, number>;
  readonly started: ReadonlyMap<number, Instance>;
}

interface Emitter {
  readonly program: CommProgram;
  readonly codes: Map<number, FlatCode>;
  readonly instances: Instance[];
  /** Kind and capacity of each object, which count from 1; 0 is nil. */
  readonly objects: { readonly kind: ObjectKind; readonly capacity: string; readonly label: string }[];
  readonly atoms: Map<string, number>;
  readonly kinds: Set<ObjectKind>;
}

/** Each instance is a process of its own in the parallel composition: the work of linearizing grows with all of them. */
const maxInstances = 200;
const nowhere: Site = { file: 0, start: 0, end: 0 };

function specification(program: CommProgram): string {
  if (program.params.length > 0) throw new Unsupported('parameters without values', must(program.params[0]).site);
  const codes = new Map<number, FlatCode>();
  const e: Emitter = { program, codes, instances: [], objects: [], atoms: new Map(), kinds: new Set() };
  codeOf(e, program.entry);
  const taint = taintOf(program, codes).vars;
  const main = instantiate(e, program.entry, taint);
  const equations = e.instances.flatMap((instance) => printInstance(e, instance, instance === main));
  const lines = [`% ${program.name.replaceAll('\n', ' ')}`, ...header(e), ...equations, ...init(e, main)];
  return `${lines.join('\n')}\n`;
}

function codeOf(e: Emitter, proc: number): FlatCode {
  const known = e.codes.get(proc);
  if (known !== undefined) return known;
  const code = flatten(e.program, proc, false);
  e.codes.set(proc, code);
  for (const node of code.nodes) if (node.kind === 'local' && node.stmt.kind === 'go') codeOf(e, calleeOf(node.stmt));
  return code;
}

function calleeOf(stmt: Extract<LocalStmt, { kind: 'go' }>): number {
  return stmt.callee.kind === 'proc' ? stmt.callee.proc : -1;
}

/** Lays out a goroutine, its objects, and the goroutines that it starts. */
function instantiate(e: Emitter, proc: number, taint: ReadonlyMap<number, ReadonlySet<number>>): Instance {
  const code = codeOf(e, proc);
  if (e.instances.length >= maxInstances) throw new Unsupported('goroutines without end', nowhere);
  const objects = new Map<number, number>();
  const started = new Map<number, Instance>();
  const name = `${capitalised(code.name)}${e.instances.length}`;
  const instance: Instance = { name, code, unknown: taint.get(proc) ?? new Set(), objects, started };
  e.instances.push(instance);
  for (const i of inOrder(code)) {
    const node = must(code.nodes[i]);
    if (node.kind !== 'local' || !['chan', 'new', 'go'].includes(node.stmt.kind)) continue;
    if (onCycle(code, i)) throw new Unsupported('objects or goroutines that are made in a loop', node.stmt.site);
    if (node.stmt.kind === 'go') started.set(i, instantiate(e, calleeOf(node.stmt), taint));
    else objects.set(i, makeObject(e, node.stmt));
  }
  return instance;
}

/** Nodes as a reader meets them. */
function inOrder(code: FlatCode): Iterable<number> {
  const seen = new Set<number>();
  const work = [code.entry];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    work.push(...[...successors(must(code.nodes[at]))].reverse());
  }
  return seen;
}

function makeObject(e: Emitter, stmt: LocalStmt): number {
  if (stmt.kind === 'chan') {
    if (stmt.capacity.kind !== 'int' || stmt.capacity.value < 0)
      throw new Unsupported('a capacity that is not fixed', stmt.site);
    e.kinds.add('Channel');
    return e.objects.push({ kind: 'Channel', capacity: String(stmt.capacity.value), label: stmt.label });
  }
  if (stmt.kind !== 'new' || stmt.what.kind !== 'sync') throw new Unsupported('memory', stmt.site);
  const kind = ({ mutex: 'Mutex', rwmutex: 'RWMutex', waitgroup: 'WaitGroup' } as const)[stmt.what.sync];
  e.kinds.add(kind);
  return e.objects.push({ kind, capacity: '', label: stmt.label });
}

function capitalised(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9]/g, '_');
  return `G_${plain}_`;
}

// ---------------------------------------------------------------------------------------------------------------
// Goroutines

/** Expressions for the values that variables have at some place of an equation. */
type Env = ReadonlyMap<number, string>;

interface Printer {
  readonly e: Emitter;
  readonly instance: Instance;
  /** Equations still to be printed, by node. */
  readonly numbers: Map<number, number>;
  readonly work: number[];
}

function printInstance(e: Emitter, instance: Instance, isMain: boolean): readonly string[] {
  const { code } = instance;
  const p: Printer = { e, instance, numbers: new Map(), work: [] };
  const params = Array.from({ length: code.params }, (_, i) => i);
  const env: Env = new Map(params.map((v) => [v, variable(p, v)]));
  const start = continuation(p, code.entry, env);
  const lines: string[] = [];
  if (isMain) lines.push(`proc ${instance.name} = ${start};`);
  else {
    const decls = params.map((v) => `${variable(p, v)}: Int`).join(', ');
    const args = params.map((v) => variable(p, v)).join(', ');
    const begin = `begin_${instance.name}${args === '' ? '' : `(${args})`} . ${start}`;
    lines.push(`proc ${instance.name} = ${decls === '' ? begin : `sum ${decls} . ${begin}`};`);
  }
  for (let at = p.work.shift(); at !== undefined; at = p.work.shift()) {
    const live = liveVars(p, at);
    const decls = live.length === 0 ? '' : `(${live.map((v) => `${variable(p, v)}: Int`).join(', ')})`;
    lines.push(`proc ${equation(p, at)}${decls} =`, `  ${step(p, at)};`);
  }
  return [...lines, ''];
}

function variable(p: Printer, index: number): string {
  return `v${index}_${must(p.instance.code.vars[index]).replace(/[^A-Za-z0-9_]/g, '_')}`;
}

function liveVars(p: Printer, node: number): readonly number[] {
  return [...must(p.instance.code.live[node])].sort((a, b) => a - b);
}

function equation(p: Printer, node: number): string {
  let number = p.numbers.get(node);
  if (number === undefined) {
    number = p.numbers.size + 1;
    p.numbers.set(node, number);
    p.work.push(node);
  }
  return `${p.instance.name}_${number}`;
}

/** What a goroutine is from a node on. */
function continuation(p: Printer, start: number, from: Env): string {
  const env = new Map(from);
  let at = start;
  for (;;) {
    const node = must(p.instance.code.nodes[at]);
    switch (node.kind) {
      case 'end':
        return 'delta';
      case 'op':
      case 'select':
      case 'exit':
      case 'spin':
      case 'head': {
        const args = liveVars(p, at).map((v) => env.get(v) ?? '0');
        return `${equation(p, at)}${args.length === 0 ? '' : `(${args.join(', ')})`}`;
      }
      case 'branch': {
        const yes = continuation(p, node.then, env);
        const no = continuation(p, node.otherwise, env);
        if (isUnknown(p, node.cond)) return `(tau . ${yes} + tau . ${no})`;
        return `((${expr(p, env, node.cond)} != 0) -> ${yes} <> ${no})`;
      }
      case 'choice':
        return `(${node.nexts.map((next) => `tau . ${continuation(p, next, env)}`).join(' + ')})`;
      case 'move': {
        const values = node.moves.map((m) => expr(p, env, m.from));
        node.moves.forEach((m, i) => {
          env.set(m.to, must(values[i]));
        });
        break;
      }
      case 'local':
        if (node.stmt.kind === 'go') {
          const child = must(p.instance.started.get(at));
          const args = node.stmt.args.map((arg) => expr(p, env, arg)).join(', ');
          return `start_${child.name}${args === '' ? '' : `(${args})`} . ${continuation(p, node.next, env)}`;
        }
        if (node.stmt.kind === 'assign') env.set(node.stmt.target, expr(p, env, node.stmt.value));
        else if (node.stmt.kind === 'chan' || node.stmt.kind === 'new') {
          env.set(node.stmt.target, String(must(p.instance.objects.get(at))));
        } else throw new Unsupported('memory', node.stmt.site);
        break;
      case 'jump':
        break;
    }
    at = node.next;
  }
}

function isUnknown(p: Printer, e: Expr): boolean {
  if (e.kind === 'unknown') return true;
  if (e.kind === 'var') return p.instance.unknown.has(e.index);
  if (e.kind === 'unary') return isUnknown(p, e.x);
  return e.kind === 'binary' && (isUnknown(p, e.x) || isUnknown(p, e.y));
}

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);

function expr(p: Printer, env: Env, e: Expr): string {
  switch (e.kind) {
    case 'int':
      return e.value < 0 ? `(${e.value})` : String(e.value);
    case 'bool':
      return e.value ? '1' : '0';
    // What is not known is 0; conditions on it are printed as choices.
    case 'nil':
    case 'unknown':
      return '0';
    case 'atom': {
      const number = p.e.atoms.get(e.value) ?? 1_000_001 + p.e.atoms.size;
      p.e.atoms.set(e.value, number);
      return String(number);
    }
    case 'var':
      return env.get(e.index) ?? '0';
    case 'unary':
      return e.op === '-' ? `(-${expr(p, env, e.x)})` : `if(${expr(p, env, e.x)} == 0, 1, 0)`;
    case 'binary': {
      const [x, y] = [expr(p, env, e.x), expr(p, env, e.y)];
      if (comparisons.has(e.op)) return `if(${x} ${e.op} ${y}, 1, 0)`;
      if (e.op === '&&' || e.op === '||') return `if(${x} != 0 ${e.op} ${y} != 0, 1, 0)`;
      if (e.op === '/' || e.op === '%') throw new Unsupported('division', nowhere);
      if (!'+-*'.includes(e.op)) throw new Unsupported('bits of numbers, or a text that is computed', nowhere);
      return `(${x} ${e.op} ${y})`;
    }
    default:
      throw new Unsupported('a function value', nowhere);
  }
}

/** The right side of an operation's equation. */
function step(p: Printer, at: number): string {
  const node = must(p.instance.code.nodes[at]);
  const env: Env = new Map(liveVars(p, at).map((v) => [v, variable(p, v)]));
  switch (node.kind) {
    case 'spin':
    case 'head':
      return `tau . ${continuation(p, node.next, env)}`;
    case 'exit':
      return 'exit . delta';
    case 'select': {
      const parts = node.stmt.cases.map((one, i) => comm(p, env, one.comm, must(node.nexts[i])));
      if (node.otherwise !== null) parts.push(`tau . ${continuation(p, node.otherwise, env)}`);
      return parts.length === 0 ? 'delta' : parts.join('\n  + ');
    }
    case 'op':
      return operation(p, env, node, node.next);
    default:
      throw new Unsupported(`a step of kind ${node.kind}`, nowhere);
  }
}

function comm(p: Printer, env: Env, stmt: SendStmt | RecvStmt, next: number): string {
  const c = expr(p, env, stmt.chan);
  if (stmt.kind === 'send') {
    const args = `(${c}, ${expr(p, env, stmt.value)})`;
    return `(give${args} + send${args} + send_late${args}) . ${continuation(p, next, env)}`;
  }
  const after = new Map(env);
  if (stmt.target !== null) after.set(stmt.target, 'x');
  if (stmt.ok !== null) after.set(stmt.ok, 'ok');
  const rest = continuation(p, next, after);
  // In a rendezvous, where ok is 1, or from what the channel holds.
  const met = new Map(after);
  if (stmt.ok !== null) met.set(stmt.ok, '1');
  const parts = [
    `(sum x: Int . take(${c}, x) . ${continuation(p, next, met)})`,
    `(sum x, ok: Int . receive(${c}, x, ok) . ${rest})`,
  ];
  return parts.join('\n  + ');
}

/** One of several actions, then the rest. */
function either(actions: readonly string[], args: string, rest: string): string {
  return `(${actions.map((action) => `${action}(${args})`).join(' + ')}) . ${rest}`;
}

function operation(p: Printer, env: Env, node: Extract<Node, { kind: 'op' }>, next: number): string {
  const { stmt } = node;
  const then = (): string => continuation(p, next, env);
  switch (stmt.kind) {
    case 'send':
    case 'recv':
      return comm(p, env, stmt, next);
    case 'close':
      return either(['close', 'close_again'], expr(p, env, stmt.chan), then());
    case 'lock':
      if (stmt.op === 'trylock' || stmt.op === 'tryrlock') throw new Unsupported(stmt.op, stmt.site);
      // A writer that waits is announced first.
      if (stmt.op === 'lock')
        return `announce(${expr(p, env, stmt.lock)}) . lock(${expr(p, env, stmt.lock)}) . ${then()}`;
      if (stmt.op === 'rlock') return `rlock(${expr(p, env, stmt.lock)}) . ${then()}`;
      return either([stmt.op, `${stmt.op}_free`], expr(p, env, stmt.lock), then());
    case 'waitgroup': {
      const w = expr(p, env, stmt.group);
      if (stmt.delta === null) return `wait(${w}) . ${then()}`;
      return either(['add', 'add_below'], `${w}, ${expr(p, env, stmt.delta)}`, then());
    }
    case 'yield':
      return `tau . ${then()}`;
    case 'panic':
      return 'panic . delta';
    default:
      throw new Unsupported(stmt.kind, stmt.site);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Objects

/** Actions of a goroutine, of an object, and what they are together. An action may have one meaning only: no two share one. */
interface Meeting {
  readonly parts: readonly string[];
  readonly result: string;
  readonly sorts: string;
}

const channelMeetings: readonly Meeting[] = [
  { parts: ['give', 'take', 'meet'], result: 'sync', sorts: 'Int # Int' },
  { parts: ['send', 'push'], result: 'pushed', sorts: 'Int # Int' },
  { parts: ['send_late', 'refuse'], result: 'send_on_closed', sorts: 'Int # Int' },
  { parts: ['receive', 'pop'], result: 'popped', sorts: 'Int # Int # Int' },
  { parts: ['close', 'shut'], result: 'closed', sorts: 'Int' },
  { parts: ['close_again', 'refuse_close'], result: 'double_close', sorts: 'Int' },
];

const lockMeetings: readonly Meeting[] = [
  { parts: ['announce', 'announced'], result: 'arrives', sorts: 'Int' },
  { parts: ['lock', 'locked'], result: 'locks', sorts: 'Int' },
  { parts: ['unlock', 'unlocked'], result: 'unlocks', sorts: 'Int' },
  { parts: ['unlock_free', 'not_locked'], result: 'unlock_unlocked', sorts: 'Int' },
];

const readMeetings: readonly Meeting[] = [
  { parts: ['rlock', 'rlocked'], result: 'rlocks', sorts: 'Int' },
  { parts: ['runlock', 'runlocked'], result: 'runlocks', sorts: 'Int' },
  { parts: ['runlock_free', 'not_rlocked'], result: 'runlock_unlocked', sorts: 'Int' },
];

const groupMeetings: readonly Meeting[] = [
  { parts: ['add', 'added'], result: 'adds', sorts: 'Int # Int' },
  { parts: ['add_below', 'below'], result: 'negative_waitgroup', sorts: 'Int # Int' },
  { parts: ['wait', 'empty'], result: 'waits', sorts: 'Int' },
];

function meetings(e: Emitter): readonly Meeting[] {
  const locks = e.kinds.has('Mutex') || e.kinds.has('RWMutex');
  return [
    ...(e.kinds.has('Channel') ? channelMeetings : []),
    ...(locks ? lockMeetings : []),
    ...(e.kinds.has('RWMutex') ? readMeetings : []),
    ...(e.kinds.has('WaitGroup') ? groupMeetings : []),
  ];
}

const objectProcesses: Readonly<Record<ObjectKind, readonly string[]>> = {
  Channel: [
    '% An unbuffered channel lets a sender and a receiver meet; a closed one gives 0 forever.',
    'proc Channel(c, size: Int, q: List(Int), open: Bool) =',
    '  (open && size == 0) -> (sum v: Int . meet(c, v) . Channel(c, size, q, open))',
    '  + (open && #q < size) -> (sum v: Int . push(c, v) . Channel(c, size, q <| v, open))',
    '  + (#q > 0) -> pop(c, head(q), 1) . Channel(c, size, tail(q), open)',
    '  + (!open && #q == 0) -> pop(c, 0, 0) . Channel(c, size, q, open)',
    '  + open -> shut(c) . Channel(c, size, q, false)',
    '  + (!open) -> (sum v: Int . refuse(c, v) . Channel(c, size, q, open))',
    '  + (!open) -> refuse_close(c) . Channel(c, size, q, open);',
  ],
  Mutex: [
    'proc Mutex(m: Int, held: Bool) =',
    '  announced(m) . Mutex(m, held)',
    '  + (!held) -> locked(m) . Mutex(m, true)',
    '  + held -> unlocked(m) . Mutex(m, false)',
    '  + (!held) -> not_locked(m) . Mutex(m, held);',
  ],
  RWMutex: [
    '% state: 0 free for readers, 1 a writer waits for readers to leave, 2 a writer holds it.',
    'proc RWMutex(m, readers, state: Int) =',
    '  (state == 0) -> announced(m) . RWMutex(m, readers, 1)',
    '  + (state == 1 && readers == 0) -> locked(m) . RWMutex(m, readers, 2)',
    '  + (state == 2) -> unlocked(m) . RWMutex(m, readers, 0)',
    '  + (state != 2) -> not_locked(m) . RWMutex(m, readers, state)',
    '  + (state == 0) -> rlocked(m) . RWMutex(m, readers + 1, state)',
    '  + (readers > 0) -> runlocked(m) . RWMutex(m, readers - 1, state)',
    '  + (readers == 0) -> not_rlocked(m) . RWMutex(m, readers, state);',
  ],
  WaitGroup: [
    'proc WaitGroup(w, n: Int) =',
    '  (sum d: Int . (n + d >= 0) -> added(w, d) . WaitGroup(w, n + d))',
    '  + (sum d: Int . (n + d < 0) -> below(w, d) . WaitGroup(w, n))',
    '  + (n == 0) -> empty(w) . WaitGroup(w, n);',
  ],
};

function header(e: Emitter): readonly string[] {
  const lines: string[] = [];
  const declared = new Set<string>();
  const declare = (name: string, sorts: string): void => {
    if (declared.has(name)) return;
    declared.add(name);
    lines.push(`act ${name}${sorts === '' ? '' : `: ${sorts}`};`);
  };
  for (const { parts, result, sorts } of meetings(e)) for (const name of [...parts, result]) declare(name, sorts);
  for (const child of e.instances.slice(1)) {
    const sorts = Array.from({ length: child.code.params }, () => 'Int').join(' # ');
    for (const name of [`start_${child.name}`, `begin_${child.name}`, `starts_${child.name}`]) declare(name, sorts);
  }
  declare('exit', '');
  declare('panic', '');
  for (const kind of e.kinds) lines.push('', ...objectProcesses[kind]);
  return [...lines, ''];
}

function init(e: Emitter, main: Instance): readonly string[] {
  const all = meetings(e);
  const children = e.instances.slice(1);
  const comms = [
    ...all.map(({ parts, result }) => `${parts.join('|')} -> ${result}`),
    ...children.map(({ name }) => `start_${name}|begin_${name} -> starts_${name}`),
  ];
  const allowed = [
    ...all.map(({ result }) => result),
    ...children.map(({ name }) => `starts_${name}`),
    'exit',
    'panic',
  ];
  const objects = e.objects.map(({ kind, capacity, label }, i) => {
    const first = { Channel: `, ${capacity}, [], true`, Mutex: ', false', RWMutex: ', 0, 0', WaitGroup: ', 0' }[kind];
    return `${kind}(${i + 1}${first}) % ${label.replaceAll('\n', ' ')}`;
  });
  const processes = [main.name, ...children.map(({ name }) => name), ...objects];
  const inner = ['    ', processes.join('\n    || ')].join('');
  if (comms.length === 0) return ['init allow({exit, panic},', inner, '  );'];
  return [`init allow({${[...new Set(allowed)].join(', ')}},`, `  comm({${comms.join(', ')}},`, inner, '  ));'];
}
