// Programs written by hand: what the model checker says about each, and in which words.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import { parseProgram } from '../../src/comm/text/parse.ts';
import { checkProgram, defaultProperties, type ModelOptions, type ModelResult } from '../../src/model/index.ts';
import { root } from '../support/repository.ts';

function read(text: string): CommProgram {
  const parsed = parseProgram(text, 'test');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.program;
}

function check(text: string, options: Partial<ModelOptions> = {}): ModelResult {
  return checkProgram(read(text), { ...options });
}

function kind(result: ModelResult, name: string): string {
  return result.verdicts.get(name)?.kind ?? 'missing';
}

const blocking = ['global-deadlock', 'goroutine-leak', 'double-lock', 'lock-order', 'nil-channel'];

describe('testdata/comm', () => {
  const folder = join(root, 'testdata/comm');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.comm'))) {
    test(name, () => {
      const text = readFileSync(join(folder, name), 'utf8');
      const result = check(text);
      const fault = /want fault: (\S+)/.exec(text)?.[1] ?? 'none';
      const violated = defaultProperties.filter((p) => ['violated', 'conditional'].includes(kind(result, p)));
      expect(violated.filter((p) => !blocking.includes(p)).join() || 'none').toBe(fault);
      expect(violated.includes('goroutine-leak') ? 'yes' : 'no').toBe(/want stuck: (\S+)/.exec(text)?.[1] ?? 'no');
    });
  }
});

describe('what is not explored is not proved', () => {
  const iterating = (index: string): string => `
    program "p" function
    proc main() {
      m = map make
      map set m, 7, 1
      map set m, 8, 1
      i = 0
      k = map key m, ${index}
    }`;

  test('a map is iterated in one order only', () => {
    const result = check(iterating('i'));
    expect(kind(result, 'goroutine-leak')).toBe('bounded');
    expect(result.bounds).toEqual([['orders of map iteration', [1]]]);
    expect(kind(check(iterating('0')), 'goroutine-leak')).toBe('proved');
  });
});

describe('leaks', () => {
  const waits = (termination: string): string => `
    program "p" function
    proc main() {
      c = chan 0
      go work(c)
      recv c
    }
    proc work(c) {
      loop l ${termination} {
        if ? {
          break l
        }
      } next {
        yield
      }
      send c, 1
    }`;

  test('a loop that ends by a free choice is trusted only if it was shown to end', () => {
    expect(kind(check(waits('terminates')), 'goroutine-leak')).toBe('proved');
    expect(kind(check(waits('unknown')), 'goroutine-leak')).toBe('unknown');
  });

  test('a loop that ends, but may do nothing each time, serves nobody', () => {
    const text = `
      program "p" function
      proc main() {
        c = chan 0
        go give(c)
        loop outer {
          loop inner terminates {
            if ? {
              break inner
            }
            recv c
          }
        } next {
          yield
        }
      }
      proc give(c) {
        loop l {
          send c, 1
        }
      }`;
    expect(kind(check(text), 'goroutine-leak')).toBe('unknown');
  });

  test('what is blocked when main returns is no leak, when a function returns it is', () => {
    const text = (kind: string): string => `
      program "p" ${kind}
      proc main() {
        c = chan 0
        go give(c)
      }
      proc give(c) {
        send c, 1
      }`;
    expect(kind(check(text('main')), 'goroutine-leak')).toBe('proved');
    expect(kind(check(text('function')), 'goroutine-leak')).toBe('violated');
    const all = checkProgram(read(text('main')), { properties: ['deadlock-ignoring-main-exit'] });
    expect(kind(all, 'deadlock-ignoring-main-exit')).toBe('violated');
  });

  test('a main that goes on forever leaks what it leaves behind', () => {
    const text = `
      program "server" main
      proc main() {
        c = chan 0
        go give(c)
        loop l {
          yield
        }
      }
      proc give(c) {
        send c, 1
      }`;
    const result = check(text);
    expect(kind(result, 'goroutine-leak')).toBe('violated');
    expect(kind(result, 'global-deadlock')).toBe('proved');
  });
});

describe('explanations', () => {
  test('a double lock says who holds it', () => {
    const result = check(`
      program "f" function
      proc main() {
        m = new mutex as "mu"
        lock m
        lock m
      }`);
    const [finding] = result.findings;
    expect(finding?.rule).toBe('double-lock');
    expect(finding?.headline).toMatchObject({ kind: 'blocked', rule: 'double-lock', goroutine: { function: 'f' } });
    expect(finding?.trace.objects).toMatchObject([{ id: 1, kind: 'mutex', name: 'mu' }]);
    expect(finding?.trace.blocked).toMatchObject([
      {
        goroutine: 1,
        operation: { kind: 'lock' },
        object: 1,
        because: { kind: 'held-by-itself', read: false },
        freedBy: [{ kind: 'unlock', object: 1, when: 'before' }],
      },
    ]);
    expect(finding?.trace.steps).toMatchObject([
      { goroutine: 1, operation: { kind: 'lock' }, object: 1, state: { kind: 'held', by: [1], read: false } },
    ]);
  });

  test('a deferred call that waits says which panic it holds up', () => {
    const result = check(`
      program "f" function
      proc main() {
        m = new mutex as "mu"
        defer again(m)
        lock m
        a = array make 1
        x = a[2]
        unlock m
      }
      proc again(m) {
        lock m
      }`);
    const finding = result.findings.find(({ rule }) => rule === 'double-lock');
    expect(finding?.trace.blocked).toMatchObject([
      {
        because: { kind: 'held-by-itself' },
        panic: 'index out of range',
        unwinding: { what: 'index out of range' },
      },
    ]);
  });

  test('a cycle of locks names each holder', () => {
    const result = check(`
      program "f" function
      proc main() {
        a = new mutex as "a"
        b = new mutex as "b"
        go other(a, b)
        lock a
        lock b
        unlock b
        unlock a
      }
      proc other(a, b) {
        lock b
        lock a
        unlock a
        unlock b
      }`);
    const finding = result.findings.find((f) => f.rule === 'lock-order');
    expect(finding?.trace.goroutines).toMatchObject([
      { id: 1, function: 'f' },
      { id: 2, function: 'other' },
    ]);
    const waits = finding?.trace.blocked.map(({ goroutine, because }) => ({ goroutine, because })) ?? [];
    expect(waits.sort((a, b) => a.goroutine - b.goroutine)).toEqual([
      { goroutine: 1, because: { kind: 'held', by: [2], read: false } },
      { goroutine: 2, because: { kind: 'held', by: [1], read: false } },
    ]);
  });

  test('a missing receiver is told as a run with its rendezvous', () => {
    const result = check(`
      program "f" function
      proc main() {
        c = chan 0 as "results"
        go worker(c)
        go worker(c)
        recv c
      }
      proc worker(c) {
        send c, 1
      }`);
    const [finding] = result.findings;
    expect(finding?.rule).toBe('goroutine-leak');
    expect(finding?.severity).toBe('error');
    expect(finding?.trace.goroutines.map((one) => one.function)).toEqual(['f', 'worker', 'worker']);
    expect(finding?.trace.objects).toMatchObject([{ id: 1, kind: 'channel', name: 'results' }]);
    expect(finding?.trace.steps).toMatchObject([
      { goroutine: 1, operation: { kind: 'go' }, effect: { kind: 'starts', goroutine: 2 } },
      { goroutine: 1, operation: { kind: 'go' }, effect: { kind: 'starts', goroutine: 3 } },
      { goroutine: 2, operation: { kind: 'send' }, object: 1, value: '1', effect: { kind: 'to', goroutine: 1 } },
      { goroutine: 1, operation: { kind: 'receive' }, object: 1, effect: { kind: 'from', goroutine: 2 } },
      { goroutine: 2, operation: { kind: 'return' } },
    ]);
    expect(finding?.trace.blocked).toMatchObject([
      {
        goroutine: 3,
        because: { kind: 'no-receiver' },
        freedBy: [
          { kind: 'receive', object: 1 },
          { kind: 'buffer', object: 1, larger: false },
        ],
      },
    ]);
  });
});

describe('parameters', () => {
  const text = (capacity: string, takes: string): string => `
    program "f" function
    param n int
    proc main() {
      c = chan ${capacity}
      i = 0
      loop start {
        if i >= $n {
          break start
        }
        go worker(c)
      } next {
        i = i + 1
      }
      i = 0
      loop take {
        if i >= ${takes} {
          break take
        }
        recv c
      } next {
        i = i + 1
      }
    }
    proc worker(c) {
      send c, 1
    }`;

  test('a verdict for all values tried names them', () => {
    const result = check(text('0', '$n'));
    expect(result.verdicts.get('goroutine-leak')).toEqual({ kind: 'bounded', bounds: [['n', [-1, 0, 1, 2, 3]]] });
    expect(result.findings).toEqual([]);
  });

  test('one value that is fine makes a precondition and a warning', () => {
    const result = check(text('0', '1'));
    expect(result.verdicts.get('goroutine-leak')).toMatchObject({ kind: 'conditional', precondition: 'n == 1' });
    expect(new Set(result.findings.map((f) => f.severity))).toEqual(new Set(['warning', 'note']));
  });

  test('values whose search was cut are not called fine', () => {
    // For n == 1 the worker is left behind; for larger ones there is no end to the search.
    const cut = `
      program "f" function
      param n int
      proc main() {
        c = chan 0
        if $n == 1 {
          go worker(c)
        }
        if $n > 1 {
          i = 0
          go take(c)
          loop count {
            i = i + 1
            send c, i
          }
        }
      }
      proc worker(c) {
        send c, 1
      }
      proc take(c) {
        loop take {
          x = recv c
        }
      }`;
    const result = check(cut, { maxStates: 2000, params: [['n', [0, 1, 2, 3]]] });
    const leak = result.verdicts.get('goroutine-leak');
    expect(leak).toMatchObject({ kind: 'conditional', precondition: 'n <= 0', complete: false });
    // Of large values nothing is known, so that they are no reason to think little of it.
    expect(result.findings).toMatchObject([{ rule: 'goroutine-leak', severity: 'warning', precondition: 'n <= 0' }]);
  });

  test('a negative capacity is a note where larger values are fine', () => {
    const result = check(text('$n', '$n'));
    const finding = result.findings.find((f) => f.rule === 'negative-capacity');
    expect(finding).toMatchObject({ severity: 'note', precondition: 'n >= 0', valuation: [['n', -1]] });
  });
});

test('limits end in a bounded verdict', () => {
  const text = `
    program "f" function
    proc main() {
      c = chan 0
      loop l {
        go worker(c)
        yield
      }
    }
    proc worker(c) {
      recv c
    }`;
  const result = checkProgram(read(text), { maxStates: 500 });
  expect(result.limits).toEqual(['states']);
  expect(kind(result, 'nil-channel')).toBe('bounded');
  // Nothing closes a channel, however far the search would go.
  expect(kind(result, 'send-on-closed')).toBe('proved');
  const closing = text.replace('recv c', 'close c');
  const cut = checkProgram(read(closing.replace('yield', 'recv c')), { maxStates: 5 });
  expect([cut.limits, kind(cut, 'send-on-closed')]).toEqual([['states'], 'bounded']);
  expect(result.states).toBeLessThan(1000);
});

test('recursion without end is said to be one', () => {
  const result = check(`
    program "f" function
    proc main() {
      call f(1)
    }
    proc f(n) {
      call f(n + 1)
      yield
    }`);
  expect(result.verdicts.get('goroutine-leak')).toMatchObject({
    kind: 'unknown',
    reason: { kind: 'gap', gap: { kind: 'recursion' } },
  });
});

describe('sizes', () => {
  const many = (count: number): string => `
    program "f" function
    proc main() {
      c = chan 0
      i = 0
      loop start {
        if i >= ${count} {
          break start
        }
        go worker(c)
      } next {
        i = i + 1
      }
      recv c
    }
    proc worker(c) {
      send c, 1
    }`;

  test('more goroutines than bits in a word', () => {
    for (const symmetry of [true, false]) {
      const result = checkProgram(read(many(70)), { symmetry, maxStates: 5000 });
      expect(kind(result, 'goroutine-leak')).toBe('violated');
      expect(result.findings[0]?.trace.blocked.length).toBe(69);
    }
  });

  test('more components than fit a byte, and two bytes', () => {
    for (const rounds of [300, 70_000]) {
      const text = `
        program "f" function
        proc main() {
          i = 0
          loop l {
            if i >= ${rounds} {
              break l
            }
            yield
          } next {
            i = i + 1
          }
        }`;
      const result = checkProgram(read(text), { partialOrder: false });
      expect(result.states).toBe(rounds + 1);
      expect(kind(result, 'goroutine-leak')).toBe('proved');
    }
  });

  test('more objects than bits in a word', () => {
    const text = `
      program "f" function
      proc main() {
        list = array make 0
        i = 0
        loop l {
          if i >= 40 {
            break l
          }
          c = chan 0
          list = array append list, c
          go worker(c)
        } next {
          i = i + 1
        }
        i = 0
        loop k {
          if i >= 40 {
            break k
          }
          c = list[i]
          recv c
        } next {
          i = i + 1
        }
      }
      proc worker(c) {
        send c, 1
      }`;
    const result = check(text);
    expect(kind(result, 'goroutine-leak')).toBe('proved');
    expect(result.states).toBe(41);
  });
});
