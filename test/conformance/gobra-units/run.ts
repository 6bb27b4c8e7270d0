// Runs the tests of one file: evaluates their statements, and matches results against patterns.

import { frontend, isRejected } from './frontend.ts';
import { sameTree, saysTheSame } from './parse.ts';
import type { Case, Stmt, Sx } from './scala.ts';
import { anything } from './source.ts';
import {
  isList,
  isParsed,
  isTerm,
  type Native,
  NotExpressible,
  type Parsed,
  sameValue,
  show,
  TestFailure,
  term,
  type Value,
} from './values.ts';

export interface TestResult {
  readonly name: string;
  /** Null if the test holds. */
  readonly why: string | null;
  readonly result: 'right' | 'wrong' | 'inexpressible';
}

type Env = Map<string, Value>;

/** The result of each test among the statements of a class. */
export function runTests(stmts: readonly Stmt[]): readonly TestResult[] {
  const results: TestResult[] = [];
  const test: Native = {
    call: ([name]) => ({
      call: ([body]) => {
        results.push(runTest(name as string, body as Native));
        return true;
      },
    }),
  };
  run(stmts, new Map([['test', test]]));
  return results;
}

function runTest(name: string, body: Native): TestResult {
  try {
    body.call([]);
    return { name, why: null, result: 'right' };
  } catch (error) {
    if (error instanceof TestFailure) return { name, why: error.message, result: 'wrong' };
    if (error instanceof NotExpressible) return { name, why: error.message, result: 'inexpressible' };
    throw error;
  }
}

function run(stmts: readonly Stmt[], outer: ReadonlyMap<string, Value>): Value {
  const env: Env = new Map(outer);
  let last: Value = [];
  for (const stmt of stmts) {
    switch (stmt.k) {
      case 'val':
        env.set(stmt.name, stmt.x.k === 'block' ? run(stmt.x.body, env) : evaluate(stmt.x, env));
        break;
      case 'for':
        for (const item of listOf(evaluate(stmt.x, env))) run(stmt.body, new Map([...env, [stmt.name, item]]));
        break;
      case 'expr':
        last = evaluate(stmt.x, env);
    }
  }
  return last;
}

function evaluate(x: Sx, env: Env): Value {
  switch (x.k) {
    case 'name':
      return env.get(x.name) ?? constant(x.name);
    case 'text':
      return x.value;
    case 'number':
      return x.value;
    case 'pieces':
      return x.parts.map((part) => (typeof part === 'string' ? part : evaluate(part, env))).join('');
    case 'tuple':
      return x.items.map((item) => evaluate(item, env));
    case 'not':
      return evaluate(x.x, env) !== true;
    case 'if':
      return evaluate(evaluate(x.cond, env) === true ? x.then : x.else, env);
    case 'lambda':
      return { call: ([arg]) => run(x.body, new Map([...env, [x.param, arg as Value]])) };
    case 'block':
      return { call: () => run(x.body, env) };
    case 'cases':
      return { cases: x.cases };
    case 'throws':
      try {
        evaluate(x.x, env);
      } catch (error) {
        if (error instanceof TestFailure) return true;
        throw error;
      }
      throw new TestFailure('was accepted');
    case 'select':
      return select(x, env);
    case 'call':
      return call(x, env);
    case 'infix':
      return infix(x.op, evaluate(x.x, env), x.y, env);
  }
}

function constant(name: string): Value {
  if (name === 'true' || name === 'false') return name === 'true';
  if (/^[A-Z]/.test(name)) return term(name);
  if (name === '_') return anything;
  if (name === 'inside' || name === 'assert') return name;
  throw new NotExpressible(`unknown name ${name}`);
}

function select({ x, name }: Sx & { readonly k: 'select' }, env: Env): Value {
  const value = evaluate(x, env);
  if (name === 'valid' || name === 'get' || name === 'toByte') return value;
  if (name === 'stripMargin') return (value as string).replaceAll(/^[ \t]*\|/gm, '');
  if (name === 'empty') return [];
  if (name === 'foreach') {
    return {
      call: ([f]) => {
        for (const item of listOf(value)) (f as Native).call([item]);
        return true;
      },
    };
  }
  if (value === 'frontend') {
    const found = frontend.get(name);
    if (found === undefined) throw new NotExpressible(`unknown question ${name}`);
    return found;
  }
  if (isTerm(value) && value.args.length === 0) return term(`${value.con}.${name}`);
  throw new NotExpressible(`unknown member ${name}`);
}

function call({ fn, args }: Sx & { readonly k: 'call' }, env: Env): Value {
  const f = evaluate(fn, env);
  const values = args.map((arg) => evaluate(arg, env));
  const [first] = values;
  if (f === 'assert') {
    if (first !== true) throw new TestFailure('the assertion does not hold');
    return true;
  }
  if (f === 'inside') return { call: ([cases]) => match(first as Value, casesOf(cases as Value), env) };
  if (isTerm(f)) {
    if (f.con === 'Vector' || f.con === 'Set') return values;
    if (f.con.endsWith('TestFrontend')) return 'frontend';
    if (f.con === 'BigInt') return first as Value;
    if (f.con === 'GoString') return listOf(first as Value).join('');
    if (f.con === 'GoString.fromRawLiteral') return first as Value;
    return term(f.con, ...values);
  }
  if (typeof f === 'object' && 'call' in f) return f.call(values);
  throw new NotExpressible(`cannot call ${show(f)}`);
}

function infix(op: string, x: Value, right: Sx, env: Env): Value {
  if (op === 'should') {
    if (right.k === 'cases') return match(x, right.cases, env);
    // A bare `should be` stands where a text must be rejected.
    const holds = right.k === 'tuple' ? isParsed(x) && isRejected(x) : sameValue(x, evaluate(right, env));
    if (!holds) throw new TestFailure(`got ${show(x)}`);
    return true;
  }
  const y = evaluate(right, env);
  switch (op) {
    case '==':
      return equal(x, y);
    case '&&':
      return x === true && y === true;
    case 'shouldEqual':
      if (!equal(x, y)) throw new TestFailure('the two are different');
      return true;
    default:
      throw new NotExpressible(`unknown operator ${op}`);
  }
}

function equal(x: Value, y: Value): boolean {
  if (isParsed(x) && isParsed(y)) return sameTree(x.node, y.node);
  if (isParsed(x)) return saysTheSame(x, y);
  return sameValue(x, y);
}

// ---------------------------------------------------------------------------------------------------------------
// Matching

function match(value: Value, cases: readonly Case[], env: Env): Value {
  for (const { pattern, guard, body } of cases) {
    const inner: Env = new Map(env);
    const conditions = [...conjuncts(guard), ...body.flatMap((stmt) => (stmt.k === 'expr' ? [stmt.x] : []))];
    if (isParsed(value)) {
      if (matchesTree(value, pattern, conditions, inner)) return true;
    } else if (binds(value, pattern, inner) && conditions.every((x) => evaluate(x, inner) === true)) return true;
  }
  throw new TestFailure(isParsed(value) ? (value.node === null ? 'does not parse' : 'another tree') : show(value));
}

function conjuncts(x: Sx | null): readonly Sx[] {
  if (x === null) return [];
  return x.k === 'infix' && x.op === '&&' ? [...conjuncts(x.x), ...conjuncts(x.y)] : [x];
}

/** Whether a tree is what a pattern says whose names have the values that the conditions give them. */
function matchesTree(found: Parsed, pattern: Sx, conditions: readonly Sx[], env: Env): boolean {
  if (found.either) {
    const side = pattern.k === 'call' && pattern.fn.k === 'name' ? pattern.fn.name : '';
    if (side === 'Left') return isRejected(found);
    const inner = pattern.k === 'call' && side === 'Right' ? pattern.args[0] : undefined;
    if (inner === undefined) throw new NotExpressible('neither Left nor Right');
    if (found.node === null) return false;
    return isWildcard(inner) || matchesTree({ ...found, either: false }, inner, conditions, env);
  }
  if (pattern.k === 'call' && pattern.fn.k === 'name' && pattern.fn.name === 'typed') {
    const [name, type] = pattern.args as [Sx, Sx];
    if (name.k === 'name') env.set(name.name, found);
    return isOfKind(found, evaluate(type, env)) && conditions.every((x) => evaluate(x, env) === true);
  }
  for (const condition of conditions) bind(condition, env);
  return saysTheSame(found, evaluate(pattern, env));
}

function isWildcard(x: Sx): boolean {
  return x.k === 'name' && x.name === '_';
}

function isOfKind({ node }: Parsed, type: Value): boolean {
  const only = node?.kind === 'BlockStmt' && node.list.length === 1 ? node.list[0] : node;
  switch (isTerm(type) ? type.con : '') {
    case 'PVarDecl':
      return only?.kind === 'DeclStmt' && only.decl.kind === 'GenDecl' && only.decl.keyword === 'var';
    case 'PFloatLit':
      return only?.kind === 'BasicLit' && only.lit === 'float';
    default:
      throw new NotExpressible(`no test for ${show(type)}`);
  }
}

/** Takes a condition on a name of the pattern as its value. */
function bind(condition: Sx, env: Env): void {
  if (condition.k !== 'infix') throw new NotExpressible('a condition is no equation');
  const { x, y } = condition;
  if (condition.op === 'contains') return;
  if (condition.op !== '==' && condition.op !== 'should') throw new NotExpressible(`unknown condition ${condition.op}`);
  const value = evaluate(y, env);
  if (x.k === 'name') {
    env.set(x.name, value);
  } else if (x.k === 'select' && x.x.k === 'name' && x.name === 'name') {
    env.set(x.x.name, term('PLabelUse', value));
  } else if (x.k === 'select' && x.x.k === 'name' && x.name === 'nonEmptyStmts') {
    env.set(x.x.name, term('PBlock', value));
  } else throw new NotExpressible('a condition on no name');
}

function binds(value: Value, pattern: Sx, env: Env): boolean {
  if (pattern.k === 'name') {
    if (pattern.name === '_') return true;
    if (pattern.name === 'true' || pattern.name === 'false') return value === (pattern.name === 'true');
    if (/^[a-z]/.test(pattern.name)) {
      env.set(pattern.name, value);
      return true;
    }
  }
  if (pattern.k === 'call') {
    const con = evaluate(pattern.fn, env);
    if (!isTerm(con) || !isTerm(value) || con.con !== value.con || pattern.args.length !== value.args.length) {
      return false;
    }
    return pattern.args.every((arg, i) => binds(value.args[i] as Value, arg, env));
  }
  return sameValue(value, evaluate(pattern, env));
}

function casesOf(v: Value): readonly Case[] {
  if (typeof v === 'object' && 'cases' in v) return v.cases;
  throw new NotExpressible('expected cases');
}

function listOf(v: Value): readonly Value[] {
  if (isList(v)) return v;
  throw new NotExpressible(`${show(v)} is no list`);
}
