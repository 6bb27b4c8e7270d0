// What an extraction finds out while it goes on, for the one that asked for it: only ever added to.

import type { Expr, Stmt } from '../comm.ts';

export class Learned {
  readonly #addressed = new Set<string>();
  readonly #pointed = new Map<string, string>();
  readonly #leftOut = new Set<string>();
  readonly #cut = new Set<string>();
  readonly #elementKeys = new Map<Stmt, string>();
  readonly #compared = new Set<string>();
  readonly #fromOutside = new Set<string>();
  readonly #pointers = new Set<string>();
  readonly #constructed = new Map<string, string>();
  readonly #functions = new Map<number, string>();
  readonly #others = new Set<number>();
  readonly #outside = new Map<number, string>();
  readonly #lonely = new Map<string, string>();
  readonly #locking = new Set<string>();
  readonly #alone = new Map<number, string>();
  #recovers = false;
  #disturbed = false;
  #followed = 0;

  /** Fields and globals of which an address was taken: where one of them is not boxed, the extraction starts again. */
  get addressed(): ReadonlySet<string> {
    return this.#addressed;
  }

  /** Of elements whose address is taken, the names in `flow/writes.ts`: with that of what a pointer to them leads to. */
  get pointed(): ReadonlyMap<string, string> {
    return this.#pointed;
  }

  /** Functions that were left out. */
  get leftOut(): ReadonlySet<string> {
    return this.#leftOut;
  }

  /** Functions that were not followed because there were too many. */
  get cut(): ReadonlySet<string> {
    return this.#cut;
  }

  /** What the elements of arrays and maps are called in `flow/writes.ts`, by the statements that make them. */
  get elementKeys(): ReadonlyMap<Stmt, string> {
    return this.#elementKeys;
  }

  /** Whether a function that recovers was met. */
  get recovers(): boolean {
    return this.#recovers;
  }

  /** How many functions of user code and its dependencies were followed. */
  get followed(): number {
    return this.#followed;
  }

  /** Names of pointers and interfaces from outside that are taken to be good. */
  get pointers(): ReadonlySet<string> {
    return this.#pointers;
  }

  /** The types whose constructors set pointers from outside, by the names of these. */
  get constructed(): ReadonlyMap<string, string> {
    return this.#constructed;
  }

  /** The same of functions, by the procedures that stand for them. */
  get functions(): ReadonlyMap<number, string> {
    return this.#functions;
  }

  /** Whether the hostile view of the outside differs from the plausible one. */
  get isOpen(): boolean {
    if (this.#disturbed || this.#recovers) return true;
    return [...this.#compared].some((key) => this.#fromOutside.has(key));
  }

  /** A type of which a value is compared with nil. */
  noteCompared(key: string): void {
    this.#compared.add(key);
  }

  /** A type of which a value comes from outside, which may be nil. */
  noteFromOutside(key: string): void {
    this.#fromOutside.add(key);
  }

  notePointer(name: string): void {
    this.#pointers.add(name);
  }

  noteConstructed(name: string, type: string): void {
    this.#constructed.set(name, type);
  }

  noteFunction(proc: number, name: string): void {
    this.#functions.set(proc, name);
  }

  /** Others may do something here that they usually do not. */
  noteDisturbed(): void {
    this.#disturbed = true;
  }

  /** Procedures in which others change what they can reach. */
  get others(): ReadonlySet<number> {
    return this.#others;
  }

  /** Types of which one goroutine at a time uses a value, by class. */
  get alone(): ReadonlyMap<number, string> {
    return this.#alone;
  }

  noteAlone(cls: number, type: string): void {
    this.#alone.set(cls, type);
  }

  /** Names of functions from outside, by the procedures that stand for them. */
  get outside(): ReadonlyMap<number, string> {
    return this.#outside;
  }

  noteOutside(proc: number, name: string): void {
    this.#outside.set(proc, name);
  }

  /** Names of functions from outside that the module itself has put there, and that may take locks. */
  get locking(): ReadonlySet<string> {
    return this.#locking;
  }

  noteLocking(name: string): void {
    this.#locking.add(name);
    this.#disturbed = true;
  }

  /** Operations that no code outside can complete: their text, by place. */
  get lonely(): ReadonlyMap<string, string> {
    return this.#lonely;
  }

  noteLonely(place: string, text: string): void {
    this.#lonely.set(place, text);
  }

  noteOthers(proc: number): void {
    this.#others.add(proc);
  }

  noteAddressed(key: string): void {
    this.#addressed.add(key);
  }

  notePointed(element: string, target: string): void {
    this.#pointed.set(element, target);
  }

  noteLeftOut(id: string): void {
    this.#leftOut.add(id);
  }

  noteCut(id: string): void {
    this.#cut.add(id);
  }

  noteElements(stmt: Stmt, key: string): void {
    this.#elementKeys.set(stmt, key);
  }

  noteRecovers(): void {
    this.#recovers = true;
  }

  noteFollowed(): void {
    this.#followed++;
  }
}

/** A lock that the root is given, with its name in `flow/writes.ts`. */
export interface GivenLock {
  readonly lock: Expr;
  readonly key: string;
  /** It was given by reference, without a field that is known to hold it. */
  readonly isReferred: boolean;
}
