// Compares the facts about a package with those that go/types dumped (test/oracle/dump): entry by entry.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { positionIn, type SourceFile, type SourceSet } from '../../src/base/source.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { walk } from '../../src/syntax/walk.ts';
import {
  constant,
  type GoObject,
  type Info,
  lookup,
  names,
  type OperandMode,
  type Package,
  type Type,
  typeString,
  unalias,
} from '../../src/types/index.ts';

/** What was compared, and what differs; `examples` has one line for each difference. */
export interface Comparison {
  readonly entries: number;
  readonly differences: number;
  readonly missing: number;
  readonly extra: number;
  /** Number of differences by kind of entry and what differs. */
  readonly categories: ReadonlyMap<string, number>;
  readonly examples: readonly string[];
}

interface Header {
  readonly path: string;
  /** Null for a package without files. */
  readonly files: readonly { readonly name: string; readonly entries: number; readonly size: number }[] | null;
  readonly strings: readonly string[];
  readonly initOrder: readonly string[] | null;
}

/** The numbers that the dump uses for kinds of expressions. */
const exprKinds: Readonly<Record<Exclude<ast.Expr, ast.SpecExpr>['kind'], number>> = {
  BadExpr: 1,
  Ident: 2,
  BasicLit: 3,
  CompositeLit: 4,
  FuncLit: 5,
  ParenExpr: 6,
  SelectorExpr: 7,
  IndexExpr: 8,
  SliceExpr: 9,
  TypeAssertExpr: 10,
  CallExpr: 11,
  StarExpr: 12,
  UnaryExpr: 13,
  BinaryExpr: 14,
  KeyValueExpr: 15,
  EllipsisExpr: 16,
  ArrayType: 17,
  StructType: 18,
  FuncType: 19,
  InterfaceType: 20,
  MapType: 21,
  ChanType: 22,
};

const entryKinds = { def: 64, use: 65, instance: 66, selection: 67, implicit: 68 } as const;

const kindNames = new Map<number, string>([
  ...Object.entries(exprKinds).map(([name, number]) => [number, name] as const),
  ...Object.entries(entryKinds).map(([name, number]) => [number, name] as const),
]);

const modes: readonly (OperandMode | 'nilvalue')[] = [
  'invalid',
  'novalue',
  'builtin',
  'typexpr',
  'constant',
  'variable',
  'mapindex',
  'value',
  'nilvalue',
  'commaok',
  'commaerr',
  'cgofunc',
];
const modeNumbers = new Map<string, number>(modes.map((mode, i) => [mode, i]));

const objectKinds: Readonly<Record<GoObject['kind'], number>> = {
  PkgName: 1,
  Const: 2,
  TypeName: 3,
  Var: 4,
  Func: 5,
  Label: 6,
  Builtin: 7,
  Nil: 8,
};

const selectionKinds = { field: 0, method: 1, methodExpr: 2 } as const;

const words = 6;

/** Type strings, each computed once. */
class TypeStrings {
  readonly #known = new Map<Type, string>();

  of(type: Type | null): string {
    if (type === null) return '';
    let text = this.#known.get(type);
    if (text === undefined) {
      text = typeString(type, (pkg) => pkg.path);
      this.#known.set(type, text);
    }
    return text;
  }
}

/** What comparisons of packages of one SourceSet share. */
export interface OracleSession {
  /** With the dumps. */
  readonly folder: string;
  readonly offsets: Map<string, Offsets>;
  /** What aliases of package level stand for, by qualified name. */
  readonly aliases: Map<string, string>;
}

export function newOracleSession(folder: string): OracleSession {
  return { folder, offsets: new Map(), aliases: new Map() };
}

function rememberAliases(aliases: Map<string, string>, pkg: Package): void {
  for (const name of names(pkg.scope)) {
    const type = lookup(pkg.scope, name)?.type;
    if (type?.kind !== 'Alias' || type.typeParams !== null) continue;
    aliases.set(
      `${pkg.path}.${name}`,
      typeString(unalias(type), (p) => p.path),
    );
  }
}

/** Compares one checked package with its dump. */
export function compareWithOracle(
  session: OracleSession,
  pkg: Package,
  sources: SourceSet,
  files: readonly ast.File[],
  info: Info,
): Comparison {
  rememberAliases(session.aliases, pkg);
  const name = join(session.folder, pkg.path.replaceAll('/', '+'));
  const header = JSON.parse(readFileSync(`${name}.json`, 'utf8')) as Header;
  const bytes = readFileSync(`${name}.bin`);
  const data = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const comparison = new PackageComparison(session, header, data, sources, info);
  comparison.run(files);
  return comparison;
}

class PackageComparison implements Comparison {
  entries = 0;
  differences = 0;
  missing = 0;
  extra = 0;
  readonly categories = new Map<string, number>();
  readonly examples: string[] = [];

  readonly #header: Header;
  readonly #data: Uint32Array;
  readonly #sources: SourceSet;
  readonly #info: Info;
  readonly #types = new TypeStrings();
  /** Entries of the current file by key, as indices of their first word; negative once compared. */
  #index = new Map<number, number>();
  #file: SourceFile | null = null;
  #offsets: Offsets = (offset) => offset;
  readonly #fileOffsets: Map<string, Offsets>;
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(session: OracleSession, header: Header, data: Uint32Array, sources: SourceSet, info: Info) {
    this.#fileOffsets = session.offsets;
    this.#aliases = session.aliases;
    this.#header = header;
    this.#data = data;
    this.#sources = sources;
    this.#info = info;
  }

  run(files: readonly ast.File[]): void {
    let at = 0;
    const byName = new Map(files.map((file) => [basename(file.path), file]));
    for (const { name, entries } of this.#header.files ?? []) {
      this.#index = new Map();
      for (let i = 0; i < entries; i++, at += words) {
        this.#index.set(key(this.#word(at), this.#word(at + 1), this.#word(at + 2) & 0xff), at);
      }
      this.entries += entries;
      const file = byName.get(name);
      if (file !== undefined) this.#compareFile(file);
      for (const index of this.#index.values()) this.#miss(name, index);
    }
    this.#compareInitOrder();
  }

  #word(i: number): number {
    return this.#data[i] as number;
  }

  #string(i: number): string {
    return this.#header.strings[this.#word(i)] as string;
  }

  #compareInitOrder(): void {
    const ours = this.#info.initOrder.map(({ lhs }) => lhs.map((v) => v.name).join(','));
    const theirs = this.#header.initOrder ?? [];
    this.entries += theirs.length;
    for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
      if (ours[i] !== theirs[i]) {
        this.#count('initialisation order', `${this.#header.path}: #${i}: ${ours[i]}, not ${theirs[i]}`);
        return;
      }
    }
  }

  #compareFile(file: ast.File): void {
    const source = this.#sources.fileOf(file.packagePos);
    if (source === null) return;
    this.#file = source;
    this.#offsets = this.#offsetsOf(source);
    const info = this.#info;
    walk(file, (node) => {
      if (node.kind === 'Ident') this.#ident(node);
      if (node.kind in exprKinds) {
        const expr = node as ast.Expr;
        const fact = info.types.get(expr);
        if (fact !== undefined) {
          const value = fact.value === null ? '' : valueText(fact.value);
          const mode = modeNumbers.get(fact.mode) as number;
          this.#entry(expr, exprKinds[expr.kind as keyof typeof exprKinds], mode, this.#types.of(fact.type), value, -1);
        }
        if (expr.kind === 'SelectorExpr') this.#selection(expr);
      }
      const implicit = info.implicits.get(node);
      if (implicit !== undefined) {
        const type = this.#types.of(implicit.type);
        this.#entry(node, entryKinds.implicit, objectKinds[implicit.kind], type, implicit.name, -1);
      }
    });
  }

  #ident(id: ast.Ident): void {
    if (this.#info.defs.has(id)) this.#object(id, entryKinds.def, this.#info.defs.get(id) ?? null);
    const used = this.#info.uses.get(id);
    if (used !== undefined) this.#object(id, entryKinds.use, used);
    const instance = this.#info.instances.get(id);
    if (instance !== undefined) {
      const args = instance.typeArgs.map((t) => this.#types.of(t)).join('; ');
      this.#entry(id, entryKinds.instance, 0, this.#types.of(instance.type), args, -1);
    }
  }

  #object(id: ast.Ident, kind: number, obj: GoObject | null): void {
    if (obj === null) {
      this.#entry(id, kind, 0, '', '', 0);
      return;
    }
    const file = obj.pos > 0 ? this.#sources.fileOf(obj.pos) : null;
    if (file === null) {
      this.#entry(id, kind, objectKinds[obj.kind], this.#types.of(obj.type), '', 0);
      return;
    }
    const declared = `${obj.pkg?.path ?? ''}/${basename(file.path)}`;
    const offset = this.#offsetsOf(file)(obj.pos - file.base);
    this.#entry(id, kind, objectKinds[obj.kind], this.#types.of(obj.type), declared, offset);
  }

  #selection(expr: ast.SelectorExpr): void {
    const selection = this.#info.selections.get(expr);
    if (selection === undefined) return;
    const path = selection.index.join('.') + (selection.indirect ? ' indirect' : '');
    const recv = this.#types.of(selection.recv);
    this.#entry(expr, entryKinds.selection, selectionKinds[selection.kind], recv, path, -1);
  }

  /** Compares one fact of ours: `offset` is -1 where the dump has none. */
  #entry(node: ast.Node, kind: number, mode: number, type: string, text: string, offset: number): void {
    const base = (this.#file as SourceFile).base;
    const start = this.#offsets(node.pos - base);
    const k = key(start, this.#offsets(node.end - base), kind);
    const at = this.#index.get(k);
    if (at === undefined) {
      this.extra++;
      this.#count(`extra ${kindNames.get(kind)}`, `${this.#place(node.pos - base)}: ${mode} ${type} ${text}`);
      return;
    }
    this.#index.delete(k);
    const theirMode = this.#word(at + 2) >> 8;
    let aspect = '';
    let detail = '';
    if (theirMode !== mode) {
      aspect = 'mode';
      detail = `${mode}, not ${theirMode}`;
    } else if (this.#string(at + 3) !== type) {
      aspect = 'type';
      detail = `${type}, not ${this.#string(at + 3)}`;
    } else if (this.#string(at + 4) !== text) {
      aspect = kind < 64 ? 'value' : 'detail';
      detail = `${text}, not ${this.#string(at + 4)}`;
    } else if (offset >= 0 && this.#word(at + 5) !== offset) {
      aspect = 'declaration';
      detail = `offset ${offset}, not ${this.#word(at + 5)}`;
    }
    if (aspect === 'type' && this.#spelling(type) === this.#spelling(this.#string(at + 3))) aspect = 'spelling of type';
    if (aspect !== '') {
      this.#count(`${aspect} of ${kindNames.get(kind)}`, `${this.#place(node.pos - base)}: ${detail}`);
    }
  }

  /** A type without names that are only other words for the same thing. */
  #spelling(type: string): string {
    const named = type.replace(/[\w./-]+\.\w+/g, (name) => this.#aliases.get(name) ?? name);
    return named.replace(/\bbyte\b/g, 'uint8').replace(/\brune\b/g, 'int32');
  }

  #miss(file: string, at: number): void {
    this.missing++;
    const what = kindNames.get(this.#word(at + 2) & 0xff);
    const where = `${this.#header.path}/${file}: offset ${this.#word(at)}-${this.#word(at + 1)}`;
    const mode = this.#word(at + 2) >> 8;
    this.#count(`missing ${what}`, `${where}: ${mode} ${this.#string(at + 3)} ${this.#string(at + 4)}`);
  }

  #count(category: string, example: string): void {
    this.differences++;
    this.categories.set(category, (this.categories.get(category) ?? 0) + 1);
    this.examples.push(`${category}: ${example}`);
  }

  #place(offset: number): string {
    const position = positionIn(this.#file as SourceFile, offset);
    return `${this.#header.path}/${basename(position.file)}:${position.line}:${position.column}`;
  }

  #offsetsOf(file: SourceFile): Offsets {
    let offsets = this.#fileOffsets.get(file.path);
    if (offsets === undefined) {
      offsets = byteOffsets(file.text);
      this.#fileOffsets.set(file.path, offsets);
    }
    return offsets;
  }
}

export type Offsets = (offset: number) => number;

/** From offsets in UTF-16 units to offsets in bytes. */
function byteOffsets(text: string): Offsets {
  let ascii = true;
  for (let i = 0; i < text.length && ascii; i++) ascii = text.charCodeAt(i) < 0x80;
  if (ascii) return (offset) => offset;
  const table = new Int32Array(text.length + 1);
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    table[i] = bytes;
    const code = text.charCodeAt(i);
    // Each half of a surrogate pair counts two of the four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  table[text.length] = bytes;
  return (offset) => table[offset] as number;
}

/** Unique for a node's span and the kind of entry; exact below 2^53. */
function key(start: number, end: number, kind: number): number {
  return (start * 0x800000 + (end - start)) * 0x80 + kind;
}

/** Strings as the dump has them: a quote and one character a byte. */
function valueText(value: constant.Value): string {
  return value.kind === 'string' ? `"${value.val}` : constant.exactString(value);
}
