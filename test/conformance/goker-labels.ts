// Published labels of kernels: which goroutine leaks, and what it waits for, as Go's own tests of its leak profile say.

import { readFileSync } from 'node:fs';
import type { Finding } from '../../src/base/finding.ts';
import type { SourceSet } from '../../src/base/source.ts';

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
    for (const { goroutine, operation } of finding.trace.blocked) {
      for (const label of labels) {
        if (!isReason(operation, label.reason)) continue;
        if (isFunction(goroutine, label.function, sources)) return 'same';
        agreement = 'reason';
      }
    }
  }
  return agreement;
}

function isReason(operation: string, reason: string): boolean {
  const [verb = ''] = operation.split(' ');
  const reasons: Readonly<Record<string, readonly string[]>> = {
    send: ['chan send'],
    receive: ['chan receive', 'chan receive (nil chan)'],
    select: ['select', 'select (no cases)'],
    Lock: ['sync.Mutex.Lock', 'sync.RWMutex.Lock'],
    RLock: ['sync.RWMutex.RLock'],
    Wait: ['sync.WaitGroup.Wait'],
    'Cond.Wait': ['sync.Cond.Wait'],
  };
  return reasons[verb]?.includes(reason) ?? false;
}

/** Literals count for the function that they stand in. */
function isFunction(goroutine: string, wanted: string, sources: SourceSet): boolean {
  const place = /^goroutine at (.+):(\d+)/.exec(goroutine);
  const name = place === null ? goroutine.replace(/ #\d+$/, '') : enclosing(sources, place[1] ?? '', Number(place[2]));
  const plain = name.slice(name.lastIndexOf('.') + 1);
  return wanted === '' ? /^Test/.test(plain) : plain.toLowerCase() === wanted.toLowerCase();
}

function enclosing(sources: SourceSet, name: string, line: number): string {
  const file = sources.files().find(({ path }) => path.endsWith(`/${name}`));
  const before = (file?.text ?? '').split('\n').slice(0, line);
  const found = before.reverse().find((text) => text.startsWith('func '));
  return /^func (?:\([^)]*\) )?(\w+)/.exec(found ?? '')?.[1] ?? '';
}
