// Reads VirGo: the syntax of the paper's Figure 2 and of its tool's example files, and our additions (see virgo.ts).
//
// Loops may be named (`for i : 0 .. x`); a name in an expression is always a parameter. Whether a parameter is a number or a
// boolean follows from how it is used. Channels and WaitGroups are declared once, before their uses, in an enclosing block.

import { tableOf } from '../base/named.ts';
import { noWhy } from '../base/reasons.ts';
import type { BinOp, Expr, ParamDecl, Site } from '../comm/comm.ts';
import { type LexRules, type Read, readText, TextError, type Token, tokenize, unquoteName } from '../comm/index.ts';
import {
  type VirgoBlock,
  type VirgoChannel,
  type VirgoComm,
  type VirgoLock,
  type VirgoName,
  type VirgoProgram,
  type VirgoStmt,
  type VirgoTau,
  withVirgoBlocks,
} from './virgo.ts';

const rules: LexRules = {
  name: /[A-Za-z_][\w']*/y,
  punct: /\.\.|==|!=|\/=|<=|>=|&&|\|\||[-+*/%<>!?&|=;:{}()[\].]/y,
  comment: '//',
};

export type VirgoParseResult = Read<VirgoProgram>;

interface Param {
  readonly site: Site;
  type: 'int' | 'bool' | null;
}

/** Programs that people write are far from this; much deeper ones would be too deep for everything that goes down into them. */
const deepest = 200;

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  /** Blocks and operators around the current place. */
  depth: number;
  readonly channels: VirgoChannel[];
  readonly groups: VirgoName[];
  readonly locks: VirgoName[];
  /** What names mean here: `chan` or `group`, with their index. */
  scope: Map<string, { readonly kind: 'chan' | 'group' | 'lock'; readonly index: number }>;
  /** Loops and blocks around the current place within its process; true for loops. */
  labels: Map<string, boolean>;
  readonly params: Map<string, Param>;
  readonly declared: Set<string>;
  /** Comparisons of two parameters of unknown type. */
  readonly same: [string, string][];
}

/** Reads a whole file; `file` is what the text is called. */
export function parseVirgo(text: string, file: string): VirgoParseResult {
  return readText(() => readProgram(text, file));
}

function readProgram(text: string, file: string): VirgoProgram {
  const r: Reader = {
    tokens: tokenize(text, rules),
    at: 0,
    depth: 0,
    channels: [],
    groups: [],
    locks: [],
    scope: new Map(),
    labels: new Map(),
    params: new Map(),
    declared: new Set(),
    same: [],
  };
  const requires = readRequires(r);
  const raw = readStmts(r, 'end');
  const params = declareParams(r);
  const index = new Map(params.map((param, i) => [param.name, i]));
  const body = resolveBlock(raw, index);
  const name = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  return {
    kind: 'VirgoProgram',
    name,
    root: 'function',
    files: [file],
    params,
    requires: requires.map((e) => resolve(e, index)),
    channels: r.channels,
    groups: r.groups,
    locks: r.locks,
    body,
    assumptions: [],
    exact: true,
  };
}

/** `requires e`, before everything else. */
function readRequires(r: Reader): readonly Expr[] {
  const found: Expr[] = [];
  while (peek(r).kind === 'name' && peek(r).text === 'requires') {
    r.at++;
    found.push(readExpr(r, 'bool'));
    while (isPunct(r, ';')) r.at++;
  }
  return found;
}

/** Parameters in the order of their first use, each with its type. */
function declareParams(r: Reader): readonly ParamDecl[] {
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, b] of r.same) {
      const [x, y] = [r.params.get(a), r.params.get(b)];
      if (x === undefined || y === undefined || x.type === y.type) continue;
      if (x.type === null) x.type = y.type;
      else if (y.type === null) y.type = x.type;
      else throw new TextError(`${a} is ${x.type} and ${b} is ${y.type}`, x.site.start, x.site.end);
      changed = true;
    }
  }
  return [...r.params].map(([name, { site, type }]) => ({ name, type: type ?? 'int', min: null, site }));
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

function readStmts(r: Reader, stop: '}' | 'end'): VirgoBlock {
  const outer = r.scope;
  r.scope = new Map(outer);
  const found: VirgoStmt[] = [];
  while (true) {
    while (isPunct(r, ';')) r.at++;
    const token = peek(r);
    if (stop === 'end' ? token.kind === 'end' : isPunct(r, '}')) break;
    found.push(readStmt(r));
  }
  r.scope = outer;
  return found;
}

function readBlock(r: Reader): VirgoBlock {
  expect(r, '{');
  const block = deeper(r, () => readStmts(r, '}'));
  expect(r, '}');
  return block;
}

function deeper<T>(r: Reader, read: () => T): T {
  if (++r.depth > deepest) throw fail(r, 'this is nested too deeply');
  const found = read();
  r.depth--;
  return found;
}

function readStmt(r: Reader): VirgoStmt {
  const token = peek(r);
  if (token.kind !== 'name' && token.kind !== 'quoted') throw fail(r, 'expected a statement');
  const start = token.start;
  const site = (): Site => ({ file: 0, start, end: previous(r).end });
  if (token.kind === 'name') {
    switch (token.text) {
      case 'skip':
        r.at++;
        return { kind: 'skip', site: site() };
      case 'return':
        r.at++;
        return { kind: 'return', site: site() };
      case 'exit':
        r.at++;
        return { kind: 'exit', site: site() };
      case 'fail':
        r.at++;
        return { kind: 'fail', what: 'fail', site: site() };
      case 'go':
        return readGo(r, site);
      case 'if':
        return readIf(r, site);
      case 'for':
        return readFor(r, site);
      case 'block':
        return readLabelled(r, site);
      case 'break':
      case 'continue':
        return readBranch(r, token.text, site);
      case 'select':
        return readSelect(r, site);
      case 'close': {
        r.at++;
        expect(r, '(');
        const chan = object(r, 'chan');
        expect(r, ')');
        return { kind: 'close', chan, site: site() };
      }
    }
  }
  return readNamed(r, site);
}

/** What begins with the name of a channel or WaitGroup. */
function readNamed(r: Reader, site: () => Site): VirgoStmt {
  const after = r.tokens[r.at + 1] as Token;
  if (after.text === '=' || after.text === 'chan') return readDeclaration(r, site);
  if (after.text === '!' || after.text === '?') return readComm(r);
  if (after.text !== '.') {
    r.at++;
    throw fail(r, 'expected =, !, ? or .');
  }
  if (r.scope.get((r.tokens[r.at] as Token).text)?.kind === 'lock') return readLock(r, site);
  const group = object(r, 'group');
  expect(r, '.');
  const method = ident(r);
  expect(r, '(');
  if (method === 'Wait') {
    expect(r, ')');
    return { kind: 'wait', group, site: site() };
  }
  if (method === 'Done') {
    expect(r, ')');
    return { kind: 'add', group, delta: { kind: 'int', value: -1 }, site: site() };
  }
  if (method !== 'Add') throw fail(r, 'expected Add, Done or Wait');
  const delta = readExpr(r, 'int');
  expect(r, ')');
  return { kind: 'add', group, delta, site: site() };
}

const lockOps = tableOf<VirgoLock['op']>({
  Lock: 'lock',
  Unlock: 'unlock',
  RLock: 'rlock',
  RUnlock: 'runlock',
});

function readLock(r: Reader, site: () => Site): VirgoStmt {
  const lock = object(r, 'lock');
  expect(r, '.');
  const op = lockOps.get(ident(r));
  if (op === undefined) throw fail(r, 'expected Lock, Unlock, RLock or RUnlock');
  expect(r, '(');
  expect(r, ')');
  return { kind: 'lock', op, lock, site: site() };
}

function readDeclaration(r: Reader, site: () => Site): VirgoStmt {
  const token = peek(r);
  const name = ident(r);
  if (r.declared.has(name)) throw new TextError(`${name} is declared twice`, token.start, token.end);
  // Some texts leave the `=` out.
  if (isPunct(r, '=')) r.at++;
  const what = ident(r);
  const place: Site = { file: 0, start: token.start, end: token.end };
  r.declared.add(name);
  if (what === 'WaitGroup') {
    r.groups.push({ name, site: place });
    r.scope.set(name, { kind: 'group', index: r.groups.length - 1 });
    return { kind: 'group', target: r.groups.length - 1, site: site() };
  }
  if (what === 'RWMutex') {
    r.locks.push({ name, site: place });
    r.scope.set(name, { kind: 'lock', index: r.locks.length - 1 });
    return { kind: 'rwlock', target: r.locks.length - 1, site: site() };
  }
  if (what !== 'chan') throw fail(r, 'expected chan, WaitGroup or RWMutex');
  expect(r, '[');
  const capacity = readExpr(r, 'int');
  expect(r, ']');
  r.channels.push({ name, site: place, mutex: false });
  r.scope.set(name, { kind: 'chan', index: r.channels.length - 1 });
  return { kind: 'chan', target: r.channels.length - 1, capacity, site: site() };
}

function readComm(r: Reader): VirgoComm {
  const start = peek(r).start;
  const chan = object(r, 'chan');
  const op = peek(r);
  if (op.text !== '!' && op.text !== '?') throw fail(r, 'expected ! or ?');
  r.at++;
  return { kind: op.text === '!' ? 'send' : 'recv', chan, site: { file: 0, start, end: op.end } };
}

function readTau(r: Reader): VirgoTau {
  const { start, end } = peek(r);
  r.at++;
  return { kind: 'tau', site: { file: 0, start, end } };
}

function readGo(r: Reader, site: () => Site): VirgoStmt {
  r.at++;
  const labels = r.labels;
  r.labels = new Map();
  const body = readBlock(r);
  r.labels = labels;
  return { kind: 'go', name: '', body, site: site() };
}

function readIf(r: Reader, site: () => Site): VirgoStmt {
  r.at++;
  const receive = peek(r).kind !== 'punct' && (r.tokens[r.at + 1] as Token).text === '?';
  const chan = receive ? readComm(r).chan : 0;
  const cond: Expr = receive ? { kind: 'bool', value: true } : readExpr(r, 'bool');
  const then = readBlock(r);
  let otherwise: VirgoBlock = [];
  if (peek(r).text === 'else') {
    r.at++;
    otherwise = peek(r).text === 'if' ? [readIf(r, site)] : readBlock(r);
  }
  if (receive) return { kind: 'receive', chan, then, otherwise, site: site() };
  return { kind: 'if', cond, then, otherwise, site: site() };
}

function readFor(r: Reader, site: () => Site): VirgoStmt {
  r.at++;
  let label = '';
  if ((peek(r).kind === 'name' || peek(r).kind === 'quoted') && (r.tokens[r.at + 1] as Token).text === ':') {
    label = ident(r);
    r.at++;
  }
  const ends = isPunct(r, '?') && (r.tokens[r.at + 1] as Token).text === '{';
  if (ends || isPunct(r, '{')) {
    if (ends) r.at++;
    return { kind: 'loop', label, ends, of: '', body: inside(r, label, true), site: site() };
  }
  if (peek(r).text === 'range') {
    r.at++;
    const chan = object(r, 'chan');
    return { kind: 'range', label, chan, body: inside(r, label, true), site: site() };
  }
  const lo = readExpr(r, 'int');
  expect(r, '..');
  const hi = readExpr(r, 'int');
  let step = 1;
  if (peek(r).text === 'step') {
    r.at++;
    step = Number(peek(r).text);
    if (peek(r).kind !== 'int' || step < 1 || !Number.isSafeInteger(step)) throw fail(r, 'expected a positive number');
    r.at++;
  }
  return { kind: 'for', label, lo, hi, step, tested: [], body: inside(r, label, true), site: site() };
}

function readLabelled(r: Reader, site: () => Site): VirgoStmt {
  r.at++;
  const label = ident(r);
  return { kind: 'block', label, body: inside(r, label, false), site: site() };
}

/** A block in which a label can be named. */
function inside(r: Reader, label: string, loop: boolean): VirgoBlock {
  const outer = r.labels;
  r.labels = new Map(outer);
  if (label !== '') r.labels.set(label, loop);
  const body = readBlock(r);
  r.labels = outer;
  return body;
}

function readBranch(r: Reader, kind: 'break' | 'continue', site: () => Site): VirgoStmt {
  r.at++;
  const label = ident(r);
  const loop = r.labels.get(label);
  r.at--;
  if (loop === undefined) throw fail(r, `there is no ${label} around this`);
  if (kind === 'continue' && !loop) throw fail(r, `${label} is not a loop`);
  r.at++;
  return { kind, label, site: site() };
}

function readSelect(r: Reader, site: () => Site): VirgoStmt {
  r.at++;
  expect(r, '{');
  const cases: { comm: VirgoComm | VirgoTau; body: VirgoBlock }[] = [];
  let otherwise: VirgoBlock | null = null;
  while (!isPunct(r, '}')) {
    if (isPunct(r, ';')) {
      r.at++;
      continue;
    }
    const word = ident(r);
    if (word === 'case') {
      const comm = isPunct(r, '?') ? readTau(r) : readComm(r);
      cases.push({ comm, body: readBlock(r) });
    } else if (word === 'default' && otherwise === null) {
      otherwise = readBlock(r);
    } else {
      throw fail(r, 'expected case or default');
    }
  }
  expect(r, '}');
  return { kind: 'select', cases, otherwise, site: site() };
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions: names of parameters stand as atoms until all of them are known

const levels: readonly (readonly string[])[] = [
  ['||', '|'],
  ['&&', '&'],
  ['==', '!=', '/=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const spelled = tableOf<BinOp>({ '|': '||', '&': '&&', '/=': '!=' });

function readExpr(r: Reader, type: 'int' | 'bool'): Expr {
  const start = r.at;
  const expr = readLevel(r, 0);
  demand(r, expr, type, r.tokens[start] as Token);
  return expr;
}

function readLevel(r: Reader, level: number): Expr {
  const ops = levels[level];
  if (ops === undefined) return readUnary(r);
  let x = readLevel(r, level + 1);
  for (let parts = 1; peek(r).kind === 'punct' && ops.includes(peek(r).text); parts++) {
    const token = peek(r);
    // Each operator goes down by one.
    if (parts > deepest) throw fail(r, 'an expression of too many parts');
    r.at++;
    const y = readLevel(r, level + 1);
    const op = spelled.get(token.text) ?? (token.text as BinOp);
    if (level < 2) {
      demand(r, x, 'bool', token);
      demand(r, y, 'bool', token);
    } else if (op === '==' || op === '!=') {
      unify(r, x, y, token);
    } else {
      demand(r, x, 'int', token);
      demand(r, y, 'int', token);
    }
    x = { kind: 'binary', op, x, y };
    if (level === 2) break;
  }
  return x;
}

function readUnary(r: Reader): Expr {
  const token = peek(r);
  if (isPunct(r, '!') || isPunct(r, '-')) {
    r.at++;
    const x = deeper(r, () => readUnary(r));
    demand(r, x, token.text === '!' ? 'bool' : 'int', token);
    if (token.text === '-' && x.kind === 'int') return { kind: 'int', value: x.value === 0 ? 0 : -x.value };
    return { kind: 'unary', op: token.text as '!' | '-', x };
  }
  if (isPunct(r, '(')) {
    r.at++;
    const x = deeper(r, () => readLevel(r, 0));
    expect(r, ')');
    return x;
  }
  if (isPunct(r, '?')) {
    r.at++;
    return { kind: 'unknown', why: noWhy };
  }
  if (token.kind === 'int') {
    r.at++;
    const value = Number(token.text);
    if (!Number.isSafeInteger(value)) throw new TextError('too large a number', token.start, token.end);
    return { kind: 'int', value };
  }
  if (token.kind === 'name' && (token.text === 'true' || token.text === 'false')) {
    r.at++;
    return { kind: 'bool', value: token.text === 'true' };
  }
  const name = ident(r);
  if (r.scope.has(name)) throw new TextError(`${name} is not a parameter`, token.start, token.end);
  if (!r.params.has(name)) {
    r.params.set(name, { site: { file: 0, start: token.start, end: token.end }, type: null });
  }
  return { kind: 'atom', value: name };
}

/** The type of an expression, or null for a parameter whose type is not known yet. */
function typeOf(r: Reader, e: Expr): 'int' | 'bool' | null {
  switch (e.kind) {
    case 'int':
      return 'int';
    case 'bool':
      return 'bool';
    case 'atom':
      return r.params.get(e.value)?.type ?? null;
    case 'unary':
      return e.op === '-' ? 'int' : 'bool';
    case 'binary':
      return '+-*/%'.includes(e.op) ? 'int' : 'bool';
    default:
      return null;
  }
}

function demand(r: Reader, e: Expr, type: 'int' | 'bool', at: Token): void {
  const found = typeOf(r, e);
  if (found === type) return;
  if (found === null) {
    if (e.kind === 'atom') (r.params.get(e.value) as Param).type = type;
    else if (type === 'int') throw new TextError('? stands for a condition only', at.start, at.end);
    return;
  }
  throw new TextError(type === 'int' ? 'expected a number' : 'expected a condition', at.start, at.end);
}

function unify(r: Reader, x: Expr, y: Expr, at: Token): void {
  const [a, b] = [typeOf(r, x), typeOf(r, y)];
  if (a !== null) demand(r, y, a, at);
  else if (b !== null) demand(r, x, b, at);
  else if (x.kind === 'atom' && y.kind === 'atom') r.same.push([x.value, y.value]);
}

function resolve(e: Expr, index: ReadonlyMap<string, number>): Expr {
  switch (e.kind) {
    case 'atom':
      return { kind: 'param', index: index.get(e.value) as number };
    case 'unary':
      return { ...e, x: resolve(e.x, index) };
    case 'binary':
      return { ...e, x: resolve(e.x, index), y: resolve(e.y, index) };
    default:
      return e;
  }
}

function resolveBlock(block: VirgoBlock, index: ReadonlyMap<string, number>): VirgoBlock {
  const inner = (b: VirgoBlock): VirgoBlock => resolveBlock(b, index);
  return block.map((whole): VirgoStmt => {
    const stmt = withVirgoBlocks(whole, inner);
    switch (stmt.kind) {
      case 'chan':
        return { ...stmt, capacity: resolve(stmt.capacity, index) };
      case 'add':
        return { ...stmt, delta: resolve(stmt.delta, index) };
      case 'if':
        return { ...stmt, cond: resolve(stmt.cond, index) };
      case 'for':
        return { ...stmt, lo: resolve(stmt.lo, index), hi: resolve(stmt.hi, index) };
      default:
        return stmt;
    }
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Tokens

function peek(r: Reader): Token {
  return r.tokens[r.at] as Token;
}

function previous(r: Reader): Token {
  return r.tokens[r.at - 1] as Token;
}

function isPunct(r: Reader, text: string): boolean {
  return peek(r).kind === 'punct' && peek(r).text === text;
}

function expect(r: Reader, text: string): void {
  if (!isPunct(r, text)) throw fail(r, `expected ${text}`);
  r.at++;
}

function ident(r: Reader): string {
  const token = peek(r);
  if (token.kind === 'quoted') {
    const name = unquoteName(token.text);
    if (name === null) throw fail(r, 'not a name');
    r.at++;
    return name;
  }
  if (token.kind !== 'name') throw fail(r, 'expected a name');
  r.at++;
  return token.text;
}

function object(r: Reader, kind: 'chan' | 'group' | 'lock'): number {
  const token = peek(r);
  const name = ident(r);
  const found = r.scope.get(name);
  const what = { chan: 'channel', group: 'WaitGroup', lock: 'RWMutex' }[kind];
  if (found === undefined || found.kind !== kind) {
    throw new TextError(`there is no ${what} ${name} here`, token.start, token.end);
  }
  return found.index;
}

function fail(r: Reader, message: string): TextError {
  const token = peek(r);
  return new TextError(message, token.start, token.end);
}
