// Invariants of ir, checked by tests after translation and after each pass that makes new ir.

import { assertNever } from '../base/assert.ts';
import { identical, isTypeParam, newPointer, typeString } from '../types/index.ts';
import type { Signature, Type } from '../types/type.ts';
import { core, isInterfaceType } from './build.ts';
import type { Clause, GhostOp } from './ghost.ts';
import type { Block, Callee, Expr, Function as IrFunction, Local, Place, Stmt } from './ir.ts';

interface Checker {
  readonly f: IrFunction;
  readonly problems: string[];
  readonly declared: Set<Local>;
  readonly cleanTypes: Set<Type>;
  /** Labels around the current statement, with whether continue may lead there. */
  readonly labels: Map<string, boolean>;
}

/** What is wrong with a function; empty if nothing is. */
export function sanity(f: IrFunction): readonly string[] {
  const c: Checker = { f, problems: [], declared: new Set(), cleanTypes: new Set(), labels: new Map() };
  for (const [i, l] of f.locals.entries()) {
    if (l.id !== i) problem(c, `local ${l.name} has number ${l.id} at ${i}`);
    checkType(c, l.type, `local ${l.name}`);
  }
  for (const l of [...f.params, ...f.results, ...f.captures]) {
    if (f.locals[l.id] !== l) problem(c, `${l.role} ${l.name} is not among the locals`);
    c.declared.add(l);
  }
  for (const l of f.captures) if (l.role !== 'capture') problem(c, `${l.name} is captured but a ${l.role}`);
  if (f.contract !== null) {
    for (const { copy, param } of f.contract.entry) {
      use(c, param);
      define(c, copy);
      same(c, copy.type, param.type, 'copy of a parameter');
    }
    for (const each of [...f.contract.requires, ...f.contract.ensures]) clause(c, each);
  }
  if (f.body !== null) {
    block(c, f.body);
    const last = f.body.list.at(-1);
    if (last?.kind !== 'Return') problem(c, 'the body does not end in a return');
  }
  return c.problems;
}

function problem(c: Checker, message: string): void {
  c.problems.push(`${c.f.id}: ${message}`);
}

const show = (t: Type): string => typeString(t, null);

/** No type parameter is left in a type, nor an untyped one. */
function checkType(c: Checker, t: Type, what: string): void {
  if (!isClean(c, t, [])) problem(c, `${what} has type ${show(t)}`);
}

function isClean(c: Checker, t: Type, seen: Type[]): boolean {
  if (c.cleanTypes.has(t) || seen.includes(t)) return true;
  seen.push(t);
  const clean = isCleanNew(c, t, seen);
  seen.pop();
  if (clean && seen.length === 0) c.cleanTypes.add(t);
  return clean;
}

function isCleanNew(c: Checker, t: Type, seen: Type[]): boolean {
  switch (t.kind) {
    case 'Basic':
      return !t.basic.startsWith('untyped');
    case 'TypeParam':
      return c.f.typeParams.includes(t);
    case 'Union':
    case 'Tuple':
      return false;
    case 'Named':
      return t.inst === null
        ? t.typeParams === null || t.typeParams.length === 0
        : t.inst.typeArgs.every((a) => isClean(c, a, seen));
    case 'Alias':
      return t.actual === null || isClean(c, t.actual, seen);
    case 'Pointer':
    case 'Slice':
    case 'Array':
    case 'Chan':
      return isClean(c, t.elem, seen);
    case 'Map':
      return isClean(c, t.key, seen) && isClean(c, t.elem, seen);
    case 'Struct':
      return t.fields.every((f) => isClean(c, f.type as Type, seen));
    case 'Signature':
      return [...t.params.vars, ...t.results.vars].every((v) => isClean(c, v.type as Type, seen));
    case 'Interface':
      return true;
    case 'Math':
      return t.args.every((a) => isClean(c, a, seen));
  }
}

function same(c: Checker, want: Type, got: Type, what: string): void {
  if (want === got || identical(want, got)) return;
  if (isInvalid(want) || isInvalid(got)) return;
  problem(c, `${what}: ${show(got)} where ${show(want)} is needed`);
}

/** An address: of ghost memory the pointer says so. */
function pointsTo(c: Checker, pointer: Type, to: Type): void {
  const u = core(pointer);
  same(c, pointer, newPointer(to, u.kind === 'Pointer' && u.ghost), 'address');
}

function isInvalid(t: Type): boolean {
  return t.kind === 'Basic' && t.basic === 'invalid';
}

function define(c: Checker, l: Local | null): void {
  if (l === null) return;
  if (c.f.locals[l.id] !== l) problem(c, `${l.name} is not a local of the function`);
  if (l.shared && l.role === 'temp' && !c.declared.has(l)) problem(c, `${l.name} is shared and not declared`);
  c.declared.add(l);
}

function use(c: Checker, l: Local): void {
  if (c.f.locals[l.id] !== l) problem(c, `${l.name} is not a local of the function`);
  else if (!c.declared.has(l)) problem(c, `${l.name} is used before its declaration`);
}

function block(c: Checker, b: Block): void {
  for (const s of b.list) stmt(c, s);
}

function labelled(c: Checker, label: string, loop: boolean, inside: () => void): void {
  if (c.labels.has(label)) problem(c, `label ${label} is nested in itself`);
  c.labels.set(label, loop);
  inside();
  c.labels.delete(label);
}

function elemOf(t: Type): Type | null {
  const u = core(t);
  return u.kind === 'Slice' || u.kind === 'Array' || u.kind === 'Chan' || u.kind === 'Pointer' || u.kind === 'Map'
    ? u.elem
    : null;
}

function stmt(c: Checker, s: Stmt): void {
  const x = (e: Expr): void => expr(c, e);
  const maybe = (e: Expr | null): void => {
    if (e !== null) expr(c, e);
  };
  switch (s.kind) {
    case 'If':
      x(s.cond);
      block(c, s.then);
      block(c, s.otherwise);
      return;
    case 'Loop':
      labelled(c, s.label, true, () => {
        block(c, s.body);
        block(c, s.next);
      });
      return;
    case 'Labelled':
      labelled(c, s.label, false, () => block(c, s.body));
      return;
    case 'Break':
      if (!c.labels.has(s.label)) problem(c, `break to ${s.label}, which is not around it`);
      return;
    case 'Continue':
      if (c.labels.get(s.label) !== true) problem(c, `continue to ${s.label}, which is no loop around it`);
      return;
    case 'Return':
      return;
    case 'Select':
      for (const { comm } of s.cases) {
        x(comm.chan);
        const elem = elemOf(comm.chan.type);
        if (elem === null) problem(c, 'select on what is no channel');
        else if (comm.kind === 'send') {
          x(comm.value);
          same(c, elem, comm.value.type, 'select send');
        } else if (comm.value !== null) same(c, elem, comm.value.type, 'select receive');
        if (comm.kind === 'recv') {
          define(c, comm.value);
          define(c, comm.ok);
        }
      }
      for (const { body } of s.cases) block(c, body);
      if (s.otherwise !== null) block(c, s.otherwise);
      return;
    case 'Declare':
      x(s.value);
      c.declared.add(s.local);
      if (s.local.role !== 'var' && s.local.role !== 'temp')
        problem(c, `${s.local.name}, a ${s.local.role}, is declared`);
      same(c, s.local.type, s.value.type, `declaration of ${s.local.name}`);
      return;
    case 'Assign':
      x(s.value);
      use(c, s.local);
      if (s.local.role === 'capture' && !s.local.shared)
        problem(c, `${s.local.name} is assigned, but captured by value`);
      same(c, s.local.type, s.value.type, `assignment to ${s.local.name}`);
      return;
    case 'Load':
      place(c, s.place);
      define(c, s.target);
      same(c, s.target.type, s.place.type, 'load');
      return;
    case 'Store':
      place(c, s.place);
      x(s.value);
      same(c, s.place.type, s.value.type, 'store');
      return;
    case 'Addr':
      place(c, s.place);
      define(c, s.target);
      pointsTo(c, s.target.type, s.place.type);
      return;
    case 'NilCheck': {
      x(s.pointer);
      const kind = core(s.pointer.type).kind;
      if (kind !== 'Pointer' && kind !== 'Interface') problem(c, `nilcheck of a ${kind}`);
      return;
    }
    case 'New':
      x(s.value);
      define(c, s.target);
      same(c, elemOf(s.target.type) ?? s.target.type, s.value.type, 'new');
      return;
    case 'MakeSlice': {
      x(s.len);
      maybe(s.cap);
      if (s.init?.kind === 'string') x(s.init.string);
      else
        for (const e of s.init?.elems ?? []) {
          x(e.value);
          same(c, elemOf(s.target.type) ?? s.target.type, e.value.type, 'element');
        }
      define(c, s.target);
      return;
    }
    case 'MakeMap':
      maybe(s.hint);
      define(c, s.target);
      return;
    case 'MakeChan':
      maybe(s.cap);
      define(c, s.target);
      return;
    case 'Closure':
      for (const l of s.captured) use(c, l);
      define(c, s.target);
      return;
    case 'Index':
      x(s.x);
      x(s.index);
      define(c, s.target);
      return;
    case 'Slice':
      x(s.x);
      maybe(s.low);
      maybe(s.high);
      maybe(s.max);
      define(c, s.target);
      return;
    case 'MapGet': {
      x(s.map);
      x(s.key);
      checkMap(c, s.map.type, s.key.type, s.target?.type ?? null);
      define(c, s.target);
      define(c, s.ok);
      return;
    }
    case 'MapSet':
      x(s.map);
      x(s.key);
      x(s.value);
      checkMap(c, s.map.type, s.key.type, s.value.type);
      return;
    case 'MapIter':
      x(s.map);
      define(c, s.target);
      return;
    case 'MapNext':
      use(c, s.iter);
      define(c, s.ok);
      define(c, s.key);
      define(c, s.value);
      return;
    case 'StringNext':
      x(s.string);
      x(s.at);
      define(c, s.rune);
      define(c, s.width);
      return;
    case 'LenOf':
      x(s.x);
      define(c, s.target);
      return;
    case 'TrapBinary':
      x(s.x);
      x(s.y);
      operands(c, s.op, s.x.type, s.y.type);
      define(c, s.target);
      return;
    case 'TrapConvert':
      x(s.x);
      define(c, s.target);
      return;
    case 'TypeAssert':
      x(s.x);
      if (core(s.x.type).kind !== 'Interface' && !isInvalid(s.x.type))
        problem(c, `type assertion on ${show(s.x.type)}`);
      checkType(c, s.asserted, 'type assertion');
      if (s.target !== null) same(c, s.target.type, s.asserted, 'type assertion');
      define(c, s.target);
      define(c, s.ok);
      return;
    case 'Append': {
      x(s.slice);
      same(c, s.target.type, s.slice.type, 'append');
      const elem = elemOf(s.target.type);
      if (s.elems.kind === 'spread') x(s.elems.x);
      else {
        for (const e of s.elems.list) {
          x(e);
          if (elem !== null) same(c, elem, e.type, 'append');
        }
      }
      define(c, s.target);
      return;
    }
    case 'Copy':
      x(s.dst);
      x(s.src);
      define(c, s.target);
      return;
    case 'Call': {
      const sig = call(c, s.callee, s.args);
      if (sig !== null) {
        for (const [i, target] of s.targets.entries()) {
          const result = sig.results.vars[i];
          if (result === undefined) problem(c, `result ${i} of a call with ${sig.results.vars.length}`);
          else if (target !== null) same(c, target.type, result.type as Type, 'result of a call');
        }
      }
      for (const target of s.targets) define(c, target);
      return;
    }
    case 'Go':
      call(c, s.callee, s.args);
      return;
    case 'Defer':
      call(c, s.callee, s.args);
      if (s.frame !== null) use(c, s.frame);
      else if (!c.f.hasDefer) problem(c, 'defer in a function without');
      return;
    case 'Frame':
      define(c, s.target);
      return;
    case 'Send': {
      x(s.chan);
      x(s.value);
      const elem = elemOf(s.chan.type);
      if (elem === null) problem(c, 'send on what is no channel');
      else same(c, elem, s.value.type, 'send');
      return;
    }
    case 'Recv': {
      x(s.chan);
      const elem = elemOf(s.chan.type);
      if (elem !== null && s.value !== null) same(c, s.value.type, elem, 'receive');
      define(c, s.value);
      define(c, s.ok);
      return;
    }
    case 'Close':
      x(s.chan);
      return;
    case 'Panic':
      x(s.value);
      if (core(s.value.type).kind !== 'Interface') problem(c, `panic of a ${show(s.value.type)}`);
      return;
    case 'Fault':
      return;
    case 'Recover':
      define(c, s.target);
      if (s.frame !== null) use(c, s.frame);
      return;
    case 'Unknown':
      for (const e of s.escaped) x(e);
      for (const target of s.targets) define(c, target);
      return;
    case 'Ghost':
      ghost(c, s.op);
      return;
    default:
      assertNever(s, 'statement');
  }
}

function clause(c: Checker, { body, cond, reason }: Clause): void {
  block(c, body);
  if (cond === null) {
    if (reason === null) problem(c, 'a clause without condition has no reason');
    return;
  }
  condition(c, cond, 'clause');
}

function condition(c: Checker, e: Expr, what: string): void {
  expr(c, e);
  const u = core(e.type);
  if (!isInvalid(e.type) && !(u.kind === 'Basic' && u.basic === 'bool')) problem(c, `${what} of type ${show(e.type)}`);
}

function ghost(c: Checker, op: GhostOp): void {
  switch (op.kind) {
    case 'block':
      block(c, op.body);
      return;
    case 'check':
      clause(c, op.clause);
      return;
    case 'quantify':
      block(c, op.before);
      if (op.domain.kind === 'range') {
        expr(c, op.domain.low);
        expr(c, op.domain.high);
        same(c, op.variable.type, op.domain.low.type, 'lower bound');
        same(c, op.variable.type, op.domain.high.type, 'upper bound');
      } else if (op.domain.kind === 'elements') expr(c, op.domain.of);
      define(c, op.variable);
      block(c, op.body);
      condition(c, op.cond, 'quantifier');
      define(c, op.target);
      return;
    case 'old':
      block(c, op.body);
      expr(c, op.value);
      define(c, op.target);
      same(c, op.target.type, op.value.type, 'old value');
      return;
    case 'math':
      for (const arg of op.args) expr(c, arg);
      define(c, op.target);
      return;
    case 'state':
    case 'skip':
      return;
    default:
      assertNever(op, 'ghost code');
  }
}

function checkMap(c: Checker, map: Type, key: Type, value: Type | null): void {
  const u = core(map);
  if (u.kind !== 'Map') {
    if (!isInvalid(u)) problem(c, `${show(map)} is no map`);
    return;
  }
  same(c, u.key, key, 'key of a map');
  if (value !== null) same(c, u.elem, value, 'element of a map');
}

/** The signature of what is called, if it is known here, with arguments checked against it. */
function call(c: Checker, callee: Callee, args: readonly Expr[]): Signature | null {
  for (const a of args) expr(c, a);
  let sig: Signature | null = null;
  if (callee.kind === 'value') {
    expr(c, callee.func);
    const u = core(callee.func.type);
    if (u.kind === 'Signature') sig = u;
    else problem(c, `call of a ${show(callee.func.type)}`);
  } else if (callee.kind === 'method') {
    expr(c, callee.recv);
    if (!isInterfaceType(callee.recv.type) && !isTypeParam(callee.recv.type))
      problem(c, `method call through ${show(callee.recv.type)}`);
    sig = callee.method.type as Signature;
  }
  if (sig === null) return null;
  if (args.length !== sig.params.vars.length)
    problem(c, `call with ${args.length} arguments, not ${sig.params.vars.length}`);
  for (const [i, v] of sig.params.vars.entries()) {
    const arg = args[i];
    if (arg !== undefined) same(c, v.type as Type, arg.type, 'argument');
  }
  return sig;
}

function operands(c: Checker, op: string, x: Type, y: Type): void {
  if (op !== '<<' && op !== '>>') same(c, x, y, `operands of ${op}`);
}

function expr(c: Checker, e: Expr): void {
  checkType(c, e.type, e.kind);
  switch (e.kind) {
    case 'Const':
    case 'Zero':
    case 'FuncRef':
      return;
    case 'LocalRef':
      use(c, e.local);
      same(c, e.local.type, e.type, `use of ${e.local.name}`);
      return;
    case 'AddrOf': {
      place(c, e.place);
      let p = e.place;
      while (p.kind === 'FieldPlace') p = p.base;
      if (p.kind === 'LocalPlace' && !p.local.shared) problem(c, `address of ${p.local.name}, which is not shared`);
      if (p.kind === 'Deref' || p.kind === 'IndexPlace') problem(c, 'an address that may panic is an expression');
      pointsTo(c, e.type, e.place.type);
      return;
    }
    case 'Unary':
      expr(c, e.x);
      return;
    case 'Binary':
      expr(c, e.x);
      expr(c, e.y);
      if (e.op !== '&&' && e.op !== '||') operands(c, e.op, e.x.type, e.y.type);
      return;
    case 'Convert':
      expr(c, e.x);
      return;
    case 'MakeInterface':
      expr(c, e.x);
      if (core(e.type).kind !== 'Interface') problem(c, `interface of type ${show(e.type)}`);
      return;
    case 'Field': {
      expr(c, e.x);
      const u = core(e.x.type);
      if (u.kind !== 'Struct' || u.fields[e.index] === undefined) problem(c, `field ${e.index} of ${show(e.x.type)}`);
      return;
    }
    case 'Len':
      expr(c, e.x);
      return;
    case 'MinMax':
      for (const a of e.args) {
        expr(c, a);
        same(c, e.type, a.type, e.op);
      }
      return;
    case 'Complex':
      expr(c, e.x);
      if (e.y !== null) expr(c, e.y);
      return;
    case 'Struct': {
      const u = core(e.type);
      if (u.kind !== 'Struct' || u.fields.length !== e.fields.length) problem(c, `fields of ${show(e.type)}`);
      for (const [i, f] of e.fields.entries()) {
        expr(c, f);
        if (u.kind === 'Struct') same(c, u.fields[i]?.type as Type, f.type, 'field');
      }
      return;
    }
    case 'ArrayLit':
      for (const { value } of e.elems) {
        expr(c, value);
        same(c, elemOf(e.type) ?? e.type, value.type, 'element');
      }
      return;
  }
}

function place(c: Checker, p: Place): void {
  checkType(c, p.type, p.kind);
  switch (p.kind) {
    case 'LocalPlace':
      use(c, p.local);
      same(c, p.local.type, p.type, `place ${p.local.name}`);
      return;
    case 'GlobalPlace':
      return;
    case 'Deref':
      expr(c, p.pointer);
      if (core(p.pointer.type).kind !== 'Pointer') problem(c, `dereference of ${show(p.pointer.type)}`);
      return;
    case 'FieldPlace': {
      place(c, p.base);
      const u = core(p.base.type);
      if (u.kind !== 'Struct' || u.fields[p.index] === undefined)
        problem(c, `field ${p.index} of ${show(p.base.type)}`);
      else same(c, u.fields[p.index]?.type as Type, p.type, 'field');
      return;
    }
    case 'IndexPlace':
      if (p.base.kind === 'slice') {
        expr(c, p.base.slice);
        if (core(p.base.slice.type).kind !== 'Slice') problem(c, `element of ${show(p.base.slice.type)}`);
      } else {
        place(c, p.base.place);
        if (core(p.base.place.type).kind !== 'Array') problem(c, `element of ${show(p.base.place.type)}`);
      }
      expr(c, p.index);
      return;
  }
}
