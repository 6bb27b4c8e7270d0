// Prints a communication program as Promela, so that Spin can check what the model checker says about it.
//
// Every goroutine is a process with a program counter, and every step of the model is one atomic step of a process: the
// operation, and all local computation up to the next operation. In a rendezvous the receiver finishes its local part,
// then hands control back to the sender for the sender's part. Processes stay at the head of their loop when they have
// ended (pan would count their death as steps), so blocked ones are found by a watcher that wakes up when nothing else
// can move. pan counts one state more than the model: the one before the program starts.

import { must } from '../../base/assert.ts';
import type { CommProgram, Expr, Place, RecvStmt, SendStmt, Site } from '../comm.ts';
import { visitProgram } from '../walk.ts';
import {
  type Emitted,
  type FlatCode,
  flatten,
  isStep,
  type LocalStmt,
  type Node,
  type OpStmt,
  successors,
  Unsupported,
  writes,
} from './flat.ts';
import { type ExprScope, macroLines, promelaExpr, tainted } from './promela-exprs.ts';
import { taintOf } from './taint.ts';

export interface PromelaOptions {
  /** Whether the return of main ends the process; where it does not, main is a function like any other. */
  readonly mainEnds: boolean;
}

/** The program, whose parameters must be bound, in Promela; or the reason why it cannot be. */
export function emitPromela(program: CommProgram, options: PromelaOptions): Emitted {
  try {
    return { ok: true, text: promelaText(program, options) };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ok: false, reason: error.message, site: error.site };
  }
}

/** Assertions, in the words of the rules; a failed one names its rule in pan's output. */
const faults = [
  'send_on_closed',
  'double_close',
  'close_nil',
  'negative_capacity',
  'negative_waitgroup',
  'unlock_unlocked',
  'panic',
  'too_many_objects',
] as const;

type FaultName = (typeof faults)[number];

/** What occurs in the program: nothing is printed for what does not. */
interface Features {
  readonly buffered: boolean;
  readonly closes: boolean;
  readonly values: boolean;
  readonly timers: boolean;
  readonly rwlocks: boolean;
  /** Whether a select with default sends. */
  readonly polls: boolean;
  readonly maxCapacity: number;
  readonly objects: number;
  readonly processes: number;
  readonly heap: number;
}

interface Emitter {
  readonly program: CommProgram;
  readonly features: Features;
  readonly codes: Map<number, FlatCode>;
  readonly names: Map<number, string>;
  readonly faults: Set<FaultName>;
  readonly used: Set<string>;
  readonly atoms: Map<string, number>;
  readonly pools: Set<Pool>;
  readonly globals: readonly string[];
}

type Pool = 'chan' | 'lock' | 'group' | 'cond' | 'heap';

/** One process while it is printed. */
interface Process {
  readonly e: Emitter;
  readonly code: FlatCode;
  readonly scope: ExprScope;
  /** Program counters of the steps that are printed. */
  readonly counters: Map<number, number>;
  readonly work: number[];
  /** How many labels there are. */
  readonly labels: { count: number };
}

function promelaText(program: CommProgram, options: PromelaOptions): string {
  if (program.params.length > 0) throw new Unsupported('parameters without values', must(program.params[0]).site);
  const endsProcess = program.root === 'main' && options.mainEnds;
  const codes = new Map<number, FlatCode>();
  const work = [program.entry];
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    if (codes.has(index)) continue;
    const code = flatten(program, index, endsProcess && index === program.entry);
    codes.set(index, code);
    for (const node of code.nodes) {
      if (node.kind === 'local' && node.stmt.kind === 'go' && node.stmt.callee.kind === 'proc') {
        if (node.stmt.callee.proc === program.entry) throw new Unsupported('the entry as a goroutine', node.stmt.site);
        work.push(node.stmt.callee.proc);
      }
    }
  }
  const e: Emitter = {
    program,
    features: featuresOf(program, codes),
    codes,
    names: processNames(program, codes),
    faults: new Set(),
    used: new Set(),
    atoms: new Map(),
    pools: new Set(),
    globals: program.globals.map((decl, i) => `g${i}_${identifier(decl.name)}`),
  };
  const taint = taintOf(program, codes);
  const processes = [...codes.values()].map((code) => printProcess(e, code, taint.vars.get(code.proc) ?? new Set()));
  const rest = [...processes.flat(), ...printTimers(e), ...printInit(e)];
  // What is declared depends on what was printed.
  return `${[...header(e), ...rest].join('\n')}\n`;
}

function featuresOf(program: CommProgram, codes: ReadonlyMap<number, FlatCode>): Features {
  const f = { buffered: false, closes: false, values: false, timers: false, rwlocks: false, polls: false };
  let maxCapacity = 1;
  let largest = 0;
  const note = (expr: Expr): void => {
    if (expr.kind === 'int') largest = Math.max(largest, expr.value);
    if (expr.kind === 'binary') {
      note(expr.x);
      note(expr.y);
    }
  };
  visitProgram(program, (stmt) => {
    switch (stmt.kind) {
      case 'chan':
        if (stmt.capacity.kind !== 'int') {
          f.buffered = true;
          maxCapacity = Math.max(maxCapacity, 8, largest);
        } else if (stmt.capacity.value > 0) {
          f.buffered = true;
          maxCapacity = Math.max(maxCapacity, stmt.capacity.value);
        }
        break;
      case 'close':
        f.closes = true;
        break;
      case 'recv':
        f.values ||= stmt.target !== null;
        break;
      case 'select':
        for (const { comm } of stmt.cases) f.values ||= comm.kind === 'recv' && comm.target !== null;
        f.polls ||= stmt.otherwise !== null && stmt.cases.some(({ comm }) => comm.kind === 'send');
        break;
      case 'timer':
        f.timers = true;
        break;
      case 'new':
        f.rwlocks ||= stmt.what.kind === 'sync' && stmt.what.sync === 'rwmutex';
        break;
      case 'if':
        note(stmt.cond);
        break;
    }
  });
  for (const decl of program.classes) {
    for (const { init } of decl.fields) f.rwlocks ||= init.kind === 'sync' && init.sync === 'rwmutex';
  }
  return { ...f, maxCapacity, ...bounds(program, codes, largest === 0 ? 8 : Math.min(largest + 1, 64)) };
}

/** How many objects and processes to leave room for: one for each site that runs once, `many` where something repeats. */
function bounds(
  program: CommProgram,
  codes: ReadonlyMap<number, FlatCode>,
  many: number,
): { objects: number; processes: number; heap: number } {
  const starts = new Map<number, number>([[program.entry, 1]]);
  for (const code of codes.values()) {
    code.nodes.forEach((node, i) => {
      if (node.kind !== 'local' || node.stmt.kind !== 'go' || node.stmt.callee.kind !== 'proc') return;
      const repeated = onCycle(code, i) || code.proc !== program.entry;
      starts.set(node.stmt.callee.proc, (starts.get(node.stmt.callee.proc) ?? 0) + (repeated ? many : 1));
    });
  }
  let count = 1;
  let heap = 1;
  for (const code of codes.values()) {
    code.nodes.forEach((node, i) => {
      if (node.kind !== 'local' || !['chan', 'new', 'array'].includes(node.stmt.kind)) return;
      const times = (starts.get(code.proc) ?? 0) * (onCycle(code, i) ? many : 1);
      count += times;
      if (node.stmt.kind === 'array') {
        const [length] = node.stmt.args;
        heap += times * (length?.kind === 'int' ? length.value + 1 : many + 1);
      }
      if (node.stmt.kind === 'new' && node.stmt.what.kind === 'record') {
        const { fields } = must(program.classes[node.stmt.what.class]);
        heap += times * (fields.length + 1);
        count += times * fields.filter(({ init }) => init.kind === 'sync').length;
      }
    });
  }
  // Two more: the one that starts all others, and the clock.
  let processes = 2;
  for (const starting of starts.values()) processes += starting;
  return { objects: Math.min(count, 100), processes: Math.min(processes, 100), heap: Math.min(heap, 1000) };
}

/** Whether a node can be reached from itself. */
function onCycle(code: FlatCode, start: number): boolean {
  const seen = new Set<number>();
  const work = [...successors(must(code.nodes[start]))];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (at === start) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    work.push(...successors(must(code.nodes[at])));
  }
  return false;
}

// ---------------------------------------------------------------------------------------------------------------
// Names

const reserved = new Set(
  (
    'active assert atomic bit bool break byte chan d_step do else empty enabled end eval false fi full goto hidden if init ' +
    'inline int len local mtype nempty never nfull notrace np_ od of pc_value pid printf priority proctype provided run ' +
    'short show skip timeout trace true typedef unless unsigned xr xs select for in pc at from back rv q cap closed held ' +
    'readers waiting group parked locker armed heap done alive nchan nlock ngroup ncond nheap STDIN main'
  ).split(' '),
);

function identifier(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_') || 'x';
}

/** Distinct identifiers that are no words of Promela. */
function distinct(names: readonly string[], taken: Set<string>): readonly string[] {
  return names.map((name, i) => {
    const plain = identifier(name);
    const chosen = taken.has(plain) || reserved.has(plain) || /^[A-Z]+$/.test(plain) ? `${plain}_${i}` : plain;
    let unique = chosen;
    for (let n = 2; taken.has(unique); n++) unique = `${chosen}_${n}`;
    taken.add(unique);
    return unique;
  });
}

function processNames(program: CommProgram, codes: ReadonlyMap<number, FlatCode>): Map<number, string> {
  const indices = [...codes.keys()];
  const names = distinct(
    indices.map((i) => `P_${must(program.procs[i]).name}`),
    new Set(faults),
  );
  return new Map(indices.map((index, i) => [index, names[i] as string]));
}

// ---------------------------------------------------------------------------------------------------------------
// Declarations

function header(e: Emitter): readonly string[] {
  const { features: f, program } = e;
  const n = f.objects + 1;
  const lines = [
    `/* ${comment(program.name)}: check with spin -a, then cc -O2 -DSAFETY -DNOREDUCE -DVECTORSZ=8192 pan.c. */`,
    ...macroLines(e.used),
    '',
    '/* Set when the process ends; nothing moves then. */',
    'bit done;',
    '#define at(k) (pc == k && !done)',
    '/* Goroutines that have not ended. */',
    'short alive;',
  ];
  const faultNames = faults.filter((name) => e.faults.has(name));
  if (faultNames.length > 0) lines.push(...faultNames.map((name) => `hidden byte ${name} = 1;`));
  lines.push('/* Who sent in the rendezvous of a process, and the way to hand control back. */');
  lines.push('hidden byte from[255];', 'chan back = [0] of { byte };');
  if (e.used.has('boot'))
    lines.push('/* Lets a new process run up to its first operation. */', 'chan boot = [0] of { byte };');
  if (e.used.has('temp')) lines.push('hidden int temp[16];');
  if (e.used.has('waits')) lines.push(`bit waits[${f.processes}];`);
  if (e.pools.has('chan')) {
    const message = f.values ? 'int' : 'bit';
    lines.push(
      `/* Channels: 0 is nil; ${n} is where receives on nil wait. */`,
      `chan rv[${n + 1}] = [0] of { ${message}, byte };`,
      'byte nchan;',
    );
    if (f.polls) {
      lines.push('/* Sends of a select with default: they never wait, so they meet only receivers that do. */');
      lines.push(`chan rvp[${n + 1}] = [0] of { ${message}, byte };`);
    }
    if (f.buffered) lines.push(`chan q[${n}] = [${f.maxCapacity}] of { ${message} };`, `short cap[${n}];`);
    if (f.closes) lines.push(`bit closed[${n}];`);
    if (f.timers) lines.push(`byte armed[${n}];`);
  }
  if (e.pools.has('lock')) {
    lines.push('/* Locks: held is 1 for a writer, 2 for a writer that waits for readers to leave. */');
    lines.push(`byte held[${n}];`, 'byte nlock;');
    if (f.rwlocks) lines.push(`byte readers[${n}];`);
  }
  if (e.pools.has('group')) lines.push(`short group[${n}];`, 'byte ngroup;');
  if (e.pools.has('cond')) lines.push(`byte locker[${n}];`, 'byte ncond;', `byte parked[${f.processes}];`);
  if (e.pools.has('heap')) lines.push(`int heap[${f.heap}];`, 'short nheap = 1;');
  for (const name of e.globals) lines.push(`int ${name};`);
  return [...lines, ''];
}

function comment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('/*', '/ *').replaceAll('\n', ' ');
}

function fault(e: Emitter, name: FaultName): string {
  e.faults.add(name);
  return `assert(!${name}); done = 1`;
}

// ---------------------------------------------------------------------------------------------------------------
// Processes

function printProcess(e: Emitter, code: FlatCode, unknown: ReadonlySet<number>): readonly string[] {
  const taken = new Set<string>([...faults, ...e.globals]);
  const vars = distinct(code.vars, taken);
  const scope: ExprScope = { vars, atoms: e.atoms, mayBeUnknown: (v) => unknown.has(v), used: e.used };
  const p: Process = { e, code, scope, counters: new Map(), work: [], labels: { count: 0 } };
  const boot = continuation(p, code.entry, new Set(code.live[code.entry]), '    ');
  const direct = /^\s*pc = (\d+);?$/.exec(boot.join('\n'));
  const steps: string[] = [];
  for (let at = p.work.shift(); at !== undefined; at = p.work.shift()) steps.push(...printStep(p, at));
  const params = vars.slice(0, code.params).map((name) => `int ${name}`);
  const locals = vars.slice(code.params).map((name) => `  int ${name};`);
  const lines = [`proctype ${e.names.get(code.proc)}(${params.join('; ')}) {`, ...locals];
  lines.push(`  ${p.counters.size < 255 ? 'byte' : 'short'} pc${direct === null ? '' : ` = ${direct[1]}`};`);
  if (direct === null) {
    e.used.add('boot');
    lines.push('  atomic {', '    boot?from[_pid];', ...boot, '    back!from[_pid]', '  };');
  }
  lines.push('end:', '  do');
  // A process without any step still needs a loop to stay in.
  lines.push(...(steps.length === 0 ? ['  :: false'] : steps), '  od', '}', '');
  return lines;
}

/** Whether a process must be given control once before it stands at its first operation. */
function needsBoot(e: Emitter, proc: number): boolean {
  const code = must(e.codes.get(proc));
  let at = code.entry;
  for (;;) {
    const node = must(code.nodes[at]);
    if (isStep(node)) return false;
    if (node.kind !== 'jump') return true;
    at = node.next;
  }
}

function counterOf(p: Process, node: number): number {
  let pc = p.counters.get(node);
  if (pc === undefined) {
    pc = p.counters.size + 1;
    p.counters.set(node, pc);
    p.work.push(node);
  }
  return pc;
}

/** Local computation from a node up to the next operations; `dirty` are variables that may hold something. */
function continuation(
  p: Process,
  start: number,
  dirty: ReadonlySet<number>,
  indent: string,
  heads: ReadonlyMap<number, string> = new Map(),
): string[] {
  const lines: string[] = [];
  const open = new Map(heads);
  const held = new Set(dirty);
  let at = start;
  for (;;) {
    const node = must(p.code.nodes[at]);
    if (isStep(node) || node.kind === 'end' || node.kind === 'exit' || node.kind === 'select') {
      lines.push(...arrive(p, at, held, indent));
      return lines;
    }
    for (const v of writes(node)) held.add(v);
    if (node.kind === 'branch' || node.kind === 'choice') {
      lines.push(...printBranches(p, node, held, indent, open));
      return lines;
    }
    if (node.kind === 'head') {
      const known = open.get(at);
      if (known !== undefined) return [...lines, `${indent}goto ${known};`];
      const label = `L${p.labels.count++}`;
      open.set(at, label);
      for (const v of node.written) held.add(v);
      lines.push(`${label}:`);
    }
    if (node.kind === 'local') lines.push(...printLocal(p, node.stmt).map((line) => `${indent}${line};`));
    else if (node.kind === 'move') {
      lines.push(...printMoves(p, node.moves, must(p.code.live[node.next])).map((line) => `${indent}${line};`));
    }
    at = node.next;
  }
}

/** Forgets what is not needed any more, and sets the counter. */
function arrive(p: Process, at: number, held: ReadonlySet<number>, indent: string): string[] {
  const live = must(p.code.live[at]);
  const lines = [...held].filter((v) => !live.has(v)).map((v) => `${indent}${p.scope.vars[v]} = 0;`);
  if (must(p.code.nodes[at]).kind === 'end') return [...lines, `${indent}pc = 0;`, `${indent}alive--;`];
  return [...lines, `${indent}pc = ${counterOf(p, at)};`];
}

type BranchNode = Extract<Node, { kind: 'branch' | 'choice' }>;

function printBranches(
  p: Process,
  node: BranchNode,
  held: ReadonlySet<number>,
  indent: string,
  heads: ReadonlyMap<number, string>,
): string[] {
  const inner = `${indent}   `;
  const lines = [`${indent}if`];
  const option = (guard: string, target: number): void => {
    lines.push(`${indent}:: ${guard} ->`, ...continuation(p, target, held, inner, heads));
  };
  if (node.kind === 'choice') for (const target of node.nexts) option('true', target);
  else if (node.cond.kind === 'unknown') {
    option('true', node.then);
    option('true', node.otherwise);
  } else {
    const cond = text(p, node.cond);
    const open = tainted(p.scope, node.cond);
    option(open ? `${cond} != 0` : cond, node.then);
    option(open ? `(${cond} == 0 || ${cond} == ANY)` : 'else', node.otherwise);
  }
  lines.push(`${indent}fi;`);
  return lines;
}

const nowhere: Site = { file: 0, start: 0, end: 0 };

function text(p: Process, expr: Expr, site: Site = nowhere): string {
  return promelaExpr(p.scope, expr, site);
}

function name(p: Process, variable: number): string {
  return p.scope.vars[variable] as string;
}

/** Assigns all at once: through temporaries where a source is overwritten before it is read. */
function printMoves(
  p: Process,
  moves: readonly { readonly to: number; readonly from: Expr }[],
  live: ReadonlySet<number>,
): string[] {
  const wanted = moves.filter((m) => live.has(m.to) && !(m.from.kind === 'var' && m.from.index === m.to));
  const cleared = moves.filter((m) => !live.has(m.to)).map((m) => `${name(p, m.to)} = 0`);
  const targets = new Set(moves.map((m) => m.to));
  const clash = wanted.some((m) => m.from.kind !== 'nil' && readsOf(m.from).some((v) => targets.has(v)));
  if (!clash) return [...wanted.map((m) => `${name(p, m.to)} = ${text(p, m.from)}`), ...cleared];
  p.e.used.add('temp');
  if (wanted.length > 16) throw new Unsupported('a call with more than 16 arguments', nowhere);
  return [
    ...wanted.map((m, i) => `temp[${i}] = ${text(p, m.from)}`),
    ...cleared,
    ...wanted.map((m, i) => `${name(p, m.to)} = temp[${i}]`),
  ];
}

function readsOf(expr: Expr): readonly number[] {
  switch (expr.kind) {
    case 'var':
      return [expr.index];
    case 'unary':
      return readsOf(expr.x);
    case 'binary':
      return [...readsOf(expr.x), ...readsOf(expr.y)];
    default:
      return [];
  }
}

function placeText(p: Process, place: Place, site: Site): string {
  switch (place.kind) {
    case 'global':
      return p.e.globals[place.index] as string;
    case 'field':
      return `heap[${text(p, place.object, site)} + ${place.field}]`;
    case 'element':
      return `heap[${text(p, place.array, site)} + 1 + ${text(p, place.index, site)}]`;
  }
}

/** Takes the next object of a pool. */
function allocate(p: Process, pool: Exclude<Pool, 'heap'>): string[] {
  p.e.pools.add(pool);
  p.e.faults.add('too_many_objects');
  return [`n${pool}++`, `assert(!(n${pool} > ${p.e.features.objects} && too_many_objects))`];
}

function printLocal(p: Process, stmt: LocalStmt): string[] {
  const { e } = p;
  switch (stmt.kind) {
    case 'assign':
      return [`${name(p, stmt.target)} = ${text(p, stmt.value, stmt.site)}`];
    case 'load':
      return [`${name(p, stmt.target)} = ${placeText(p, stmt.place, stmt.site)}`];
    case 'store':
      return [`${placeText(p, stmt.place, stmt.site)} = ${text(p, stmt.value, stmt.site)}`];
    case 'chan': {
      const lines = allocate(p, 'chan');
      const capacity = text(p, stmt.capacity, stmt.site);
      if (tainted(p.scope, stmt.capacity)) throw new Unsupported('a channel of unknown capacity', stmt.site);
      if (stmt.capacity.kind !== 'int' || stmt.capacity.value < 0) {
        e.faults.add('negative_capacity').add('too_many_objects');
        lines.push(`assert(!(${capacity} < 0 && negative_capacity))`);
        lines.push(`assert(!(${capacity} > ${e.features.maxCapacity} && too_many_objects))`);
      }
      if (e.features.buffered && capacity !== '0') lines.push(`cap[nchan] = ${capacity}`);
      return [...lines, `${name(p, stmt.target)} = nchan`];
    }
    case 'new':
      return printNew(p, stmt);
    case 'array': {
      const [first] = stmt.args;
      const target = name(p, stmt.target);
      if (stmt.op === 'len') return [`${target} = heap[${text(p, must(first), stmt.site)}]`];
      if (stmt.op !== 'make') throw new Unsupported(`array ${stmt.op}`, stmt.site);
      e.pools.add('heap');
      const length = text(p, must(first), stmt.site);
      const fill = stmt.args[1];
      if (fill !== undefined && (first?.kind !== 'int' || first.value > 16)) {
        throw new Unsupported('a long array that does not begin with nil', stmt.site);
      }
      const filled = fill === undefined || first?.kind !== 'int' ? 0 : first.value;
      const elements = Array.from(
        { length: filled },
        (_, i) => `heap[nheap + ${i + 1}] = ${text(p, must(fill), stmt.site)}`,
      );
      return [`heap[nheap] = ${length}`, ...elements, `${target} = nheap`, `nheap = nheap + 1 + ${length}`];
    }
    case 'go': {
      const proc = stmt.callee.kind === 'proc' ? stmt.callee.proc : -1;
      const args = stmt.args.map((arg) => text(p, arg, stmt.site)).join(', ');
      const run = [`run ${e.names.get(proc)}(${args})`, 'alive++'];
      return needsBoot(e, proc) ? [...run, 'boot!_pid', 'back?eval(_pid)'] : run;
    }
  }
}

function printNew(p: Process, stmt: Extract<LocalStmt, { kind: 'new' }>): string[] {
  const target = name(p, stmt.target);
  switch (stmt.what.kind) {
    case 'sync': {
      const pool = stmt.what.sync === 'waitgroup' ? 'group' : 'lock';
      return [...allocate(p, pool), `${target} = n${pool}`];
    }
    case 'cond':
      return [...allocate(p, 'cond'), `locker[ncond] = ${text(p, stmt.what.locker, stmt.site)}`, `${target} = ncond`];
    case 'record':
      p.e.pools.add('heap');
      return [
        ...recordLines(p, stmt.what.class, stmt.site),
        `${target} = nheap`,
        `nheap = nheap + ${fieldCount(p, stmt.what.class)}`,
      ];
  }
}

function fieldCount(p: Process, index: number): number {
  return Math.max(1, must(p.e.program.classes[index]).fields.length);
}

/** First values of a record that begins at nheap. */
function recordLines(p: Process, index: number, site: Site): string[] {
  return must(p.e.program.classes[index]).fields.flatMap(({ init }, i) => {
    const place = `heap[nheap + ${i}]`;
    if (init.kind === 'record') throw new Unsupported('a record within a record', site);
    if (init.kind === 'value') return init.value.kind === 'nil' ? [] : [`${place} = ${text(p, init.value, site)}`];
    const pool = init.sync === 'waitgroup' ? 'group' : 'lock';
    return [...allocate(p, pool), `${place} = n${pool}`];
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Steps

/** One option of a process's loop: guard, effect, local computation, all in one atomic step. */
function option(
  p: Process,
  at: number,
  guard: string,
  effect: readonly string[],
  next: number | null,
  written: readonly number[] = [],
): string[] {
  const lines = ['  :: atomic {', `    at(${counterOf(p, at)}) && ${guard} ->`.replace(' && true ->', ' ->')];
  lines.push(...effect.map((line) => `    ${line};`));
  if (next !== null) lines.push(...continuation(p, next, new Set([...must(p.code.live[at]), ...written]), '    '));
  return [...lines, '    }'];
}

function printStep(p: Process, at: number): string[] {
  const node = must(p.code.nodes[at]);
  switch (node.kind) {
    case 'op':
      return printOp(p, at, node.stmt, node.next);
    case 'select':
      return printSelect(p, at, node);
    case 'spin':
      return option(p, at, 'true', [], node.next);
    case 'exit': {
      const clear = [...must(p.code.live[at])].map((v) => `${name(p, v)} = 0`);
      return option(p, at, 'true', ['done = 1', 'pc = 0', 'alive--', ...clear], null);
    }
    default:
      throw new Unsupported(`a step of kind ${node.kind}`, nowhere);
  }
}

function failing(p: Process, at: number, guard: string, rule: FaultName): string[] {
  return option(p, at, guard, [fault(p.e, rule)], null);
}

function printOp(p: Process, at: number, stmt: OpStmt, next: number): string[] {
  const { features: f } = p.e;
  switch (stmt.kind) {
    case 'send':
    case 'recv':
      return printComm(p, at, stmt, next);
    case 'close': {
      p.e.pools.add('chan');
      const c = text(p, stmt.chan, stmt.site);
      return [
        ...option(p, at, `${c} != 0 && !closed[${c}]`, [`closed[${c}] = 1`], next),
        ...failing(p, at, `closed[${c}]`, 'double_close'),
        ...failing(p, at, `${c} == 0`, 'close_nil'),
      ];
    }
    case 'lock':
      return printLock(p, at, stmt, next);
    case 'waitgroup': {
      p.e.pools.add('group');
      const w = text(p, stmt.group, stmt.site);
      if (stmt.delta === null) return option(p, at, `group[${w}] == 0`, [], next);
      if (tainted(p.scope, stmt.delta)) throw new Unsupported('an unknown number added to a WaitGroup', stmt.site);
      const sum = `group[${w}] + ${text(p, stmt.delta, stmt.site)}`;
      return [
        ...option(p, at, `${sum} >= 0`, [`group[${w}] = ${sum}`], next),
        ...failing(p, at, `${sum} < 0`, 'negative_waitgroup'),
      ];
    }
    case 'cond':
      return printCond(p, at, stmt, next);
    case 'timer': {
      p.e.pools.add('chan');
      const c = text(p, stmt.chan, stmt.site);
      if (!f.buffered) throw new Unsupported('a timer without buffered channel', stmt.site);
      const found = stmt.target === null ? [] : [`${name(p, stmt.target)} = (armed[${c}] != 0)`];
      if (stmt.op === 'stop')
        return option(p, at, 'true', [...found, `armed[${c}] = 0`], next, stmt.target === null ? [] : [stmt.target]);
      return option(p, at, 'true', [`armed[${c}] = ${stmt.op === 'once' ? 1 : 2}`], next);
    }
    case 'atomic':
      return printAtomic(p, at, stmt, next);
    case 'yield':
      return option(p, at, 'true', [], next);
    case 'panic':
      return failing(p, at, 'true', 'panic');
  }
}

function printAtomic(p: Process, at: number, stmt: Extract<OpStmt, { kind: 'atomic' }>, next: number): string[] {
  const place = placeText(p, stmt.place, stmt.site);
  const args = stmt.args.map((arg) => text(p, arg, stmt.site));
  const target = stmt.target === null ? null : name(p, stmt.target);
  const written = stmt.target === null ? [] : [stmt.target];
  const result = (value: string): string[] => (target === null ? [] : [`${target} = ${value}`]);
  const unknown = stmt.args.some((arg) => tainted(p.scope, arg));
  switch (stmt.op) {
    case 'load':
      return option(p, at, 'true', result(place), next, written);
    case 'store':
      return option(p, at, 'true', [`${place} = ${args[0]}`], next);
    case 'swap':
      p.e.used.add('temp');
      return option(p, at, 'true', [`temp[0] = ${args[0]}`, ...result(place), `${place} = temp[0]`], next, written);
    case 'add':
      if (unknown) throw new Unsupported('an atomic addition of an unknown number', stmt.site);
      return option(p, at, 'true', [`${place} = ${place} + ${args[0]}`, ...result(place)], next, written);
    case 'cas':
      if (unknown) throw new Unsupported('a compare-and-swap with an unknown value', stmt.site);
      return [
        ...option(p, at, `${place} == ${args[0]}`, [`${place} = ${args[1]}`, ...result('1')], next, written),
        ...option(p, at, `${place} != ${args[0]}`, result('0'), next, written),
      ];
  }
}

/** Send and receive, alone or as a case of a select: together with a partner, through the buffer, or on a closed channel. */
function printComm(p: Process, at: number, comm: SendStmt | RecvStmt, next: number, polls = false): string[] {
  const { features: f } = p.e;
  p.e.pools.add('chan');
  const c = text(p, comm.chan, comm.site);
  if (tainted(p.scope, comm.chan)) throw new Unsupported('a channel that is not known', comm.site);
  const pc = counterOf(p, at);
  const unbuffered = f.buffered ? ` && cap[${c}] == 0` : '';
  const lines: string[] = [];
  if (comm.kind === 'send') {
    const value = f.values ? text(p, comm.value, comm.site) : '0';
    const open = f.closes ? ` && !closed[${c}]` : '';
    lines.push(
      '  :: atomic {',
      `    ${polls ? 'rvp' : 'rv'}[(at(${pc})${unbuffered}${open} -> ${c} : 0)]!${value},_pid;`,
      '    back?eval(_pid);',
    );
    lines.push(...continuation(p, next, must(p.code.live[at]), '    '), '    }');
    if (f.buffered) lines.push(...option(p, at, `${bufferHasRoom(c)}${open}`, [`q[${c}]!${value}`], next));
    if (f.closes) lines.push(...failing(p, at, `closed[${c}]`, 'send_on_closed'));
    return lines;
  }
  const target = comm.target === null ? '_' : name(p, comm.target);
  const written = [comm.target, comm.ok].filter((v) => v !== null);
  const ok = (value: number): string[] => (comm.ok === null ? [] : [`${name(p, comm.ok)} = ${value}`]);
  const nil = p.e.features.objects + 1;
  for (const rendezvous of f.polls && !polls ? ['rv', 'rvp'] : ['rv']) {
    const index = `(at(${pc}) && ${c} != 0${unbuffered} -> ${c} : ${nil})`;
    lines.push('  :: atomic {', `    ${rendezvous}[${index}]?${target},from[_pid];`);
    lines.push(...ok(1).map((line) => `    ${line};`));
    lines.push(...continuation(p, next, new Set([...must(p.code.live[at]), ...written]), '    '));
    lines.push('    back!from[_pid]', '    }');
  }
  if (f.buffered) {
    lines.push(...option(p, at, `len(q[${c}]) > 0`, [`q[${c}]?${target}`, ...ok(1)], next, written));
  }
  if (f.closes) {
    const drained = `closed[${c}]${f.buffered ? ` && len(q[${c}]) == 0` : ''}`;
    const zero = comm.target === null ? [] : [`${target} = 0`];
    lines.push(...option(p, at, drained, [...zero, ...ok(0)], next, written));
  }
  return lines;
}

function bufferHasRoom(c: string): string {
  return `cap[${c}] > len(q[${c}])`;
}

function printSelect(p: Process, at: number, node: Extract<Node, { kind: 'select' }>): string[] {
  const { features: f } = p.e;
  const lines = node.stmt.cases.flatMap(({ comm }, i) =>
    printComm(p, at, comm, must(node.nexts[i]), node.otherwise !== null),
  );
  if (node.otherwise === null) return lines;
  // Whether a partner for a rendezvous has arrived cannot be known, so only the state of a channel keeps default away.
  const ready = node.stmt.cases.flatMap(({ comm }) => {
    const c = text(p, comm.chan, comm.site);
    const closed = f.closes ? [`!closed[${c}]`] : [];
    if (!f.buffered) return closed;
    return [comm.kind === 'send' ? `!(${bufferHasRoom(c)})` : `len(q[${c}]) == 0`, ...closed];
  });
  return [...lines, ...option(p, at, ready.length === 0 ? 'true' : ready.join(' && '), [], node.otherwise)];
}

function printLock(p: Process, at: number, stmt: Extract<OpStmt, { kind: 'lock' }>, next: number): string[] {
  const { features: f } = p.e;
  p.e.pools.add('lock');
  const m = text(p, stmt.lock, stmt.site);
  const written = stmt.target === null ? [] : [stmt.target];
  const result = (value: number): string[] => (stmt.target === null ? [] : [`${name(p, stmt.target)} = ${value}`]);
  const noReaders = f.rwlocks ? ` && readers[${m}] == 0` : '';
  switch (stmt.op) {
    case 'lock':
      if (!f.rwlocks) return option(p, at, `!held[${m}]`, [`held[${m}] = 1`], next);
      // A writer that finds readers announces itself, and then waits for them to leave.
      p.e.used.add('waits');
      return [
        ...option(p, at, `!held[${m}] && readers[${m}] == 0`, [`held[${m}] = 1`], next),
        ...option(p, at, `!held[${m}] && readers[${m}] > 0`, [`held[${m}] = 2`, `waits[_pid] = 1`], null),
        ...option(p, at, `waits[_pid] && readers[${m}] == 0`, [`held[${m}] = 1`, `waits[_pid] = 0`], next),
      ];
    case 'unlock':
      return [
        ...option(p, at, `held[${m}] == 1`, [`held[${m}] = 0`], next),
        ...failing(p, at, `held[${m}] != 1`, 'unlock_unlocked'),
      ];
    case 'rlock':
      return option(p, at, `!held[${m}]`, [`readers[${m}]++`], next);
    case 'runlock':
      return [
        ...option(p, at, `readers[${m}] > 0`, [`readers[${m}]--`], next),
        ...failing(p, at, `readers[${m}] == 0`, 'unlock_unlocked'),
      ];
    case 'trylock':
      return [
        ...option(p, at, `!held[${m}]${noReaders}`, [`held[${m}] = 1`, ...result(1)], next, written),
        ...option(p, at, `(held[${m}]${f.rwlocks ? ` || readers[${m}] > 0` : ''})`, result(0), next, written),
      ];
    case 'tryrlock':
      return [
        ...option(p, at, `!held[${m}]`, [`readers[${m}]++`, ...result(1)], next, written),
        ...option(p, at, `held[${m}]`, result(0), next, written),
      ];
  }
}

function printCond(p: Process, at: number, stmt: Extract<OpStmt, { kind: 'cond' }>, next: number): string[] {
  p.e.pools.add('cond').add('lock');
  const c = text(p, stmt.cond, stmt.site);
  const each = (line: string): string[] => [
    'from[_pid] = 0',
    `do :: from[_pid] < ${p.e.features.processes} -> ${line}; from[_pid]++ :: else -> break od`,
    'from[_pid] = 0',
  ];
  const wake = `if :: parked[from[_pid]] == ${c} -> parked[from[_pid]] = 255 :: else fi`;
  switch (stmt.op) {
    case 'wait': {
      // 0: not begun; the condition's number: parked; 255: woken, and about to lock again; 254: waits for readers to leave.
      const lock = `held[locker[${c}]]`;
      const lines = [
        ...option(p, at, `parked[_pid] == 0 && ${lock} == 1`, [`${lock} = 0`, `parked[_pid] = ${c}`], null),
        ...failing(p, at, `parked[_pid] == 0 && ${lock} != 1`, 'unlock_unlocked'),
      ];
      const relock = [`${lock} = 1`, 'parked[_pid] = 0'];
      if (!p.e.features.rwlocks) return [...lines, ...option(p, at, `parked[_pid] == 255 && !${lock}`, relock, next)];
      const readers = `readers[locker[${c}]]`;
      return [
        ...lines,
        ...option(p, at, `parked[_pid] == 255 && !${lock} && ${readers} == 0`, relock, next),
        ...option(
          p,
          at,
          `parked[_pid] == 255 && !${lock} && ${readers} > 0`,
          [`${lock} = 2`, 'parked[_pid] = 254'],
          null,
        ),
        ...option(p, at, `parked[_pid] == 254 && ${readers} == 0`, relock, next),
      ];
    }
    case 'broadcast':
      return option(p, at, 'true', each(wake), next);
    case 'signal': {
      // Any of the parked ones; where there is none the signal is lost.
      p.e.used.add('temp');
      const count = `if :: parked[from[_pid]] == ${c} -> temp[0]++ :: else fi`;
      const choose = `if :: temp[0] == 0 :: else -> temp[1] = 0; ${pickOne(c)}; temp[1] = 0 fi`;
      return option(p, at, 'true', ['temp[0] = 0', ...each(count), choose, 'temp[0] = 0'], next);
    }
  }
}

/** Wakes one parked process, any of them: temp[0] counts those that are left, temp[1] walks over the processes. */
function pickOne(c: string): string {
  return (
    `do :: parked[temp[1]] == ${c} && temp[0] > 0 -> parked[temp[1]] = 255; break ` +
    `:: parked[temp[1]] == ${c} && temp[0] > 1 -> temp[0]--; temp[1]++ ` +
    `:: parked[temp[1]] != ${c} -> temp[1]++ od`
  );
}

// ---------------------------------------------------------------------------------------------------------------
// The environment

function printTimers(e: Emitter): readonly string[] {
  if (!e.features.timers) return [];
  const closed = e.features.closes ? ' && !closed[i]' : '';
  const lines = ['/* Timers may fire at any time, without blocking. */', 'proctype clock() {', 'end:', '  do'];
  for (let i = 1; i <= e.features.objects; i++) {
    const guard = `!done && armed[${i}]${closed.replace('[i]', `[${i}]`)}`;
    const room = `len(q[${i}]) < cap[${i}]`;
    lines.push(`  :: atomic { ${guard} && (armed[${i}] == 1 || ${room}) ->`);
    lines.push(`      if :: ${room} -> q[${i}]!${e.features.values ? fireValue(e) : '0'} :: else fi;`);
    lines.push(`      if :: armed[${i}] == 1 -> armed[${i}] = 0 :: else fi }`);
  }
  return [...lines, '  od', '}', ''];
}

function fireValue(e: Emitter): string {
  e.used.add('ANY');
  return 'ANY';
}

function printInit(e: Emitter): readonly string[] {
  const main = e.names.get(e.program.entry);
  const start = needsBoot(e, e.program.entry) ? ` boot!_pid; back?eval(_pid);` : '';
  const clock = e.features.timers ? ' run clock();' : '';
  return [
    '/* Starts the program, and wakes up when nothing can move: then every goroutine must have ended. */',
    'init {',
    `  atomic { alive = 1;${clock} run ${main}();${start} };`,
    'end:',
    '  do',
    '  :: atomic { timeout -> assert(done || alive == 0) }',
    '  od',
    '}',
  ];
}
