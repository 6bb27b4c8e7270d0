// Statements: from syntax to vil. Macros of statements are inlined; what they declare stays visible after them.

import type { SyntaxBlock, SyntaxDefine, SyntaxExpr, SyntaxMeasure, SyntaxStmt } from '../parse/syntax.ts';
import type { Annotation, Block, Expr, FieldAccess, LocalVar, Measure, Source, Stmt } from '../vil.ts';
import { argumentsOf } from './calls.ts';
import { createChoices, settle } from './choices.ts';
import {
  bindingOnly,
  declare,
  type Env,
  fault,
  freeName,
  inner,
  lookup,
  type Member,
  plainName,
  sourceOf,
} from './context.ts';
import {
  asInstance,
  asPredicate,
  asResource,
  asWand,
  declareAll,
  labelName,
  readDraft,
  resolveExpr,
  tyOf,
} from './exprs.ts';
import { type Place, unfoldMacros, unfoldStmtMacros } from './macros.ts';
import { resolveType } from './names.ts';
import { boolTy, toType, unknownTy } from './types.ts';

export function resolveBlock(member: Member, block: SyntaxBlock, env: Env): Block {
  const stmts = bindingOnly(member, () => {
    const scope = inner(env);
    return block.stmts.flatMap((stmt) => resolveStmt(member, stmt, scope));
  });
  return { kind: 'Block', stmts, src: sourceOf(env, block) };
}

function resolveStmt(member: Member, stmt: SyntaxStmt, env: Env): readonly Stmt[] {
  const src = sourceOf(env, stmt);
  switch (stmt.kind) {
    case 'Block':
      return [resolveBlock(member, stmt, env)];
    case 'Define':
      return [];
    case 'Vars': {
      const decls = stmt.vars.map((binding): Stmt => {
        const ty = resolveType(member, binding.type, env);
        const name = declare(member, env, binding.name.text, ty, true);
        const at = sourceOf(env, binding);
        return { kind: 'VarDecl', decl: { kind: 'LocalDecl', name, type: toType(ty), src: at }, src: at };
      });
      if (stmt.value === null) return decls;
      const targets = stmt.vars.map(({ name }): SyntaxExpr => ({ kind: 'Name', name, pos: name.pos, end: name.end }));
      return [...decls, ...resolveAssign(member, targets, unfoldMacros(member, stmt.value, env), env, src)];
    }
    case 'Assign': {
      if (stmt.targets.length > 0) {
        return resolveAssign(member, stmt.targets, unfoldMacros(member, stmt.value, env), env, src);
      }
      const value = unfoldStmtMacros(member, stmt.value, env);
      if (value.tree.kind === 'Block') return inlineMacro(member, value.tree, value.env, env);
      return resolveAssign(member, [], { tree: value.tree, env: value.env }, env, src);
    }
    case 'Assertion': {
      const assertion = resolveExpr(member, stmt.assertion, env, boolTy);
      const kind = assertionKinds[stmt.word];
      return [{ kind, assertion, src }];
    }
    case 'Fold':
    case 'Unfold': {
      const acc = asPredicate(resolveExpr(member, stmt.acc, env, boolTy), env);
      return [{ kind: stmt.kind, acc, src }];
    }
    case 'Package': {
      const wand = asWand(resolveExpr(member, stmt.wand, env, boolTy), env);
      const proof: Block =
        stmt.proof === null ? { kind: 'Block', stmts: [], src } : resolveBlock(member, stmt.proof, env);
      return [{ kind: 'Package', wand, proof, src }];
    }
    case 'Apply':
      return [{ kind: 'Apply', wand: asWand(resolveExpr(member, stmt.wand, env, boolTy), env), src }];
    case 'If': {
      const cond = resolveExpr(member, stmt.cond, env, boolTy);
      const then = resolveBlock(member, stmt.then, env);
      const otherwise: Block =
        stmt.else === null ? { kind: 'Block', stmts: [], src } : resolveBlock(member, stmt.else, env);
      return [{ kind: 'If', cond, then, else: otherwise, src }];
    }
    case 'While': {
      const cond = resolveExpr(member, stmt.cond, env, boolTy);
      const invariants = stmt.invariants.map((invariant) => resolveExpr(member, invariant, env, boolTy));
      const measures = stmt.measures.map((measure) => resolveMeasure(member, measure, env));
      const body = resolveBlock(member, stmt.body, env);
      return [{ kind: 'While', name: null, cond, invariants, measures, body, src }];
    }
    case 'Label': {
      const invariants = stmt.invariants.map((invariant) => resolveExpr(member, invariant, env, boolTy));
      return [{ kind: 'Label', name: labelName(env, stmt.name), invariants, src }];
    }
    case 'Goto':
      return [{ kind: 'Goto', label: labelName(env, stmt.label), src }];
    case 'Quasihavoc':
      return [resolveQuasihavoc(member, stmt, env, src)];
    case 'Annotated':
      return resolveAnnotated(member, stmt, env);
  }
}

const assertionKinds = {
  inhale: 'Inhale',
  exhale: 'Exhale',
  assert: 'Assert',
  assume: 'Assume',
  refute: 'Refute',
} as const;

function resolveAnnotated(member: Member, stmt: SyntaxStmt, env: Env): readonly Stmt[] {
  const annotations: Annotation[] = [];
  let innermost = stmt;
  while (innermost.kind === 'Annotated') {
    const { key, values } = innermost.annotation;
    annotations.push({ key, values });
    innermost = innermost.stmt;
  }
  const stmts = resolveStmt(member, innermost, env);
  const last = stmts.at(-1);
  return last === undefined ? [] : [...stmts.slice(0, -1), { ...last, annotations }];
}

export function resolveMeasure(member: Member, measure: SyntaxMeasure, env: Env): Measure {
  const src = sourceOf(env, measure);
  switch (measure.kind) {
    case 'Star':
      return { kind: 'StarMeasure', src };
    case 'Wildcard':
      return { kind: 'WildcardMeasure', condition: conditionOf(member, measure.condition, env), src };
    case 'Tuple': {
      const exprs = measure.exprs.map((expr) => asInstance(resolveExpr(member, expr, env, unknownTy())));
      return { kind: 'TupleMeasure', exprs, condition: conditionOf(member, measure.condition, env), src };
    }
  }
}

function conditionOf(member: Member, condition: SyntaxExpr | null, env: Env): Expr | null {
  return condition === null ? null : resolveExpr(member, condition, env, boolTy);
}

/** The macro's statements, in a scope of their own whose new variables the statements after them see as well. */
function inlineMacro(member: Member, block: SyntaxBlock, macroEnv: Env, env: Env): readonly Stmt[] {
  for (const name of labelsIn(block)) {
    if (lookup(macroEnv.scope, name)?.kind === 'argument') continue;
    const free = freeName(name, (candidate) => member.labels.has(candidate));
    member.labels.add(free);
    macroEnv.scope.names.set(name, { kind: 'label', name: free });
  }
  const stmts = block.stmts.flatMap((stmt) => resolveStmt(member, stmt, macroEnv));
  for (const [name, binding] of macroEnv.scope.names) {
    if (binding.kind === 'variable' && lookup(env.scope, name) === null) env.scope.names.set(name, binding);
  }
  return stmts;
}

/** The labels that statements declare, without those of macros used in them. */
export function labelsIn(block: SyntaxBlock): readonly string[] {
  return block.stmts.flatMap((stmt) => {
    const innermost = withoutAnnotations(stmt);
    if (innermost.kind === 'Label') return [innermost.name.text];
    return blocksOf(innermost).flatMap(labelsIn);
  });
}

/** The macros that statements declare. */
export function macrosIn(block: SyntaxBlock): readonly SyntaxDefine[] {
  return block.stmts.flatMap((stmt) => {
    const innermost = withoutAnnotations(stmt);
    return innermost.kind === 'Define' ? [innermost] : blocksOf(innermost).flatMap(macrosIn);
  });
}

function withoutAnnotations(stmt: SyntaxStmt): SyntaxStmt {
  return stmt.kind === 'Annotated' ? withoutAnnotations(stmt.stmt) : stmt;
}

function blocksOf(stmt: SyntaxStmt): readonly SyntaxBlock[] {
  switch (stmt.kind) {
    case 'Block':
      return [stmt];
    case 'If':
      return stmt.else === null ? [stmt.then] : [stmt.then, stmt.else];
    case 'While':
      return [stmt.body];
    case 'Package':
      return stmt.proof === null ? [] : [stmt.proof];
    default:
      return [];
  }
}

type Target = LocalVar | FieldAccess;

function resolveAssign(
  member: Member,
  targets: readonly SyntaxExpr[],
  value: Place<SyntaxExpr>,
  env: Env,
  src: Source,
): readonly Stmt[] {
  const places = targets.map((target) => resolveTarget(member, target, env));
  const { tree } = value;
  if (tree.kind === 'Call') {
    const global = member.globals.named.get(tree.name.text);
    if (global?.kind === 'method') {
      if (global.results.length !== places.length) {
        const found = `method "${tree.name.text}" has ${global.results.length} results`;
        throw fault('VilType', env, tree, `${found}, but ${places.length} targets are given`);
      }
      const own: Member = { ...member, choices: createChoices() };
      const drafts = argumentsOf(own, tree, value.env, global.params);
      const failed = settle(own.choices);
      if (failed !== null) throw fault('VilType', env, failed, 'the operands have types that do not fit');
      const args = drafts.map((draft) => draft.build());
      const method = tree.name.text;
      return throughVariables(member, places, src, (vars) => ({
        kind: 'MethodCall',
        method,
        args,
        targets: vars,
        src,
      }));
    }
  }
  const [target, ...others] = places;
  if (target === undefined) throw fault('VilType', env, tree, 'only a call of a method can stand alone');
  if (others.length > 0) throw fault('VilType', env, tree, 'several targets need a call of a method');
  if (tree.kind === 'New') {
    const { named, fields: all } = member.globals;
    const fields = tree.fields === null ? all : tree.fields.map((name) => plainName(value.env, name));
    const missing = fields.find((field) => named.get(field)?.kind !== 'field');
    if (missing !== undefined) throw fault('VilName', env, tree, `"${missing}" is not a field`);
    return throughVariables(member, places, src, ([variable]) => ({
      kind: 'New',
      target: variable as LocalVar,
      fields,
      src,
    }));
  }
  const resolved = resolveExpr(member, tree, value.env, tyOf(target.type));
  return target.kind === 'LocalVar'
    ? [{ kind: 'LocalAssign', target, value: resolved, src }]
    : [{ kind: 'FieldAssign', target, value: resolved, src }];
}

function resolveTarget(member: Member, tree: SyntaxExpr, env: Env): Target {
  const place = unfoldMacros(member, tree, env);
  if (place.tree.kind === 'Name') {
    const binding = lookup(place.env.scope, place.tree.name.text);
    if (binding?.kind === 'variable' && !binding.assignable) {
      throw fault('VilType', env, tree, `"${place.tree.name.text}" cannot be assigned`);
    }
  }
  const own: Member = { ...member, choices: createChoices() };
  const draft = readDraft(own, place.tree, place.env);
  const failed = settle(own.choices);
  if (failed !== null) throw fault('VilType', env, failed, 'the operands have types that do not fit');
  const target = draft.build();
  if (target.kind === 'LocalVar' || target.kind === 'FieldAccess') return target;
  throw fault('VilType', env, tree, 'only variables and fields can be assigned');
}

/** Results are for variables: fields among the targets get theirs from variables, their receivers being read before. */
function throughVariables(
  member: Member,
  targets: readonly Target[],
  src: Source,
  stmt: (vars: readonly LocalVar[]) => Stmt,
): readonly Stmt[] {
  const before: Stmt[] = [];
  const after: Stmt[] = [];
  const stmts = bindingOnly(member, () => {
    const fresh = (hint: string, type: LocalVar['type'], at: Source): LocalVar => {
      const name = freeName(hint, (candidate) => member.active.has(candidate));
      member.active.add(name);
      before.push({ kind: 'VarDecl', decl: { kind: 'LocalDecl', name, type, src: at }, src: at });
      return { kind: 'LocalVar', name, type, src: at };
    };
    const vars = targets.map((target) => {
      if (target.kind === 'LocalVar') return target;
      const receiver = fresh('_receiver', target.receiver.type, target.receiver.src);
      before.push({ kind: 'LocalAssign', target: receiver, value: target.receiver, src: target.receiver.src });
      const result = fresh('_target', target.type, target.src);
      after.push({ kind: 'FieldAssign', target: { ...target, receiver }, value: result, src: target.src });
      return result;
    });
    return [...before, stmt(vars), ...after];
  });
  return after.length === 0 ? stmts : [{ kind: 'Block', stmts, src }];
}

function resolveQuasihavoc(
  member: Member,
  stmt: SyntaxStmt & { readonly kind: 'Quasihavoc' },
  env: Env,
  src: Source,
): Stmt {
  const { vars } = stmt;
  return bindingOnly(member, () => {
    const scope = inner(env);
    const decls = declareAll(member, vars ?? [], scope).map((build) => build());
    const condition = conditionOf(member, stmt.condition, scope);
    const resource = asResource(resolveExpr(member, stmt.resource, scope, unknownTy()), env);
    return vars === null
      ? { kind: 'Quasihavoc', condition, resource, src }
      : { kind: 'Quasihavocall', vars: decls, condition, resource, src };
  });
}
