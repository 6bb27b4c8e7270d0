// From `ir` to `comm`: the communication program of a fragment, before what does not matter is taken out of it.
//
//	func First(jobs []int, each func(int) int) int {
//		results := make(chan int)
//		for _, job := range jobs {
//			go func() { results <- each(job) }()
//		}
//		...
//
// becomes, with the copies between temporaries left out,
//
//	assume "terminates" "each"
//	param `len(jobs)` int min 0
//
//	proc entry {
//	  jobs = array make $`len(jobs)`, ?"jobs[i]"
//	  call First(jobs, func `some func(int) int`())
//	}
//
//	proc First(jobs, each) results r {
//	  results = chan 0 as "results"
//	  n = array len jobs
//	  i = 0
//	  loop `loop$1` terminates {
//	    if i < n {
//	    } else {
//	      break `loop$1`
//	    }
//	    job = jobs[i]
//	    go (func `First$1`(results, each, job))()
//	  } next {
//	    i = i + 1
//	  }
//	  ...
//	}
//
//	proc `First$1`(results, each, job) {
//	  v = call (each)(job)
//	  send results, v
//	}
//
// The root gets an entry that calls it with what comes from outside: lengths are parameters, elements are `?`, and a callback is a
// procedure of the environment that gives `?`. What is taken for granted of it stands among the assumptions.

import { assume } from '../../base/reasons.ts';
import {
  callGraphOf,
  type FlowProgram,
  type FunctionSet,
  functionOf,
  givesRelease,
  globalKey,
  handedOver,
  horizonFor,
  keptValues,
  literalsOf,
  neverNil,
  releasesLocks,
  sampleText,
} from '../../flow/index.ts';
import { funcRef, initFunction } from '../../ir/index.ts';
import type { Global, Expr as IrExpr, Function as IrFunction, Local } from '../../ir/ir.ts';
import { lookup, lookupMethod } from '../../types/index.ts';
import { type Func, isExported, type Package } from '../../types/object.ts';
import type { Type } from '../../types/type.ts';
import type { CommProgram, Expr, Proc, RootKind, Stmt } from '../comm.ts';
import { blocksOf } from '../walk.ts';
import { environmentValue, isCounted, isError, isLeftToOthers, outsideValue, parameter } from './env.ts';
import { panicsThatReturn } from './panics.ts';
import { procOfFunction, shownName } from './proc.ts';
import { assumeRequired } from './requires.ts';
import { isInPlace, namedOf, shapeOf } from './shape.ts';
import {
  type Builder,
  type Extent,
  type Extraction,
  emit,
  finishProgram,
  load,
  newBuilder,
  newExtraction,
  nil,
  procFor,
  siteOf,
  someValue,
  store,
  structClass,
  synthetic,
  temp,
  variable,
} from './state.ts';
import { emitOwnValue, inCell, isBoxedGlobal, newCell, zeroValue } from './values.ts';

/** The function that a fragment begins with. */
export interface Root {
  readonly kind: RootKind;
  readonly fn: IrFunction;
  readonly pkg: Package;
  /** Locks from outside that callers hold, by the names of `flow/writes.ts`. */
  readonly held?: ReadonlySet<string>;
  /** Locks from outside that it may leave held. */
  readonly mayKeep?: ReadonlySet<string>;
}

/** Rounds in which variables turn out to need cells; more would be a defect. */
const maxRounds = 8;

/** A program, and what is known about how it was made. */
export interface Extracted {
  readonly program: CommProgram;
  /** Functions that were left out because they seemed to need no look. */
  readonly leftOut: ReadonlySet<string>;
  /** Functions that were not followed because there were too many. */
  readonly cut: ReadonlySet<string>;
  /** What parts of the program are called in `flow/writes.ts`: classes and globals by index, containers by statement. */
  readonly classKeys: readonly string[];
  readonly globalKeys: readonly string[];
  readonly elementKeys: ReadonlyMap<Stmt, string>;
  /** As the names of elements whose address is taken, those of what pointers to them lead to. */
  readonly pointed: ReadonlyMap<string, string>;
  /** Procedures that functions of the standard library's models became. */
  readonly modelProcs: ReadonlySet<number>;
  /** Names of pointers from outside that are taken to be good, and of functions by procedure. */
  readonly pointers: ReadonlySet<string>;
  readonly constructed: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<number, string>;
  /** Procedures in which others change what they can reach. */
  readonly others: ReadonlySet<number>;
  /** Names of functions from outside, by the procedures that stand for them. */
  readonly outside: ReadonlyMap<number, string>;
  /** Those of them that the module itself has put there, and that may take locks. */
  readonly locking: ReadonlySet<string>;
  /** Operations that no code outside can complete: their text, by place. */
  readonly lonely: ReadonlyMap<string, string>;
  /** Whether the hostile view of the outside differs from this one. */
  readonly isOpen: boolean;
  /** Types of which one goroutine at a time uses a value, by class. */
  readonly alone: ReadonlyMap<number, string>;
  /** Variables of user code that others cannot name. */
  readonly privateGlobals: ReadonlySet<number>;
  /** Variables of these models that only they can name. */
  readonly modelGlobals: ReadonlySet<number>;
}

/** Called with the number of statements of a program that was made. */
export type Translated = (statements: number) => void;

function statementsOf({ procs }: CommProgram): number {
  const count = (body: readonly Stmt[]): number =>
    body.reduce((sum, stmt) => blocksOf(stmt).reduce((inner, block) => inner + count(block), sum + 1), 0);
  return procs.reduce((sum, { body }) => sum + count(body), 0);
}

/** The whole program of a fragment, with all data that can be tracked. */
export function extract(flow: FlowProgram, root: Root): CommProgram {
  return extractFollowing(flow, root, new Set()).program;
}

/** All of a program, as where there are few fragments. */
export const wholeExtent: Extent = { horizon: horizonFor(1), plainContexts: false, locksOnly: false, hostile: false };

/** Whether the program that was extracted last recovers from panics. */
const recovers = new WeakMap<FlowProgram, boolean>();

/**
 * As `extract`; the functions in `follow` are not left out. `boxed` collects what needs a cell, so that the next extraction
 * of the same fragment knows it from the start.
 */
export function extractFollowing(
  flow: FlowProgram,
  root: Root,
  follow: FunctionSet,
  boxed: Set<string> = new Set(),
  extent: Extent = wholeExtent,
  translated: Translated = () => {},
): Extracted {
  // That of the program before is mostly right. A wrong one costs a round, and leaves nothing behind: not what it took, and no cells.
  let recovering = recovers.get(flow) ?? false;
  for (let round = 0; ; round++) {
    const x = newExtraction({
      ...extent,
      flow,
      name: shownName(root.fn),
      rootId: root.fn.id,
      root: root.kind,
      exported: root.fn.obj !== null && isExported(root.fn.obj.name),
      boxed,
      follow,
      recovering,
    });
    const obj = root.fn.obj === null ? null : (root.fn.obj.origin ?? root.fn.obj);
    const args = obj === null ? '' : sampleText(flow.lowerer, obj);
    if (args !== '') assume(x.assumptions, 'type-arguments', args);
    const program = extractOnce(x, root);
    const fresh = [...x.learned.addressed].filter((key) => !boxed.has(key));
    const guessed = x.learned.recovers === recovering;
    const done = fresh.length === 0 && guessed;
    recovering = x.learned.recovers;
    recovers.set(flow, recovering);
    if (guessed) translated(statementsOf(program));
    if (done || round >= maxRounds) {
      return {
        program: panicsThatReturn(program),
        leftOut: x.learned.leftOut,
        cut: x.learned.cut,
        classKeys: x.classes.list.map(({ key }) => key),
        globalKeys: x.globals.list.map(({ id }) => globalKey(id)),
        elementKeys: x.learned.elementKeys,
        pointed: x.learned.pointed,
        modelProcs: x.procs.ofModels,
        modelGlobals: ownGlobals(x),
        privateGlobals: privateGlobals(x),
        alone: x.learned.alone,
        pointers: x.learned.pointers,
        constructed: x.learned.constructed,
        functions: x.learned.functions,
        others: x.learned.others,
        outside: x.learned.outside,
        locking: x.learned.locking,
        lonely: x.learned.lonely,
        isOpen: root.kind === 'function' && x.learned.isOpen,
      };
    }
    if (guessed) for (const key of fresh) boxed.add(key);
  }
}

function extractOnce(x: Extraction, root: Root): CommProgram {
  const entry = x.procs.list.length;
  x.procs.list.push(null);
  const start = procOfFunction(x, root.fn, null);
  drain(x);
  // What the entry needs, such as the model of a context, may bring in more variables, which packages to initialise: until nothing is left.
  for (let known = -1; known !== x.globals.list.length; ) {
    const inits = initialisers(x, root);
    known = x.globals.list.length;
    x.procs.list[entry] = entryProc(x, root, start, inits);
    drain(x);
  }
  return finishProgram(x, entry);
}

function drain(x: Extraction): void {
  // In the order in which they were named: what is near to the root comes first.
  for (let i = 0; i < x.procs.waiting.length; i++) {
    const { index, make } = x.procs.waiting[i] as Extraction['procs']['waiting'][number];
    x.procs.list[index] = make();
  }
  x.procs.waiting.length = 0;
}

/** Initialisation of the packages whose variables are used, and of those that are not models and synchronise; imports first. */
function initialisers(x: Extraction, root: Root): readonly number[] {
  const order = importOrder(root.pkg).filter((pkg) => x.flow.lowerer.units.has(pkg));
  const wanted = new Set<Package>();
  const procs = new Map<Package, number>();
  for (;;) {
    let more = false;
    for (const pkg of order) {
      if (wanted.has(pkg)) continue;
      // A function may find the variables of user code in any state; those of the standard library stay what they are.
      const own = !isModel(x.flow, pkg);
      if (own && root.kind === 'function') continue;
      const init = initFunction(x.flow.lowerer, pkg);
      const isUsed = x.globals.list.some((global) => global.obj.pkg === pkg);
      if (!isUsed && !own) continue;
      if (!isUsed && !callGraphOf(x.flow).involved.has(init.id) && !x.follow.has(init.id)) {
        // It may still write what the slice reads: then it is followed in the next round.
        x.learned.noteLeftOut(init.id);
        continue;
      }
      wanted.add(pkg);
      procs.set(pkg, procOfFunction(x, functionOf(x.flow, init), null));
      more = true;
    }
    drain(x);
    if (!more) break;
  }
  return order.flatMap((pkg) => procs.get(pkg) ?? []);
}

function isModel(flow: FlowProgram, pkg: Package): boolean {
  const file = flow.lowerer.units.get(pkg)?.files[0];
  return file === undefined || flow.isModelFile(file.path);
}

function importOrder(pkg: Package): readonly Package[] {
  const order: Package[] = [];
  const seen = new Set<Package>();
  const enter = (p: Package): void => {
    if (seen.has(p)) return;
    seen.add(p);
    for (const imported of [...p.imports].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)))
      enter(imported);
    order.push(p);
  };
  enter(pkg);
  return order;
}

// ---------------------------------------------------------------------------------------------------------------
// The entry

function entryProc(x: Extraction, root: Root, start: number, inits: readonly number[]): Proc {
  const site = siteOf(x, root.fn.span);
  const b = newBuilder(x, null, site);
  for (let i = 0; i < x.globals.list.length; i++) globalValue(b, x.globals.list[i] as Global, root.kind);
  for (const proc of inits) emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [], targets: [], site });
  const args = [
    ...root.fn.captures.map((local) => capturedValue(b, local)),
    ...root.fn.params.map((local): Expr => {
      const test = root.kind === 'test' ? testArgument(b, local.type) : null;
      return test ?? outsideValue(b, local.type, local.name, 0);
    }),
  ];
  if (root.kind === 'function') assumeRequired(b, root.fn);
  for (const { lock, key } of b.givenLocks) {
    if (root.held?.has(key) === true) emit(b, { kind: 'lock', op: 'lock', lock, target: null, site });
  }
  const targets = root.fn.results.map(() => temp(b));
  emit(b, { kind: 'call', callee: { kind: 'proc', proc: start }, args, targets, site });
  if (root.kind === 'function') askForLocks(b, root);
  return {
    name: `entry of ${shownName(root.fn)}`,
    role: { kind: 'helper' },
    vars: b.vars,
    params: 0,
    results: targets,
    body: b.out,
    site,
  };
}

/** What a literal captured, where it is looked at by itself. */
function capturedValue(b: Builder, local: Local): Expr {
  const shape = shapeOf(local.type);
  const isData = shape.kind === 'int' || shape.kind === 'bool' || shape.kind === 'slice';
  const v = outsideValue(b, local.type, local.name, isData ? 1 : 0);
  return inCell(local) ? newCell(b, local.type, v, local.name) : v;
}

/** Takes each lock that the root was given once more: see comm/reduce/held.ts. */
function askForLocks(b: Builder, root: Root): void {
  const { x, site } = b;
  // The caller is given what releases it.
  if (givesRelease(x.flow, root.fn)) return;
  const others = handedOver(x.flow);
  const releases = releasesLocks(root.fn) || literalsOf(x.flow, root.fn).some(releasesLocks);
  // Keys depend on what else was loaded; names count the locks.
  for (const [i, { lock, key, isReferred }] of b.givenLocks.entries()) {
    if (isReferred && !releases) continue;
    if (others.has(key) || root.held?.has(key) === true || root.mayKeep?.has(key) === true) continue;
    const take = (inner: Builder, [given]: readonly Expr[]): readonly Expr[] => {
      emit(inner, { kind: 'lock', op: 'lock', lock: given as Expr, target: null, site });
      emit(inner, { kind: 'lock', op: 'unlock', lock: given as Expr, target: null, site });
      return [];
    };
    const proc = procFor(x, `held ${key}`, () => synthetic(x, `next ${i + 1}`, site, ['lock'], take, { kind: 'held' }));
    emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [lock], targets: [], site });
  }
}

/** Variables of packages begin with objects where they hold some; a function may find them in any state. */
function globalValue(b: Builder, global: Global, root: RootKind): void {
  const place = { kind: 'global', index: b.x.globals.index.get(global) as number } as const;
  const shape = shapeOf(global.type);
  const model = global.obj.pkg !== null && isModel(b.x.flow, global.obj.pkg);
  const isDeclared = global.obj.pkg === null || b.x.flow.lowerer.units.has(global.obj.pkg);
  if (!isDeclared || (model && !isInitialised(b, global))) {
    // The first argument of a program is its own name.
    if (global.obj.pkg?.path === 'os' && global.obj.name === 'Args') parameter(b, 'len(os.Args)', 'int', 1);
    // What a model only declares, or a package that is not looked at, may hold anything.
    const v = outsideGlobal(b, global.type, `${global.obj.pkg?.name ?? ''}.${global.obj.name}`, isDeclared ? 0 : 1);
    store(b, place, isBoxedGlobal(b.x, global) ? newCell(b, global.type, v, global.obj.name) : v);
  } else if (root === 'function' && !model && keptValues(b.x.flow).has(global.id)) {
    store(b, place, emitOwnValue(b, keptValues(b.x.flow).get(global.id) as IrExpr));
  } else if (root === 'function' && !model) {
    const isLock = shape.kind === 'sync' && shape.sync !== 'waitgroup';
    const key = globalKey(global.id);
    const others = isLock && isLeftToOthers(b, key, global.obj.name);
    const good = !isExported(global.obj.name) && neverNil(b.x.flow).has(key) ? 'always' : 'unknown';
    const counted = shape.kind === 'sync' && !isLock && isCounted(b, global.obj.name);
    const v = others
      ? someValue(global.obj.name)
      : counted
        ? zeroValue(b, global.type, global.obj.name)
        : outsideGlobal(b, global.type, global.obj.name, 1, good);
    if (isLock && !others) b.givenLocks.push({ lock: v, key, isReferred: false });
    store(b, place, isBoxedGlobal(b.x, global) ? newCell(b, global.type, v, global.obj.name) : v);
  } else if (isInPlace(shape)) store(b, place, zeroValue(b, global.type, global.obj.name));
  else {
    const zero = zeroValue(b, global.type, global.obj.name);
    store(b, place, isBoxedGlobal(b.x, global) ? newCell(b, global.type, zero, global.obj.name) : zero);
  }
}

function privateGlobals(x: Extraction): ReadonlySet<number> {
  const isPrivate = ({ obj }: Global): boolean =>
    obj.pkg !== null && !isModel(x.flow, obj.pkg) && !isExported(obj.name);
  return new Set([...x.globals.index].filter(([global]) => isPrivate(global)).map(([, index]) => index));
}

/** Variables that only models can name. */
function ownGlobals(x: Extraction): ReadonlySet<number> {
  const isOwn = ({ obj }: Global): boolean => obj.pkg !== null && isModel(x.flow, obj.pkg) && !isExported(obj.name);
  return new Set([...x.globals.index].filter(([global]) => isOwn(global)).map(([, index]) => index));
}

/** Whether a model says what a variable holds. Files that were made from declarations alone say nothing. */
function isInitialised(b: Builder, global: Global): boolean {
  const path = b.x.flow.sources.fileOf(global.obj.pos)?.path ?? '';
  return !path.endsWith('/api.go');
}

/** An error that a package declares is one. */
function outsideGlobal(
  b: Builder,
  type: Type,
  name: string,
  depth: number,
  isGood: 'unknown' | 'always' = 'unknown',
): Expr {
  return isError(type) ? environmentValue(b, type) : outsideValue(b, type, name, depth, isGood);
}

/** What a test is given: a testing.T, with its parts at work where the test uses them. */
function testArgument(b: Builder, type: Type): Expr | null {
  const named = namedOf(type);
  if (named?.obj.pkg?.path !== 'testing') return null;
  const shape = shapeOf(type);
  const t = zeroValue(b, shape.kind === 'pointer' ? shape.elem : type, 't');
  const elem = shapeOf(shape.kind === 'pointer' ? shape.elem : type);
  const common = elem.kind === 'struct' ? (elem.fields[0]?.type as Type) : null;
  const pkg = named.obj.pkg;
  const make = lookup(pkg.scope, 'newCommon');
  const finish = common === null ? null : methodNamed(common, pkg, 'finish');
  if (common === null || make?.kind !== 'Func' || finish === null || !usesTestParts(b.x)) return t;
  const { x, site } = b;
  const proc = procOfFunction(x, functionOf(x.flow, funcRef(x.flow.lowerer, make)), null);
  const made = temp(b);
  const args: Expr[] = [nil, { kind: 'atom', value: '"test"' }];
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args, targets: [made], site });
  const owner = structClass(x, shape.kind === 'pointer' ? shape.elem : type);
  const place = { kind: 'field', object: t, class: owner.index, field: 0 } as const;
  store(b, place, variable(made));
  const end = procOfFunction(x, functionOf(x.flow, funcRef(x.flow.lowerer, finish)), null);
  emit(b, { kind: 'defer', callee: { kind: 'proc', proc: end }, args: [load(b, place)], site });
  return t;
}

function methodNamed(type: Type, pkg: Package, name: string): Func | null {
  const named = namedOf(type);
  return named === null ? null : (lookupMethod(named, pkg, name, false)?.[1] ?? null);
}

/** Whether a test starts subtests, waits for others, or leaves something to do at its end. */
function usesTestParts(x: Extraction): boolean {
  for (const { obj, name } of x.procs.functions) {
    if (obj?.pkg?.path === 'testing' && testParts.has(name)) return true;
  }
  return false;
}

const testParts: ReadonlySet<string> = new Set(['Run', 'Parallel', 'Cleanup', 'Context', 'RunParallel']);
