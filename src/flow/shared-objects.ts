// Which channels and WaitGroups may be the same, in all functions together: places that values flow between are one group.
//
// Fields count as one place for all values of their struct, so that it does not matter where those go; generic ones for all
// type arguments. What code that is not in sight can do with a group is part of it: that code may hold what exported functions,
// variables and fields have, what goes through interfaces and function values, and what functions without a body are given. A channel
// that leaves as `<-chan` can only be received from. Condition variables are grouped in the same way.

import type {
  Callee,
  CallInstr,
  DeferInstr,
  Expr,
  GoInstr,
  Function as IrFunction,
  Local,
  Place,
  Stmt,
} from '../ir/ir.ts';
import { isExported, isUnsafePointer, typeHash, under } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import { callGraphOf, declaredFunctions, isModelled } from './call-graph.ts';
import { sampleInstance, typeParamsOf } from './generic.ts';
import { behaviourOf, type FlowProgram, functionOf, mostFunctions } from './program.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';

/** What others may do. */
export interface Others {
  receive: boolean;
  /** Send or close; for a WaitGroup whatever they like. */
  give: boolean;
}

/** A group of places that may hold the same channel, WaitGroup or condition variable. */
export type Group = number;

export interface SharedObjects {
  /** The group of an expression; null for one that is nothing but nil. */
  readonly of: (expr: Expr) => Group | null;
  readonly others: (group: Group) => Others;
  /** Whether it is kept in a field, a variable of a package or a container: other calls may use it. */
  readonly isKept: (group: Group) => boolean;
  /** Functions that code out of sight, or an interface, may call. */
  readonly entries: ReadonlySet<string>;
}

/** How a call of a WaitGroup's method is to be understood; null for other functions. */
export function waitGroupMethod(callee: Callee): 'Add' | 'Done' | 'Wait' | 'Go' | null {
  const name = methodOfSync(callee, 'WaitGroup');
  return name === 'Add' || name === 'Done' || name === 'Wait' || name === 'Go' ? name : null;
}

/** The method of a type of package sync that is called; null for other functions. */
function methodOfSync(callee: Callee, type: string): string | null {
  const prefix = `sync.(*${type}).`;
  const id = callee.kind === 'static' ? callee.func.id : '';
  return id.startsWith(prefix) ? id.slice(prefix.length) : null;
}

/** The same for methods of a condition variable. */
export function condMethod(callee: Callee): 'Wait' | 'Signal' | 'Broadcast' | null {
  const name = methodOfSync(callee, 'Cond');
  return name === 'Wait' || name === 'Signal' || name === 'Broadcast' ? name : null;
}

function isNewCond(callee: Callee): boolean {
  return callee.kind === 'static' && callee.func.id === 'sync.NewCond';
}

/** Functions whose bodies are looked at, by id. */
export function functionsInSight(program: FlowProgram): readonly IrFunction[] {
  return [...callGraphOf(program).direct.keys()]
    .map((id) => functionOf(program, { id, name: id }))
    .filter((fn) => isInSight(program, fn));
}

export function isInSight(program: FlowProgram, fn: IrFunction): boolean {
  if (fn.body === null || isModelled(program, fn)) return false;
  const { kind } = behaviourOf(program, fn);
  return kind === 'body' || kind === 'atomic';
}

const known = new WeakMap<FlowProgram, SharedObjects>();

export function sharedObjects(program: FlowProgram): SharedObjects {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findSharedObjects(program)));
  return found;
}

/** The same for functions as they are translated now: those that were let go of since have other variables. */
export function renewSharedObjects(program: FlowProgram): void {
  if (callGraphOf(program).direct.size > mostFunctions) known.delete(program);
}

function findSharedObjects(program: FlowProgram): SharedObjects {
  const groups = new Grouping(program);
  const entries = entriesOf(program);
  for (const fn of functionsInSight(program)) {
    if (entries.has(fn.id)) groups.openSignature(fn);
    new FunctionFlow(groups, fn).visit();
  }
  groups.openExported();
  groups.settle();
  return {
    of: (expr) => groups.ofExpr(expr),
    others: (group) => groups.others(group),
    isKept: (group) => groups.isKept(group),
    entries,
  };
}

function entriesOf(program: FlowProgram): ReadonlySet<string> {
  const graph = callGraphOf(program);
  const found = new Set<string>();
  for (const { ref, obj } of declaredFunctions(program)) {
    if (isExported(obj.name) || obj.name === 'main' || obj.name === 'init' || !graph.callers.has(ref.id))
      found.add(ref.id);
  }
  for (const [node, callees] of graph.callees)
    if (graph.indirect.get(node) === 'method') for (const id of callees) found.add(id);
  // Whatever has no caller in sight has one elsewhere, if it matters at all.
  for (const id of graph.direct.keys()) if (!graph.callers.has(id)) found.add(id);
  return found;
}

function isOfSync(type: Type, names: readonly string[]): boolean {
  return type.kind === 'Named' && names.includes(type.obj.name) && type.obj.pkg?.path === 'sync';
}

/** WaitGroups and condition variables: a pointer to one stands for what it points to. */
function isPointedTo(type: Type): boolean {
  return isOfSync(type, ['WaitGroup', 'Cond']);
}

function isTracked(type: Type): boolean {
  if (isPointedTo(type)) return true;
  const u = under(type);
  return u.kind === 'Chan' || u.kind === 'Signature' || (u.kind === 'Pointer' && isPointedTo(u.elem));
}

/** Containers of the library: only who loads from one of them finds what was stored in one. */
function isStore(type: Type): boolean {
  return isOfSync(type, ['Map', 'Pool']);
}

/** Methods that give nothing of what is stored. */
const givesNothing: ReadonlySet<string> = new Set([
  'Store',
  'Put',
  'Delete',
  'Clear',
  'CompareAndSwap',
  'CompareAndDelete',
]);

/** The method of such a container that is called; null for other functions. */
function storeMethodOf(callee: Callee): string | null {
  return methodOfSync(callee, 'Map') ?? methodOfSync(callee, 'Pool');
}

/** How far what unsafe code has leads on. */
const unsafeDepth = 4;

/** A call of a function value. */
interface ValueCall {
  readonly func: number;
  /** It may call this function; one that is not in sight. */
  readonly reach: (id: string) => void;
  readonly open: () => void;
}

/** Places, joined where values flow. */
class Grouping {
  readonly program: FlowProgram;
  readonly #numbers = new Map<unknown, number>();
  readonly #parents: number[] = [];
  readonly #others: Others[] = [];
  readonly #exported: number[] = [];
  readonly #fields = new Set<unknown>();
  readonly #kept: boolean[] = [];
  /** Functions that a place may hold. */
  readonly #functions: Set<string>[] = [];
  readonly #calls: ValueCall[] = [];

  constructor(program: FlowProgram) {
    this.program = program;
    const lacking = new Set(lackingForms(program));
    this.#lacking = lacking;
  }

  readonly #lacking: ReadonlySet<unknown>;

  number(key: unknown): number {
    let found = this.#numbers.get(key);
    if (found === undefined) {
      found = this.#parents.length;
      this.#numbers.set(key, found);
      this.#parents.push(found);
      this.#others.push({ receive: false, give: false });
      this.#kept.push(false);
      this.#functions.push(new Set());
    }
    return found;
  }

  root(number: number): Group {
    let at = number;
    for (let up = this.#parents[at] as number; up !== at; up = this.#parents[at] as number) {
      this.#parents[at] = this.#parents[up] as number;
      at = up;
    }
    return at;
  }

  join(a: number | null, b: number | null): void {
    if (a === null || b === null) return;
    const [to, from] = [this.root(a), this.root(b)];
    if (to === from) return;
    this.#parents[from] = to;
    const into = this.#others[to] as Others;
    const { receive, give } = this.#others[from] as Others;
    into.receive ||= receive;
    into.give ||= give;
    this.#kept[to] ||= this.#kept[from] as boolean;
    for (const id of this.#functions[from] as Set<string>) (this.#functions[to] as Set<string>).add(id);
  }

  /** A function as a value. */
  func(id: string): number {
    const number = this.number(`func ${id}`);
    (this.#functions[this.root(number)] as Set<string>).add(id);
    return number;
  }

  called(call: ValueCall): void {
    this.#calls.push(call);
  }

  /** Calls of function values reach the functions that these may be; what others have as a value they call with anything. */
  settle(): void {
    const done = new Map<ValueCall, Set<string>>();
    const opened = new Set<string>();
    const openedCalls = new Set<ValueCall>();
    for (let more = true; more; ) {
      more = false;
      this.#functions.forEach((_, i) => {
        if (this.root(i) !== i || !this.others(i).receive) return;
        for (const id of this.#functions[i] as Set<string>) {
          if (opened.has(id)) continue;
          opened.add(id);
          more = true;
          const fn = functionOf(this.program, { id, name: id });
          if (fn.body !== null) this.openSignature(fn);
        }
      });
      for (const call of this.#calls) {
        const root = this.root(call.func);
        if (this.others(root).give && !openedCalls.has(call)) {
          openedCalls.add(call);
          call.open();
          more = true;
        }
        const reached = done.get(call) ?? new Set();
        done.set(call, reached);
        for (const id of [...(this.#functions[root] as Set<string>)]) {
          if (reached.has(id)) continue;
          reached.add(id);
          call.reach(id);
          more = true;
        }
      }
    }
  }

  isKept(group: Group): boolean {
    return this.#kept[this.root(group)] as boolean;
  }

  #keep(number: number): number {
    this.#kept[this.root(number)] = true;
    return number;
  }

  /** What is put into a container of the library that lies in a place; one in a place that is not known is shared by all. */
  stored(place: Place | null): number {
    const number = this.#keep(
      place === null ? this.number('stored') : (this.place(place, false) ?? this.number('stored')),
    );
    if (place === null) this.loaded(number);
    return number;
  }

  /** Something loads from such a container. */
  loaded(number: number): void {
    this.#exported.push(number);
  }

  others(group: Group): Others {
    return this.#others[this.root(group)] as Others;
  }

  /** Others have it from now on, as a value of this type: it goes to them, or comes from them. */
  open(number: number | null, type: Type, comes = false): void {
    if (number === null) return;
    const others = this.others(number);
    const u = under(type);
    const dir = u.kind === 'Chan' && !comes ? u.dir : 'both';
    if (dir !== 'send') others.receive = true;
    if (dir !== 'recv') others.give = true;
  }

  openSignature(fn: IrFunction): void {
    for (const local of fn.params) if (isTracked(local.type)) this.open(this.number(local), local.type, true);
    for (const local of fn.results) if (isTracked(local.type)) this.open(this.number(local), local.type);
  }

  /** All that unsafe code may reach from a value. */
  openDeep(type: Type, depth: number): void {
    const u = under(type);
    if (depth === 0) return;
    if (u.kind === 'Pointer' || u.kind === 'Slice' || u.kind === 'Array') this.openDeep(u.elem, depth - 1);
    if (u.kind !== 'Struct') return;
    u.fields.forEach((field, i) => {
      const inner = field.type as Type;
      if (isTracked(inner)) this.open(this.field(type, i), inner, true);
      else this.openDeep(inner, depth - 1);
    });
  }

  openExported(): void {
    for (const number of this.#exported) {
      const others = this.others(number);
      others.receive = true;
      others.give = true;
    }
  }

  field(struct: Type, index: number): number | null {
    let u = under(struct);
    if (u.kind === 'Pointer') u = under(u.elem);
    const found = u.kind === 'Struct' ? u.fields[index] : undefined;
    if (found === undefined) return null;
    const obj = found.origin ?? found;
    const number = this.#keep(this.number(obj));
    if (!this.#fields.has(obj)) {
      this.#fields.add(obj);
      const isOwn = obj.pkg?.name === 'main';
      if ((isExported(obj.name) && !isOwn) || this.#lacking.has(obj.pkg)) this.#exported.push(number);
    }
    return number;
  }

  global(place: Extract<Place, { kind: 'GlobalPlace' }>): number {
    const { obj } = place.global;
    const number = this.#keep(this.number(obj));
    if (isExported(obj.name) && obj.pkg?.name !== 'main') this.#exported.push(number);
    return number;
  }

  /** Elements of containers go by their type, and those of generic functions are shared by all. */
  element(kind: string, type: Type, isGeneric: boolean): number {
    const number = this.#keep(this.number(`${kind} ${typeHash(type)}`));
    if (isGeneric) this.#exported.push(number);
    return number;
  }

  ofExpr(expr: Expr): Group | null {
    const number = this.expr(expr, false);
    return number === null ? null : this.root(number);
  }

  expr(expr: Expr, isGeneric: boolean): number | null {
    switch (expr.kind) {
      case 'LocalRef':
        return this.number(expr.local);
      case 'Field':
        return this.field(expr.x.type, expr.index);
      case 'Convert':
        return this.expr(expr.x, isGeneric);
      case 'AddrOf':
        return this.place(expr.place, isGeneric);
      case 'FuncRef':
        return this.func(expr.func.id);
      default:
        return null;
    }
  }

  place(place: Place, isGeneric: boolean): number | null {
    switch (place.kind) {
      case 'LocalPlace':
        return this.number(place.local);
      case 'GlobalPlace':
        return this.global(place);
      case 'FieldPlace':
        return this.field(place.base.type, place.index);
      case 'Deref':
        return isPointedTo(place.type)
          ? this.expr(place.pointer, isGeneric)
          : this.element('cell', place.type, isGeneric);
      case 'IndexPlace': {
        const array = place.base.kind === 'array' ? place.base.place : null;
        if (array?.kind === 'FieldPlace' || array?.kind === 'GlobalPlace') return this.place(array, isGeneric);
        return this.element('elem', place.type, isGeneric);
      }
    }
  }
}

/** Packages with generic functions of which no form is looked at: what these do with fields is not known. */
function lackingForms(program: FlowProgram): readonly unknown[] {
  const found: unknown[] = [];
  for (const obj of program.lowerer.bodies.keys()) {
    if (obj.type?.kind !== 'Signature' || typeParamsOf(obj).length === 0) continue;
    if (sampleInstance(program.lowerer, obj) === null) found.push(obj.pkg);
  }
  return found;
}

/** The flow of values in one function. */
class FunctionFlow {
  readonly #groups: Grouping;
  readonly #fn: IrFunction;
  readonly #isGeneric: boolean;

  constructor(groups: Grouping, fn: IrFunction) {
    this.#groups = groups;
    this.#fn = fn;
    this.#isGeneric = fn.id.includes('[');
  }

  visit(): void {
    const { body } = this.#fn;
    if (body === null) return;
    walkBlock(body, (stmt) => {
      this.#stmt(stmt);
      const stored = new Set<Expr>();
      if (stmt.kind === 'Call' || stmt.kind === 'Go' || stmt.kind === 'Defer') {
        this.#call(stmt);
        this.#stores(stmt, stored);
      }
      walkStmtExprs(stmt, (expr) => {
        if (expr.kind === 'LocalRef') count(this.#uses, expr.local);
        if (!stored.has(expr)) this.#inside(expr);
      });
    });
    // The address of a container is used for something else than its methods.
    for (const [local, place] of this.#containers)
      if (this.#uses.get(local) !== this.#receivers.get(local)) this.#groups.loaded(this.#groups.stored(place));
  }

  /** Addresses of containers of the library, how often each local is used, and how often as the receiver of such a method. */
  readonly #containers = new Map<Local, Place>();
  readonly #uses = new Map<Local, number>();
  readonly #receivers = new Map<Local, number>();

  /** A call on a container of the library; what it stores goes into `stored`, with the container itself. */
  #stores({ callee, args }: CallInstr | GoInstr | DeferInstr, stored: Set<Expr>): void {
    const method = storeMethodOf(callee);
    if (method === null) return;
    const groups = this.#groups;
    const [container, ...values] = args;
    let place: Place | null = null;
    if (container?.kind === 'AddrOf') {
      place = container.place;
      stored.add(container);
    } else if (container?.kind === 'LocalRef') {
      place = this.#containers.get(container.local) ?? null;
      count(this.#receivers, container.local);
    }
    const into = groups.stored(place);
    if (!givesNothing.has(method)) groups.loaded(into);
    for (const value of values) {
      if (value.kind !== 'MakeInterface') continue;
      if (isTracked(value.x.type)) groups.join(into, this.#expr(value.x));
      stored.add(value);
    }
  }

  #expr(expr: Expr): number | null {
    return this.#groups.expr(expr, this.#isGeneric);
  }

  #local(local: Local): number {
    return this.#groups.number(local);
  }

  /** A value becomes that of a place, of the place's type. */
  #flow(value: Expr, to: number | null, type: Type): void {
    if (isTracked(value.type)) this.#groups.join(to, this.#expr(value));
    else this.#sameFields(value.type, type);
  }

  /** Fields of structs that are alike and not the same. */
  #sameFields(a: Type, b: Type): void {
    const [one, other] = [under(a), under(b)];
    if (one === other || one.kind !== 'Struct' || other.kind !== 'Struct') return;
    one.fields.forEach((field, i) => {
      const type = field.type as Type;
      const same = other.fields[i]?.type as Type | undefined;
      if (same === undefined) return;
      const array = under(type);
      const isList = array.kind === 'Array' && isTracked(array.elem);
      if (isTracked(type) || isList) this.#groups.join(this.#groups.field(a, i), this.#groups.field(b, i));
      else this.#sameFields(type, same);
    });
  }

  /** What an expression does to what stands in it. */
  #inside(expr: Expr): void {
    const groups = this.#groups;
    switch (expr.kind) {
      case 'Struct': {
        const u = under(expr.type);
        expr.fields.forEach((value, i) => {
          const type = u.kind === 'Struct' ? (u.fields[i]?.type as Type) : value.type;
          const array = under(type);
          if (array.kind === 'Array' && isTracked(array.elem) && value.kind !== 'Zero')
            groups.join(groups.field(expr.type, i), this.#element('elem', array.elem));
          this.#flow(value, isTracked(type) ? groups.field(expr.type, i) : null, type);
        });
        return;
      }
      case 'ArrayLit':
        for (const { value } of expr.elems)
          this.#flow(value, isTracked(value.type) ? this.#element('elem', value.type) : null, value.type);
        return;
      case 'MakeInterface':
        if (isTracked(expr.x.type)) groups.open(this.#expr(expr.x), expr.x.type);
        return;
      case 'Convert':
        if (isUnsafePointer(expr.type)) groups.openDeep(expr.x.type, unsafeDepth);
        this.#sameFields(expr.x.type, expr.type);
        return;
      case 'AddrOf':
        if (isStore(expr.place.type)) groups.loaded(groups.stored(expr.place));
        this.#addressed(expr.place);
        this.#whole(expr.place);
        return;
      default:
        return;
    }
  }

  /** An array that lies in a field or variable goes somewhere else, or comes from there, as a whole. */
  #whole(place: Place): void {
    const u = under(place.type);
    if (u.kind !== 'Array' || !isTracked(u.elem)) return;
    if (place.kind !== 'FieldPlace' && place.kind !== 'GlobalPlace') return;
    this.#groups.join(this.#groups.place(place, this.#isGeneric), this.#element('elem', u.elem));
  }

  /** A channel whose address is known may be read and written through any pointer to such a channel. */
  #addressed(place: Place): void {
    if (under(place.type).kind !== 'Chan') return;
    this.#groups.join(this.#element('cell', place.type), this.#groups.place(place, this.#isGeneric));
  }

  #element(kind: string, type: Type): number {
    return this.#groups.element(kind, type, this.#isGeneric);
  }

  #stmt(stmt: Stmt): void {
    const groups = this.#groups;
    switch (stmt.kind) {
      case 'Declare':
      case 'Assign':
        this.#flow(stmt.value, this.#local(stmt.local), stmt.local.type);
        return;
      case 'Load':
        this.#whole(stmt.place);
        if (isTracked(stmt.target.type))
          groups.join(this.#local(stmt.target), groups.place(stmt.place, this.#isGeneric));
        return;
      case 'Store':
        this.#whole(stmt.place);
        this.#flow(
          stmt.value,
          isTracked(stmt.value.type) ? groups.place(stmt.place, this.#isGeneric) : null,
          stmt.place.type,
        );
        return;
      case 'Addr':
        if (isStore(stmt.place.type)) this.#containers.set(stmt.target, stmt.place);
        this.#addressed(stmt.place);
        this.#whole(stmt.place);
        if (isTracked(stmt.target.type))
          groups.join(this.#local(stmt.target), groups.place(stmt.place, this.#isGeneric));
        return;
      case 'New': {
        const { type } = stmt.value;
        if (isPointedTo(type)) return;
        if (isTracked(type)) this.#flow(stmt.value, this.#element('cell', type), type);
        return;
      }
      case 'MakeSlice':
        if (stmt.init?.kind === 'elems')
          for (const { value } of stmt.init.elems)
            this.#flow(value, isTracked(value.type) ? this.#element('elem', value.type) : null, value.type);
        return;
      case 'Append':
        if (stmt.elems.kind === 'elems')
          for (const value of stmt.elems.list)
            this.#flow(value, isTracked(value.type) ? this.#element('elem', value.type) : null, value.type);
        return;
      case 'Index':
        if (isTracked(stmt.target.type)) groups.join(this.#local(stmt.target), this.#element('elem', stmt.target.type));
        return;
      case 'MapGet':
        if (stmt.target !== null && isTracked(stmt.target.type))
          groups.join(this.#local(stmt.target), this.#element('map', stmt.target.type));
        return;
      case 'MapSet':
        if (isTracked(stmt.key.type)) groups.join(this.#expr(stmt.key), this.#element('map', stmt.key.type));
        if (isTracked(stmt.value.type)) groups.join(this.#expr(stmt.value), this.#element('map', stmt.value.type));
        return;
      case 'MapNext':
        for (const local of [stmt.key, stmt.value])
          if (local !== null && isTracked(local.type))
            groups.join(this.#local(local), this.#element('map', local.type));
        return;
      case 'Send':
        this.#sent(stmt.value);
        return;
      case 'Recv':
        if (stmt.value !== null) this.#received(stmt.value);
        return;
      case 'Select':
        for (const { comm } of stmt.cases) {
          if (comm.kind === 'send') this.#sent(comm.value);
          else if (comm.value !== null) this.#received(comm.value);
        }
        return;
      case 'TypeAssert':
        if (stmt.target !== null && isTracked(stmt.target.type))
          groups.open(this.#local(stmt.target), stmt.target.type, true);
        return;
      case 'TrapConvert':
        if (isTracked(stmt.target.type)) groups.open(this.#local(stmt.target), stmt.target.type, true);
        return;
      case 'Closure': {
        const literal = functionOf(groups.program, stmt.func);
        literal.captures.forEach((inner, i) => {
          const outer = stmt.captured[i];
          if (outer === undefined || !isTracked(inner.type)) return;
          groups.join(this.#local(inner), this.#local(outer));
          // `wg.Done` as a value: any code that has it may call it.
          if (!isInSight(groups.program, literal)) groups.open(this.#local(outer), outer.type, true);
        });
        groups.join(this.#local(stmt.target), groups.func(stmt.func.id));
        return;
      }
      case 'Unknown':
        for (const value of stmt.escaped) {
          if (isTracked(value.type)) groups.open(this.#expr(value), value.type, true);
          else groups.openDeep(value.type, unsafeDepth);
        }
        for (const local of stmt.targets) {
          if (isTracked(local.type)) groups.open(this.#local(local), local.type, true);
          else groups.openDeep(local.type, unsafeDepth);
        }
        return;
      default:
        return;
    }
  }

  #sent(value: Expr): void {
    if (isTracked(value.type)) this.#groups.join(this.#expr(value), this.#element('chan', value.type));
  }

  #received(local: Local): void {
    if (isTracked(local.type)) this.#groups.join(this.#local(local), this.#element('chan', local.type));
  }

  #call(stmt: CallInstr | GoInstr | DeferInstr): void {
    const { callee, args } = stmt;
    const targets = stmt.kind === 'Call' ? stmt.targets : [];
    if (callee.kind === 'builtin' || waitGroupMethod(callee) !== null) return;
    if (condMethod(callee) !== null || isNewCond(callee)) return;
    if (callee.kind === 'static') this.#reach(callee.func.id, args, targets);
    else if (callee.kind === 'method') this.#openCall(args, targets);
    else {
      const func = this.#expr(callee.func);
      if (func === null) return;
      const reach = (id: string): void => this.#reach(id, args, targets);
      this.#groups.called({ func, reach, open: () => this.#openCall(args, targets) });
    }
  }

  #reach(id: string, args: readonly Expr[], targets: readonly (Local | null)[]): void {
    const fn = functionOf(this.#groups.program, { id, name: id });
    if (!isInSight(this.#groups.program, fn)) {
      this.#openCall(args, targets);
      return;
    }
    fn.params.forEach((param, i) => {
      const arg = args[i];
      if (arg !== undefined) this.#flow(arg, isTracked(param.type) ? this.#local(param) : null, param.type);
    });
    targets.forEach((target, i) => {
      const result = fn.results[i];
      if (target !== null && result !== undefined && isTracked(target.type))
        this.#groups.join(this.#local(target), this.#local(result));
    });
  }

  #openCall(args: readonly Expr[], targets: readonly (Local | null)[]): void {
    for (const arg of args) if (isTracked(arg.type)) this.#groups.open(this.#expr(arg), arg.type);
    for (const target of targets)
      if (target !== null && isTracked(target.type)) this.#groups.open(this.#local(target), target.type, true);
  }
}

/** Literals that are nothing but started where they stand. */
export function startedLiterals(fn: IrFunction): ReadonlySet<string> {
  return literalsUsedAs(fn, ['Go']);
}

function count(of: Map<Local, number>, local: Local): void {
  of.set(local, (of.get(local) ?? 0) + 1);
}

function literalsUsedAs(fn: IrFunction, kinds: readonly Stmt['kind'][]): ReadonlySet<string> {
  const uses = new Map<Local, number>();
  const called = new Map<Local, number>();
  const literals = new Map<Local, string>();
  if (fn.body === null) return new Set();
  walkBlock(fn.body, (stmt) => {
    walkStmtExprs(stmt, (expr) => {
      if (expr.kind === 'LocalRef') count(uses, expr.local);
    });
    if (stmt.kind === 'Closure') {
      literals.set(stmt.target, stmt.func.id);
      for (const local of stmt.captured) count(uses, local);
    }
    if (stmt.kind !== 'Call' && stmt.kind !== 'Go' && stmt.kind !== 'Defer') return;
    const { callee } = stmt;
    if (callee.kind === 'value' && callee.func.kind === 'LocalRef' && kinds.includes(stmt.kind))
      count(called, callee.func.local);
  });
  const found = new Set<string>();
  for (const [local, id] of literals)
    if (!local.shared && uses.get(local) === called.get(local) && local.role !== 'result') found.add(id);
  return found;
}
