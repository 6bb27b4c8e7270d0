// Prints the behavioural type of a communication program as MiGo: what it does with channels and locks, without data.
//
// Conditions become free choices, and loops become procedures that call themselves, so the type allows every run of the
// program and possibly more.

import { must } from '../../base/assert.ts';
import type { Callee, CommProgram, Expr, LoopStmt, Proc, RecvStmt, SendStmt, Site, Stmt } from '../comm.ts';
import { blocksOf } from '../walk.ts';
import { type Emitted, Unsupported } from './flat.ts';
import { referenceVars } from './references.ts';

/** The program in MiGo, or the reason why it cannot be. */
export function emitMigo(program: CommProgram): Emitted {
  try {
    const e: Emitter = { program, refs: referenceVars(program), defs: [], names: defNames(program), fresh: 0 };
    program.procs.forEach((proc, index) => {
      printProc(e, proc, index);
    });
    return { ok: true, text: e.defs.join('') };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ok: false, reason: error.message, site: error.site };
  }
}

interface Emitter {
  readonly program: CommProgram;
  readonly refs: readonly ReadonlySet<number>[];
  readonly defs: string[];
  readonly names: readonly string[];
  fresh: number;
}

/** The names that variables which hold objects have at some place. */
type Env = ReadonlyMap<number, string>;

/** What comes after some statements, from there on to the end of the definition. */
type Next = (env: Env) => readonly string[];

interface Scope {
  readonly e: Emitter;
  readonly proc: Proc;
  readonly index: number;
  readonly vars: readonly string[];
  readonly labels: ReadonlyMap<string, { readonly out: Next; readonly again: Next }>;
}

const words = new Set(
  (
    'def call spawn case close else endif endselect if let newchan select send recv tau letmem read write letsync mutex ' +
    'rwmutex lock unlock rlock runlock'
  ).split(' '),
);

function identifier(name: string): string {
  const plain = name.replace(/[^\w.#/$]/g, '_');
  return plain === '' || words.has(plain) || /^\d+$/.test(plain) ? `_${plain}` : plain;
}

function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = identifier(name);
    let unique = plain;
    for (let i = 2; taken.has(unique); i++) unique = `${plain}_${i}`;
    taken.add(unique);
    return unique;
  });
}

/** The entry is called main where nothing else is, so that readers find it. */
function defNames(program: CommProgram): readonly string[] {
  const names = program.procs.map((proc) => proc.name);
  if (!names.includes('main.main') && !names.includes('main')) names[program.entry] = 'main';
  return distinct(names);
}

function printProc(e: Emitter, proc: Proc, index: number): void {
  const vars = distinct(proc.vars.map((decl) => decl.name));
  const params = paramsOf(e, index);
  const scope: Scope = { e, proc, index, vars, labels: new Map() };
  const env: Env = new Map(params.map((v) => [v, vars[v] as string]));
  // A definition stands before those that it needs.
  const at = e.defs.push('') - 1;
  const body = sequence(scope, proc.body, 0, env, () => []);
  e.defs[at] = definition(must(e.names[index]), [...env.values()], body);
}

function paramsOf(e: Emitter, index: number): readonly number[] {
  const proc = must(e.program.procs[index]);
  return [...must(e.refs[index])].filter((v) => v < proc.params).sort((a, b) => a - b);
}

function definition(name: string, params: readonly string[], body: readonly string[]): string {
  const lines = body.length === 0 ? ['tau;'] : body;
  return `def ${name}(${params.join(', ')}):\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** Makes a definition of what comes next, and gives the call of it. */
function asDefinition(s: Scope, kind: string, env: Env, make: (own: Env, self: Next) => readonly string[]): Next {
  const name = `${s.e.names[s.index]}#${kind}${++s.e.fresh}`;
  const vars = [...env.keys()];
  const own: Env = new Map(vars.map((v) => [v, s.vars[v] as string]));
  const self: Next = (there) => [`call ${name}(${vars.map((v) => must(there.get(v), 'variable')).join(', ')});`];
  const at = s.e.defs.push('') - 1;
  s.e.defs[at] = definition(name, [...own.values()], make(own, self));
  return self;
}

function sequence(s: Scope, body: readonly Stmt[], from: number, env: Env, next: Next): readonly string[] {
  const stmt = body[from];
  if (stmt === undefined) return next(env);
  const rest: Next = (there) => sequence(s, body, from + 1, there, next);
  switch (stmt.kind) {
    case 'chan': {
      const { capacity } = stmt;
      if (capacity.kind !== 'int' || capacity.value < 0)
        throw new Unsupported('a capacity that is not fixed', stmt.site);
      const name = s.vars[stmt.target] as string;
      const made = `let ${name} = newchan ${identifier(stmt.label)}, ${capacity.value};`;
      return [made, ...rest(new Map(env).set(stmt.target, name))];
    }
    case 'new': {
      if (stmt.what.kind !== 'sync' || stmt.what.sync === 'waitgroup') {
        throw new Unsupported('an object that MiGo does not have', stmt.site);
      }
      const name = s.vars[stmt.target] as string;
      return [`letsync ${name} ${stmt.what.sync};`, ...rest(new Map(env).set(stmt.target, name))];
    }
    case 'assign': {
      if (!must(s.e.refs[s.index]).has(stmt.target)) return rest(env);
      const renamed = new Map(env);
      if (stmt.value.kind === 'nil') renamed.delete(stmt.target);
      else renamed.set(stmt.target, nameOf(env, stmt.value, stmt.site));
      return rest(renamed);
    }
    case 'load':
    case 'store':
    case 'array':
    case 'map':
      if (usesReference(s, stmt)) throw new Unsupported('objects held in memory', stmt.site);
      return rest(env);
    case 'atomic':
    case 'yield':
      return ['tau;', ...rest(env)];
    case 'send':
    case 'recv':
      return [`${comm(s, env, stmt)};`, ...rest(env)];
    case 'close':
      return [`close ${nameOf(env, stmt.chan, stmt.site)};`, ...rest(env)];
    case 'lock':
      if (stmt.op === 'trylock' || stmt.op === 'tryrlock') throw new Unsupported(stmt.op, stmt.site);
      return [`${stmt.op} ${nameOf(env, stmt.lock, stmt.site)};`, ...rest(env)];
    case 'go':
      return [`spawn ${target(s, env, stmt.callee, stmt.args, stmt.site)};`, ...rest(env)];
    case 'call':
      return [`call ${target(s, env, stmt.callee, stmt.args, stmt.site)};`, ...rest(env)];
    case 'return':
      return [];
    case 'branch': {
      const label = must(s.labels.get(stmt.label), 'label');
      return stmt.op === 'break' ? label.out(env) : label.again(env);
    }
    case 'if':
      return branches(s, env, [stmt.then, stmt.otherwise], stmt, rest);
    case 'choice':
      return branches(s, env, stmt.branches, stmt, rest);
    case 'select': {
      const after = joined(s, stmt, env, rest);
      const lines = ['select'];
      for (const one of stmt.cases) {
        lines.push(`  case ${comm(s, env, one.comm)};`, ...indent(sequence(s, one.body, 0, env, after.inner)));
      }
      if (stmt.otherwise !== null)
        lines.push('  case tau;', ...indent(sequence(s, stmt.otherwise, 0, env, after.inner)));
      return [...lines, 'endselect;', ...after.outer(env)];
    }
    case 'loop':
      return loop(s, env, stmt, rest);
    case 'waitgroup':
    case 'cond':
    case 'timer':
    case 'defer':
    case 'panic':
    case 'recover':
    case 'exit':
      throw new Unsupported(`${stmt.kind}, which MiGo does not have`, stmt.site);
  }
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `    ${line}`);
}

function branches(s: Scope, env: Env, all: readonly (readonly Stmt[])[], stmt: Stmt, rest: Next): readonly string[] {
  const after = joined(s, stmt, env, rest);
  const nest = (from: number): readonly string[] => {
    const own = sequence(s, must(all[from]), 0, env, after.inner);
    if (from === all.length - 1) return own;
    return ['if', ...indent(own), 'else', ...indent(nest(from + 1)), 'endif;'];
  };
  return [...nest(0), ...after.outer(env)];
}

/**
 * How ways that part in a statement come together behind it: in place, or, where one leaves for elsewhere or binds a
 * variable, in a definition that the others call.
 */
function joined(s: Scope, stmt: Stmt, env: Env, rest: Next): { inner: Next; outer: Next } {
  const nothing: Next = () => [];
  if (!leaves(s, stmt)) return { inner: nothing, outer: rest };
  return { inner: asDefinition(s, 'next', env, rest), outer: nothing };
}

/** Whether a block inside jumps away, returns, or assigns a variable that holds an object. */
function leaves(s: Scope, stmt: Stmt): boolean {
  const refs = must(s.e.refs[s.index]);
  const inside = (body: readonly Stmt[]): boolean =>
    body.some((one) => {
      if (one.kind === 'return' || one.kind === 'branch') return true;
      if ((one.kind === 'assign' || one.kind === 'chan' || one.kind === 'new') && refs.has(one.target)) return true;
      return one.kind === 'loop' ? !isClosed(one) : blocksOf(one).some(inside);
    });
  return blocksOf(stmt).some(inside);
}

/** Whether a loop is left only by its own break. */
function isClosed(stmt: LoopStmt): boolean {
  const inside = (body: readonly Stmt[], labels: readonly string[]): boolean =>
    body.every((one) => {
      if (one.kind === 'return') return false;
      if (one.kind === 'branch') return labels.includes(one.label);
      const inner = one.kind === 'loop' ? [...labels, one.label] : labels;
      return blocksOf(one).every((block) => inside(block, inner));
    });
  return [stmt.body, stmt.next].every((block) => inside(block, [stmt.label]));
}

function loop(s: Scope, env: Env, stmt: LoopStmt, rest: Next): readonly string[] {
  const closed = isClosed(stmt);
  const out: Next = closed ? () => [] : asDefinition(s, 'after', env, rest);
  const head = asDefinition(s, 'loop', env, (own, self) => {
    const again: Next = (there) => sequence(s, stmt.next, 0, there, self);
    const labels = new Map(s.labels).set(stmt.label, { out, again });
    return sequence({ ...s, labels }, stmt.body, 0, own, again);
  });
  return closed ? [...head(env), ...rest(env)] : head(env);
}

function comm(s: Scope, env: Env, stmt: SendStmt | RecvStmt): string {
  const refs = must(s.e.refs[s.index]);
  if (stmt.kind === 'recv' && stmt.target !== null && refs.has(stmt.target)) {
    throw new Unsupported('an object that is sent over a channel', stmt.site);
  }
  return `${stmt.kind} ${nameOf(env, stmt.chan, stmt.site)}`;
}

function nameOf(env: Env, expr: Expr, site: Site): string {
  const name = expr.kind === 'var' ? env.get(expr.index) : undefined;
  if (name === undefined) throw new Unsupported('an object that is not made on every way to here', site);
  return name;
}

function target(s: Scope, env: Env, callee: Callee, args: readonly Expr[], site: Site): string {
  if (callee.kind !== 'proc') throw new Unsupported('a call whose target is not fixed', site);
  const given = paramsOf(s.e, callee.proc).map((v) => nameOf(env, must(args[v]), site));
  return `${s.e.names[callee.proc]}(${given.join(', ')})`;
}

function usesReference(s: Scope, stmt: Extract<Stmt, { kind: 'load' | 'store' | 'array' | 'map' }>): boolean {
  const refs = must(s.e.refs[s.index]);
  if (stmt.kind === 'load') return refs.has(stmt.target);
  if (stmt.kind === 'store') return stmt.value.kind === 'var' && refs.has(stmt.value.index);
  const held = stmt.args.some((arg) => arg.kind === 'var' && refs.has(arg.index));
  return held || (stmt.target !== null && refs.has(stmt.target));
}
