// Statements and function bodies.

import { noPos, type Span } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment, assignVar, assignVars, initVars, shortVarDecl } from './assignments.ts';
import { binary } from './binary.ts';
import { closeScope, lookup, newEnvironment, openScope, processDelayed } from './check.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';
import { comparison } from './comparison.ts';
import { convertUntyped } from './const.ts';
import { float64Val, int64Val, makeBool, stringVal, uint64Val, type Value } from './constant.ts';
import { declare, declStmt } from './decl.ts';
import { atObject, atPos, inNode, invalidOp, newError, reportError, softError } from './errors.ts';
import { expr, rawExpr } from './expr.ts';
import { str } from './format.ts';
import { labels } from './labels.ts';
import { type DeclInfo, newVar, type Var, type VarKind } from './object.ts';
import { at, newOperand, type Operand, operandString } from './operand.ts';
import {
  allBoolean,
  allNumeric,
  comparable,
  hasNil,
  identical,
  isInterface,
  isTypeParam,
  isValid,
} from './predicates.ts';
import { rangeStmt } from './range.ts';
import { recordDef, recordImplicit } from './recording.ts';
import { isTerminating } from './return.ts';
import type { Scope } from './scope.ts';
import { specification } from './spec-contracts.ts';
import { specStmt } from './spec-stmts.ts';
import type { Signature, Type } from './type.ts';
import { typeAssertion } from './type-assertion.ts';
import { varType } from './typexpr.ts';
import { chanElem, unparen } from './unary.ts';
import { Typ } from './universe.ts';
import { use } from './use.ts';
import { allowVersion, go1_22 } from './version.ts';

/** Checks the body of a function; `decl` is null for a literal outside package-level declarations. */
export function funcBody(
  c: Checker,
  decl: DeclInfo | null,
  _name: string,
  sig: Signature,
  body: ast.BlockStmt,
  iota: Value | null,
): void {
  const saved = c.env;
  const scope = sig.scope as Scope;
  c.env = newEnvironment(decl, scope, saved.version);
  c.env.iota = iota;
  c.env.sig = sig;
  c.env.ghost = saved.ghost;

  stmtList(c, 0, body.list);
  if (c.env.hasLabel) labels(c, body);
  if (sig.results.vars.length > 0 && c.spec === null && !isTerminating(c, body, '')) {
    reportError(c, atPos(body.rbrace === noPos ? body.end : body.rbrace), 'MissingReturn', 'missing return');
  }
  // A variable may be there for a specification.
  if (c.spec === null) usage(c, scope);
  c.env = saved;
}

/** Reports variables that are never used, by scopes and within each in source order. */
function usage(c: Checker, scope: Scope): void {
  if (scope.elems !== null) {
    const unused: Var[] = [];
    for (const obj of scope.elems.values()) {
      if (obj.kind === 'Var' && needsUse(obj.var) && !c.usedVars.has(obj)) unused.push(obj);
    }
    unused.sort((a, b) => a.pos - b.pos);
    for (const v of unused) softError(c, atObject(v), 'UnusedVar', `declared and not used: ${v.name}`);
  }
  for (const child of scope.children) {
    // Function literals have their own turn.
    if (!child.isFunc) usage(c, child);
  }
}

function needsUse(kind: VarKind): boolean {
  return kind !== 'receiver' && kind !== 'param' && kind !== 'result';
}

// What statements may do, as bits of a statement's context; the last two are for messages.
const breakOk = 1;
const continueOk = 2;
const fallthroughOk = 4;
const finalSwitchCase = 8;
const inTypeSwitch = 16;

function simpleStmt(c: Checker, s: ast.Stmt | null): void {
  if (s !== null) stmt(c, 0, s);
}

function stmtList(c: Checker, ctxt: number, list: readonly ast.Stmt[]): void {
  const inner = ctxt & ~fallthroughOk;
  // Empty statements after it do not keep a fallthrough from being the last one.
  let n = list.length;
  while (n > 0 && (list[n - 1] as ast.Stmt).kind === 'EmptyStmt') n--;
  for (let i = 0; i < n; i++) stmt(c, i + 1 === n ? ctxt : inner, list[i] as ast.Stmt);
}

function multipleDefaults(c: Checker, defaults: readonly Span[]): void {
  const first = defaults[0];
  if (first === undefined) return;
  const line = c.sources.position(first.pos)?.line ?? 0;
  for (let i = 1; i < defaults.length; i++) {
    reportError(c, defaults[i] as Span, 'DuplicateDefault', `multiple defaults (first at line ${line})`);
  }
}

function suspendedCall(c: Checker, keyword: 'go' | 'defer', call: ast.Expr): void {
  const x = newOperand();
  let code: Code = keyword === 'go' ? 'InvalidGo' : 'InvalidDefer';
  if (unparen(call).kind !== 'CallExpr') {
    // The parser has reported it.
    use(c, [call]);
    return;
  }
  let message: string;
  switch (rawExpr(c, null, x, call, null, false)) {
    case 'conversion':
      message = 'requires function call, not conversion';
      break;
    case 'expression':
      message = 'discards result of';
      code = 'UnusedResults';
      break;
    case 'statement':
      return;
  }
  reportError(c, at(x), code, `${keyword} ${message} ${operandString(c, x)}`);
}

/** A key that is equal for equal case values; null for those whose duplicates are allowed. */
function caseKey(val: Value | null): bigint | number | string | null {
  if (val === null) return null;
  switch (val.kind) {
    case 'int': {
      const [i, exact] = int64Val(val);
      if (exact) return i;
      const [u, exactU] = uint64Val(val);
      return exactU ? u : null;
    }
    case 'float': {
      const [f, exact] = float64Val(val);
      return exact ? f : null;
    }
    case 'string':
      return stringVal(val);
    default:
      return null;
  }
}

interface SeenValue {
  readonly at: Span;
  readonly type: Type;
}

type SeenValues = Map<bigint | number | string, SeenValue[]>;

function caseValues(c: Checker, x: Operand, values: readonly ast.Expr[], seen: SeenValues): void {
  for (const e of values) {
    const v = newOperand();
    expr(c, null, v, e);
    if (x.mode === 'invalid' || isInvalid(v)) continue;
    convertUntyped(c, v, x.type as Type);
    if (isInvalid(v)) continue;
    // The case value comes first, so that errors are reported there.
    const result: Operand = { mode: v.mode, expr: v.expr, type: v.type, val: v.val, builtin: v.builtin };
    comparison(c, result, x, '==', true);
    if (isInvalid(result) || v.mode !== 'constant') continue;
    const key = caseKey(v.val);
    if (key === null) continue;
    // Equal values of different types differ, if the switch is on an interface.
    const type = v.type as Type;
    const same = seen.get(key);
    const other = same?.find((s) => identical(type, s.type));
    if (other !== undefined) {
      const error = newError(c, 'DuplicateCase');
      error.add(at(v), `duplicate case ${operandString(c, v)} in expression switch`);
      error.add(other.at, 'previous case');
      error.report();
    } else if (same !== undefined) {
      same.push({ at: at(v), type });
    } else {
      seen.set(key, [{ at: at(v), type }]);
    }
  }
}

/** Asked through a function, since modes change behind the compiler's back. */
function isInvalid(x: Operand): boolean {
  return x.mode === 'invalid';
}

/** Whether the expression is the predeclared nil. */
function isNilExpr(c: Checker, e: ast.Expr): boolean {
  const name = unparen(e);
  return name.kind === 'Ident' && lookup(c, name.name)?.kind === 'Nil';
}

interface SeenType {
  /** Null for the case nil. */
  readonly type: Type | null;
  readonly expr: ast.Expr;
}

/** Checks the types of a case; gives the type of the symbolic variable there. x is null if it is invalid. */
function caseTypes(c: Checker, x: Operand | null, types: readonly ast.Expr[], seen: SeenType[]): Type {
  let T: Type | null = null;
  for (const e of types) {
    if (isNilExpr(c, e)) {
      T = null;
      expr(c, null, newOperand(), e);
    } else {
      T = varType(c, e);
      if (!isValid(T)) continue;
    }
    const type = T;
    const other = seen.find((s) => (type === null || s.type === null ? type === s.type : identical(type, s.type)));
    if (other !== undefined) {
      const error = newError(c, 'DuplicateCase');
      error.add(e, `duplicate case ${type === null ? 'nil' : str(c, type)} in type switch`);
      error.add(other.expr, 'previous case');
      error.report();
      continue;
    }
    seen.push({ type, expr: e });
    if (x !== null && type !== null) typeAssertion(c, e, x, type, true);
  }
  // With several types, or nil, the variable has the type of the operand.
  if (types.length === 1 && T !== null) return T;
  return x === null ? Typ.invalid : (x.type as Type);
}

/** Checks a statement, and the function literals in it before later statements can add names to the scope. */
export function stmt(c: Checker, ctxt: number, s: ast.Stmt): void {
  const top = c.delayed.length;
  stmtInternal(c, ctxt, s);
  if (c.delayed.length > top) processDelayed(c, top);
}

function stmtInternal(c: Checker, ctxt: number, s: ast.Stmt): void {
  const inner = ctxt & ~(fallthroughOk | finalSwitchCase | inTypeSwitch);
  switch (s.kind) {
    case 'BadStmt':
    case 'EmptyStmt':
      return;
    case 'DeclStmt':
      declStmt(c, s.decl);
      return;
    case 'LabeledStmt':
      c.env.hasLabel = true;
      stmt(c, ctxt, s.stmt);
      return;
    case 'ExprStmt':
      exprStmt(c, s);
      return;
    case 'SendStmt':
      sendStmt(c, s);
      return;
    case 'IncDecStmt':
      incDecStmt(c, s);
      return;
    case 'AssignStmt':
      assignStmt(c, s);
      return;
    case 'GoStmt':
      suspendedCall(c, 'go', s.call);
      return;
    case 'DeferStmt':
      suspendedCall(c, 'defer', s.call);
      return;
    case 'ReturnStmt':
      returnStmt(c, s);
      return;
    case 'BranchStmt':
      branchStmt(c, ctxt, s);
      return;
    case 'BlockStmt':
      openScope(c, s, 'block');
      stmtList(c, inner, s.list);
      closeScope(c);
      return;
    case 'IfStmt':
      ifStmt(c, inner, s);
      return;
    case 'SwitchStmt':
      openScope(c, s, 'switch');
      switchStmt(c, inner | breakOk, s);
      closeScope(c);
      return;
    case 'TypeSwitchStmt':
      openScope(c, s, 'type switch');
      typeSwitchStmt(c, inner | breakOk | inTypeSwitch, s);
      closeScope(c);
      return;
    case 'SelectStmt':
      selectStmt(c, inner | breakOk, s);
      return;
    case 'ForStmt':
      openScope(c, s, 'for');
      forStmt(c, inner | breakOk | continueOk, s);
      closeScope(c);
      return;
    case 'RangeStmt':
      rangeStmt(c, inner | breakOk | continueOk, s);
      return;
    default:
      if (c.spec !== null) specStmt(c, inner, s);
      else reportError(c, s, 'InvalidSyntaxTree', 'a statement stands outside a specification');
  }
}

function exprStmt(c: Checker, s: ast.ExprStmt): void {
  const x = newOperand();
  const kind = rawExpr(c, null, x, s.x, null, false);
  let message: string;
  let code: Code;
  switch (x.mode) {
    case 'builtin':
      message = 'must be called';
      code = 'UncalledBuiltin';
      break;
    case 'typexpr':
      message = 'is not an expression';
      code = 'NotAnExpr';
      break;
    default:
      if (kind === 'statement') return;
      message = 'is not used';
      code = 'UnusedExpr';
  }
  reportError(c, at(x), code, `${operandString(c, x)} ${message}`);
}

function sendStmt(c: Checker, s: ast.SendStmt): void {
  const ch = newOperand();
  const val = newOperand();
  expr(c, null, ch, s.chan);
  expr(c, null, val, s.value);
  if (ch.mode === 'invalid' || val.mode === 'invalid') return;
  const elem = chanElem(c, inNode(s, s.arrow), ch, false);
  if (elem !== null) assignment(c, val, elem, 'send');
}

function incDecStmt(c: Checker, s: ast.IncDecStmt): void {
  const x = newOperand();
  expr(c, null, x, s.x);
  if (x.mode === 'invalid') return;
  if (!allNumeric(x.type as Type)) {
    const text = `${exprString(s.x)}${s.op} (non-numeric type ${str(c, x.type as Type)})`;
    reportError(c, s.x, 'NonNumericIncDec', `${invalidOp}${text}`);
    return;
  }
  // The 1 that is added has no node: the statement's id, which no expression has, stands for it in side tables.
  const one: ast.BasicLit = { kind: 'BasicLit', id: s.id, pos: s.x.pos, end: s.x.end, lit: 'int', value: '1' };
  binary(c, x, null, s.x, one, s.op === '++' ? '+' : '-', s.opPos);
  if (isInvalid(x)) return;
  assignVar(c, s.x, null, x, 'assignment');
}

function assignStmt(c: Checker, s: ast.AssignStmt): void {
  if (s.op === ':=') {
    shortVarDecl(c, inNode(s, s.opPos), s.lhs, s.rhs, s.shared);
    return;
  }
  if (s.op === '=') {
    assignVars(c, s.lhs, s.rhs);
    return;
  }
  const lhs = s.lhs[0];
  const rhs = s.rhs[0];
  if (s.lhs.length !== 1 || s.rhs.length !== 1 || lhs === undefined || rhs === undefined) {
    const message = `assignment operation ${s.op} requires single-valued expressions`;
    reportError(c, inNode(s, s.opPos), 'MultiValAssignOp', message);
    return;
  }
  const x = newOperand();
  binary(c, x, null, lhs, rhs, s.op.slice(0, -1) as ast.BinaryOp, s.opPos);
  if (x.mode === 'invalid') return;
  assignVar(c, lhs, null, x, 'assignment');
}

function returnStmt(c: Checker, s: ast.ReturnStmt): void {
  const results = (c.env.sig as Signature).results.vars;
  const first = results[0];
  if (s.results.length > 0 || first === undefined || first.name === '') {
    initVars(c, results, s.results, s);
    return;
  }
  // Named results are returned implicitly, unless something hides them.
  for (const obj of results) {
    const alt = lookup(c, obj.name);
    if (alt === null || alt === obj) continue;
    const error = newError(c, 'OutOfScopeResult');
    error.add(s, `result parameter ${obj.name} not in scope at return`);
    error.add(atObject(alt), `inner declaration of ${obj.name}`);
    error.report();
  }
}

function branchStmt(c: Checker, ctxt: number, s: ast.BranchStmt): void {
  if (s.label !== null) {
    c.env.hasLabel = true; // labels.ts looks at it
    return;
  }
  switch (s.keyword) {
    case 'break':
      if ((ctxt & breakOk) === 0) {
        reportError(c, s, 'MisplacedBreak', 'break not in for, switch, or select statement');
      }
      return;
    case 'continue':
      if ((ctxt & continueOk) === 0) reportError(c, s, 'MisplacedContinue', 'continue not in for statement');
      return;
    case 'fallthrough': {
      if ((ctxt & fallthroughOk) !== 0) return;
      let message = 'fallthrough statement out of place';
      if ((ctxt & finalSwitchCase) !== 0) message = 'cannot fallthrough final case in switch';
      else if ((ctxt & inTypeSwitch) !== 0) message = 'cannot fallthrough in type switch';
      reportError(c, s, 'MisplacedFallthrough', message);
      return;
    }
    case 'goto':
      return; // without label: the parser has reported it
  }
}

function ifStmt(c: Checker, inner: number, s: ast.IfStmt): void {
  openScope(c, s, 'if');
  simpleStmt(c, s.init);
  const x = newOperand();
  expr(c, null, x, s.cond);
  if (x.mode !== 'invalid' && !allBoolean(x.type as Type)) {
    reportError(c, s.cond, 'InvalidCond', 'non-boolean condition in if statement');
  }
  stmt(c, inner, s.body);
  if (s.else !== null && (s.else.kind === 'IfStmt' || s.else.kind === 'BlockStmt')) stmt(c, inner, s.else);
  closeScope(c);
}

function switchStmt(c: Checker, inner: number, s: ast.SwitchStmt): void {
  simpleStmt(c, s.init);
  const x = newOperand();
  if (s.tag !== null) {
    expr(c, null, x, s.tag);
    // The value goes to a temporary variable.
    assignment(c, x, null, 'switch expression');
    const type = x.type as Type;
    if (x.mode !== 'invalid' && !comparable(type) && !hasNil(type)) {
      const message = `cannot switch on ${operandString(c, x)} (${str(c, type)} is not comparable)`;
      reportError(c, at(x), 'InvalidExprSwitch', message);
      x.mode = 'invalid';
    }
  } else {
    x.mode = 'constant';
    x.type = Typ.bool;
    x.val = makeBool(true);
    x.expr = { kind: 'Ident', id: s.id, pos: s.lbrace, end: s.lbrace, name: 'true' };
  }
  multipleDefaults(
    c,
    s.clauses.filter((clause) => clause.list === null),
  );

  const seen: SeenValues = new Map();
  for (let i = 0; i < s.clauses.length; i++) {
    const clause = s.clauses[i] as ast.CaseClause;
    if (clause.list !== null) caseValues(c, x, clause.list, seen);
    openScope(c, clause, 'case');
    stmtList(c, inner | (i + 1 < s.clauses.length ? fallthroughOk : finalSwitchCase), clause.body);
    closeScope(c);
  }
}

function typeSwitchStmt(c: Checker, inner: number, s: ast.TypeSwitchStmt): void {
  simpleStmt(c, s.init);
  let lhs: ast.Ident | null = null;
  let guard: ast.Expr;
  if (s.assign.kind === 'ExprStmt') {
    guard = s.assign.x;
  } else {
    const name = s.assign.lhs[0];
    const rhs = s.assign.rhs[0];
    if (name === undefined || name.kind !== 'Ident' || rhs === undefined || s.assign.op !== ':=') {
      reportError(c, s, 'InvalidSyntaxTree', 'incorrect form of type switch guard');
      return;
    }
    guard = rhs;
    if (name.name === '_') {
      softError(c, name, 'NoNewVar', 'no new variable on left side of :=');
    } else {
      lhs = name;
      recordDef(c, lhs, null); // each clause has a variable of its own
    }
  }
  if (guard.kind !== 'TypeAssertExpr' || guard.type !== null) {
    reportError(c, s, 'InvalidSyntaxTree', 'incorrect form of type switch guard');
    return;
  }
  const sx = typeSwitchOperand(c, guard.x);
  multipleDefaults(
    c,
    s.clauses.filter((clause) => clause.list === null),
  );

  const vars: Var[] = [];
  const seen: SeenType[] = [];
  for (const clause of s.clauses) {
    const T = caseTypes(c, sx, clause.list ?? [], seen);
    openScope(c, clause, 'case');
    if (lhs !== null) {
      const obj = newVar('local', lhs.pos, c.pkg, lhs.name, T);
      declare(c, c.env.scope, null, obj, clause.colon);
      recordImplicit(c, clause, obj);
      vars.push(obj);
    }
    stmtList(c, inner, clause.body);
    closeScope(c);
  }
  if (lhs === null) return;
  // A use in any clause is a use of the variable.
  let used = false;
  for (const v of vars) {
    if (c.usedVars.has(v)) used = true;
    c.usedVars.add(v);
  }
  if (!used) softError(c, lhs, 'UnusedVar', `declared and not used: ${lhs.name}`);
}

/** The operand of a type switch; null after an error. */
function typeSwitchOperand(c: Checker, e: ast.Expr): Operand | null {
  const x = newOperand();
  expr(c, null, x, e);
  if (x.mode === 'invalid') return null;
  const type = x.type as Type;
  if (isTypeParam(type)) {
    const message = `cannot use type switch on type parameter value ${operandString(c, x)}`;
    reportError(c, at(x), 'InvalidTypeSwitch', message);
    return null;
  }
  if (isInterface(type)) return x;
  reportError(c, at(x), 'InvalidTypeSwitch', `${operandString(c, x)} is not an interface`);
  return null;
}

function selectStmt(c: Checker, inner: number, s: ast.SelectStmt): void {
  multipleDefaults(
    c,
    s.clauses.filter((clause) => clause.comm === null),
  );
  for (const clause of s.clauses) {
    if (clause.comm !== null && !isCommunication(clause.comm)) {
      const message = 'select case must be send or receive (possibly with assignment)';
      reportError(c, clause.comm, 'InvalidSelectCase', message);
      continue;
    }
    openScope(c, clause, 'case');
    if (clause.comm !== null) stmt(c, inner, clause.comm);
    stmtList(c, inner, clause.body);
    closeScope(c);
  }
}

function isCommunication(s: ast.Stmt): boolean {
  let rhs: ast.Expr | undefined;
  if (s.kind === 'SendStmt') return true;
  if (s.kind === 'AssignStmt' && s.rhs.length === 1) rhs = s.rhs[0];
  else if (s.kind === 'ExprStmt') rhs = s.x;
  if (rhs === undefined) return false;
  const x = unparen(rhs);
  return x.kind === 'UnaryExpr' && x.op === '<-';
}

function forStmt(c: Checker, inner: number, s: ast.ForStmt): void {
  simpleStmt(c, s.init);
  if (s.init !== null && s.init.kind === 'AssignStmt' && s.init.op === ':=' && allowVersion(c, go1_22)) {
    c.info.perIteration.set(s, true);
  }
  if (s.cond !== null) {
    const x = newOperand();
    expr(c, null, x, s.cond);
    if (x.mode !== 'invalid' && !allBoolean(x.type as Type)) {
      reportError(c, s.cond, 'InvalidCond', 'non-boolean condition in for statement');
    }
  }
  if (s.spec !== null && c.spec !== null) specification(c, s.spec);
  simpleStmt(c, s.post);
  if (s.post !== null && s.post.kind === 'AssignStmt' && s.post.op === ':=') {
    softError(c, s.post, 'InvalidPostDecl', 'cannot declare in post statement');
    use(c, s.post.lhs); // these variables were declared by mistake
  }
  stmt(c, inner, s.body);
}
