// Small concurrent programs, run in memory one transition at a time: what strategies are tested on without Go.

import type { Execution, Moment, Pending, Touch, Transition } from '../../src/explore/transition.ts';

export type Case = { readonly send: boolean; readonly channel: number };

/** One operation of a goroutine. Values sent are the sender's number times 10 plus its position. */
export type Instruction =
  | { readonly op: 'send' | 'recv' | 'close'; readonly channel: number }
  | { readonly op: 'select'; readonly cases: readonly Case[]; readonly hasDefault: boolean }
  | { readonly op: 'lock' | 'unlock' | 'rlock' | 'runlock'; readonly lock: number }
  | { readonly op: 'add' | 'done' | 'wait' }
  | { readonly op: 'store'; readonly cell: number; readonly value: number }
  | { readonly op: 'load'; readonly cell: number }
  | { readonly op: 'go'; readonly body: number }
  /** Not a scheduling point: goes on `count` instructions further if the last value seen is odd. */
  | { readonly op: 'skipIfOdd'; readonly count: number };

export interface Program {
  readonly capacities: readonly number[];
  /** Body 0 is the test's own goroutine. */
  readonly bodies: readonly (readonly Instruction[])[];
}

interface Goroutine {
  readonly name: string;
  readonly number: number;
  readonly body: readonly Instruction[];
  pc: number;
  spawned: number;
  last: number;
  /** All that it saw, which is all that its behaviour can depend on. */
  readonly log: string[];
}

interface State {
  readonly program: Program;
  readonly goroutines: Goroutine[];
  readonly buffers: number[][];
  readonly closed: boolean[];
  readonly writers: (string | null)[];
  readonly readers: number[];
  counter: number;
  readonly cells: number[];
  /** Why the process has ended; '' while it has not. */
  ended: string;
}

interface Choice {
  readonly transition: Transition;
  readonly perform: () => void;
}

export interface Run {
  readonly execution: Execution;
  readonly keys: readonly string[];
  /** What everybody saw, and where those who are left are: equal for runs that differ in nothing that matters. */
  readonly outcome: string;
}

const maxSteps = 200;

/** Runs along `prefix`, then as `pick` says among the enabled transitions. */
export function simulate(
  program: Program,
  prefix: readonly string[],
  pick: (enabled: readonly Transition[]) => number,
): Run {
  const state = start(program);
  const moments: Moment[] = [];
  const keys: string[] = [];
  while (state.ended === '' && moments.length < maxSteps) {
    const choices = choicesOf(state);
    if (choices.length === 0) break;
    const enabled = choices.map((choice) => choice.transition);
    const wanted = prefix[keys.length];
    const index = wanted === undefined ? pick(enabled) : enabled.findIndex((one) => one.key === wanted);
    const choice = choices[index];
    if (choice === undefined) break;
    const pending = pendingOf(state);
    choice.perform();
    const { transition } = choice;
    const after: Touch[] = state.ended === '' ? arrivals(state, transition.goroutines) : [{ object: '*', mode: 'use' }];
    moments.push({ enabled, pending, taken: { ...transition, touches: [...transition.touches, ...after] } });
    keys.push(transition.key);
  }
  return { execution: { moments, pending: pendingOf(state) }, keys, outcome: outcomeOf(state) };
}

function outcomeOf(state: State): string {
  if (state.ended !== '') return state.ended;
  return state.goroutines
    .map((g) => `${g.name}:${g.pc}:${g.log.join(',')}`)
    .sort()
    .join(' ');
}

function start(program: Program): State {
  const state: State = {
    program,
    goroutines: [],
    buffers: program.capacities.map(() => []),
    closed: program.capacities.map(() => false),
    writers: [null, null],
    readers: [0, 0],
    counter: 0,
    cells: [0, 0],
    ended: '',
  };
  addGoroutine(state, 'main', 0);
  return state;
}

function addGoroutine(state: State, name: string, body: number): void {
  const instructions = state.program.bodies[body] ?? [];
  const g: Goroutine = { name, number: body, body: instructions, pc: 0, spawned: 0, last: 0, log: [] };
  state.goroutines.push(g);
  runLocal(g);
}

function runLocal(g: Goroutine): void {
  for (;;) {
    const at = g.body[g.pc];
    if (at?.op !== 'skipIfOdd') return;
    g.pc += g.last % 2 === 1 ? 1 + at.count : 1;
  }
}

/** Moves past an operation that saw `value`. */
function move(g: Goroutine, value: number, what: string): void {
  g.last = value;
  g.log.push(what);
  g.pc++;
  runLocal(g);
}

function casesOf(instruction: Instruction | undefined): readonly Case[] {
  switch (instruction?.op) {
    case 'send':
    case 'recv':
      return [{ send: instruction.op === 'send', channel: instruction.channel }];
    case 'select':
      return instruction.cases;
    default:
      return [];
  }
}

function choicesOf(state: State): Choice[] {
  return state.goroutines.flatMap((g) => choicesOfGoroutine(state, g));
}

function choicesOfGoroutine(state: State, g: Goroutine): Choice[] {
  const at = g.body[g.pc];
  if (at === undefined) return [];
  const one = (key: string, touches: readonly Touch[], perform: () => void, with_: readonly string[] = []): Choice => ({
    transition: { key: `${g.name} ${g.pc} ${key}`, goroutines: [g.name, ...with_], touches },
    perform,
  });
  switch (at.op) {
    case 'send':
    case 'recv':
    case 'select':
      return communications(state, g, at, one);
    case 'close': {
      const channel = at.channel;
      return [
        one('close', use(`c${channel}`), () => {
          if (state.closed[channel] === true) state.ended = `panic: close of closed by ${g.name}`;
          state.closed[channel] = true;
          // Senders that wait there panic when they go on: their transition is enabled by the close.
          move(g, 0, 'close');
        }),
      ];
    }
    case 'lock':
    case 'rlock': {
      const free = state.writers[at.lock] === null && (at.op === 'rlock' || state.readers[at.lock] === 0);
      if (!free) return [];
      const touch: Touch = { object: `m${at.lock}`, mode: at.op === 'lock' ? 'use' : 'look' };
      return [
        one(at.op, [touch], () => {
          if (at.op === 'lock') state.writers[at.lock] = g.name;
          else state.readers[at.lock] = (state.readers[at.lock] as number) + 1;
          move(g, 0, at.op);
        }),
      ];
    }
    case 'unlock':
    case 'runlock':
      return [
        one(at.op, use(`m${at.lock}`), () => {
          if (at.op === 'unlock') {
            if (state.writers[at.lock] === null) state.ended = `fatal: unlock of unlocked by ${g.name}`;
            state.writers[at.lock] = null;
          } else {
            const readers = state.readers[at.lock] as number;
            if (readers === 0) state.ended = `fatal: runlock by ${g.name}`;
            state.readers[at.lock] = Math.max(0, readers - 1);
          }
          move(g, 0, at.op);
        }),
      ];
    case 'add':
    case 'done':
      return [
        one(at.op, use('wg'), () => {
          state.counter += at.op === 'add' ? 1 : -1;
          if (state.counter < 0) state.ended = `panic: negative counter by ${g.name}`;
          move(g, 0, at.op);
        }),
      ];
    case 'wait':
      return state.counter > 0 ? [] : [one('wait', [{ object: 'wg', mode: 'look' }], () => move(g, 0, 'wait'))];
    case 'store':
      return [
        one('store', use(`x${at.cell}`), () => {
          state.cells[at.cell] = at.value;
          move(g, 0, 'store');
        }),
      ];
    case 'load':
      return [
        one('load', [{ object: `x${at.cell}`, mode: 'look' }], () => {
          const value = state.cells[at.cell] as number;
          move(g, value, `load ${value}`);
        }),
      ];
    case 'go': {
      const child = `${g.name}.${g.spawned}`;
      return [
        one(
          'go',
          [],
          () => {
            g.spawned++;
            addGoroutine(state, child, at.body);
            move(g, 0, 'go');
          },
          [child],
        ),
      ];
    }
    case 'skipIfOdd':
      return [];
  }
}

function use(object: string): readonly Touch[] {
  return [{ object, mode: 'use' }];
}

type Make = (key: string, touches: readonly Touch[], perform: () => void, with_?: readonly string[]) => Choice;

function communications(state: State, g: Goroutine, at: Instruction, one: Make): Choice[] {
  const cases = casesOf(at);
  const choices: Choice[] = [];
  let ready = false;
  for (const [index, { send, channel }] of cases.entries()) {
    const buffer = state.buffers[channel] as number[];
    const capacity = state.program.capacities[channel] as number;
    const touches = [...use(`c${channel}`), ...offers(at, index)];
    const value = g.number * 10 + g.pc;
    if (state.closed[channel] === true) {
      ready = true;
      choices.push(
        one(`case ${index}`, touches, () => {
          if (send) state.ended = `panic: send on closed by ${g.name}`;
          const got = buffer.shift();
          move(g, got ?? 0, send ? 'send' : `got ${got ?? 'closed'}`);
        }),
      );
      continue;
    }
    if (send ? buffer.length < capacity : buffer.length > 0) {
      ready = true;
      choices.push(
        one(`case ${index}`, touches, () => {
          const got = send ? buffer.push(value) : (buffer.shift() as number);
          move(g, send ? 0 : got, send ? `sent ${channel}` : `got ${got}`);
        }),
      );
    }
    if (capacity > 0) continue;
    for (const other of state.goroutines) {
      if (other === g) continue;
      const theirs = other.body[other.pc];
      for (const [otherIndex, theirCase] of casesOf(theirs).entries()) {
        if (theirCase.channel !== channel || theirCase.send === send) continue;
        ready = true;
        // A pair is listed once, by its sender; a select with default never waits, so it is the one that begins.
        const waits = !(theirs?.op === 'select' && theirs.hasDefault);
        if (!waits) continue;
        const mineWaits = !(at.op === 'select' && at.hasDefault);
        if (!send && mineWaits) continue;
        const [sender, receiver] = send ? [g, other] : [other, g];
        const sent = sender.number * 10 + sender.pc;
        choices.push(
          one(
            `case ${index} with ${other.name} case ${otherIndex}`,
            [...touches, ...offers(theirs as Instruction, otherIndex)],
            () => {
              move(sender, 0, `sent ${channel}`);
              move(receiver, sent, `got ${sent}`);
            },
            [other.name],
          ),
        );
      }
    }
  }
  if (at.op === 'select' && at.hasDefault && !isReady(state, g, cases)) {
    const touches = cases.map(({ channel }): Touch => ({ object: `c${channel}`, mode: 'poll' }));
    choices.push(one('default', touches, () => move(g, 1, 'default')));
  }
  return ready || choices.length > 0 ? choices : [];
}

/** Whether some case can go ahead at once; a partner that would not wait is none. */
function isReady(state: State, g: Goroutine, cases: readonly Case[]): boolean {
  return cases.some(({ send, channel }) => {
    const buffer = state.buffers[channel] as number[];
    if (state.closed[channel] === true) return true;
    if (send ? buffer.length < (state.program.capacities[channel] as number) : buffer.length > 0) return true;
    return state.goroutines.some((other) => {
      const theirs = other.body[other.pc];
      if (other === g || (theirs?.op === 'select' && theirs.hasDefault)) return false;
      return casesOf(theirs).some((their) => their.channel === channel && their.send !== send);
    });
  });
}

function offers(instruction: Instruction, taken: number): readonly Touch[] {
  return casesOf(instruction).flatMap(({ channel }, index): Touch[] =>
    index === taken ? [] : [{ object: `c${channel}`, mode: 'offer' }],
  );
}

function pendingOf(state: State): Pending[] {
  return state.goroutines.flatMap((g) => {
    const at = g.body[g.pc];
    if (at === undefined) return [];
    return [{ goroutine: g.name, touches: pendingTouches(at) }];
  });
}

function pendingTouches(at: Instruction): readonly Touch[] {
  switch (at.op) {
    case 'send':
    case 'recv':
    case 'close':
      return use(`c${at.channel}`);
    case 'select':
      return at.cases.flatMap(({ channel }): Touch[] => [
        { object: `c${channel}`, mode: 'use' },
        ...(at.hasDefault ? [{ object: `c${channel}`, mode: 'poll' } as const] : []),
      ]);
    case 'lock':
    case 'unlock':
    case 'runlock':
      return use(`m${at.lock}`);
    case 'rlock':
      return [{ object: `m${at.lock}`, mode: 'look' }];
    case 'add':
    case 'done':
      return use('wg');
    case 'wait':
      return [{ object: 'wg', mode: 'look' }];
    case 'store':
      return use(`x${at.cell}`);
    case 'load':
      return [{ object: `x${at.cell}`, mode: 'look' }];
    case 'go':
    case 'skipIfOdd':
      return [];
  }
}

function arrivals(state: State, goroutines: readonly string[]): Touch[] {
  return state.goroutines
    .filter((g) => goroutines.includes(g.name))
    .flatMap((g) => {
      const at = g.body[g.pc];
      if (at === undefined || (at.op === 'select' && at.hasDefault)) return [];
      return casesOf(at).map(({ channel }): Touch => ({ object: `c${channel}`, mode: 'arrive' }));
    });
}

/** The outcomes of all runs, by trying every choice; null where there are more runs than `limit`. */
export function bruteForce(
  program: Program,
  limit: number,
): { readonly outcomes: Set<string>; readonly runs: number } | null {
  const outcomes = new Set<string>();
  let runs = 0;
  const stack: string[][] = [[]];
  while (stack.length > 0) {
    const prefix = stack.pop() as string[];
    if (++runs > limit) return null;
    const { execution, keys, outcome } = simulate(program, prefix, () => 0);
    outcomes.add(outcome);
    for (let depth = prefix.length; depth < keys.length; depth++) {
      const { enabled } = execution.moments[depth] as Moment;
      for (const other of enabled.slice(1)) stack.push([...keys.slice(0, depth), other.key]);
    }
  }
  return { outcomes, runs };
}
