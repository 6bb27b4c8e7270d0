// What no analysis follows: operations that may change or keep what they are given. See comm/analysis/gaps.ts for when that matters.

import { type GapReason, gapReason } from '../../base/reasons.ts';
import { isModelled } from '../../flow/index.ts';
import type { Expr as IrExpr, Function as IrFunction } from '../../ir/ir.ts';
import { under } from '../../types/index.ts';
import type { Signature, Type } from '../../types/type.ts';

import type { Expr, ProcRole } from '../comm.ts';
import { decodeInto } from './decode.ts';
import { mayPanicHere } from './panics.ts';
import { isByte, isPlainData, shapeOf } from './shape.ts';
import { type Builder, emit, nil, noSite, procFor, someValue, synthetic, temp, variable } from './state.ts';

/** An operation that may do anything with its arguments; each of its results is `result`. */
export function strange(
  b: Builder,
  reason: GapReason,
  args: readonly Expr[],
  results = 0,
  result: Expr = nil,
): readonly Expr[] {
  return unfollowed(b, { kind: 'anything', reason }, args, results, result);
}

function unfollowed(
  b: Builder,
  role: Extract<ProcRole, { readonly kind: 'anything' | 'writes' | 'calls' }>,
  args: readonly Expr[],
  results = 0,
  result: Expr = nil,
): readonly Expr[] {
  const names = args.map((_, i) => `p${i}`);
  const { kind, of } = role.reason;
  const name = of === '' ? kind : `${kind} ${of}`;
  const proc = procFor(b.x, `${role.kind} ${name} ${results} ${args.length}`, () =>
    synthetic(b.x, name, noSite, names, () => Array.from({ length: results }, () => result), role),
  );
  const targets = Array.from({ length: results }, () => temp(b));
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args, targets, site: b.site });
  return targets.map(variable);
}

/** What functions without a body may do with their arguments; `written` is how these stand in the call, where that is known. */
export function handedOver(b: Builder, fn: IrFunction, args: readonly Expr[], written: readonly IrExpr[] = []): void {
  const params = [...fn.captures, ...fn.params];
  // Type arguments have paths of their own.
  const id = fn.id.replace(/\[.*\]/, '');
  const name = id.slice(id.lastIndexOf('/') + 1);
  const path = fn.obj?.pkg?.path ?? '';
  const ofModel = isModelled(b.x.flow, fn);
  if (atAnyTime.has(`${path}.${fn.obj?.name ?? ''}`)) {
    strange(b, gapReason('callsAnyTime', name), args);
    return;
  }
  if (!ofModel || keeps.has(path) || (path === 'reflect' && !onlyTells(fn.name))) {
    const reason = gapReason(ofModel || fn.body === null ? 'notFollowed' : 'beyondHorizon', name);
    const given = args.filter((_, i) => !isPlainData(shapeOf(params[i]?.type as Type)));
    if (given.length > 0) strange(b, reason, given);
    return;
  }
  if (isReadOnly(path, fn.name) && !givesBack.has(fn.id)) return;
  // The receiver is the library's own.
  const own = fn.obj !== null && fn.params.length > 0 && isMethod(fn) ? 1 : 0;
  const given = args.flatMap((arg, i): readonly Expr[] => {
    if (i < own || !mayBeWritten(params[i]?.type as Type)) return [];
    const source = written[i];
    const content = someValue(name, givesBack.has(fn.id) ? 'lost' : 'open');
    return (source === undefined ? null : decodeInto(b, source, content)) ?? [arg];
  });
  if (given.length > 0) unfollowed(b, { kind: 'writes', reason: gapReason('mayChange', name) }, given);
}

/** Functions that have others called once a value is no longer needed. */
const atAnyTime: ReadonlySet<string> = new Set(['runtime.SetFinalizer', 'runtime.AddCleanup']);

/** Functions that put what they find in one argument where another points to. */
const givesBack: ReadonlySet<string> = new Set(['errors.As']);

/** Packages whose functions keep what they are given and give it back. */
export const keeps: ReadonlySet<string> = new Set(['container/ring']);

/** Functions of package reflect that tell something about a value, and give nothing of it back. */
function onlyTells(name: string): boolean {
  return /^(Kind|Type|TypeOf|TypeFor|Is\w+|Len|Cap|Num\w+|String|Int|Uint|Float|Bool|Complex|Can\w+|Comparable|Equal|DeepEqual|Overflow\w+)$/.test(
    name,
  );
}

/** Packages whose functions write nothing through their arguments but buffers of bytes. */
const readOnly: ReadonlySet<string> = new Set(
  `bufio bytes cmp context errors fmt hash html io log math os path regexp runtime strconv strings sync testing text time unicode
  unique log/slog math/bits math/rand math/rand/v2 net/url os/signal path/filepath sync/atomic unicode/utf8 unicode/utf16
  runtime/debug`.split(/\s+/),
);

function isReadOnly(path: string, name: string): boolean {
  if (/scan/i.test(name)) return false;
  if (path === 'net/http' && /^(Read(Request|Response)|ProxyFromEnvironment|NewRequest\w*)$/.test(name)) return true;
  return readOnly.has(path) || /^(Marshal|Encode|Append|New|Valid|Len|Is|Has|Get|Equal|DeepEqual|TypeOf)/.test(name);
}

function isMethod(fn: IrFunction): boolean {
  return /\)\.\w+$/.test(fn.id);
}

/** What functions from outside may do: panic, change what their arguments lead to, and call those. */
export function givenOutside(b: Builder, signature: Signature, args: readonly Expr[], call: string): void {
  if (b.x.recovering) mayPanicHere(b, call);
  const given = (wanted: (type: Type) => boolean): readonly Expr[] =>
    args.filter((_, i) => wanted(signature.params.vars[i]?.type as Type));
  const changed = given(mayBeWritten);
  if (changed.length > 0) unfollowed(b, { kind: 'writes', reason: gapReason('mayChange', call) }, changed);
  const called = given((type) => shapeOf(type).kind === 'func');
  if (called.length > 0) unfollowed(b, { kind: 'calls', reason: gapReason('mayCall', call) }, called);
}

/** Pointers, slices and maps lead to memory; so may a value of any type. Other interfaces are used by their methods. */
function mayBeWritten(type: Type): boolean {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'pointer':
    case 'map':
      return true;
    case 'slice': {
      if (isByte(shape.elem)) return false;
      const elem = shapeOf(shape.elem);
      return elem.kind !== 'iface' || mayBeWritten(shape.elem);
    }
    case 'iface': {
      const u = under(type);
      return u.kind === 'Interface' && u.methods.length === 0 && u.embeddeds.length === 0;
    }
    default:
      return false;
  }
}
