// What no analysis follows: operations that may change or keep what they are given. See comm/analysis/gaps.ts for when that matters.

import { isModelled } from '../../flow/index.ts';
import type { Expr as IrExpr, Function as IrFunction } from '../../ir/ir.ts';
import { under } from '../../types/index.ts';
import type { Signature, Type } from '../../types/type.ts';
import { beyondHorizon, callsMark, strangeMark, writesMark } from '../analysis/gaps.ts';
import { lostMark } from '../analysis/unknowns.ts';
import type { Expr } from '../comm.ts';
import { decodeInto } from './decode.ts';
import { mayPanicHere } from './panics.ts';
import { isByte, isPlainData, shapeOf } from './shape.ts';
import { type Builder, emit, noSite, procFor, synthetic, temp, unknown, variable } from './state.ts';

/** An operation that may do anything with its arguments; `why` is what its results stand for. */
export function strange(
  b: Builder,
  reason: string,
  args: readonly Expr[],
  results: number,
  why: Expr,
): readonly Expr[] {
  return marked(b, `${strangeMark}${reason}`, args, results, why);
}

function marked(b: Builder, name: string, args: readonly Expr[], results: number, why: Expr): readonly Expr[] {
  const names = args.map((_, i) => `p${i}`);
  const proc = procFor(b.x, `${name} ${results} ${args.length}`, () =>
    synthetic(b.x, name, noSite, names, () => Array.from({ length: results }, () => why)),
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
    strange(b, `${name} calls what it is given at any time`, args, 0, unknown(name));
    return;
  }
  if (!ofModel || keeps.has(path) || (path === 'reflect' && !onlyTells(fn.name))) {
    const reason = ofModel || fn.body === null ? 'is not followed' : beyondHorizon;
    const given = args.filter((_, i) => !isPlainData(shapeOf(params[i]?.type as Type)));
    if (given.length > 0) strange(b, `${name} ${reason}`, given, 0, unknown(name));
    return;
  }
  if (isReadOnly(path, fn.name) && !givesBack.has(fn.id)) return;
  // The receiver is the library's own.
  const own = fn.obj !== null && fn.params.length > 0 && isMethod(fn) ? 1 : 0;
  const given = args.flatMap((arg, i): readonly Expr[] => {
    if (i < own || !mayBeWritten(params[i]?.type as Type)) return [];
    const source = written[i];
    const content = unknown(givesBack.has(fn.id) ? `${lostMark}${name}` : name);
    return (source === undefined ? null : decodeInto(b, source, content)) ?? [arg];
  });
  if (given.length > 0) marked(b, `${writesMark}${name} may change what it is given`, given, 0, unknown(name));
}

/** Functions that have others called once nobody needs a value any more. */
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
export function givenOutside(b: Builder, signature: Signature, args: readonly Expr[], why: string): void {
  if (b.x.recovering) mayPanicHere(b, why);
  const given = (wanted: (type: Type) => boolean): readonly Expr[] =>
    args.filter((_, i) => wanted(signature.params.vars[i]?.type as Type));
  const changed = given(mayBeWritten);
  if (changed.length > 0) marked(b, `${writesMark}${why} may change what it is given`, changed, 0, unknown(why));
  const called = given((type) => shapeOf(type).kind === 'func');
  if (called.length > 0) marked(b, `${callsMark}${why} may call what it is given`, called, 0, unknown(why));
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
