// Which functions and methods of the standard library are taken over by runtime/, and how.

import { tableOf } from '../base/named.ts';
import type { Op } from './protocol.ts';

/** How a method of a type of the standard library is replaced. */
export type MethodRule =
  /** The receiver is wrapped: `At(n).Mutex(&mu).Lock`. */
  | { readonly kind: 'wrap'; readonly wrapper: string; readonly op: Op }
  /** A scheduling point before the method: `PL(&x, n).Load`. */
  | { readonly kind: 'point'; readonly wrapper: 'PL' | 'PS' | 'PM'; readonly op: Op };

const wrapped = tableOf<readonly [wrapper: string, methods: Readonly<Record<string, Op>>]>({
  'sync.Mutex': ['Mutex', { Lock: 'lock', Unlock: 'unlock', TryLock: 'trylock' }],
  'sync.RWMutex': [
    'RWMutex',
    {
      Lock: 'lock',
      Unlock: 'unlock',
      TryLock: 'trylock',
      RLock: 'rlock',
      RUnlock: 'runlock',
      TryRLock: 'tryrlock',
      RLocker: 'rlock',
    },
  ],
  'sync.WaitGroup': ['WaitGroup', { Add: 'wg-add', Done: 'wg-done', Wait: 'wg-wait', Go: 'wg-add' }],
  'sync.Cond': ['Cond', { Wait: 'cond-wait', Signal: 'cond-signal', Broadcast: 'cond-broadcast' }],
  'sync.Once': ['Once', { Do: 'once' }],
  'time.Timer': ['Timer', { Stop: 'timer', Reset: 'timer' }],
  'time.Ticker': ['Ticker', { Stop: 'timer', Reset: 'timer' }],
  'testing.T': ['T', { Run: 'test', Parallel: 'test' }],
});

const atomicTypes = new Set(['Bool', 'Int32', 'Int64', 'Uint32', 'Uint64', 'Uintptr', 'Pointer', 'Value']);

/** The rule for a method of `pkg.type`; null if it is left as it is. */
export function methodRule(pkg: string, type: string, method: string): MethodRule | null {
  const found = wrapped.get(`${pkg}.${type}`);
  if (found !== undefined) {
    const op = Object.hasOwn(found[1], method) ? found[1][method] : undefined;
    return op === undefined ? null : { kind: 'wrap', wrapper: found[0], op };
  }
  const shared =
    (pkg === 'sync/atomic' && atomicTypes.has(type)) || (pkg === 'sync' && (type === 'Map' || type === 'Pool'));
  return shared ? pointRule(method) : null;
}

/** Which kind of scheduling point an atomic function or method is, by its name. */
export function pointRule(name: string): MethodRule {
  if (/^Load(?!And|Or)/.test(name) || name === 'Range') return { kind: 'point', wrapper: 'PL', op: 'atomic-load' };
  if (/^(Store|Delete|Clear)/.test(name)) return { kind: 'point', wrapper: 'PS', op: 'atomic-store' };
  return { kind: 'point', wrapper: 'PM', op: 'atomic-rmw' };
}

/** What runtime/ learns about a point that comes later. */
export const pointKinds = { PL: 0, PS: 1, PM: 2 } as const;

/** A method of an interface behind which something that synchronises may be. */
export interface InterfaceMethod {
  /** `Locker` and its like in runtime/, which find out what is behind it. */
  readonly wrapper: string;
  readonly op: Op;
  readonly params: string;
  readonly results: string;
}

const behind = (wrapper: string, op: Op, params = '', results = ''): InterfaceMethod => ({
  wrapper,
  op,
  params,
  results,
});

const interfaceMethods = tableOf<readonly InterfaceMethod[]>({
  Lock: [behind('Locker', 'lock')],
  Unlock: [behind('Locker', 'unlock')],
  TryLock: [behind('Locker', 'trylock', '', 'bool')],
  RLock: [behind('Locker', 'rlock')],
  RUnlock: [behind('Locker', 'runlock')],
  TryRLock: [behind('Locker', 'tryrlock', '', 'bool')],
  Add: [behind('Waiter', 'wg-add', 'int')],
  Done: [behind('Waiter', 'wg-done')],
  Wait: [behind('Waiter', 'wg-wait')],
  Go: [behind('Waiter', 'wg-add', 'func()')],
  Signal: [behind('Waiter', 'cond-signal')],
  Broadcast: [behind('Waiter', 'cond-broadcast')],
  Do: [behind('Waiter', 'once', 'func()')],
  Stop: [behind('AnyTimer', 'timer', '', 'bool'), behind('AnyTicker', 'timer')],
  Reset: [behind('AnyTimer', 'timer', 'time.Duration', 'bool'), behind('AnyTicker', 'timer', 'time.Duration')],
});

/** The rule for a method of an interface, by its name and the types of its parameters and results. */
export function interfaceMethod(name: string, params: string, results: string): InterfaceMethod | null {
  const list = interfaceMethods.get(name);
  return list?.find((one) => one.params === params && one.results === results) ?? null;
}

/** Methods that take a time which the standard library compares with the real clock. */
export const deadlineMethods: ReadonlySet<string> = new Set(['SetDeadline', 'SetReadDeadline', 'SetWriteDeadline']);

const fileFunctions = new Set(
  (
    'Chtimes Create CreateTemp Link Mkdir MkdirAll MkdirTemp Open OpenFile ReadDir ReadFile Remove RemoveAll Rename ' +
    'Symlink Truncate WriteFile'
  ).split(' '),
);
const fileMethods = new Set('ReadDir ReadFrom Readdir Readdirnames Sync Truncate'.split(' '));

/** A method that goes to the file system: time passes meanwhile. */
export function isSlowMethod(pkg: string, type: string, name: string): boolean {
  return pkg === 'os' && type === 'File' && fileMethods.has(name);
}

const dials = tableOf<readonly string[]>({
  net: ['Dial', 'DialIP', 'DialTCP', 'DialTimeout', 'DialUDP', 'DialUnix'],
  'net.Dialer': ['Dial', 'DialContext', 'DialIP', 'DialTCP', 'DialUDP', 'DialUnix'],
  'crypto/tls': ['Dial', 'DialWithDialer'],
  'crypto/tls.Dialer': ['Dial', 'DialContext'],
  'net/http': ['Get', 'Head', 'Post', 'PostForm'],
  'net/http.Client': ['Do', 'Get', 'Head', 'Post', 'PostForm'],
  'net/http.Transport': ['RoundTrip'],
});

/** A function or method that waits for an answer of the network: others run meanwhile. `of`: a package, or a type with it. */
export function isDial(of: string, name: string): boolean {
  return dials.get(of)?.includes(name) ?? false;
}

/** How a function of the standard library is replaced. */
export type FunctionRule =
  /** `time.Sleep` becomes `At(n).Sleep`; without an operation there is no site. */
  | { readonly kind: 'at'; readonly name: string; readonly op: Op | null }
  /** `synctest.Wait` becomes `At(n).SynctestWait(synctest.Wait)`. */
  | { readonly kind: 'around'; readonly name: string; readonly op: Op; readonly untouched: string }
  /** `sync.OnceFunc` becomes `OnceFunc`. */
  | { readonly kind: 'direct'; readonly name: string }
  /** `os.Rename` becomes `Slow(os.Rename)` where it is called. */
  | { readonly kind: 'slow' }
  /** `net.Dial` becomes `Dials(net.Dial, n)` where it is called. */
  | { readonly kind: 'dial' }
  /** The first argument is wrapped in a scheduling point. */
  | { readonly kind: 'point'; readonly rule: MethodRule };

const functions = tableOf<Readonly<Record<string, Op | null>>>({
  time: {
    Sleep: 'sleep',
    After: 'timer',
    AfterFunc: 'timer',
    NewTimer: 'timer',
    NewTicker: 'timer',
    Tick: 'timer',
    Now: null,
    Since: null,
    Until: null,
  },
  context: {
    WithCancel: 'close',
    WithCancelCause: 'close',
    WithDeadline: 'close',
    WithDeadlineCause: 'close',
    WithTimeout: 'close',
    WithTimeoutCause: 'close',
    AfterFunc: 'timer',
    WithoutCancel: null,
    Cause: null,
  },
  runtime: { Gosched: 'yield', Goexit: null, NumCPU: null, GOMAXPROCS: null, SetFinalizer: null },
  os: { Exit: null },
  'os/signal': { Notify: null },
});

const onceFunctions = new Set(['OnceFunc', 'OnceValue', 'OnceValues']);

/** Functions of math/rand that draw from the shared source. */
const randFunctions = new Set(
  'ExpFloat64 Float32 Float64 Int Int31 Int31n Int63 Int63n Intn NormFloat64 Perm Read Seed Shuffle Uint32 Uint64'.split(
    ' ',
  ),
);
const rand2Functions = new Set(
  (
    'ExpFloat64 Float32 Float64 Int Int32 Int32N Int64 Int64N IntN NormFloat64 Perm Shuffle Uint32 Uint32N ' +
    'Uint64 Uint64N UintN Uint'
  ).split(' '),
);

export function functionRule(pkg: string, name: string): FunctionRule | null {
  const table = functions.get(pkg);
  if (table !== undefined && Object.hasOwn(table, name)) {
    const own = pkg === 'context' && name === 'AfterFunc' ? 'ContextAfterFunc' : name;
    return { kind: 'at', name: own, op: table[name] ?? null };
  }
  if (pkg === 'testing/synctest' && (name === 'Test' || name === 'Wait')) {
    const untouched = `what synctest.${name} waits for is not told apart`;
    return { kind: 'around', name: `Synctest${name}`, op: 'wg-wait', untouched };
  }
  if (pkg === 'os' && fileFunctions.has(name)) return { kind: 'slow' };
  if (isDial(pkg, name)) return { kind: 'dial' };
  if (pkg === 'sync' && onceFunctions.has(name)) return { kind: 'direct', name };
  if (pkg === 'math/rand' && randFunctions.has(name)) return { kind: 'direct', name: `Rand().${name}` };
  if (pkg === 'math/rand/v2' && rand2Functions.has(name)) return { kind: 'direct', name: `RandV2().${name}` };
  if (pkg === 'sync/atomic' && /^(Add|And|Or|CompareAndSwap|Load|Store|Swap)/.test(name))
    return { kind: 'point', rule: pointRule(name) };
  return null;
}

/** Functions and methods that see or do what is not under control, without waiting for anything. */
const beyondControl = tableOf<readonly string[]>({
  io: ['Pipe'],
  reflect: ['Select'],
  'reflect.Value': ['Close', 'Recv', 'Send', 'TryRecv', 'TrySend'],
  runtime: ['AddCleanup', 'NumGoroutine'],
});

/** `of`: a package, or a type with its package. */
export function isBeyondControl(of: string, name: string): boolean {
  return beyondControl.get(of)?.includes(name) ?? false;
}

/** Something of each package that can be named in `var _ = ...`, so that its import stays used. */
export const anchors = tableOf<string>({
  time: 'Now',
  context: 'Background',
  runtime: 'Gosched',
  os: 'Exit',
  'os/signal': 'Notify',
  sync: 'NewCond',
  'math/rand': 'Int',
  'math/rand/v2': 'Int',
});
