// Unbounded instantiation: generic code that would need infinitely many instances, as `func f[T any]() { f[*T]() }`.
//
// In a graph of type parameters and of types declared inside generic functions, an edge says that the source flows into
// the destination by some instantiation: with weight 0 as it is, with weight 1 inside a larger type. A cycle of
// positive weight makes ever larger types. Heaviest paths are found as by Bellman and Ford; one as long as there are
// vertices contains a cycle.

import type { Pos } from '../base/source.ts';
import type { Expr } from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import type { Checker } from './checker.ts';
import { isAlias } from './decl.ts';
import { atObject, atPos, newError } from './errors.ts';
import { str } from './format.ts';
import type { Package, TypeName } from './object.ts';
import type { Scope } from './scope.ts';
import type { Named, Type, TypeParam } from './type.ts';
import { typeSet } from './typeset.ts';

interface MonoVertex {
  readonly obj: TypeName;
  /** Of the heaviest path known to end here. */
  weight: number;
  /** Last edge of that path; -1 if there is none. */
  pre: number;
  /** Number of edges of that path. */
  len: number;
}

interface MonoEdge {
  readonly dst: number;
  readonly src: number;
  readonly weight: number;
  readonly pos: Pos;
  readonly type: Type;
}

export interface MonoGraph {
  readonly vertices: MonoVertex[];
  readonly edges: MonoEdge[];
  /** From type parameters of a method's receiver to those of the receiver's type. */
  readonly canon: Map<TypeParam, TypeParam>;
  /** Vertices by type parameter or type; -1 for types that need none. */
  readonly nameIdx: Map<TypeName, number>;
}

export function newMonoGraph(): MonoGraph {
  return { vertices: [], edges: [], canon: new Map(), nameIdx: new Map() };
}

/** Reports an instantiation cycle, if there is one. */
export function monomorph(c: Checker): void {
  const { vertices, edges } = c.mono;
  let again = true;
  while (again) {
    again = false;
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i] as MonoEdge;
      const src = vertices[edge.src] as MonoVertex;
      const dst = vertices[edge.dst] as MonoVertex;
      const weight = src.weight + edge.weight;
      if (weight <= dst.weight) continue;
      dst.pre = i;
      dst.len = src.len + 1;
      if (dst.len === vertices.length) {
        reportInstanceLoop(c, edge.dst);
        return;
      }
      dst.weight = weight;
      again = true;
    }
  }
}

function reportInstanceLoop(c: Checker, end: number): void {
  const { vertices, edges } = c.mono;
  // The path ends at a vertex that need not be on the cycle; backwards, the first vertex met again is.
  const stack: number[] = [];
  const seen = new Set<number>();
  let v = end;
  while (!seen.has(v)) {
    stack.push(v);
    seen.add(v);
    v = (edges[(vertices[v] as MonoVertex).pre] as MonoEdge).src;
  }
  const err = newError(c, 'InvalidInstanceCycle');
  err.add(atObject((vertices[v] as MonoVertex).obj), 'instantiation cycle');
  for (const u of stack.slice(stack.indexOf(v))) {
    const edge = edges[(vertices[u] as MonoVertex).pre] as MonoEdge;
    const obj = (vertices[edge.dst] as MonoVertex).obj;
    const how = obj.type?.kind === 'TypeParam' ? 'instantiated as' : 'implicitly parameterized by';
    err.add(atPos(edge.pos), `${obj.name} ${how} ${str(c, edge.type)}`);
  }
  err.report();
}

/** Notes that the receiver's type parameter `mpar` of a method stands for `tpar` of its type. */
export function recordCanon(w: MonoGraph, mpar: TypeParam, tpar: TypeParam): void {
  w.canon.set(mpar, tpar);
}

/** Notes an instantiation at `pos`; `xlist` has the type arguments that are written out. */
export function recordMonoInstance(
  w: MonoGraph,
  pkg: Package,
  pos: Pos,
  tparams: readonly TypeParam[],
  targs: readonly Type[],
  xlist: readonly Expr[],
): void {
  for (let i = 0; i < tparams.length; i++) {
    const tpar = tparams[i] as TypeParam;
    // A cycle stays within a package: what is imported cannot instantiate anything of this one.
    if (tpar.obj.pkg !== pkg) return;
    const targ = targs[i] as Type;
    assign(w, pkg, xlist[i]?.pos ?? pos, tpar, targ, targ);
  }
}

/** Adds an edge to `tpar` for everything in `typ`, a part of its type argument `targ`. */
function assign(w: MonoGraph, pkg: Package, pos: Pos, tpar: TypeParam, targ: Type, typ: Type): void {
  const t = unalias(typ);
  switch (t.kind) {
    case 'Basic':
      return;
    case 'TypeParam':
      flow(w, pos, tpar, targ, typeParamVertex(w, t), t);
      return;
    case 'Named': {
      const src = localNamedVertex(w, pkg, t.inst === null ? t : t.inst.orig);
      if (src >= 0) flow(w, pos, tpar, targ, src, t);
      if (t.inst !== null) for (const arg of t.inst.typeArgs) assign(w, pkg, pos, tpar, targ, arg);
      return;
    }
    case 'Array':
    case 'Slice':
    case 'Pointer':
    case 'Chan':
      assign(w, pkg, pos, tpar, targ, t.elem);
      return;
    case 'Map':
      assign(w, pkg, pos, tpar, targ, t.key);
      assign(w, pkg, pos, tpar, targ, t.elem);
      return;
    case 'Interface':
      for (const m of typeSet(t).methods) assign(w, pkg, pos, tpar, targ, m.type as Type);
      return;
    case 'Signature':
      assign(w, pkg, pos, tpar, targ, t.params);
      assign(w, pkg, pos, tpar, targ, t.results);
      return;
    case 'Tuple':
      for (const v of t.vars) assign(w, pkg, pos, tpar, targ, v.type as Type);
      return;
    case 'Struct':
      for (const f of t.fields) assign(w, pkg, pos, tpar, targ, f.type as Type);
      return;
    case 'Union':
      return;
  }
}

function flow(w: MonoGraph, pos: Pos, tpar: TypeParam, targ: Type, src: number, typ: Type): void {
  w.edges.push({ dst: typeParamVertex(w, tpar), src, weight: typ === targ ? 0 : 1, pos, type: targ });
}

/** The vertex of a type declared inside a generic function, which depends on its type parameters; -1 for any other. */
function localNamedVertex(w: MonoGraph, pkg: Package, named: Named): number {
  const obj = named.obj;
  if (obj.pkg !== pkg || obj.parent === pkg.scope) return -1;
  const known = w.nameIdx.get(obj);
  if (known !== undefined) return known;
  let idx = -1;
  for (let scope: Scope | null = obj.parent; scope !== null && scope !== pkg.scope; scope = scope.parent) {
    if (scope.elems === null) continue;
    for (const elem of scope.elems.values()) {
      if (elem.kind !== 'TypeName' || isAlias(elem) || elem.pos >= obj.pos) continue;
      const tpar = elem.type;
      if (tpar === null || tpar.kind !== 'TypeParam') continue;
      if (idx < 0) idx = newVertex(w, obj);
      w.edges.push({ dst: idx, src: typeParamVertex(w, tpar), weight: 1, pos: obj.pos, type: tpar });
    }
  }
  w.nameIdx.set(obj, idx);
  return idx;
}

function typeParamVertex(w: MonoGraph, tpar: TypeParam): number {
  const obj = (w.canon.get(tpar) ?? tpar).obj;
  let idx = w.nameIdx.get(obj);
  if (idx === undefined) {
    idx = newVertex(w, obj);
    w.nameIdx.set(obj, idx);
  }
  return idx;
}

function newVertex(w: MonoGraph, obj: TypeName): number {
  w.vertices.push({ obj, weight: 0, pre: -1, len: 0 });
  return w.vertices.length - 1;
}
