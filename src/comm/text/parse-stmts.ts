// Reads statements and expressions of the text form of `comm`.

import { noWhy } from '../../base/reasons.ts';
import type {
  BinOp,
  Callee,
  ConstExpr,
  Expr,
  LoopStmt,
  NewStmt,
  Place,
  RecvStmt,
  SelectStmt,
  SendStmt,
  Site,
  Stmt,
} from '../comm.ts';
import type { Token } from './lex.ts';
import { isKeyword } from './names.ts';
import { readWhy } from './parse-reasons.ts';
import {
  declaredName,
  eat,
  endOfLine,
  expect,
  fail,
  integer,
  lookup,
  oneOf,
  type Parser,
  peek,
  reference,
  site,
  string,
  word,
} from './parse-state.ts';
import { precedence } from './print.ts';

/** Statements up to the closing brace, which is taken. */
export function parseBlock(p: Parser): readonly Stmt[] {
  const body: Stmt[] = [];
  while (!eat(p, '}')) {
    if (peek(p).kind === 'end') throw fail(p, 'expected }');
    body.push(parseStmt(p));
    endOfLine(p);
  }
  return body;
}

function parseStmt(p: Parser): Stmt {
  const { start } = peek(p);
  const targets = parseTargets(p);
  if (targets !== null) return parseAssignment(p, targets, start);
  const token = peek(p);
  if (token.kind === 'name' && isKeyword(token.text) && token.text !== 'global') return parseKeyword(p, start);
  const place = parsePlace(p);
  if (place === null) throw fail(p, 'expected a statement', p.at - 1);
  expect(p, '=');
  const value = parseExpr(p);
  return { kind: 'store', place, value, site: site(p, start) };
}

type Targets = readonly (number | null)[];

/** `x, _ =` if it stands here; declares what is new. */
function parseTargets(p: Parser): Targets | null {
  // Look ahead: names, commas, then an equals sign.
  let i = p.at;
  for (;;) {
    const token = p.tokens[i] as Token;
    if (token.kind !== 'quoted' && (token.kind !== 'name' || isKeyword(token.text))) return null;
    i++;
    if ((p.tokens[i] as Token).text === '#') i += 2;
    const separator = p.tokens[i] as Token;
    if (separator.kind !== 'punct') return null;
    if (separator.text === '=') break;
    if (separator.text !== ',') return null;
    i++;
  }
  const targets: (number | null)[] = [];
  do {
    const token = peek(p);
    if (token.kind === 'name' && token.text === '_') {
      p.at++;
      targets.push(null);
    } else {
      targets.push(targetVar(p));
    }
  } while (eat(p, ','));
  expect(p, '=');
  return targets;
}

function targetVar(p: Parser): number {
  const from = p.at;
  const { start } = peek(p);
  const known = lookup(p, p.vars);
  if (known !== null) return known;
  const after = p.at;
  p.at = from;
  const name = declaredName(p);
  p.at = after;
  const index = p.vars.count++;
  p.vars.byName.set(name, [index]);
  p.varDecls.push({ name, site: p.explicitSites ? { file: 0, start: 0, end: 0 } : site(p, start) });
  return index;
}

function only(p: Parser, targets: Targets): number {
  const [target] = targets;
  if (targets.length !== 1 || target === null || target === undefined) throw fail(p, 'expected one target');
  return target;
}

/** The first one or two targets, as receive and map reads have them. */
function pair(p: Parser, targets: Targets): readonly [number | null, number | null] {
  if (targets.length > 2) throw fail(p, 'too many targets');
  return [targets[0] ?? null, targets[1] ?? null];
}

/** What stands behind `x, y =`. */
function parseAssignment(p: Parser, targets: Targets, start: number): Stmt {
  const token = peek(p);
  switch (token.kind === 'name' ? token.text : '') {
    case 'new':
      return parseNew(p, only(p, targets), start);
    case 'chan': {
      p.at++;
      const capacity = parseExpr(p);
      const target = only(p, targets);
      return { kind: 'chan', target, capacity, label: parseLabel(p, target), site: site(p, start) };
    }
    case 'array':
    case 'map':
    case 'recv':
    case 'trylock':
    case 'tryrlock':
    case 'timer':
    case 'atomic':
    case 'recover':
    case 'call':
      return parseWithTargets(p, targets, start);
    default: {
      const target = only(p, targets);
      const place = parsePlace(p);
      if (place !== null) return { kind: 'load', target, place, site: site(p, start) };
      const value = parseExpr(p);
      return { kind: 'assign', target, value, site: site(p, start) };
    }
  }
}

function parseNew(p: Parser, target: number, start: number): NewStmt {
  p.at++;
  const token = peek(p);
  let what: NewStmt['what'];
  if (eat(p, 'cond')) what = { kind: 'cond', locker: parseExpr(p) };
  else if (token.kind === 'name' && isKeyword(token.text)) {
    what = { kind: 'sync', sync: oneOf(p, ['mutex', 'rwmutex', 'waitgroup']) };
  } else what = { kind: 'record', class: reference(p, p.classes, 'class') };
  return { kind: 'new', target, what, label: parseLabel(p, target), site: site(p, start) };
}

function parseLabel(p: Parser, target: number): string {
  return eat(p, 'as') ? string(p) : (p.varDecls[target] as { readonly name: string }).name;
}

function parseArgs(p: Parser): readonly Expr[] {
  if (peek(p).first || peek(p).text === '@' || peek(p).text === '}') return [];
  const args = [parseExpr(p)];
  while (eat(p, ',')) args.push(parseExpr(p));
  return args;
}

/** Statements that may have targets, and stand here at their keyword. */
function parseWithTargets(p: Parser, targets: Targets, start: number): Stmt {
  const keyword = word(p);
  const [target, ok] = keyword === 'call' ? [null, null] : pair(p, targets);
  if (ok !== null && keyword !== 'map' && keyword !== 'recv') throw fail(p, `${keyword} has one target`);
  switch (keyword) {
    case 'array': {
      const op = oneOf(p, ['make', 'append', 'len', 'slice'] as const);
      if (target === null) throw fail(p, 'an array operation needs a target');
      return { kind: 'array', op, target, args: parseArgs(p), site: site(p, start) };
    }
    case 'map': {
      const op = oneOf(p, ['make', 'get', 'set', 'delete', 'len', 'key'] as const);
      return { kind: 'map', op, target, ok, args: parseArgs(p), site: site(p, start) };
    }
    case 'recv': {
      const chan = parseExpr(p);
      return { kind: 'recv', chan, target, ok, site: site(p, start) };
    }
    case 'trylock':
    case 'tryrlock': {
      const lock = parseExpr(p);
      return { kind: 'lock', op: keyword, lock, target, site: site(p, start) };
    }
    case 'timer': {
      const op = oneOf(p, ['once', 'ticker', 'stop'] as const);
      const chan = parseExpr(p);
      const rank = eat(p, ',') ? integer(p) : null;
      return { kind: 'timer', op, chan, rank, target, site: site(p, start) };
    }
    case 'atomic': {
      const op = oneOf(p, ['load', 'store', 'add', 'swap', 'cas'] as const);
      const place = parsePlace(p);
      if (place === null) throw fail(p, 'expected a global, a field or an element');
      const args = eat(p, ',') ? parseArgs(p) : [];
      return { kind: 'atomic', op, target, place, args, site: site(p, start) };
    }
    case 'recover':
      return { kind: 'recover', target, site: site(p, start) };
    case 'call': {
      const optional = eat(p, 'optional');
      const through = eat(p, 'through');
      const { callee, args } = parseCall(p);
      const call = { kind: 'call', callee, args, targets, site: site(p, start) } as const;
      return { ...call, ...(through ? { through } : {}), ...(optional ? { optional } : {}) };
    }
    default:
      throw fail(p, 'expected a statement', p.at - 1);
  }
}

/** A statement that begins with its keyword. */
function parseKeyword(p: Parser, start: number): Stmt {
  const keyword = peek(p).text;
  switch (keyword) {
    case 'send':
      return parseSend(p, start);
    case 'close': {
      p.at++;
      const chan = parseExpr(p);
      return { kind: 'close', chan, site: site(p, start) };
    }
    case 'lock':
    case 'unlock':
    case 'rlock':
    case 'runlock': {
      p.at++;
      const lock = parseExpr(p);
      return { kind: 'lock', op: keyword, lock, target: null, site: site(p, start) };
    }
    case 'add': {
      p.at++;
      const group = parseExpr(p);
      expect(p, ',');
      const delta = parseExpr(p);
      return { kind: 'waitgroup', op: 'add', group, delta, site: site(p, start) };
    }
    case 'wait': {
      p.at++;
      const group = parseExpr(p);
      return { kind: 'waitgroup', op: 'wait', group, delta: null, site: site(p, start) };
    }
    case 'cond': {
      p.at++;
      const op = oneOf(p, ['wait', 'signal', 'broadcast'] as const);
      const cond = parseExpr(p);
      return { kind: 'cond', op, cond, site: site(p, start) };
    }
    case 'go':
    case 'defer': {
      p.at++;
      const { callee, args } = parseCall(p);
      return { kind: keyword, callee, args, site: site(p, start) };
    }
    case 'return':
    case 'exit':
    case 'yield':
      p.at++;
      return { kind: keyword, site: site(p, start) };
    case 'panic':
    case 'fatal':
    case 'goexit': {
      p.at++;
      const nilCall = eat(p, 'nilcall');
      const what = keyword === 'goexit' && peek(p).kind !== 'string' ? '' : string(p);
      return { kind: 'panic', op: keyword, what, ...(nilCall ? { nilCall } : {}), site: site(p, start) };
    }
    case 'break':
    case 'continue': {
      p.at++;
      const label = declaredName(p);
      return { kind: 'branch', op: keyword, label, site: site(p, start) };
    }
    case 'select':
      return parseSelect(p, start);
    case 'if':
      return parseIf(p, start);
    case 'choose': {
      p.at++;
      const why = readWhy(p);
      const place = site(p, start);
      const branches: (readonly Stmt[])[] = [];
      do {
        expect(p, '{');
        branches.push(parseBlock(p));
      } while (eat(p, 'or'));
      return { kind: 'choice', why, branches, site: place };
    }
    case 'loop':
      return parseLoop(p, start);
    default:
      return parseWithTargets(p, [], start);
  }
}

function parseSend(p: Parser, start: number): SendStmt {
  expect(p, 'send');
  const chan = parseExpr(p);
  expect(p, ',');
  const value = parseExpr(p);
  return { kind: 'send', chan, value, site: site(p, start) };
}

function parseSelect(p: Parser, start: number): SelectStmt {
  p.at++;
  const place = site(p, start);
  expect(p, '{');
  const cases: { comm: SendStmt | RecvStmt; body: readonly Stmt[] }[] = [];
  let otherwise: readonly Stmt[] | null = null;
  while (!eat(p, '}')) {
    if (eat(p, 'default')) {
      expect(p, '{');
      if (otherwise !== null) throw fail(p, 'a select has one default');
      otherwise = parseBlock(p);
    } else {
      expect(p, 'case');
      const comm = parseComm(p);
      expect(p, '{');
      cases.push({ comm, body: parseBlock(p) });
    }
  }
  return { kind: 'select', cases, otherwise, site: place };
}

function parseComm(p: Parser): SendStmt | RecvStmt {
  const { start } = peek(p);
  if (peek(p).text === 'send' && peek(p).kind === 'name') return parseSend(p, start);
  const [target, ok] = pair(p, parseTargets(p) ?? []);
  expect(p, 'recv');
  const chan = parseExpr(p);
  return { kind: 'recv', chan, target, ok, site: site(p, start) };
}

function parseIf(p: Parser, start: number): Stmt {
  p.at++;
  const cond = parseExpr(p);
  const place = site(p, start);
  expect(p, '{');
  const then = parseBlock(p);
  let otherwise: readonly Stmt[] = [];
  if (eat(p, 'else')) {
    expect(p, '{');
    otherwise = parseBlock(p);
  }
  return { kind: 'if', cond, then, otherwise, site: place };
}

function parseLoop(p: Parser, start: number): LoopStmt {
  p.at++;
  const label = declaredName(p);
  const termination = eat(p, 'terminates') ? 'terminates' : eat(p, 'unknown') ? 'unknown' : 'exact';
  const place: Site = site(p, start);
  expect(p, '{');
  const body = parseBlock(p);
  let next: readonly Stmt[] = [];
  if (eat(p, 'next')) {
    expect(p, '{');
    next = parseBlock(p);
  }
  return { kind: 'loop', label, body, next, termination, site: place };
}

function parseCall(p: Parser): { callee: Callee; args: readonly Expr[] } {
  let callee: Callee;
  if (eat(p, '(')) {
    const func = parseExpr(p);
    expect(p, ')');
    if (eat(p, '.')) {
      expect(p, '{');
      const table: { class: number; proc: number }[] = [];
      if (!eat(p, '}')) {
        do {
          const row = reference(p, p.classes, 'class');
          expect(p, ':');
          table.push({ class: row, proc: reference(p, p.procs, 'procedure') });
        } while (eat(p, ','));
        expect(p, '}');
      }
      callee = { kind: 'method', recv: func, table };
    } else callee = { kind: 'value', func };
  } else callee = { kind: 'proc', proc: reference(p, p.procs, 'procedure') };
  return { callee, args: parenthesised(p) };
}

function parenthesised(p: Parser): readonly Expr[] {
  expect(p, '(');
  const list: Expr[] = [];
  if (eat(p, ')')) return list;
  do list.push(parseExpr(p));
  while (eat(p, ','));
  expect(p, ')');
  return list;
}

/** A global, field or element; null, with nothing taken, where something else stands here. */
function parsePlace(p: Parser): Place | null {
  if (eat(p, 'global')) return { kind: 'global', index: reference(p, p.globals, 'global') };
  const from = p.at;
  const token = peek(p);
  const begins = token.kind === 'quoted' || token.text === '(' || (token.kind === 'name' && !isKeyword(token.text));
  if (!begins && token.text !== '$' && token.text !== 'func' && token.text !== 'nil' && token.text !== '?') return null;
  const object = parsePrimary(p);
  if (eat(p, '[')) {
    const index = parseExpr(p);
    expect(p, ']');
    return { kind: 'element', array: object, index };
  }
  if (eat(p, '.')) return parseField(p, object);
  p.at = from;
  return null;
}

function parseField(p: Parser, object: Expr): Place {
  const from = p.at;
  declaredName(p);
  const qualified = eat(p, ':');
  p.at = from;
  if (qualified) {
    const owner = reference(p, p.classes, 'class');
    expect(p, ':');
    const field = reference(p, p.fields[owner] as NonNullable<(typeof p.fields)[number]>, 'field');
    return { kind: 'field', object, class: owner, field };
  }
  const found: { class: number; field: number }[] = [];
  p.fields.forEach((table, owner) => {
    p.at = from;
    const field = lookup(p, table);
    if (field !== null) found.push({ class: owner, field });
  });
  const [one] = found;
  if (one === undefined) throw fail(p, 'no class has a field of this name', from);
  if (found.length > 1) throw fail(p, 'several classes have such a field: say which, as in x.C:f', from);
  return { kind: 'field', object, ...one };
}

/** An expression whose operators bind at least as tightly as `level`. */
export function parseExpr(p: Parser, level = 1): Expr {
  let left = parseUnary(p);
  for (;;) {
    const token = peek(p);
    const own = token.kind === 'punct' && !token.first ? precedence.get(token.text) : undefined;
    if (own === undefined || own < level) return left;
    p.at++;
    left = { kind: 'binary', op: token.text as BinOp, x: left, y: parseExpr(p, own + 1) };
  }
}

function parseUnary(p: Parser): Expr {
  const token = peek(p);
  const next = p.tokens[p.at + 1];
  const isNumber = token.text === '-' && next?.kind === 'int' && next.start === token.end;
  if (token.kind === 'punct' && (token.text === '!' || token.text === '-') && !isNumber) {
    p.at++;
    return { kind: 'unary', op: token.text, x: parseUnary(p) };
  }
  return parsePrimary(p);
}

function parsePrimary(p: Parser): Expr {
  if (eat(p, '(')) {
    const inner = parseExpr(p);
    expect(p, ')');
    return inner;
  }
  if (eat(p, '$')) return { kind: 'param', index: reference(p, p.params, 'parameter') };
  if (eat(p, 'func')) {
    const proc = reference(p, p.procs, 'procedure');
    return { kind: 'func', proc, captured: parenthesised(p) };
  }
  const constant = tryConstant(p);
  if (constant !== null) return constant;
  const token = peek(p);
  if (token.kind === 'quoted' || (token.kind === 'name' && !isKeyword(token.text))) {
    return { kind: 'var', index: reference(p, p.vars, 'variable') };
  }
  throw fail(p, 'expected an expression');
}

function tryConstant(p: Parser): ConstExpr | null {
  const token = peek(p);
  if (token.kind === 'int' || (token.kind === 'punct' && token.text === '-')) return { kind: 'int', value: integer(p) };
  if (token.kind === 'string') return { kind: 'atom', value: string(p) };
  if (eat(p, 'true')) return { kind: 'bool', value: true };
  if (eat(p, 'false')) return { kind: 'bool', value: false };
  if (eat(p, 'nil')) return { kind: 'nil' };
  if (!eat(p, '?')) return null;
  return { kind: 'unknown', why: peek(p).start === token.end ? readWhy(p) : noWhy };
}

/** A constant, as a field's first value. */
export function constantOf(p: Parser): ConstExpr {
  const value = tryConstant(p);
  if (value === null) throw fail(p, 'expected a constant');
  return value;
}
