// Symbolic heaps: chunks that say how much of which resource is held, and with which value.

import type { Term } from '../smt/index.ts';
import type { Type } from '../vil/index.ts';

/** Wands are told apart by their shapes (wand-shapes.ts); `args` are the types of what a shape leaves open. */
export interface WandId {
  readonly kind: 'wand';
  readonly name: string;
  readonly args: readonly Type[];
}

export type ResourceId = { readonly kind: 'field' | 'predicate'; readonly name: string } | WandId;

/**
 * `resource(args) -> value # perm`. A field has one argument, the receiver, and its value has the field's sort; the value of
 * a predicate instance is the snapshot of its body, that of a wand instance stands for a map from the snapshot of its left
 * side to that of its right side.
 */
export interface BasicChunk {
  readonly kind: 'basic';
  readonly resource: ResourceId;
  readonly args: readonly Term[];
  readonly value: Term;
  readonly perm: Term;
}

/**
 * `forall formals :: resource(formals) -> lookup(map, formals) # perm`, where `perm` is a term over `formals`, which are
 * the same variables for all chunks of a resource.
 */
export interface QuantifiedChunk {
  readonly kind: 'quantified';
  readonly resource: ResourceId;
  readonly map: Term;
  readonly perm: Term;
  /** Where the chunk is about a single location: its arguments, and the amount there. */
  readonly single: { readonly args: readonly Term[]; readonly perm: Term } | null;
  /** What the locations were given by (the receivers as terms over quantified variables), null where nothing is known. */
  readonly shape: readonly Term[] | null;
}

export type Chunk = BasicChunk | QuantifiedChunk;

/** A separating conjunction of chunks. */
export type Heap = readonly Chunk[];

export const emptyHeap: Heap = [];

export function resourceKey(resource: ResourceId): string {
  return `${resource.kind} ${resource.name}`;
}

export function isSameResource(a: ResourceId, b: ResourceId): boolean {
  return a.kind === b.kind && a.name === b.name;
}

export function basicChunks(heap: Heap, resource: ResourceId): readonly BasicChunk[] {
  return heap.filter(
    (chunk): chunk is BasicChunk => chunk.kind === 'basic' && isSameResource(chunk.resource, resource),
  );
}

export function quantifiedChunks(heap: Heap, resource: ResourceId): readonly QuantifiedChunk[] {
  return heap.filter(
    (chunk): chunk is QuantifiedChunk => chunk.kind === 'quantified' && isSameResource(chunk.resource, resource),
  );
}

/** The heap with each key of `changes` replaced by its value; null removes it. */
export function replaceChunks(heap: Heap, changes: ReadonlyMap<Chunk, Chunk | null>): Heap {
  return heap.flatMap((chunk) => {
    const by = changes.get(chunk);
    return by === undefined ? [chunk] : by === null ? [] : [by];
  });
}
