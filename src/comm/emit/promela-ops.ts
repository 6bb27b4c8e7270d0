// Operations in Promela: one option of a process for each way in which it can go on.

import { must } from '../../base/assert.ts';
import type { RecvStmt, SendStmt } from '../comm.ts';
import { type Node, type OpStmt, Unsupported } from './flat.ts';
import { tainted } from './promela-exprs.ts';
import { continuation, counterOf } from './promela-flow.ts';
import { name, placeText, text } from './promela-local.ts';
import { type FaultName, fault, nowhere, type Process } from './promela-state.ts';

/** One option of a process's loop: guard, effect, local computation, all in one atomic step. */
export function option(
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

export function printStep(p: Process, at: number): string[] {
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
