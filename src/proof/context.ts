// What verifying a program shares: its members by name, the prover, and the background axioms that were needed so far.

import type { FuncDecl, Sort, Term } from '../smt/index.ts';
import type {
  Adt,
  AdtConstructor,
  Domain,
  DomainFunction,
  Field,
  Function as FunctionMember,
  Method,
  Node,
  Predicate,
  Program,
} from '../vil/index.ts';
import type { FunctionData } from './functions.ts';
import { type Chunk, type ResourceId, resourceKey } from './heap.ts';
import type { Inverse } from './inverse.ts';
import { newProjections, type Projections } from './projections.ts';
import type { Prover } from './prover.ts';
import type { TypeEnv } from './sorts.ts';

export interface ProofOptions {
  /** Whether the receivers of an inhaled quantified permission are taken to differ, instead of checked. */
  readonly assumeInjectivityOnInhale: boolean;
}

export const defaultOptions: ProofOptions = { assumeInjectivityOnInhale: false };

export interface ProgramTable {
  readonly program: Program;
  readonly fields: ReadonlyMap<string, Field>;
  readonly methods: ReadonlyMap<string, Method>;
  readonly functions: ReadonlyMap<string, FunctionMember>;
  readonly predicates: ReadonlyMap<string, Predicate>;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly domainFunctions: ReadonlyMap<string, DomainFunction>;
  readonly adts: ReadonlyMap<string, Adt>;
  readonly constructors: ReadonlyMap<string, AdtConstructor>;
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

export function tableOf(program: Program): ProgramTable {
  return {
    program,
    fields: byName(program.fields),
    methods: byName(program.methods),
    functions: byName(program.functions),
    predicates: byName(program.predicates),
    domains: byName(program.domains),
    domainFunctions: byName(program.domains.flatMap((domain) => domain.functions)),
    adts: byName(program.adts),
    constructors: byName(program.adts.flatMap((adt) => adt.constructors)),
  };
}

/** A value map that sums up several quantified chunks, and what says so. */
export interface Summary {
  readonly map: Term;
  readonly definitions: readonly Term[];
}

export interface Unfolded {
  readonly predicate: string;
  readonly snap: Term;
  readonly args: readonly Term[];
}

export interface Context {
  readonly table: ProgramTable;
  readonly prover: Prover;
  readonly options: ProofOptions;
  readonly functions: Map<string, FunctionData>;
  /** Background axioms by what they are about; made once for a program. */
  readonly background: Map<string, Background>;
  /** What of the background the prover knows while this member is verified. */
  needed: Set<string>;
  /** Resources that a quantified permission speaks about somewhere near this member: all their chunks are quantified. */
  quantified: ReadonlySet<string>;
  readonly summaries: Map<string, Summary>;
  readonly chunkIds: WeakMap<Chunk, number>;
  readonly counter: { next: number };
  readonly sorts: Map<string, Sort>;
  /** What the type variables of the domain are whose axioms are being read. */
  types: TypeEnv;
  /** Set while what is evaluated is trusted to be well defined: axioms and triggers. */
  isTrusted: boolean;
  /** Set while axioms of domains are read, in which functions are applied without a state. */
  isAxiom: boolean;
  /** Wildcard amounts that nothing bounds from above yet. */
  readonly wildcards: Set<Term>;
  /** Names of conditionals. */
  readonly names: Map<Term, Term>;
  /** Inverse functions by what they invert. */
  readonly inverses: Map<string, Inverse>;
  /**
   * Set while functions are verified and while their preconditions are checked: of what those name, functions have some
   * part, so any positive amount is enough for any other, nothing is taken away, and amounts say nothing about which
   * locations differ.
   */
  readsOnly: boolean;
  /** Set where nothing satisfies the precondition of the member. */
  isContradictory: boolean;
  /** How many preconditions of functions are being evaluated, one inside another. */
  openCalls: number;
  /** How many `unfolding` expressions are being evaluated. */
  openUnfoldings: number;
  /** How often each predicate is being unfolded within itself. */
  readonly unfoldings: Map<string, number>;
  /** Predicate instances that the body of the function under verification unfolds; null elsewhere. */
  unfolded: Unfolded[] | null;
  /** `refute` statements whose assertion failed on some path. */
  readonly refuted: Set<Node>;
  /** The needs of the background that is being made, innermost last. */
  readonly collecting: Set<string>[];
  /** The limited form of each function symbol. */
  readonly limitedOf: Map<FuncDecl, FuncDecl>;
  /** For symbols of domain functions that are annotated with inverses: those, an inverse for each argument. */
  readonly invertible: Map<FuncDecl, readonly FuncDecl[]>;
  /** What axioms of domains say of functions that give back what others were made of. */
  readonly projections: Projections;
  /** Amounts, or functions to them, that are positive everywhere. */
  readonly positive: Set<Term | FuncDecl>;
}

export function newContext(table: ProgramTable, prover: Prover, options: ProofOptions): Context {
  return {
    table,
    prover,
    options,
    functions: new Map(),
    background: new Map(),
    needed: new Set(),
    quantified: new Set(),
    summaries: new Map(),
    chunkIds: new WeakMap(),
    counter: { next: 1 },
    sorts: new Map(),
    types: new Map(),
    isTrusted: false,
    isAxiom: false,
    wildcards: new Set(),
    limitedOf: new Map(),
    invertible: new Map(),
    projections: newProjections(),
    positive: new Set(),
    names: new Map(),
    inverses: new Map(),
    readsOnly: false,
    isContradictory: false,
    openCalls: 0,
    openUnfoldings: 0,
    unfoldings: new Map(),
    unfolded: null,
    refuted: new Set(),
    collecting: [],
  };
}

/** Axioms, and the keys of others that they need. */
export interface Background {
  axioms: readonly Term[];
  readonly needs: Set<string>;
}

/** Makes the prover know the axioms called `key`, and what they need, while this member is verified. */
export function need(ctx: Context, key: string, axioms: () => readonly Term[]): void {
  ctx.collecting.at(-1)?.add(key);
  if (ctx.needed.has(key)) return;
  ctx.needed.add(key);
  let found = ctx.background.get(key);
  if (found === undefined) {
    // Axioms may need others, and those this one again.
    found = { axioms: [], needs: new Set() };
    ctx.background.set(key, found);
    ctx.collecting.push(found.needs);
    try {
      found.axioms = axioms();
    } finally {
      ctx.collecting.pop();
    }
  }
  for (const other of found.needs) need(ctx, other, () => []);
  ctx.prover.assumeAlways(found.axioms);
}

export function isQuantified(ctx: Context, resource: ResourceId): boolean {
  return ctx.quantified.has(resourceKey(resource));
}

/** The member of that name, which exists because programs are resolved. */
export function lookup<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`no member is called ${name}`);
  return found;
}
