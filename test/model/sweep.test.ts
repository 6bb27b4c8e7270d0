// Steps that are remembered against steps that are found anew in each state: the same graph, edge by edge.

import { expect, test } from 'vitest';
import { unlimited } from '../../src/model/budget.ts';
import { compileProgram } from '../../src/model/code.ts';
import { explore } from '../../src/model/explore.ts';
import { newMachine } from '../../src/model/machine.ts';
import type { Search } from '../../src/model/search.ts';
import { commFiles } from '../support/comm-files.ts';
import { allFeatures, generateProgram } from '../support/generate-comm.ts';

const most = { states: 5000, work: Number.POSITIVE_INFINITY };
const limits = { ...most, memory: 2 ** 30, open: most };

/** Everything that later phases read from a search. */
function graphOf(s: Search): unknown {
  const states = Array.from({ length: s.table.count }, (_, state) => {
    const edges: string[] = [];
    for (let e = s.edgeStarts[state] as number; e < (s.edgeStarts[state + 1] as number); e++) {
      edges.push([s.targets[e], s.begins[e], s.labels[e], s.rounds[e], s.exits[e]].join(' '));
    }
    const moves = s.canMove.slice(state * s.words, (state + 1) * s.words).join(' ');
    return `${edges.join(', ')}; moves ${moves}; from ${s.parents[state]}`;
  });
  return {
    states,
    transitions: s.transitions,
    terminal: s.terminal,
    faults: [...s.faultAt],
    cut: [...s.cut],
    most: s.maxGoroutines,
  };
}

test('remembering steps changes nothing', () => {
  const files = commFiles('comm').filter(({ program }) => program.params.length === 0);
  const generated = Array.from({ length: 150 }, (_, seed) =>
    generateProgram(seed, { ...allFeatures, memory: seed % 2 === 0, unwinding: seed % 3 === 0 }, 4),
  );
  let compared = 0;
  let remembered = 0;
  for (const program of [...files.map((file) => file.program), ...generated]) {
    const code = compileProgram(program);
    for (const symmetry of [true, false]) {
      for (const keepObjects of [true, false]) {
        const run = (remembering: boolean): ReturnType<typeof explore> =>
          explore(
            newMachine(code, program.root, []),
            { symmetry, partialOrder: false },
            true,
            limits,
            unlimited(),
            keepObjects,
            remembering,
          );
        const quick = run(true);
        const slow = run(false);
        if (quick.limit !== null || slow.limit !== null) continue;
        expect(graphOf(quick.search), `${program.name} ${symmetry} ${keepObjects}`).toEqual(graphOf(slow.search));
        compared++;
        if (quick.search.quick.pairCount > 0) remembered++;
        expect(slow.search.quick.pairCount).toBe(0);
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
  expect(remembered).toBeGreaterThan(400);
});
