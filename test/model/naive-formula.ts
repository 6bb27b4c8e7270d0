// Formulas on a naive graph, by the definitions: a state at a time, fixpoints by rounds over everything.

import type { Formula } from '../../src/model/index.ts';
import type { NGraph } from './naive.ts';

type Env = Readonly<Record<string, readonly boolean[]>>;
type Names = Readonly<Record<string, readonly number[]>>;

/** Whether a formula holds in each state. Channels are heap indices; names that are not bound stand for nothing. */
export function naiveFormula(g: NGraph, f: Formula, names: Names = {}, env: Env = {}): boolean[] {
  const all = (holds: (i: number) => boolean): boolean[] => g.states.map((_, i) => holds(i));
  const sub = (x: Formula, n = names, e = env): boolean[] => naiveFormula(g, x, n, e);
  switch (f.kind) {
    case 'constant':
      return all(() => f.value);
    case 'variable':
      return [...(env[f.name] ?? [])];
    case 'not':
      return sub(f.body).map((x) => !x);
    case 'and':
    case 'or':
    case 'implies': {
      const l = sub(f.left);
      const r = sub(f.right);
      return all((i) =>
        f.kind === 'and'
          ? l[i] === true && r[i] === true
          : f.kind === 'or'
            ? l[i] === true || r[i] === true
            : l[i] !== true || r[i] === true,
      );
    }
    case 'box':
    case 'diamond': {
      const body = sub(f.body);
      return all((i) => {
        const after = (g.edges[i] ?? [])
          .filter((e) =>
            f.actions.some(
              (a) => a.kind === 'any' || (a.kind === 'tau' ? e.on < 0 : (names[a.name] ?? []).includes(e.on)),
            ),
          )
          .map((e) => body[e.to] === true);
        return f.kind === 'box' ? !after.includes(false) : after.includes(true);
      });
    }
    case 'nu':
    case 'mu': {
      let now = all(() => f.kind === 'nu');
      for (;;) {
        const next = sub(f.body, names, { ...env, [f.variable]: now });
        if (next.join() === now.join()) return now;
        now = next;
      }
    }
    case 'all':
    case 'some': {
      const most = Math.max(0, ...g.states.map((s) => s.heap.length));
      const sets = f.select
        ? [...new Set(g.states.flatMap((_, i) => selectsOf(g, i)))]
        : Array.from({ length: most }, (_, ch) => String(ch));
      const out = all(() => f.kind === 'all');
      for (const set of sets) {
        const channels = set === '' ? [] : set.split(',').map(Number);
        const body = sub(f.body, { ...names, [f.name]: channels });
        g.states.forEach((s, i) => {
          const there = f.select ? selectsOf(g, i).includes(set) : s.heap[channels[0] as number]?.k === 'chan';
          if (there)
            out[i] = f.kind === 'all' ? out[i] === true && body[i] === true : out[i] === true || body[i] === true;
        });
      }
      return out;
    }
    case 'barb': {
      const channels = names[f.name] ?? [];
      return all((i) => {
        const s = g.states[i];
        if (s === undefined) return false;
        const at = (k: string): boolean =>
          s.gs.some((x) => x !== null && x.op.k === k && 'ch' in x.op && channels.includes(x.op.ch));
        if (f.barb === 'send') return at('send');
        if (f.barb === 'receive') return at('recv');
        if (f.barb === 'close') return at('close');
        if (f.barb === 'sync') return (g.edges[i] ?? []).some((e) => channels.includes(e.on));
        return channels.some((ch) => {
          const c = s.heap[ch];
          if (c?.k !== 'chan') return false;
          if (f.barb === 'closed') return c.closed;
          return f.barb === 'push' ? !c.closed && c.buf.length < c.cap : c.buf.length > 0;
        });
      });
    }
  }
}

function selectsOf(g: NGraph, i: number): string[] {
  return (g.states[i]?.gs ?? []).flatMap((x) => {
    if (x === null || x.op.k !== 'select' || x.op.dflt) return [];
    return [[...new Set(x.op.cases.filter((c) => c.ch >= 0).map((c) => c.ch))].sort((a, b) => a - b).join()];
  });
}
