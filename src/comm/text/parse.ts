// Reads the text form of `comm` that print.ts writes.
//
// For programs written by hand: `program`, `files`, `entry`, `var` and places may be left out. Then the root is main, the
// text itself is the only file, and an assignment declares its variable.

import { assertNever } from '../../base/assert.ts';
import { tableOf } from '../../base/named.ts';
import type { Assumption } from '../../base/reasons.ts';
import type {
  ClassDecl,
  ClassRole,
  CommProgram,
  Expr,
  FieldDecl,
  FieldInit,
  Gap,
  ParamDecl,
  Proc,
  ProcRole,
  RootKind,
  VarDecl,
} from '../comm.ts';
import { type LexRules, type Read, readText, type Token, tokenize } from './lex.ts';
import { readAssumption, readGap } from './parse-reasons.ts';
import {
  declare,
  declaredName,
  eat,
  endOfLine,
  expect,
  fail,
  integer,
  type NameTable,
  newTable,
  oneOf,
  type Parser,
  peek,
  reference,
  site,
  string,
  word,
} from './parse-state.ts';
import { constantOf, parseBlock, parseExpr } from './parse-stmts.ts';

const rules: LexRules = {
  name: /[\p{L}_][\p{L}\p{N}_]*/uy,
  punct: /==|!=|<=|>=|&&|\|\||&\^|<<|>>|\+\+|\.<|[-+*/%&|^<>!=(){}[\],.:@#$?]/y,
  comment: '//',
};

export type ParseResult = Read<CommProgram>;

/** Reads a whole program. `file` is what the text is called where it names no files itself. */
export function parseProgram(text: string, file: string): ParseResult {
  return readText(() => readProgram(text, file));
}

function readProgram(text: string, file: string): CommProgram {
  const p: Parser = {
    tokens: tokenize(text, rules),
    at: 0,
    explicitSites: false,
    params: newTable(),
    globals: newTable(),
    classes: newTable(),
    procs: newTable(),
    fields: [],
    vars: newTable(),
    varDecls: [],
  };
  declareNames(p);
  let name: string | null = null;
  let root: RootKind = 'main';
  let files: readonly string[] = [file];
  let entry: number | null = null;
  const assumptions: Assumption[] = [];
  const gaps: Gap[] = [];
  const params: ParamDecl[] = [];
  const requires: Expr[] = [];
  const globals: VarDecl[] = [];
  const classes: ClassDecl[] = [];
  const procs: Proc[] = [];
  while (peek(p).kind !== 'end') {
    const start = peek(p).start;
    switch (word(p)) {
      case 'program':
        name = string(p);
        root = oneOf(p, ['main', 'test', 'function']);
        break;
      case 'files': {
        const list: string[] = [];
        if (peek(p).kind === 'string')
          do list.push(string(p));
          while (eat(p, ','));
        files = list;
        p.explicitSites = true;
        break;
      }
      case 'assume':
        assumptions.push(readAssumption(p));
        break;
      case 'gap': {
        const reason = readGap(p);
        gaps.push({ reason, site: site(p, start) });
        break;
      }
      case 'param': {
        const declared = declaredName(p);
        const type = oneOf(p, ['int', 'bool'] as const);
        const min = eat(p, 'min') ? integer(p) : null;
        const bits = eat(p, 'bits') ? { bits: integer(p) } : {};
        params.push({ name: declared, type, min, ...bits, site: site(p, start) });
        break;
      }
      case 'require':
        requires.push(parseExpr(p));
        break;
      case 'global':
        globals.push({ name: declaredName(p), site: site(p, start) });
        break;
      case 'class':
        classes.push(readClass(p));
        break;
      case 'entry':
        entry = reference(p, p.procs, 'procedure');
        break;
      case 'proc':
        procs.push(readProc(p, start));
        break;
      default:
        throw fail(p, 'expected a declaration', p.at - 1);
    }
    endOfLine(p);
  }
  if (procs.length === 0) throw fail(p, 'there is no procedure');
  const chosen = entry ?? p.procs.byName.get('main')?.[0] ?? 0;
  return {
    kind: 'CommProgram',
    name: name ?? (procs[chosen] as Proc).name,
    root,
    files,
    params,
    requires,
    globals,
    classes,
    procs,
    entry: chosen,
    assumptions,
    gaps,
  };
}

/** Finds what the file declares, so that bodies may refer to what comes later. */
function declareNames(p: Parser): void {
  let depth = 0;
  const tables = tableOf<NameTable>({
    param: p.params,
    global: p.globals,
    class: p.classes,
    proc: p.procs,
  });
  for (let i = 0; i < p.tokens.length; i++) {
    const token = p.tokens[i] as Token;
    if (token.kind === 'punct' && token.text === '{') depth++;
    if (token.kind === 'punct' && token.text === '}') depth--;
    if (depth !== 0 || token.kind !== 'name' || !token.first) continue;
    const table = tables.get(token.text);
    if (table === undefined) continue;
    p.at = i + 1;
    if (token.text === 'class') classRole(p);
    const from = p.at;
    declare(p, table, declaredName(p), from);
    if (token.text === 'class') p.fields.push(fieldNames(p));
  }
  p.at = 0;
}

/** The names of a class's fields: the first token of each line of its body. */
function fieldNames(p: Parser): NameTable {
  const table = newTable();
  for (let i = p.at + 1; i < p.tokens.length; i++) {
    const token = p.tokens[i] as Token;
    if (token.text === '}' && token.kind === 'punct') break;
    if (!token.first) continue;
    const back = p.at;
    p.at = i;
    declare(p, table, declaredName(p), i);
    p.at = back;
  }
  return table;
}

function readClass(p: Parser): ClassDecl {
  const role = classRole(p);
  const name = declaredName(p);
  expect(p, '{');
  const fields: FieldDecl[] = [];
  while (!eat(p, '}')) {
    const field = declaredName(p);
    fields.push({ name: field, init: readFieldInit(p) });
    if (peek(p).text !== '}') endOfLine(p);
  }
  return { name, role, fields };
}

/** The word for a role, where a name follows it. */
function classRole(p: Parser): ClassRole {
  const after = (p.tokens[p.at + 1] as Token).kind;
  return after === 'name' || after === 'quoted' ? oneOf(p, ['struct', 'cell', 'box', 'environment']) : 'struct';
}

function readFieldInit(p: Parser): FieldInit {
  if (eat(p, '=')) return { kind: 'value', value: constantOf(p) };
  if (eat(p, 'record')) return { kind: 'record', class: reference(p, p.classes, 'class') };
  return { kind: 'sync', sync: oneOf(p, ['mutex', 'rwmutex', 'waitgroup']) };
}

function readProc(p: Parser, start: number): Proc {
  const name = declaredName(p);
  p.vars = newTable();
  p.varDecls = [];
  expect(p, '(');
  if (!eat(p, ')')) {
    do readVar(p);
    while (eat(p, ','));
    expect(p, ')');
  }
  const params = p.varDecls.length;
  // Results may be declared in the body: their names are kept until it is read.
  const results: number[] = [];
  if (eat(p, 'results')) {
    do results.push(p.at++);
    while (skipNumber(p) && eat(p, ','));
  }
  const role = eat(p, 'is') ? readRole(p) : plainRole;
  const place = site(p, start);
  expect(p, '{');
  while (peek(p).kind === 'name' && peek(p).text === 'var') {
    p.at++;
    do readVar(p);
    while (eat(p, ','));
    endOfLine(p);
  }
  const body = parseBlock(p);
  const after = p.at;
  const resolved = results.map((token) => {
    p.at = token;
    return reference(p, p.vars, 'variable');
  });
  p.at = after;
  return { name, role, vars: p.varDecls, params, results: resolved, body, site: place };
}

const plainRole: ProcRole = { kind: 'helper' };

function readRole(p: Parser): ProcRole {
  const kind = oneOf(p, ['function', 'environment', 'held', 'keys', 'key', 'anything', 'writes', 'calls'] as const);
  switch (kind) {
    case 'function': {
      const id = string(p);
      const root = eat(p, 'root');
      return { kind, id, root, model: eat(p, 'model') ? string(p) : null };
    }
    case 'environment':
    case 'held':
    case 'keys':
    case 'key':
      return { kind };
    case 'anything':
    case 'writes':
    case 'calls':
      return { kind, reason: readGap(p) };
    default:
      return assertNever(kind, 'role');
  }
}

function skipNumber(p: Parser): boolean {
  if (eat(p, '#')) p.at++;
  return true;
}

function readVar(p: Parser): void {
  const from = p.at;
  const start = peek(p).start;
  const name = declaredName(p);
  declare(p, p.vars, name, from);
  p.varDecls.push({ name, site: site(p, start) });
}
