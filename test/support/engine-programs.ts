// Small Go tests, generated: few goroutines and operations, so that all interleavings can be run, which reach their channels and locks
// in all the ways that the language has.

import { newRandom, type Random } from '../../src/explore/random.ts';

/** What all generated packages declare besides their tests. */
export const declarations = `
type pair struct{ x, y chan int }

func (p *pair) swap()        { p.x, p.y = p.y, p.x }
func (p pair) swapped() pair { p.x, p.y = p.y, p.x; return p }

type source interface{ get() chan int }
type left struct{ pair }
type right struct{ *pair }

func (l left) get() chan int  { return l.x }
func (r right) get() chan int { return r.y }

type guarded struct {
	sync.Mutex
	c chan int
}

func (g *guarded) send() { g.Lock(); defer g.Unlock(); g.c <- 1 }

type quiet struct{}

func (quiet) ignore() { recover() }

type loud struct{ quiet }

func first[T any](x, _ T) T { return x }

func last[S ~[]T, T any](list S) T { return list[len(list)-1] }

func late(x, y chan int) (c chan int) {
	defer func() { c = y }()
	return x
}

func rescued(x, y chan int) (c chan int) {
	defer func() {
		if recover() != nil {
			c = y
		}
	}()
	c = x
	panic("late")
}

func asChan(v any) chan int {
	switch v := v.(type) {
	case pair:
		return v.x
	case *pair:
		return v.y
	case chan int:
		return v
	case func() chan int:
		return v()
	}
	return nil
}

func variadic(list ...chan int) chan int {
	list[0] = list[len(list)-1]
	return list[0]
}

func each(list []chan int) func(func(int, chan int) bool) {
	return func(yield func(int, chan int) bool) {
		for i, c := range list {
			if !yield(i, c) {
				return
			}
		}
	}
}
`;

interface Scope {
  readonly random: Random;
  readonly lines: string[];
  /** Expressions that are channels, in every goroutine. */
  readonly channels: string[];
  /** Expressions that are mutexes. */
  readonly locks: string[];
  /** Whether the parts of the language beyond channels and locks are used. */
  readonly wide: boolean;
  names: number;
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)] as T;
}

/** The text of one test. */
export function generateTest(name: string, seed: number): string {
  const random = newRandom(seed);
  const s: Scope = {
    random,
    lines: [
      `a := make(chan int${random.below(3) === 0 ? ', 1' : ''})`,
      `b := make(chan int${random.below(3) === 0 ? ', 1' : ''})`,
      'var m, n sync.Mutex',
      'var rw sync.RWMutex',
      'var wg sync.WaitGroup',
      'var once sync.Once',
      'var state atomic.Int32',
      's3 := "abc"',
      '_, _, _, _, _, _, _, _, _ = a, b, &m, &n, &rw, &wg, &once, &state, s3',
    ],
    channels: ['a', 'a', 'b'],
    locks: ['m', 'm', 'n'],
    wide: random.below(4) > 0,
    names: 0,
  };
  if (s.wide) for (let i = 1 + random.below(2); i > 0; i--) pick(random, holders)(s);
  const goroutines = 1 + random.below(s.wide ? 2 : 3);
  const waits = random.below(3) === 0;
  if (waits) s.lines.push(`wg.Add(${goroutines + (random.below(6) === 0 ? 1 : 0)})`);
  for (let g = 0; g < goroutines; g++) {
    s.lines.push('go func() {');
    if (waits && random.below(8) > 0) s.lines.push('\tdefer wg.Done()');
    for (const line of body(s, 1 + random.below(s.wide ? 2 : 3))) s.lines.push(`\t${line}`);
    s.lines.push('}()');
  }
  s.lines.push(...body(s, random.below(3)));
  if (waits) s.lines.push('wg.Wait()');
  return `func ${name}(t *testing.T) {\n${s.lines.map((line) => `\t${line}`).join('\n')}\n}\n`;
}

// ---------------------------------------------------------------------------------------------------------------
// Ways to hold channels and locks. All of this happens before goroutines start.

type Holder = (s: Scope) => void;

function fresh(s: Scope, stem: string): string {
  return `${stem}${s.names++}`;
}

function some(s: Scope, count: number, from: (v: string) => readonly string[], v: string): readonly string[] {
  const out: string[] = [];
  for (let i = s.random.below(count + 1); i > 0; i--) out.push(pick(s.random, from(v)));
  return out;
}

/** Declares a holder, does something to it, and says how channels come out of it. */
function hold(
  stem: string,
  make: (v: string) => string,
  changes: (v: string) => readonly string[],
  uses: (v: string) => readonly string[],
): Holder {
  return (s) => {
    const v = fresh(s, stem);
    s.lines.push(make(v), ...some(s, 3, changes, v), `_ = ${v}`);
    s.channels.push(pick(s.random, uses(v)), pick(s.random, uses(v)));
  };
}

const holders: readonly Holder[] = [
  hold(
    's',
    (v) => `${v} := []chan int{a, b}`,
    (v) => [
      `${v} = append(${v}, a)`,
      `${v} = append(${v}[:0], ${v}[1:]...)\n\t${v} = append(${v}, b)`,
      `${v}[0], ${v}[1] = ${v}[1], ${v}[0]`,
      `copy(${v}, ${v}[1:])`,
      `clear(${v}[:1])`,
      `_ = append(${v}[:1], a)`,
      `_ = append(${v}[:1:1], a)`,
      `{ u := ${v}; u = append(u, a); u[0] = b; _ = u }`,
      `{ u := ${v}[:1]; u[0] = b; u = append(u, a); _ = u }`,
      `{ u := make([]chan int, 1, 3); u = append(u, a); w := append(u[:1], b); u[0] = w[1]; ${v} = u }`,
      `{ u := append([]chan int(nil), ${v}...); u[0] = nil; _ = u }`,
      `for i, c := range ${v} { ${v}[1] = c; _ = i }`,
      `for i, c := range each(${v}) { if i == 1 { ${v}[0] = c; break } }`,
      `${v} = slices.Insert(${v}, 1, a)`,
      `slices.Reverse(${v})`,
      `variadic(${v}...)`,
      `func(list []chan int) { list[1] = a; list = append(list, b); list[0] = nil }(${v})`,
    ],
    (v) => [`${v}[0]`, `${v}[1]`, `${v}[len(${v})-1]`, `last(${v})`, `variadic(${v}[0], ${v}[1])`],
  ),
  hold(
    'r',
    (v) => `${v} := [2]chan int{a, b}`,
    (v) => [
      `{ u := ${v}; u[0] = b; _ = u }`,
      `{ u := &${v}; u[0] = b }`,
      `{ u := ${v}[:]; u[0], u[1] = u[1], u[0] }`,
      `for i, c := range ${v} { ${v}[1] = a; ${v}[i] = c }`,
      `for i, c := range &${v} { ${v}[1] = a; ${v}[i] = c }`,
      `func(u [2]chan int) { u[0] = nil; _ = u }(${v})`,
      `${v} = [2]chan int{1: ${v}[0]}`,
    ],
    (v) => [`${v}[0]`, `${v}[1]`],
  ),
  hold(
    'p',
    (v) => `${v} := pair{a, b}`,
    (v) => [
      `${v}.swap()`,
      `${v} = ${v}.swapped()`,
      `${v}.swapped()`,
      `{ u := ${v}; u.x = nil; _ = u }`,
      `{ u := &${v}; u.x = u.y }`,
      `{ u := []pair{${v}, ${v}}; for _, e := range u { e.x = nil; _ = e }; u[1].y = a; ${v} = u[1] }`,
      `{ u := []pair{${v}}; w := make([]pair, 1); copy(w, u); w[0].x = b; ${v} = u[0] }`,
      `{ u := []pair{${v}}; u = append(u, u...); u[1].swap(); ${v} = u[0] }`,
      `{ u := map[string]pair{"k": ${v}}; w := u["k"]; w.swap(); ${v} = u["k"] }`,
      `{ f := ${v}.swapped; ${v}.x = ${v}.y; ${v} = f() }`,
      `{ f := (*pair).swap; f(&${v}) }`,
    ],
    (v) => [`${v}.x`, `${v}.y`, `${v}.swapped().x`, `asChan(${v})`, `asChan(&${v})`, `(left{${v}}).get()`],
  ),
  hold(
    'k',
    (v) => `${v} := map[string]chan int{"a": a, "b": b}`,
    (v) => [
      `delete(${v}, "a")`,
      `${v}["a"] = ${v}["b"]`,
      `{ u := ${v}; u["b"] = a }`,
      `for key, c := range ${v} { if key == "b" { ${v}["a"] = c } }`,
      `if _, ok := ${v}["c"]; !ok { ${v}["c"] = a }`,
      `clear(${v})`,
      `if len(${v}) == 2 { ${v}["b"] = a }`,
    ],
    (v) => [`${v}["a"]`, `${v}["b"]`, `${v}["c"]`],
  ),
  hold(
    'q',
    (v) => `${v} := &[]chan int{a}[0]`,
    (v) => [`*${v} = b`, `{ u := &${v}; **u = b }`, `{ u := &${v}; w := b; *u = &w }`],
    (v) => [`*${v}`],
  ),
  hold(
    'x',
    (v) => `${v} := a`,
    (v) => [`{ u := &${v}; *u = b }`, `${v}, _ = b, ${v}`, `func() { ${v} = b }()`],
    (v) => [`${v}`, `first(${v}, b)`, `late(${v}, b)`, `rescued(${v}, b)`],
  ),
  hold(
    'i',
    (v) => `var ${v} any = a`,
    (v) => [`${v} = pair{b, a}`, `${v} = &pair{a, b}`, `${v} = func() chan int { return b }`, `${v} = 1`],
    (v) => [`asChan(${v})`],
  ),
  hold(
    'g',
    (v) => `var ${v} source = left{pair{a, b}}`,
    (v) => [`${v} = right{&pair{a, b}}`, `${v} = &left{pair{b, a}}`],
    (v) => [`${v}.get()`],
  ),
  hold(
    'f',
    (v) => `${v} := func() chan int { return a }`,
    (v) => [
      `{ u := ${v}; ${v} = func() chan int { return first(b, u()) } }`,
      `for _, c := range []chan int{a, b} { ${v} = func() chan int { return c } }`,
      `{ c := a; ${v} = func() chan int { return c }; c = b }`,
    ],
    (v) => [`${v}()`],
  ),
  hold(
    'c',
    (v) => `${v} := make(chan chan int, 3)\n\t${v} <- a`,
    (v) => [`${v} <- b`, `${v} <- <-${v}`],
    () => ['a', 'b'],
  ),
  (s) => {
    const v = fresh(s, 'l');
    s.lines.push(`var ${v} [2]sync.Mutex`, `_ = &${v}`);
    if (s.random.below(2) === 0) s.lines.push(`${v}[0].Lock()\n\t${v}[0].Unlock()`);
    if (s.random.below(3) === 0) s.lines.push(`{ u := &${v}[1]; u.Lock(); u.Unlock() }`);
    if (s.random.below(3) === 0) s.lines.push(`{ u := ${v}; u[0].Lock() }`);
    s.locks.push(`${v}[0]`, `${v}[1]`);
  },
  (s) => {
    const v = fresh(s, 'd');
    s.lines.push(`${v} := &guarded{c: a}`, `_ = ${v}`);
    if (s.random.below(3) === 0) s.lines.push(`${v}.c = b`);
    s.channels.push(`${v}.c`);
    s.locks.push(v, `${v}.Mutex`);
  },
];

// ---------------------------------------------------------------------------------------------------------------
// What goroutines do

function body(s: Scope, length: number): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < length; i++) out.push(...statement(s, 1));
  return out;
}

/** Values that gate something: all are known when the test is read. */
const conditions: readonly string[] = [
  'uint8(len(s3))-4 == 255',
  'int8(len(s3))<<6 < 0',
  '-(len(s3)+4)/2 == -3 && -(len(s3)+4)%2 == -1',
  's3+"d" == "abcd" && s3 < "b"',
  'state.CompareAndSwap(0, 1)',
  'state.Add(1) == 1',
  'state.Load() == 0',
  '(pair{a, b}) == (pair{a, b})',
  'any(1) != any(int64(1))',
  'min(len(s3), 2) == 2',
  '^len(s3) == -4 && len(s3)&^1|4 == 6',
  's3[1] == 98 && s3[1:]+s3[:1] == "bca"',
  'copy(make([]int, 2), []int{1, 2, 3}) == len(s3)-1',
  '*last([]*int{&[]int{1, 2}[1]}) == 2',
];

function statement(s: Scope, depth: number): readonly string[] {
  const { random } = s;
  const channel = (): string => pick(random, s.channels);
  const inner = (): string => statement(s, depth - 1).join('; ');
  switch (random.below(depth > 0 ? (s.wide ? 22 : 14) : 6)) {
    case 0:
    case 1:
    case 2:
      return [`${channel()} <- 1`];
    case 3:
    case 4:
    case 5:
      return [`<-${channel()}`];
    case 6:
      return [`close(${channel()})`];
    case 7:
    case 8: {
      const arms = Array.from({ length: 1 + random.below(2) }, () =>
        random.below(2) === 0 ? `case ${channel()} <- 2:` : `case <-${channel()}:`,
      );
      return ['select {', ...arms, ...(random.below(2) === 0 ? ['default:'] : []), '}'];
    }
    case 9: {
      const [one, other] = random.below(2) === 0 ? ['m', 'n'] : [pick(random, s.locks), 'm'];
      const last = random.below(6) > 0 ? [`${one}.Unlock()`] : [];
      return [`${one}.Lock()`, `${other}.Lock()`, `${other}.Unlock()`, ...last];
    }
    case 10: {
      const lock = pick(random, s.locks);
      return [`${lock}.Lock()`, ...body({ ...s, wide: false }, 1), `${lock}.Unlock()`];
    }
    case 11:
      return [random.below(2) === 0 ? 'rw.RLock()\nrw.RUnlock()' : 'rw.Lock()\nrw.Unlock()'];
    case 12:
      return [`for range 2 {\n\t<-${channel()}\n}`];
    case 13:
      return [`if _, ok := <-${channel()}; ok {\n\t${channel()} <- 3\n}`];
    case 14:
      return [`if ${pick(random, conditions)} { ${inner()} }`];
    case 15:
      return [`once.Do(func() { ${inner()} })`];
    case 16:
      return [`func() { defer func() { ${inner()} }(); ${inner()} }()`];
    case 17: {
      const stop = pick(random, ['func() { recover() }()', 'loud{}.ignore()', 'quiet{}.ignore()', 'recover()']);
      return [`func() { defer ${stop}; ${inner()}; close(${channel()}); ${inner()} }()`];
    }
    case 18:
      return [`for i := range 3 { if i == 1 { continue }; if i == 2 { break }; ${inner()} }`];
    case 19:
      return [`switch v := ${channel()}; { case v == nil: case v == a: ${inner()}; default: ${inner()} }`];
    case 20: {
      const v = fresh(s, 'o');
      return [
        `${v} := ${channel()}`,
        `for ${v} != nil { select { case _, ok := <-${v}: if !ok || ${v} == b { ${v} = nil }; default: ${v} = nil } }`,
      ];
    }
    default:
      return [`(&guarded{c: ${channel()}}).send()`];
  }
}
