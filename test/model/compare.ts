// What the model checker says of a generated program against what the naive engine says, with every reduction.

import type { CommProgram } from '../../src/comm/comm.ts';
import { checkProgram, type ModelResult, type PropertyName } from '../../src/model/index.ts';
import { allFeatures, type Features } from '../support/generate-comm.ts';
import { type NGraph, naiveGraph, TooLarge } from './naive.ts';
import { type NaiveVerdicts, naiveVerdicts } from './naive-properties.ts';
import { replay } from './replay.ts';

const plain: Features = {
  ...allFeatures,
  locks: false,
  groups: false,
  conds: false,
  timers: false,
  memory: false,
  unwinding: false,
};

export const families: Readonly<
  Record<string, { readonly features: Features; readonly size: number; readonly count: number }>
> = {
  everything: { features: allFeatures, size: 3, count: 525 },
  larger: { features: allFeatures, size: 5, count: 126 },
  channels: { features: plain, size: 3, count: 420 },
  locks: { features: { ...plain, locks: true }, size: 3, count: 315 },
  memory: { features: { ...plain, memory: true }, size: 3, count: 315 },
  conds: { features: { ...plain, groups: true, conds: true }, size: 3, count: 315 },
  timers: { features: { ...plain, channels: false, timers: true }, size: 3, count: 315 },
  unwinding: { features: { ...plain, unwinding: true }, size: 3, count: 315 },
  balanced: { features: { ...plain, balanced: true }, size: 3, count: 420 },
};

const graphLimit = 350;

export function naive(program: CommProgram): { readonly graph: NGraph; readonly verdicts: NaiveVerdicts } | null {
  try {
    const graph = naiveGraph(program, [], program.root, graphLimit);
    return { graph, verdicts: naiveVerdicts(graph) };
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

const stepRules: readonly PropertyName[] = [
  'send-on-closed',
  'double-close',
  'close-nil',
  'nil-channel',
  'negative-capacity',
  'negative-waitgroup',
  'unlock-unlocked',
  'panic',
];

const modes = [
  { symmetry: false, partialOrder: false, leaks: true },
  { symmetry: true, partialOrder: false, leaks: true },
  { symmetry: true, partialOrder: true, leaks: false },
  { symmetry: false, partialOrder: true, leaks: false },
];

function kindOf(result: ModelResult, name: string): string {
  const kind = result.verdicts.get(name)?.kind ?? 'missing';
  // Gaps make a proof unknown; what the search itself found is compared here.
  return kind;
}

export function compare(seed: number, program: CommProgram, expected: NaiveVerdicts): readonly string[] {
  const problems: string[] = [];
  for (const mode of modes) {
    const { symmetry, partialOrder } = mode;
    const properties: PropertyName[] = [...stepRules, 'global-deadlock', 'deadlock-ignoring-main-exit'];
    if (mode.leaks) properties.push('goroutine-leak', 'double-lock', 'lock-order');
    const result = checkProgram({ ...program, gaps: [] }, { properties, symmetry, partialOrder });
    const where = `seed ${seed} ${JSON.stringify(mode)}`;
    const check = (name: string, want: string): void => {
      const got = kindOf(result, name);
      if (got === want || (result.gaps.length + result.untracked.length > 0 && got === 'unknown')) return;
      problems.push(`${where}: ${name} is ${got}, naive says ${want}`);
    };
    for (const rule of stepRules) {
      const faults = [...expected.faults].filter((fault) => fault.split('@')[0] === rule);
      check(rule, faults.length > 0 ? 'violated' : 'proved');
      if (rule === 'panic') continue;
      const places = result.findings.filter((f) => f.rule === rule).map((f) => `${rule}@${f.site.start}`);
      if (places.sort().join() !== faults.sort().join()) problems.push(`${where}: ${places} but naive has ${faults}`);
    }
    check('global-deadlock', expected.deadlock ? 'violated' : 'proved');
    if (mode.leaks) check('goroutine-leak', expected.leak);
    problems.push(...replays(where, program, result, expected));
  }
  return problems;
}

function replays(where: string, program: CommProgram, result: ModelResult, expected: NaiveVerdicts): readonly string[] {
  const problems: string[] = [];
  const sites = new Set<string>();
  for (const finding of result.findings) {
    const ignoresMain = finding.rule === 'deadlock-ignoring-main-exit';
    const end = replay(program, [], ignoresMain ? 'function' : program.root, finding.trace);
    if (typeof end === 'string') {
      problems.push(`${where}: ${finding.rule}: ${end}`);
      continue;
    }
    if (finding.trace.blocked.length === 0) {
      const fault = end.faults.some((f) => f.startsWith(finding.rule));
      if (!fault) problems.push(`${where}: ${finding.rule} does not happen at the end of its trace`);
    }
    const places = end.state.gs.flatMap((g) => (g === null ? [] : [g.site]));
    for (const blocked of finding.trace.blocked) {
      const place = String(blocked.span.start);
      if (!ignoresMain && finding.rule !== 'nil-channel') sites.add(place);
      if (!places.includes(place))
        problems.push(`${where}: ${finding.rule}: nobody stands at ${place}, only ${places}`);
    }
  }
  if (result.verdicts.has('goroutine-leak')) {
    const want = [...expected.leakSites].sort().join();
    const got = [...sites].sort().join();
    if (got !== want) problems.push(`${where}: blocked at ${got}, naive says ${want}`);
  }
  return problems;
}
