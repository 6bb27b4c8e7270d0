// Outline blocks: code with a contract of its own, verified by itself.
//
//   [requires P ensures Q outline ( S )]  =  x, y := outline(x, z)       where S uses x and z, assigns x, and declares y
//   method outline(x0, z0) returns (x, y) requires P[x0, z0] ensures Q[x, y, z0] { x := x0; var z := z0; [S] }
//
// `before(e)` is e where the block begins. What S declares is known after it. `old`, and jumps out of the block, are not supported.

import type * as ast from '../../syntax/nodes.ts';
import type { GoObject } from '../../types/object.ts';
import {
  assignedIn,
  type Expr,
  type LocalDecl,
  type LocalVar,
  type Method,
  mentionedIn,
  type Stmt,
} from '../../vil/index.ts';
import { contract } from '../contracts/contracts.ts';
import { assign, block, decl, local, varDecl } from '../core/build.ts';
import { emit, source, statements } from '../core/code.ts';
import type { Body, Code, Place, Unit } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { newUnit } from '../core/units.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';

export function outline(k: Code, node: ast.OutlineStmt): void {
  const unit = outlineUnit(k, node);
  try {
    encodeOutline(k, unit, node);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
    throw error;
  }
}

function encodeOutline(k: Code, unit: Unit, node: ast.OutlineStmt): void {
  const src = source(k, node);
  const trusted = (node.spec?.clauses ?? []).some((c) => c.kind === 'SpecMark' && c.word === 'trusted');
  unit.trusted = trusted;
  const outer = new Map(k.places);
  // Values that variables have where the block begins.
  const starts = new Map<string, LocalDecl>();
  const start = (v: LocalVar): LocalVar => {
    const known = starts.get(v.name) ?? decl(freshName(k.names, `${v.name}$before`), v.type, src);
    starts.set(v.name, known);
    return local(known.name, known.type, src);
  };
  const places = (change: (v: LocalVar) => Expr): Map<GoObject, Place> =>
    new Map([...outer].map(([obj, at]) => [obj, elsewhere(at, change)]));
  const before: Code = { ...k, unit, uses: unit.interfaceUses, places: places(start), out: null, body: null };

  const out: Stmt[] = [];
  const body: Body = {
    results: [],
    exit: freshName(k.names, 'exit'),
    exits: false,
    deferred: [],
    targets: [],
    labels: new Map(),
  };
  const inner: Code = {
    ...k,
    unit,
    uses: unit.bodyUses,
    out,
    body,
    before,
  };
  statements(inner, node.list);
  if (body.exits || body.deferred.length > 0) unsupported('return or defer in an outline block', node);

  // What the block declares is in scope after it.
  const declared = out.flatMap((s) => (s.kind === 'VarDecl' && isNamed(k, outer, s.decl.name) ? [s.decl] : []));
  const own = out.filter((s) => s.kind !== 'VarDecl' || !declared.includes(s.decl));
  const assigned = assignedIn(block(own, src));
  const visible = new Map<string, LocalVar>();
  for (const at of outer.values()) for (const v of variablesOf(at)) visible.set(v.name, v);
  const changed = [...visible.values()].filter((v) => assigned.has(v.name));
  const changes = new Set([...changed.map((v) => v.name), ...declared.map((d) => d.name)]);
  const after: Code = {
    ...before,
    places: new Map(
      [...k.places].map(([obj, at]) => [obj, elsewhere(at, (v) => (changes.has(v.name) ? v : start(v)))]),
    ),
    before,
  };
  const { pres, posts, measures } = contract(before, after, node.spec);
  const read = mentionedIn([own, pres, posts, measures]);
  const used = [...visible.values()].filter((v) => read.has(v.name) || assigned.has(v.name) || starts.has(v.name));
  const copies = used
    .filter((v) => read.has(v.name) || assigned.has(v.name))
    .flatMap((v): readonly Stmt[] => [
      ...(changes.has(v.name) ? [] : [varDecl(decl(v.name, v.type, src))]),
      assign(local(v.name, v.type, src), start(v), src),
    ]);
  const results = [...changed.map((v) => decl(v.name, v.type, src)), ...declared];
  const method: Method = {
    kind: 'Method',
    name: unit.name,
    params: used.map((v) => starts.get(v.name) as LocalDecl),
    results,
    pres,
    posts,
    measures,
    body: null,
    src,
  };
  unit.contract = { functions: [], predicates: [], methods: [method] };
  unit.whole = trusted
    ? unit.contract
    : { functions: [], predicates: [], methods: [{ ...method, body: block([...copies, ...own], src) }] };
  k.uses.add(unit);
  for (const d of declared) emit(k, varDecl(d));
  const args = used.map((v) => local(v.name, v.type, src));
  const targets = results.map((r) => local(r.name, r.type, src));
  emit(k, { kind: 'MethodCall', method: unit.name, args, targets, src });
}

function outlineUnit(k: Code, node: ast.OutlineStmt): Unit {
  const about = { kind: 'outline', display: `${k.unit.display} outline`, pkg: k.pkg, func: null } as const;
  return newUnit(k.e, node, { ...about, node, specified: true, wanted: 'outline' }, () => undefined);
}

/** Whether a variable of vil is one of Go that was not known before. */
function isNamed(k: Code, outer: ReadonlyMap<GoObject, Place>, name: string): boolean {
  return [...k.places].some(([obj, at]) => !outer.has(obj) && variablesOf(at).some((v) => v.name === name));
}

function variablesOf(at: Place): readonly LocalVar[] {
  switch (at.kind) {
    case 'variable':
      return [at.variable];
    case 'memory':
      return at.address.kind === 'LocalVar' ? [at.address] : [];
    default:
      return [];
  }
}

/** The place with other values in place of variables. */
function elsewhere(at: Place, change: (v: LocalVar) => Expr): Place {
  switch (at.kind) {
    case 'variable':
      return { kind: 'value', value: change(at.variable), type: at.type };
    case 'memory':
      return at.address.kind === 'LocalVar' ? { ...at, address: change(at.address) } : at;
    default:
      return at;
  }
}
