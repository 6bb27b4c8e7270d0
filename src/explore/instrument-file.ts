// The state of instrumenting one file, and what all kinds of rewriting need.

import type { SourceFile } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { commonUnder, type Info, type Package, type Type, unalias, under } from '../types/index.ts';
import type { Edits, Piece } from './instrument-edits.ts';
import type { FunctionNames, SiteBook } from './instrument-sites.ts';
import { anchors } from './instrument-std.ts';
import type { Op, SiteArm } from './protocol.ts';

/** The name under which runtime/ is imported. */
export const runtimeName = 'gordian_';

/** Something that could not be taken under control, and why. */
export interface Untouched {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface FileState {
  readonly file: SourceFile;
  readonly pkg: Package;
  readonly info: Info;
  readonly edits: Edits;
  readonly sites: SiteBook;
  readonly names: FunctionNames;
  /** Receives with two results. */
  readonly commaOk: Set<number>;
  /** Those of them whose second result is assigned to something that is not of the type bool. */
  readonly ownBool: Set<number>;
  /** Receives that belong to a select, which rewrites them. */
  readonly inSelect: Set<number>;
  /** Functions that are called where they stand: not deferred, not by `go`, not stored. */
  readonly called: Set<number>;
  /** Calls of go statements that were rewritten as a whole. */
  readonly inBlock: Set<number>;
  /** Calls that come later. */
  readonly deferred: Set<number>;
  /** References that keep imports used whose other uses were replaced. */
  readonly anchors: Set<string>;
  readonly untouched: Untouched[];
  /** The file has line directives of its own. */
  readonly hasLineDirectives: boolean;
}

export function typeOf(state: FileState, node: ast.Expr): Type | null {
  return state.info.types.get(node)?.type ?? null;
}

/** Whether a variable has a type of booleans that the program has declared: a bool cannot be assigned to it. */
export function isOwnBool(state: FileState, target: ast.Expr): boolean {
  const type = typeOf(state, target);
  if (type === null) return false;
  const plain = unalias(type);
  return plain.kind === 'TypeParam' || (plain.kind === 'Named' && under(plain).kind === 'Basic');
}

/** The channel type behind an expression; null if there is none, or it depends on type arguments. */
export function channelOf(state: FileState, node: ast.Expr): boolean {
  const type = typeOf(state, node);
  return type !== null && unalias(type).kind !== 'TypeParam' && under(type).kind === 'Chan';
}

/**
 * Whether an expression can be given to a function of a channel: also one whose type is a type parameter, if that stands
 * for channels of one element type only.
 */
export function actsAsChannel(state: FileState, node: ast.Expr): boolean {
  const type = typeOf(state, node);
  if (type === null || unalias(type).kind !== 'TypeParam') return channelOf(state, node);
  return commonUnder(type, null)[0]?.kind === 'Chan';
}

/** The source of an expression, short and on one line. */
export function labelOf(state: FileState, node: ast.Node): string {
  const text = state.file.text.slice(node.pos - state.file.base, node.end - state.file.base);
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 60 ? `${flat.slice(0, 59)}…` : flat;
}

/** The source of a value that is sent; '' where it is too long to stand in a step. */
export function sentText(state: FileState, node: ast.Node): string {
  const text = labelOf(state, node);
  return text.length > 30 ? '' : text;
}

export function addSite(
  state: FileState,
  at: number,
  op: Op,
  label: string,
  arms: readonly SiteArm[] = [],
  hasDefault = false,
): number {
  return state.sites.add(state.file, at, state.names.current, op, label, arms, hasDefault);
}

/** Remembers that a use of a package was replaced; `name` is what the file calls it, '' for a dot import. */
export function anchor(state: FileState, pkg: string, name: string): void {
  const thing = anchors.get(pkg);
  if (thing !== undefined) state.anchors.add(name === '' ? thing : `${name}.${thing}`);
}

export function leaveAlone(state: FileState, at: number, reason: string): void {
  const text = state.file.text.slice(0, at - state.file.base);
  state.untouched.push({ file: state.file.path, line: text.split('\n').length, reason });
}

export function rangeOf(node: ast.Node): Piece {
  return { from: node.pos, to: node.end };
}

/** Makes what follows stand at `pos` for the compiler. */
export function at(state: FileState, pos: number): string {
  return state.hasLineDirectives ? '' : state.edits.lineDirective(pos);
}

export function stripParens(node: ast.Expr): ast.Expr {
  let inner = node;
  while (inner.kind === 'ParenExpr') inner = inner.x;
  return inner;
}
