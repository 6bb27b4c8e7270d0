// What goes wrong in every run that reaches a place, regardless of callers and their order: found in all functions together, without a search.

import { type Finding, finding, type RelatedPlace } from '../base/finding.ts';
import type { Headline } from '../base/headline.ts';
import type { Goroutine } from '../base/operation.ts';
import type { Span } from '../base/source.ts';
import type { Blocked, Trace } from '../base/trace.ts';
import {
  closedTwice,
  copiedLocks,
  declaredFunctions,
  earlyWaits,
  type FlowProgram,
  functionsInSight,
  kindOf,
  lateAdds,
  lostCancels,
  lostSignals,
  type Stuck,
  sharedObjects,
  singleWaits,
  sourceText,
  spins,
  stuckOperations,
} from '../flow/index.ts';
import type { Function as IrFunction } from '../ir/ir.ts';
import type { Package } from '../types/object.ts';
import type { Checked } from './fragment-check.ts';

/** Findings in functions of the wanted packages; a place is reported once. */
export function certainFaults(flow: FlowProgram, wanted: (pkg: Package) => boolean): readonly Finding[] {
  const shared = sharedObjects(flow);
  const owners = new Map(declaredFunctions(flow).map(({ ref, obj }) => [ref.id, obj]));
  const isWanted = (fn: IrFunction): boolean => {
    const pkg = fn.obj?.pkg ?? owners.get(ownerOf(fn))?.pkg ?? null;
    return pkg !== null && wanted(pkg);
  };
  // What goroutines of main wait for when it returns is no leak: the process ends.
  const isOfMain = (fn: IrFunction): boolean => {
    const owner = owners.get(ownerOf(fn));
    return owner !== undefined && kindOf(flow, owner) === 'main';
  };
  const endsWithMain = (fn: IrFunction): boolean => fn.id !== ownerOf(fn) && isOfMain(fn);
  const found = stuckOperations(flow, shared)
    .filter(({ kind, fn }) => isWanted(fn) && (kind === 'case' || !endsWithMain(fn)))
    .map((stuck) => stuckFinding(flow, stuck));
  for (const fn of functionsInSight(flow)) {
    if (!isWanted(fn)) continue;
    for (const { span, first } of closedTwice(fn)) {
      const headline: Headline = { kind: 'closed-twice', function: ownName(fn), operand: operand(flow, span) };
      found.push(faultIn(fn, 'double-close', headline, span, [{ span: first, message: { kind: 'first-close' } }]));
    }
    for (const { span, started } of lateAdds(flow, shared, fn)) {
      const headline: Headline = { kind: 'late-add', text: text(flow, span) };
      const related: RelatedPlace = { span: started, message: { kind: 'started-here' } };
      found.push(faultIn(fn, 'negative-waitgroup', headline, span, [related]));
    }
    for (const { span, name, type, used } of copiedLocks(fn)) {
      const headline: Headline = { kind: 'copied-lock', name, type };
      found.push(warningIn(fn, 'copied-lock', headline, span, [{ span: used, message: { kind: 'used-here' } }]));
    }
    // What main leaves behind ends with it.
    if (!isOfMain(fn)) {
      for (const { span } of lostCancels(fn))
        found.push(warningIn(fn, 'lost-cancel', { kind: 'lost-cancel' }, span, []));
    }
    for (const { span, wait } of earlyWaits(flow, fn)) {
      const headline: Headline = { kind: 'early-wait', text: text(flow, span) };
      found.push(warningIn(fn, 'late-add', headline, span, [{ span: wait, message: { kind: 'waits-here' } }]));
    }
    for (const { span } of singleWaits(fn)) {
      found.push(warningIn(fn, 'single-wait', { kind: 'single-wait', text: text(flow, span) }, span, []));
    }
    for (const { span, made } of lostSignals(fn)) {
      found.push({
        ...faultIn(fn, 'lost-signal', { kind: 'lost-signal' }, span, [{ span: made, message: { kind: 'made-here' } }]),
        severity: 'warning',
      });
    }
  }
  for (const { fn, span } of spins(flow, isWanted)) {
    found.push(faultIn(fn, 'endless-spin', { kind: 'endless-spin' }, span, []));
  }
  const seen = new Set<string>();
  return found.filter(({ rule, span }) => {
    const key = `${rule} ${span.pos}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Each finding goes to the fragment of the function that it stands in, which then is violated unless it is a note; `rest` are those in functions
 * that are no root of a fragment.
 */
export function withCertainFaults(
  checked: readonly Checked[],
  findings: readonly Finding[],
): { readonly checked: readonly Checked[]; readonly rest: readonly Finding[] } {
  const rest: Finding[] = [];
  const given = new Map<Checked, Finding[]>();
  for (const one of findings) {
    const owner = checked.find(({ fragment: { span } }) => span.pos <= one.span.pos && one.span.pos < span.end);
    if (owner === undefined) rest.push(one);
    else given.set(owner, [...(given.get(owner) ?? []), one]);
  }
  return {
    checked: checked.map((one) => {
      const more = given.get(one);
      if (more === undefined) return one;
      const { fragment } = one;
      const findings = [...one.findings, ...more];
      if (more.every(({ severity }) => severity === 'note')) return { ...one, findings };
      const violated = { ...fragment, verdict: 'violated', precondition: null, weakest: false, reasons: [] } as const;
      return { ...one, findings, fragment: violated };
    }),
    rest,
  };
}

function stuckFinding(flow: FlowProgram, { kind, fn, span, origins }: Stuck): Finding {
  const operation = text(flow, span);
  const made = origins
    .slice(0, maxOrigins)
    .map((one): RelatedPlace => ({ span: one, message: { kind: kind === 'wait' ? 'counter-raised' : 'made-here' } }));
  // True of programs that are right as well, such as one that only asks whether it was cancelled: worth knowing, and no alarm.
  if (kind === 'case') {
    return { ...faultIn(fn, 'dead-case', { kind: 'dead-case', text: operation }, span, made), severity: 'note' };
  }
  const name = ownName(fn);
  const headline: Headline = { kind: 'never-completes', function: name, text: operation, operation: kind };
  const blocked: Blocked = {
    goroutine: 1,
    operation: { kind: 'outside', inSelect: false, delta: null, text: operation },
    object: 0,
    span,
    because: { kind: 'never', operation: kind },
    freedBy: [],
    panic: '',
    value: '',
  };
  const goroutine: Goroutine = { id: 1, kind: 'root', function: name, created: null };
  const trace: Trace = { goroutines: [goroutine], objects: [], steps: [], blocked: [blocked] };
  return { ...faultIn(fn, 'goroutine-leak', headline, span, made), trace };
}

/** More places where something is made than this are no help. */
const maxOrigins = 3;

function warningIn(...fault: Parameters<typeof faultIn>): Finding {
  return { ...faultIn(...fault), severity: 'warning' };
}

function faultIn(
  fn: IrFunction,
  rule: string,
  headline: Headline,
  span: Span,
  related: readonly RelatedPlace[],
): Finding {
  return finding(rule, span, headline, ownName(fn), { related });
}

/** The declared function that a literal stands in. */
function ownerOf(fn: IrFunction): string {
  return fn.id.replace(/\$.*$/, '');
}

function ownName(fn: IrFunction): string {
  const owner = ownerOf(fn);
  return owner.slice(owner.lastIndexOf('.') + 1);
}

/** An operation as written, without the body of a loop or of cases. */
function text(flow: FlowProgram, span: Span): string {
  return sourceText(flow, span)
    .replace(/^(for\b.*?|select)\s*\{.*$/, '$1')
    .trim();
}

function operand(flow: FlowProgram, span: Span): string {
  return /^close\((.*)\)$/.exec(text(flow, span))?.[1] ?? 'a channel';
}
