// What is not encoded: a reason and a place, as data. It is thrown where it is met and kept by the member around it.

import type * as ast from '../../syntax/nodes.ts';

/** Something of the language that has no encoding, in Go's words: `slices`, `a call of a function value`. */
export interface Fault {
  readonly construct: string;
  readonly node: ast.NodeBase;
}

/** Thrown by encodings; caught where a member's contract or body begins. */
export class Unsupported extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(`unsupported: ${fault.construct}`);
    this.fault = fault;
  }
}

export function unsupported(construct: string, node: ast.NodeBase): never {
  throw new Unsupported({ construct, node });
}
