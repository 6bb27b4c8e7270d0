// What the extraction of one fragment keeps: procedures, classes, globals, parameters; and small pieces to build them from.

import { type Assumptions, type GapReason, goValue, type Standing, type Why, why } from '../../base/reasons.ts';
import type { Span } from '../../base/source.ts';
import { cellKey, type FlowProgram, type FunctionSet, type Horizon, sourceText } from '../../flow/index.ts';
import type { Global, Function as IrFunction, Stmt as IrStmt, Local } from '../../ir/ir.ts';
import type { Type } from '../../types/type.ts';
import type {
  ClassDecl,
  ClassRole,
  CommProgram,
  ConstExpr,
  Expr,
  FieldDecl,
  FieldInit,
  Gap,
  ParamDecl,
  Place,
  Proc,
  ProcRole,
  RootKind,
  Site,
  Stmt,
  VarDecl,
} from '../comm.ts';
import { keyOf, shapeOf, shownType } from './shape.ts';

/** A class while its program is being made. */
export interface ClassInfo {
  readonly index: number;
  readonly key: string;
  readonly name: string;
  /** Of a struct, its type; of a cell or a box, the type of what is in it. */
  readonly type: Type;
  readonly role: ClassRole;
  readonly fields: FieldDecl[];
}

/** Which procedure runs, by the receiver's class; filled while more classes turn up. */
export interface MethodTable {
  readonly rows: { class: number; proc: number }[];
  readonly seen: Set<number>;
  /** The procedure for one more class; null where there is none. */
  readonly decide: (dynamic: Dynamic) => number | null;
}

/** A type whose values are put into interfaces. */
export interface Dynamic {
  readonly type: Type;
  readonly class: ClassInfo;
}

export interface Extraction {
  readonly flow: FlowProgram;
  readonly name: string;
  readonly root: RootKind;
  readonly files: string[];
  readonly fileIndex: Map<string, number>;
  readonly params: ParamDecl[];
  readonly requires: Expr[];
  readonly paramIndex: Map<string, number>;
  readonly globals: VarDecl[];
  readonly globalIndex: Map<Global, number>;
  readonly globalList: Global[];
  /** What is found in values from outside, by function and spelling. */
  readonly outside: Map<string, Global>;
  readonly classes: ClassInfo[];
  readonly classIndex: Map<string, ClassInfo>;
  /** Null while a procedure waits to be translated. */
  readonly procs: (Proc | null)[];
  readonly procIndex: Map<string, number>;
  /** Functions that became procedures. */
  readonly functions: Set<IrFunction>;
  /** The id of the root. */
  readonly rootId: string;
  /** Procedures that functions of models became. */
  readonly modelProcs: Set<number>;
  readonly work: { readonly index: number; readonly make: () => Proc }[];
  readonly tables: Map<string, MethodTable>;
  readonly dynamics: Map<string, Dynamic>;
  readonly assumptions: Assumptions;
  readonly gaps: Gap[];
  /** Fields and globals that are no structs and have their address taken: they live in cells. */
  readonly boxed: ReadonlySet<string>;
  /** Those of which an address was taken: where one of them is not boxed, the extraction starts again. */
  readonly addressed: Set<string>;
  /** Of elements whose address is taken, the names in `flow/writes.ts`: with that of what a pointer to them leads to. */
  readonly pointed: Map<string, string>;
  /** What the captured variables of literals are where they are made. */
  readonly captured: Map<Local, Local>;
  /** Whether some function recovers: then data that panics must be followed. */
  readonly recovering: boolean;
  /** Whether a function that recovers was met. */
  recovers: boolean;
  /** Functions that are followed although they seem to need no look: they write what matters. */
  readonly follow: FunctionSet;
  /** Functions that were left out. */
  readonly leftOut: Set<string>;
  /** Functions that were not followed because there were too many. */
  readonly cut: Set<string>;
  /** What the elements of arrays and maps are called in `flow/writes.ts`, by the statements that make them. */
  readonly elementKeys: Map<Stmt, string>;
  /** Locks that the root is given, with their names in `flow/writes.ts`. */
  readonly givenLocks: { readonly lock: Expr; readonly key: string }[];
  /** Whether a context from outside is like any other value from there: its channel may always be received from. */
  readonly plainContexts: boolean;
  /** Whether nothing but locks is looked at: then those that are released for others are followed too. */
  readonly locksOnly: boolean;
  /** How many functions may be followed, and how many more. */
  readonly horizon: Horizon;
  budget: number;
}

/** A procedure while it is being made. */
export interface Builder {
  readonly x: Extraction;
  /** The function that is translated; null for procedures that no function stands for. */
  readonly fn: IrFunction | null;
  readonly vars: VarDecl[];
  readonly locals: Map<Local, number>;
  /** Locals that loops count with: their bounds keep them small. */
  readonly counters: Set<Local>;
  /** Temporaries that hold function literals. */
  readonly literals: Set<Local>;
  /** Statements that move such a local, and cannot take it out of the range of its type. */
  readonly steps: Set<IrStmt>;
  out: Stmt[];
  site: Site;
  /** The place at which everything happens; null where each statement has its own. */
  readonly at: Site | null;
  /** What users call the object that is being made. */
  label: string;
}

/** How much of a program is looked at. */
export interface Extent {
  /** How many functions are followed. */
  readonly horizon: Horizon;
  /** Whether a context from outside is like any other value from there: its channel may always be received from. */
  readonly plainContexts: boolean;
  /** Whether nothing but locks is looked at: then those that are released for others are followed too. */
  readonly locksOnly: boolean;
}

export function newExtraction(
  flow: FlowProgram,
  name: string,
  rootId: string,
  root: RootKind,
  boxed: ReadonlySet<string>,
  follow: FunctionSet,
  recovering: boolean,
  { plainContexts, locksOnly, horizon }: Extent,
): Extraction {
  return {
    flow,
    name,
    root,
    files: [],
    fileIndex: new Map(),
    params: [],
    requires: [],
    paramIndex: new Map(),
    globals: [],
    globalIndex: new Map(),
    globalList: [],
    outside: new Map(),
    classes: [],
    classIndex: new Map(),
    procs: [],
    procIndex: new Map(),
    functions: new Set(),
    rootId,
    modelProcs: new Set(),
    work: [],
    tables: new Map(),
    dynamics: new Map(),
    assumptions: new Map(),
    gaps: [],
    boxed,
    addressed: new Set(),
    pointed: new Map(),
    captured: new Map(),
    recovering,
    recovers: false,
    follow,
    leftOut: new Set(),
    cut: new Set(),
    elementKeys: new Map(),
    givenLocks: [],
    plainContexts,
    locksOnly,
    horizon,
    budget: followed(horizon, root),
  };
}

/** How many functions of user code and its dependencies are followed; a function by itself is meant to be small. */
export function followed(horizon: Horizon, root: RootKind): number {
  return root === 'function' ? horizon.function : horizon.whole;
}

export function newBuilder(x: Extraction, fn: IrFunction | null, site: Site, at: Site | null = null): Builder {
  return {
    x,
    fn,
    at,
    vars: [],
    locals: new Map(),
    counters: new Set(),
    literals: new Set(),
    steps: new Set(),
    out: [],
    site,
    label: '',
  };
}

/** The finished program. */
export function finishProgram(x: Extraction, entry: number): CommProgram {
  return {
    kind: 'CommProgram',
    name: x.name,
    root: x.root,
    files: x.files,
    params: x.params,
    requires: x.requires,
    globals: x.globals,
    classes: x.classes.map(({ name, role, fields }): ClassDecl => ({ name, role, fields })),
    procs: x.procs as readonly Proc[],
    entry,
    assumptions: [...x.assumptions.values()],
    gaps: x.gaps,
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Places

/** Nowhere in the source. */
export const noSite: Site = { file: 0, start: 0, end: 0 };

export function siteOf(x: Extraction, span: Span): Site {
  const file = x.flow.sources.fileOf(span.pos);
  if (file === null) return noSite;
  let index = x.fileIndex.get(file.path);
  if (index === undefined) {
    index = x.files.length;
    x.files.push(file.path);
    x.fileIndex.set(file.path, index);
  }
  return { file: index, start: span.pos - file.base, end: Math.max(span.pos, span.end) - file.base };
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

export const nil: ConstExpr = { kind: 'nil' };
export const yes: ConstExpr = { kind: 'bool', value: true };
export const no: ConstExpr = { kind: 'bool', value: false };

export function int(value: number): ConstExpr {
  return { kind: 'int', value };
}

export function unknown(why: Why): ConstExpr {
  return { kind: 'unknown', why };
}

/** `?` for what a Go expression of this text gives. */
export function someValue(text: string, standing: Standing = 'open'): ConstExpr {
  return unknown(goValue(text, standing));
}

/** `?` for what stands at a place in the source. */
export function unknownAt(b: Builder, span: Span, standing: Standing = 'open'): ConstExpr {
  return someValue(sourceText(b.x.flow, span), standing);
}

export function variable(index: number): Expr {
  return { kind: 'var', index };
}

export function isUnknown(e: Expr): e is Extract<ConstExpr, { kind: 'unknown' }> {
  return e.kind === 'unknown';
}

// ---------------------------------------------------------------------------------------------------------------
// Building statements

export function emit(b: Builder, stmt: Stmt): void {
  b.out.push(stmt);
}

/** As `emit`, for a statement that makes an array or a map. */
export function emitContainer(b: Builder, stmt: Extract<Stmt, { kind: 'array' | 'map' }>, elementKey: string): void {
  b.x.elementKeys.set(stmt, elementKey);
  b.out.push(stmt);
}

/** What `make` emits, as a block of its own. */
export function block(b: Builder, make: () => void): readonly Stmt[] {
  const outer = b.out;
  const inner: Stmt[] = [];
  b.out = inner;
  make();
  b.out = outer;
  return inner;
}

export function newVar(b: Builder, name: string): number {
  b.vars.push({ name, site: b.site });
  return b.vars.length - 1;
}

export function temp(b: Builder): number {
  return newVar(b, `t${b.vars.length}`);
}

export function assign(b: Builder, target: number, value: Expr): void {
  if (value.kind === 'var' && value.index === target) return;
  emit(b, { kind: 'assign', target, value, site: b.site });
}

export function load(b: Builder, place: Place): Expr {
  const target = temp(b);
  emit(b, { kind: 'load', target, place, site: b.site });
  return variable(target);
}

export function store(b: Builder, place: Place, value: Expr): void {
  emit(b, { kind: 'store', place, value, site: b.site });
}

export function ifElse(b: Builder, cond: Expr, then: () => void, otherwise: () => void = () => {}): void {
  const thenBlock = block(b, then);
  const otherwiseBlock = block(b, otherwise);
  emit(b, { kind: 'if', cond, then: thenBlock, otherwise: otherwiseBlock, site: b.site });
}

export function choose(b: Builder, why: Why, ...branches: (() => void)[]): void {
  emit(b, { kind: 'choice', why, branches: branches.map((make) => block(b, make)), site: b.site });
}

export function binary(op: Extract<Expr, { kind: 'binary' }>['op'], x: Expr, y: Expr): Expr {
  if (x.kind === 'unknown') return x;
  if (y.kind === 'unknown') return y;
  return { kind: 'binary', op, x, y };
}

// ---------------------------------------------------------------------------------------------------------------
// Procedures

/** The index of the procedure with this key; `make` gives it when its turn comes. */
export function procFor(x: Extraction, key: string, make: () => Proc): number {
  const known = x.procIndex.get(key);
  if (known !== undefined) return known;
  const index = x.procs.length;
  x.procs.push(null);
  x.procIndex.set(key, index);
  x.work.push({ index, make });
  return index;
}

/** A procedure that no function stands for, unless `role` says so: `make` builds the body and gives the results. */
export function synthetic(
  x: Extraction,
  name: string,
  site: Site,
  params: readonly string[],
  make: (b: Builder, args: readonly Expr[]) => readonly Expr[],
  role: ProcRole = { kind: 'helper' },
): Proc {
  const b = newBuilder(x, null, site);
  const args = params.map((param) => variable(newVar(b, param)));
  const values = make(b, args);
  const results = values.map((value) => {
    const target = newVar(b, 'r');
    assign(b, target, value);
    return target;
  });
  return { name, role, vars: b.vars, params: params.length, results, body: b.out, site };
}

// ---------------------------------------------------------------------------------------------------------------
// Classes

/** The fact that there are Lockers which are no locks themselves: see cond.ts. */
export const otherLockers = 'other Lockers';

/** The class of records that stand for values of a struct type. */
export function structClass(x: Extraction, type: Type): ClassInfo {
  const key = keyOf(type);
  const known = x.classIndex.get(key);
  if (known !== undefined) return known;
  const made = addClass(x, key, shownType(type), type, 'struct');
  const shape = shapeOf(type);
  if (shape.kind === 'struct') {
    shape.fields.forEach((field, i) => {
      made.fields.push({ name: field.name, init: fieldInit(x, made, field.type as Type, i) });
    });
    const hidden = shape.special !== 'cond' ? [] : x.boxed.has(otherLockers) ? ['queue', 'guard'] : ['queue'];
    for (const name of hidden) made.fields.push({ name, init: { kind: 'value', value: nil } });
  }
  return made;
}

function fieldInit(x: Extraction, owner: ClassInfo, type: Type, index: number): FieldInit {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'struct':
      return { kind: 'record', class: structClass(x, type).index };
    case 'sync':
      return { kind: 'sync', sync: shape.sync };
    case 'array':
      return { kind: 'value', value: nil };
    default:
      if (isBoxed(x, owner, index)) return { kind: 'record', class: cellClass(x, type).index };
      return { kind: 'value', value: zeroConst(type) };
  }
}

/** Whether a field lives in a cell of its own. */
export function isBoxed(x: Extraction, owner: ClassInfo, field: number): boolean {
  return x.boxed.has(`${owner.key}.${field}`);
}

/**
 * The class of cells for variables of a type that is neither struct, array nor lock. Types with the same underlying type have
 * one: pointers to them can be converted into each other.
 */
export function cellClass(x: Extraction, type: Type): ClassInfo {
  const made = oneField(x, cellKey(type), shownType(type), type, 'cell');
  if (made.fields.length === 1 && leadsToElements(x, type)) {
    made.fields.push({ name: 'array', init: { kind: 'value', value: nil } });
    made.fields.push({ name: 'index', init: { kind: 'value', value: int(0) } });
  }
  return made;
}

/** How the name begins, among what needs a cell, of types of which some element has its address taken. */
export const pointedMark = 'pointed elements ';

/** Whether pointers to a type may lead to elements of slices and arrays: see pointers.ts. */
export function leadsToElements(x: Extraction, type: Type): boolean {
  return x.boxed.has(pointedMark + cellKey(type));
}

/** The class of boxes in which interfaces hold values that are no records. */
export function boxClass(x: Extraction, type: Type): ClassInfo {
  return oneField(x, `box ${keyOf(type)}`, shownType(type), type, 'box');
}

function oneField(x: Extraction, key: string, name: string, type: Type, role: 'cell' | 'box'): ClassInfo {
  const known = x.classIndex.get(key);
  if (known !== undefined) return known;
  const made = addClass(x, key, `${role} ${name}`, type, role);
  made.fields.push({ name: 'value', init: { kind: 'value', value: zeroConst(type) } });
  return made;
}

/** The class of values that stand for what the environment gives as this interface. */
export function environmentClass(x: Extraction, type: Type): ClassInfo {
  const key = `environment ${keyOf(type)}`;
  return x.classIndex.get(key) ?? addClass(x, key, `some ${shownType(type)}`, type, 'environment');
}

function addClass(x: Extraction, key: string, name: string, type: Type, role: ClassInfo['role']): ClassInfo {
  const made: ClassInfo = { index: x.classes.length, key, name, type, role, fields: [] };
  x.classes.push(made);
  x.classIndex.set(key, made);
  return made;
}

/** The zero value of a type that needs no object. */
export function zeroConst(type: Type): ConstExpr {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'int':
      return int(0);
    case 'bool':
      return no;
    case 'string':
      return { kind: 'atom', value: '""' };
    case 'opaque':
      return unknown(why('type', shownType(type)));
    default:
      return nil;
  }
}

export function gap(x: Extraction, reason: GapReason, site: Site): void {
  const isSame = (other: GapReason): boolean => other.kind === reason.kind && other.of === reason.of;
  if (!x.gaps.some((g) => isSame(g.reason) && g.site.start === site.start && g.site.file === site.file)) {
    x.gaps.push({ reason, site });
  }
}
