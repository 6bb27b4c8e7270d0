// The built-in functions print and println.

import { under } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import { type Complex, idOf, Ptr, Slice } from './values.ts';

export function printBuiltin(args: readonly unknown[], types: readonly Type[], line: boolean): string {
  const texts = args.map((v, i) => printed(v, types[i] as Type));
  return line ? `${texts.join(' ')}\n` : texts.join('');
}

function printed(v: unknown, t: Type): string {
  const u = under(t);
  if (u.kind === 'Basic') {
    if (u.basic.startsWith('float')) return float(v as number);
    if (u.basic.startsWith('complex')) return `(${float((v as Complex).re)}${float((v as Complex).im)}i)`;
    if (typeof v === 'string' || typeof v === 'number' || typeof v === 'bigint' || typeof v === 'boolean')
      return `${v}`;
  }
  if (v === null) return u.kind === 'Interface' ? '(0x0,0x0)' : '0x0';
  if (v instanceof Slice) return `[${v.len}/${v.cap}]0x${idOf(v.arr).toString(16)}`;
  const o = v instanceof Ptr ? v.o : v;
  return typeof o === 'object' && o !== null ? `0x${idOf(o).toString(16)}` : String(o);
}

function float(f: number): string {
  if (Number.isNaN(f)) return 'NaN';
  if (!Number.isFinite(f)) return f < 0 ? '-Inf' : '+Inf';
  const [mantissa = '', exponent = ''] = Math.abs(f).toExponential(6).split('e');
  const e = Number(exponent);
  const sign = f < 0 || Object.is(f, -0) ? '-' : '+';
  return `${sign}${mantissa}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(3, '0')}`;
}
