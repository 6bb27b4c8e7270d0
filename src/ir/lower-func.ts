// Functions: ids, declared functions and their instances, literals, wrappers of methods, initialisation of packages.

import { must } from '../base/assert.ts';
import { noPos, type Span } from '../base/source.ts';
import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import {
  hasPtrRecv,
  type Info,
  lookupFieldOrMethod,
  makeSubstMap,
  newNamed,
  type SubstMap,
  setUnderlying,
  subst,
  Typ,
  typeHash,
  typeString,
  unalias,
  under,
} from '../types/index.ts';
import { type Func, newTypeName, type Package, type Var } from '../types/object.ts';
import type { Named, Signature, Type, TypeParam } from '../types/type.ts';
import {
  blockOf,
  boolConst,
  captureLocal,
  declareVar,
  emit,
  emptyBlock,
  isInterfaceType,
  newLocal,
  noSpan,
  ref,
  spanOf,
  typeIn,
} from './build.ts';
import type { Contract } from './ghost.ts';
import type { Expr, FuncRef, Function as IrFunction, Local } from './ir.ts';
import { globalInitializer } from './lower-assign.ts';
import { emitCall, type Receiver, resolveMethod } from './lower-call.ts';
import { contractOf, statedContract } from './lower-contract.ts';
import { clausesOf, oldLabels } from './lower-ghost.ts';
import { stmtList } from './lower-stmt.ts';
import {
  type Body,
  type Fn,
  instanceKey,
  type Lowerer,
  type PredicateBody,
  type RangeFunc,
  type Sharing,
} from './lowerer.ts';
import { analyzeSharing } from './sharing.ts';

const noLabels: ReadonlySet<string> = new Set();

const nothingShared: Sharing = {
  shared: new Set(),
  sharedResults: new Set(),
  needsFrame: new Set(),
  gotoLabels: new Map(),
};

/** The function that a reference names. Its body is null where none is in sight. */
export function lowerFunction(lowerer: Lowerer, func: FuncRef): IrFunction {
  const done = lowerer.functions.get(func.id);
  if (done !== undefined) return done;
  const id = lowerer.outermost.get(func.id) ?? func.id;
  const earlier = lowerer.older.get(id);
  if (earlier === undefined) {
    const make = must(lowerer.makers.get(id), `function ${func.id}`);
    lowerer.functions.set(id, make());
  } else {
    // Literals name locals of the function around them: they are kept and forgotten together.
    lowerer.functions.set(id, earlier);
    for (const inner of lowerer.literals.get(id) ?? []) {
      const literal = lowerer.older.get(inner);
      if (literal !== undefined) lowerer.functions.set(inner, literal);
    }
  }
  return must(lowerer.functions.get(func.id), `function ${func.id}`);
}

/**
 * Forgets translations that were not asked for since the last time, once there are `most` others: those of a large module take
 * more memory than its trees. It must not be called while functions are being walked through.
 */
export function forgetFunctions({ functions, older }: Lowerer, most: number): void {
  if (functions.size < most) return;
  older.clear();
  for (const [id, fn] of functions) older.set(id, fn);
  functions.clear();
}

// ---------------------------------------------------------------------------------------------------------------
// References

/**
 * The reference to a declared function or method, with type arguments for a generic one. Without them a generic function is translated as it is
 * written: its types are type parameters.
 */
export function funcRef(lowerer: Lowerer, obj: Func, typeArgs: readonly Type[] = []): FuncRef {
  const origin = obj.origin ?? obj;
  const recv = (obj.type as Signature).recv;
  const args = recv === null ? typeArgs : receiverArgs(recv.type as Type);
  let known = lowerer.ids.get(origin);
  if (known === undefined) lowerer.ids.set(origin, (known = new Map()));
  const key = instanceKey(args);
  let found = known.get(key);
  if (found === undefined) {
    found = { id: freeId(lowerer, declaredId(obj, args)), name: obj.name };
    known.set(key, found);
    const id = found.id;
    lowerer.makers.set(id, () => lowerDeclared(lowerer, id, origin, args));
  }
  return found;
}

function receiverArgs(recv: Type): readonly Type[] {
  let t = unalias(recv);
  if (t.kind === 'Pointer') t = unalias(t.elem);
  return t.kind === 'Named' && t.inst !== null ? t.inst.typeArgs : [];
}

function declaredId(obj: Func, args: readonly Type[]): string {
  const sig = obj.type as Signature;
  const path = obj.pkg?.path ?? '';
  if (sig.recv !== null) return `${receiverId(path, sig.recv.type as Type)}.${obj.name}`;
  const list = args.length === 0 ? '' : `[${args.map((t) => typeString(t, null)).join(',')}]`;
  return `${path}.${obj.name}${list}`;
}

function receiverId(path: string, recv: Type): string {
  const t = unalias(recv);
  const ptr = t.kind === 'Pointer';
  const text = typeString(ptr ? t.elem : t, (pkg) => (pkg.path === path ? '' : pkg.path));
  return ptr ? `${path}.(*${text})` : `${path}.${text}`;
}

/** Different functions may be spelled alike: several `init` and `_`, types of the same name in different blocks. */
function freeId(lowerer: Lowerer, id: string): string {
  let free = id;
  for (let n = 2; lowerer.makers.has(free); n++) free = `${id}#${n}`;
  return free;
}

/**
 * A reference to a function that is made when it is asked for, once for each spelling and receiver type: a package and
 * its form for tests have types of the same name.
 */
function derived(
  lowerer: Lowerer,
  spelling: string,
  recv: Type,
  name: string,
  make: (id: string) => IrFunction,
): FuncRef {
  const key = `${spelling} ${typeHash(recv)}`;
  let id = lowerer.derived.get(key);
  if (id === undefined) {
    const free = freeId(lowerer, spelling);
    id = free;
    lowerer.derived.set(key, free);
    lowerer.makers.set(free, () => make(free));
  }
  return { id, name };
}

// ---------------------------------------------------------------------------------------------------------------
// Building

export interface FnOptions {
  readonly id: string;
  readonly info: Info;
  readonly pkg: Package | null;
  readonly smap: SubstMap | null;
  readonly sharing: Sharing;
  readonly node: ast.Node | null;
  readonly outer: Fn | null;
  readonly rangeFunc: RangeFunc | null;
  readonly span: Span;
  /** Type parameters that no argument stands for; by default those of the function around. */
  readonly typeParams?: readonly TypeParam[];
}

export function newFn(lowerer: Lowerer, o: FnOptions): Fn {
  return {
    lowerer,
    info: o.info,
    pkg: o.pkg,
    smap: o.smap,
    typeParams: o.typeParams ?? o.outer?.typeParams ?? [],
    typeMemo: o.outer?.typeMemo ?? new Map(),
    sharing: o.sharing,
    node: o.node,
    id: o.id,
    outer: o.outer,
    locals: [],
    vars: new Map(),
    captures: new Map(),
    results: [],
    out: [],
    targets: [],
    rangeFunc: o.rangeFunc,
    frame: null,
    hasDefer: false,
    contract: null,
    usesOld: false,
    oldLabels: o.outer?.oldLabels ?? (o.info.facts === null || o.node === null ? noLabels : oldLabels(o.node)),
    // Ids of literals count through the whole declared function.
    counters: o.outer?.counters ?? { base: o.id, literals: 0, labels: 0 },
    temps: 0,
    span: o.span,
  };
}

interface Shape {
  readonly name: string;
  readonly obj: Func | null;
  readonly origin: IrFunction['origin'];
  readonly params: readonly Local[];
  readonly variadic: boolean;
}

function finish(fn: Fn, shape: Shape, hasBody = true): IrFunction {
  return {
    kind: 'Function',
    id: fn.id,
    name: shape.name,
    obj: shape.obj,
    origin: shape.origin,
    params: shape.params,
    results: fn.results,
    captures: [...fn.captures.values()],
    variadic: shape.variadic,
    typeParams: fn.typeParams,
    locals: fn.locals,
    contract: settled(fn),
    body: hasBody ? { kind: 'Block', list: fn.out } : null,
    hasDefer: fn.hasDefer,
    span: fn.span,
  };
}

/** The contract, once it is known what the body looks back at. */
function settled({ contract, usesOld }: Fn): Contract | null {
  if (contract !== null) return usesOld ? { ...contract, usesOld } : contract;
  return usesOld ? { requires: [], ensures: [], entry: [], trusted: false, usesOld, problems: [] } : null;
}

/** Declares parameters and results, and emits the body. `decl` has the contract; null for what has none. */
function lowerBody(
  fn: Fn,
  sig: Signature,
  recv: Var | null,
  body: ast.BlockStmt | null,
  decl: ast.FuncDecl | null = null,
): Local[] {
  const params: Local[] = [];
  if (recv !== null) params.push(declareVar(fn, recv, 'param', spanOf0(recv)));
  for (const v of sig.params.vars) params.push(declareVar(fn, v, 'param', spanOf0(v)));
  declareResults(fn, sig);
  if (decl !== null) {
    fn.contract = fn.info.facts === null ? statedContract(fn, decl.doc, sig) : contractOf(fn, decl.spec, params);
  }
  if (body === null) return params;
  if (fn.node !== null && fn.sharing.needsFrame.has(fn.node)) {
    fn.frame = newLocal(fn, 'frame', Typ['unsafe.Pointer'], 'temp', false, null, fn.span);
    emit(fn, { kind: 'Frame', target: fn.frame, span: fn.span });
  }
  stmtList(fn, body.list);
  if (fn.out.at(-1)?.kind !== 'Return') emit(fn, { kind: 'Return', span: { pos: body.end - 1, end: body.end } });
  return params;
}

function declareResults(fn: Fn, sig: Signature): void {
  const shareAll = fn.node !== null && fn.sharing.sharedResults.has(fn.node);
  fn.results = sig.results.vars.map((v) => {
    if (!shareAll) return declareVar(fn, v, 'result', spanOf0(v));
    const local = newLocal(fn, v.name === '' ? 'r' : v.name, typeIn(fn, v.type as Type), 'result', true, v, spanOf0(v));
    fn.vars.set(v, local);
    return local;
  });
}

function spanOf0(v: Var): Span {
  return { pos: v.pos, end: v.pos + v.name.length };
}

// ---------------------------------------------------------------------------------------------------------------
// Declared functions

function lowerDeclared(lowerer: Lowerer, id: string, obj: Func, args: readonly Type[]): IrFunction {
  const predicate = lowerer.predicates.get(obj);
  if (predicate !== undefined) return lowerPredicate(lowerer, id, obj, predicate);
  const body = lowerer.bodies.get(obj) ?? lowerer.bodyOf(obj);
  const sig = obj.type as Signature;
  const tparams = sig.recv === null ? sig.typeParams : sig.recvTypeParams;
  const generic = tparams !== null && tparams.length > 0 && tparams.length === args.length;
  let smap = generic ? makeSubstMap(tparams, args) : null;
  if (smap !== null && body !== null) smap = withLocalTypes(lowerer, id, smap, body);
  const span = body === null ? { pos: obj.pos, end: obj.pos + obj.name.length } : spanOf(body.decl);
  const memo = new Map<Type, Type>();
  const inForce = (t: Type): Type => {
    if (smap === null || t.kind === 'Basic') return t;
    let result = memo.get(t);
    if (result === undefined) memo.set(t, (result = subst(null, noPos, t, smap, null, lowerer.context)));
    return result;
  };
  const shape = (params: readonly Local[]): Shape => {
    return { name: obj.name, obj, origin: 'declared', params, variadic: sig.variadic };
  };
  const begin = (b: Body | null): Fn => {
    const sharing = b === null ? nothingShared : analyzeSharing(b.decl, b.info, inForce);
    const info = b?.info ?? emptyInfo(lowerer);
    return newFn(lowerer, {
      id,
      info,
      pkg: obj.pkg,
      smap,
      sharing,
      node: b?.decl ?? null,
      outer: null,
      rangeFunc: null,
      span,
      typeParams: args.length === 0 ? (tparams ?? []) : [...paramsIn(args, new Set(), [])],
    });
  };
  const hasBody = body !== null && body.decl.body !== null;
  if (lowerer.strict || !hasBody) {
    const fn = begin(body);
    return finish(fn, shape(lowerBody(fn, sig, sig.recv, body?.decl.body ?? null, body?.decl ?? null)), hasBody);
  }
  try {
    const fn = begin(body);
    return finish(fn, shape(lowerBody(fn, sig, sig.recv, body.decl.body, body.decl)));
  } catch (error) {
    // One function that the translation cannot cope with must not cost the user all others.
    const fn = begin(null);
    const params = lowerBody(fn, sig, sig.recv, null);
    const reason = `cannot be translated: ${error instanceof Error ? error.message : String(error)}`;
    const escaped = params.map((p) => ref(p));
    emit(fn, { kind: 'Unknown', targets: fn.results, escaped, reason, operation: null, span });
    emit(fn, { kind: 'Return', span });
    return finish(fn, shape(params));
  }
}

/** A predicate as a function that says whether its body holds. */
function lowerPredicate(lowerer: Lowerer, id: string, obj: Func, { decl, info, pkg }: PredicateBody): IrFunction {
  const sig = obj.type as Signature;
  const span = spanOf(decl);
  const options = { id, info, pkg, smap: null, sharing: nothingShared, node: decl, outer: null, rangeFunc: null, span };
  const fn = newFn(lowerer, options);
  const params = [...(sig.recv === null ? [] : [sig.recv]), ...sig.params.vars].map((v) =>
    declareVar(fn, v, 'param', spanOf0(v)),
  );
  const result = newLocal(fn, 'r', Typ.bool, 'result', false, null, span);
  fn.results = [result];
  for (const clause of clausesOf(fn, 'assert', must(decl.body))) {
    // A part that cannot be executed is not known: to say so is up to what runs this.
    if (clause.cond === null) emit(fn, { kind: 'Ghost', op: { kind: 'skip', reason: must(clause.reason) }, span });
    else {
      for (const s of clause.body.list) emit(fn, s);
      const otherwise = blockOf(fn, () => emit(fn, { kind: 'Return', span }));
      emit(fn, { kind: 'If', cond: clause.cond, then: emptyBlock, otherwise, span });
    }
  }
  emit(fn, { kind: 'Assign', local: result, value: boolConst(true, span), span });
  emit(fn, { kind: 'Return', span });
  return finish(fn, { name: obj.name, obj, origin: 'declared', params, variadic: false });
}

function emptyInfo(lowerer: Lowerer): Info {
  return must(lowerer.units.values().next().value, 'unit').info;
}

/** The type parameters in type arguments: those of a generic function that is translated as it is written. */
function paramsIn(types: readonly Type[], found: Set<TypeParam>, seen: Type[]): Set<TypeParam> {
  for (const written of types) {
    const t = unalias(written);
    if (seen.includes(t)) continue;
    seen.push(t);
    const inside = (...inner: readonly (Type | null)[]): void => {
      paramsIn(
        inner.filter((each) => each !== null),
        found,
        seen,
      );
    };
    switch (t.kind) {
      case 'TypeParam':
        found.add(t);
        break;
      case 'Pointer':
      case 'Slice':
      case 'Array':
      case 'Chan':
        inside(t.elem);
        break;
      case 'Map':
        inside(t.key, t.elem);
        break;
      case 'Struct':
        inside(...t.fields.map((field) => field.type));
        break;
      case 'Signature':
        inside(...[...t.params.vars, ...t.results.vars].map((v) => v.type));
        break;
      case 'Named':
        inside(...(t.inst?.typeArgs ?? []));
        break;
      case 'Math':
        inside(...t.args);
        break;
      case 'Basic':
      case 'Interface':
      case 'Tuple':
      case 'Union':
        break;
    }
  }
  return found;
}

/** Types that a generic function declares are different ones in each instance. */
function withLocalTypes(lowerer: Lowerer, id: string, smap: SubstMap, body: Body): SubstMap {
  const known = lowerer.localTypes.get(id);
  if (known !== undefined) return known;
  const local = new Map<Named, Named>();
  walk(body.decl, (node) => {
    if (node.kind !== 'TypeSpec') return true;
    const obj = body.info.defs.get(node.name);
    const type = obj?.type;
    if (type?.kind === 'Named' && type.inst === null) {
      local.set(type, newNamed(null, newTypeName(type.obj.pos, type.obj.pkg, type.obj.name, null), null));
    }
    return true;
  });
  if (local.size === 0) return smap;
  const full: SubstMap = { from: smap.from, to: smap.to, local };
  for (const [from, to] of local) setUnderlying(to, subst(null, noPos, under(from), full, null, lowerer.context));
  lowerer.localTypes.set(id, full);
  return full;
}

// ---------------------------------------------------------------------------------------------------------------
// Literals

/** A function literal as a value: a reference, or a closure if it captures something. */
export function lowerLiteral(fn: Fn, lit: ast.FuncLit): Expr {
  const sig = must(fn.info.types.get(lit), 'type of a function literal').type as Signature;
  const span = spanOf(lit);
  fn.counters.literals++;
  const id = `${fn.counters.base}$${fn.counters.literals}`;
  const { lowerer, info, pkg, smap, sharing } = fn;
  const inner = newFn(lowerer, { id, info, pkg, smap, sharing, node: lit, outer: fn, rangeFunc: null, span });
  const params = lowerBody(inner, sig, null, lit.body);
  const made = finish(inner, { name: id, obj: null, origin: 'literal', params, variadic: sig.variadic });
  return closureOf(fn, inner, made, typeIn(fn, sig), span);
}

/** The value of a function that was just translated inside `fn`. */
export function closureOf(fn: Fn, inner: Fn, made: IrFunction, type: Type, span: Span): Expr {
  const { functions, literals, outermost } = fn.lowerer;
  const { base } = fn.counters;
  functions.set(made.id, made);
  outermost.set(made.id, base);
  const known = literals.get(base);
  if (known === undefined) literals.set(base, new Set([made.id]));
  else known.add(made.id);
  const func: FuncRef = { id: made.id, name: made.name };
  if (inner.captures.size === 0) return { kind: 'FuncRef', func, type, span };
  const target = newTempLocal(fn, type, span);
  emit(fn, { kind: 'Closure', target, func, captured: [...inner.captures.keys()], span });
  return ref(target, span);
}

function newTempLocal(fn: Fn, type: Type, span: Span): Local {
  fn.temps++;
  return newLocal(fn, `t${fn.temps}`, type, 'temp', false, null, span);
}

/** The body of a range over a function, finished by lower-rangefunc.ts. */
export function finishRangeBody(inner: Fn, params: readonly Local[]): IrFunction {
  return finish(inner, { name: inner.id, obj: null, origin: 'range-body', params, variadic: false });
}

/** The results of the function that return statements in `fn` belong to. */
export function resultsOf(fn: Fn): readonly Local[] {
  if (fn.rangeFunc === null) return fn.results;
  return resultsOf(must(fn.outer)).map((local) => captureLocal(fn, local));
}

/** The local that names the frame of the function with the outermost loop; null where that is this one. */
export function frameOf(fn: Fn): Local | null {
  if (fn.rangeFunc === null) return null;
  const outer = must(fn.outer);
  return captureLocal(fn, frameOf(outer) ?? must(outer.frame, 'frame'));
}

// ---------------------------------------------------------------------------------------------------------------
// Wrappers

function wrapperFn(lowerer: Lowerer, id: string, pkg: Package | null, recv: Type, span: Span): Fn {
  return newFn(lowerer, {
    id,
    info: emptyInfo(lowerer),
    pkg,
    smap: null,
    sharing: nothingShared,
    node: null,
    outer: null,
    rangeFunc: null,
    span,
    typeParams: [...paramsIn([recv], new Set(), [])],
  });
}

/** Parameters and results of a wrapper with this signature. */
function wrapperParams(fn: Fn, sig: Signature): Local[] {
  const params = sig.params.vars.map((v, i) => {
    const name = v.name === '' || v.name === '_' ? `p${i}` : v.name;
    return newLocal(fn, name, v.type as Type, 'param', false, v, noSpan);
  });
  fn.results = sig.results.vars.map((v) => newLocal(fn, 'r', v.type as Type, 'result', false, v, noSpan));
  return params;
}

function callAndReturn(fn: Fn, recv: Receiver, params: readonly Local[], span: Span): void {
  emitCall(fn, recv.callee, [...recv.args, ...params.map((p) => ref(p))], fn.results, span);
  emit(fn, { kind: 'Return', span });
}

/** The function that runs when interface method `method` is called on a value of type `t`; null if it has no such method. */
export function methodOf(lowerer: Lowerer, t: Type, method: Func): FuncRef | null {
  const { obj, index } = lookupFieldOrMethod(t, false, method.pkg, method.name, false);
  if (obj === null || obj.kind !== 'Func' || index === null) return null;
  if (index.length === 1 && !isInterfaceType(t) && hasPtrRecv(obj) === (unalias(t).kind === 'Pointer')) {
    return funcRef(lowerer, obj);
  }
  return methodWrapper(lowerer, t, obj, 'promoted');
}

/** A function with the receiver as its first parameter, for what is no declared method of exactly this type. */
export function methodWrapper(lowerer: Lowerer, t: Type, method: Func, origin: 'promoted' | 'method-expr'): FuncRef {
  const spelling = `${receiverId(method.pkg?.path ?? '', t)}.${method.name}$wrapper`;
  return derived(lowerer, spelling, t, method.name, (id) => {
    const span = { pos: method.pos, end: method.pos + method.name.length };
    const fn = wrapperFn(lowerer, id, method.pkg, t, span);
    const found = lookupFieldOrMethod(t, true, method.pkg, method.name, false).obj as Func;
    const sig = found.type as Signature;
    const recv = newLocal(fn, 'recv', t, 'param', false, null, span);
    const params = wrapperParams(fn, sig);
    callAndReturn(fn, resolveMethod(fn, { kind: 'value', expr: ref(recv) }, t, method, span), params, span);
    return finish(fn, { name: method.name, obj: null, origin, params: [recv, ...params], variadic: sig.variadic });
  });
}

/** `x.m` as a value: the receiver is captured. `t` is the type of what is captured. */
export function boundMethod(lowerer: Lowerer, t: Type, method: Func): FuncRef {
  const spelling = `${receiverId(method.pkg?.path ?? '', t)}.${method.name}$bound`;
  return derived(lowerer, spelling, t, method.name, (id) => {
    const span = { pos: method.pos, end: method.pos + method.name.length };
    const fn = wrapperFn(lowerer, id, method.pkg, t, span);
    const outside = newLocal(fn, 'recv', t, 'capture', false, null, span);
    fn.captures.set(outside, outside);
    const params = wrapperParams(fn, method.type as Signature);
    callAndReturn(fn, resolveMethod(fn, { kind: 'value', expr: ref(outside) }, t, method, span), params, span);
    const variadic = (method.type as Signature).variadic;
    return finish(fn, { name: method.name, obj: null, origin: 'bound-method', params, variadic });
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Initialisation

/** The function that initialises the variables of a package and then runs its init functions. */
export function initFunction(lowerer: Lowerer, pkg: Package): FuncRef {
  const known = lowerer.inits.get(pkg);
  if (known !== undefined) return known;
  const unit = must(lowerer.units.get(pkg), `package ${pkg.path}`);
  const id = freeId(lowerer, `${pkg.path}.init$package`);
  const result: FuncRef = { id, name: 'init' };
  lowerer.inits.set(pkg, result);
  lowerer.makers.set(id, () => {
    const span = unit.files[0] === undefined ? noSpan : spanOf(unit.files[0].name);
    const shared = new Set<Var>();
    const merged = {
      shared,
      sharedResults: new Set<ast.Node>(),
      needsFrame: new Set<ast.Node>(),
      gotoLabels: new Map(),
    };
    for (const { rhs } of unit.info.initOrder) {
      const found = analyzeSharing(rhs, unit.info, (t) => t);
      for (const v of found.shared) merged.shared.add(v);
      for (const n of found.sharedResults) merged.sharedResults.add(n);
      for (const n of found.needsFrame) merged.needsFrame.add(n);
      for (const [n, labels] of found.gotoLabels) merged.gotoLabels.set(n, labels);
    }
    const fn = newFn(lowerer, {
      id,
      info: unit.info,
      pkg,
      smap: null,
      sharing: merged,
      node: null,
      outer: null,
      rangeFunc: null,
      span,
    });
    for (const init of unit.info.initOrder) globalInitializer(fn, init);
    for (const file of unit.files) {
      for (const decl of file.decls) {
        if (decl.kind !== 'FuncDecl' || decl.recv !== null || decl.name.name !== 'init') continue;
        const obj = unit.info.defs.get(decl.name);
        if (obj?.kind !== 'Func') continue;
        emitCall(fn, { kind: 'static', func: funcRef(lowerer, obj) }, [], [], spanOf(decl.name));
      }
    }
    emit(fn, { kind: 'Return', span });
    return finish(fn, { name: 'init', obj: null, origin: 'init', params: [], variadic: false });
  });
  return result;
}

/** The init functions of a package and all that it imports, imports first. Packages without trees are left out. */
export function initOrder(lowerer: Lowerer, pkg: Package): readonly FuncRef[] {
  const order: FuncRef[] = [];
  const seen = new Set<Package>();
  const enter = (p: Package): void => {
    if (seen.has(p)) return;
    seen.add(p);
    const imports = [...p.imports].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    for (const imported of imports) enter(imported);
    if (lowerer.units.has(p)) order.push(initFunction(lowerer, p));
  };
  enter(pkg);
  return order;
}
