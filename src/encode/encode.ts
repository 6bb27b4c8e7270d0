// A package with specifications as a vil program: every member of it, and the contracts of what it uses.

import type { Claims } from '../base/ledger.ts';
import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Info, SpecFacts } from '../types/index.ts';
import type { Package, Var } from '../types/object.ts';
import type { FailedObligation, Program } from '../vil/index.ts';
import { declareProofs } from './contracts/implementations.ts';
import type { EncodeOptions, Encoder, Parts, SourcePackage, Unit, UnitKind } from './core/context.ts';
import { newNames } from './core/names.ts';
import { explain, type Failure, newOrigins } from './core/origins.ts';
import { unitOf } from './core/units.ts';
import { type Fault, Unsupported } from './core/unsupported.ts';
import { declareInitialization, isInitFunction } from './members/initialization.ts';
import { tables } from './table.ts';
import { checkAxioms } from './types/domains.ts';
import { stateImplementations } from './types/interface-values.ts';

export interface EncodeInput {
  readonly target: Package;
  readonly files: readonly ast.File[];
  readonly facts: SpecFacts;
  /** Of the target and of every package that it needs. */
  readonly infos: ReadonlyMap<Package, Info>;
  readonly sources: ReadonlyMap<Package, SourcePackage>;
  readonly options: EncodeOptions;
}

/** A member of the package, and what it became. */
export interface EncodedMember {
  readonly kind: UnitKind;
  readonly display: string;
  readonly node: ast.NodeBase;
  readonly specified: boolean;
  /** Its body, if there is one, is not looked at. */
  readonly trusted: boolean;
  /** `no-overflow`, `no-nan`, `trusted: f`, `terminates: f`, `assumed: x > 0` */
  readonly assumptions: readonly string[];
  /** What the contract says of a function that is executed; null for everything else. */
  readonly claims: Claims | null;
  /** Names of the vil members whose verdicts are its verdict; empty where it is not encoded. */
  readonly vil: readonly string[];
  /** What is not encoded: in the member itself, or in the interface of something that it uses. Null: nothing. */
  readonly fault: Fault | null;
  /** Its variables by their names in vil. */
  readonly variables: ReadonlyMap<string, Var>;
  /** Its parameters and results. */
  readonly signature: ReadonlySet<Var>;
}

export interface Encoded {
  readonly program: Program;
  readonly members: readonly EncodedMember[];
  /** A failed obligation in Go's terms. */
  readonly explain: (error: FailedObligation, member: EncodedMember) => Failure;
}

export function encodePackage(input: EncodeInput): Encoded {
  const { target, files, facts, infos, sources, options } = input;
  const e: Encoder = {
    target,
    files,
    facts,
    infos,
    sources,
    tables,
    options,
    origins: newOrigins(),
    names: newNames(),
    units: new Map(),
    waiting: [],
    domains: new Map(),
    adts: new Map(),
    fields: new Map(),
    helpers: new Map(),
    helperMethods: new Map(),
    helperPredicates: new Map(),
    memory: new Map(),
  };
  const strays = declareMembers(e);
  for (let job = e.waiting.shift(); job !== undefined; job = e.waiting.shift()) job();
  stateImplementations(e);
  checkAxioms(e);
  const faults = interfaceFaults(e);
  const members: EncodedMember[] = [...strays];
  const parts: Parts[] = [];
  for (const unit of e.units.values()) {
    const fault = faultOf(unit, faults);
    const made = partsOf(unit, faults, fault);
    if (made !== null) parts.push(made);
    if (!unit.own) continue;
    members.push({
      kind: unit.kind,
      display: unit.display,
      node: unit.node,
      specified: unit.specified,
      trusted: unit.trusted,
      assumptions: assumptionsOf(unit),
      claims: claimsOf(e, unit),
      vil: made === null ? [] : namesIn(made),
      fault,
      variables: unit.variables,
      signature: unit.signature,
    });
  }
  members.sort((a, b) => a.node.pos - b.node.pos);
  const program: Program = {
    kind: 'Program',
    domains: [...e.domains.values()],
    adts: [...e.adts.values()],
    fields: [...e.fields.values()],
    functions: [...e.helpers.values(), ...parts.flatMap((p) => p.functions)],
    predicates: [...e.helperPredicates.values(), ...parts.flatMap((p) => p.predicates)],
    methods: [...e.helperMethods.values(), ...parts.flatMap((p) => p.methods)],
  };
  return {
    program,
    members,
    explain: (error, member) => {
      const failure = explain(e.origins, error, { ...member, isPure: member.kind === 'pure' });
      return member.kind === 'proof' ? ofProof(failure, member.node as ast.Node) : failure;
    },
  };
}

/** A failed proof that a type implements an interface: a made one has only one place, a written one has statements. */
function ofProof(failure: Failure, node: ast.Node): Failure {
  if (failure.error.id === 'termination.failed') return { ...failure, node };
  if (node.kind !== 'MethodProof') return { ...failure, id: ['generated_implementation_proof', ...failure.id], node };
  return failure.error.id === 'postcondition.violated' ? { ...failure, node } : failure;
}

/** Makes units of everything that the files declare; what cannot be one is given as a member without encoding. */
function declareMembers(e: Encoder): readonly EncodedMember[] {
  declareInitialization(e);
  const strays: EncodedMember[] = [];
  const stray = (display: string, node: ast.NodeBase, fault: Fault, kind: UnitKind = 'initialization'): void => {
    strays.push({
      kind,
      display,
      node,
      specified: true,
      trusted: false,
      assumptions: [],
      claims: null,
      vil: [],
      fault,
      variables: new Map(),
      signature: new Set(),
    });
  };
  const info = e.infos.get(e.target);
  for (const file of e.files) {
    for (const decl of file.decls) {
      if (decl.kind === 'FuncDecl' && isInitFunction(decl)) continue;
      if (decl.kind === 'FuncDecl' || decl.kind === 'PredDecl') {
        const func = info?.defs.get(decl.name);
        try {
          if (func?.kind === 'Func') unitOf(e, func, decl);
          else stray(decl.name.name, decl, { construct: 'this declaration', node: decl }, 'function');
        } catch (error) {
          if (!(error instanceof Unsupported)) throw error;
          stray(decl.name.name, decl, error.fault, 'function');
        }
      }
    }
    // Contracts of interface methods have to be well defined, wherever the type is written.
    walk(file, (node) => {
      if (node.kind !== 'InterfaceType') return true;
      for (const { names } of node.methods.list) {
        const func = names[0] === undefined ? undefined : info?.defs.get(names[0]);
        if (func?.kind === 'Func' && e.facts.funcs.get(func)?.role === 'function') unitOf(e, func, node);
      }
      return true;
    });
  }
  declareProofs(e);
  return strays;
}

/** For each unit what is not encoded in its interface, or in one that the interface relies on. */
function interfaceFaults(e: Encoder): ReadonlyMap<Unit, Fault> {
  const faults = new Map<Unit, Fault>();
  for (const unit of e.units.values()) if (unit.interfaceFault !== null) faults.set(unit, unit.interfaceFault);
  for (let changed = true; changed; ) {
    changed = false;
    for (const unit of e.units.values()) {
      if (faults.has(unit)) continue;
      const fault = [...unit.interfaceUses].map((used) => faults.get(used)).find((f) => f !== undefined);
      if (fault === undefined) continue;
      faults.set(unit, fault);
      changed = true;
    }
  }
  return faults;
}

function claimsOf(e: Encoder, { func, node }: Unit): Claims | null {
  if (func === null || e.facts.ghost.has(func) || !('kind' in node) || node.kind !== 'FuncDecl') return null;
  const { spec, body } = node as ast.FuncDecl;
  if (body === null) return null;
  const clauses = spec?.clauses ?? [];
  const requires = clauses.some(
    (clause) => clause.kind === 'ContractClause' && (clause.word === 'requires' || clause.word === 'preserves'),
  );
  const measures = clauses.filter((clause) => clause.kind === 'DecreasesClause').filter((clause) => !isAssumed(clause));
  const measure = measures.length === 0 ? 'none' : measures.some(({ cond }) => cond === null) ? 'all' : 'some';
  return { requires, measure };
}

/** `decreases _` */
function isAssumed({ measures: [first] }: ast.DecreasesClause): boolean {
  return first?.kind === 'Ident' && first.name === '_';
}

/** What a proof of the unit takes for granted, and whose contract it believes. */
function assumptionsOf(unit: Unit): readonly string[] {
  const used = [...unit.interfaceUses, ...unit.bodyUses].filter((u) => u !== unit && u.kind !== 'predicate');
  const trusted = used.filter((u) => u.trusted);
  // A function whose end is assumed makes a promise of others that they end one by assumption. A pure one is an axiom for all.
  const ending = used.filter((u) => u.ends === 'assumed' && (u.kind === 'pure' || unit.ends !== 'unsaid'));
  if (unit.ends === 'assumed') ending.push(unit);
  return [
    ...new Set([
      ...unit.assumptions,
      ...trusted.map((u) => `trusted: ${u.display}`),
      ...ending.map((u) => `terminates: ${u.display}`),
    ]),
  ].sort();
}

function faultOf(unit: Unit, faults: ReadonlyMap<Unit, Fault>): Fault | null {
  const own = faults.get(unit) ?? unit.bodyFault;
  if (own !== null) return own;
  return [...unit.bodyUses].map((used) => faults.get(used)).find((f) => f !== undefined) ?? null;
}

function partsOf(unit: Unit, faults: ReadonlyMap<Unit, Fault>, fault: Fault | null): Parts | null {
  if (faults.has(unit)) return null;
  return fault === null ? (unit.whole ?? unit.contract) : unit.contract;
}

function namesIn(parts: Parts): readonly string[] {
  return [...parts.functions, ...parts.predicates, ...parts.methods].map(({ name }) => name);
}
