// Constant formats of package fmt: whose methods are called is known where the format is.
//
// A function of a model gets a procedure for each place that calls it, so the format of a place is that of the procedure:
//
//     fmt.Sprintf("%v, %s", x, y)    x.String() and y.String() are called
//     fmt.Sprintf("%T, %p", x, y)    nothing is
//     fmt.Sprintf("%T, %v", x, y)    either may be: which is which is not followed
//     fmt.Errorf("read: %w", err)    err.Error() is called, and err is wrapped

import { functionOf } from '../../flow/index.ts';
import { funcRef } from '../../ir/index.ts';
import type { CallInstr, Function as IrFunction } from '../../ir/ir.ts';
import { lookup, stringVal } from '../../types/index.ts';
import type { Site } from '../comm.ts';
import type { Extraction } from './state.ts';

/** What the operands of a format are asked. */
export interface Verbs {
  /** So many operands are asked nothing and all others are printed as text; negative: which are asked is not followed. */
  readonly quiet: number;
  /** The operand of the only `%w`; -1: there is none. */
  readonly wraps: number;
}

/** The model of a function that formats, for the format that a call gives it, which is kept for what the model asks. */
export function formatted(x: Extraction, fn: IrFunction, call: CallInstr, at: Site): IrFunction {
  const { obj } = fn;
  if (obj?.pkg?.path !== 'fmt') return fn;
  const index = fn.params.findIndex((param) => param.name === 'format');
  const format = call.args[index];
  if (format?.kind !== 'Const' || format.value.kind !== 'string') return fn;
  const key = placeKey(at);
  // A model may call others with formats of its own.
  const verbs = x.formats.has(key) ? null : verbsOf(stringVal(format.value));
  x.formats.set(key, verbs);
  const known = verbs === null || obj.name !== 'Errorf' ? null : lookup(obj.pkg.scope, 'errorf');
  return known?.kind === 'Func' ? functionOf(x.flow, funcRef(x.flow.lowerer, known)) : fn;
}

/** What the format of the call at a place asks; null where it is not known. */
export function verbsAt(x: Extraction, at: Site | null): Verbs | null {
  return at === null ? null : (x.formats.get(placeKey(at)) ?? null);
}

function placeKey(at: Site): string {
  return `${at.file}:${at.start}`;
}

/** Verbs that print nothing but the type or the address, and those that print as text. All others call Format, if there is one. */
const silent: ReadonlySet<string> = new Set('Tp');
const asText: ReadonlySet<string> = new Set('vsqxXw');

function verbsOf(format: string): Verbs | null {
  const found: string[] = [];
  const pattern = /%[-+# 0]*(\*|\d+)?(?:\.(\*|\d+)?)?(\[\d+\])?(.)?/gsu;
  for (const [, width, precision, index, verb = ''] of format.matchAll(pattern)) {
    // Operands that are named by number, or are widths, are too rare to be followed.
    if (width === '*' || precision === '*' || index !== undefined || verb === '*' || verb === '[') return null;
    if (verb !== '%') found.push(verb);
  }
  const wrapped = found.flatMap((verb, i) => (verb === 'w' ? [i] : []));
  if (wrapped.length > 1) return null;
  // Operands without a verb are printed as by %v.
  const quiet = found.every((verb) => asText.has(verb))
    ? 0
    : found.every((verb) => silent.has(verb))
      ? found.length
      : -1;
  return { quiet, wraps: wrapped[0] ?? -1 };
}
