// Prints a communication program as Promela, so that Spin can check what the model checker says about it.
//
// Every goroutine is a process with a program counter, and every step of the model is one atomic step of a process: the
// operation, and all local computation up to the next operation. In a rendezvous the receiver finishes its local part,
// then hands control back to the sender for the sender's part. Processes stay at the head of their loop when they have
// ended (pan would count their death as steps), so blocked ones are found by a watcher that wakes up when nothing else
// can move. pan counts one state more than the model: the one before the program starts.

import { must } from '../../base/assert.ts';
import { pointsTo } from '../analysis/points-to.ts';
import type { CommProgram } from '../comm.ts';
import { visitStmts } from '../walk.ts';
import { type Emitted, type FlatCode, flatten, Unsupported } from './flat.ts';
import { type ExprScope, macroLines } from './promela-exprs.ts';
import { continuation, needsBoot } from './promela-flow.ts';
import { distinct, identifier, processNames } from './promela-names.ts';
import { printStep } from './promela-ops.ts';
import { type Emitter, faults, featuresOf, type Process, type PromelaOptions } from './promela-state.ts';
import { taintOf } from './taint.ts';

export type { PromelaOptions } from './promela-state.ts';

/** The program, whose parameters must be bound, in Promela; or the reason why it cannot be. */
export function emitPromela(program: CommProgram, options: PromelaOptions): Emitted {
  try {
    return { ok: true, text: promelaText(program, options) };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ok: false, reason: error.message, site: error.site };
  }
}

/** An atom is a number there, and says nothing about the text that it stands for. */
function refuseLengthsOfTexts(program: CommProgram): void {
  const pts = pointsTo(program);
  for (const proc of pts.reached) {
    visitStmts(must(program.procs[proc]).body, (stmt) => {
      if (stmt.kind !== 'array' || stmt.op !== 'len') return;
      const [of] = stmt.args;
      if (of !== undefined && [...pts.of(proc, of)].length === 0)
        throw new Unsupported('the length of what is no array', stmt.site);
    });
  }
}

function promelaText(program: CommProgram, options: PromelaOptions): string {
  if (program.params.length > 0) throw new Unsupported('parameters without values', must(program.params[0]).site);
  refuseLengthsOfTexts(program);
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
  lines.push('/* Which process sent in the rendezvous of a process, and the way to hand control back. */');
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
