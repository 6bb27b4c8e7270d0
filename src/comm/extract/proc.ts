// Functions become procedures.

import { assume } from '../../base/reasons.ts';
import {
  behaviourOf,
  changesLocal,
  failsTest,
  isInert,
  isModelled,
  leavesLocks,
  modelOf,
  panicsItself,
  takenForGranted,
} from '../../flow/index.ts';
import type { Function as IrFunction, Local } from '../../ir/ir.ts';
import type { Expr, Proc, ProcRole, Site } from '../comm.ts';
import { translateBlock } from './body.ts';
import { anyResults, callBeyond, callOf, opaqueCall, primitive } from './call.ts';
import { expectAnswers } from './one-answer.ts';
import { isPanicky, mayPanicHere } from './panics.ts';
import { isInPlace, shapeOf } from './shape.ts';
import {
  assign,
  type Builder,
  cellClass,
  type Extraction,
  emit,
  followed,
  load,
  newBuilder,
  newVar,
  procFor,
  siteOf,
  synthetic,
  variable,
} from './state.ts';
import { copyOf, declareLocal, inCell, newCell, varOf, zeroValue } from './values.ts';

/**
 * The procedure that a function becomes. Captured variables are its first parameters. A function of a model gets one for
 * each place `at` that uses it, and everything in it happens at that place: users know their own code.
 */
export function procOfFunction(x: Extraction, fn: IrFunction, at: Site | null): number {
  const place = at !== null && isModelled(x.flow, fn) ? at : null;
  const key = place === null ? `func ${fn.id}` : `func ${fn.id} at ${place.file}:${place.start}`;
  const index = procFor(x, key, () => translate(x, fn, place));
  x.procs.functions.add(fn);
  if (place !== null) x.procs.ofModels.add(index);
  return index;
}

/** The procedure that a function becomes where it is used by what is being built. */
export function procUsed(b: Builder, fn: IrFunction): number {
  return procOfFunction(b.x, fn, b.at ?? b.site);
}

/** The function as users call it. */
export function shownName(fn: IrFunction): string {
  const slash = fn.id.lastIndexOf('/');
  return fn.id.slice(slash + 1);
}

/** What a function is to the analyses of the program. */
function roleOf(x: Extraction, fn: IrFunction): ProcRole {
  const { outermost } = x.flow.lowerer;
  const root = fn.id === x.rootId || outermost.get(fn.id) === x.rootId;
  return { kind: 'function', id: fn.id, root, model: modelOf(x.flow, fn) };
}

function translate(x: Extraction, fn: IrFunction, at: Site | null): Proc {
  const role = roleOf(x, fn);
  const behaviour = behaviourOf(x.flow, fn);
  const site = at ?? siteOf(x, fn.span);
  const names = [...fn.captures, ...fn.params].map((local) => local.name);
  if (failsTest(fn)) {
    assume(x.assumptions, 'test-passes');
    const exit = (b: Builder): readonly Expr[] => {
      emit(b, { kind: 'exit', site });
      return [];
    };
    return synthetic(x, shownName(fn), site, names, exit, role);
  }
  switch (behaviour.kind) {
    case 'primitive':
      return synthetic(x, shownName(fn), site, names, (b, args) => primitive(b, behaviour.name, fn, args), role);
    case 'opaque':
    case 'waits': {
      const call = (b: Builder, args: readonly Expr[]): readonly Expr[] => {
        doubtLibrary(b, fn);
        return opaqueCall(b, fn, args, behaviour.kind === 'waits', callOf(fn));
      };
      return synthetic(x, shownName(fn), site, names, call, role);
    }
    case 'atomic':
    case 'body':
      break;
  }
  if (!x.follow.has(fn.id) && isInert(x.flow, fn)) return leaveOut(x, fn, site, names);
  if (x.learned.followed >= followed(x.horizon, x.root) && !isModelled(x.flow, fn)) {
    // Those that are nearest to the root were followed: what is found there holds, what is not found is bounded.
    x.learned.noteCut(fn.id);
    assume(x.assumptions, 'horizon', String(followed(x.horizon, x.root)));
    // What it does to a lock for its caller is not known: nothing is said about what comes then.
    const isLoose = x.locksOnly && leavesLocks(x.flow).has(fn.id);
    const call = (b: Builder, args: readonly Expr[]): readonly Expr[] => {
      if (isLoose) emit(b, { kind: 'exit', site });
      return callBeyond(b, fn, args);
    };
    return synthetic(x, shownName(fn), site, names, call, role);
  }
  if (!isModelled(x.flow, fn)) x.learned.noteFollowed();
  const sharedResults = fn.results.some(inCell);
  if (!sharedResults) return translateBody(x, fn, behaviour.kind === 'atomic', 'values', at);
  if (!fn.hasDefer) return translateBody(x, fn, behaviour.kind === 'atomic', 'values', at);
  // Deferred calls may change results after the return: the caller of the inner procedure reads them then.
  const inner = procFor(x, `inner ${fn.id} ${site.file}:${site.start}`, () =>
    translateBody(x, fn, behaviour.kind === 'atomic', 'cells', at),
  );
  const call = (b: Builder, args: readonly Expr[]): readonly Expr[] => {
    const targets = fn.results.map((local) => newVar(b, local.name));
    emit(b, { kind: 'call', callee: { kind: 'proc', proc: inner }, args, targets, through: true, site: b.site });
    return fn.results.map((local, i): Expr => {
      const held = variable(targets[i] as number);
      if (!inCell(local)) return held;
      return load(b, { kind: 'field', object: held, class: cellClass(x, local.type).index, field: 0 });
    });
  };
  return synthetic(x, shownName(fn), site, names, call, role);
}

/** What is called through a value is not asked there whether it panics for some data. */
function doubtLibrary(b: Builder, fn: IrFunction): void {
  if (b.x.recovering && isPanicky(b.x.flow, fn)) mayPanicHere(b, `${shownName(fn)}()`);
}

/** A function that needs no look gives anything. */
function leaveOut(x: Extraction, fn: IrFunction, site: Site, names: readonly string[]): Proc {
  x.learned.noteLeftOut(fn.id);
  const name = shownName(fn);
  for (const { kind, of } of takenForGranted(x.flow, fn, name)) assume(x.assumptions, kind, of);
  const call = (b: Builder): readonly Expr[] => {
    // So much code hardly has no instruction that panics for some data; libraries are taken to be careful.
    if (x.recovering && (!isModelled(x.flow, fn) || panicsItself(x.flow, fn))) mayPanicHere(b, `${name}()`);
    return anyResults(b, fn, callOf(fn));
  };
  return synthetic(x, name, site, names, call, roleOf(x, fn));
}

function translateBody(
  x: Extraction,
  fn: IrFunction,
  atomic: boolean,
  give: 'values' | 'cells',
  at: Site | null,
): Proc {
  const site = at ?? siteOf(x, fn.span);
  const b = newBuilder(x, fn, site, at);
  for (const local of fn.captures) b.locals.set(local, newVar(b, local.name));
  const incoming = fn.params.map((local) => newVar(b, local.name));
  if (atomic) emit(b, { kind: 'yield', site });
  doubtLibrary(b, fn);
  fn.params.forEach((local, i) => {
    enterParameter(b, fn, local, incoming[i] as number);
  });
  const outgoing = fn.results.map((local) => {
    declareLocal(b, local, zeroValue(b, local.type, local.name));
    return give === 'values' && inCell(local) ? newVar(b, `${local.name}'`) : varOf(b, local);
  });
  const finish = (): void => {
    fn.results.forEach((local, i) => {
      if (give === 'cells' || !inCell(local)) return;
      const place = {
        kind: 'field',
        object: variable(varOf(b, local)),
        class: cellClass(x, local.type).index,
        field: 0,
      } as const;
      emit(b, { kind: 'load', target: outgoing[i] as number, place, site: b.site });
    });
  };
  if (fn.body !== null) expectAnswers(b, fn.body);
  if (fn.body !== null) translateBlock(b, fn.body, finish);
  finish();
  return {
    name: shownName(fn),
    role: roleOf(x, fn),
    vars: b.vars,
    params: fn.captures.length + fn.params.length,
    results: outgoing,
    body: b.out,
    site,
  };
}

function enterParameter(b: Builder, fn: IrFunction, local: Local, incoming: number): void {
  if (inCell(local)) {
    const cell = newVar(b, local.name);
    b.locals.set(local, cell);
    assign(b, cell, newCell(b, local.type, variable(incoming), local.name));
    return;
  }
  b.locals.set(local, incoming);
  if (isInPlace(shapeOf(local.type)) && fn.body !== null && changesLocal(fn.body, local)) {
    const own = newVar(b, local.name);
    assign(b, own, copyOf(b, variable(incoming), local.type));
    b.locals.set(local, own);
  }
}
