// The cast of a run that is shown: goroutines and objects by stable numbers.

import type { Goroutine, ObjectKind, SharedObject } from '../base/operation.ts';
import type { Site } from '../comm/comm.ts';
import type { Component } from './component.ts';
import type { Search } from './search.ts';

/** Its procedure by index; -1 where it is not known. */
export interface ModelGoroutine extends Goroutine<Site> {
  readonly entry: number;
}

export type ModelObject = SharedObject<Site>;

const noPlace: Site = { file: 0, start: 0, end: 0 };

/** Goroutines by the order of their creation from 0, and objects in the slots of states. */
export class Cast {
  readonly goroutines: ModelGoroutine[] = [];
  readonly objects: ModelObject[] = [];
  readonly #search: Search;
  /** Of each slot the object in it, with where that was made. */
  readonly #inSlots = new Map<number, { readonly id: number; readonly origin: number }>();

  constructor(search: Search) {
    this.#search = search;
  }

  enterRoot(): void {
    const { program } = this.#search.machine.code;
    this.goroutines.push({ id: 1, kind: 'root', function: program.name, created: null, entry: program.entry });
  }

  /** The number of a new goroutine by the order of creation. */
  enter(entry: number, created: Site | null): number {
    const name = this.#search.machine.code.procs[entry]?.proc.name ?? '';
    const id = this.goroutines.length + 1;
    return this.goroutines.push({ id, kind: 'go', function: name, created, entry }) - 1;
  }

  idOf(who: number): number {
    return who + 1;
  }

  entryOf(who: number): number {
    return this.goroutines[who]?.entry ?? -1;
  }

  /** The `id` of the object in a slot, given to it when it is first seen; a slot below 0 stands for what is not known. */
  objectAt(vec: Int32Array, slot: number): number {
    if (slot < 0) return this.#outside();
    const component = this.#search.machine.comps.list[vec[slot] as number];
    const origin = component !== undefined && 'origin' in component ? component.origin : -1;
    const known = this.#inSlots.get(slot);
    if (known !== undefined && known.origin === origin) return known.id;
    const id = this.objects.length + 1;
    const from = this.#search.machine.code.origins[origin];
    const label = from?.label ?? '';
    this.objects.push({ id, kind: kindOf(component), name: label, label, made: from?.site ?? null });
    this.#inSlots.set(slot, { id, origin });
    return id;
  }

  /** Where an object was made. */
  madeAt(object: number): Site {
    return this.objects[object - 1]?.made ?? noPlace;
  }

  /** After a step: another object may come into a slot that is free now. */
  forget(after: Int32Array): void {
    const slots = after[0] as number;
    for (const slot of this.#inSlots.keys()) {
      if (slot > slots || after[slot] === 0) this.#inSlots.delete(slot);
    }
  }

  #outside(): number {
    const known = this.objects.find(({ kind }) => kind === 'outside');
    if (known !== undefined) return known.id;
    const id = this.objects.length + 1;
    this.objects.push({ id, kind: 'outside', name: '', label: '', made: null });
    return id;
  }
}

/** What an object was made for; '' where that has no name. Formulas name channels like this. */
export function labelOf(s: Search, component: number): string {
  const c = s.machine.comps.list[component];
  return c !== undefined && 'origin' in c ? (s.machine.code.origins[c.origin]?.label ?? '') : '';
}

function kindOf(component: Component | undefined): ObjectKind {
  switch (component?.kind) {
    case 'chan':
      return 'channel';
    case 'mutex':
    case 'rwmutex':
    case 'waitgroup':
    case 'cond':
    case 'map':
      return component.kind;
    default:
      return 'outside';
  }
}
