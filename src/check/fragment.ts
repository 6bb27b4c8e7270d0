// What a fragment's verdicts come to: one for each property, and the worst of them for the whole.

import type { Fragment } from '../base/finding.ts';
import type { CommProgram } from '../comm/comm.ts';
import { beyondHorizon, horizonMark } from '../comm/index.ts';
import type { RootFunction } from '../flow/index.ts';
import type { ModelResult, ModelVerdict } from '../model/index.ts';

export function failed(root: RootFunction, reason: string): Fragment {
  return {
    function: root.fn.name,
    package: root.pkg.path,
    span: root.fn.span,
    parameters: [],
    verdict: 'unknown',
    precondition: null,
    weakest: false,
    bounds: {},
    properties: {},
    assumptions: [],
    reason,
    states: 0,
    ms: 0,
  };
}

/** Said wherever a search was ended by time, not by its work. */
const late = 'the time limit for a search was reached (raise it with --time)';

export function fragmentOf(
  program: CommProgram,
  root: RootFunction,
  result: ModelResult,
  /** Findings that are more than notes: the property or formula of each, and all that its run breaks. */
  certain: readonly { readonly name: string; readonly violates: readonly string[] }[],
): Fragment {
  const properties: Record<string, string> = {};
  let verdict: Fragment['verdict'] = 'proved';
  const preconditions = new Set<string>();
  let reason = '';
  const assumptions = new Set(result.assumptions);
  // Where something is not followed, only what was found itself is known: the process may end before anything else comes of it.
  const hasGaps = result.gaps.length > 0 || program.gaps.length > 0;
  const serious = new Set(certain.flatMap(({ name, violates }) => (hasGaps ? [name] : [name, ...violates])));
  for (const [name, found] of result.verdicts) {
    // What is violated in the model but not worth reporting is not known about the program.
    const open = found.kind === 'violated' && !serious.has(name);
    // Nor is it known that nothing panics where that is assumed.
    const assumed = name === 'panic' && found.kind === 'proved' && result.assumptions.some(isNoPanic);
    // Nor under which condition, where data decides and nothing is reported.
    const vague = name === 'panic' && found.kind === 'conditional';
    const kind = open || assumed || vague ? 'unknown' : withinHorizon(found, result);
    properties[name] = kind;
    // Panics that data decides are not looked into: the verdict assumes that there are none.
    if (name === 'panic' && kind === 'unknown') {
      if (!assumed) assumptions.add('no-panic');
      continue;
    }
    // Which kind of blocking it is may stay open where blocking itself is decided.
    if (
      kind === 'unknown' &&
      subordinate.includes(name) &&
      result.verdicts.get('goroutine-leak')?.kind === 'conditional'
    )
      continue;
    verdict = worse(verdict, kind);
    if (found.kind === 'conditional') {
      preconditions.add(found.precondition);
      if (!found.complete) for (const param of program.params) assumptions.add(triedValues(param.name, found.bounds));
    }
    if (found.kind === 'unknown' && kind === 'unknown' && reason === '' && !subordinate.includes(name))
      reason = found.reason;
  }
  if (certain.length > 0) verdict = 'violated';
  if (verdict === 'bounded' && reason === '')
    reason = result.assumptions.find((one) => one.startsWith(horizonMark)) ?? '';
  if (verdict === 'unknown' && reason === '') {
    reason =
      result.limits.length > 0 ? `the search was cut: ${result.limits.join(', ')}` : 'data that is not tracked decides';
  }
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
    assumptions: [...assumptions],
    reason: [verdict === 'unknown' || verdict === 'bounded' ? reason : '', result.limits.includes('time') ? late : '']
      .filter((part) => part !== '')
      .join('; '),
    states: result.states,
    ms: 0,
  };
}

/** A condition that was seen to be enough for some values rests on these being all, until it is proved. */
const triedMark = 'values: ';

function triedValues(name: string, bounds: Readonly<Record<string, readonly number[]>>): string {
  return `${triedMark}${name} = ${(bounds[name] ?? []).join(', ')}`;
}

/** Whether a condition was only seen. */
export function isOnlySeen({ verdict, assumptions }: Fragment): boolean {
  return verdict === 'conditional' && assumptions.some((one) => one.startsWith(triedMark));
}

export function withoutTried(assumptions: readonly string[]): readonly string[] {
  return assumptions.filter((one) => !one.startsWith(triedMark));
}

/** What was seen for some values is not known of the others. */
function fineIf(precondition: string): string {
  return `does not happen if ${precondition}, for the values tried`;
}

/** `conditional` is a proof. What was only seen of some values is the reason why nothing is known of the others. */
export function withoutOnlySeen(fragment: Fragment): Fragment {
  if (!isOnlySeen(fragment)) return fragment;
  const seen = fineIf(fragment.precondition ?? '');
  return {
    ...fragment,
    verdict: 'unknown',
    precondition: null,
    assumptions: withoutTried(fragment.assumptions),
    reason: fragment.reason === '' ? seen : `${seen}; ${fragment.reason}`,
  };
}

/** Where only some functions were followed, nothing is proved; and nothing is unknown only because the others do more. */
function withinHorizon(found: ModelVerdict, result: ModelResult): Fragment['verdict'] {
  const { kind } = found;
  if (!result.assumptions.some((one) => one.startsWith(horizonMark))) return kind;
  if (kind === 'proved' || kind === 'conditional') return 'bounded';
  const isCut = found.kind === 'unknown' && found.reason.endsWith(beyondHorizon);
  return isCut && result.gaps.every(({ reason }) => reason.endsWith(beyondHorizon)) ? 'bounded' : kind;
}

function isNoPanic(assumption: string): boolean {
  return assumption.startsWith('no-panic');
}

/** Each property holds under its own condition; all of them under all. */
function allOf(conditions: readonly string[]): string {
  if (conditions.length === 1) return conditions[0] as string;
  return conditions.map((one) => (one.includes('||') ? `(${one})` : one)).join(' && ');
}

/** Rules that only say more about a leak. */
const subordinate: readonly string[] = ['double-lock', 'lock-order'];

const order: readonly Fragment['verdict'][] = ['proved', 'bounded', 'conditional', 'unknown', 'violated'];

function worse(a: Fragment['verdict'], b: Fragment['verdict']): Fragment['verdict'] {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
