// How a run's goroutines, objects and places are shown to people.

import type { Op, RunRecord, Site, Stuck } from './protocol.ts';

/** Sites of a build by number. */
export type Sites = ReadonlyMap<number, Site>;

export interface Namer {
  readonly goroutine: (g: number) => string;
  readonly object: (o: number, site: number, arm: number | null) => string;
}

/** Goroutines get the name of what they run, and a number where several run the same. */
export function newNamer(record: RunRecord, sites: Sites, test: string): Namer {
  const names = new Map<number, string>([[0, 'the clock']]);
  const used = new Map<string, number>();
  for (const { g, parent, s, path } of record.goroutines.values()) {
    const site = sites.get(s);
    const base = parent === 0 ? rootName(path, test) : goroutineName(site);
    const count = (used.get(base) ?? 0) + 1;
    used.set(base, count);
    names.set(g, count === 1 ? base : `${base} #${count}`);
  }
  return {
    goroutine: (g) => names.get(g) ?? `goroutine ${g}`,
    object: (o, site, arm) => labelAt(sites.get(site), arm) || labelAt(sites.get(record.objects.get(o)?.s ?? 0), null),
  };
}

/** Roots are tests, which have numbers, the main function, and callbacks of code outside of our control. */
function rootName(path: string, test: string): string {
  if (/^\d+$/.test(path)) return test;
  return path.startsWith('x') ? 'callback' : 'main';
}

function goroutineName(site: Site | undefined): string {
  if (site === undefined) return 'goroutine';
  if (site.label !== '' && !site.label.startsWith('func')) return site.label;
  return `goroutine at ${site.file.slice(site.file.lastIndexOf('/') + 1)}:${site.line}`;
}

function labelAt(site: Site | undefined, arm: number | null): string {
  if (site === undefined) return '';
  if (arm !== null && arm >= 0) return site.arms[arm]?.label ?? '';
  return site.label;
}

/** `example.com/p/q.(*T).M.func1` as `q.(*T).M.func1`. */
export function shortFunction(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** An operation in the words that other engines use for it. */
export function operationText(op: Op, site: Site | undefined, arm: number | null): string {
  switch (op) {
    case 'start':
      return 'begins';
    case 'go':
      return 'go';
    case 'make':
      return 'make';
    case 'send':
      return 'send';
    case 'recv':
      return 'receive';
    case 'close':
      return 'close';
    case 'select':
      if (arm === null) return 'select';
      if (arm < 0) return 'select default';
      return `select ${site?.arms[arm]?.op === 'send' ? 'send' : 'receive'}`;
    case 'lock':
      return 'lock';
    case 'lock-wait':
      return 'wait for lock';
    case 'unlock':
      return 'unlock';
    case 'rlock':
      return 'read-lock';
    case 'runlock':
      return 'read-unlock';
    case 'trylock':
      return 'try lock';
    case 'tryrlock':
      return 'try read-lock';
    case 'wg-add':
      return 'add';
    case 'wg-done':
      return 'done';
    case 'wg-wait':
      return 'wait';
    case 'cond-wait':
      return 'cond wait';
    case 'cond-wake':
      return 'cond wait ends';
    case 'cond-signal':
      return 'signal';
    case 'cond-broadcast':
      return 'broadcast';
    case 'once':
      return 'once';
    case 'atomic-load':
      return 'atomic load';
    case 'atomic-store':
      return 'atomic store';
    case 'atomic-rmw':
      return 'atomic update';
    case 'sleep':
      return 'sleep';
    case 'timer':
      return 'set timer';
    case 'fire':
      return 'fires';
    case 'yield':
      return 'yield';
    case 'test':
      return 'test';
    case 'return':
      return 'comes back';
  }
}

/** What a goroutine that is stuck waits in: who was not woken still waits. */
export function waitText(op: Op, site: Site | undefined): string {
  return operationText(op === 'cond-wake' ? 'cond-wait' : op, site, null);
}

export interface Reason {
  readonly because: string;
  readonly freedBy: string;
}

/** Why a goroutine can never move again, and what would have helped. */
export function reasonOf(stuck: Stuck, record: RunRecord, sites: Sites, namer: Namer): Reason {
  const name = namer.object(stuck.o, stuck.s, null);
  const holder = stuck.holder === 0 ? '' : namer.goroutine(stuck.holder);
  switch (stuck.op) {
    case 'send': {
      if (stuck.o === 0) return { because: 'the channel is nil', freedBy: 'a channel that was made before' };
      const capacity = record.objects.get(stuck.o)?.cap ?? 0;
      return capacity > 0
        ? {
            because: `the buffer of ${name} is full and nobody receives from it any more`,
            freedBy: `a receive from ${name}, or room for one more value in its buffer`,
          }
        : {
            because: `nobody receives from ${name} any more`,
            freedBy: `a receive from ${name}, or a buffer of ${name} with room`,
          };
    }
    case 'recv':
      if (stuck.o === 0) return { because: 'the channel is nil', freedBy: 'a channel that was made before' };
      return {
        because: `${name} is empty, and nobody sends on it or closes it any more`,
        freedBy: `a send on ${name}, or close(${name})`,
      };
    case 'select': {
      const arms = sites.get(stuck.s)?.arms ?? [];
      const wants = arms
        .filter((_, i) => (stuck.arms[i] ?? 0) !== 0)
        .map((arm) => `${arm.op === 'send' ? 'a receive from' : 'a send on'} ${arm.label}`);
      return {
        because: 'none of its cases can become ready any more',
        freedBy: [...new Set(wants)].join(', or ') || 'nothing: it has no channel to wait for',
      };
    }
    case 'lock':
    case 'lock-wait':
    case 'rlock':
      if (stuck.holder === stuck.g && stuck.holder !== 0)
        return { because: `it holds ${name} itself`, freedBy: `${name}.Unlock() before this` };
      return {
        because:
          holder === ''
            ? `${name} is locked and nobody unlocks it any more`
            : `${name} is held by ${holder}, which does not unlock it any more`,
        freedBy: `${name}.Unlock()`,
      };
    case 'wg-wait':
      return { because: `nobody calls ${name}.Done() any more`, freedBy: `more calls of ${name}.Done()` };
    case 'cond-wait':
    case 'cond-wake':
      return {
        because: `nobody calls Signal or Broadcast on ${name} any more`,
        freedBy: `a Signal or Broadcast on ${name} after it began to wait`,
      };
    case 'once':
      return {
        because: `the function given to ${name}.Do does not return`,
        freedBy: 'the return of that function',
      };
    default:
      return { because: 'it cannot go on', freedBy: '' };
  }
}
