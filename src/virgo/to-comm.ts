// VirGo as a communication program, so that the model checker can run it for any values of its parameters.
//
// A goroutine becomes a procedure that is given every channel and WaitGroup that exists where it is started. A loop counts in a
// variable of its own. `continue` needs nothing special: comm's loops have a `next` part.

import type { CommProgram, Expr, Proc, RecvStmt, SendStmt, Site, Stmt, VarDecl } from '../comm/comm.ts';
import type { VirgoBlock, VirgoComm, VirgoProgram, VirgoStmt } from './virgo.ts';

interface Maker {
  readonly program: VirgoProgram;
  readonly procs: (Proc | null)[];
  vars: VarDecl[];
  labels: number;
  /** What the labels of the text are called in the procedure. */
  names: Map<string, string>;
}

export function virgoToComm(program: VirgoProgram): CommProgram {
  const m: Maker = { program, procs: [null], vars: objects(program), labels: 0, names: new Map() };
  const site = program.params[0]?.site ?? { file: 0, start: 0, end: 0 };
  const body = block(m, program.body);
  m.procs[0] = { name: program.name, role: { kind: 'helper' }, vars: m.vars, params: 0, results: [], body, site };
  return {
    kind: 'CommProgram',
    name: program.name,
    root: program.root,
    files: program.files,
    params: program.params,
    requires: program.requires,
    globals: [],
    classes: [],
    procs: m.procs as Proc[],
    entry: 0,
    assumptions: program.assumptions,
    gaps: [],
  };
}

/** Every procedure has a variable for each channel, WaitGroup and lock, in this order. */
function objects(program: VirgoProgram): VarDecl[] {
  return [...program.channels, ...program.groups, ...program.locks].map(({ name, site }) => ({ name, site }));
}

function block(m: Maker, stmts: VirgoBlock): readonly Stmt[] {
  return stmts.flatMap((stmt) => one(m, stmt));
}

function one(m: Maker, stmt: VirgoStmt): readonly Stmt[] {
  const { site } = stmt;
  const group = (index: number): Expr => ({ kind: 'var', index: m.program.channels.length + index });
  const chan = (index: number): Expr => ({ kind: 'var', index });
  const lockVar = (index: number): number => m.program.channels.length + m.program.groups.length + index;
  switch (stmt.kind) {
    case 'skip':
      return [];
    case 'chan': {
      const { name: label = '', mutex = false } = m.program.channels[stmt.target] ?? {};
      if (mutex) return [{ kind: 'new', target: stmt.target, what: { kind: 'sync', sync: 'mutex' }, label, site }];
      return [{ kind: 'chan', target: stmt.target, capacity: stmt.capacity, label, site }];
    }
    case 'group': {
      const label = m.program.groups[stmt.target]?.name ?? '';
      const target = m.program.channels.length + stmt.target;
      return [{ kind: 'new', target, what: { kind: 'sync', sync: 'waitgroup' }, label, site }];
    }
    case 'rwlock': {
      const label = m.program.locks[stmt.target]?.name ?? '';
      return [{ kind: 'new', target: lockVar(stmt.target), what: { kind: 'sync', sync: 'rwmutex' }, label, site }];
    }
    case 'lock':
      return [{ kind: 'lock', op: stmt.op, lock: { kind: 'var', index: lockVar(stmt.lock) }, target: null, site }];
    case 'send':
    case 'recv': {
      if (m.program.channels[stmt.chan]?.mutex !== true) return [comm(stmt)];
      const op = stmt.kind === 'send' ? 'lock' : 'unlock';
      return [{ kind: 'lock', op, lock: chan(stmt.chan), target: null, site }];
    }
    case 'close':
      return [{ kind: 'close', chan: chan(stmt.chan), site }];
    case 'add':
      return [{ kind: 'waitgroup', op: 'add', group: group(stmt.group), delta: stmt.delta, site }];
    case 'wait':
      return [{ kind: 'waitgroup', op: 'wait', group: group(stmt.group), delta: null, site }];
    case 'go':
      return [start(m, stmt.name, stmt.body, site)];
    case 'return':
      return [{ kind: 'return', site }];
    case 'exit':
      return [{ kind: 'exit', site }];
    case 'fail':
      return [{ kind: 'panic', op: 'panic', what: stmt.what, site }];
    case 'if':
      return [{ kind: 'if', cond: stmt.cond, then: block(m, stmt.then), otherwise: block(m, stmt.otherwise), site }];
    case 'break':
    case 'continue':
      return [{ kind: 'branch', op: stmt.kind, label: m.names.get(stmt.label) ?? stmt.label, site }];
    case 'block':
      return within(m, stmt.label, (label) => [
        {
          kind: 'loop',
          label,
          body: [...block(m, stmt.body), { kind: 'branch', op: 'break', label, site }],
          next: [],
          termination: 'exact',
          site,
        },
      ]);
    case 'for':
      return counted(m, stmt);
    case 'range':
      return within(m, stmt.label, (label) => {
        const ok = variable(m, 'ok', site);
        const leave: Stmt = { kind: 'branch', op: 'break', label, site };
        const body: Stmt[] = [
          { kind: 'recv', chan: chan(stmt.chan), target: null, ok, site },
          { kind: 'if', cond: { kind: 'var', index: ok }, then: [], otherwise: [leave], site },
          ...block(m, stmt.body),
        ];
        return [{ kind: 'loop', label, body, next: [], termination: 'exact', site }];
      });
    case 'receive': {
      const ok = variable(m, 'ok', site);
      const cond: Expr = { kind: 'var', index: ok };
      return [
        { kind: 'recv', chan: chan(stmt.chan), target: null, ok, site },
        { kind: 'if', cond, then: block(m, stmt.then), otherwise: block(m, stmt.otherwise), site },
      ];
    }
    case 'loop':
      return within(m, stmt.label, (label) => {
        const body: Stmt[] = [{ kind: 'yield', site }, ...block(m, stmt.body)];
        return [{ kind: 'loop', label, body, next: [], termination: stmt.ends ? 'terminates' : 'exact', site }];
      });
    case 'select': {
      const before: Stmt[] = [];
      const cases = stmt.cases.map((c) => {
        if (c.comm.kind !== 'tau') return { comm: comm(c.comm), body: block(m, c.body) };
        const target = variable(m, 'timer', c.comm.site);
        const timer: Expr = { kind: 'var', index: target };
        const one: Expr = { kind: 'int', value: 1 };
        before.push(
          { kind: 'chan', target, capacity: one, label: 'timer', site },
          { kind: 'timer', op: 'once', chan: timer, rank: null, target: null, site },
        );
        const fired: RecvStmt = { kind: 'recv', chan: timer, target: null, ok: null, site: c.comm.site };
        return { comm: fired, body: block(m, c.body) };
      });
      const otherwise = stmt.otherwise === null ? null : block(m, stmt.otherwise);
      return [...before, { kind: 'select', cases, otherwise, site }];
    }
  }
}

function comm(stmt: VirgoComm): SendStmt | RecvStmt {
  const chan: Expr = { kind: 'var', index: stmt.chan };
  return stmt.kind === 'send'
    ? { kind: 'send', chan, value: { kind: 'nil' }, site: stmt.site }
    : { kind: 'recv', chan, target: null, ok: null, site: stmt.site };
}

function counted(m: Maker, stmt: VirgoStmt & { readonly kind: 'for' }): readonly Stmt[] {
  const { site } = stmt;
  const i = variable(m, stmt.label === '' ? 'i' : stmt.label, site);
  const counter: Expr = { kind: 'var', index: i };
  const loop = within(m, stmt.label, (label) => {
    const leave: Stmt = { kind: 'branch', op: 'break', label, site };
    const test: Expr = { kind: 'binary', op: '<', x: counter, y: stmt.hi };
    const up: Expr = { kind: 'binary', op: '+', x: counter, y: { kind: 'int', value: stmt.step } };
    return [
      {
        kind: 'loop',
        label,
        body: [{ kind: 'if', cond: test, then: [], otherwise: [leave], site }, ...block(m, stmt.body)],
        next: [{ kind: 'assign', target: i, value: up, site }],
        termination: 'exact',
        site,
      },
    ];
  });
  return [{ kind: 'assign', target: i, value: stmt.lo, site }, ...loop];
}

function within(m: Maker, label: string, make: (label: string) => readonly Stmt[]): readonly Stmt[] {
  const name = `${label === '' ? 'loop' : label}$${++m.labels}`;
  const outer = m.names;
  m.names = new Map(outer).set(label, name);
  const made = make(name);
  m.names = outer;
  return made;
}

function variable(m: Maker, name: string, site: Site): number {
  m.vars.push({ name, site });
  return m.vars.length - 1;
}

function start(m: Maker, name: string, body: VirgoBlock, site: Site): Stmt {
  const index = m.procs.length;
  m.procs.push(null);
  const [vars, names] = [m.vars, m.names];
  const given = objects(m.program);
  m.vars = [...given];
  m.names = new Map();
  const stmts = block(m, body);
  m.procs[index] = {
    name: name === '' ? `go${index}` : name,
    role: { kind: 'helper' },
    vars: m.vars,
    params: given.length,
    results: [],
    body: stmts,
    site,
  };
  m.vars = vars;
  m.names = names;
  const args = given.map((_, i): Expr => ({ kind: 'var', index: i }));
  return { kind: 'go', callee: { kind: 'proc', proc: index }, args, site };
}
