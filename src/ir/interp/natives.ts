// Functions that the interpreter has itself: printing, the runtime, atomics, semaphores, time, assembly of GOROOT.

import { tableOf } from '../../base/named.ts';
import { lookupFieldOrMethod } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import { methodOf } from '../lower-func.ts';
import { sprint, sprintf, sprintln } from './fmt.ts';
import { intOp, norm } from './integers.ts';
import {
  addTimer,
  again,
  Chan,
  type Code,
  call,
  callSync,
  codeOf,
  Exit,
  fail,
  failPlain,
  go,
  type Machine,
  type Native,
  park,
  ready,
  startPanic,
  trySend,
  waitFor,
  wake,
} from './machine.ts';
import {
  type Agg,
  bytesToString,
  equalInterfaces,
  Iface,
  type IntKind,
  Ptr,
  rtype,
  Slice,
  samePointer,
  stringToBytes,
  Unsupported,
} from './values.ts';

export const natives = new Map<string, Native>();

const list = (v: unknown): Iface[] =>
  v === null ? [] : ((v as Slice).arr.slice((v as Slice).off, (v as Slice).off + (v as Slice).len) as Iface[]);

function native(names: string, f: Native): void {
  for (const name of names.split(' ')) natives.set(name, f);
}

// ---------------------------------------------------------------------------------------------------------------
// fmt and os

const print = (m: Machine, text: string): readonly unknown[] => {
  m.stdout(text);
  return [text.length, null];
};
native('fmt.Println', (m, [a]) => print(m, sprintln(m, list(a))));
native('fmt.Printf', (m, [f, a]) => print(m, sprintf(m, f as string, list(a))));
native('fmt.Print', (m, [a]) => print(m, sprint(m, list(a))));
native('fmt.Sprintln', (m, [a]) => [sprintln(m, list(a))]);
native('fmt.Sprintf', (m, [f, a]) => [sprintf(m, f as string, list(a))]);
native('fmt.Sprint', (m, [a]) => [sprint(m, list(a))]);
native('fmt.Fprintln', (m, [w, a]) => write(m, w as Iface, sprintln(m, list(a))));
native('fmt.Fprintf', (m, [w, f, a]) => write(m, w as Iface, sprintf(m, f as string, list(a))));
native('fmt.Fprint', (m, [w, a]) => write(m, w as Iface, sprint(m, list(a))));
native('fmt.Errorf', (m, [f, a]) => {
  const format = f as string;
  const args = list(a);
  const text = sprintf(m, format.replaceAll('%w', '%v'), args);
  const { wrapError, plainError } = m.library;
  if (wrapError === null || plainError === null) throw new Unsupported('fmt.Errorf');
  const verbs = [...format.matchAll(/%[-+# 0]*\d*(?:\.\d+)?([a-zA-Z%])/g)].map((v) => v[1]).filter((v) => v !== '%');
  const at = verbs.indexOf('w');
  if (at >= 0 && verbs.lastIndexOf('w') !== at) throw new Unsupported('fmt.Errorf with several errors');
  if (at >= 0) return [new Iface(rtype(wrapError), [text, args[at] ?? null])];
  return [new Iface(rtype(plainError), [text])];
});

function write(m: Machine, w: Iface, text: string): readonly unknown[] {
  if (w.v === m.library.stdout) m.stdout(text);
  else if (w.v === m.library.stderr) m.stderr(text);
  else {
    const code = writerOf(m, w);
    return callSync(m, code, [], [w.v, stringToBytes(text)]);
  }
  return [text.length, null];
}

/** The method of a type, of this name; null where it has none. */
function methodNamed(m: Machine, t: Type, name: string): Code | null {
  const { obj } = lookupFieldOrMethod(t, false, null, name, false);
  const ref = obj?.kind === 'Func' ? methodOf(m.lowerer, t, obj) : null;
  return ref === null ? null : codeOf(m, ref);
}

function writerOf(m: Machine, w: Iface): Code {
  const code = methodNamed(m, w.t.type, 'Write');
  if (code === null) throw new Unsupported('a writer without Write');
  return code;
}

native('os.(*File).Write', (m, [file, b]) => {
  const text = bytesToString(b as Slice | null);
  if (file === m.library.stdout) m.stdout(text);
  else if (file === m.library.stderr) m.stderr(text);
  else throw new Unsupported('files');
  return [text.length, null];
});
native('os.(*File).WriteString', (m, [file, s]) => {
  if (file === m.library.stdout) m.stdout(s as string);
  else if (file === m.library.stderr) m.stderr(s as string);
  else throw new Unsupported('files');
  return [(s as string).length, null];
});
native('os.(*File).Sync os.(*File).Close', () => [null]);
native('os.Exit', (_, [code]) => {
  throw new Exit(Number(code));
});
const without = (what: string): Native => {
  return () => {
    throw new Unsupported(what);
  };
};
native('os.Getenv os.LookupEnv os.Environ', without('the environment'));
native('runtime.SetFinalizer runtime.ReadMemStats runtime/debug.ReadGCStats', without('garbage collection'));
native(
  'runtime.Caller runtime.Callers runtime.CallersFrames runtime.Stack runtime/debug.Stack',
  without('stack traces'),
);
native('reflect.TypeOf reflect.ValueOf reflect.DeepEqual reflect.New reflect.MakeFunc', without('reflection'));
native('log.Fatal log.Fatalln', (m, [a]) => {
  m.stderr(sprintln(m, list(a)));
  throw new Exit(1);
});
native('log.Fatalf', (m, [f, a]) => {
  m.stderr(`${sprintf(m, f as string, list(a))}\n`);
  throw new Exit(1);
});
native('log.Println', (m, [a]) => {
  m.stderr(sprintln(m, list(a)));
  return [];
});
native('log.Printf', (m, [f, a]) => {
  m.stderr(`${sprintf(m, f as string, list(a))}\n`);
  return [];
});

// ---------------------------------------------------------------------------------------------------------------
// runtime and time

native('runtime.(*TypeAssertionError).Error', (_, [e]) => [(e as Agg)[0]]);
native('runtime.GC runtime.KeepAlive runtime/debug.FreeOSMemory', () => []);
native('runtime.Gosched', (m) => {
  m.preempt = true;
  return [];
});
native('runtime.Goexit', (m) => {
  startPanic(m, null, true);
  return [];
});
native('runtime.GOMAXPROCS', () => [1]);
native('runtime.NumCPU', () => [1]);
native('runtime.NumGoroutine', (m) => [m.runq.length + 1]);
native('runtime.LockOSThread runtime.UnlockOSThread', () => []);
native('runtime/debug.SetGCPercent', () => [100]);
native('runtime/debug.SetMaxStack runtime/debug.SetPanicOnFault', () => [0]);
native('time.Sleep', (m, [d]) => {
  const g = m.cur;
  addTimer(m, Number(d) / 1e6, () => ready(m, g));
  park(m);
  return [];
});
native('time.now', (m) => {
  const ns = BigInt(Math.round(m.now * 1e6));
  return [norm(ns / 1000000000n), Number(ns % 1000000000n), norm(ns)];
});
native('time.runtimeNano time.runtimeNow runtime.nanotime', (m) => [norm(BigInt(Math.round(m.now * 1e6)))]);
native('time.Now', (m) => {
  const ns = BigInt(Math.round((m.now += 0.01) * 1e6));
  // Without a monotonic reading: seconds since the year 1 and nanoseconds.
  return [[Number(ns % 1000000000n), norm(ns / 1000000000n + 62135596800n), null]];
});

native('internal/synctest.IsInBubble', () => [false]);
native('internal/race.Enabled', () => [false]);

interface Timer {
  when: number;
  fire: () => void;
  active: boolean;
  delay: number;
  readonly period: boolean;
}

const timers = new WeakMap<object, Timer>();

/** Starts a timer that is known by `owner`. */
function startTimer(m: Machine, owner: object, delay: number, period: boolean, fire: () => void): void {
  const timer: Timer = { when: 0, fire, active: true, delay, period };
  timers.set(owner, timer);
  arm(m, timer);
}

function arm(m: Machine, timer: Timer): void {
  const entry = addTimer(m, timer.delay / 1e6, () => {
    if (!timer.active || timer.when !== entry.when) return;
    timer.active = timer.period;
    timer.fire();
    if (timer.period) arm(m, timer);
  });
  timer.when = entry.when;
}

function timerChan(m: Machine, owner: Agg | null, d: unknown, period: boolean): Chan {
  const chan = new Chan(1, m.library.time ?? fail(m, 'no package time'));
  const fire = (): void => {
    if (chan.buf.length === 0 || chan.recvq.length > 0) trySend(m, chan, timeNow(m));
  };
  startTimer(m, owner ?? chan, Number(d), period, fire);
  return chan;
}

function timeNow(m: Machine): Agg {
  const ns = BigInt(Math.round(m.now * 1e6));
  return [Number(ns % 1000000000n), norm(ns / 1000000000n + 62135596800n), null];
}

native('time.After', (m, [d]) => [timerChan(m, null, d, false)]);
native('time.Tick', (m, [d]) => [timerChan(m, null, d, true)]);
native('time.NewTimer', (m, [d]) => {
  const owner: Agg = [null, true];
  owner[0] = timerChan(m, owner, d, false);
  return [owner];
});
native('time.NewTicker', (m, [d]) => {
  const owner: Agg = [null, true];
  owner[0] = timerChan(m, owner, d, true);
  return [owner];
});
native('time.AfterFunc', (m, [d, f]) => {
  const owner: Agg = [null, true];
  const { code, captured } = f as { code: Code; captured: readonly unknown[] };
  startTimer(m, owner, Number(d), false, () => go(m, () => call(m, code, captured, [], null, null, null)));
  return [owner];
});
native('time.(*Timer).Stop time.(*Ticker).Stop', (_, [t]) => {
  const timer = timers.get(t as object);
  const was = timer?.active ?? false;
  if (timer !== undefined) timer.active = false;
  return [was];
});
native('time.(*Timer).Reset time.(*Ticker).Reset', (m, [t, d]) => {
  const timer = timers.get(t as object);
  if (timer === undefined) throw new Unsupported('a timer that was not made by package time');
  const was = timer.active;
  timer.active = true;
  timer.delay = Number(d);
  arm(m, timer);
  return [was];
});

// ---------------------------------------------------------------------------------------------------------------
// Atomics and semaphores

const kinds = tableOf<IntKind>({
  Int32: { bits: 32, signed: true },
  Int64: { bits: 64, signed: true },
  Uint32: { bits: 32, signed: false },
  Uint64: { bits: 64, signed: false },
  Uintptr: { bits: 64, signed: false },
});
const cell = (m: Machine, p: unknown): Ptr => {
  if (p === null) fail(m, 'invalid memory address or nil pointer dereference');
  if (!(p instanceof Ptr)) throw new Unsupported('an atomic operation on a struct');
  return p;
};
for (const name of [...kinds.keys(), 'Pointer']) {
  native(`sync/atomic.Load${name}`, (m, [p]) => [cell(m, p).o[cell(m, p).k]]);
  native(`sync/atomic.Store${name}`, (m, [p, v]) => {
    const c = cell(m, p);
    c.o[c.k] = v;
    return [];
  });
  native(`sync/atomic.Swap${name}`, (m, [p, v]) => {
    const c = cell(m, p);
    const old = c.o[c.k];
    c.o[c.k] = v;
    return [old];
  });
  native(`sync/atomic.CompareAndSwap${name}`, (m, [p, old, v]) => {
    const c = cell(m, p);
    if (!samePointer(c.o[c.k], old)) return [false];
    c.o[c.k] = v;
    return [true];
  });
  const kind = kinds.get(name);
  if (kind === undefined) continue;
  for (const [fn, op] of [
    ['Add', '+'],
    ['And', '&'],
    ['Or', '|'],
  ] as const) {
    const operate = intOp(op, kind);
    native(`sync/atomic.${fn}${name}`, (m, [p, v]) => {
      const c = cell(m, p);
      const old = c.o[c.k];
      c.o[c.k] = operate(old, v);
      return [fn === 'Add' ? c.o[c.k] : old];
    });
  }
}
native('sync/atomic.(*Value).Load', (_, [v]) => [(v as Agg)[0] ?? null]);
native('sync/atomic.(*Value).Store', (m, [v, x]) => {
  if (x === null) failPlain(m, 'sync/atomic: store of nil value into Value');
  (v as Agg)[0] = x;
  return [];
});

const acquire: Native = (m, [p]) => {
  const c = cell(m, p);
  if ((c.o[c.k] as number) > 0) {
    c.o[c.k] = (c.o[c.k] as number) - 1;
    return [];
  }
  waitFor(m, c.o);
  return again;
};
native(
  'sync.runtime_Semacquire sync.runtime_SemacquireMutex sync.runtime_SemacquireRWMutexR sync.runtime_SemacquireRWMutex sync.runtime_SemacquireWaitGroup internal/sync.runtime_SemacquireMutex internal/sync.runtime_Semacquire',
  acquire,
);
native('sync.runtime_Semrelease internal/sync.runtime_Semrelease', (m, [p]) => {
  const c = cell(m, p);
  c.o[c.k] = (c.o[c.k] as number) + 1;
  wake(m, c.o, 1);
  return [];
});
native('internal/sync.runtime_canSpin sync.runtime_canSpin', () => [false]);
native('internal/sync.runtime_nanotime', () => [1]);
native('sync.throw sync.fatal internal/sync.throw internal/sync.fatal', (m, [s]) => {
  m.stderr(`fatal error: ${s as string}\n`);
  throw new Exit(2);
});
native('sync.runtime_notifyListAdd', (_, [l]) => {
  const n = (l as Agg)[0] as number;
  (l as Agg)[0] = n + 1;
  return [n];
});
const notified = new WeakMap<object, Set<number>>();
native('sync.runtime_notifyListWait', (m, [l, t]) => {
  const done = notified.get(l as object);
  if (done?.delete(t as number) === true) return [];
  waitFor(m, l);
  return again;
});
const notify = (m: Machine, l: Agg, count: number): void => {
  let done = notified.get(l);
  if (done === undefined) notified.set(l, (done = new Set()));
  for (let i = 0; i < count && (l[1] as number) < (l[0] as number); i++) {
    done.add(l[1] as number);
    l[1] = (l[1] as number) + 1;
  }
  wake(m, l, Number.MAX_SAFE_INTEGER);
};
native('sync.runtime_notifyListNotifyOne', (m, [l]) => {
  notify(m, l as Agg, 1);
  return [];
});
native('sync.runtime_notifyListNotifyAll', (m, [l]) => {
  notify(m, l as Agg, Number.MAX_SAFE_INTEGER);
  return [];
});
native('sync.runtime_notifyListCheck sync.runtime_registerPoolCleanup', () => []);
native('sync.(*Pool).Get', (m, [p]) => {
  const make = (p as Agg).at(-1) as { code: Code; captured: readonly unknown[] } | null;
  return make === null ? [null] : callSync(m, make.code, make.captured, []);
});
native('sync.(*Pool).Put', () => []);

// ---------------------------------------------------------------------------------------------------------------
// What GOROOT has in assembly, or does through unsafe pointers

native('internal/abi.NoEscape internal/abi.Escape[...]', (_, [p]) => [p]);
native('internal/godebug.New', () => [[null]]);
native('internal/godebug.(*Setting).Value', () => ['']);
native('internal/godebug.(*Setting).IncNonDefault', () => []);
native('internal/bytealg.IndexByte', (_, [b, c]) => [
  bytesToString(b as Slice | null).indexOf(String.fromCharCode(c as number)),
]);
native('internal/bytealg.IndexByteString', (_, [s, c]) => [(s as string).indexOf(String.fromCharCode(c as number))]);
native('internal/bytealg.Index', (_, [a, b]) => [
  bytesToString(a as Slice | null).indexOf(bytesToString(b as Slice | null)),
]);
native('internal/bytealg.IndexString', (_, [a, b]) => [(a as string).indexOf(b as string)]);
native('internal/bytealg.Count', (_, [b, c]) => [
  bytesToString(b as Slice | null).split(String.fromCharCode(c as number)).length - 1,
]);
native('internal/bytealg.CountString', (_, [s, c]) => [
  (s as string).split(String.fromCharCode(c as number)).length - 1,
]);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
native('internal/bytealg.Compare', (_, [a, b]) => [
  compare(bytesToString(a as Slice | null), bytesToString(b as Slice | null)),
]);
native('internal/bytealg.CompareString strings.Compare', (_, [a, b]) => [compare(a as string, b as string)]);
native('internal/bytealg.Equal bytes.Equal', (_, [a, b]) => [
  bytesToString(a as Slice | null) === bytesToString(b as Slice | null),
]);
native('internal/bytealg.MakeNoZero', (_, [n]) => [
  new Slice(new Array<unknown>(n as number).fill(0), 0, n as number, n as number),
]);
native('internal/stringslite.Index strings.Index', (_, [a, b]) => [(a as string).indexOf(b as string)]);

const view = new DataView(new ArrayBuffer(8));
native('math.Float64bits internal/strconv.float64bits', (_, [f]) => {
  view.setFloat64(0, f as number);
  return [norm(view.getBigUint64(0))];
});
native('math.Float64frombits internal/strconv.float64frombits', (_, [b]) => {
  view.setBigUint64(0, BigInt(b as number));
  return [view.getFloat64(0)];
});
native('math.Float32bits internal/strconv.float32bits', (_, [f]) => {
  view.setFloat32(0, f as number);
  return [view.getUint32(0)];
});
native('math.Float32frombits internal/strconv.float32frombits', (_, [b]) => {
  view.setUint32(0, b as number);
  return [view.getFloat32(0)];
});
for (const [name, f] of Object.entries({
  Sqrt: Math.sqrt,
  Floor: Math.floor,
  Ceil: Math.ceil,
  Trunc: Math.trunc,
  Abs: Math.abs,
  Log: Math.log,
  Exp: Math.exp,
})) {
  native(`math.${name} math.${name.toLowerCase()}`, (_, [x]) => [f(x as number)]);
}

native('errors.Is', (m, [err, target]) => {
  let e = err as Iface | null;
  while (e !== null) {
    if (target !== null && e.t.comparable && equalInterfaces(e, target)) return [true];
    const unwrap = methodNamed(m, e.t.type, 'Unwrap');
    if (unwrap === null) return [false];
    e = callSync(m, unwrap, [], [e.v])[0] as Iface | null;
  }
  return [target === null];
});

native('math/rand.runtime_rand math/rand/v2.runtime_rand internal/rand.runtime_rand', (m) => {
  const seed = (Math.imul(m.lastRandom, 1103515245) + 12345) & 0x7fffffff;
  m.lastRandom = seed;
  return [norm((BigInt(seed) << 31n) ^ BigInt(Math.imul(seed, 69069) >>> 0))];
});
