// What resolving needs to know: the program's declarations, what is in scope, and where macros are being expanded.

import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import type { Span } from '../../base/source.ts';
import type { Name, SyntaxDefine, SyntaxExpr } from '../parse/syntax.ts';
import type { Source, Type } from '../vil.ts';
import { type Choices, createChoices } from './choices.ts';
import type { Ty } from './types.ts';

/** What a name of the program is. Parameter types of domain functions and constructors may hold type parameters. */
export type Global =
  | { readonly kind: 'field'; readonly type: Ty }
  | { readonly kind: 'method'; readonly params: readonly Ty[]; readonly results: readonly Ty[] }
  | { readonly kind: 'function'; readonly params: readonly Ty[]; readonly result: Ty }
  | { readonly kind: 'predicate'; readonly params: readonly Ty[] }
  | { readonly kind: 'domain' | 'adt'; readonly typeParams: readonly string[] }
  | {
      readonly kind: 'domainFunction';
      readonly domain: string;
      readonly typeParams: readonly string[];
      readonly params: readonly Ty[];
      readonly result: Ty;
    }
  | {
      readonly kind: 'constructor';
      readonly adt: string;
      readonly typeParams: readonly string[];
      readonly params: readonly Ty[];
      readonly result: Ty;
    };

/** A destructor's type, by adt: fields of different adts may share a name. */
export interface Destructor {
  readonly adt: string;
  readonly typeParams: readonly string[];
  readonly result: Ty;
}

export interface Globals {
  readonly named: Map<string, Global>;
  readonly destructors: Map<string, Destructor[]>;
  readonly macros: Map<string, SyntaxDefine>;
  /** In the order of declaration, for `new(*)`. */
  readonly fields: string[];
  readonly errors: Diagnostic[];
}

export function createGlobals(): Globals {
  return { named: new Map(), destructors: new Map(), macros: new Map(), fields: [], errors: [] };
}

export type Binding =
  | { readonly kind: 'variable'; readonly name: string; readonly ty: Ty; readonly assignable: boolean }
  /** A macro's parameter: what was given for it, to be read where it was given. */
  | { readonly kind: 'argument'; readonly expr: SyntaxExpr; readonly env: Env }
  /** A label that a macro declares, which gets another name at each use of the macro. */
  | { readonly kind: 'label'; readonly name: string };

export interface Scope {
  readonly names: Map<string, Binding>;
  readonly outer: Scope | null;
}

export interface Env {
  readonly scope: Scope;
  /** Where the outermost macro is used that is being expanded: errors inside are reported there. */
  readonly at: Span | null;
  /** Being expanded, outermost first. */
  readonly macros: readonly SyntaxDefine[];
}

/** For one member. */
export interface Member {
  readonly globals: Globals;
  readonly choices: Choices;
  /** Names of variables that are bound here, so that no name is bound a second time. */
  readonly active: Set<string>;
  /** Names that quantifiers and `let` have bound: for Viper a variable's scope begins before its declaration. */
  readonly bound: Set<string>;
  readonly labels: Set<string>;
  /** Macros that a method declares. */
  readonly macros: ReadonlyMap<string, SyntaxDefine>;
  readonly typeParams: ReadonlySet<string>;
  /** The domain whose axioms are read. */
  readonly domain: string | null;
  /** The type of `result`. */
  readonly result: Type | null;
}

export function createMember(globals: Globals, parts: Partial<Member> = {}): Member {
  return {
    globals,
    choices: createChoices(),
    active: new Set(),
    bound: new Set(),
    labels: new Set(),
    macros: new Map(),
    typeParams: new Set(),
    domain: null,
    result: null,
    ...parts,
  };
}

export function newScope(outer: Scope | null): Scope {
  return { names: new Map(), outer };
}

export function rootEnv(): Env {
  return { scope: newScope(null), at: null, macros: [] };
}

export function inner(env: Env): Env {
  return { ...env, scope: newScope(env.scope) };
}

export function lookup(scope: Scope, name: string): Binding | null {
  for (let current: Scope | null = scope; current !== null; current = current.outer) {
    const binding = current.names.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** Ends the reading of a member. */
export class ResolveFault extends Error {
  readonly diagnostic: Diagnostic;

  constructor(found: Diagnostic) {
    super(found.message);
    this.diagnostic = found;
  }
}

export type ErrorCode = 'VilName' | 'VilType' | 'VilMacro';

export function fault(code: ErrorCode, env: Env, at: Span, message: string): ResolveFault {
  return new ResolveFault(diagnostic(code, env.at ?? at, message));
}

export function sourceOf(env: Env, span: Span): Source {
  const { pos, end } = env.at ?? span;
  return { pos, end, origin: 0 };
}

/** Binds a variable, with another name if its own is bound already, and gives that name. */
export function declare(member: Member, env: Env, name: string, ty: Ty, assignable: boolean): string {
  const taken = (candidate: string): boolean =>
    member.active.has(candidate) || (assignable && member.bound.has(candidate));
  const free = freeName(name, taken);
  member.active.add(free);
  if (!assignable) member.bound.add(free);
  env.scope.names.set(name, { kind: 'variable', name: free, ty, assignable });
  return free;
}

export function freeName(name: string, taken: (candidate: string) => boolean): string {
  if (!taken(name)) return name;
  for (let n = 0; ; n++) {
    const candidate = `${name}$${n}`;
    if (!taken(candidate)) return candidate;
  }
}

/** Runs with variables of its own, which are free again afterwards. */
export function bindingOnly<T>(member: Member, run: () => T): T {
  const before = new Set(member.active);
  const result = run();
  for (const name of member.active) if (!before.has(name)) member.active.delete(name);
  return result;
}

/** The name that stands here once a macro's parameters are replaced. */
export function plainName(env: Env, name: Name): string {
  const binding = lookup(env.scope, name.text);
  if (binding?.kind !== 'argument') return name.text;
  const { expr } = binding;
  if (expr.kind !== 'Name') throw fault('VilMacro', env, name, `a name must stand for "${name.text}" here`);
  return plainName(binding.env, expr.name);
}
