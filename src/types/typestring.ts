// Types as Go writes them, for messages and dumps.

import { isExported, type Package, type TypeName } from './object.ts';
import { quoteBytes } from './quote.ts';
import { lookup } from './scope.ts';
import type { InterfaceType, MathType, Signature, StructType, Tuple, Type, TypeParam } from './type.ts';
import { anyInterface, comparableInterface, universe } from './universe.ts';

/** How a package is named in front of its objects; '' leaves them unqualified. */
export type Qualifier = (pkg: Package) => string;

/**
 * The type as Go writes it; without a qualifier, packages are named by path. What is nested after `limit` characters is
 * written as an ellipsis.
 */
export function typeString(t: Type | null, qualifier: Qualifier | null, limit = Number.POSITIVE_INFINITY): string {
  if (t !== null && t.kind === 'Basic') return t.name;
  const w = newTypeWriter(qualifier, limit);
  writeType(w, t);
  return w.out;
}

function packagePrefix(pkg: Package | null, qualifier: Qualifier | null): string {
  if (pkg === null) return '';
  const name = qualifier === null ? pkg.path : qualifier(pkg);
  return name === '' ? '' : `${name}.`;
}

export interface TypeWriter {
  /** What was written so far. */
  out: string;
  readonly qualifier: Qualifier | null;
  /** Types that are being written. */
  readonly stack: Type[];
  /** Write names of parameters. */
  paramNames: boolean;
  /** Annotate the first unexported field with its package. */
  pkgInfo: boolean;
  /** How long the text may be before what is nested is left out. */
  readonly limit: number;
}

export function newTypeWriter(qualifier: Qualifier | null, limit = Number.POSITIVE_INFINITY): TypeWriter {
  return { out: '', qualifier, stack: [], paramNames: true, pkgInfo: false, limit };
}

function writeType(w: TypeWriter, t: Type | null): void {
  if (t === null) {
    w.out += '<nil>';
    return;
  }
  if (t.kind === 'Basic') {
    w.out += t.name;
    return;
  }
  if (w.out.length > w.limit) {
    w.out += '…';
    return;
  }
  if (w.stack.includes(t)) {
    w.out += `<cycle to ${t.kind}>`;
    return;
  }
  w.stack.push(t);
  writeComposite(w, t);
  w.stack.pop();
}

function writeComposite(w: TypeWriter, t: Type): void {
  switch (t.kind) {
    case 'Basic':
      w.out += t.name;
      return;
    case 'Array':
      w.out += `[${t.len}]`;
      writeType(w, t.elem);
      return;
    case 'Slice':
      w.out += t.ghost ? 'ghost []' : '[]';
      writeType(w, t.elem);
      return;
    case 'Struct':
      writeStruct(w, t);
      return;
    case 'Pointer':
      w.out += t.ghost ? 'gpointer[' : '*';
      writeType(w, t.elem);
      if (t.ghost) w.out += ']';
      return;
    case 'Tuple':
      writeTuple(w, t, false);
      return;
    case 'Signature':
      w.out += 'func';
      writeSignature(w, t);
      return;
    case 'Union':
      if (t.terms.length === 0) w.out += '<empty union>';
      for (let i = 0; i < t.terms.length; i++) {
        const term = t.terms[i] as (typeof t.terms)[number];
        if (i > 0) w.out += ' | ';
        if (term.tilde) w.out += '~';
        writeType(w, term.type);
      }
      return;
    case 'Interface':
      writeInterface(w, t);
      return;
    case 'Map':
      w.out += 'map[';
      writeType(w, t.key);
      w.out += ']';
      writeType(w, t.elem);
      return;
    case 'Chan': {
      w.out += t.dir === 'both' ? 'chan ' : t.dir === 'send' ? 'chan<- ' : '<-chan ';
      // `chan <-chan T` would be read as a send-only channel.
      const parens = t.dir === 'both' && t.elem.kind === 'Chan' && t.elem.dir === 'recv';
      if (parens) w.out += '(';
      writeType(w, t.elem);
      if (parens) w.out += ')';
      return;
    }
    case 'Named':
      writeTypeName(w, t.obj);
      if (t.inst !== null) writeTypeList(w, t.inst.typeArgs);
      else if (t.typeParams !== null && t.typeParams.length > 0) writeTParamList(w, t.typeParams);
      return;
    case 'TypeParam':
      w.out += t.obj.name;
      // A type parameter may hide a predeclared name; say so, since `int` would mislead.
      if (lookup(universe, t.obj.name) !== null) w.out += '/* type parameter */';
      return;
    case 'Alias':
      writeTypeName(w, t.obj);
      if (t.typeArgs !== null && t.typeArgs.length > 0) writeTypeList(w, t.typeArgs);
      else if (t.typeParams !== null && t.typeParams.length > 0) writeTParamList(w, t.typeParams);
      return;
    case 'Math':
      writeMath(w, t);
      return;
  }
}

function writeMath(w: TypeWriter, t: MathType): void {
  switch (t.math) {
    case 'seq':
    case 'set':
    case 'mset':
    case 'option':
      w.out += t.math;
      writeTypeList(w, t.args);
      return;
    case 'dict':
      w.out += 'dict';
      writeTypeList(w, t.args.slice(0, 1));
      writeType(w, t.args[1] as Type);
      return;
    case 'pred':
      w.out += 'pred(';
      t.args.forEach((arg, i) => {
        if (i > 0) w.out += ', ';
        writeType(w, arg);
      });
      w.out += ')';
      return;
    case 'clause':
      writeType(w, t.owner);
      return;
    case 'adt':
      w.out += `adt{${t.clauses.map((clause) => clause.name).join('; ')}}`;
      return;
    case 'domain':
      w.out += 'domain{...}';
      return;
  }
}

function writeStruct(w: TypeWriter, t: StructType): void {
  w.out += t.ghost ? 'ghost struct{' : 'struct{';
  for (let i = 0; i < t.fields.length; i++) {
    const f = t.fields[i] as (typeof t.fields)[number];
    if (i > 0) w.out += '; ';
    const annotate = w.qualifier === null && w.pkgInfo && !isExported(f.name);
    if (annotate) w.pkgInfo = false;
    if (!f.embedded) {
      w.out += f.name;
      w.out += ' ';
    }
    writeType(w, f.type);
    if (annotate && f.pkg !== null) w.out += ` /* package ${f.pkg.path} */ `;
    const tag = t.tags[i] ?? '';
    if (tag !== '') {
      w.out += ' ';
      w.out += quoteBytes(tag);
    }
  }
  w.out += '}';
}

function writeInterface(w: TypeWriter, t: InterfaceType): void {
  if (t === anyInterface) {
    w.out += 'any';
    return;
  }
  if (t === comparableInterface) {
    w.out += 'interface{comparable}';
    return;
  }
  if (t.implicit) {
    const only = t.embeddeds[0];
    if (t.methods.length === 0 && t.embeddeds.length === 1 && only !== undefined) {
      writeType(w, only);
      return;
    }
    w.out += '/* implicit */ ';
  }
  w.out += 'interface{';
  let first = true;
  for (const m of t.methods) {
    if (!first) w.out += '; ';
    first = false;
    w.out += m.name;
    writeSignature(w, m.type as Signature);
  }
  for (const embedded of t.embeddeds) {
    if (!first) w.out += '; ';
    first = false;
    writeType(w, embedded);
  }
  w.out += '}';
}

/** `[T1, T2]` */
function writeTypeList(w: TypeWriter, list: readonly Type[]): void {
  w.out += '[';
  for (let i = 0; i < list.length; i++) {
    if (i > 0) w.out += ', ';
    writeType(w, list[i] as Type);
  }
  w.out += ']';
}

/** `[P, Q any, R fmt.Stringer]` */
function writeTParamList(w: TypeWriter, list: readonly TypeParam[]): void {
  w.out += '[';
  let prev: Type | null = null;
  for (let i = 0; i < list.length; i++) {
    const tpar = list[i] as TypeParam;
    if (i > 0) {
      if (tpar.bound !== prev) {
        w.out += ' ';
        writeType(w, prev);
      }
      w.out += ', ';
    }
    prev = tpar.bound;
    writeType(w, tpar);
  }
  if (prev !== null) {
    w.out += ' ';
    writeType(w, prev);
  }
  w.out += ']';
}

function writeTypeName(w: TypeWriter, obj: TypeName): void {
  w.out += packagePrefix(obj.pkg, w.qualifier) + obj.name;
}

function writeTuple(w: TypeWriter, tuple: Tuple, variadic: boolean): void {
  w.out += '(';
  const vars = tuple.vars;
  for (let i = 0; i < vars.length; i++) {
    const v = vars[i] as (typeof vars)[number];
    if (i > 0) w.out += ', ';
    if (w.paramNames && v.name !== '') w.out += `${v.name} `;
    const t = v.type as Type;
    if (!variadic || i < vars.length - 1) {
      writeType(w, t);
    } else if (t.kind === 'Slice') {
      w.out += '...';
      writeType(w, t.elem);
    } else {
      // append([]byte, s...): what is spread is not a slice.
      writeType(w, t);
      w.out += '...';
    }
  }
  w.out += ')';
}

export function writeSignature(w: TypeWriter, sig: Signature): void {
  if (sig.typeParams !== null && sig.typeParams.length > 0) writeTParamList(w, sig.typeParams);
  writeTuple(w, sig.params, sig.variadic);
  const results = sig.results.vars;
  const only = results[0];
  if (only !== undefined) {
    w.out += ' ';
    if (results.length === 1 && only.name === '') writeType(w, only.type);
    else writeTuple(w, sig.results, false);
  }
}
