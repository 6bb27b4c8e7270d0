// Small generated tests with timers, contexts, atomics, locks, channels and library calls, which print what they have seen.
//
// Their goroutines cannot block forever. `jitter` does nothing in instrumented builds; in plain ones it makes rare interleavings common.

import { newRandom, type Random } from '../../../src/explore/random.ts';

export interface ClaimProgram {
  readonly name: string;
  /** What is in it, by group. */
  readonly kinds: readonly string[];
  readonly text: string;
}

/** What all generated packages declare besides their tests. */
const declarations = `
const tick = 300 * time.Microsecond

func b(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

func e(err error) int {
	switch err {
	case nil:
		return 0
	case context.Canceled:
		return 1
	default:
		return 2
	}
}

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) Write(p []byte) (int, error) {
	c.mu.Lock()
	c.n += len(p)
	c.mu.Unlock()
	return len(p), nil
}

func (c *counter) value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
`;

const imports = ['context', 'fmt', 'math/rand', 'slices', 'sync', 'sync/atomic', 'testing', 'time'];

const used = [
  'context.Background',
  'fmt.Sprint',
  'rand.Intn',
  'slices.Sort[[]int]',
  'sync.OnceFunc',
  'atomic.AddInt32',
  'time.Now',
];

interface Operation {
  readonly kind: string;
  /** Statements; `$` is the variable that they may set, `#` a small number, `@` a duration. */
  readonly text: string;
}

const operations: readonly Operation[] = [
  { kind: 'atomic', text: '$ = int(a.Add(1))' },
  { kind: 'atomic', text: 'a.Store(#)' },
  { kind: 'atomic', text: '$ = int(a.Load())' },
  { kind: 'atomic', text: '$ = b(a.CompareAndSwap(0, #))' },
  { kind: 'lock', text: 'mu.Lock()\nn++\n$ = n\nmu.Unlock()' },
  { kind: 'lock', text: '$ = b(mu.TryLock())\nif $ == 1 {\n\tjitter()\n\tmu.Unlock()\n}' },
  { kind: 'channel', text: 'select {\ncase ch <- #:\ndefault:\n\t$ = -1\n}' },
  { kind: 'channel', text: 'select {\ncase $ = <-ch:\ndefault:\n\t$ = -1\n}' },
  { kind: 'channel', text: '$ = len(ch)' },
  { kind: 'timer', text: '$ = b(tm.Stop())' },
  { kind: 'timer', text: '$ = b(tm.Reset(@))' },
  { kind: 'timer', text: 'select {\ncase <-tm.C:\n\t$ = 1\ncase $ = <-ch:\ncase <-time.After(@):\n\t$ = 9\n}' },
  { kind: 'timer', text: 'select {\ncase <-tm.C:\n\t$ = 1\ndefault:\n\t$ = 2\n}' },
  { kind: 'timer', text: 'time.Sleep(@)' },
  { kind: 'after-func', text: 'time.AfterFunc(@, func() { a.Add(10) })' },
  { kind: 'after-func', text: '$ = b(af.Stop())' },
  { kind: 'after-func', text: '$ = b(af.Reset(@))' },
  { kind: 'after-func', text: 't := time.AfterFunc(@, func() { a.Add(20) })\njitter()\n$ = b(t.Stop())' },
  { kind: 'context', text: 'cancel()' },
  { kind: 'context', text: '$ = e(ctx.Err())' },
  { kind: 'context', text: '<-ctx.Done()\n$ = e(ctx.Err())' },
  { kind: 'context', text: 'stop := context.AfterFunc(ctx, func() { a.Add(100) })\njitter()\n$ = b(stop())' },
  { kind: 'context', text: 'c, done := context.WithTimeout(ctx, @)\n<-c.Done()\n$ = e(c.Err())\ndone()' },
  { kind: 'context', text: 'select {\ncase <-ctx.Done():\n\t$ = 1\ncase $ = <-ch:\n}' },
  { kind: 'once', text: 'once.Do(func() { a.Add(1) })\n$ = int(a.Load())' },
  { kind: 'sync-map', text: '_, loaded := m.LoadOrStore("k", #)\n$ = b(loaded)' },
  { kind: 'sync-map', text: 'm.Delete("k")' },
  { kind: 'clock', text: '$ = b(time.Since(start) < @)' },
  { kind: 'library', text: 'fmt.Fprint(&c, "a")\n$ = c.value()' },
  {
    kind: 'library',
    text: 'xs := []int{2, 1}\nslices.SortFunc(xs, func(x, y int) int { a.Add(1); return x - y })\n$ = int(a.Load())',
  },
  { kind: 'random', text: '$ = rand.Intn(2)' },
  { kind: 'map-order', text: 'for k := range map[int]bool{1: true, 2: true} {\n\t$ = k\n\tbreak\n}' },
  { kind: 'group', text: 'wg.Add(1)\ngo func() {\n\tdefer wg.Done()\n\ta.Add(1)\n}()' },
  { kind: 'group', text: 'wg.Wait()\n$ = int(a.Load())' },
  { kind: 'race', text: 'x++\n$ = x' },
];

const objects: Readonly<Record<string, string>> = {
  a: 'var a atomic.Int32',
  mu: 'var mu sync.Mutex',
  n: 'n := 0',
  ch: 'ch := make(chan int, 2)',
  tm: 'tm := time.NewTimer(tick)',
  af: 'af := time.AfterFunc(tick, func() { a.Add(1000) })',
  ctx: 'ctx, cancel := context.WithTimeout(context.Background(), 2*tick)\ndefer cancel()',
  once: 'var once sync.Once',
  m: 'var m sync.Map',
  wg: 'var wg sync.WaitGroup',
  c: 'var c counter',
  x: 'x := 0',
  start: 'start := time.Now()',
};

/** The test with this number of the run with this seed. */
export function generateClaim(number: number, seed: number, racy: boolean): ClaimProgram {
  const random = newRandom(seed * 7_000_003 + number);
  const choice = operations.filter(({ kind }) => racy || kind !== 'race');
  const kinds = new Set<string>();
  const bodies = Array.from({ length: 2 + random.below(2) }, (_, g) => body(random, choice, kinds, g === 0 ? 1 : 2, g));
  const results = bodies.flatMap(({ names }) => names);
  const lines: string[] = [];
  const text = bodies.map(({ lines: own }) => own.join('\n')).join('\n');
  for (const [name, declared] of Object.entries(objects))
    if (uses(text, name) || (name === 'a' && uses(text, 'af')) || (name === 'ctx' && uses(text, 'cancel')))
      lines.push(declared, `_ = &${name}`);
  if (!lines.includes(objects.a as string)) lines.unshift(objects.a as string);
  if (results.length > 0) lines.push(`var ${results.join(', ')} int`);
  const others = bodies.slice(1);
  lines.push(`done := make(chan bool, ${others.length})`);
  for (const { lines: own } of others)
    lines.push('go func() {', ...own.map((line) => `\t${line}`), '\tdone <- true', '}()');
  lines.push(...(bodies[0]?.lines ?? []));
  for (const _ of others) lines.push('<-done');
  lines.push(`fmt.Println(${['"saw"', 't.Name()', 'a.Load()', ...results].join(', ')})`);
  const name = `TestQ${number}`;
  return {
    name,
    kinds: [...kinds].sort(),
    text: `func ${name}(t *testing.T) {\n${lines
      .flatMap((line) => line.split('\n'))
      .map((line) => `\t${line}`)
      .join('\n')}\n}\n`,
  };
}

function body(
  random: Random,
  choice: readonly Operation[],
  kinds: Set<string>,
  most: number,
  goroutine: number,
): { readonly lines: readonly string[]; readonly names: readonly string[] } {
  const lines: string[] = [];
  const names: string[] = [];
  for (let i = 1 + random.below(most); i > 0; i--) {
    const { kind, text } = random.pick(choice) as Operation;
    kinds.add(kind);
    const name = `r${goroutine}${names.length}`;
    const given = text
      .replaceAll('$', name)
      .replaceAll('#', String(1 + random.below(3)))
      .replaceAll('@', random.pick(['tick', '2*tick', '0', 'tick/2']) as string);
    if (given.includes(name)) names.push(name);
    lines.push('jitter()', '{', ...given.split('\n').map((line) => `\t${line}`), '}');
  }
  return { lines, names };
}

/** The files of a package with all of them. */
export function claimFiles(programs: readonly ClaimProgram[]): Readonly<Record<string, string>> {
  const list = imports.map((path) => `\t"${path}"\n`).join('');
  const uses = used.map((name) => `var _ = ${name}\n`).join('');
  return {
    'go.mod': 'module claims\n\ngo 1.24\n',
    'p.go': 'package claims\n',
    'p_test.go': `package claims\n\nimport (\n${list})\n\n${uses}${declarations}\n${programs.map(({ text }) => text).join('\n')}`,
    'quiet_test.go': '//go:build !jitter\n\npackage claims\n\nfunc jitter() {}\n',
    'jitter_test.go': `//go:build jitter

package claims

import (
	"math/rand"
	"runtime"
	"time"
)

func jitter() {
	switch rand.Intn(6) {
	case 0, 1:
		runtime.Gosched()
	case 2:
		time.Sleep(time.Duration(rand.Intn(400)) * time.Microsecond)
	case 3:
		for begin := time.Now(); time.Since(begin) < time.Duration(rand.Intn(300))*time.Microsecond; {
		}
	}
}
`,
  };
}

function uses(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
