// Names for the objects of a run, as the source calls them: no two objects of one run share a name.

import type { SharedObject } from '../base/operation.ts';
import type { Span } from '../base/source.ts';
import { shownSteps, type Trace, type TraceStep } from '../base/trace.ts';

/** More of the source than this is no name. */
const maxName = 30;

/**
 * Objects keep the name of the variable or field that they were made for, where only one has it. Of several, each is called as an
 * operation on it calls it: `from.mu` and `to.mu` for the locks of two accounts. Where that does not tell them apart, they are numbered.
 */
export function withNames(trace: Trace, sourceAt: (at: Span) => string): Trace {
  const byName = new Map<string, SharedObject[]>();
  for (const one of trace.objects) byName.set(one.label, [...(byName.get(one.label) ?? []), one]);
  const names = new Map<number, string>();
  for (const [label, group] of byName) {
    if (label !== '' && group.length === 1 && !ofLibrary.has(group[0]?.kind ?? '')) continue;
    const written = group.map((one) => writtenNames(trace, one, sourceAt));
    group.forEach((one, i) => {
      const others = new Set(written.filter((_, k) => k !== i).flat());
      const own = written[i]?.find((text) => !others.has(text) && !isTaken(text, byName));
      if (own !== undefined) names.set(one.id, own);
      else if (label !== '') names.set(one.id, i === 0 ? label : `${label} #${i + 1}`);
    });
  }
  if (names.size === 0) return trace;
  return { ...trace, objects: trace.objects.map((one) => ({ ...one, name: names.get(one.id) ?? one.name })) };
}

/** Made by models of the library, which give them labels of their own. */
const ofLibrary: ReadonlySet<string> = new Set(['timer', 'cond']);

function isTaken(text: string, byName: ReadonlyMap<string, readonly SharedObject[]>): boolean {
  return byName.get(text)?.length === 1;
}

/** How operations of the run call an object, in their order. */
function writtenNames(trace: Trace, one: SharedObject, sourceAt: (at: Span) => string): readonly string[] {
  const texts = shownSteps(trace)
    .filter((step) => step.object === one.id)
    .map((step) => operandIn(step, sourceAt(step.span)));
  return [...new Set(texts.filter((text) => text !== ''))];
}

/** What an operation is applied to, as written; '' where that is no plain name. */
export function operandIn({ operation: { kind } }: Pick<TraceStep, 'operation'>, text: string): string {
  // Arguments of a call that gives the object say little.
  const operand = textOfOperand(kind, text)
    .trim()
    .replace(/\([^()]+\)$/, '(...)');
  return operand.length <= maxName && /^[\p{L}_*(][\p{L}\p{N}_.*()[\]]*$/u.test(operand) ? operand : '';
}

function textOfOperand(kind: TraceStep['operation']['kind'], text: string): string {
  switch (kind) {
    case 'send':
      return /^(?:case\s+)?([^<]+?)\s*<-/.exec(text)?.[1] ?? '';
    case 'receive':
      return (/<-\s*([^;:{]+)/.exec(text) ?? /\brange\s+([^{]+?)\s*\{/.exec(text))?.[1] ?? '';
    case 'close':
      return /^close\((.+)\)$/.exec(text)?.[1] ?? '';
    case 'timer-start':
    case 'timer-stop':
    case 'timer-fire':
      return '';
    default:
      return /^(.+)\.\w+\([^()]*\)$/.exec(text)?.[1] ?? '';
  }
}
