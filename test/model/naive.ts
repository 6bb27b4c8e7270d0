// Steps and graphs of the naive engine.

import type { CommProgram, SelectStmt, Stmt } from '../../src/comm/comm.ts';
import { current, enterList, go, raise, settle } from './naive-run.ts';
import {
  type Ctx,
  Divide,
  type Entry,
  equals,
  ev,
  index,
  locate,
  type NFrame,
  type NGo,
  type NObj,
  type NState,
  num,
  Panic,
  pick,
  Q,
  TooLarge,
  type Val,
  Z,
} from './naive-values.ts';

export { type NState, TooLarge } from './naive-values.ts';

export interface NEdge {
  readonly to: number;
  /** Edges of one action differ only by free choices. */
  readonly action: number;
  readonly movers: readonly number[];
  readonly rounds: readonly number[];
  readonly exits: readonly number[];
  readonly faults: readonly string[];
  /** The channel that it communicates on, or -1. */
  readonly on: number;
  /** For replays: who moves, its case and its partner's, its partner, and the free choices. */
  readonly how: { mover: number; partner: number; moverCase: number; partnerCase: number; choices: readonly number[] };
}

export interface NGraph {
  readonly states: readonly NState[];
  readonly edges: readonly (readonly NEdge[])[];
  readonly initial: readonly number[];
  /** Faults on steps, in initial runs, and goroutines at nil channels, as `rule@start`. */
  readonly faults: ReadonlySet<string>;
  readonly loops: readonly number[];
}

interface Part {
  /** Changes objects and gives goroutines their outcomes, in order. */
  apply: (state: NState) => void;
  /** Goroutines to run on afterwards, each with what its operation gave. */
  run: { id: number; finish: (g: NGo, ctx: Ctx) => void }[];
  movers: number[];
  ends: string;
  on: number;
  how: { mover: number; partner: number; moverCase: number; partnerCase: number };
}

type Finish = (g: NGo, ctx: Ctx) => void;

function proceed(g: NGo): void {
  const f = g.frames[g.frames.length - 1] as NFrame;
  const top = f.stack[f.stack.length - 1] as Entry;
  g.phase = 0;
  if (g.site !== 'spin') top.at++;
}

const proceeds: Finish = (g) => proceed(g);

function assign(target: 'target' | 'ok', v: Val): (g: NGo, ctx: Ctx) => void {
  return (g, ctx) => {
    const f = g.frames[g.frames.length - 1] as NFrame;
    const s = current(ctx, f) as Stmt & { target?: number | null; ok?: number | null };
    const t = target === 'target' ? s.target : s.ok;
    if (t !== null && t !== undefined) f.vars[t] = v;
  };
}

function received(v: Val, ok: Val): Finish {
  return (g, ctx) => {
    assign('target', v)(g, ctx);
    assign('ok', ok)(g, ctx);
    proceed(g);
  };
}

function answered(v: Val): Finish {
  return (g, ctx) => {
    assign('target', v)(g, ctx);
    proceed(g);
  };
}

function chosen(i: number, v: Val, ok: Val): Finish {
  return (g, ctx) => {
    const f = g.frames[g.frames.length - 1] as NFrame;
    const top = f.stack[f.stack.length - 1] as Entry;
    const s = current(ctx, f) as SelectStmt;
    if (i < 0) {
      enterList(ctx, f, top, s.otherwise ?? []);
      return;
    }
    const c = s.cases[i] as SelectStmt['cases'][number];
    if (c.comm.kind === 'recv') {
      if (c.comm.target !== null) f.vars[c.comm.target] = v;
      if (c.comm.ok !== null) f.vars[c.comm.ok] = ok;
    }
    enterList(ctx, f, top, c.body);
  };
}

function panics(rule: string): Finish {
  return (g, ctx) => {
    ctx.faults.push(`${rule}@${g.site}`);
    g.phase = 0;
    raise(ctx, g.frames[g.frames.length - 1] as NFrame, rule);
  };
}

function phase(n: number): Finish {
  return (g) => {
    g.phase = n;
  };
}

function atomicStep(g: NGo, ctx: Ctx): void {
  const f = g.frames[g.frames.length - 1] as NFrame;
  const s = current(ctx, f) as Extract<Stmt, { kind: 'atomic' }>;
  try {
    const args = s.args.map((a) => ev(ctx, f.vars, a));
    const l = locate(ctx, f.vars, s.place);
    let out: Val = s.op === 'store' ? Z : Q;
    if (l !== null) {
      const old = s.op === 'store' ? Z : l.get();
      out = old;
      if (s.op === 'store' || s.op === 'swap') l.set(args[0] as Val);
      if (s.op === 'add') {
        const a = num(old);
        const b = num(args[0] as Val);
        out = a === null || b === null ? Q : a + b;
        l.set(out);
      }
      if (s.op === 'cas') {
        const eq = equals(old, args[0] as Val);
        const done = eq ?? pick(ctx, 2) === 0;
        if (done) l.set(args[1] as Val);
        out = done;
      }
    }
    if (s.target !== null) f.vars[s.target] = out;
    proceed(g);
  } catch (error) {
    if (error instanceof Divide || error instanceof Panic) raise(ctx, f, 'panic');
    else throw error;
  }
}

function parts(st: NState): Part[] {
  const out: Part[] = [];
  if (st.over !== '') return out;
  const add = (id: number, finish: Finish, apply: (s: NState) => void = () => {}, moverCase = -1, ends = ''): void => {
    const op = st.gs[id]?.op;
    const plain = op?.k === 'send' || op?.k === 'recv' ? op.ch : -1;
    const on = op?.k === 'select' ? Math.max(op.cases[moverCase]?.ch ?? -1, -1) : plain;
    out.push({
      on,
      apply,
      run: [{ id, finish }],
      movers: [id],
      ends,
      how: { mover: id, partner: -1, moverCase, partnerCase: -1 },
    });
  };
  const chan = (s: NState, ch: number) => s.heap[ch] as Extract<NObj, { k: 'chan' }>;
  const meet = (i: number, x: number, ch: number, v: Val, dflt: boolean): void => {
    st.gs.forEach((h, j) => {
      if (h === null || j === i) return;
      const pair = (y: number): void => {
        out.push({
          on: ch,
          apply: () => {},
          run: [
            { id: i, finish: x < 0 ? proceeds : chosen(x, null, null) },
            { id: j, finish: y < 0 ? received(v, true) : chosen(y, v, true) },
          ],
          movers: [i, j],
          ends: '',
          how: { mover: i, partner: j, moverCase: x, partnerCase: y },
        });
      };
      if (h.op.k === 'recv' && h.op.ch === ch) pair(-1);
      if (h.op.k === 'select' && !(dflt && h.op.dflt)) {
        h.op.cases.forEach((c, y) => {
          if (!c.send && c.ch === ch) pair(y);
        });
      }
    });
  };
  st.gs.forEach((g, i) => {
    if (g === null) return;
    const { op } = g;
    switch (op.k) {
      case 'send': {
        const c = chan(st, op.ch);
        if (c.closed) add(i, panics('send-on-closed'));
        else if (c.cap === 0) meet(i, -1, op.ch, op.v, false);
        else if (c.buf.length < c.cap) add(i, proceeds, (s) => chan(s, op.ch).buf.push(op.v));
        return;
      }
      case 'recv': {
        const c = chan(st, op.ch);
        if (c.buf.length > 0) add(i, received(c.buf[0] as Val, true), (s) => chan(s, op.ch).buf.shift());
        else if (c.closed) add(i, received(Z, false));
        return;
      }
      case 'select': {
        let ready = false;
        op.cases.forEach((o, x) => {
          if (o.ch === -1) return;
          if (o.ch === -2) {
            add(i, chosen(x, Q, Q), undefined, x);
            return;
          }
          const c = chan(st, o.ch);
          if (o.send) {
            if (c.closed) add(i, panics('send-on-closed'), undefined, x);
            else if (c.cap === 0) meet(i, x, o.ch, o.v, op.dflt);
            else if (c.buf.length < c.cap) add(i, chosen(x, null, null), (s) => chan(s, o.ch).buf.push(o.v), x);
            if (c.closed || c.buf.length < c.cap) ready = true;
          } else if (c.buf.length > 0) {
            add(i, chosen(x, c.buf[0] as Val, true), (s) => chan(s, o.ch).buf.shift(), x);
            ready = true;
          } else if (c.closed) {
            add(i, chosen(x, Z, false), undefined, x);
            ready = true;
          }
        });
        if (op.dflt && !ready) add(i, chosen(-1, null, null), undefined, -2);
        return;
      }
      case 'close':
        if (chan(st, op.ch).closed) add(i, panics('double-close'));
        else
          add(i, proceeds, (s) => {
            chan(s, op.ch).closed = true;
          });
        return;
      case 'lock':
      case 'rlock':
      case 'trylock':
      case 'tryrlock':
      case 'lockwait': {
        const m = st.heap[op.ch] as NObj;
        const tries = op.k === 'trylock' || op.k === 'tryrlock';
        const done: Finish = tries ? answered(true) : proceeds;
        if (m.k === 'mutex') {
          const take = (s: NState): void => {
            (s.heap[op.ch] as typeof m).locked = true;
          };
          if (!m.locked) add(i, done, take);
          else if (tries) add(i, answered(false));
        } else if (m.k === 'rw') {
          const set = (readers: number, writer: number) => (s: NState) => {
            Object.assign(s.heap[op.ch] as typeof m, { readers, writer });
          };
          if (op.k === 'lockwait') {
            if (m.readers === 0) add(i, done, set(0, 2));
          } else if (op.k === 'rlock' || op.k === 'tryrlock') {
            if (m.writer === 0) add(i, done, set(m.readers + 1, 0));
            else if (tries) add(i, answered(false));
          } else if (m.writer === 0 && m.readers === 0) add(i, done, set(0, 2));
          else if (tries) add(i, answered(false));
          else if (m.writer === 0) add(i, phase(1), set(m.readers, 1));
        }
        return;
      }
      case 'unlock':
      case 'runlock':
      case 'condwait': {
        const where = op.k === 'condwait' ? op.locker : op.ch;
        const m = st.heap[where] as NObj;
        const ok = m.k === 'mutex' ? m.locked : m.k === 'rw' && (op.k === 'runlock' ? m.readers > 0 : m.writer === 2);
        if (!ok) {
          add(i, () => {}, undefined, -1, `unlock-unlocked@${g.site}`);
          return;
        }
        add(i, op.k === 'condwait' ? phase(2) : proceeds, (s) => {
          const n = s.heap[where] as NObj;
          if (n.k === 'mutex') n.locked = false;
          else if (n.k === 'rw') {
            if (op.k === 'runlock') n.readers--;
            else n.writer = 0;
          }
        });
        return;
      }
      case 'add': {
        const w = st.heap[op.ch] as Extract<NObj, { k: 'wg' }>;
        const next = w.n === null || op.n === null ? null : w.n + op.n;
        if (next !== null && next < 0) add(i, panics('negative-waitgroup'));
        else
          add(i, proceeds, (s) => {
            (s.heap[op.ch] as typeof w).n = next;
          });
        return;
      }
      case 'wait': {
        const w = st.heap[op.ch] as Extract<NObj, { k: 'wg' }>;
        if (w.n === null || w.n === 0) add(i, proceeds);
        return;
      }
      case 'signal':
      case 'broadcast': {
        const parked: number[] = [];
        st.gs.forEach((h, j) => {
          if (h !== null && h.op.k === 'parked' && h.op.ch === op.ch) parked.push(j);
        });
        if (parked.length === 0) add(i, proceeds);
        else if (op.k === 'broadcast') {
          const run = [{ id: i, finish: proceeds }, ...parked.map((id) => ({ id, finish: phase(3) }))];
          out.push({
            on: -1,
            apply: () => {},
            run,
            movers: [i, ...parked],
            ends: '',
            how: { mover: i, partner: -1, moverCase: -1, partnerCase: -1 },
          });
        } else {
          for (const j of parked) {
            const run = [
              { id: i, finish: proceeds },
              { id: j, finish: phase(3) },
            ];
            out.push({
              on: -1,
              apply: () => {},
              run,
              movers: [i, j],
              ends: '',
              how: { mover: i, partner: j, moverCase: -1, partnerCase: -1 },
            });
          }
        }
        return;
      }
      case 'timer':
        add(i, proceeds, (s) => {
          chan(s, op.ch).timer = op.how;
        });
        return;
      case 'stop': {
        const was = chan(st, op.ch).timer !== 0;
        add(i, answered(was), (s) => {
          chan(s, op.ch).timer = 0;
        });
        return;
      }
      case 'atomic':
        add(i, atomicStep);
        return;
      case 'yield':
        add(i, (h, ctx) => {
          if (h.site === 'spin') {
            const f = h.frames[h.frames.length - 1] as NFrame;
            const top = f.stack[f.stack.length - 1] as Entry;
            const loop = ctx.loops[top.loop] as Extract<Stmt, { kind: 'loop' }>;
            if (loop.termination === 'terminates') ctx.rounds.add(top.loop);
            top.list = ctx.listOf.get(loop.body) as number;
            top.at = 0;
            top.inNext = false;
          } else proceed(h);
        });
        return;
      case 'env':
        add(i, (h, ctx) => {
          const f = h.frames[h.frames.length - 1] as NFrame;
          const s = current(ctx, f) as Stmt;
          if (s.kind === 'recv') received(Q, Q)(h, ctx);
          else if (s.kind === 'lock' || s.kind === 'timer') answered(Q)(h, ctx);
          else proceed(h);
        });
        return;
      case 'exit':
      case 'mainend':
        add(i, () => {}, undefined, -1, 'exit');
        return;
      case 'fatal':
        add(i, () => {}, undefined, -1, `panic@${g.site}`);
        return;
      case 'crash':
        add(i, () => {}, undefined, -1, op.fault.startsWith('panic') ? op.fault : 'crash');
        return;
      default:
    }
  });
  st.heap.forEach((o, ch) => {
    if (o.k !== 'chan' || o.timer === 0) return;
    const room = !o.closed && o.buf.length < o.cap;
    if (o.timer === 2 && !room) return;
    out.push({
      on: -1,
      apply: (s) => {
        const c = chan(s, ch);
        if (room) c.buf.push(Q);
        if (c.timer === 1) c.timer = 0;
      },
      run: [],
      movers: [],
      ends: '',
      how: { mover: -1, partner: ch, moverCase: -1, partnerCase: -1 },
    });
  });
  return out;
}

export interface Naive {
  readonly ctx: Ctx;
}

export function newNaive(program: CommProgram, params: readonly (number | boolean)[], root: string): Naive {
  const ctx: Ctx = {
    program,
    params,
    root,
    lists: [],
    listOf: new Map(),
    loopOf: new Map(),
    loops: [],
    state: { gs: [], heap: [], globals: [], over: '' },
    script: [],
    taken: 0,
    arity: [],
    faults: [],
    rounds: new Set(),
    exits: new Set(),
    spawned: [],
  };
  for (const p of program.procs) index(ctx, p.body);
  return { ctx };
}

interface Outcome {
  state: NState;
  rounds: number[];
  exits: number[];
  faults: string[];
  choices: number[];
}

/** All ways in which a run can go, by free choices. */
function outcomes(ctx: Ctx, from: NState, body: () => void): Outcome[] {
  const out: Outcome[] = [];
  ctx.script = [];
  ctx.arity = [];
  for (;;) {
    ctx.state = structuredClone(from);
    ctx.taken = 0;
    ctx.faults = [];
    ctx.rounds = new Set();
    ctx.exits = new Set();
    ctx.spawned = [];
    body();
    out.push({
      state: ctx.state,
      rounds: [...ctx.rounds],
      exits: [...ctx.exits],
      faults: ctx.faults,
      choices: ctx.script.slice(0, ctx.taken),
    });
    while (ctx.script.length > 0 && (ctx.script.at(-1) as number) + 1 >= (ctx.arity.at(-1) as number)) {
      ctx.script.pop();
      ctx.arity.pop();
    }
    if (ctx.script.length === 0) return out;
    ctx.script.push((ctx.script.pop() as number) + 1);
    if (out.length > 500) throw new TooLarge();
  }
}

function runOn(ctx: Ctx, id: number): void {
  const ended = settle(ctx, ctx.state.gs[id] as NGo);
  if (ended) ctx.state.gs[id] = null;
  const { spawned } = ctx;
  ctx.spawned = [];
  for (let i = 0; i < spawned.length; i++) {
    const g = spawned[i] as NGo;
    const over = settle(ctx, g);
    ctx.state.gs.push(over ? null : g);
    spawned.push(...ctx.spawned);
    ctx.spawned = [];
    if (ctx.state.gs.length > 30) throw new TooLarge();
  }
}

export function initialStates(n: Naive): Outcome[] {
  const { ctx } = n;
  const empty: NState = { gs: [], heap: [], globals: ctx.program.globals.map(() => Z), over: '' };
  return outcomes(ctx, empty, () => {
    ctx.state.gs.push(go(ctx.program.entry, [], ctx, true));
    runOn(ctx, 0);
  });
}

export interface NStep extends Outcome {
  readonly action: number;
  readonly movers: readonly number[];
  readonly on: number;
  readonly how: Part['how'];
}

export function stepsFrom(n: Naive, state: NState): NStep[] {
  const { ctx } = n;
  const out: NStep[] = [];
  parts(state).forEach((part, action) => {
    if (part.ends !== '') {
      const over: NState = { gs: [], heap: [], globals: [], over: part.ends === 'exit' ? 'exit' : 'crash' };
      const faults = part.ends.includes('@') ? [part.ends] : part.ends === 'panic' ? ['panic@'] : [];
      out.push({
        state: over,
        rounds: [],
        exits: [],
        faults,
        choices: [],
        action,
        movers: part.movers,
        on: -1,
        how: part.how,
      });
      return;
    }
    const all = outcomes(ctx, state, () => {
      part.apply(ctx.state);
      for (const r of part.run) {
        r.finish(ctx.state.gs[r.id] as NGo, ctx);
        runOn(ctx, r.id);
      }
    });
    for (const o of all) out.push({ ...o, action, movers: part.movers, on: part.on, how: part.how });
  });
  return out;
}

/** The whole graph, or TooLarge. */
export function naiveGraph(
  program: CommProgram,
  params: readonly (number | boolean)[],
  root: string,
  limit: number,
): NGraph {
  const n = newNaive(program, params, root);
  const states: NState[] = [];
  const keys = new Map<string, number>();
  const faults = new Set<string>();
  const enter = (s: NState): number => {
    const key = JSON.stringify(s);
    let id = keys.get(key);
    if (id === undefined) {
      id = states.push(s) - 1;
      keys.set(key, id);
      if (id > limit) throw new TooLarge();
      for (const g of s.gs) if (g !== null && g.op.k === 'nil') faults.add(`nil-channel@${g.site}`);
    }
    return id;
  };
  const initial = initialStates(n).map((o) => {
    for (const f of o.faults) faults.add(f);
    return enter(o.state);
  });
  const edges: NEdge[][] = [];
  for (let i = 0; i < states.length; i++) {
    edges.push(
      stepsFrom(n, states[i] as NState).map((s) => {
        for (const f of s.faults) faults.add(f);
        return {
          to: enter(s.state),
          action: s.action,
          movers: s.movers,
          rounds: s.rounds,
          exits: s.exits,
          faults: s.faults,
          on: s.on,
          how: { ...s.how, choices: s.choices },
        };
      }),
    );
  }
  const loops = n.ctx.loops
    .map((l, i) => (l.kind === 'loop' && l.termination === 'terminates' ? i : -1))
    .filter((i) => i >= 0);
  return { states, edges, initial, faults, loops };
}
