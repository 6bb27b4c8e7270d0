// What the extraction of one fragment keeps: procedures, classes, globals, parameters; and small pieces to build them from.

import { type Assumptions, type GapReason, goValue, type Standing, type Why, why } from '../../base/reasons.ts';
import type { Span } from '../../base/source.ts';
import { cellKey, type FlowProgram, type FunctionSet, type Horizon, sourceText } from '../../flow/index.ts';
import type { CallInstr, Global, Expr as IrExpr, Function as IrFunction, Stmt as IrStmt, Local } from '../../ir/ir.ts';
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
import type { Verbs } from './formats.ts';
import { type GivenLock, Learned } from './learned.ts';
import type { Answer } from './one-answer.ts';
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

/** What is extracted, and what is taken for granted meanwhile: given once, and never changed. */
export interface Task extends Extent {
  readonly flow: FlowProgram;
  readonly name: string;
  /** The id of the root. */
  readonly rootId: string;
  readonly root: RootKind;
  /** Whether others can call the root. */
  readonly exported: boolean;
  /** Fields and globals that are no structs and have their address taken: they live in cells. */
  readonly boxed: ReadonlySet<string>;
  /** Functions that are followed although they seem to need no look: they write what matters. */
  readonly follow: FunctionSet;
  /** Whether some function recovers: then data that panics must be followed. */
  readonly recovering: boolean;
}

/** Each part of the program grows by functions of one file, which it names. */
export interface Extraction extends Task {
  /** Here. */
  readonly sites: { readonly files: string[]; readonly index: Map<string, number> };
  /** env.ts; what they are required to be, requires.ts. */
  readonly parameters: {
    readonly decls: ParamDecl[];
    readonly index: Map<string, number>;
    readonly requires: Expr[];
  };
  /** values.ts */
  readonly globals: {
    readonly decls: VarDecl[];
    readonly index: Map<Global, number>;
    readonly list: Global[];
  };
  /** Here. */
  readonly classes: { readonly list: ClassInfo[]; readonly index: Map<string, ClassInfo> };
  readonly procs: {
    /** Here, and extract.ts. Null while a procedure waits to be translated. */
    readonly list: (Proc | null)[];
    readonly index: Map<string, number>;
    readonly waiting: { readonly index: number; readonly make: () => Proc }[];
    /** proc.ts: functions that became procedures, and which of these are of models. */
    readonly functions: Set<IrFunction>;
    readonly ofModels: Set<number>;
  };
  /** dispatch.ts */
  readonly dispatch: { readonly tables: Map<string, MethodTable>; readonly dynamics: Map<string, Dynamic> };
  /** assert.ts: what is found in values from outside, by function and spelling. */
  readonly outside: Map<string, Global>;
  /** formats.ts: what formats ask, by the places of the calls; null where it is not known. */
  readonly formats: Map<string, Verbs | null>;
  /** body.ts: what the captured variables of literals are where they are made. */
  readonly captured: Map<Local, Local>;
  /** Everywhere, by `assume`. */
  readonly assumptions: Assumptions;
  /** Here. */
  readonly gaps: Gap[];
  readonly learned: Learned;
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
  /** one-answer.ts: questions that are asked more than once, by where. */
  readonly answers: Map<CallInstr | IrExpr, Answer>;
  /** Of the procedure that a program begins with: the locks that the root is given. */
  readonly givenLocks: GivenLock[];
}

/** How much of a program is looked at. */
export interface Extent {
  /** How many functions are followed. */
  readonly horizon: Horizon;
  /** Whether a context from outside is like any other value from there: its channel may always be received from. */
  readonly plainContexts: boolean;
  /** Whether the outside does whatever it may, not what it usually does: the view that proofs come from. */
  readonly hostile: boolean;
  /** Whether nothing but locks is looked at: then those that are released for others are followed too. */
  readonly locksOnly: boolean;
}

export function newExtraction(task: Task): Extraction {
  return {
    ...task,
    sites: { files: [], index: new Map() },
    parameters: { decls: [], index: new Map(), requires: [] },
    globals: { decls: [], index: new Map(), list: [] },
    classes: { list: [], index: new Map() },
    procs: { list: [], index: new Map(), waiting: [], functions: new Set(), ofModels: new Set() },
    dispatch: { tables: new Map(), dynamics: new Map() },
    outside: new Map(),
    formats: new Map(),
    captured: new Map(),
    assumptions: new Map(),
    gaps: [],
    learned: new Learned(),
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
    answers: new Map(),
    givenLocks: [],
  };
}

/** How the name of a type of which values are compared with nil begins, among what needs another look. */
const comparedMark = 'compared with nil ';

/** A value of a type is compared with nil: then both answers count for those from outside. */
export function noteCompared(x: Extraction, type: Type): void {
  const key = keyOf(type);
  x.learned.noteCompared(key);
  if (x.hostile) x.learned.noteAddressed(comparedMark + key);
}

/** It is asked whether an interface holds a value of a type: then one from outside may, where it may hold others. */
export function noteAsked(x: Extraction, type: Type): void {
  const key = `type ${keyOf(type)}`;
  x.learned.noteCompared(key);
  if (x.hostile) x.learned.noteAddressed(comparedMark + key);
}

/** Whether that is asked somewhere; in the hostile view only. */
export function isAsked(x: Extraction, type: Type): boolean {
  const key = `type ${keyOf(type)}`;
  x.learned.noteFromOutside(key);
  return x.hostile && x.boxed.has(comparedMark + key);
}

/** Whether a value from outside may be nil here; without a comparison or a recover, nil would only end the process. */
export function mayBeNil(x: Extraction, type: Type): boolean {
  const key = keyOf(type);
  x.learned.noteFromOutside(key);
  return x.hostile && (x.recovering || x.boxed.has(comparedMark + key));
}

/** The finished program. */
export function finishProgram(x: Extraction, entry: number): CommProgram {
  return {
    kind: 'CommProgram',
    name: x.name,
    root: x.root,
    files: x.sites.files,
    params: x.parameters.decls,
    requires: x.parameters.requires,
    globals: x.globals.decls,
    classes: x.classes.list.map(({ name, role, fields }): ClassDecl => ({ name, role, fields })),
    procs: x.procs.list as readonly Proc[],
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
  let index = x.sites.index.get(file.path);
  if (index === undefined) {
    index = x.sites.files.length;
    x.sites.files.push(file.path);
    x.sites.index.set(file.path, index);
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
  b.x.learned.noteElements(stmt, elementKey);
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
  const known = x.procs.index.get(key);
  if (known !== undefined) return known;
  const index = x.procs.list.length;
  x.procs.list.push(null);
  x.procs.index.set(key, index);
  x.procs.waiting.push({ index, make });
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
  const known = x.classes.index.get(key);
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
  const known = x.classes.index.get(key);
  if (known !== undefined) return known;
  const made = addClass(x, key, `${role} ${name}`, type, role);
  made.fields.push({ name: 'value', init: { kind: 'value', value: zeroConst(type) } });
  return made;
}

/** The class of values that stand for what the environment gives as this interface. */
export function environmentClass(x: Extraction, type: Type): ClassInfo {
  const key = `environment ${keyOf(type)}`;
  return x.classes.index.get(key) ?? addClass(x, key, `some ${shownType(type)}`, type, 'environment');
}

function addClass(x: Extraction, key: string, name: string, type: Type, role: ClassInfo['role']): ClassInfo {
  const made: ClassInfo = { index: x.classes.list.length, key, name, type, role, fields: [] };
  x.classes.list.push(made);
  x.classes.index.set(key, made);
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
