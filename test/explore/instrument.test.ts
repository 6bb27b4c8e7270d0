// Instrumentation: what becomes of each form of synchronisation, and that the result compiles and behaves.

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { instrument } from '../../src/explore/instrument.ts';
import { siteName } from '../../src/explore/protocol.ts';
import { loadPackages } from '../../src/load/index.ts';
import { buildFolder, dispose, goEnv, planOf, runBuild } from '../support/explore.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { root } from '../support/repository.ts';

interface Rewritten {
  /** The instrumented text, without the import and the lines behind the original. */
  readonly body: string;
  readonly text: string;
  readonly sites: readonly string[];
  readonly untouched: readonly string[];
}

/** Instruments a function body, or whole declarations. */
function rewrite(source: string, imports: readonly string[] = ['sync']): Rewritten {
  const text = source.startsWith('package')
    ? source
    : `package p\n\nimport (\n${imports.map((path) => `\t"${path}"\n`).join('')})\n\n${source}\n`;
  const folder = makeFolder({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': text });
  try {
    const loaded = loadPackages(nodeHost(folder, {}), {
      patterns: ['.'],
      cwd: folder,
      goos: 'linux',
      goarch: 'amd64',
      goroot: null,
      models: `${root}/models`,
    });
    expect(loaded.diagnostics.filter((found) => found.severity === 'error').map((found) => found.message)).toEqual([]);
    const result = instrument(loaded.packages, loaded.sources, 'debug');
    const out = result.files[0]?.text ?? text;
    const body = out.slice(out.indexOf('\n)\n') + 4, out.indexOf('\nvar _ gordian_.At')).trim();
    return {
      body,
      text: out,
      sites: result.sites.map((site) => `${siteName(site)} ${site.label}`),
      untouched: result.untouched.map(({ reason }) => reason),
    };
  } finally {
    removeFolder(folder);
  }
}

describe('rewriting', () => {
  test.each<[name: string, source: string, result: string, imports?: readonly string[]]>([
    ['a send', 'func f(c chan error) { c <- nil }', 'func f(c chan error) { gordian_.To(c, 1) .Send(nil) }'],
    [
      'a receive',
      'func f(c chan int) int { return 1 + <-c }',
      'func f(c chan int) int { return 1 + gordian_.Recv(c, 1) }',
    ],
    [
      'a receive with ok',
      'func f(c chan int) bool { _, ok := (<-c); return ok }',
      'func f(c chan int) bool { _, ok := (gordian_.Recv2(c, 1)); return ok }',
    ],
    [
      'nested receives',
      'func f(c chan chan int) int { return <-<-c }',
      'func f(c chan chan int) int { return gordian_.Recv(gordian_.Recv(c, 2), 1) }',
    ],
    ['close', 'func f(c chan int) { defer close(c) }', 'func f(c chan int) { defer gordian_.Close(c, 1) }'],
    [
      'make',
      'func f() chan int { done := make(chan int, 1); return done }',
      'func f() chan int { done := gordian_.Chan(make(chan int, 1), 1); return done }',
    ],
    [
      'range',
      'func f(c chan int) { for v := range c { _ = v } }',
      'func f(c chan int) { for gordian_it, v := gordian_.Range(c); gordian_it.Next(&v, 1); { _ = v } }',
    ],
    [
      'range into something that exists',
      'func f(c chan int, a []int) { for a[0] = range c { } }',
      'func f(c chan int, a []int) { for gordian_it := gordian_.Range0(c); gordian_it.Next0(1); { a[0] = gordian_it.V; } }',
    ],
    [
      'go with arguments',
      'func f(g func(int, ...string) error) { go g(1, "a") }',
      'func f(g func(int, ...string) error) { go gordian_.V21(1, g)(1, "a"); gordian_.Went() }',
    ],
    [
      'go of a built-in function',
      'func f(c chan int) { go close(c) }',
      'func f(c chan int) { { gordian_0 := /*line :6:31*/c; /*line :6:22*/go gordian_.W00(1, func() { gordian_.Close(gordian_0, 2) })(); gordian_.Went() }/*line :6:33*/ }',
    ],
    [
      'go of an inferred instance',
      'func g[T any](x T) {}\nfunc f() { go g(1) }',
      'func g[T any](x T) {}\nfunc f() { { /*line :7:12*/go gordian_.W00(1, func() { g(1) })(); gordian_.Went() }/*line :7:19*/ }',
    ],
    [
      'locks',
      'type T struct { sync.Mutex; rw *sync.RWMutex }\nfunc f(t *T) { t.Lock(); defer t.Unlock(); t.rw.RLock(); g := t.rw.RUnlock; g() }',
      'type T struct { sync.Mutex; rw *sync.RWMutex }\nfunc f(t *T) { gordian_.At(1).Mutex(&t.Mutex).Lock(); defer gordian_.At(2).Mutex(&t.Mutex).Unlock(); gordian_.At(3).RWMutex(t.rw).RLock(); g := gordian_.At(4).RWMutex(t.rw).RUnlock; g() }',
    ],
    [
      'a lock behind an interface',
      'func f(l sync.Locker) { l.Lock() }',
      'func f(l sync.Locker) { gordian_.At(1).Locker(l).Lock() }',
    ],
    [
      'atomics',
      'var n int32\nvar b atomic.Bool\nfunc f() { atomic.AddInt32(&n, 1); b.Store(true); _ = b.Load() }',
      'var n int32\nvar b atomic.Bool\nfunc f() { atomic.AddInt32(gordian_.PM(&n, 1), 1); gordian_.PS(&b, 2).Store(true); _ = gordian_.PL(&b, 3).Load() }',
      ['sync/atomic'],
    ],
    [
      'time, called and as a value',
      'var now = time.Now\nfunc f() { time.Sleep(1); <-time.After(2) }',
      'var now = gordian_.At(0).Now\nfunc f() { gordian_.At(1).Sleep(1); gordian_.Recv(gordian_.At(3).After(2), 2) }',
      ['time'],
    ],
    [
      'contexts',
      'func f(c context.Context) { c, cancel := context.WithTimeout(c, 1); defer cancel(); _ = c }',
      'func f(c context.Context) { c, cancel := gordian_.At(1).WithTimeout(c, 1); defer cancel(); _ = c }',
      ['context'],
    ],
    [
      'ranges over maps, beside something that synchronises',
      'func f(m map[string]int, n map[any]int, c chan int) { for k, v := range m { _, _ = k, v }; for _, v := range m { _ = v }; for k := range n { _ = k }; <-c }',
      'func f(m map[string]int, n map[any]int, c chan int) { for gordian_it, k, v := gordian_.Map(m); gordian_it.Next(&k, &v); { _, _ = k, v }; for gordian_it, v := gordian_.MapValues(m); gordian_it.NextValue(&v); { _ = v }; for k := range n { _ = k }; gordian_.Recv(c, 1) }',
    ],
    [
      'method expressions of locks',
      'type t struct{ sync.Mutex }; func f(m *sync.Mutex, l sync.Locker) { u := (*sync.Mutex).Unlock; u(m); (*t).TryLock(nil); sync.Locker.Lock(l) }',
      'type t struct{ sync.Mutex }; func f(m *sync.Mutex, l sync.Locker) { u := (func(x (*sync.Mutex)) { gordian_.At(1).Mutex(x).Unlock() }); u(m); (func(x (*t)) gordian_.Bool { return gordian_.At(2).Mutex(&x.Mutex).TryLock() })(nil); (func(x sync.Locker) { gordian_.At(3).Locker(x).Lock() })(l) }',
    ],
    [
      'channels whose type is a type parameter',
      'func f[C ~chan T, T any](c C, x T) T { c <- x; close(c); return <-c }',
      'func f[C ~chan T, T any](c C, x T) T { gordian_.To(c, 1) .Send(x); gordian_.Close(c, 2); return gordian_.Recv(c, 3) }',
    ],
    [
      'calls that wait for the network',
      'var dial = net.Dial\nfunc f(d *net.Dialer) { net.Dial("tcp", ""); d.Dial("tcp", "") }',
      'var dial = net.Dial\nfunc f(d *net.Dialer) { gordian_.Dials(net.Dial, 1)("tcp", ""); gordian_.Dials(d.Dial, 2)("tcp", "") }',
      ['net'],
    ],
    ['a select without arms', 'func f() int { select {} }', 'func f() int { for { gordian_.Block(1) } }'],
  ])('%s', (_, source, result, imports) => {
    const used = imports ?? (source.includes('sync.') ? ['sync'] : []);
    expect(rewrite(used.length === 0 ? `package p\n\nimport (\n)\n\n${source}\n` : source, used).body).toBe(result);
  });

  test('a select becomes a switch that evaluates everything once, in order', () => {
    const { body, sites } = rewrite(
      `package p\n\nimport (\n)\n\nfunc f(a, b chan int, g func() int) (x int) {\n\tselect {\n\tcase x = <-a:\n\tcase v, ok := <-b:\n\t\t_, _ = v, ok\n\tcase b <- g():\n\t\tbreak\n\t}\n\treturn\n}\n`,
    );
    const flat = body.replace(/\/\*line :\d+:\d+\*\//g, '');
    expect(flat).toContain(
      'switch gordian_a0, gordian_a1, gordian_a2 := gordian_.R(a), gordian_.R(b), gordian_.S(b).With(g()); gordian_.Select(1, 0, gordian_a0, gordian_a1, gordian_a2) {',
    );
    expect(flat).toContain('case 0:x = gordian_a0.V;');
    expect(flat).toContain('case 1:v, ok := gordian_a1.V, gordian_a1.Ok;');
    // Some arm is always taken, and the compiler can see it.
    expect(flat).toContain('default:\n');
    expect(sites).toEqual(['example.com/p.f select#0 a, b, b']);
  });

  test('names of sites do not depend on places', () => {
    const one = rewrite('var mu sync.Mutex\n\nfunc f() {\n\tfunc() { mu.Lock() }()\n\tmu.Unlock()\n}');
    const two = rewrite('var mu sync.Mutex\n\n\n// More.\nfunc f() {\n\n\tfunc() { mu.Lock() }()\n\tmu.Unlock()\n}');
    expect(one.sites).toEqual(['example.com/p.f.func1 lock#0 mu', 'example.com/p.f unlock#0 mu']);
    expect(two.sites).toEqual(one.sites);
  });

  test('what cannot be taken under control is told', () => {
    const { untouched } = rewrite(
      'package p\n\nimport (\n)\n\nfunc f[C ~chan int](c C) { for range c { }; select { case <-c: default: }; go println(len(c)) }\nfunc g[C chan int | chan bool](c C) { close(c) }\n',
    );
    expect(untouched).toEqual(['close of a channel whose type is a type parameter']);
  });

  test('a file without synchronisation stays as it is', () => {
    const source = 'package p\n\nimport (\n)\n\nfunc f(a int) int { return a + 1 }\n';
    expect(rewrite(source).text).toBe(source);
  });

  test('lines stay those of the user', () => {
    const source = `package p\n\nimport (\n)\n\nfunc f(c chan int) {\n\tfor v := range c {\n\t\tgo func() {\n\t\t\tc <- v\n\t\t}()\n\t}\n}\n`;
    const { text } = rewrite(source);
    const lines = text.split('\n');
    expect(lines.findIndex((line) => line.includes('.Send('))).toBe(8);
    expect(lines.findIndex((line) => line.includes('Went()'))).toBe(9);
  });
});

/** Everything at once, in an old language version and with imports that rewriting makes unused. */
const allForms = {
  'go.mod': 'module example.com/all\n\ngo 1.16\n',
  'all.go': `package main

import (
	"context"
	"errors"
	"fmt"
	. "os"
	"runtime"
	"sync"
	at "sync/atomic"
	"time"
)

type Named chan int

type inner struct{ sync.RWMutex }

type outer struct {
	*inner
	name string
}

type locker interface {
	sync.Locker
	Name() string
}

func (o outer) Name() string { return o.name }

type own struct{ n int }

func (o *own) Lock()        { o.n++ }
func (o *own) Unlock()      { o.n-- }
func (o *own) Name() string { return "own" }

func trace(list *[]string, s string, c chan int) chan int {
	*list = append(*list, s)
	return c
}

func forms() (result string) {
	var order []string
	a, b := make(Named, 1), make(chan int)
	go func(x int, rest ...int) { b <- x + len(rest) }(1, []int{2, 3}...)
	a <- <-b
	if v, ok := <-a; !ok || v != 3 {
		panic("v")
	}
	var e chan error = make(chan error, 2)
	e <- nil
	e <- errors.New("e")
	close(e)
	n := 0
	for err := range e {
		if err != nil {
			n++
		}
	}
	for range e {
		n++
	}
	fs := []func() int{}
	c := make(chan int, 3)
	for i := 0; i < 3; i++ {
		c <- i
	}
	close(c)
	for v := range c {
		fs = append(fs, func() int { return v })
	}
	for _, f := range fs {
		n += f()
	}
	d := make(chan int, 1)
	var values [1]int
loop:
	for {
		select {
		case trace(&order, "send", d) <- len(order):
		case values[0] = <-trace(&order, "recv", d):
			break loop
		case <-time.After(time.Hour):
			panic("late")
		}
	}
	select {
	case x, ok := <-d:
		panic(fmt.Sprint(x, ok))
	default:
	}
	o := outer{&inner{}, "outer"}
	o.Lock()
	o.Unlock()
	o.RLock()
	defer o.RUnlock()
	for _, l := range []locker{o, &own{}} {
		if l.Name() == "own" {
			l.Lock()
			l.Unlock()
		}
	}
	var mu sync.Mutex
	lock, unlock := mu.Lock, mu.Unlock
	lock()
	unlock()
	var wg sync.WaitGroup
	var count int64
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			at.AddInt64(&count, 1)
			runtime.Gosched()
		}()
	}
	wg.Wait()
	var once sync.Once
	once.Do(func() { n += 100 })
	table := map[[2]int]string{{1, 2}: "a", {3, 4}: "b"}
	for k, v := range table {
		delete(table, [2]int{4 - k[0], 6 - k[1]})
		n += len(v) - 1
	}
	var key [2]int
	for key = range table {
		n += key[0] - key[1] + 1
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop := time.AfterFunc(time.Minute, cancel)
	<-ctx.Done()
	if stop.Stop() {
		panic("stop")
	}
	return fmt.Sprint(n, values, order, count, ctx.Err())
}

func main() {
	if len(Args) > 5 {
		Exit(9)
	}
	fmt.Println(forms())
}
`,
};

describe.skipIf(goEnv === null)('instrumented programs (needs Go)', () => {
  test('compile, and do what they did', () => {
    const folder = makeFolder(allForms);
    const build = buildFolder(folder, { mode: 'build' });
    try {
      expect(build.problems).toEqual([]);
      expect(build.output).toBe('');
      // Before 1.22 the loop variable is one for all rounds: 2 + 2 + 2.
      const expected = '107 [1] [send recv send recv] 3 context canceled\n';
      expect(runBuild(build, [], planOf({ strategy: { kind: 'first' } })).stdout).toBe(expected);
      for (let seed = 1; seed <= 5; seed++) {
        const run = runBuild(build, [], planOf({ seed, strategy: { kind: 'random' } }));
        expect(run.record.defects).toEqual([]);
        expect(run.record.end?.kind).toBe('passed');
        expect(run.stdout).toMatch(/^107 \[\d\] \[.*\] 3 context canceled\n$/);
      }
    } finally {
      dispose(build);
      removeFolder(folder);
    }
  });

  test('leave the tree of the user as it was', () => {
    const folder = makeFolder(allForms);
    const list = (): string => spawnSync('find', [folder, '-newer', `${folder}/go.mod`], { encoding: 'utf8' }).stdout;
    const before = list();
    const build = buildFolder(folder, { mode: 'build' });
    dispose(build);
    expect(list()).toBe(before);
    removeFolder(folder);
  });
});
