// Functions that need no look: nothing that they reach synchronises, and what they give and write decides nothing.
//
// Most of what real programs call is of this kind: formatting, encoding, comparing. Small ones are followed all the same,
// because what they give may be known.

import { type Assumption, assumption } from '../base/reasons.ts';
import type { Span } from '../base/source.ts';
import type { Block, Function as IrFunction } from '../ir/ir.ts';
import { typeHash, typeSet, unalias, under } from '../types/index.ts';
import type { Package } from '../types/object.ts';
import type { Type } from '../types/type.ts';
import { type CallGraph, callGraphOf, type Direct, declaredFunctions, upwards } from './call-graph.ts';
import { hasExit, runsAway } from './loops.ts';
import type { FlowProgram } from './program.ts';
import { walkBlock } from './walk.ts';

/** Functions that reach no more others than this are followed. */
const small = 5;

interface Facts {
  readonly graph: CallGraph;
  readonly large: Map<string, boolean>;
  readonly panics: ReadonlySet<string>;
  readonly loops: ReadonlySet<string>;
  readonly strange: ReadonlySet<string>;
  readonly holding: Map<string, boolean>;
  readonly numbers: Numbers;
}

/** Functions by number, so that sets of them are cheap: the same ones are asked for by many fragments. */
interface Numbers {
  readonly of: ReadonlyMap<string, number>;
  readonly callers: readonly (readonly number[])[];
  /** The functions that write a place, also through what they call; computed on demand. */
  readonly writers: Map<string, Uint32Array>;
}

/** A set of functions, by their ids. */
export interface FunctionSet {
  has(id: string): boolean;
}

const known = new WeakMap<FlowProgram, Facts>();

function factsOf(program: FlowProgram): Facts {
  let facts = known.get(program);
  if (facts === undefined) {
    const graph = callGraphOf(program);
    const above = (is: 'panics' | 'loops' | 'strange'): ReadonlySet<string> =>
      upwards(
        graph.callers,
        [...graph.direct].flatMap(([id, direct]) => (direct[is] ? [id] : [])),
      );
    const loops = new Set([...above('loops'), ...upwards(graph.callers, recursive(graph))]);
    facts = {
      graph,
      large: new Map(),
      panics: above('panics'),
      loops,
      strange: above('strange'),
      holding: new Map(),
      numbers: numbersOf(graph),
    };
    known.set(program, facts);
  }
  return facts;
}

/** Whether calls of a function may be left out, if nothing that it writes matters. */
export function isInert(program: FlowProgram, fn: IrFunction): boolean {
  const facts = factsOf(program);
  if (!facts.graph.direct.has(fn.id) || fn.results.some(({ type }) => holdsObjects(facts, type))) return false;
  // A goroutine that never ends keeps the process alive, so it decides whether others are deadlocked.
  if (fn.body !== null && hasEndlessLoop(fn.body)) return false;
  return facts.graph.involved.has(fn.id) ? isForeignMatter(program, fn) : isLarge(facts, fn.id);
}

function hasEndlessLoop(body: Block): boolean {
  let found = false;
  walkBlock(body, (stmt) => {
    if (stmt.kind === 'Loop' && stmt.form === 'for' && (!hasExit(stmt) || runsAway(stmt))) found = true;
  });
  return found;
}

/**
 * Whether a function of a dependency synchronises for itself alone: it is given nothing that does, but for what lies in a
 * value of any type. That it comes back is taken for granted.
 */
function isForeignMatter(program: FlowProgram, fn: IrFunction): boolean {
  const pkg = fn.obj?.pkg ?? null;
  if (pkg === null || program.lowerer.units.has(pkg)) return false;
  return fn.params.every(({ type }) => !leadsToObjects(type, new Set(), false));
}

/** Whether a function, or what it calls, panics by a statement of its own. */
export function panicsItself(program: FlowProgram, fn: IrFunction): boolean {
  return factsOf(program).panics.has(fn.id);
}

/** A function of which everything that it reaches is in sight, and what can keep it from returning. A panic counts as a return. */
export interface Returning {
  /** Of its name. */
  readonly span: Span;
  readonly mayBlock: boolean;
  /** It reaches a loop or a recursion that was not shown to end. */
  readonly mayLoop: boolean;
}

/** Those that packages declare. Calls through interfaces and of function values can lead to code from outside: then nothing is known. */
export function returningFunctions(program: FlowProgram, packages: ReadonlySet<Package>): readonly Returning[] {
  const { graph, loops } = factsOf(program);
  const above = (is: (direct: Direct) => boolean, more: readonly string[] = []): ReadonlySet<string> =>
    upwards(graph.callers, [...more, ...[...graph.direct].flatMap(([id, direct]) => (is(direct) ? [id] : []))]);
  const outside = [...graph.callers.keys()].filter((id) => !graph.direct.has(id));
  const unknown = above(({ strange, opaque }) => strange || opaque, outside);
  const blocking = above(({ synchronises, diverts }) => synchronises || diverts);
  const counting = above(({ counts }) => counts);
  return declaredFunctions(program).flatMap(({ ref: { id }, obj }) => {
    if (obj.pkg === null || !packages.has(obj.pkg) || !graph.direct.has(id) || unknown.has(id)) return [];
    const span = { pos: obj.pos, end: obj.pos + obj.name.length };
    return [{ span, mayBlock: blocking.has(id), mayLoop: loops.has(id) || counting.has(id) }];
  });
}

/** What is taken for granted where a function is left out. */
export function takenForGranted(program: FlowProgram, fn: IrFunction, name: string): readonly Assumption[] {
  const { graph, panics, loops, strange } = factsOf(program);
  return [
    ...(graph.involved.has(fn.id) ? [assumption('environment', name)] : []),
    ...(loops.has(fn.id) || graph.involved.has(fn.id) ? [assumption('terminates', name)] : []),
    ...(panics.has(fn.id) ? [assumption('no-panic', name)] : []),
    ...(strange.has(fn.id) ? [assumption('no-unsafe', name)] : []),
  ];
}

function numbersOf(graph: CallGraph): Numbers {
  const of = new Map<string, number>();
  const numberOf = (id: string): number => {
    const found = of.get(id) ?? of.size;
    of.set(id, found);
    return found;
  };
  const callers: number[][] = [];
  for (const [callee, by] of graph.callers) callers[numberOf(callee)] = [...by].map(numberOf);
  for (const by of graph.writers.values()) for (const id of by) numberOf(id);
  return { of, callers: Array.from({ length: of.size }, (_, i) => callers[i] ?? []), writers: new Map() };
}

/** All functions that write one of the places, by the names of `writes.ts`, themselves or through what they call; and those in `more`. */
export function writersOf(program: FlowProgram, keys: Iterable<string>, more: FunctionSet | null = null): FunctionSet {
  const { graph, numbers } = factsOf(program);
  const found = new Uint32Array((numbers.of.size + 31) >>> 5);
  const join = (key: string): void =>
    writersOfOne(graph, numbers, key).forEach((word, i) => {
      found[i] = (found[i] as number) | word;
    });
  for (const key of keys) {
    join(key);
    const dot = key.lastIndexOf('.');
    if (dot > 0) join(`${key.slice(0, dot)}.*`);
  }
  const has = (id: string): boolean => {
    const number = numbers.of.get(id);
    return number !== undefined && contains(found, number);
  };
  return more === null ? { has } : { has: (id) => has(id) || more.has(id) };
}

const none = new Uint32Array(0);

function writersOfOne(graph: CallGraph, numbers: Numbers, key: string): Uint32Array {
  const direct = graph.writers.get(key);
  if (direct === undefined) return none;
  const known = numbers.writers.get(key);
  if (known !== undefined) return known;
  const reached = new Uint32Array((numbers.of.size + 31) >>> 5);
  const todo: number[] = [];
  const reach = (number: number): void => {
    if (contains(reached, number)) return;
    reached[number >>> 5] = (reached[number >>> 5] as number) | (1 << (number & 31));
    todo.push(number);
  };
  for (const id of direct) reach(numbers.of.get(id) as number);
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    for (const caller of numbers.callers[at] as readonly number[]) reach(caller);
  }
  numbers.writers.set(key, reached);
  return reached;
}

function contains(set: Uint32Array, number: number): boolean {
  return (((set[number >>> 5] as number) >>> (number & 31)) & 1) === 1;
}

function isLarge(facts: Facts, id: string): boolean {
  let large = facts.large.get(id);
  if (large === undefined) {
    const seen = new Set([id]);
    const todo = [id];
    for (let at = todo.pop(); at !== undefined && seen.size <= small; at = todo.pop()) {
      for (const callee of facts.graph.callees.get(at) ?? []) {
        if (seen.has(callee)) continue;
        seen.add(callee);
        todo.push(callee);
      }
    }
    large = seen.size > small;
    facts.large.set(id, large);
  }
  return large;
}

/** Whether values of a type lead to objects that synchronise, or may. */
function holdsObjects(facts: Facts, type: Type): boolean {
  const key = typeHash(type);
  let holds = facts.holding.get(key);
  if (holds === undefined) {
    holds = leadsToObjects(type, new Set(), true);
    facts.holding.set(key, holds);
  }
  return holds;
}

/** `any`: whether a value of any type counts as one that does. */
function leadsToObjects(type: Type, seen: Set<Type>, any: boolean): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  const named = unalias(type);
  if (named.kind === 'Named') {
    // An error is what it says.
    if (named.obj.pkg === null) return false;
    if (named.obj.pkg.path === 'sync') return true;
  }
  const u = under(type);
  switch (u.kind) {
    case 'Basic':
    case 'Tuple':
    case 'Math':
      return false;
    case 'Pointer':
    case 'Slice':
    case 'Array':
      return leadsToObjects(u.elem, seen, any);
    case 'Map':
      return leadsToObjects(u.key, seen, any) || leadsToObjects(u.elem, seen, any);
    case 'Interface':
      return any || (typeSet(u).methods?.length ?? 0) > 0;
    case 'Struct':
      return u.fields.some((field) => leadsToObjects(field.type as Type, seen, any));
    case 'Chan':
    case 'Signature':
    case 'Named':
    case 'Alias':
    case 'TypeParam':
    case 'Union':
      return true;
  }
}

/** Nodes that lead back to themselves. */
function recursive(graph: CallGraph): ReadonlySet<string> {
  // Tarjan's algorithm, with a stack of its own.
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found = new Set<string>();
  for (const start of graph.callees.keys()) {
    if (index.has(start)) continue;
    const work: { node: string; rest: Iterator<string> }[] = [];
    const enter = (node: string): void => {
      index.set(node, index.size);
      low.set(node, index.get(node) as number);
      open.push(node);
      isOpen.add(node);
      work.push({ node, rest: (graph.callees.get(node) ?? new Set<string>()).values() });
    };
    enter(start);
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const { node } = top;
      const next = top.rest.next();
      if (next.done !== true) {
        const to = next.value;
        if (to === node) found.add(node);
        if (!index.has(to)) enter(to);
        else if (isOpen.has(to)) low.set(node, Math.min(low.get(node) as number, index.get(to) as number));
        continue;
      }
      work.pop();
      const above = work.at(-1);
      if (above !== undefined) {
        low.set(above.node, Math.min(low.get(above.node) as number, low.get(node) as number));
      }
      if (low.get(node) !== index.get(node)) continue;
      const members: string[] = [];
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        isOpen.delete(member);
        members.push(member);
        if (member === node) break;
      }
      if (members.length > 1) for (const member of members) found.add(member);
    }
  }
  return found;
}
