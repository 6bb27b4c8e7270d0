// Published labels of kernels: which goroutine leaks, and what it waits for, as Go's own tests of its leak profile say.

import { readFileSync } from 'node:fs';
import type { Finding } from '../../src/base/finding.ts';
import type { Goroutine, OperationKind } from '../../src/base/operation.ts';
import type { SourceSet } from '../../src/base/source.ts';
import { goroutineOf } from '../../src/base/trace.ts';

/** A goroutine that is known to leak. */
export interface Label {
  /** The function that it was started with, without receiver and suffix; '' for the test itself. */
  readonly function: string;
  /** As the runtime says: `chan send`, `sync.Mutex.Lock`. */
  readonly reason: string;
}

export type Agreement = 'same' | 'reason' | 'differs' | 'unlabelled';

/** The labels in a Go test file, by name of the kernel in small letters: calls like `makeTest("Moby1", ...)` with patterns in backquotes. */
export function readLabels(path: string): ReadonlyMap<string, readonly Label[]> {
  const labels = new Map<string, readonly Label[]>();
  const text = readFileSync(path, 'utf8');
  for (const [, name = '', body = ''] of text.matchAll(/make(?:Flaky)?Test\("(\w+)",\s*((?:`[^`]*`,\s*)*)\)/g)) {
    const kernel = name.toLowerCase();
    const patterns = [...body.matchAll(/`([^`]*)`/g)].map(([, pattern = '']) => labelOf(pattern, kernel));
    labels.set(kernel, patterns);
  }
  return labels;
}

function labelOf(pattern: string, kernel: string): Label {
  const plain = pattern.replaceAll('\\', '').replace('(RW)?', '');
  const reason = /\[(.*)\]/.exec(plain)?.[1] ?? '';
  const [called = ''] = plain.split(/\(?\.\* \[/);
  const [whole = ''] = called.split(/\.func\d|\.\d/);
  const name = whole.slice(whole.lastIndexOf('.') + 1).replace(/_\w+$/, '');
  return { function: name.toLowerCase() === kernel ? '' : name, reason };
}

/** Whether what is reported as blocked is what is known to leak: the same function and reason, or at least the same reason. */
export function compare(
  labels: readonly Label[] | undefined,
  findings: readonly Finding[],
  sources: SourceSet,
): Agreement {
  if (labels === undefined || labels.length === 0) return 'unlabelled';
  let agreement: Agreement = 'differs';
  for (const finding of findings) {
    for (const { goroutine, operation, because } of finding.trace.blocked) {
      for (const label of labels) {
        if (!isReason(operation.kind, because.kind, label.reason)) continue;
        if (isFunction(goroutineOf(finding.trace, goroutine), label.function, sources)) return 'same';
        agreement = 'reason';
      }
    }
  }
  return agreement;
}

function isReason(kind: OperationKind, because: string, reason: string): boolean {
  const reasons: Partial<Record<OperationKind, readonly string[]>> = {
    send: ['chan send'],
    receive: ['chan receive', 'chan receive (nil chan)'],
    select: because === 'no-cases' ? ['select (no cases)'] : ['select', 'select (no cases)'],
    lock: ['sync.Mutex.Lock', 'sync.RWMutex.Lock'],
    rlock: ['sync.RWMutex.RLock'],
    'wg-wait': ['sync.WaitGroup.Wait'],
    'cond-wait': ['sync.Cond.Wait'],
    'block-forever': ['select', 'select (no cases)'],
  };
  return reasons[kind]?.includes(reason) ?? false;
}

/** Literals count for the function that they stand in. */
function isFunction({ function: name, created }: Goroutine, wanted: string, sources: SourceSet): boolean {
  const at = created === null ? null : sources.position(created.pos);
  const whole = name === '' && at !== null ? enclosing(sources, at.file, at.line) : name;
  const plain = whole.slice(whole.lastIndexOf('.') + 1);
  return wanted === '' ? /^Test/.test(plain) : plain.toLowerCase() === wanted.toLowerCase();
}

function enclosing(sources: SourceSet, name: string, line: number): string {
  const file = sources.named(name);
  const before = (file?.text ?? '').split('\n').slice(0, line);
  const found = before.reverse().find((text) => text.startsWith('func '));
  return /^func (?:\([^)]*\) )?(\w+)/.exec(found ?? '')?.[1] ?? '';
}
