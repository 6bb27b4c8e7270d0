// What generated types do that goes wrong only with other callers or at odd moments: orders of locks, closed channels, timers, iterators and
// their like.

import { type Condition, type Draft, type LockForm, method, oneIn, pick } from './draft.ts';

type Idiom = (d: Draft, right: boolean) => void;

const plain: LockForm = { lock: 's.mu.Lock()', unlock: 's.mu.Unlock()', param: '' };

/** A lock of the type's own, and a method that shows whether it is free. */
function ownMutex(d: Draft): LockForm {
  d.fields.push('mu sync.Mutex');
  method(d, 'Len', [], [plain.lock, 's.n++', plain.unlock]);
  return plain;
}

/** Two locks, in one order or in two. */
const orders: Idiom = (d, right) => {
  d.kinds.add('lock-order');
  d.imports.add('runtime');
  d.fields.push('a, b sync.Mutex');
  const both = (first: string, second: string): readonly string[] => [
    `s.${first}.Lock()`,
    'runtime.Gosched()',
    `s.${second}.Lock()`,
    's.n++',
    `s.${second}.Unlock()`,
    `s.${first}.Unlock()`,
  ];
  method(d, 'AB', [], both('a', 'b'));
  method(d, 'BA', [], right ? both('a', 'b') : both('b', 'a'));
};

/** Reads within reads, with a writer. */
const readTwice: Idiom = (d, right) => {
  d.kinds.add('rwmutex');
  d.fields.push('rw sync.RWMutex');
  method(d, 'Put', [], ['s.rw.Lock()', 's.n++', 's.rw.Unlock()']);
  method(d, 'get', [], ['s.rw.RLock()', '_ = s.n', 's.rw.RUnlock()']);
  method(d, 'Sum', [], right ? ['s.get()', 's.get()'] : ['s.rw.RLock()', 's.get()', 's.rw.RUnlock()']);
};

/** A read lock that becomes a write lock. */
const upgrade: Idiom = (d, right) => {
  d.kinds.add('rwmutex');
  d.fields.push('rw sync.RWMutex', 'set bool');
  method(d, 'Set', ['on bool'], ['s.rw.Lock()', 's.set = on', 's.rw.Unlock()']);
  method(
    d,
    'Ensure',
    [],
    [
      's.rw.RLock()',
      'set := s.set',
      ...(right ? ['s.rw.RUnlock()'] : []),
      'if !set {',
      '\ts.rw.Lock()',
      '\ts.set = true',
      '\ts.rw.Unlock()',
      '}',
      ...(right ? [] : ['s.rw.RUnlock()']),
    ],
  );
};

/** A lock that is only tried. */
const tries: Idiom = (d, right) => {
  d.kinds.add('try-lock');
  const lock = ownMutex(d);
  method(
    d,
    'Try',
    ['on bool'],
    right
      ? ['if !s.mu.TryLock() {', '\treturn', '}', 's.n++', lock.unlock]
      : ['if s.mu.TryLock() && on {', '\ts.n++', `\t${lock.unlock}`, '}'],
  );
};

/** A send on a channel that another method closes. */
const sendAfterClose: Idiom = (d, right) => {
  d.kinds.add('send-after-close');
  d.fields.push('mu sync.RWMutex', 'closed bool', 'c chan int');
  d.inits.push('s.c = make(chan int, 2)');
  const send = pick(d.random, [
    ['select {', 'case s.c <- v:', 'default:', '}'],
    ['select {', 'case s.c <- v:', 'default:', '\ts.n++', '}'],
  ]);
  method(
    d,
    'Put',
    ['v int'],
    right
      ? ['s.mu.Lock()', 'defer s.mu.Unlock()', 'if s.closed {', '\treturn', '}', ...send]
      : ['s.mu.Lock()', 'closed := s.closed', 's.mu.Unlock()', 'if closed {', '\treturn', '}', ...send],
  );
  method(
    d,
    'Close',
    [],
    ['s.mu.Lock()', 'defer s.mu.Unlock()', 'if !s.closed {', '\ts.closed = true', '\tclose(s.c)', '}'],
  );
};

/** Channels in a map, which are closed and stay there. */
const closedEntries: Idiom = (d, right) => {
  d.kinds.add('map-of-channels');
  d.fields.push('mu sync.Mutex', 'subs map[int]chan int');
  d.inits.push('s.subs = map[int]chan int{}');
  method(
    d,
    'Add',
    ['k int'],
    ['s.mu.Lock()', 'defer s.mu.Unlock()', 'if s.subs != nil {', '\ts.subs[k] = make(chan int)', '}'],
  );
  method(
    d,
    'Drop',
    ['k int'],
    [
      's.mu.Lock()',
      'defer s.mu.Unlock()',
      'if c, ok := s.subs[k]; ok {',
      '\tclose(c)',
      ...(right ? ['\tdelete(s.subs, k)'] : []),
      '}',
    ],
  );
};

/** A wait with a lock held that the helper needs. */
const helpUnderLock: Idiom = (d, right) => {
  d.kinds.add('wait-under-lock');
  d.fields.push('mu sync.Mutex', 'wg sync.WaitGroup');
  method(d, 'work', [], ['defer s.wg.Done()', 's.mu.Lock()', 's.n++', 's.mu.Unlock()']);
  const start = ['s.wg.Add(1)', 'go s.work()'];
  method(d, 'Run', [], right ? [...start, 's.wg.Wait()'] : ['s.mu.Lock()', ...start, 's.wg.Wait()', 's.mu.Unlock()']);
};

/** An iterator that holds a lock while the loop runs. */
const iterates: Idiom = (d, right) => {
  d.kinds.add('iterator');
  d.imports.add('iter');
  const lock = ownMutex(d);
  d.fields.push('xs []int');
  d.decls.push(
    [
      `func (s *${d.type}) all() iter.Seq[int] {`,
      '\treturn func(yield func(int) bool) {',
      `\t\t${lock.lock}`,
      ...(right ? [`\t\tdefer ${lock.unlock}`] : []),
      '\t\tfor i := range 3 {',
      '\t\t\tif !yield(i) {',
      '\t\t\t\treturn',
      '\t\t\t}',
      '\t\t}',
      ...(right ? [] : [`\t\t${lock.unlock}`]),
      '\t}',
      '}',
    ].join('\n'),
  );
  method(d, 'Find', ['k int'], ['for x := range s.all() {', '\tif x == k {', '\t\tbreak', '\t}', '}']);
};

/** A timer whose function needs what its user holds, or that is stopped and waited for. */
const timers: Idiom = (d, right) => {
  d.kinds.add('timer');
  d.imports.add('time');
  const forms: readonly (readonly string[])[] = right
    ? [
        [
          'c := make(chan int, 1)',
          't := time.AfterFunc(time.Millisecond, func() { c <- 1 })',
          'if !t.Stop() {',
          '\t<-c',
          '}',
        ],
        [
          'c := make(chan int, 1)',
          'time.AfterFunc(time.Millisecond, func() { c <- 1 })',
          'if on {',
          '\treturn',
          '}',
          '<-c',
        ],
      ]
    : [
        [
          'c := make(chan int, 1)',
          't := time.AfterFunc(time.Millisecond, func() { c <- 1 })',
          'if on && t.Stop() {',
          '\t<-c',
          '}',
        ],
        [
          'c := make(chan int)',
          'time.AfterFunc(time.Millisecond, func() { c <- 1 })',
          'if on {',
          '\treturn',
          '}',
          '<-c',
        ],
      ];
  method(d, 'Arm', ['on bool'], ['_ = on', ...pick(d.random, forms)]);
};

/** A Once whose function panics, or that runs itself. */
const onces: Idiom = (d, right) => {
  d.kinds.add('once');
  d.fields.push('once sync.Once', 'val *int');
  const lock = ownMutex(d);
  method(
    d,
    'Load',
    ['f func() *int'],
    [
      'defer func() { _ = recover() }()',
      's.once.Do(func() { s.val = f() })',
      lock.lock,
      ...(right ? [`defer ${lock.unlock}`] : []),
      'if s.val == nil {',
      '\treturn',
      '}',
      's.n++',
      ...(right ? [] : [lock.unlock]),
    ],
  );
};

/** Methods of an embedded type, which takes the same lock. */
const embedded: Idiom = (d, right) => {
  d.kinds.add('embedded');
  const base = `${d.own}Base`;
  d.decls.push(
    `type ${base} struct {\n\tmu sync.Mutex\n\tk  int\n}`,
    `func (b *${base}) with(f func()) {\n\tb.mu.Lock()\n\tdefer b.mu.Unlock()\n\tf()\n}`,
    `func (b *${base}) Inc() {\n\tb.mu.Lock()\n\tb.k++\n\tb.mu.Unlock()\n}`,
  );
  d.fields.push(base);
  method(d, 'Bump', ['on bool'], ['s.with(func() {', '\tif on {', right ? '\t\ts.k++' : '\t\ts.Inc()', '\t}', '})']);
};

/** A method value that releases a lock, or one that was taken of something else. */
const methodValue: Idiom = (d, right) => {
  d.kinds.add('method-value');
  const lock = ownMutex(d);
  method(
    d,
    'Do',
    ['on bool'],
    ['done := s.mu.Unlock', lock.lock, 'if on {', right ? '\ts.n++' : '\tdone = func() {}', '}', 'done()'],
  );
};

/** A generic function that takes a lock. */
const generic: Idiom = (d, right) => {
  d.kinds.add('generic');
  const lock = ownMutex(d);
  d.decls.push(
    `func ${d.own}Locked[T comparable](mu *sync.Mutex, a, b T) bool {\n\tmu.Lock()\n\tif a == b {\n${right ? '\t\tmu.Unlock()\n' : ''}\t\treturn true\n\t}\n\tmu.Unlock()\n\treturn false\n}`,
  );
  method(d, 'Same', ['a, b string'], [`if ${d.own}Locked(&s.mu, a, b) {`, '\treturn', '}', lock.lock, lock.unlock]);
};

/** An atomic pointer that leads to another lock meanwhile. */
const swapped: Idiom = (d, right) => {
  d.kinds.add('atomic-pointer');
  d.imports.add('sync/atomic');
  d.imports.add('runtime');
  d.decls.push(`type ${d.own}Part struct{ mu sync.Mutex }`);
  d.fields.push(`cur atomic.Pointer[${d.own}Part]`);
  d.inits.push(`s.cur.Store(new(${d.own}Part))`);
  method(d, 'Swap', [], [`s.cur.Store(new(${d.own}Part))`]);
  const use = right
    ? ['p := s.cur.Load()', 'if p == nil {', '\treturn', '}', 'p.mu.Lock()', 'runtime.Gosched()', 'p.mu.Unlock()']
    : [
        'if s.cur.Load() == nil {',
        '\treturn',
        '}',
        's.cur.Load().mu.Lock()',
        'runtime.Gosched()',
        's.cur.Load().mu.Unlock()',
      ];
  method(d, 'Use', [], use);
};

/** A channel that only its goroutine's end closes, or a goroutine that a context ends. */
const contexts: Idiom = (d, right) => {
  d.kinds.add('context');
  d.imports.add('context');
  method(
    d,
    'Do',
    ['ctx context.Context'],
    [
      'if ctx == nil {',
      '\treturn',
      '}',
      `c := make(chan int${right ? ', 1' : ''})`,
      'go func() { c <- 1 }()',
      'select {',
      'case <-c:',
      'case <-ctx.Done():',
      '}',
    ],
  );
};

/** Labels and jumps out of the middle of what a lock guards. */
const jumps: Idiom = (d, right) => {
  d.kinds.add('jump');
  const lock = ownMutex(d);
  const c: Condition = { param: 'xs []int', before: [], test: oneIn(d.random, 2) ? 'x < 0' : 'x == 2' };
  method(
    d,
    'Each',
    [c.param],
    [
      'next:',
      '\tfor _, x := range xs {',
      `\t\t${lock.lock}`,
      '\t\tfor i := range 2 {',
      `\t\t\tif ${c.test} && i == 1 {`,
      ...(right ? [`\t\t\t\t${lock.unlock}`] : []),
      '\t\t\t\tcontinue next',
      '\t\t\t}',
      '\t\t}',
      `\t\t${lock.unlock}`,
      '\t}',
    ],
  );
};

export const sharedIdioms: readonly Idiom[] = [
  orders,
  readTwice,
  upgrade,
  tries,
  sendAfterClose,
  closedEntries,
  helpUnderLock,
  iterates,
  timers,
  onces,
  embedded,
  methodValue,
  generic,
  swapped,
  contexts,
  jumps,
];
