// What the translation of a program keeps: packages with facts, functions done and functions named but not done.

import type { SourceSet, Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { type Context, type Info, newContext, type Sizes, type SubstMap, sizesFor, typeHash } from '../types/index.ts';
import type { Func, Package, Var } from '../types/object.ts';
import type { Type, TypeParam } from '../types/type.ts';
import type { Contract } from './ghost.ts';
import type { FuncRef, Global, Function as IrFunction, Local, Stmt } from './ir.ts';

/** A checked package with its trees. */
export interface Unit {
  readonly types: Package;
  readonly info: Info;
  readonly files: readonly ast.File[];
}

/** A declaration with the facts about it. */
export interface Body {
  readonly decl: ast.FuncDecl;
  readonly info: Info;
  readonly pkg: Package;
}

/** A predicate with the facts about it. */
export interface PredicateBody {
  readonly decl: ast.PredDecl;
  readonly info: Info;
  readonly pkg: Package;
}

export interface LowererOptions {
  /** Asked for functions whose declaration is in none of the units; null where no body is in sight. */
  readonly bodyOf?: (func: Func) => Body | null;
  readonly sizes?: Sizes;
  /** Where the trees come from: for directives, which are text. */
  readonly sources?: SourceSet;
  /** Throw what goes wrong in the translation, instead of giving a function that does something unknown. */
  readonly strict?: boolean;
}

export interface Lowerer {
  readonly units: Map<Package, Unit>;
  /** Declarations by the object of the function. */
  readonly bodies: Map<Func, Body>;
  readonly bodyOf: (func: Func) => Body | null;
  readonly sizes: Sizes;
  readonly sources: SourceSet | null;
  /** Predicates of specifications with a body. */
  readonly predicates: Map<Func, PredicateBody>;
  readonly strict: boolean;
  readonly context: Context;
  /** Translated functions by id, as far as they were not forgotten. */
  readonly functions: Map<string, IrFunction>;
  /** Those of them that were not asked for since `forgetFunctions` was called last. */
  readonly older: Map<string, IrFunction>;
  /** How to translate functions, also once more; literals come with the function around them. */
  readonly makers: Map<string, () => IrFunction>;
  /** Literals by the outermost function around them, and the other way round. */
  readonly literals: Map<string, Set<string>>;
  readonly outermost: Map<string, string>;
  /** Types that instances of generic functions declare, by id of the function: they stay the same when it is translated again. */
  readonly localTypes: Map<string, SubstMap>;
  /** Ids by function and type arguments; keys are those of `instanceKey`. */
  readonly ids: Map<Func, Map<string, FuncRef>>;
  /** Ids of wrappers and bound methods, by spelling and receiver type. */
  readonly derived: Map<string, string>;
  readonly globals: Map<Var, Global>;
  /** Translated init functions by package. */
  readonly inits: Map<Package, FuncRef>;
}

export function newLowerer(units: Iterable<Unit>, options: LowererOptions = {}): Lowerer {
  const lowerer: Lowerer = {
    units: new Map(),
    bodies: new Map(),
    bodyOf: options.bodyOf ?? (() => null),
    sizes: options.sizes ?? sizesFor('amd64'),
    sources: options.sources ?? null,
    predicates: new Map(),
    strict: options.strict ?? false,
    context: newContext(),
    functions: new Map(),
    older: new Map(),
    makers: new Map(),
    literals: new Map(),
    outermost: new Map(),
    localTypes: new Map(),
    ids: new Map(),
    derived: new Map(),
    globals: new Map(),
    inits: new Map(),
  };
  for (const unit of units) addUnit(lowerer, unit);
  return lowerer;
}

/** Makes the declarations of one more package known. */
export function addUnit(lowerer: Lowerer, unit: Unit): void {
  lowerer.units.set(unit.types, unit);
  for (const file of unit.files) {
    for (const decl of file.decls) {
      if (decl.kind !== 'FuncDecl' && decl.kind !== 'PredDecl') continue;
      const obj = unit.info.defs.get(decl.name);
      if (obj?.kind !== 'Func') continue;
      if (decl.kind === 'FuncDecl') lowerer.bodies.set(obj, { decl, info: unit.info, pkg: unit.types });
      else if (decl.body !== null) lowerer.predicates.set(obj, { decl, info: unit.info, pkg: unit.types });
    }
  }
}

/** A key that is equal for identical lists of types. */
export function instanceKey(typeArgs: readonly Type[]): string {
  return typeArgs.map(typeHash).join(',');
}

export function globalOf(lowerer: Lowerer, obj: Var): Global {
  let global = lowerer.globals.get(obj);
  if (global === undefined) {
    const name = `${obj.pkg?.path ?? ''}.${obj.name}`;
    global = { kind: 'Global', id: lowerer.globals.size, name, type: obj.type as Type, obj };
    lowerer.globals.set(obj, global);
  }
  return global;
}

/** Where a branch statement can lead. */
export type Target =
  | {
      readonly kind: 'loop' | 'block';
      /** As the user labelled the statement; null without label. */
      readonly name: string | null;
      readonly label: string;
      /** Some break leads here. */
      used: boolean;
    }
  /** A statement list with labels that goto leads to. */
  | {
      readonly kind: 'goto';
      readonly segments: ReadonlyMap<string, number>;
      readonly label: string;
      /** The segment to go on with; null if there is but one. */
      readonly pc: Local | null;
    }
  /** The body of a range over a function, at the bottom of its own stack. */
  | { readonly kind: 'range-func'; readonly name: string | null; readonly loop: RangeFunc };

/** How control leaves the body of a range over a function, other than to its next iteration or right behind it. */
export type Exit =
  | { readonly kind: 'return' }
  | { readonly kind: 'break' | 'continue' | 'goto'; readonly label: string };

export interface RangeFunc {
  /** Locals of the function with the loop. */
  readonly state: Local;
  readonly code: Local;
  /** The code of an exit is its index plus 1. */
  readonly exits: Exit[];
}

/** Facts about variables of a declared function and all literals in it. */
export interface Sharing {
  /** Variables that need a cell. */
  readonly shared: ReadonlySet<Var>;
  /** Bodies of ranges over functions that contain a return: results are shared. Keys are FuncDecl and FuncLit nodes. */
  readonly sharedResults: ReadonlySet<ast.Node>;
  /** Functions with a defer or recover in such a body. */
  readonly needsFrame: ReadonlySet<ast.Node>;
  /** Labels that some goto names, by function. */
  readonly gotoLabels: ReadonlyMap<ast.Node, ReadonlySet<string>>;
}

/** A function that is being translated. */
export interface Fn {
  readonly lowerer: Lowerer;
  readonly info: Info;
  readonly pkg: Package | null;
  /** Type arguments in force; null outside generic functions. */
  readonly smap: SubstMap | null;
  /** Type parameters that no argument stands for. */
  readonly typeParams: readonly TypeParam[];
  readonly typeMemo: Map<Type, Type>;
  readonly sharing: Sharing;
  /** The FuncDecl or FuncLit that return statements belong to; null for what has no syntax. */
  readonly node: ast.Node | null;
  readonly id: string;
  /** The function around a literal or the body of a range over a function. */
  readonly outer: Fn | null;
  readonly locals: Local[];
  /** Variables declared here. */
  readonly vars: Map<Var, Local>;
  /** Locals of the outer function by what stands for them here, in the order of capture. */
  readonly captures: Map<Local, Local>;
  /** Results of the declared function or literal; those of the outer one in the body of a range over a function. */
  results: Local[];
  /** The statements of the current block. */
  out: Stmt[];
  readonly targets: Target[];
  /** The loop whose body this is; null for other functions. */
  readonly rangeFunc: RangeFunc | null;
  frame: Local | null;
  hasDefer: boolean;
  contract: Contract | null;
  /** Something in it looks at memory as it was when the function began. */
  usesOld: boolean;
  /** Labels that `old[label]` names. */
  readonly oldLabels: ReadonlySet<string>;
  /** Shared with all literals inside; `base` is the id of the outermost function. */
  readonly counters: { readonly base: string; literals: number; labels: number };
  temps: number;
  span: Span;
}
