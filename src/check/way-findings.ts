// Findings of what goes wrong on some way through a single function: warnings, because the search has not shown a run.

import { type Finding, finding, type RelatedPlace } from '../base/finding.ts';
import type { WayKind } from '../base/headline.ts';
import type { Span } from '../base/source.ts';
import {
  declaredFunctions,
  type FlowProgram,
  functionsInSight,
  readyForWays,
  sourceText,
  type WayFault,
  wayFaults,
} from '../flow/index.ts';
import type { Function as IrFunction } from '../ir/ir.ts';
import type { Package } from '../types/object.ts';

/** Those in functions of the wanted packages that are not told already. */
export function wayFindings(
  flow: FlowProgram,
  wanted: (pkg: Package) => boolean,
  told: readonly Finding[],
): readonly Finding[] {
  readyForWays(flow);
  const owners = new Map(declaredFunctions(flow).map(({ ref, obj }) => [ref.id, obj]));
  const packageOf = (fn: IrFunction): Package | null => fn.obj?.pkg ?? owners.get(ownerOf(fn))?.pkg ?? null;
  const functions = functionsInSight(flow).filter((fn) => {
    const pkg = packageOf(fn);
    return pkg !== null && wanted(pkg);
  });
  const serious = told.filter(({ severity }) => severity !== 'note');
  const known = new Set(serious.flatMap(({ span, trace }) => [span.pos, ...trace.blocked.map((one) => one.span.pos)]));
  const found = new Map<string, Finding>();
  for (const fault of wayFaults(flow, functions, packageOf)) {
    // What callers promise may rule the way out.
    if ((fault.fn.contract?.requires.length ?? 0) > 0) continue;
    if (placesOf(fault).some(({ pos }) => known.has(pos))) continue;
    const one = findingOf(flow, fault);
    const key = `${one.rule} ${one.span.pos}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

/** Where the same fault would be told by others. */
function placesOf(fault: WayFault): readonly Span[] {
  switch (fault.kind) {
    case 'kept':
      return [fault.span, fault.taken];
    case 'again':
      return fault.inside === null ? [fault.span, fault.taken] : [fault.span, fault.inside, fault.taken];
    case 'skipped-done':
      return [fault.span, ...fault.waits];
    default:
      return [fault.span];
  }
}

function findingOf(flow: FlowProgram, fault: WayFault): Finding {
  const { fn, span } = fault;
  const text = sourceText(flow, span);
  switch (fault.kind) {
    case 'kept':
      return way(fn, 'missing-unlock', 'keeps-lock', span, text, locked(flow, fault.taken), [
        { span: fault.taken, message: { kind: 'locked-here' } },
      ]);
    case 'again': {
      const kind = fault.shared ? 'reads-again' : fault.inside === null ? 'locks-again' : 'call-locks-again';
      const related: RelatedPlace[] = [{ span: fault.taken, message: { kind: 'locked-here' } }];
      if (fault.inside !== null) related.push({ span: fault.inside, message: { kind: 'locked-inside' } });
      return way(fn, 'double-lock', kind, span, text, locked(flow, fault.taken), related);
    }
    case 'given-up':
      return way(
        fn,
        'goroutine-leak',
        'result-given-up',
        span,
        text,
        fault.room > 0 ? '' : withRoom(flow, fault.made),
        [
          { span: fault.left, message: { kind: 'left-here' } },
          { span: fault.made, message: { kind: 'made-here' } },
        ],
      );
    case 'skipped-done':
      return way(fn, 'goroutine-leak', 'skips-done', span, text, sourceText(flow, fault.done).replace(/^defer /, ''), [
        { span: fault.done, message: { kind: 'done-here' } },
      ]);
    case 'order':
      return way(fn, 'lock-order', 'turns-order', span, text, locked(flow, fault.taken), [
        { span: fault.taken, message: { kind: 'locked-here' } },
        { span: fault.other, message: { kind: 'other-order' } },
      ]);
    case 'early-wait':
      return way(fn, 'negative-waitgroup', 'adds-while-waiting', span, text, '', [
        { span: fault.started, message: { kind: 'started-here' } },
        { span: fault.other, message: { kind: 'waits-here' } },
      ]);
    case 'early-close':
      return way(fn, 'send-on-closed', 'closes-early', span, text, '', [
        { span: fault.started, message: { kind: 'started-here' } },
        { span: fault.other, message: { kind: 'sent-here' } },
      ]);
    case 'holds':
    case 'holds-once': {
      const what = fault.kind === 'holds' ? 'waits-for-taker' : 'waits-for-once';
      return way(fn, 'goroutine-leak', what, span, text, locked(flow, fault.other), [
        { span: fault.other, message: { kind: 'locked-here' } },
        { span: fault.ends, message: { kind: 'would-end' } },
      ]);
    }
    case 'ticker':
      return way(fn, 'unstopped-ticker', 'keeps-ticker', span, text, '', []);
    case 'unguarded':
      return way(fn, 'double-close', 'closes-unasked', span, text, '', [
        { span: fault.other, message: { kind: 'closed-here' } },
      ]);
    case 'racy':
      return way(fn, 'double-close', 'closes-racily', span, text, '', []);
    case 'stays':
      return way(fn, 'double-close', 'closes-kept', span, text, operand(text), [
        { span: fault.other, message: { kind: 'left-here' } },
      ]);
  }
}

function way(
  fn: IrFunction,
  rule: string,
  what: WayKind,
  span: Span,
  text: string,
  other: string,
  related: readonly RelatedPlace[],
): Finding {
  const name = ownName(fn);
  return finding(rule, span, { kind: 'way', what, function: name, text, other }, name, {
    severity: 'warning',
    related,
    notes: [{ kind: 'one-way' }],
  });
}

/** `p.mu` of `p.mu.Lock()`; a call that locks as it is written. */
function locked(flow: FlowProgram, span: Span): string {
  const text = sourceText(flow, span);
  return /^(.*)\.(?:Try)?R?Lock\(\)$/.exec(text)?.[1] ?? text;
}

/** `make(chan T, 1)` of `make(chan T)`. */
function withRoom(flow: FlowProgram, span: Span): string {
  const text = sourceText(flow, span);
  return /^make\(.*[^,]\)$/.test(text) && !text.includes('...') ? text.replace(/(?:, *0)?\)$/, ', 1)') : '';
}

function operand(text: string): string {
  return /^close\((.*)\)$/.exec(text)?.[1] ?? 'the field';
}

function ownerOf(fn: IrFunction): string {
  return fn.id.replace(/\$.*$/, '');
}

function ownName(fn: IrFunction): string {
  const owner = ownerOf(fn);
  return owner.slice(owner.lastIndexOf('.') + 1);
}
