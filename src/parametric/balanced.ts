// The balanced formula of Figures 8 and 14: for each channel, as many sends as receives, up to its capacity; for each WaitGroup,
// additions that sum up to zero. Only for the paper's language, where it says how often each operation is done.

import {
  add,
  and,
  conj,
  eq,
  ge,
  int,
  ite,
  le,
  max,
  mul,
  not,
  or,
  sub,
  sum,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';
import type { VirgoBlock, VirgoProgram } from '../virgo/virgo.ts';
import { condition, intTerm } from './expr.ts';

interface Totals {
  readonly params: readonly Var[];
  readonly sends: Term[][];
  readonly receives: Term[][];
  readonly adds: Term[][];
  readonly made: Term[];
}

/** For a program of the core language. */
export function balanced(program: VirgoProgram, params: readonly Var[]): Term {
  const t: Totals = {
    params,
    sends: program.channels.map(() => []),
    receives: program.channels.map(() => []),
    adds: program.groups.map(() => []),
    made: [],
  };
  const capacities: (Term | undefined)[] = [];
  block(t, program.body, True, int(1), capacities);
  const channels = program.channels.map((_, c) => {
    const sent = sum([int(0), ...(t.sends[c] ?? [])]);
    const received = sum([int(0), ...(t.receives[c] ?? [])]);
    const capacity = max(capacities[c] ?? int(0), int(0));
    if (capacity === int(0)) return eq(sent, received);
    return and(le(received, sent), le(sent, add(received, capacity)));
  });
  const groups = program.groups.map((_, w) => eq(sum([int(0), ...(t.adds[w] ?? [])]), int(0)));
  return conj([...t.made, ...channels, ...groups]);
}

/** Collects what a block does when `when` holds, each of its rounds `times`; gives the condition under which it has returned. */
function block(t: Totals, stmts: VirgoBlock, when: Term, times: Term, capacities: (Term | undefined)[]): Term {
  let here = when;
  let returned: Term = not(True);
  const once = (n: Term): Term => ite(here, n, int(0));
  for (const stmt of stmts) {
    switch (stmt.kind) {
      case 'chan': {
        const capacity = intTerm(stmt.capacity, t.params, stmt.site);
        capacities[stmt.target] = capacity;
        t.made.push(or(not(here), ge(capacity, int(0))));
        break;
      }
      case 'send':
        t.sends[stmt.chan]?.push(once(times));
        break;
      case 'recv':
        t.receives[stmt.chan]?.push(once(times));
        break;
      case 'add':
        t.adds[stmt.group]?.push(once(mul(times, intTerm(stmt.delta, t.params, stmt.site))));
        break;
      case 'for': {
        const rounds = max(sub(intTerm(stmt.hi, t.params, stmt.site), intTerm(stmt.lo, t.params, stmt.site)), int(0));
        block(t, stmt.body, here, rounds, capacities);
        break;
      }
      case 'go':
        block(t, stmt.body, here, times, capacities);
        break;
      case 'if': {
        const { mayHold, mayFail } = condition(stmt.cond, t.params, stmt.site);
        const a = block(t, stmt.then, and(here, mayHold), times, capacities);
        const b = block(t, stmt.otherwise, and(here, mayFail), times, capacities);
        returned = or(returned, a, b);
        here = and(here, not(a), not(b));
        break;
      }
      case 'return':
        returned = or(returned, here);
        return returned;
      default:
        break;
    }
  }
  return returned;
}
