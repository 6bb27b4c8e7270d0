// What a fragment's verdicts come to: one for each property, and the worst of them for the whole.

import type { Fragment } from '../base/finding.ts';
import { type Named, namedValue } from '../base/named.ts';
import { type Assumption, type Assumptions, assume, assumes, type OpenReason } from '../base/reasons.ts';
import type { CommProgram } from '../comm/comm.ts';
import { isIncomplete } from '../comm/index.ts';
import type { RootFunction } from '../flow/index.ts';
import type { ModelResult, ModelVerdict } from '../model/index.ts';
import { classesOf } from './finding-rules.ts';

export function failed(root: RootFunction, reason: OpenReason): Fragment {
  return {
    function: root.fn.name,
    package: root.pkg.path,
    span: root.fn.span,
    parameters: [],
    verdict: 'unknown',
    precondition: null,
    weakest: false,
    bounds: [],
    properties: [],
    assumptions: [],
    reasons: [reason],
    states: 0,
    ms: 0,
  };
}

export function fragmentOf(
  program: CommProgram,
  root: RootFunction,
  result: ModelResult,
  /** Findings that are more than notes: the property or formula of each, and all that its run breaks. */
  certain: readonly { readonly name: string; readonly violates: readonly string[] }[],
): Fragment {
  const properties: [name: string, verdict: string][] = [];
  let verdict: Fragment['verdict'] = 'proved';
  const preconditions = new Set<string>();
  let reason: OpenReason | null = null;
  const assumptions: Assumptions = new Map();
  for (const { kind, of } of result.assumptions) assume(assumptions, kind, of);
  // Where something is not followed, only what was found itself is known: the process may end before anything else comes of it.
  const hasGaps = result.gaps.length > 0 || program.gaps.length > 0;
  const serious = new Set(certain.flatMap(({ name, violates }) => (hasGaps ? [name] : [name, ...violates])));
  for (const [name, found] of result.verdicts) {
    // What is violated in the model but not worth reporting is not known about the program.
    const open = found.kind === 'violated' && !serious.has(name);
    // Nor is it known that nothing panics where that is assumed.
    const assumed = name === 'panic' && found.kind === 'proved' && assumes(result.assumptions, 'no-panic');
    // Nor under which condition, where data decides and nothing is reported.
    const vague = name === 'panic' && found.kind === 'conditional';
    const kind = open || assumed || vague ? 'unknown' : withinHorizon(found, result);
    properties.push([name, kind]);
    // Panics that data decides are not looked into: the verdict assumes that there are none.
    if (name === 'panic' && kind === 'unknown') {
      if (!assumed) assume(assumptions, 'no-panic');
      continue;
    }
    // Which kind of blocking it is may stay open where blocking itself is decided.
    if (
      kind === 'unknown' &&
      classesOf(name).detailsLeak &&
      result.verdicts.get('goroutine-leak')?.kind === 'conditional'
    )
      continue;
    verdict = worse(verdict, kind);
    if (found.kind === 'conditional') {
      preconditions.add(found.precondition);
      if (!found.complete)
        for (const { name: of } of program.params) assume(assumptions, 'values', triedValues(of, found.bounds));
    }
    if (found.kind === 'unknown' && kind === 'unknown' && reason === null && !classesOf(name).detailsLeak)
      reason = found.reason;
  }
  if (certain.length > 0) verdict = 'violated';
  if (verdict === 'bounded' && reason === null) reason = horizonOf(result.assumptions);
  if (verdict === 'unknown' && reason === null)
    reason = result.limits.length > 0 ? { kind: 'limits', limits: result.limits } : { kind: 'untrackedData' };
  return {
    function: root.fn.name,
    package: root.pkg.path,
    span: root.fn.span,
    parameters: program.params.map((param) => param.name),
    verdict,
    precondition: verdict === 'conditional' ? allOf([...preconditions]) : null,
    weakest: false,
    bounds: result.bounds,
    properties,
    assumptions: [...assumptions.values()],
    reasons: [
      ...(reason !== null && (verdict === 'unknown' || verdict === 'bounded') ? [reason] : []),
      ...(result.limits.includes('time') ? [{ kind: 'late' } as const] : []),
    ],
    states: result.states,
    ms: 0,
  };
}

/** How far was looked, if not everywhere. */
export function horizonOf(assumptions: readonly Assumption[]): OpenReason | null {
  const found = assumptions.find(({ kind }) => kind === 'horizon');
  return found === undefined ? null : { kind: 'horizon', functions: found.of };
}

/** A condition that was seen to be enough for some values rests on these being all, until it is proved. */
function triedValues(name: string, bounds: Named<readonly number[]>): string {
  return `${name} = ${(namedValue(bounds, name) ?? []).join(', ')}`;
}

/** Whether a condition was only seen. */
export function isOnlySeen({ verdict, assumptions }: Fragment): boolean {
  return verdict === 'conditional' && assumes(assumptions, 'values');
}

export function withoutTried(assumptions: readonly Assumption[]): readonly Assumption[] {
  return assumptions.filter(({ kind }) => kind !== 'values');
}

/** `conditional` is a proof. What was only seen of some values is the reason why nothing is known of the others. */
export function withoutOnlySeen(fragment: Fragment): Fragment {
  if (!isOnlySeen(fragment)) return fragment;
  return {
    ...fragment,
    verdict: 'unknown',
    precondition: null,
    assumptions: withoutTried(fragment.assumptions),
    reasons: [{ kind: 'fine-if', precondition: fragment.precondition ?? '', complete: false }, ...fragment.reasons],
  };
}

/** Where only some functions were followed, nothing is proved; and nothing is unknown only because the others do more. */
function withinHorizon(found: ModelVerdict, result: ModelResult): Fragment['verdict'] {
  const { kind } = found;
  if (!assumes(result.assumptions, 'horizon')) return kind;
  if (kind === 'proved' || kind === 'conditional') return 'bounded';
  const isCut = found.kind === 'unknown' && found.reason.kind === 'gap' && found.reason.gap.kind === 'beyondHorizon';
  return isCut && !isIncomplete(result.gaps) ? 'bounded' : kind;
}

/** Each property holds under its own condition; all of them under all. */
function allOf(conditions: readonly string[]): string {
  if (conditions.length === 1) return conditions[0] as string;
  return conditions.map((one) => (one.includes('||') ? `(${one})` : one)).join(' && ');
}

const order: readonly Fragment['verdict'][] = ['proved', 'bounded', 'conditional', 'unknown', 'violated'];

function worse(a: Fragment['verdict'], b: Fragment['verdict']): Fragment['verdict'] {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
