// Scheduling chains: GoPie's data and mutations, section III of the paper.
//
// An operation is a triple of goroutine, primitive and place, and which of the executions there it is. A chain is a
// sequence of operations, neighbours in different goroutines, that are to happen in this order.

import type { Knowledge } from './knowledge.ts';
import type { EventLine, Op, RunRecord } from './protocol.ts';

/** An operation as chains name it. */
export interface Triple {
  /** Path of the goroutine. */
  readonly g: string;
  /** Name of the primitive: it says which operations of one run meet. */
  readonly object: string;
  readonly op: Op;
  readonly site: number;
  /** The how manieth step of the goroutine at this site it is; null for the late ones of long loops. */
  readonly nth: number | null;
}

export type Chain = readonly Triple[];

/** Without the primitive: one that was not made under control is named after the goroutine that meets it first, which schedules change. */
export function tripleKey({ g, site, nth }: Triple): string {
  return `${g} ${site} ${nth ?? ''}`;
}

export function chainKey(chain: Chain): string {
  return chain.map(tripleKey).join('\n');
}

/** Whether neighbours run in different goroutines, so that their order is the scheduler's to decide. */
export function isChain(chain: Chain): boolean {
  return chain.length > 0 && chain.every((one, i) => i === 0 || (chain[i - 1] as Triple).g !== one.g);
}

// ---------------------------------------------------------------------------------------------------------------
// Mutation

export type Operator = 'abridge' | 'flip' | 'substitute' | 'augment';

/** All chains that one application of an operator makes of a chain. */
export function mutants(chain: Chain, operator: Operator, knowledge: Knowledge): readonly Chain[] {
  return candidates(chain, operator, knowledge).filter(isChain);
}

function candidates(chain: Chain, operator: Operator, knowledge: Knowledge): readonly Chain[] {
  switch (operator) {
    case 'abridge':
      return chain.length < 2 ? [] : [chain.slice(1), chain.slice(0, -1)];
    case 'flip':
      return chain.slice(1).map((right, i) => {
        const left = chain[i] as Triple;
        return [...chain.slice(0, i), right, left, ...chain.slice(i + 2)];
      });
    case 'substitute':
      return chain.flatMap((c, i) =>
        knowledge.rel1(c).map((other) => [...chain.slice(0, i), other, ...chain.slice(i + 1)]),
      );
    case 'augment': {
      const tail = chain.at(-1);
      return tail === undefined ? [] : knowledge.rel2(tail).map((other) => [...chain, other]);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// From records

/** Operations that are places to schedule at: not beginnings, which every goroutine has, nor second halves of others. */
const schedulable: ReadonlySet<Op> = new Set<Op>([
  'send',
  'recv',
  'close',
  'select',
  'lock',
  'lock-wait',
  'unlock',
  'rlock',
  'runlock',
  'trylock',
  'tryrlock',
  'wg-add',
  'wg-done',
  'wg-wait',
  'cond-wait',
  'cond-signal',
  'cond-broadcast',
  'once',
  'atomic-load',
  'atomic-store',
  'atomic-rmw',
]);

/** Steps at one site are told apart up to here: what longer loops do is alike. */
const maxNth = 12;

/** The operations of a run in order; both sides of a rendezvous, the sender first. */
export function triplesOf(record: RunRecord): readonly Triple[] {
  const triples: Triple[] = [];
  const counts = new Map<string, number>();
  const announced = new Set<number>();
  const add = (event: EventLine, g: number, site: number): void => {
    const path = record.goroutines.get(g)?.path ?? '';
    const key = `${path} ${site}`;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    if (!schedulable.has(event.op)) return;
    const object = record.objects.get(event.o)?.name ?? '';
    triples.push({ g: path, object, op: event.op, site, nth: nth > maxNth ? null : nth });
  };
  for (const event of record.events) {
    if (event.g === 0) continue;
    // A writer that had to wait for readers took effect when it began to wait.
    if (event.op === 'lock' && announced.delete(event.g)) continue;
    if (event.op === 'lock-wait') announced.add(event.g);
    add(event, event.g, event.s);
    if (event.with !== 0) add(event, event.with, event.ws);
  }
  return triples;
}
