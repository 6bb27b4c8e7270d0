// A second opinion on VirGo: runs a program for given values of its parameters through every schedule, straight from the tree.
// Shares nothing with the engines. Small programs only.

import type { Expr } from '../../src/comm/comm.ts';
import type { VirgoBlock, VirgoProgram, VirgoStmt } from '../../src/virgo/virgo.ts';

export type Values = readonly (number | boolean)[];

export type Outcome = 'fine' | 'blocks' | 'fails' | 'too large';

/** A case of a select; without a channel it is always ready. */
type Comm = { readonly send: boolean; readonly chan: number | null; readonly to: number; readonly drained: number };

type Instruction =
  | { readonly op: 'comm'; readonly cases: readonly Comm[]; readonly otherwise: number | null }
  | { readonly op: 'make'; readonly chan: number; readonly capacity: number }
  | { readonly op: 'close'; readonly chan: number }
  | { readonly op: 'add'; readonly group: number; readonly delta: number }
  | { readonly op: 'wait'; readonly group: number }
  | { readonly op: 'lock' | 'locked' | 'unlock' | 'rlock' | 'runlock'; readonly lock: number }
  | { readonly op: 'go'; readonly at: number; readonly counters: number }
  | { readonly op: 'jump'; readonly to: number }
  | { readonly op: 'fork'; readonly to: number }
  | { readonly op: 'set'; readonly counter: number; readonly value: number }
  | { readonly op: 'test'; readonly counter: number; readonly limit: number; readonly out: number }
  | { readonly op: 'step'; readonly counter: number; readonly by: number }
  | { readonly op: 'end' | 'exit' | 'fail' };

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Code {
  readonly program: VirgoProgram;
  readonly values: Values;
  readonly list: Instruction[];
  counters: number;
  readonly pending: { readonly at: number; readonly body: VirgoBlock }[];
}

type Labels = ReadonlyMap<string, { readonly out: number[]; readonly again: number[] }>;

/** The value of an expression over parameters; null where it has none. */
export function evaluate(e: Expr, values: Values): number | boolean | null {
  switch (e.kind) {
    case 'int':
    case 'bool':
      return e.value;
    case 'param':
      return values[e.index] as number | boolean;
    case 'unary': {
      const x = evaluate(e.x, values);
      if (x === null) return null;
      return e.op === '!' ? !x : -(x as number) + 0;
    }
    case 'binary': {
      const x = evaluate(e.x, values);
      const y = evaluate(e.y, values);
      if (e.op === '&&') return x === false || y === false ? false : x === null || y === null ? null : true;
      if (e.op === '||') return x === true || y === true ? true : x === null || y === null ? null : false;
      if (x === null || y === null) return null;
      const [a, b] = [x as number, y as number];
      switch (e.op) {
        case '+':
          return a + b;
        case '-':
          return a - b;
        case '*':
          return a * b;
        case '/':
          return Math.trunc(a / b);
        case '%':
          return a % b;
        case '==':
          return x === y;
        case '!=':
          return x !== y;
        case '<':
          return a < b;
        case '<=':
          return a <= b;
        case '>':
          return a > b;
        case '>=':
          return a >= b;
      }
    }
  }
  return null;
}

function push(code: Code, instruction: Instruction): number {
  code.list.push(instruction);
  return code.list.length - 1;
}

/** Jumps that are filled in later. */
function patch(code: Code, at: number, to: number): void {
  const instruction = code.list[at] as Writable<Instruction & { to: number; out: number }>;
  if (instruction.op === 'test') instruction.out = to;
  else instruction.to = to;
}

function emitBlock(code: Code, block: VirgoBlock, labels: Labels): void {
  for (const stmt of block) emit(code, stmt, labels);
}

function number(e: Expr, values: Values): number {
  return evaluate(e, values) as number;
}

function emitLoop(
  code: Code,
  label: string,
  labels: Labels,
  body: VirgoBlock,
  head: () => number,
  next: () => void,
): void {
  const target = { out: [] as number[], again: [] as number[] };
  const start = code.list.length;
  const leave = head();
  emitBlock(code, body, new Map(labels).set(label, target));
  for (const at of target.again) patch(code, at, code.list.length);
  next();
  push(code, { op: 'jump', to: start });
  const end = code.list.length;
  for (const at of target.out) patch(code, at, end);
  if (leave >= 0) patch(code, leave, end);
}

function emit(code: Code, stmt: VirgoStmt, labels: Labels): void {
  const { values } = code;
  switch (stmt.kind) {
    case 'skip':
    case 'group':
    case 'rwlock':
      return;
    case 'lock':
      push(code, { op: stmt.op, lock: stmt.lock });
      // Announced, and waiting for readers to leave.
      if (stmt.op === 'lock') push(code, { op: 'locked', lock: stmt.lock });
      return;
    case 'chan':
      push(code, { op: 'make', chan: stmt.target, capacity: number(stmt.capacity, values) });
      return;
    case 'send':
    case 'recv': {
      const to = code.list.length + 1;
      const cases = [{ send: stmt.kind === 'send', chan: stmt.chan, to, drained: to }];
      push(code, { op: 'comm', cases, otherwise: null });
      return;
    }
    case 'close':
      push(code, { op: 'close', chan: stmt.chan });
      return;
    case 'add':
      push(code, { op: 'add', group: stmt.group, delta: number(stmt.delta, values) });
      return;
    case 'wait':
      push(code, { op: 'wait', group: stmt.group });
      return;
    case 'go':
      code.pending.push({ at: push(code, { op: 'go', at: 0, counters: 0 }), body: stmt.body });
      return;
    case 'return':
      push(code, { op: 'end' });
      return;
    case 'exit':
    case 'fail':
      push(code, { op: stmt.kind });
      return;
    case 'if': {
      const cond = evaluate(stmt.cond, values);
      if (cond !== null) {
        emitBlock(code, cond ? stmt.then : stmt.otherwise, labels);
        return;
      }
      const fork = push(code, { op: 'fork', to: 0 });
      emitBlock(code, stmt.then, labels);
      const over = push(code, { op: 'jump', to: 0 });
      patch(code, fork, code.list.length);
      emitBlock(code, stmt.otherwise, labels);
      patch(code, over, code.list.length);
      return;
    }
    case 'break':
    case 'continue': {
      const target = labels.get(stmt.label);
      (stmt.kind === 'break' ? target?.out : target?.again)?.push(push(code, { op: 'jump', to: 0 }));
      return;
    }
    case 'block': {
      const target = { out: [] as number[], again: [] as number[] };
      emitBlock(code, stmt.body, new Map(labels).set(stmt.label, target));
      for (const at of target.out) patch(code, at, code.list.length);
      return;
    }
    case 'for': {
      const counter = code.counters++;
      push(code, { op: 'set', counter, value: number(stmt.lo, values) });
      const limit = number(stmt.hi, values);
      emitLoop(
        code,
        stmt.label,
        labels,
        stmt.body,
        () => push(code, { op: 'test', counter, limit, out: 0 }),
        () => push(code, { op: 'step', counter, by: stmt.step }),
      );
      return;
    }
    case 'loop':
      emitLoop(
        code,
        stmt.label,
        labels,
        stmt.body,
        () => -1,
        () => {},
      );
      return;
    case 'receive': {
      const at = push(code, { op: 'end' });
      emitBlock(code, stmt.then, labels);
      const over = push(code, { op: 'jump', to: 0 });
      const drained = code.list.length;
      emitBlock(code, stmt.otherwise, labels);
      code.list[at] = {
        op: 'comm',
        cases: [{ send: false, chan: stmt.chan, to: at + 1, drained }],
        otherwise: null,
      };
      patch(code, over, code.list.length);
      return;
    }
    case 'range': {
      const first = code.list.length;
      emitLoop(
        code,
        stmt.label,
        labels,
        stmt.body,
        () => {
          push(code, { op: 'end' });
          return -1;
        },
        () => {},
      );
      const to = first + 1;
      code.list[first] = {
        op: 'comm',
        cases: [{ send: false, chan: stmt.chan, to, drained: code.list.length }],
        otherwise: null,
      };
      return;
    }
    case 'select': {
      const at = push(code, { op: 'end' });
      const cases: Comm[] = [];
      const over: number[] = [];
      for (const { comm, body } of stmt.cases) {
        const to = code.list.length;
        cases.push({ send: comm.kind === 'send', chan: comm.kind === 'tau' ? null : comm.chan, to, drained: to });
        emitBlock(code, body, labels);
        over.push(push(code, { op: 'jump', to: 0 }));
      }
      let otherwise: number | null = null;
      if (stmt.otherwise !== null) {
        otherwise = code.list.length;
        emitBlock(code, stmt.otherwise, labels);
      }
      code.list[at] = { op: 'comm', cases, otherwise };
      for (const jump of over) patch(code, jump, code.list.length);
      return;
    }
  }
}

function compile(program: VirgoProgram, values: Values): Code {
  const code: Code = { program, values, list: [], counters: 0, pending: [] };
  emitBlock(code, program.body, new Map());
  push(code, { op: 'end' });
  for (let next = code.pending.shift(); next !== undefined; next = code.pending.shift()) {
    code.list[next.at] = { op: 'go', at: code.list.length, counters: 0 };
    emitBlock(code, next.body, new Map());
    push(code, { op: 'end' });
  }
  return code;
}

/** A goroutine: where it is, and its loop counters. */
type Thread = readonly number[];

interface State {
  readonly threads: readonly Thread[];
  /** Messages, capacity and whether it is closed, for each channel; then counters of WaitGroups, then readers and writer of locks: 1 waits, 2 is in. */
  readonly data: readonly number[];
  readonly main: boolean;
}

/** What becomes of the program with these values, over all schedules and free choices. */
export function brute(program: VirgoProgram, values: Values, most = 200_000): Outcome {
  const code = compile(program, values);
  const channels = program.channels.length;
  const data = [
    ...Array(channels * 3).fill(0),
    ...program.groups.map(() => 0),
    ...program.locks.flatMap(() => [0, 0]),
  ] as number[];
  const begin: State = { threads: [[0, ...Array(code.counters).fill(0)]], data, main: true };
  const seen = new Set<string>();
  const work: State[] = [begin];
  let worst: Outcome = 'fine';
  while (work.length > 0) {
    const state = work.pop() as State;
    const threads = state.threads.map((t) => t.join(',')).sort();
    const key = `${threads.join(';')}|${state.data.join(',')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > most) return 'too large';
    const next = successors(code, state);
    if (next === 'fails') return 'fails';
    if (next === null) continue;
    if (next.length === 0 && state.threads.length > 0) worst = 'blocks';
    work.push(...next);
  }
  return worst;
}

/** Null where the whole program has ended. */
function successors(code: Code, state: State): State[] | 'fails' | null {
  const found: State[] = [];
  const { data } = state;
  const groups = code.program.channels.length * 3;
  const locks = groups + code.program.groups.length;
  const withThread = (i: number, thread: Thread | null, rest: readonly Thread[] = [], changed = data): void => {
    const threads = state.threads.flatMap((t, k) => (k === i ? (thread === null ? [] : [thread]) : [t]));
    found.push({ threads: [...threads, ...rest], data: changed, main: state.main });
  };
  const at = (thread: Thread, pc: number): Thread => [pc, ...thread.slice(1)];
  const put = (index: number, value: number): readonly number[] => data.map((d, k) => (k === index ? value : d));
  for (let i = 0; i < state.threads.length; i++) {
    const thread = state.threads[i] as Thread;
    const pc = thread[0] as number;
    const ins = code.list[pc] as Instruction;
    switch (ins.op) {
      case 'end':
        withThread(i, null);
        break;
      case 'exit':
        return null;
      case 'fail':
        return 'fails';
      case 'jump':
        withThread(i, at(thread, ins.to));
        break;
      case 'fork':
        withThread(i, at(thread, pc + 1));
        withThread(i, at(thread, ins.to));
        break;
      case 'set':
        withThread(
          i,
          at(
            thread.map((v, k) => (k === ins.counter + 1 ? ins.value : v)),
            pc + 1,
          ),
        );
        break;
      case 'step':
        withThread(
          i,
          at(
            thread.map((v, k) => (k === ins.counter + 1 ? v + ins.by : v)),
            pc + 1,
          ),
        );
        break;
      case 'test':
        withThread(i, at(thread, (thread[ins.counter + 1] as number) < ins.limit ? pc + 1 : ins.out));
        break;
      case 'go':
        withThread(i, at(thread, pc + 1), [[ins.at, ...Array(code.counters).fill(0)]]);
        break;
      case 'make':
        if (ins.capacity < 0) return 'fails';
        withThread(i, at(thread, pc + 1), [], put(ins.chan * 3 + 1, ins.capacity));
        break;
      case 'close':
        if (data[ins.chan * 3 + 2] === 1) return 'fails';
        withThread(i, at(thread, pc + 1), [], put(ins.chan * 3 + 2, 1));
        break;
      case 'add': {
        const value = (data[groups + ins.group] as number) + ins.delta;
        if (value < 0) return 'fails';
        withThread(i, at(thread, pc + 1), [], put(groups + ins.group, value));
        break;
      }
      case 'wait':
        if (data[groups + ins.group] === 0) withThread(i, at(thread, pc + 1));
        break;
      case 'lock':
      case 'locked':
      case 'unlock':
      case 'rlock':
      case 'runlock': {
        const place = locks + 2 * ins.lock;
        const [readers, writer] = data.slice(place, place + 2) as [number, number];
        if (ins.op === 'lock') {
          // A lock that is free is taken in one step.
          if (writer === 0 && readers === 0) withThread(i, at(thread, pc + 2), [], put(place + 1, 2));
          else if (writer === 0) withThread(i, at(thread, pc + 1), [], put(place + 1, 1));
        } else if (ins.op === 'locked') {
          if (readers === 0) withThread(i, at(thread, pc + 1), [], put(place + 1, 2));
        } else if (ins.op === 'rlock') {
          if (writer === 0) withThread(i, at(thread, pc + 1), [], put(place, readers + 1));
        } else if (ins.op === 'unlock') {
          if (writer !== 2) return 'fails';
          withThread(i, at(thread, pc + 1), [], put(place + 1, 0));
        } else {
          if (readers === 0) return 'fails';
          withThread(i, at(thread, pc + 1), [], put(place, readers - 1));
        }
        break;
      }
      case 'comm': {
        let ready = false;
        for (const c of ins.cases) {
          if (c.chan === null) {
            withThread(i, at(thread, c.to));
            continue;
          }
          const [messages, capacity, closed] = data.slice(c.chan * 3, c.chan * 3 + 3) as [number, number, number];
          if (c.send) {
            if (closed === 1) return 'fails';
            if (messages < capacity) {
              ready = true;
              withThread(i, at(thread, c.to), [], put(c.chan * 3, messages + 1));
            }
            if (capacity === 0) meet(code, state, i, c, ins.otherwise !== null, found);
          } else if (messages > 0) {
            ready = true;
            withThread(i, at(thread, c.to), [], put(c.chan * 3, messages - 1));
          } else if (code.program.channels[c.chan]?.mutex === true) {
            return 'fails';
          } else if (closed === 1) {
            ready = true;
            withThread(i, at(thread, c.drained));
          }
        }
        if (ins.otherwise !== null && !ready) withThread(i, at(thread, ins.otherwise));
        break;
      }
    }
  }
  return found;
}

/** A sender with every receiver that waits for it. */
function meet(code: Code, state: State, i: number, send: Comm, hasty: boolean, found: State[]): void {
  state.threads.forEach((other, k) => {
    if (k === i) return;
    const ins = code.list[other[0] as number] as Instruction;
    if (ins.op !== 'comm' || (hasty && ins.otherwise !== null)) return;
    for (const c of ins.cases) {
      if (c.send || c.chan !== send.chan) continue;
      const threads = state.threads.map((t, m) =>
        m === i ? [send.to, ...t.slice(1)] : m === k ? [c.to, ...t.slice(1)] : t,
      );
      found.push({ ...state, threads });
    }
  });
}
