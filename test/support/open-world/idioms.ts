// What generated types do: ordinary concurrent code, right or with one mistake that a condition or a caller has to bring about.

import { conditionGroups } from './conditions.ts';
import { type Condition, type Draft, type LockForm, method, oneIn, pick } from './draft.ts';
import { sharedIdioms } from './idioms-shared.ts';
import { lockForms } from './locks.ts';

/** Fills a draft; `right` leaves the mistake out. */
export type Idiom = (d: Draft, right: boolean) => void;

function aLock(d: Draft): LockForm {
  const row = pick(d.random, lockForms);
  d.kinds.add(row.kind);
  return row.make(d);
}

function aCondition(d: Draft, lock: LockForm | null): Condition {
  const row = pick(d.random, pick(d.random, conditionGroups));
  d.kinds.add(row.kind);
  return row.make(d, lock);
}

// ---------------------------------------------------------------------------------------------------------------
// A condition decides

type Consequence = (d: Draft, lock: LockForm, c: Condition, right: boolean) => readonly string[];

const early: Consequence = (_, lock, c, right) => [
  lock.lock,
  ...c.before,
  `if ${c.test} {`,
  ...(right ? [`\t${lock.unlock}`] : []),
  '\treturn',
  '}',
  's.n++',
  lock.unlock,
];

const twice: Consequence = (_, lock, c, right) => [
  lock.lock,
  ...c.before,
  `if ${c.test} {`,
  `\t${lock.unlock}`,
  ...(right ? ['\treturn'] : []),
  '}',
  lock.unlock,
];

const closeTwice: Consequence = (d, lock, c, right) => {
  d.fields.push('done chan struct{}', 'closed bool');
  d.inits.push('s.done = make(chan struct{})');
  return [
    lock.lock,
    ...c.before,
    `if s.closed ${right ? `|| ${c.test}` : `&& !(${c.test})`} {`,
    `\t${lock.unlock}`,
    '\treturn',
    '}',
    's.closed = true',
    'close(s.done)',
    lock.unlock,
  ];
};

const unsent: Consequence = (_, __, c, right) => [
  ...c.before,
  'c := make(chan int)',
  `if !(${c.test}) {`,
  '\tgo func() { c <- 1 }()',
  ...(right ? ['} else {', '\tgo func() { c <- 2 }()'] : []),
  '}',
  '<-c',
];

const undone: Consequence = (_, __, c, right) => [
  'var wg sync.WaitGroup',
  'wg.Add(1)',
  ...c.before,
  `skip := ${c.test}`,
  'go func() {',
  ...(right ? ['\tdefer wg.Done()'] : []),
  '\tif skip {',
  '\t\treturn',
  '\t}',
  ...(right ? [] : ['\twg.Done()']),
  '}()',
  'wg.Wait()',
];

const abandoned: Consequence = (_, __, c, right) => [
  ...c.before,
  `c := make(chan int${right ? ', 1' : ''})`,
  'go func() { c <- 1 }()',
  `if ${c.test} {`,
  '\treturn',
  '}',
  '<-c',
];

const negative: Consequence = (_, __, c, right) => [
  'var wg sync.WaitGroup',
  'wg.Add(1)',
  ...c.before,
  `if ${c.test} {`,
  '\twg.Done()',
  ...(right ? ['\treturn'] : []),
  '}',
  'wg.Done()',
];

const sendClosed: Consequence = (_, __, c, right) => [
  ...c.before,
  'c := make(chan int, 1)',
  `if ${c.test} {`,
  '\tclose(c)',
  ...(right ? ['\treturn'] : []),
  '}',
  'c <- 1',
];

const consequences: readonly Consequence[] = [
  early,
  early,
  early,
  twice,
  closeTwice,
  unsent,
  undone,
  abandoned,
  negative,
  sendClosed,
];

const decided: Idiom = (d, right) => {
  const lock = aLock(d);
  const c = aCondition(d, lock);
  const body = pick(d.random, consequences)(d, lock, c, right);
  const uses = body.includes(lock.lock);
  method(d, 'Do', [uses ? lock.param : '', c.param], body);
  if (uses && lock.param === '' && oneIn(d.random, 2)) method(d, 'Len', [], [lock.lock, 's.n++', lock.unlock]);
};

// ---------------------------------------------------------------------------------------------------------------
// Others come between

/** State that was checked under a lock is used after the lock was given away. */
const restart: Idiom = (d, right) => {
  d.kinds.add('interference');
  const lock = ownLock(d);
  d.fields.push('running bool');
  method(
    d,
    'Run',
    ['work func()'],
    [
      lock.lock,
      's.running = true',
      lock.unlock,
      ...(oneIn(d.random, 2) ? ['if work != nil {', '\twork()', '}'] : []),
      lock.lock,
      'if !s.running {',
      ...(right ? [`\t${lock.unlock}`] : []),
      '\treturn',
      '}',
      's.n++',
      lock.unlock,
    ],
  );
  method(d, 'Stop', [], [lock.lock, 's.running = false', lock.unlock]);
};

/** Double-checked locking with a pointer. */
const ensure: Idiom = (d, right) => {
  d.kinds.add('double-checked');
  const lock = ownLock(d);
  d.fields.push('cache *int');
  method(
    d,
    'Get',
    [],
    [
      lock.lock,
      'if s.cache == nil {',
      '\ts.cache = new(int)',
      '}',
      lock.unlock,
      lock.lock,
      'if s.cache == nil {',
      ...(right ? [`\t${lock.unlock}`] : []),
      '\treturn',
      '}',
      '*s.cache++',
      lock.unlock,
    ],
  );
  method(d, 'Reset', [], [lock.lock, 's.cache = nil', lock.unlock]);
};

/** A callback is called with a lock held, or after it; it may call back in. */
const callback: Idiom = (d, right) => {
  d.kinds.add('callback');
  const lock = ownLock(d);
  const call = ['if f != nil {', '\tf()', '}'];
  method(
    d,
    'Each',
    ['f func()'],
    right ? [lock.lock, 's.n++', lock.unlock, ...call] : [lock.lock, 's.n++', ...call, lock.unlock],
  );
  method(d, 'Count', [], [lock.lock, 's.n--', lock.unlock]);
};

/** A flag is checked, then a callback runs, then the channel is closed. */
const closeAfterCallback: Idiom = (d, right) => {
  d.kinds.add('callback-state');
  const lock = ownLock(d);
  d.fields.push('closed bool', 'done chan struct{}');
  d.inits.push('s.done = make(chan struct{})');
  const call = ['if f != nil {', '\tf()', '}'];
  const check = ['if s.closed {', `\t${lock.unlock}`, '\treturn', '}'];
  method(
    d,
    'Close',
    ['f func()'],
    [
      lock.lock,
      ...check,
      ...(right ? ['s.closed = true'] : []),
      lock.unlock,
      ...call,
      lock.lock,
      ...(right ? [] : ['s.closed = true']),
      'close(s.done)',
      lock.unlock,
    ],
  );
};

/** Close once by a flag: unguarded, atomic in two steps, or right. */
const closeOnce: Idiom = (d, right) => {
  d.kinds.add(right ? 'close-once' : 'race');
  d.fields.push('done chan struct{}');
  d.inits.push('s.done = make(chan struct{})');
  const form = d.random.below(3);
  if (form === 0) {
    d.fields.push('mu sync.Mutex', 'closed bool');
    const body = ['if s.closed {', '\treturn', '}', 's.closed = true', 'close(s.done)'];
    // The counter is guarded, so that the type is one that is used concurrently.
    method(d, 'Add', [], ['s.mu.Lock()', 's.n++', 's.mu.Unlock()']);
    method(d, 'Close', [], right ? ['s.mu.Lock()', 'defer s.mu.Unlock()', ...body] : body);
    return;
  }
  d.imports.add('sync/atomic');
  d.fields.push('closed atomic.Bool');
  const test =
    form === 1
      ? ['if s.closed.Load() {', '\treturn', '}', 's.closed.Store(true)']
      : ['if s.closed.Swap(true) {', '\treturn', '}'];
  method(
    d,
    'Close',
    [],
    [...(right ? ['if !s.closed.CompareAndSwap(false, true) {', '\treturn', '}'] : test), 'close(s.done)'],
  );
};

/** Start adds, Finish is done: whoever finishes more often than he starts goes below zero. */
const startFinish: Idiom = (d, right) => {
  d.kinds.add('group-in-field');
  d.fields.push('wg sync.WaitGroup');
  if (right) {
    method(d, 'Start', [], ['s.wg.Add(1)', 'go func() {', '\tdefer s.wg.Done()', '\ts.work()', '}()']);
    method(d, 'work', [], ['_ = s.n']);
  } else {
    method(d, 'Start', [], ['s.wg.Add(1)']);
    method(d, 'Finish', [], ['s.wg.Done()']);
  }
  if (oneIn(d.random, 2)) method(d, 'Wait', [], ['s.wg.Wait()']);
};

/** A condition variable whose setter may forget to signal. */
const waiting: Idiom = (d, right) => {
  d.kinds.add('cond');
  d.fields.push('mu sync.Mutex', 'cond *sync.Cond', 'ready bool');
  d.inits.push('s.cond = sync.NewCond(&s.mu)');
  method(d, 'Wait', [], ['s.mu.Lock()', 'for !s.ready {', '\ts.cond.Wait()', '}', 's.mu.Unlock()']);
  method(d, 'Ready', [], ['s.mu.Lock()', 's.ready = true', ...(right ? ['s.cond.Broadcast()'] : []), 's.mu.Unlock()']);
  if (!right) d.hidden.add('s.cond');
};

// ---------------------------------------------------------------------------------------------------------------
// Objects that only the package can reach

const hiddenPlaces: readonly ((d: Draft, right: boolean) => void)[] = [
  // A channel of the package.
  (d, right) => {
    d.decls.push(`var ${d.own}Queue = make(chan int)`);
    if (right) d.decls.push(`func ${d.type}Feed(v int) { ${d.own}Queue <- v }`);
    else d.hidden.add(`${d.own}Queue`);
    method(d, 'Take', [], [`s.n += <-${d.own}Queue`]);
  },
  // A field that nothing else uses.
  (d, right) => {
    d.fields.push('queue chan int');
    d.inits.push('s.queue = make(chan int)');
    if (right) method(d, 'Put', ['v int'], ['s.queue <- v']);
    else d.hidden.add('s.queue');
    method(d, 'Take', [], ['s.n += <-s.queue']);
  },
  // In a sync.Map.
  (d, right) => {
    d.fields.push('all sync.Map');
    d.hidden.add('c');
    method(d, 'Add', ['k int'], [`c := make(chan int${right ? ', 1' : ''})`, 's.all.Store(k, c)', 'c <- k']);
  },
  // Behind functions in an array.
  (d, right) => {
    d.fields.push('funcs [1]func(chan int)');
    d.hidden.add('c');
    d.inits.push(`s.funcs[0] = func(c chan int) { ${right ? 'close(c)' : ''} }`);
    method(d, 'Call', [], ['c := make(chan int)', 's.funcs[0](c)', '<-c']);
  },
  // A goroutine of the constructor that nothing stops.
  (d, right) => {
    d.fields.push('stop chan struct{}');
    d.inits.push('s.stop = make(chan struct{})', 'go func() { <-s.stop }()');
    if (right) method(d, 'Stop', ['mu *sync.Mutex'], ['mu.Lock()', 's.n++', 'mu.Unlock()']);
    if (right) d.inits.push('close(s.stop)');
    else d.hidden.add('s.stop');
  },
];

const hidden: Idiom = (d, right) => {
  d.kinds.add('environment');
  pick(d.random, hiddenPlaces)(d, right);
};

// ---------------------------------------------------------------------------------------------------------------
// Panics under recover

const panicking: readonly { readonly param: string; readonly lines: readonly string[] }[] = [
  { param: '', lines: ['var m map[string]int', 'm["a"] = 1'] },
  { param: 'm map[string]int', lines: ['m["a"] = 1'] },
  { param: 'v any', lines: ['m := map[any]int{}', 'm[v] = 1'] },
  { param: 'v any', lines: ['_ = v.(string)'] },
  { param: 'xs []int', lines: ['_ = xs[0]'] },
  { param: 'k int', lines: ['_ = [3]int{}[k]'] },
  { param: 'k int', lines: ['_ = 10 / k'] },
  { param: 'f func()', lines: ['f()'] },
  { param: 'p *int', lines: ['*p = 1'] },
];

const recovering: Idiom = (d, right) => {
  d.kinds.add('recover');
  const lock = ownLock(d);
  const { param, lines } = pick(d.random, panicking);
  method(
    d,
    'Try',
    [param],
    right
      ? ['defer func() { _ = recover() }()', lock.lock, `defer func() { ${lock.unlock} }()`, ...lines]
      : ['defer func() { _ = recover() }()', lock.lock, ...lines, lock.unlock],
  );
};

/** A lock that no caller gives. */
function ownLock(d: Draft): LockForm {
  for (;;) {
    const row = pick(d.random, lockForms);
    if (row.kind === 'lock-parameter') continue;
    d.kinds.add(row.kind);
    const lock = row.make(d);
    return lock;
  }
}

export const idioms: readonly Idiom[] = [
  ...Array.from({ length: 12 }, () => decided),
  restart,
  ensure,
  callback,
  closeAfterCallback,
  closeOnce,
  startFinish,
  waiting,
  hidden,
  hidden,
  recovering,
  ...sharedIdioms,
];
