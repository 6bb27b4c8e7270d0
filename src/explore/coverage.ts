// Concurrency coverage: which arms of selects, orders of operations and orders of locks some run has shown.

import type { Sites } from './cast.ts';
import { tripleKey, triplesOf } from './chain.ts';
import { type RunRecord, siteName } from './protocol.ts';

export interface Coverage {
  /** Arms of the selects that were reached, defaults included: taken, and all there are. */
  readonly arms: { readonly seen: number; readonly all: number; readonly missing: readonly string[] };
  /** Pairs of operations on one object by two goroutines: seen, and those seen in both orders. */
  readonly pairs: { readonly seen: number; readonly both: number };
  /** Locks taken while another one is held: seen, and those of which the opposite order was seen too. */
  readonly lockOrders: { readonly seen: number; readonly opposite: readonly string[] };
}

export interface CoverageCollector {
  /** Gives how much of it was new. */
  readonly add: (record: RunRecord) => number;
  readonly result: () => Coverage;
}

export function newCoverage(sites: Sites): CoverageCollector {
  const arms = new Set<string>();
  const selects = new Set<number>();
  const pairs = new Set<string>();
  const orders = new Set<string>();

  const add = (record: RunRecord): number => {
    const before = arms.size + pairs.size + orders.size;
    const held = new Map<number, Map<number, string>>();
    for (const event of record.events) {
      if (event.op === 'select') {
        selects.add(event.s);
        arms.add(`${event.s} ${event.arm ?? ''}`);
      }
      const other = sites.get(event.ws);
      if (other?.op === 'select') {
        selects.add(other.id);
        if (event.warm !== null) arms.add(`${other.id} ${event.warm}`);
      }
      const locks = held.get(event.g) ?? new Map<number, string>();
      held.set(event.g, locks);
      if (event.op === 'lock' || event.op === 'rlock') {
        const label = lockName(sites, event.s);
        for (const [o, outer] of locks) if (o !== event.o) orders.add(`${outer} -> ${label}`);
        locks.set(event.o, label);
      } else if (event.op === 'unlock' || event.op === 'runlock') locks.delete(event.o);
    }
    const last = new Map<string, { readonly g: string; readonly name: string }>();
    for (const triple of triplesOf(record)) {
      if (triple.object === '') continue;
      const site = sites.get(triple.site);
      const name = site === undefined ? tripleKey(triple) : siteName(site);
      const other = last.get(triple.object);
      if (other !== undefined && other.g !== triple.g) pairs.add(`${other.name} | ${name}`);
      last.set(triple.object, { g: triple.g, name });
    }
    return arms.size + pairs.size + orders.size - before;
  };

  const result = (): Coverage => {
    const missing: string[] = [];
    let all = 0;
    for (const id of selects) {
      const site = sites.get(id);
      if (site === undefined) continue;
      const indices = [...site.arms.keys(), ...(site.hasDefault ? [-1] : [])];
      all += indices.length;
      for (const arm of indices) {
        if (arms.has(`${id} ${arm}`)) continue;
        const what = arm < 0 ? 'default' : `${site.arms[arm]?.op ?? ''} ${site.arms[arm]?.label ?? ''}`.trim();
        missing.push(`${site.file}:${site.arms[arm]?.line ?? site.line} ${what}`);
      }
    }
    const turned = (pair: string, by: string): string => pair.split(by).reverse().join(by);
    return {
      arms: { seen: all - missing.length, all, missing },
      pairs: { seen: pairs.size, both: [...pairs].filter((pair) => pairs.has(turned(pair, ' | '))).length },
      lockOrders: {
        seen: orders.size,
        // Two locks of one name have no opposite order that names could tell.
        opposite: [...orders]
          .filter((order) => turned(order, ' -> ') !== order && orders.has(turned(order, ' -> ')))
          .sort(),
      },
    };
  };
  return { add, result };
}

function lockName(sites: Sites, id: number): string {
  const site = sites.get(id);
  return site === undefined ? `#${id}` : site.label;
}
