// Whole programs: first all names and their signatures, then what the members say.

import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import type {
  Name,
  SyntaxAdt,
  SyntaxAnnotation,
  SyntaxBinding,
  SyntaxDomain,
  SyntaxFunction,
  SyntaxMember,
  SyntaxMethod,
  SyntaxPredicate,
} from '../parse/syntax.ts';
import { structureGotos } from '../structure.ts';
import type {
  Adt,
  Annotation,
  Domain,
  Field,
  Function as Func,
  LocalDecl,
  Method,
  Predicate,
  Program,
  Type,
} from '../vil.ts';
import {
  createGlobals,
  createMember,
  declare,
  type Env,
  fault,
  type Global,
  type Globals,
  type Member,
  ResolveFault,
  rootEnv,
  sourceOf,
} from './context.ts';
import { resolveExpr, tyOf } from './exprs.ts';
import { resolveType } from './names.ts';
import { labelsIn, macrosIn, resolveBlock, resolveMeasure } from './stmts.ts';
import { adtTy, boolTy, type Ty, toType, typeVarTy } from './types.ts';

/** The program that the members make up, without those in which something is wrong. */
export function resolveProgram(members: readonly SyntaxMember[]): {
  readonly program: Program;
  readonly errors: readonly Diagnostic[];
} {
  const globals = createGlobals();
  for (const member of members) nameTypes(globals, member);
  for (const member of members) guarded(globals, () => nameMember(globals, member));

  const domains: Domain[] = [];
  const adts: Adt[] = [];
  const fields: Field[] = [];
  const functions: Func[] = [];
  const predicates: Predicate[] = [];
  const methods: Method[] = [];
  for (const member of members) {
    guarded(globals, () => {
      switch (member.kind) {
        case 'Import':
        case 'Define':
          return;
        case 'Fields':
          for (const binding of member.fields) fields.push(resolveField(globals, binding, member.annotations));
          return;
        case 'Method':
          methods.push(resolveMethod(globals, member));
          return;
        case 'Function':
          functions.push(resolveFunction(globals, member));
          return;
        case 'Predicate':
          predicates.push(resolvePredicate(globals, member));
          return;
        case 'Domain':
          domains.push(resolveDomain(globals, member));
          return;
        case 'Adt':
          adts.push(resolveAdt(globals, member));
          return;
      }
    });
  }
  const program: Program = { kind: 'Program', domains, adts, fields, functions, predicates, methods };
  return { program, errors: globals.errors };
}

function guarded(globals: Globals, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ResolveFault)) throw error;
    globals.errors.push(error.diagnostic);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Names

function add(globals: Globals, name: Name, global: Global): void {
  if (globals.named.has(name.text) || globals.macros.has(name.text)) {
    globals.errors.push(diagnostic('VilName', name, `"${name.text}" is declared twice`));
  } else globals.named.set(name.text, global);
}

function texts(names: readonly Name[]): readonly string[] {
  return names.map(({ text }) => text);
}

/** Macros and types come first: signatures use them. */
function nameTypes(globals: Globals, member: SyntaxMember): void {
  switch (member.kind) {
    case 'Define':
      if (globals.macros.has(member.name.text) || globals.named.has(member.name.text)) {
        globals.errors.push(diagnostic('VilName', member.name, `"${member.name.text}" is declared twice`));
      } else globals.macros.set(member.name.text, member);
      return;
    case 'Domain':
      add(globals, member.name, { kind: 'domain', typeParams: texts(member.typeParams) });
      return;
    case 'Adt':
      add(globals, member.name, { kind: 'adt', typeParams: texts(member.typeParams) });
      return;
    default:
  }
}

function nameMember(globals: Globals, tree: SyntaxMember): void {
  const env = rootEnv();
  const member = createMember(globals);
  const tys = (bindings: readonly { readonly type: SyntaxBinding['type'] }[]): Ty[] =>
    bindings.map(({ type }) => resolveType(member, type, env));
  switch (tree.kind) {
    case 'Import':
    case 'Define':
      return;
    case 'Fields':
      for (const { name, type } of tree.fields) {
        add(globals, name, { kind: 'field', type: resolveType(member, type, env) });
        globals.fields.push(name.text);
      }
      return;
    case 'Method':
      add(globals, tree.name, { kind: 'method', params: tys(tree.params), results: tys(tree.results) });
      return;
    case 'Function': {
      const result = resolveType(member, tree.type, env);
      add(globals, tree.name, { kind: 'function', params: tys(tree.params), result });
      return;
    }
    case 'Predicate':
      add(globals, tree.name, { kind: 'predicate', params: tys(tree.params) });
      return;
    case 'Domain': {
      const typeParams = texts(tree.typeParams);
      const own = createMember(globals, { typeParams: new Set(typeParams) });
      for (const func of tree.functions) {
        add(globals, func.name, {
          kind: 'domainFunction',
          domain: tree.name.text,
          typeParams,
          params: func.params.map(({ type }) => resolveType(own, type, env)),
          result: resolveType(own, func.type, env),
        });
      }
      return;
    }
    case 'Adt':
      nameConstructors(globals, tree, env);
      return;
  }
}

function nameConstructors(globals: Globals, tree: SyntaxAdt, env: Env): void {
  const adt = tree.name.text;
  const typeParams = texts(tree.typeParams);
  const own = createMember(globals, { typeParams: new Set(typeParams) });
  const result = adtTy(adt, typeParams.map(typeVarTy));
  for (const made of tree.constructors) {
    const params = made.params.map(({ type }) => resolveType(own, type, env));
    add(globals, made.name, { kind: 'constructor', adt, typeParams, params, result });
    made.params.forEach(({ name }, i) => {
      const known = globals.destructors.get(name.text) ?? [];
      globals.destructors.set(name.text, [...known, { adt, typeParams, result: params[i] as Ty }]);
    });
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Members

/** What an annotated member carries; nothing where there are no annotations. */
function annotated(annotations: readonly SyntaxAnnotation[]): { readonly annotations?: readonly Annotation[] } {
  if (annotations.length === 0) return {};
  return { annotations: annotations.map(({ key, values }) => ({ key, values })) };
}

function resolveField(globals: Globals, binding: SyntaxBinding, annotations: readonly SyntaxAnnotation[]): Field {
  const env = rootEnv();
  const type = toType(resolveType(createMember(globals), binding.type, env));
  return { kind: 'Field', name: binding.name.text, type, src: sourceOf(env, binding), ...annotated(annotations) };
}

/** Parameters and results: two of the same name are an error. */
function declareParams(member: Member, env: Env, bindings: readonly SyntaxBinding[], assignable: boolean): LocalDecl[] {
  return bindings.map((binding) => {
    const { text } = binding.name;
    if (env.scope.names.has(text)) throw fault('VilName', env, binding, `"${text}" is declared twice`);
    const ty = resolveType(member, binding.type, env);
    declare(member, env, text, ty, assignable);
    return { kind: 'LocalDecl', name: text, type: toType(ty), src: sourceOf(env, binding) };
  });
}

function resolveMethod(globals: Globals, tree: SyntaxMethod): Method {
  const macros = new Map((tree.body === null ? [] : macrosIn(tree.body)).map((macro) => [macro.name.text, macro]));
  const labels = new Set(tree.body === null ? [] : labelsIn(tree.body));
  const member = createMember(globals, { macros, labels });
  const env = rootEnv();
  const params = declareParams(member, env, tree.params, false);
  const results = declareParams(member, env, tree.results, true);
  return {
    kind: 'Method',
    name: tree.name.text,
    params,
    results,
    pres: tree.pres.map((pre) => resolveExpr(member, pre, env, boolTy)),
    posts: tree.posts.map((post) => resolveExpr(member, post, env, boolTy)),
    measures: tree.measures.map((measure) => resolveMeasure(member, measure, env)),
    body: tree.body === null ? null : structureGotos(resolveBlock(member, tree.body, env)),
    src: sourceOf(env, tree.name),
    ...annotated(tree.annotations),
  };
}

function resolveFunction(globals: Globals, tree: SyntaxFunction): Func {
  const member = createMember(globals);
  const env = rootEnv();
  const params = declareParams(member, env, tree.params, false);
  const type: Type = toType(resolveType(member, tree.type, env));
  const inPosts: Member = { ...member, result: type };
  return {
    kind: 'Function',
    name: tree.name.text,
    params,
    type,
    pres: tree.pres.map((pre) => resolveExpr(member, pre, env, boolTy)),
    posts: tree.posts.map((post) => resolveExpr(inPosts, post, env, boolTy)),
    measures: tree.measures.map((measure) => resolveMeasure(member, measure, env)),
    body: tree.body === null ? null : resolveExpr(member, tree.body, env, tyOf(type)),
    src: sourceOf(env, tree.name),
    ...annotated(tree.annotations),
  };
}

function resolvePredicate(globals: Globals, tree: SyntaxPredicate): Predicate {
  const member = createMember(globals);
  const env = rootEnv();
  const params = declareParams(member, env, tree.params, false);
  return {
    kind: 'Predicate',
    name: tree.name.text,
    params,
    body: tree.body === null ? null : resolveExpr(member, tree.body, env, boolTy),
    src: sourceOf(env, tree.name),
    ...annotated(tree.annotations),
  };
}

function resolveDomain(globals: Globals, tree: SyntaxDomain): Domain {
  const env = rootEnv();
  const name = tree.name.text;
  const typeParams = texts(tree.typeParams);
  const own = (): Member => createMember(globals, { typeParams: new Set(typeParams), domain: name });
  return {
    kind: 'Domain',
    name,
    typeParams,
    functions: tree.functions.map((func) => ({
      kind: 'DomainFunction',
      domain: name,
      name: func.name.text,
      params: func.params.map((param) => ({
        kind: 'LocalDecl',
        name: param.name?.text ?? '',
        type: toType(resolveType(own(), param.type, env)),
        src: sourceOf(env, param.type),
      })),
      type: toType(resolveType(own(), func.type, env)),
      unique: func.unique,
      interpretation: func.interpretation,
      src: sourceOf(env, func.name),
      ...annotated(func.annotations),
    })),
    axioms: tree.axioms.map((axiom) => ({
      kind: 'Axiom',
      domain: name,
      name: axiom.name?.text ?? null,
      body: resolveExpr(own(), axiom.body, env, boolTy),
      src: sourceOf(env, axiom),
      ...annotated(axiom.annotations),
    })),
    interpretation: tree.interpretation,
    src: sourceOf(env, tree.name),
    ...annotated(tree.annotations),
  };
}

function resolveAdt(globals: Globals, tree: SyntaxAdt): Adt {
  const env = rootEnv();
  const name = tree.name.text;
  const typeParams = texts(tree.typeParams);
  const own = createMember(globals, { typeParams: new Set(typeParams) });
  return {
    kind: 'Adt',
    name,
    typeParams,
    constructors: tree.constructors.map((made) => ({
      kind: 'AdtConstructor',
      adt: name,
      name: made.name.text,
      params: made.params.map((param) => ({
        kind: 'LocalDecl',
        name: param.name.text,
        type: toType(resolveType(own, param.type, env)),
        src: sourceOf(env, param),
      })),
      src: sourceOf(env, made),
      ...annotated(made.annotations),
    })),
    derives: tree.derives.map((deriving) => ({
      name: deriving.name.text,
      type: deriving.type === null ? null : toType(resolveType(own, deriving.type, env)),
      without: texts(deriving.without),
    })),
    src: sourceOf(env, tree.name),
    ...annotated(tree.annotations),
  };
}
