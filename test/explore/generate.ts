// Random programs for the simulator, small enough to try every schedule of.

import type { Case, Instruction, Program } from './simulator.ts';

/** Numbers below `bound`, always the same for one seed. */
export function newRandom(seed: number): (bound: number) => number {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

export function generateProgram(seed: number): Program {
  const random = newRandom(seed);
  const channels = 1 + random(2);
  const capacities = Array.from({ length: channels }, () => (random(3) === 0 ? 1 : 0));
  const workers = 2 + random(2);
  const bodies: Instruction[][] = [[]];
  for (let worker = 1; worker <= workers; worker++) {
    (bodies[0] as Instruction[]).push({ op: 'go', body: worker });
    bodies.push(instructions(random, channels, 1 + random(3)));
  }
  (bodies[0] as Instruction[]).push(...instructions(random, channels, random(3)));
  return { capacities, bodies };
}

function instructions(random: (bound: number) => number, channels: number, length: number): Instruction[] {
  const list: Instruction[] = [];
  const channel = (): number => random(channels);
  for (let i = 0; i < length; i++) {
    switch (random(12)) {
      case 0:
      case 1:
        list.push({ op: 'send', channel: channel() });
        break;
      case 2:
      case 3:
        list.push({ op: 'recv', channel: channel() });
        break;
      case 4:
        list.push({ op: 'close', channel: channel() });
        break;
      case 5:
      case 6: {
        const cases: Case[] = Array.from({ length: 1 + random(2) }, () => ({
          send: random(2) === 0,
          channel: channel(),
        }));
        list.push({ op: 'select', cases, hasDefault: random(3) === 0 });
        break;
      }
      case 7: {
        const lock = random(2);
        list.push({ op: 'lock', lock }, { op: random(5) === 0 ? 'lock' : 'unlock', lock });
        break;
      }
      case 8:
        list.push({ op: 'rlock', lock: 0 }, { op: 'runlock', lock: 0 });
        break;
      case 9:
        list.push({ op: random(2) === 0 ? 'add' : random(2) === 0 ? 'done' : 'wait' });
        break;
      case 10:
        list.push({ op: 'store', cell: random(2), value: 1 + random(2) });
        break;
      default:
        list.push({ op: 'load', cell: random(2) }, { op: 'skipIfOdd', count: 1 });
        break;
    }
  }
  return list;
}
