// Texts of the tests through our parser, and trees in a form in which only what both front ends say counts.

import { SourceSet } from '../../../src/base/source.ts';
import { type File, type Node, type ParseOptions, parseFile, unquote } from '../../../src/syntax/index.ts';
import { anything, sourceOf } from './source.ts';
import { NotExpressible, type Parsed, type Value } from './values.ts';

export type Form = Parsed['parsed'];

const frames: Readonly<Record<Form, readonly [string, string]>> = {
  exp: ['package p\nvar _ = ', '\n'],
  type: ['package p\nvar _ ', '\n'],
  stmt: ['package p\nfunc _() {\n', '\n}\n'],
  member: ['package p\n', '\n'],
  import: ['package p\n', '\n'],
  program: ['', ''],
};

/** The text as part of a file. */
export function framed(form: Form, text: string): string {
  const [before, after] = frames[form];
  return before + text + after;
}

/** Parses a text as what it is to be; the node is null if there are errors. */
export function parseAs(parsed: Form, text: string, bodies: Parsed['bodies'], either: boolean): Parsed {
  const file = fileOf(framed(parsed, text), { specifications: 'tokens', bodies });
  return { parsed, text, bodies, node: file === null ? null : partOf(withoutBodies(file, bodies), parsed), either };
}

/** Of functions whose bodies are not wanted only the declarations count. */
function withoutBodies(file: File, bodies: Parsed['bodies']): File {
  if (bodies === 'parse') return file;
  return { ...file, decls: file.decls.map((decl) => (decl.kind === 'FuncDecl' ? { ...decl, body: null } : decl)) };
}

/** The tree of a text; null if it has errors. */
export function fileOf(text: string, options: ParseOptions): File | null {
  const { file, diagnostics } = parseFile(new SourceSet().add('p', text), 1, { allErrors: true, ...options });
  return diagnostics.length === 0 ? file : null;
}

/** The one thing that a frame was put around; null if the text is more or less than that. */
function partOf(file: File, form: Form): Node | null {
  if (form === 'program' || form === 'import' || form === 'member') return file;
  const [decl] = file.decls;
  if (decl === undefined || file.decls.length > 1) return null;
  if (form === 'stmt') return decl.kind === 'FuncDecl' ? decl.body : null;
  const spec = decl.kind === 'GenDecl' ? decl.specs[0] : undefined;
  if (spec?.kind !== 'ValueSpec') return null;
  if (form === 'type') return spec.values.length === 0 ? spec.type : null;
  return spec.type === null && spec.values.length === 1 ? (spec.values[0] ?? null) : null;
}

/** Whether what was parsed is what a term of Gobra's tree says. Throws where the term has no source. */
export function saysTheSame(found: Parsed, expected: Value): boolean {
  const again = parseAs(found.parsed, textOf(found.parsed, expected), found.bodies, false);
  if (again.node === null) throw new NotExpressible('the source of the term does not parse');
  return matches(canonical(found.node), canonical(again.node));
}

/** Whether a tree is what another one says, in which a part may be anything. */
function matches(a: unknown, b: unknown): boolean {
  if (isObject(b) && b.kind === 'Ident' && b.name === anything) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => matches(x, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => matches(a[key], b[key]));
}

function isObject(v: unknown): v is Record<string, unknown> {
  return typeof v === 'object' && v !== null && !Array.isArray(v);
}

function textOf(form: Form, v: Value): string {
  if (!Array.isArray(v)) return sourceOf(v);
  return (v as readonly Value[]).map(sourceOf).join(form === 'stmt' || form === 'program' ? '; ' : '\n');
}

export function sameTree(a: Node | null, b: Node | null): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}

/** Places that say whether something is written. */
const marks = new Set(['ghost', 'assign', 'ellipsis', 'slice3']);
const dropped = new Set(['doc', 'comments', 'imports', 'path', 'lparen']);

/**
 * A tree without places, parentheses and empty statements. `+x` and `-x` are sums with 0, the range of a set is the set of a
 * sequence's range, and literals are their values: so has Gobra's tree them.
 */
function canonical(v: unknown): unknown {
  if (Array.isArray(v)) return v.filter((x) => (x as Node | null)?.kind !== 'EmptyStmt').map(canonical);
  if (typeof v !== 'object' || v === null) return v;
  const node = v as Node;
  switch (node.kind) {
    case 'ParenExpr':
      return canonical(node.x);
    case 'UnaryExpr':
      if (node.op !== '+' && node.op !== '-') break;
      return { kind: 'BinaryExpr', x: { kind: 'BasicLit', lit: 'int', value: '0' }, op: node.op, y: canonical(node.x) };
    case 'RangeLit':
      if (node.word === 'seq') break;
      return { kind: 'CallExpr', fun: node.word, args: [canonical({ ...node, word: 'seq' })], variadic: false };
    case 'CallExpr':
      if (node.fun.kind !== 'Ident') break;
      return { kind: 'CallExpr', fun: node.fun.name, args: canonical(node.args), variadic: node.ellipsis > 0 };
    case 'BasicLit':
      if (node.lit === 'int') return { kind: 'BasicLit', lit: 'int', value: String(BigInt(decimalOf(node.value))) };
      return { kind: 'BasicLit', lit: node.lit, value: node.lit === 'string' ? unquote(node.value) : node.value };
    case 'GenDecl':
      if (node.specs.length > 1) return node.specs.map((spec) => canonical({ ...node, specs: [spec] }));
      break;
    case 'File':
      return { invariants: canonical(node.invariants), decls: node.decls.flatMap(canonical) };
  }
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (dropped.has(key)) continue;
    if (typeof value !== 'number') entries.push([key, canonical(value)]);
    else if (marks.has(key)) entries.push([key, value > 0]);
  }
  return Object.fromEntries(entries);
}

/** An integer literal as BigInt reads it: `0755` is octal in Go. */
function decimalOf(literal: string): string {
  const digits = literal.replaceAll('_', '');
  return /^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits;
}
