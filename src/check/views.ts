// The two views of what lies outside a fragment: as it usually is, to find bugs, and as bad as it may be, to prove.
//
// | hostile search | plausible search | verdict |
// |---|---|---|
// | complete and clean | clean | proved or conditional, under the assumptions of the hostile program |
// | violation | violation | violated |
// | violation | clean | bounded: what the outside would have to do |
// | cut, or not known | clean | bounded |

import type { Fragment } from '../base/finding.ts';
import { namedValue } from '../base/named.ts';
import type { OpenReason, OutsideDeed, Why } from '../base/reasons.ts';
import type { CommProgram } from '../comm/comm.ts';
import type { RootFunction } from '../flow/index.ts';
import type { ModelFinding, ModelResult } from '../model/index.ts';
import { fragmentOf } from './fragment.ts';

export interface HostileView {
  readonly fragment: Fragment;
  /** What may be proved for all values; null where nothing may. */
  readonly program: CommProgram | null;
  readonly result: ModelResult;
}

/** Whether the hostile view can change a verdict: where the plausible one is open already, it is not asked for. */
export function mayBeProved({ verdict }: Fragment): boolean {
  return verdict === 'proved' || verdict === 'conditional' || verdict === 'bounded';
}

/** What a verdict about the usual outside comes to where the outside may do anything. */
export function hostileView(
  program: CommProgram,
  root: RootFunction,
  plausible: Fragment,
  search: (program: CommProgram) => ModelResult,
): HostileView {
  const result = search(program);
  const found = fragmentOf(program, root, result, []);
  const states = plausible.states + found.states;
  // A condition on parameters does not stand for what else the outside would have to do.
  const isWorse = plausible.verdict === 'proved' && found.verdict !== 'proved' && found.verdict !== 'bounded';
  if (mayBeProved(found) && !isWorse) return { fragment: { ...found, states }, program, result };
  const properties = plausible.properties.map(([name, kind]) => {
    const other = namedValue(found.properties, name);
    return [name, other === undefined || other === 'proved' || kind === 'unknown' ? kind : 'bounded'] as const;
  });
  const [reason] = found.reasons;
  const run = shortest(result.findings);
  const why: OpenReason =
    run !== null
      ? { kind: 'outside', rule: run.rule, deeds: deedsOf(run) }
      : { kind: 'outside-open', because: reason ?? { kind: 'untrackedData' } };
  const fragment: Fragment = {
    ...plausible,
    verdict: 'bounded',
    precondition: null,
    weakest: false,
    properties,
    reasons: [why],
    states,
  };
  return { fragment, program: null, result };
}

/** The run that asks the least of the outside. */
function shortest(findings: readonly ModelFinding[]): ModelFinding | null {
  const told = findings.filter(({ rule }) => rule !== 'panic');
  return told.reduce<ModelFinding | null>(
    (best, one) => (best === null || deedsOf(one).length < deedsOf(best).length ? one : best),
    null,
  );
}

function deedsOf({ choices }: ModelFinding): readonly OutsideDeed[] {
  const deeds = new Map<string, OutsideDeed>();
  for (const { why, branch } of choices) {
    const kind = kindOf(why, branch);
    if (kind !== null) deeds.set(`${kind} ${why.of}`, { kind, of: why.of });
  }
  return deeds.size > 0 ? [...deeds.values()] : [{ kind: 'unnamed', of: '' }];
}

function kindOf({ kind }: Why, branch: number): OutsideDeed['kind'] | null {
  if (branch === 0) return null;
  if (kind === 'closedByOthers') return 'closed';
  return kind === 'nil' || kind === 'others' ? kind : null;
}
