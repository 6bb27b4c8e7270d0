// Runs of goroutines in the naive engine: a second engine for communication programs, with structured interpretation, whole
// states as text, and no reduction. It shares no code with src/model, so that the two can check each other.

import type { Callee, CommProgram, Stmt } from '../../src/comm/comm.ts';
import {
  appended,
  at,
  bool,
  type Ctx,
  cut,
  Divide,
  type Entry,
  elements,
  equals,
  ev,
  fresh,
  isQ,
  locate,
  type NFrame,
  type NGo,
  type NObj,
  type NOp,
  newRecord,
  newSync,
  num,
  Panic,
  pick,
  Q,
  ref,
  same,
  TooLarge,
  textIn,
  type Val,
  Z,
} from './naive-values.ts';

export function go(fn: number, args: Val[], ctx: Ctx, root: boolean): NGo {
  return { root, exiting: false, frames: [frame(ctx, fn, args, [])], phase: 0, op: { k: 'yield' }, site: '' };
}

function frame(ctx: Ctx, fn: number, args: Val[], targets: readonly (number | null)[]): NFrame {
  const p = ctx.program.procs[fn] as CommProgram['procs'][number];
  const vars = p.vars.map((_, i): Val => args[i] ?? (args.length > i ? (args[i] as Val) : Z));
  args.forEach((v, i) => {
    if (i < vars.length) vars[i] = v;
  });
  return {
    proc: fn,
    vars,
    stack: [{ list: ctx.listOf.get(p.body) as number, at: 0, loop: -1, inNext: false }],
    defers: [],
    mode: 'run',
    panic: '',
    targets: [...targets],
  };
}

function callee(ctx: Ctx, vars: Val[], c: Callee): { fn: number; first: Val[] } {
  if (c.kind === 'proc') return { fn: c.proc, first: [] };
  if (c.kind === 'value') {
    const f = ev(ctx, vars, c.func);
    if (Array.isArray(f) && f[0] === 'fn') return { fn: f[1] as number, first: f[2] as Val[] };
    return { fn: ref(f) === -1 ? -1 : -2, first: [] };
  }
  const recv = ev(ctx, vars, c.recv);
  const r = ref(recv);
  if (r === -1) return { fn: -1, first: [] };
  if (r >= 0) {
    const o = ctx.state.heap[r] as NObj;
    const row = o.k === 'rec' ? c.table.find((x) => x.class === o.cls) : undefined;
    return { fn: row?.proc ?? -2, first: [recv] };
  }
  if (!isQ(recv)) return { fn: -3, first: [] };
  if (c.table.length === 0) return { fn: -2, first: [recv] };
  return { fn: c.table[pick(ctx, c.table.length)]?.proc ?? -2, first: [recv] };
}

function leaveLoop(ctx: Ctx, e: Entry): void {
  const loop = ctx.loops[e.loop];
  if (e.loop >= 0 && loop?.kind === 'loop' && loop.termination === 'terminates') ctx.exits.add(e.loop);
}

function allExits(ctx: Ctx): void {
  ctx.loops.forEach((loop, i) => {
    if (loop.kind === 'loop' && loop.termination === 'terminates') ctx.exits.add(i);
  });
}

export function raise(ctx: Ctx, f: NFrame, fault: string): void {
  f.mode = 'panic';
  f.panic = fault;
  allExits(ctx);
}

/** Runs g until it stands before an operation; true if it has ended. */
export function settle(ctx: Ctx, g: NGo): boolean {
  let rounds = 0;
  if (g.phase !== 0) {
    const f = g.frames[g.frames.length - 1] as NFrame;
    if (f.mode === 'run') {
      const s = current(ctx, f) as Stmt;
      if (s.kind === 'lock') g.op = { k: 'lockwait', ch: ref(ev(ctx, f.vars, s.lock)) };
      else if (s.kind === 'cond') {
        const c = ref(ev(ctx, f.vars, s.cond));
        const locker = ref((ctx.state.heap[c] as { k: 'cond'; locker: Val }).locker);
        if (g.phase === 2) g.op = { k: 'parked', ch: c };
        else g.op = { k: g.phase === 1 ? 'lockwait' : 'lock', ch: locker };
      }
      return false;
    }
    g.phase = 0;
  }
  for (;;) {
    const f = g.frames[g.frames.length - 1];
    if (f === undefined) {
      if (g.root && ctx.root === 'main' && !g.exiting) {
        g.op = { k: 'mainend' };
        g.site = '';
        return false;
      }
      return true;
    }
    if (f.mode !== 'run') {
      const d = f.defers.pop();
      if (d !== undefined) {
        if (d.fn >= 0) g.frames.push(frame(ctx, d.fn, d.args, []));
        else if (d.fn === -1) raise(ctx, f, 'panic');
        continue;
      }
      g.frames.pop();
      const below = g.frames[g.frames.length - 1];
      if (f.mode === 'panic') {
        allExits(ctx);
        if (below === undefined) {
          g.op = { k: 'crash', fault: f.panic };
          g.site = '';
          return false;
        }
        below.mode = 'panic';
        below.panic = f.panic;
      } else if (f.mode === 'exit') {
        allExits(ctx);
        if (below !== undefined) {
          below.mode = 'exit';
          below.panic = '';
        }
      } else if (below !== undefined && below.mode === 'run') {
        const p = ctx.program.procs[f.proc] as CommProgram['procs'][number];
        f.targets.forEach((t, i) => {
          const from = p.results[i];
          if (t !== null && from !== undefined) below.vars[t] = f.vars[from] as Val;
        });
      }
      continue;
    }
    const top = f.stack[f.stack.length - 1];
    if (top === undefined) {
      f.mode = 'ret';
      continue;
    }
    const list = ctx.lists[top.list] as readonly Stmt[];
    if (top.at >= list.length) {
      if (top.loop < 0) {
        f.stack.pop();
        continue;
      }
      const loop = ctx.loops[top.loop] as Extract<Stmt, { kind: 'loop' }>;
      if (!top.inNext) {
        top.list = ctx.listOf.get(loop.next) as number;
        top.at = 0;
        top.inNext = true;
      } else {
        if (++rounds > 60) {
          // Spinning: stands before nothing in particular.
          g.op = { k: 'yield' };
          g.site = 'spin';
          return false;
        }
        if (loop.termination === 'terminates') ctx.rounds.add(top.loop);
        top.list = ctx.listOf.get(loop.body) as number;
        top.at = 0;
        top.inNext = false;
      }
      continue;
    }
    const s = list[top.at] as Stmt;
    g.site = at(s.site);
    try {
      if (exec(ctx, g, f, top, s)) return false;
    } catch (error) {
      if (error instanceof Divide) raise(ctx, f, 'panic');
      else if (error instanceof Panic) raise(ctx, f, error.fault);
      else throw error;
    }
  }
}

export function current(ctx: Ctx, f: NFrame): Stmt | undefined {
  const top = f.stack[f.stack.length - 1];
  return top === undefined ? undefined : ctx.lists[top.list]?.[top.at];
}

export function enterList(ctx: Ctx, f: NFrame, top: Entry, body: readonly Stmt[], loop = -1): void {
  top.at++;
  f.stack.push({ list: ctx.listOf.get(body) as number, at: 0, loop, inNext: false });
}

/** Executes one statement; true if g now stands before an operation. */
function exec(ctx: Ctx, g: NGo, f: NFrame, top: Entry, s: Stmt): boolean {
  const { vars } = f;
  const stop = (op: NOp): true => {
    g.op = op;
    return true;
  };
  switch (s.kind) {
    case 'assign':
      vars[s.target] = ev(ctx, vars, s.value);
      break;
    case 'new':
      if (s.what.kind === 'record') vars[s.target] = newRecord(ctx, s.what.class);
      else if (s.what.kind === 'sync') vars[s.target] = newSync(ctx, s.what.sync);
      else vars[s.target] = fresh(ctx, { k: 'cond', locker: ev(ctx, vars, s.what.locker) });
      break;
    case 'load': {
      const l = locate(ctx, vars, s.place);
      vars[s.target] = l === null ? Q : l.get();
      break;
    }
    case 'store': {
      const v = ev(ctx, vars, s.value);
      const l = locate(ctx, vars, s.place);
      if (l !== null) l.set(v);
      break;
    }
    case 'array': {
      const args = s.args.map((a) => ev(ctx, vars, a));
      const first = args[0] as Val;
      if (s.op === 'make') {
        const n = num(first);
        if (n !== null && n < 0) throw new Panic('panic');
        vars[s.target] =
          n === null
            ? Q
            : fresh(ctx, {
                k: 'arr',
                el: Array.from({ length: n }, () => args[1] ?? Z),
                open: false,
                next: -1,
                shift: 0,
              });
        break;
      }
      const found = elements(ctx, first);
      if (found === null) {
        const text = textIn(first);
        if (text === null || s.op === 'append') vars[s.target] = Q;
        else if (s.op === 'len') vars[s.target] = text.length;
        else {
          const from = args.length > 1 ? num(args[1] as Val) : 0;
          const to = args.length > 2 ? num(args[2] as Val) : text.length;
          if (from !== null && to !== null && (from < 0 || to < from || to > text.length)) throw new Panic('panic');
          vars[s.target] = from === null || to === null ? Q : ['atom', JSON.stringify(text.substring(from, to))];
        }
        break;
      }
      const length = found.hi - found.lo;
      if (s.op === 'len') vars[s.target] = length;
      else if (s.op === 'append') vars[s.target] = appended(ctx, found, args.slice(1));
      else {
        const end = args.length > 2 ? num(args[2] as Val) : length;
        let lo = args.length > 1 ? num(args[1] as Val) : 0;
        if (lo === null) {
          const most = end ?? length;
          lo = most < 0 || most > length ? 0 : pick(ctx, most + 1);
        }
        const hi = end ?? (lo < 0 || lo > length ? length : lo + pick(ctx, length - lo + 1));
        const { o, max } = found;
        const room = (max < 0 ? (o?.el.length ?? 0) : max) - found.lo;
        if (lo < 0 || hi < lo) throw new Panic('panic');
        if (hi > room) {
          if (o?.open !== true || max >= 0) throw new Panic('panic');
          vars[s.target] = Q;
        } else vars[s.target] = o === null ? null : cut(ctx, o, found.lo + lo, found.lo + hi, max);
      }
      break;
    }
    case 'map':
      execMap(ctx, vars, s);
      break;
    case 'chan': {
      const n = num(ev(ctx, vars, s.capacity));
      if (n === null) vars[s.target] = Q;
      else if (n < 0) {
        ctx.faults.push(`negative-capacity@${at(s.site)}`);
        throw new Panic('negative-capacity');
      } else vars[s.target] = fresh(ctx, { k: 'chan', cap: n, closed: false, buf: [], timer: 0 });
      break;
    }
    case 'send':
    case 'recv':
    case 'close':
    case 'timer': {
      const ch = ref(ev(ctx, vars, s.chan));
      const v = s.kind === 'send' ? ev(ctx, vars, s.value) : null;
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) {
        if (s.kind === 'close') {
          ctx.faults.push(`close-nil@${at(s.site)}`);
          throw new Panic('close-nil');
        }
        if (s.kind === 'timer') throw new Panic('panic');
        return stop({ k: 'nil' });
      }
      if (s.kind === 'send') return stop({ k: 'send', ch, v });
      if (s.kind === 'recv') return stop({ k: 'recv', ch });
      if (s.kind === 'close') return stop({ k: 'close', ch });
      return stop(s.op === 'stop' ? { k: 'stop', ch } : { k: 'timer', ch, how: s.op === 'once' ? 1 : 2 });
    }
    case 'select': {
      const cases = s.cases.map(({ comm }) => {
        const ch = ref(ev(ctx, vars, comm.chan));
        return { send: comm.kind === 'send', ch, v: comm.kind === 'send' ? ev(ctx, vars, comm.value) : null };
      });
      if (s.otherwise === null && cases.every((c) => c.ch === -1)) return stop({ k: 'never' });
      return stop({ k: 'select', cases, dflt: s.otherwise !== null });
    }
    case 'lock': {
      const ch = ref(ev(ctx, vars, s.lock));
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) throw new Panic('panic');
      return stop({ k: s.op, ch });
    }
    case 'waitgroup': {
      const ch = ref(ev(ctx, vars, s.group));
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) throw new Panic('panic');
      return stop(s.delta === null ? { k: 'wait', ch } : { k: 'add', ch, n: num(ev(ctx, vars, s.delta)) });
    }
    case 'cond': {
      const ch = ref(ev(ctx, vars, s.cond));
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) throw new Panic('panic');
      if (s.op !== 'wait') return stop({ k: s.op, ch });
      const locker = ref((ctx.state.heap[ch] as { locker: Val }).locker);
      if (locker === -2) return stop({ k: 'env' });
      if (locker === -1) throw new Panic('panic');
      return stop({ k: 'condwait', ch, locker });
    }
    case 'atomic':
      return stop({ k: 'atomic' });
    case 'yield':
      return stop({ k: 'yield' });
    case 'exit':
      return stop({ k: 'exit' });
    case 'go':
    case 'call':
    case 'defer': {
      const target = callee(ctx, vars, s.callee);
      const args = [...target.first, ...s.args.map((a) => ev(ctx, vars, a))];
      if (s.kind === 'defer') f.defers.push({ fn: target.fn, args });
      else if (target.fn === -1) throw new Panic('panic');
      else if (s.kind === 'go') {
        if (target.fn >= 0) ctx.spawned.push(go(target.fn, args, ctx, false));
      } else if (target.fn === -3) {
        for (const t of s.targets) if (t !== null) vars[t] = false;
      } else if (target.fn === -2) {
        for (const t of s.targets) if (t !== null) vars[t] = Q;
      } else {
        top.at++;
        g.frames.push({
          ...frame(ctx, target.fn, args, s.targets),
          ...(s.through === true ? { through: true as const } : {}),
        });
        if (g.frames.length > 100) throw new TooLarge();
        return false;
      }
      break;
    }
    case 'return':
      for (const e of f.stack) leaveLoop(ctx, e);
      f.mode = 'ret';
      return false;
    case 'panic':
      if (s.op === 'fatal') return stop({ k: 'fatal' });
      if (s.op === 'panic') throw new Panic(`panic@${at(s.site)}`);
      g.exiting = true;
      f.mode = 'exit';
      f.panic = '';
      allExits(ctx);
      return false;
    case 'recover': {
      let at = g.frames.length - 1;
      while (at > 0 && g.frames[at]?.through === true) at--;
      const below = g.frames[at - 1];
      const stopped = below !== undefined && below.mode === 'panic';
      if (stopped) {
        below.mode = g.exiting ? 'exit' : 'ret';
        below.panic = '';
      }
      if (s.target !== null) vars[s.target] = stopped;
      break;
    }
    case 'if': {
      const c = bool(ev(ctx, vars, s.cond));
      const yes = c ?? pick(ctx, 2) === 0;
      enterList(ctx, f, top, yes ? s.then : s.otherwise);
      return false;
    }
    case 'choice':
      enterList(ctx, f, top, s.branches[pick(ctx, s.branches.length)] ?? []);
      return false;
    case 'loop':
      enterList(ctx, f, top, s.body, ctx.loopOf.get(s));
      return false;
    case 'branch': {
      for (;;) {
        const e = f.stack[f.stack.length - 1] as Entry;
        const loop = e.loop < 0 ? undefined : (ctx.loops[e.loop] as Extract<Stmt, { kind: 'loop' }>);
        if (loop !== undefined && loop.label === s.label) {
          if (s.op === 'break') {
            leaveLoop(ctx, e);
            f.stack.pop();
          } else {
            e.list = ctx.listOf.get(loop.next) as number;
            e.at = 0;
            e.inNext = true;
          }
          return false;
        }
        leaveLoop(ctx, e);
        f.stack.pop();
      }
    }
  }
  top.at++;
  return false;
}

function execMap(ctx: Ctx, vars: Val[], s: Extract<Stmt, { kind: 'map' }>): void {
  const args = s.args.map((a) => ev(ctx, vars, a));
  const give = (v: Val, ok: Val): void => {
    if (s.target !== null) vars[s.target] = v;
    if (s.ok !== null) vars[s.ok] = ok;
  };
  if (s.op === 'make') {
    give(fresh(ctx, { k: 'map', keys: [], vals: [], others: [] }), true);
    return;
  }
  const r = ref(args[0] as Val);
  if (r === -2) {
    give(Q, Q);
    return;
  }
  const m: NObj = r === -1 ? { k: 'map', keys: [], vals: [], others: [] } : (ctx.state.heap[r] as NObj);
  if (m.k !== 'map') {
    give(Q, Q);
    return;
  }
  const key = args[1] as Val;
  const find = (): number => {
    const sure = m.keys.findIndex((k) => equals(k, key) === true);
    if (sure >= 0) return sure;
    const maybe = m.keys.map((k, i) => (equals(k, key) === null ? i : -1)).filter((i) => i >= 0);
    return maybe.length === 0 ? -1 : (maybe[pick(ctx, maybe.length + 1)] ?? -1);
  };
  if (s.op === 'get') {
    const i = find();
    if (m.others.length > 0) {
      const p = pick(ctx, m.others.length + 1);
      if (p < m.others.length) {
        give(m.others[p] as Val, true);
        return;
      }
    }
    i < 0 ? give(Z, false) : give(m.vals[i] as Val, true);
    return;
  }
  if (s.op === 'set') {
    if (r === -1) throw new Panic('panic');
    const v = args[2] as Val;
    if (isQ(key)) {
      if (!m.others.some((o) => same(o, v))) m.others.push(v);
      return;
    }
    const i = m.keys.findIndex((k) => equals(k, key) === true);
    if (i >= 0) m.vals[i] = v;
    else {
      m.keys.push(key);
      m.vals.push(v);
    }
    return;
  }
  if (s.op === 'delete') {
    if (r === -1) return;
    const i = find();
    if (i >= 0) {
      m.keys.splice(i, 1);
      m.vals.splice(i, 1);
    }
    return;
  }
  if (s.op === 'len') {
    give(m.others.length > 0 ? Q : m.keys.length, true);
    return;
  }
  const i = num(key);
  if (m.others.length === 0 && i !== null) {
    give(m.keys[i] ?? Q, i < m.keys.length);
    return;
  }
  give(m.keys[pick(ctx, m.keys.length + 1)] ?? Q, true);
}
