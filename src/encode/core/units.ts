// Members of the Go program: one unit for each, made when it is declared or first needed.

import { walk } from '../../syntax/index.ts';
import type * as ast from '../../syntax/nodes.ts';
import type { FuncFacts } from '../../types/index.ts';
import { isInterface, originOf, unalias } from '../../types/index.ts';
import type { Func } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Code, Encoder, Unit, UnitKind } from './context.ts';
import { freshName } from './names.ts';
import { unsupported } from './unsupported.ts';

/** The declaration that a function was instantiated from; itself where nothing is generic. */
export function declared(func: Func): Func {
  return func.origin ?? func;
}

export function factsOf(e: Encoder, func: Func, node: ast.NodeBase): FuncFacts {
  return e.facts.funcs.get(declared(func)) ?? unsupported(`${func.name}, which has no contract`, node);
}

/** Creates the unit for `key`; `make` fills it later. */
export function newUnit(
  e: Encoder,
  key: object,
  about: Pick<Unit, 'kind' | 'display' | 'node' | 'pkg' | 'func' | 'specified'> & { readonly wanted: string },
  make: (unit: Unit) => void,
): Unit {
  const { kind, display, node, pkg, func, specified } = about;
  const unit: Unit = {
    kind,
    display,
    node,
    pkg,
    func,
    specified,
    name: freshName(e.names, about.wanted),
    own: pkg === e.target,
    trusted: false,
    assumptions: new Set(),
    variables: new Map(),
    signature: new Set(),
    ends: 'unsaid',
    interfaceFault: null,
    bodyFault: null,
    interfaceUses: new Set(),
    bodyUses: new Set(),
    contract: null,
    whole: null,
  };
  e.units.set(key, unit);
  e.waiting.push(() => make(unit));
  return unit;
}

/** The unit of a function, method or predicate. `node` is where it is needed. */
export function unitOf(e: Encoder, func: Func, node: ast.NodeBase): Unit {
  const key = declared(func);
  const known = e.units.get(key);
  if (known !== undefined) return known;
  const facts = factsOf(e, key, node);
  const sig = key.type as Signature;
  const recv = sig.recv;
  if (recv !== null && isInterface(recv.type as GoType)) return interfaceUnit(e, key, facts, node);
  const decl = facts.node as ast.Node | null;
  if (decl === null) return unsupported(`${func.name}, which the language predeclares`, node);
  if (decl.kind !== 'FuncDecl' && decl.kind !== 'PredDecl') return unsupported('this kind of function', node);
  const isPred = decl.kind === 'PredDecl';
  const kind: UnitKind = isPred ? 'predicate' : facts.pure ? 'pure' : recv !== null ? 'method' : 'function';
  const owner = recv === null ? null : typeName(recv.type as GoType);
  return newUnit(
    e,
    key,
    {
      kind,
      display: owner === null ? key.name : `${owner.startsWith('*') ? `(${owner})` : owner}.${key.name}`,
      wanted: owner === null ? key.name : `${owner.replace('*', '')}_${key.name}`,
      node: decl,
      pkg: key.pkg,
      func: key,
      specified: facts.spec !== null || facts.ghost || isPred || statesAnything(decl),
    },
    (unit) => {
      if (decl.kind === 'PredDecl') e.tables.members.predicate(e, unit, key, decl);
      else if (facts.pure) e.tables.members.pure(e, unit, key, facts, decl);
      else e.tables.members.function(e, unit, key, facts, decl);
    },
  );
}

/** Nodes in the body of a function that have to be proved. */
const statements: ReadonlySet<ast.Node['kind']> = new Set([
  'Specification',
  'ProofStmt',
  'AssertByStmt',
  'GhostStmt',
  'FoldStmt',
  'DeferFoldStmt',
  'PackageStmt',
  'ApplyStmt',
  'OpenStmt',
  'OutlineStmt',
  'CriticalStmt',
  'ClosureProofStmt',
]);

/** Whether the body of a function says anything to be proved: an assertion, an invariant, other ghost code. */
function statesAnything(decl: ast.FuncDecl): boolean {
  let found = false;
  walk(decl, ({ kind }) => {
    found ||= statements.has(kind);
    return !found;
  });
  return found;
}

/** The unit of a method of an interface; predicates of interfaces have units of their own, see predicate-families.ts. */
function interfaceUnit(e: Encoder, func: Func, facts: FuncFacts, node: ast.NodeBase): Unit {
  const owner = typeName((func.type as Signature).recv?.type as GoType);
  const place = facts.node ?? node;
  const about = {
    kind: facts.pure ? 'pure' : 'method',
    display: `${owner}.${func.name}`,
    wanted: `${owner}_${func.name}`,
    node: place,
    pkg: func.pkg,
    func,
    specified: facts.spec !== null || facts.ghost,
  } as const;
  return newUnit(e, func, about, (unit) => e.tables.members.interfaceMethod(e, unit, func, facts, place));
}

/** How users call the type of a receiver: `*T`. */
export function typeName(t: GoType): string {
  const u = unalias(t);
  if (u.kind === 'Pointer') return `*${typeName(u.elem)}`;
  return u.kind === 'Named' ? originOf(u).obj.name : u.kind === 'Interface' ? 'interface' : 'receiver';
}

/** The unit of what `k` mentions, noted as used. */
export function usedUnit(k: Code, func: Func, node: ast.NodeBase): Unit {
  const unit = unitOf(k.e, func, node);
  k.uses.add(unit);
  return unit;
}
