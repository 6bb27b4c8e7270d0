// Package fmt's printing, on values of the interpreter.

import { lookupFieldOrMethod, quoteBytes, under } from '../../types/index.ts';
import type { Func } from '../../types/object.ts';
import type { StructType, Type } from '../../types/type.ts';
import { methodOf } from '../lower-func.ts';
import { Chan, callSync, codeOf, GoPanic, type Machine } from './machine.ts';
import {
  type Agg,
  bytesToString,
  Closure,
  type Complex,
  GoMap,
  Iface,
  idOf,
  intKind,
  Ptr,
  type RType,
  rtype,
  Slice,
  utf8Decode,
  utf8Encode,
} from './values.ts';

interface Spec {
  verb: string;
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  width: number | null;
  prec: number | null;
}

const plain: Spec = {
  verb: 'v',
  plus: false,
  minus: false,
  sharp: false,
  space: false,
  zero: false,
  width: null,
  prec: null,
};

export function sprint(m: Machine, args: readonly Iface[]): string {
  let text = '';
  args.forEach((arg, i) => {
    const before = args[i - 1];
    const isText = (x: Iface | null | undefined): boolean =>
      x != null && under(x.t.type).kind === 'Basic' && typeof x.v === 'string';
    if (i > 0 && !isText(arg) && !isText(before)) text += ' ';
    text += format(m, plain, arg);
  });
  return text;
}

export function sprintln(m: Machine, args: readonly Iface[]): string {
  return `${args.map((arg) => format(m, plain, arg)).join(' ')}\n`;
}

export function sprintf(m: Machine, text: string, args: readonly (Iface | null)[]): string {
  let out = '';
  let next = 0;
  let reordered = false;
  for (let i = 0; i < text.length; ) {
    const percent = text.indexOf('%', i);
    if (percent < 0) {
      out += text.slice(i);
      break;
    }
    out += text.slice(i, percent);
    i = percent + 1;
    const spec: Spec = { ...plain };
    for (; i < text.length; i++) {
      const ch = text[i];
      if (ch === '+') spec.plus = true;
      else if (ch === '-') spec.minus = true;
      else if (ch === '#') spec.sharp = true;
      else if (ch === ' ') spec.space = true;
      else if (ch === '0') spec.zero = true;
      else break;
    }
    const argIndex = (): void => {
      const found = /^\[(\d+)\]/.exec(text.slice(i));
      if (found === null) return;
      next = Number(found[1]) - 1;
      reordered = true;
      i += found[0].length;
    };
    const number = (): number | null => {
      argIndex();
      if (text[i] === '*') {
        i++;
        const v = args[next++];
        return v != null && typeof v.v === 'number' ? v.v : null;
      }
      const found = /^\d+/.exec(text.slice(i));
      if (found === null) return null;
      i += found[0].length;
      return Number(found[0]);
    };
    spec.width = number();
    if (spec.width !== null && spec.width < 0) {
      spec.minus = true;
      spec.width = -spec.width;
    }
    if (text[i] === '.') {
      i++;
      spec.prec = number() ?? 0;
    }
    argIndex();
    const [rune, width] = i < text.length ? utf8Decode(text, i) : [0, 0];
    if (width === 0) {
      out += '%!(NOVERB)';
      break;
    }
    i += width;
    spec.verb = String.fromCodePoint(rune);
    if (spec.verb === '%') {
      out += '%';
      continue;
    }
    if (next >= args.length) {
      out += `%!${spec.verb}(MISSING)`;
      continue;
    }
    out += format(m, spec, args[next++] ?? null);
  }
  if (!reordered && next < args.length) {
    const rest = args.slice(next).map((a) => (a === null ? '<nil>' : `${a.t.name}=${format(m, plain, a)}`));
    out += `%!(EXTRA ${rest.join(', ')})`;
  }
  return out;
}

function pad(spec: Spec, text: string, zeros = false): string {
  if (spec.width === null) return text;
  let length = 0;
  for (let i = 0; i < text.length; length++) i += utf8Decode(text, i)[1];
  const missing = spec.width - length;
  if (missing <= 0) return text;
  if (spec.minus) return text + ' '.repeat(missing);
  if (zeros && spec.zero) {
    const sign = /^[+\- ]?(0[xX])?/.exec(text)?.[0] ?? '';
    return sign + '0'.repeat(missing) + text.slice(sign.length);
  }
  return (spec.zero && !zeros ? '0' : ' ').repeat(missing) + text;
}

function format(m: Machine, spec: Spec, arg: Iface | null): string {
  if (spec.verb === 'T') return pad(spec, arg === null ? '<nil>' : arg.t.name);
  if (arg === null) return pad(spec, spec.verb === 'v' ? '<nil>' : `%!${spec.verb}(<nil>)`);
  if (spec.verb === 'p') return pad(spec, pointerText(arg.v, true));
  return value(m, spec, arg.t, arg.v, 0);
}

function method(m: Machine, t: RType, name: string): ReturnType<typeof codeOf> | null {
  const { obj } = lookupFieldOrMethod(t.type, false, null, name, false);
  if (obj === null || obj.kind !== 'Func') return null;
  const sig = obj.type;
  if (sig?.kind !== 'Signature' || sig.params.vars.length !== 0 || sig.results.vars.length !== 1) return null;
  const result = under(sig.results.vars[0]?.type as Type);
  if (result.kind !== 'Basic' || result.basic !== 'string') return null;
  const ref = methodOf(m.lowerer, t.type, obj as Func);
  return ref === null ? null : codeOf(m, ref);
}

function value(m: Machine, spec: Spec, t: RType, v: unknown, depth: number): string {
  if (under(t.type).kind === 'Interface') {
    if (v === null) return pad(spec, spec.sharp ? `${t.name}(nil)` : '<nil>');
    return value(m, spec, (v as Iface).t, (v as Iface).v, depth);
  }
  if ('vsxXq'.includes(spec.verb) && !(spec.sharp && spec.verb === 'v')) {
    const code = method(m, t, 'Error') ?? method(m, t, 'String');
    if (code !== null) {
      try {
        const [text] = callSync(m, code, [], [v]);
        return textValue({ ...spec, verb: spec.verb === 'v' ? 's' : spec.verb }, text as string);
      } catch (error) {
        if (!(error instanceof GoPanic)) throw error;
        if (v === null) return pad(spec, '<nil>');
        return `%!${spec.verb}(PANIC=String method: ${error.value === null ? 'nil' : format(m, plain, error.value as Iface)})`;
      }
    }
  } else if (spec.verb === 'v') {
    const code = method(m, t, 'GoString');
    if (code !== null) return pad(spec, callSync(m, code, [], [v])[0] as string);
  }
  return raw(m, spec, t, v, depth);
}

function bad(m: Machine, spec: Spec, t: RType, v: unknown): string {
  return `%!${spec.verb}(${t.name}=${raw(m, plain, t, v, 0)})`;
}

function raw(m: Machine, spec: Spec, t: RType, v: unknown, depth: number): string {
  const u = under(t.type);
  switch (u.kind) {
    case 'Basic': {
      if (typeof v === 'boolean')
        return spec.verb === 'v' || spec.verb === 't' ? pad(spec, String(v)) : bad(m, spec, t, v);
      if (typeof v === 'string') return 'vsqxX'.includes(spec.verb) ? textValue(spec, v) : bad(m, spec, t, v);
      if (intKind(u) !== null) return integer(m, spec, t, v);
      if (u.basic.startsWith('float'))
        return 'vbgGxXfFeE'.includes(spec.verb)
          ? pad(spec, float(spec, v as number, u.basic === 'float32'), true)
          : bad(m, spec, t, v);
      if (u.basic.startsWith('complex')) {
        const z = v as Complex;
        const bits32 = u.basic === 'complex64';
        const part: Spec = { ...spec, width: null };
        return pad(spec, `(${float(part, z.re, bits32)}${float({ ...part, plus: true }, z.im, bits32)}i)`);
      }
      return pad(spec, pointerText(v, spec.verb !== 'v' || v !== null));
    }
    case 'Slice':
    case 'Array': {
      const elem = rtype(u.elem);
      const list =
        u.kind === 'Array'
          ? (v as Agg)
          : v === null
            ? []
            : (v as Slice).arr.slice((v as Slice).off, (v as Slice).off + (v as Slice).len);
      const bytes = intKind(u.elem)?.bits === 8 && intKind(u.elem)?.signed === false;
      if (bytes && 'sqxX'.includes(spec.verb)) {
        return textValue(spec, bytesToString(new Slice(list, 0, list.length, list.length)));
      }
      if (spec.sharp && spec.verb === 'v') {
        if (u.kind === 'Slice' && v === null) return `${t.name}(nil)`;
        return `${t.name}{${list.map((x) => value(m, bytes ? { ...spec, verb: 'x' } : spec, elem, x, depth + 1)).join(', ')}}`;
      }
      return `[${list.map((x) => value(m, spec, elem, x, depth + 1)).join(' ')}]`;
    }
    case 'Map': {
      const entries = v === null ? [] : [...(v as GoMap).entries.values()];
      const key = rtype(u.key);
      const elem = rtype(u.elem);
      entries.sort((a, b) => compareKeys(a[0], b[0]));
      const list = entries.map(
        ([k, x]) => `${value(m, spec, key, k, depth + 1)}:${value(m, spec, elem, x, depth + 1)}`,
      );
      if (spec.sharp && spec.verb === 'v') return v === null ? `${t.name}(nil)` : `${t.name}{${list.join(', ')}}`;
      return `map[${list.join(' ')}]`;
    }
    case 'Struct':
      return struct(m, spec, t, u, v as Agg, depth);
    case 'Pointer': {
      if (v !== null && depth === 0 && Array.isArray(v) && 'vsd'.includes(spec.verb)) {
        return `&${value(m, spec, rtype(u.elem), v, depth + 1)}`;
      }
      if (v !== null && depth === 0 && v instanceof Ptr && 'vsd'.includes(spec.verb)) {
        const kind = under(u.elem).kind;
        if (kind === 'Slice' || kind === 'Map') return `&${value(m, spec, rtype(u.elem), v.o[v.k], depth + 1)}`;
      }
      if (spec.sharp && spec.verb === 'v')
        return v === null ? `(${t.name})(nil)` : `(${t.name})(${pointerText(v, true)})`;
      if (v === null) return pad(spec, spec.verb === 'v' ? '<nil>' : `%!${spec.verb}(${t.name}=<nil>)`);
      return pad(spec, pointerText(v, true));
    }
    default:
      if (v === null)
        return pad(
          spec,
          spec.sharp ? `(${t.name})(nil)` : spec.verb === 'v' ? '<nil>' : `%!${spec.verb}(${t.name}=<nil>)`,
        );
      return pad(spec, pointerText(v, true));
  }
}

function struct(m: Machine, spec: Spec, t: RType, u: StructType, v: Agg, depth: number): string {
  const named = spec.verb === 'v' && (spec.plus || spec.sharp);
  const list = u.fields.map((f, i) => {
    const text = value(m, spec, rtype(f.type as Type), v[i], depth + 1);
    return named ? `${f.name}:${text}` : text;
  });
  if (spec.sharp && spec.verb === 'v') return `${t.name}{${list.join(', ')}}`;
  return `{${list.join(' ')}}`;
}

function compareKeys(a: unknown, b: unknown): number {
  if (a instanceof Iface && b instanceof Iface) {
    if (a.t !== b.t) return a.t.name < b.t.name ? -1 : 1;
    return compareKeys(a.v, b.v);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < a.length; i++) {
      const c = compareKeys(a[i], b[i]);
      if (c !== 0) return c;
    }
    return 0;
  }
  if (Number.isNaN(a)) return -1;
  if (Number.isNaN(b)) return 1;
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

export function pointerText(v: unknown, prefix: boolean): string {
  if (v === null) return prefix ? '0x0' : '<nil>';
  if (v instanceof Slice) return `0x${idOf(v.arr).toString(16)}`;
  if (v instanceof Ptr) return `0x${(idOf(v.o) + v.k).toString(16)}`;
  if (v instanceof Closure) return `0x${idOf(v.code).toString(16)}`;
  if (v instanceof Chan || v instanceof GoMap || Array.isArray(v)) return `0x${idOf(v as object).toString(16)}`;
  return String(v);
}

function textValue(spec: Spec, s: string): string {
  let text = s;
  if (spec.prec !== null && spec.verb !== 'x' && spec.verb !== 'X') {
    let i = 0;
    for (let n = 0; n < spec.prec && i < text.length; n++) i += utf8Decode(text, i)[1];
    text = text.slice(0, i);
  }
  switch (spec.verb) {
    case 'x':
    case 'X': {
      const bytes = spec.prec === null ? text : text.slice(0, spec.prec);
      let hex = [...bytes].map((ch) => ch.charCodeAt(0).toString(16).padStart(2, '0')).join(spec.space ? ' ' : '');
      if (spec.sharp && hex !== '') hex = `0x${hex}`;
      return pad(spec, spec.verb === 'X' ? hex.toUpperCase() : hex);
    }
    case 'q':
      if (spec.sharp && !text.includes('`') && ![...text].some((ch) => ch < ' ' && ch !== '\t'))
        return pad(spec, `\`${text}\``);
      return pad(spec, quoteGo(text));
    case 'v':
      return spec.sharp ? pad(spec, quoteGo(text)) : pad(spec, text);
    default:
      return pad(spec, text);
  }
}

/** A byte string in Go's quotes, itself a byte string. */
export function quoteGo(s: string): string {
  const quoted = quoteBytes(s);
  let out = '';
  for (const ch of quoted) out += (ch.codePointAt(0) as number) < 0x80 ? ch : utf8Encode(ch.codePointAt(0) as number);
  return out;
}

function integer(m: Machine, spec: Spec, t: RType, v: unknown): string {
  const n = BigInt(v as number);
  const sign = n < 0n ? '-' : spec.plus ? '+' : spec.space ? ' ' : '';
  const abs = n < 0n ? -n : n;
  const digits = (base: number, prefix: string): string => {
    let text = abs.toString(base);
    if (spec.prec !== null) text = spec.prec === 0 && abs === 0n ? '' : text.padStart(spec.prec, '0');
    const full = sign + (spec.sharp ? prefix : '') + text;
    if (spec.prec !== null) return pad({ ...spec, zero: false }, full, true);
    return pad(spec, full, true);
  };
  switch (spec.verb) {
    case 'v':
      if (spec.sharp && intKind(t.type)?.signed === false) return pad(spec, `0x${abs.toString(16)}`, true);
      return pad(spec, sign + abs.toString(), true);
    case 'd':
      return digits(10, '');
    case 'b':
      return digits(2, '0b');
    case 'o':
      return digits(8, '0');
    case 'O':
      return pad(spec, `${sign}0o${abs.toString(8)}`, true);
    case 'x':
      return digits(16, '0x');
    case 'X':
      return digits(16, '0X').toUpperCase();
    case 'c':
      return pad(spec, utf8Encode(Number(n)));
    case 'q': {
      const quoted = quoteGo(utf8Encode(Number(n))).slice(1, -1);
      return pad(spec, `'${quoted === "'" ? "\\'" : quoted === '\\"' ? '"' : quoted}'`);
    }
    case 'U': {
      const text = `U+${abs.toString(16).toUpperCase().padStart(4, '0')}`;
      return pad(spec, spec.sharp ? `${text} '${utf8Encode(Number(n))}'` : text);
    }
    default:
      return bad(m, spec, t, v);
  }
}

/** A float as the verb wants it, sign included, without padding. */
function float(spec: Spec, f: number, single: boolean): string {
  const negative = f < 0 || Object.is(f, -0);
  const sign = negative ? '-' : spec.plus ? '+' : spec.space ? ' ' : '';
  if (Number.isNaN(f)) return spec.plus ? '+NaN' : 'NaN';
  const a = Math.abs(f);
  if (a === Infinity) return `${negative ? '-' : '+'}Inf`;
  return (
    sign +
    formatFloat(
      a,
      spec.verb === 'v' ? 'g' : spec.verb === 'F' ? 'f' : spec.verb,
      spec.prec,
      single,
      spec.verb === 'v' ? 21 : null,
    )
  );
}

/** Digits that identify a float, and its decimal exponent: 0.d1d2... times 10 to the exponent. */
function shortest(a: number, single: boolean): [digits: string, exponent: number] {
  let text = a.toExponential();
  if (single) {
    for (let p = 1; p <= 9; p++) {
      text = a.toExponential(p - 1);
      if (Math.fround(Number(text)) === a) break;
    }
  }
  const [mantissa = '', e = '0'] = text.split('e');
  return [mantissa.replace('.', ''), Number(e) + 1];
}

export function formatFloat(
  a: number,
  verb: string,
  prec: number | null,
  single: boolean,
  limit: number | null,
): string {
  const exponentText = (e: number, letter: string): string =>
    `${letter}${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
  switch (verb) {
    case 'e':
    case 'E': {
      if (prec === null) prec = 6;
      const [mantissa, e] = (prec < 0 ? a.toExponential() : a.toExponential(Math.min(prec, 100))).split('e');
      return `${mantissa}${exponentText(Number(e), verb)}`;
    }
    case 'f':
      if (a >= 1e21) {
        const whole = BigInt(a).toString();
        return (prec ?? 6) > 0 ? `${whole}.${'0'.repeat(prec ?? 6)}` : whole;
      }
      return a.toFixed(Math.min(prec ?? 6, 100));
    default: {
      let digits: string;
      let point: number;
      if (prec === null) [digits, point] = a === 0 ? ['0', 1] : shortest(a, single);
      else {
        const p = prec === 0 ? 1 : prec;
        const [mantissa = '', e = '0'] = a.toExponential(Math.min(p - 1, 100)).split('e');
        digits = mantissa.replace('.', '').replace(/0+$/, '') || '0';
        point = Number(e) + 1;
      }
      const exponent = point - 1;
      let limitExponent = prec === null ? (limit ?? 21) : prec === 0 ? 1 : prec;
      if (prec === null && limit === null) limitExponent = 21;
      if (digits.length > limitExponent && digits.length >= point && prec !== null) limitExponent = digits.length;
      if (exponent < -4 || exponent >= limitExponent) {
        const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
        return `${mantissa}${exponentText(exponent, verb === 'G' ? 'E' : 'e')}`;
      }
      if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
      if (digits.length <= point) return digits + '0'.repeat(point - digits.length);
      return `${digits.slice(0, point)}.${digits.slice(point)}`;
    }
  }
}
