// What goes wrong in every run that comes to a place, whoever calls and in which order: found in all functions together, without a search.

import type { Related } from '../base/diagnostic.ts';
import type { Finding } from '../base/finding.ts';
import type { Span } from '../base/source.ts';
import {
  closedTwice,
  declaredFunctions,
  type FlowProgram,
  functionsInSight,
  kindOf,
  lateAdds,
  lostSignals,
  type Stuck,
  sharedObjects,
  sourceText,
  stuckOperations,
} from '../flow/index.ts';
import type { Function as IrFunction } from '../ir/ir.ts';
import type { Package } from '../types/object.ts';
import type { Checked } from './fragment-check.ts';

/** Findings in functions of the wanted packages; a place is told once. */
export function certainFaults(flow: FlowProgram, wanted: (pkg: Package) => boolean): readonly Finding[] {
  const shared = sharedObjects(flow);
  const owners = new Map(declaredFunctions(flow).map(({ ref, obj }) => [ref.id, obj]));
  const isWanted = (fn: IrFunction): boolean => {
    const pkg = fn.obj?.pkg ?? owners.get(ownerOf(fn))?.pkg ?? null;
    return pkg !== null && wanted(pkg);
  };
  // What goroutines of main wait for when it returns is no leak: the process ends.
  const endsWithMain = (fn: IrFunction): boolean => {
    const owner = owners.get(ownerOf(fn));
    return owner !== undefined && fn.id !== ownerOf(fn) && kindOf(flow, owner) === 'main';
  };
  const found = stuckOperations(flow, shared)
    .filter(({ kind, fn }) => isWanted(fn) && (kind === 'case' || !endsWithMain(fn)))
    .map((stuck) => stuckFinding(flow, stuck));
  for (const fn of functionsInSight(flow)) {
    if (!isWanted(fn)) continue;
    for (const { span, first } of closedTwice(fn)) {
      const message = `${ownName(fn)} closes ${operand(flow, span)} twice`;
      found.push(finding(fn, 'double-close', message, span, [{ span: first, message: 'the first close' }]));
    }
    for (const { span, started } of lateAdds(flow, shared, fn)) {
      const message = `${text(flow, span)} comes too late: the goroutine may call Done before, and the counter becomes negative`;
      found.push(finding(fn, 'negative-waitgroup', message, span, [{ span: started, message: 'started here' }]));
    }
    for (const { span, made } of lostSignals(fn)) {
      const message = 'a signal is lost unless somebody receives at that moment: the channel has no buffer';
      found.push({
        ...finding(fn, 'lost-signal', message, span, [{ span: made, message: 'made here' }]),
        severity: 'warning',
      });
    }
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
      const violated = { ...fragment, verdict: 'violated', precondition: null, weakest: false, reason: '' } as const;
      return { ...one, findings, fragment: violated };
    }),
    rest,
  };
}

function stuckFinding(flow: FlowProgram, { kind, fn, span, origins }: Stuck): Finding {
  const operation = text(flow, span);
  if (kind === 'case') {
    const message = `this case can never be chosen: nothing else uses the channel of ${operation} so that it could be`;
    const related = origins.slice(0, maxOrigins).map((one): Related => ({ span: one, message: 'made here' }));
    // True of programs that are right as well, such as one that only asks whether it was cancelled: worth knowing, and no alarm.
    return { ...finding(fn, 'dead-case', message, span, related), severity: 'note' };
  }
  const because = {
    receive: 'nothing can ever send on its channel or close it',
    send: 'nothing can ever receive from its channel',
    select: 'none of its cases can ever be ready',
    wait: 'nothing can ever lower the counter once it was raised',
  }[kind];
  const message = `${ownName(fn)} blocks for ever at ${operation}: ${because}`;
  const made = kind === 'wait' ? 'the counter is raised here' : 'the channel is made here';
  const related = origins.slice(0, maxOrigins).map((origin): Related => ({ span: origin, message: made }));
  const blocked = { goroutine: ownName(fn), operation, span, because, freedBy: '' };
  return { ...finding(fn, 'goroutine-leak', message, span, related), trace: { steps: [], blocked: [blocked] } };
}

/** More places where something is made than this are no help. */
const maxOrigins = 3;

function finding(fn: IrFunction, rule: string, message: string, span: Span, related: readonly Related[]): Finding {
  return {
    rule,
    severity: 'error',
    message,
    span,
    function: ownName(fn),
    valuation: {},
    choices: [],
    confirmed: false,
    trace: { steps: [], blocked: [] },
    related,
    notes: [],
  };
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
