// The systematic strategy: depth first, with dynamic partial-order reduction; complete where a test is small enough.

import { newSystematic } from './dpor.ts';
import { choiceOfKey, executionOf } from './execution.ts';
import type { RunRecord } from './protocol.ts';
import { newRandom } from './random.ts';
import { type Assignment, anyTime, type Completeness, type Strategy } from './strategy.ts';

/** Runs longer than this are not looked at: they have more interleavings than could ever be run. */
const maxEvents = 2000;
/** With more goroutines than this, runtime/ does not offer all that could happen. */
const maxGoroutines = 64;

/** Without early timers first; where a run has met a timer, then with them, which covers the others. */
export function newThorough(seed: number): Strategy {
  const plain = newDfs(seed);
  const early = newDfs(seed, anyTime);
  const owners = new Map<Assignment, Strategy>();
  let timed = false;
  return {
    name: 'dfs',
    next: () => {
      for (const strategy of timed ? [plain, early] : [plain]) {
        const assignment = strategy.next();
        if (assignment === null) continue;
        owners.set(assignment, strategy);
        return assignment;
      }
      return null;
    },
    observe: (assignment, record) => {
      owners.get(assignment)?.observe(assignment, record);
      owners.delete(assignment);
      timed ||= record?.end?.timed ?? false;
    },
    completeness: () => (timed ? early : plain).completeness(),
  };
}

/** `earlyNs`: how far away a timer may be to fire while goroutines can still run; 0: it waits until they cannot. */
export function newDfs(seed: number, earlyNs = 0): Strategy {
  const search = newSystematic(newRandom(seed));
  const running = new Map<Assignment, readonly string[]>();
  let stopped = '';
  let timed = false;
  let random = false;
  return {
    name: 'dfs',
    next: () => {
      if (stopped !== '') return null;
      const prefix = search.next();
      if (prefix === null) return null;
      const choices = prefix.map(choiceOfKey);
      const assignment: Assignment = {
        spec: { kind: 'prefix', choices, strict: true, then: { kind: 'first' } },
        // One seed for all: what derives from it has to be the same in every run.
        seed,
        record: 'full',
        earlyNs,
      };
      running.set(assignment, prefix);
      return assignment;
    },
    observe: (assignment, record) => {
      const prefix = running.get(assignment);
      if (prefix === undefined) return;
      running.delete(assignment);
      const problem = problemOf(record);
      timed ||= record?.end?.timed ?? false;
      random ||= record?.end?.random ?? false;
      if (record === null || problem !== '') {
        search.lost(prefix, problem);
        if (record !== null && record.events.length > maxEvents) stopped = problem;
        return;
      }
      search.observe(prefix, executionOf(record));
    },
    completeness: (): Completeness => {
      if (stopped !== '') return { kind: 'gap', reason: stopped };
      if (!search.exhausted()) return { kind: 'open' };
      if (search.gap() !== '') return { kind: 'gap', reason: search.gap() };
      if (timed && earlyNs === 0) return { kind: 'gap', reason: 'timers fired only where nothing else could happen' };
      return { kind: 'complete', random };
    },
  };
}

/** Why a run cannot be taken for one of the finitely many; '' where it can. */
function problemOf(record: RunRecord | null): string {
  if (record === null) return 'a run left no record';
  if (record.end === null) return 'a run ended without saying how';
  if (record.events.length > maxEvents) return `a run has more than ${maxEvents} steps`;
  if (record.goroutines.size > maxGoroutines) return `a run has more than ${maxGoroutines} goroutines`;
  switch (record.end.kind) {
    case 'limit':
      return `a run was cut: ${record.end.message}`;
    case 'divergence':
      return `a run did not repeat: ${record.end.message}`;
    default:
      return record.end.uncontrolled ? 'some of what the test does is not under control' : '';
  }
}
