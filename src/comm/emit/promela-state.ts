// The data of a translation to Promela: what the program uses, and bounds of its objects.

import { must } from '../../base/assert.ts';
import type { CommProgram, Expr, Site } from '../comm.ts';
import { visitProgram } from '../walk.ts';
import { type FlatCode, onCycle } from './flat.ts';
import type { ExprScope } from './promela-exprs.ts';

export interface PromelaOptions {
  /** Whether the return of main ends the process; where it does not, main is a function like any other. */
  readonly mainEnds: boolean;
}

/** Assertions, in the words of the rules; a failed one names its rule in pan's output. */
export const faults = [
  'send_on_closed',
  'double_close',
  'close_nil',
  'negative_capacity',
  'negative_waitgroup',
  'unlock_unlocked',
  'panic',
  'too_many_objects',
] as const;

export type FaultName = (typeof faults)[number];

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

export interface Emitter {
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

export type Pool = 'chan' | 'lock' | 'group' | 'cond' | 'heap';

/** One process while it is printed. */
export interface Process {
  readonly e: Emitter;
  readonly code: FlatCode;
  readonly scope: ExprScope;
  /** Program counters of the steps that are printed. */
  readonly counters: Map<number, number>;
  readonly work: number[];
  /** How many labels there are. */
  readonly labels: { count: number };
}

export function featuresOf(program: CommProgram, codes: ReadonlyMap<number, FlatCode>): Features {
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

export function fault(e: Emitter, name: FaultName): string {
  e.faults.add(name);
  return `assert(!${name}); done = 1`;
}

export const nowhere: Site = { file: 0, start: 0, end: 0 };
