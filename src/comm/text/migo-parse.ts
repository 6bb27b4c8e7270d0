// Reads MiGo, the text form of behavioural types: procedures over channels, without data.
//
// An `if` is a free choice, and so is a `tau` case of a select, which may be taken whether or not another case is ready.
// Reads and writes of memory become scheduling points. `main.main` or `main` is the entry, else the first definition.

import { noWhy, why } from '../../base/reasons.ts';
import type { CommProgram, Expr, Proc, RecvStmt, SendStmt, Site, Stmt, VarDecl } from '../comm.ts';
import { type LexRules, readText, TextError, type Token, tokenize } from './lex.ts';
import type { ParseResult } from './parse.ts';

const rules: LexRules = { name: /[\w.#/$]+/y, punct: /[:;,()=]/y, comment: '--' };

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  readonly procs: Map<string, { readonly index: number; readonly params: number }>;
  vars: Map<string, number>;
  decls: VarDecl[];
}

/** Reads a whole file; `file` is what the text is called. */
export function parseMigo(text: string, file: string): ParseResult {
  return readText(() => readProgram(text, file));
}

function readProgram(text: string, file: string): CommProgram {
  const r: Reader = { tokens: tokenize(text, rules), at: 0, procs: new Map(), vars: new Map(), decls: [] };
  declareProcs(r);
  const procs: Proc[] = [];
  while (next(r).kind !== 'end') procs.push(readProc(r));
  if (procs.length === 0) throw fail(r, 'expected a definition');
  const main = r.procs.get('main.main') ?? r.procs.get('main');
  const entry = main?.index ?? 0;
  const chosen = procs[entry] as Proc;
  if (chosen.params > 0) throw new TextError('the entry takes arguments', chosen.site.start, chosen.site.end);
  return {
    kind: 'CommProgram',
    name: chosen.name,
    root: main === undefined ? 'function' : 'main',
    files: [file],
    params: [],
    requires: [],
    globals: [],
    classes: [],
    procs,
    entry,
    assumptions: [],
    gaps: [],
  };
}

function declareProcs(r: Reader): void {
  r.tokens.forEach((token, i) => {
    if (token.kind !== 'name' || token.text !== 'def') return;
    const name = r.tokens[i + 1] as Token;
    if (r.procs.has(name.text)) throw new TextError(`${name.text} is defined twice`, name.start, name.end);
    let params = 0;
    for (let j = i + 3; j < r.tokens.length && (r.tokens[j] as Token).text !== ')'; j++) {
      if ((r.tokens[j] as Token).text !== ',') params++;
    }
    r.procs.set(name.text, { index: r.procs.size, params });
  });
}

function readProc(r: Reader): Proc {
  const start = next(r).start;
  expect(r, 'def');
  r.vars = new Map();
  r.decls = [];
  const name = ident(r);
  expect(r, '(');
  for (const param of identList(r)) declareVar(r, param.text, param);
  const params = r.decls.length;
  const end = previous(r).end;
  expect(r, ':');
  const body = readStmts(r);
  return {
    name: name.text,
    role: { kind: 'helper' },
    vars: r.decls,
    params,
    results: [],
    body,
    site: { file: 0, start, end },
  };
}

/** Names up to the closing parenthesis, which is taken. */
function identList(r: Reader): readonly Token[] {
  const list: Token[] = [];
  if (eat(r, ')')) return list;
  do list.push(ident(r));
  while (eat(r, ','));
  expect(r, ')');
  return list;
}

function declareVar(r: Reader, name: string, at: Token): number {
  const known = r.vars.get(name);
  if (known !== undefined) return known;
  const index = r.decls.length;
  r.vars.set(name, index);
  r.decls.push({ name, site: { file: 0, start: at.start, end: at.end } });
  return index;
}

const closers = new Set(['def', 'else', 'endif', 'case', 'endselect']);

function readStmts(r: Reader): readonly Stmt[] {
  const body: Stmt[] = [];
  while (next(r).kind !== 'end' && !closers.has(next(r).text)) {
    const stmt = readStmt(r);
    expect(r, ';');
    if (stmt !== null) body.push(stmt);
  }
  return body;
}

function readStmt(r: Reader): Stmt | null {
  const token = next(r);
  const { start } = token;
  switch (token.text) {
    case 'let': {
      r.at++;
      const name = ident(r);
      expect(r, '=');
      expect(r, 'newchan');
      ident(r);
      expect(r, ',');
      const size = next(r);
      if (size.kind !== 'int') throw fail(r, 'expected the capacity');
      r.at++;
      const target = declareVar(r, name.text, name);
      const capacity: Expr = { kind: 'int', value: Number(size.text) };
      return { kind: 'chan', target, capacity, label: name.text, site: site(r, start) };
    }
    case 'letmem': {
      r.at++;
      const name = ident(r);
      declareVar(r, name.text, name);
      return null;
    }
    case 'letsync': {
      r.at++;
      const name = ident(r);
      const sync = eat(r, 'rwmutex') ? 'rwmutex' : 'mutex';
      if (sync === 'mutex') expect(r, 'mutex');
      const target = declareVar(r, name.text, name);
      return { kind: 'new', target, what: { kind: 'sync', sync }, label: name.text, site: site(r, start) };
    }
    case 'read':
    case 'write':
      r.at++;
      ident(r);
      return { kind: 'yield', site: site(r, start) };
    case 'lock':
    case 'unlock':
    case 'rlock':
    case 'runlock': {
      r.at++;
      const lock = variable(r);
      return { kind: 'lock', op: token.text, lock, target: null, site: site(r, start) };
    }
    case 'close': {
      r.at++;
      const chan = variable(r);
      return { kind: 'close', chan, site: site(r, start) };
    }
    case 'call':
    case 'spawn':
      return readCall(r, token.text === 'spawn');
    case 'if': {
      r.at++;
      const then = readStmts(r);
      expect(r, 'else');
      const otherwise = readStmts(r);
      expect(r, 'endif');
      const place = { file: 0, start, end: token.end };
      return { kind: 'choice', why: noWhy, branches: [then, otherwise], site: place };
    }
    case 'select':
      return readSelect(r);
    default: {
      const comm = readComm(r);
      return comm ?? { kind: 'yield', site: site(r, start) };
    }
  }
}

function readCall(r: Reader, spawn: boolean): Stmt {
  const { start } = next(r);
  r.at++;
  const name = ident(r);
  expect(r, '(');
  const args = identList(r).map((arg): Expr => {
    const index = r.vars.get(arg.text);
    if (index === undefined) throw new TextError(`${arg.text} is not defined`, arg.start, arg.end);
    return { kind: 'var', index };
  });
  const proc = r.procs.get(name.text);
  if (proc === undefined) throw new TextError(`${name.text} is not defined`, name.start, name.end);
  if (proc.params !== args.length) {
    throw new TextError(`${name.text} takes ${proc.params} arguments, not ${args.length}`, name.start, name.end);
  }
  const callee = { kind: 'proc', proc: proc.index } as const;
  if (spawn) return { kind: 'go', callee, args, site: site(r, start) };
  return { kind: 'call', callee, args, targets: [], site: site(r, start) };
}

/** `send c` or `recv c`; null for `tau`. */
function readComm(r: Reader): SendStmt | RecvStmt | null {
  const { start } = next(r);
  if (eat(r, 'tau')) return null;
  if (eat(r, 'send')) {
    const chan = variable(r);
    return { kind: 'send', chan, value: { kind: 'nil' }, site: site(r, start) };
  }
  if (!eat(r, 'recv')) throw fail(r, 'expected a statement');
  const chan = variable(r);
  return { kind: 'recv', chan, target: null, ok: null, site: site(r, start) };
}

function readSelect(r: Reader): Stmt {
  const keyword = next(r);
  const place: Site = { file: 0, start: keyword.start, end: keyword.end };
  r.at++;
  const cases: { comm: SendStmt | RecvStmt; body: readonly Stmt[] }[] = [];
  const silent: (readonly Stmt[])[] = [];
  while (eat(r, 'case')) {
    const comm = readComm(r);
    expect(r, ';');
    const body = readStmts(r);
    if (comm === null) silent.push(body);
    else cases.push({ comm, body });
  }
  expect(r, 'endselect');
  const [first] = silent;
  if (first === undefined) return { kind: 'select', cases, otherwise: null, site: place };
  if (cases.length === 0) return { kind: 'choice', why: why('tau'), branches: silent, site: place };
  // A silent case may be taken at any time: either it is, or a ready case is; and where none is ready, it must be.
  const choice = (branches: readonly (readonly Stmt[])[]): readonly Stmt[] =>
    branches.length === 1 ? first : [{ kind: 'choice', why: why('tau'), branches, site: place }];
  const guarded: Stmt = { kind: 'select', cases, otherwise: choice(silent), site: place };
  return { kind: 'choice', why: why('tau'), branches: [...silent, [guarded]], site: place };
}

function variable(r: Reader): Expr {
  const name = ident(r);
  const index = r.vars.get(name.text);
  if (index === undefined) throw new TextError(`${name.text} is not defined`, name.start, name.end);
  return { kind: 'var', index };
}

function next(r: Reader): Token {
  return r.tokens[r.at] as Token;
}

function previous(r: Reader): Token {
  return r.tokens[r.at - 1] as Token;
}

function site(r: Reader, start: number): Site {
  return { file: 0, start, end: previous(r).end };
}

function fail(r: Reader, message: string): TextError {
  const token = next(r);
  return new TextError(message, token.start, token.end);
}

function eat(r: Reader, text: string): boolean {
  if (next(r).text !== text || next(r).kind === 'end') return false;
  r.at++;
  return true;
}

function expect(r: Reader, text: string): void {
  if (!eat(r, text)) throw fail(r, `expected ${text}`);
}

function ident(r: Reader): Token {
  const token = next(r);
  if (token.kind !== 'name' && token.kind !== 'int') throw fail(r, 'expected a name');
  r.at++;
  return token;
}
