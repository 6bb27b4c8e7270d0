// Values that all packages share. This file imports no code, so they exist before universe.ts starts using them.

import type { InterfaceType } from './type.ts';
import type { TypeSet } from './typeset.ts';
import type { TypeTerm } from './typeterm.ts';

// What has been filled in of a Named, as bits of Named.state.

/** Type parameters and right-hand side can be read; an instance's methods may still be missing. */
export const unpackedBit = 1;
/** All methods are there. */
export const hasMethodsBit = 2;
export const hasUnderBit = 4;
export const hasFiniteBit = 8;
/** Known not to contain itself. */
export const validBit = 16;

let lastId = 0;

/** A number that no other Named or TypeParam has. */
export function nextId(): number {
  return ++lastId;
}

/** The term list of all types. */
export const allTermlist: readonly (TypeTerm | null)[] = [{ tilde: false, type: null }];

/** The type set of the empty interface. */
export const topTypeSet: TypeSet = { methods: [], terms: allTermlist, comparable: false };

/** Stands for the type set of a union that is too large; it is empty. */
export const invalidTypeSet: TypeSet = { methods: [], terms: [], comparable: false };

/** An empty interface that is complete. */
export const emptyInterface: InterfaceType = {
  kind: 'Interface',
  check: null,
  methods: [],
  embeddeds: [],
  embedPos: null,
  implicit: false,
  complete: true,
  tset: topTypeSet,
};
