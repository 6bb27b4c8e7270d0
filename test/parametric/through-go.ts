// Compares what is proved of generated programs that were written as Go functions with what brute force says of the programs.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowProgram } from '../../src/check/analyse.ts';
import { expressedWhole } from '../../src/check/virgo-program.ts';
import { fragmentProgram } from '../../src/comm/extract/fragment.ts';
import { declaredFunctions } from '../../src/flow/call-graph.ts';
import { functionOf } from '../../src/flow/program.ts';
import type { Solver } from '../../src/smt/index.ts';
import type { VirgoProgram } from '../../src/virgo/virgo.ts';
import { goText } from '../virgo/go-text.ts';
import { type Comparison, compareWith } from './compare.ts';
import { loadGo } from './fragments.ts';

/** In the order of the programs; null where a program did not come through as one over its own parameters. */
export async function compareThroughGo(
  programs: readonly VirgoProgram[],
  solver: Solver,
): Promise<readonly (Comparison | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-generated-'));
  try {
    writeFileSync(join(folder, 'go.mod'), 'module example.com/generated\n\ngo 1.22\n');
    writeFileSync(join(folder, 'generated.go'), goText(programs));
    const loaded = loadGo(folder);
    const problems = loaded.diagnostics.map((d) => d.message);
    if (problems.length > 0) throw new Error(`the generated Go does not compile: ${problems.slice(0, 3).join('; ')}`);
    const flow = flowProgram(loaded);
    const refs = new Map(declaredFunctions(flow).map(({ ref, obj }) => [obj.name, { ref, obj }]));
    const results: (Comparison | null)[] = [];
    for (const [i, program] of programs.entries()) {
      const found = refs.get(`F${i}`);
      if (found === undefined || found.obj.pkg === null) throw new Error(`F${i} is missing`);
      const comm = fragmentProgram(flow, { kind: 'function', fn: functionOf(flow, found.ref), pkg: found.obj.pkg });
      const virgo = expressedWhole(comm);
      const names = new Set(program.params.map(({ name }) => name));
      const own = virgo.ok && virgo.program.params.every(({ name }) => names.has(name));
      results.push(own ? await compareWith(virgo.program, program, solver) : null);
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
