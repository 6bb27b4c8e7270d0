// Methods that a function of the standard library calls of what it is given: `sort.Sort` compares, an encoder writes.
//
// Methods that synchronise are of interest, and those that write what the slice reads, which turns out once there is a slice. They are
// called any number of times before the function returns, in the calling goroutine. A function that keeps what it is given may call them
// later; when is not known.

import { gapReason, type Why, why } from '../../base/reasons.ts';
import { callGraphOf, visibleParts } from '../../flow/index.ts';
import { methodOf } from '../../ir/index.ts';
import type { Expr as IrExpr, Function as IrFunction } from '../../ir/ir.ts';
import { implements_, isInterface, methodSet, typeSet, under } from '../../types/index.ts';
import type { Func } from '../../types/object.ts';
import { isExported } from '../../types/object.ts';
import type { Signature, Type } from '../../types/type.ts';
import type { Expr } from '../comm.ts';
import { methodRows, tableFor } from './dispatch.ts';
import { havoc, isError } from './env.ts';
import { isPlainData, keyOf, namedOf, type Shape, shapeOf } from './shape.ts';
import {
  type Builder,
  binary,
  block,
  choose,
  type Dynamic,
  type Extraction,
  emit,
  ifElse,
  int,
  load,
  nil,
  noSite,
  procFor,
  synthetic,
  temp,
  unknown,
  variable,
} from './state.ts';
import { strange } from './strange.ts';
import { fieldOf } from './values.ts';

/** Methods by which values of any type say how they are printed, encoded or decoded. */
const askedOfAnything: ReadonlySet<string> = new Set(
  `Error Format GoString LogValue MarshalBinary MarshalJSON MarshalText MarshalXML Scan String UnmarshalBinary UnmarshalJSON
  UnmarshalText UnmarshalXML Value`.split(/\s+/),
);

/** Packages that call whatever methods a text names. */
const namesMethods: ReadonlySet<string> = new Set(['text/template', 'html/template']);

/** What a function without a body does to the values in its interfaces; `written` is how the arguments stand in the call. */
export function callMethods(b: Builder, fn: IrFunction, args: readonly Expr[], written: readonly IrExpr[]): void {
  const params = [...fn.captures, ...fn.params];
  args.forEach((arg, i) => {
    const type = params[i]?.type;
    const source = written[i];
    if (type === undefined || arg.kind === 'nil' || arg.kind === 'unknown') return;
    if (source?.kind === 'MakeInterface' && isPlainData(shapeOf(source.x.type))) return;
    const shape = shapeOf(type);
    if (shape.kind === 'iface') methodsOf(b, fn, type, arg);
    else if (shape.kind === 'slice' && shapeOf(shape.elem).kind === 'iface') {
      const n = temp(b);
      emit(b, { kind: 'array', op: 'len', target: n, args: [arg], site: b.site });
      ifElse(b, binary('>', variable(n), int(0)), () => {
        const element = load(b, { kind: 'element', array: arg, index: unknown(why('whichArgument')) });
        methodsOf(b, fn, shape.elem, element);
      });
    } else if (shape.kind === 'pointer') inRecord(b, fn, shape.elem, arg);
    else if (holdsFunctions(shape)) strange(b, gapReason(mayKeep(fn) ? 'functionsLater' : 'functionsInside'), [arg]);
  });
}

/** Maps and lists of functions, or of what may be some: `template.FuncMap`. */
function holdsFunctions(shape: Shape): boolean {
  if (shape.kind !== 'map' && shape.kind !== 'slice' && shape.kind !== 'array') return false;
  const type = shape.kind === 'map' ? shape.map.elem : shape.elem;
  const elem = shapeOf(type);
  return elem.kind === 'func' || (elem.kind === 'iface' && isAny(type));
}

/** A record of a library is filled by its users: the library calls what it finds there. */
function inRecord(b: Builder, fn: IrFunction, type: Type, record: Expr): void {
  const shape = shapeOf(type);
  const named = namedOf(type);
  const file = named === null ? null : b.x.flow.sources.fileOf(named.obj.pos);
  if (shape.kind !== 'struct' || file === null || !b.x.flow.isModelFile(file.path)) return;
  const called = shape.fields.flatMap((field, index) => {
    const of = field.type as Type;
    const { kind } = shapeOf(of);
    return isExported(field.name) && (kind === 'func' || (kind === 'iface' && !isAny(of))) ? [{ of, index, kind }] : [];
  });
  if (called.length === 0) return;
  ifElse(b, binary('!=', record, nil), () => {
    for (const { of, index, kind } of called) {
      const held = fieldOf(b, record, type, index);
      if (kind === 'iface') methodsOf(b, fn, of, held);
      else strange(b, gapReason('functionsInside'), [held]);
    }
  });
}

function methodsOf(b: Builder, fn: IrFunction, type: Type, held: Expr): void {
  const { x, site } = b;
  const keeps = mayKeep(fn);
  const everything = namesMethods.has(fn.obj?.pkg?.path ?? '');
  const key = `called by a library ${keyOf(type)}${keeps ? ' later' : ''}${everything ? ' by name' : ''}`;
  const asked = methodsAsked(type, everything);
  const table = tableFor(x, key, (dynamic) => procCalling(x, key, dynamic, asked, isAny(type), keeps));
  ifElse(b, binary('!=', held, nil), () => {
    emit(b, { kind: 'call', callee: { kind: 'method', recv: held, table }, args: [], targets: [], site });
  });
}

/** Functions that are given others to call them for all that there is, at once. */
const visits = /^(All|Do|Each|For|Inspect|Iterate|Range|Shuffle|Visit|Walk)/;

/** Whether a function of a library can keep a function that it is given: so do those that have nothing else to do with it. */
export function mayKeepFunctions(fn: IrFunction): boolean {
  const isMethod = fn.obj !== null && (fn.obj.type as Signature).recv !== null;
  return mayKeep(fn) || (fn.results.length === 0 && (isMethod || fn.name.endsWith('Func')) && !visits.test(fn.name));
}

/** Whether a function can keep what it is given: it gives back something that may hold it, or its name says so. */
function mayKeep(fn: IrFunction): boolean {
  if (/^(Add|Handle|Init|New|Publish|Push|Put|Register|Reset|Set|Start|Use|With)|Var$/.test(fn.name)) return true;
  return fn.results.some(({ type }) => {
    const { kind } = shapeOf(type);
    return kind === 'pointer' || kind === 'func' || kind === 'struct' || (kind === 'iface' && !isError(type));
  });
}

function isAny(type: Type): boolean {
  const u = under(type);
  return u.kind === 'Interface' && (typeSet(u).methods ?? []).length === 0;
}

/** Which methods of a value are called, where it is given as a value of this type. */
function methodsAsked(type: Type, everything: boolean): (held: Type) => readonly Func[] {
  const u = under(type);
  const wanted = u.kind === 'Interface' ? (typeSet(u).methods ?? []) : [];
  if (wanted.length > 0) return () => wanted;
  return (held) =>
    methodSet(held).flatMap(({ obj }) =>
      obj.kind === 'Func' && (everything ? isExported(obj.name) : askedOfAnything.has(obj.name)) ? [obj] : [],
    );
}

function procCalling(
  x: Extraction,
  key: string,
  dynamic: Dynamic,
  asked: (type: Type) => readonly Func[],
  ofAnything: boolean,
  keeps: boolean,
): number {
  const outside = dynamic.class.role === 'environment';
  const methods = outside ? [] : asked(dynamic.type).filter((one) => matters(x, dynamic.type, one));
  const inParts = !outside && ofAnything && partsMatter(x, dynamic.type, asked, new Set([keyOf(dynamic.type)]));
  const name = methods.length === 0 && !inParts ? 'no method is called' : `${key} ${dynamic.class.key}`;
  return procFor(x, name, () =>
    synthetic(x, 'methods that a library calls', noSite, ['value'], (b, [self]) => {
      const recv = self as Expr;
      if (inParts) strange(b, gapReason('methodsInside'), [recv]);
      if (methods.length === 0) return [];
      const calls = why('library', methods.map((one) => one.name).join(', '));
      const body = block(b, () => {
        choose(
          b,
          calls,
          () => emit(b, { kind: 'branch', op: 'break', label: 'calls', site: b.site }),
          ...methods.map((method) => () => callOne(b, recv, method, calls)),
        );
      });
      emit(b, { kind: 'loop', label: 'calls', body, next: [], termination: 'terminates', site: b.site });
      if (keeps && methods.some((one) => waits(x, dynamic.type, one) || isWritten(x, dynamic.type, one)))
        strange(b, gapReason('methodsLater'), [recv]);
      return [];
    }),
  );
}

function callOne(b: Builder, recv: Expr, method: Func, reason: Why): void {
  const args = (method.type as Signature).params.vars.map((v) => havoc(b, v.type as Type, reason));
  const callee = { kind: 'method', recv, table: methodRows(b.x, method) } as const;
  emit(b, { kind: 'call', callee, args, targets: [], site: b.site });
}

/** Whether a method synchronises, diverts the goroutine, or writes what matters. */
function matters(x: Extraction, type: Type, method: Func): boolean {
  return isAmong(x, type, method, callGraphOf(x.flow).involved) || isWritten(x, type, method);
}

/** Whether a method writes what matters, as far as is known: where it does after all, the program is extracted once more. */
function isWritten(x: Extraction, type: Type, method: Func): boolean {
  const ref = methodOf(x.flow.lowerer, type, method);
  if (ref === null) return false;
  if (x.follow.has(ref.id)) return true;
  x.learned.noteLeftOut(ref.id);
  return false;
}

/** Whether a method synchronises by itself or by what it calls, leaving out what libraries may call in turn: else nearly all that print do. */
function waits(x: Extraction, type: Type, method: Func): boolean {
  return isAmong(x, type, method, callGraphOf(x.flow).synchronising);
}

function isAmong(x: Extraction, type: Type, method: Func, functions: ReadonlySet<string>): boolean {
  const ref = methodOf(x.flow.lowerer, type, method);
  return ref !== null && functions.has(ref.id);
}

/** Whether the same holds of what lies in a value: elements, entries, fields that others may see. What lies in an interface may be all that fits. */
function partsMatter(x: Extraction, type: Type, asked: (type: Type) => readonly Func[], seen: Set<string>): boolean {
  return visibleParts(type).some((part) => {
    if (seen.has(keyOf(part))) return false;
    seen.add(keyOf(part));
    if (asked(part).some((one) => waits(x, part, one) || isWritten(x, part, one)) || partsMatter(x, part, asked, seen))
      return true;
    if (!isInterface(part)) return false;
    return callGraphOf(x.flow).dynamics.some((held) => {
      if (seen.has(keyOf(held)) || !implements_(null, held, part, false, null)) return false;
      seen.add(keyOf(held));
      return (
        asked(held).some((one) => waits(x, held, one) || isWritten(x, held, one)) || partsMatter(x, held, asked, seen)
      );
    });
  });
}
