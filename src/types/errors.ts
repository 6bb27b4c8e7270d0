// Reporting of type errors: one diagnostic a mistake, and silence about what merely follows from an earlier one.

import { assert } from '../base/assert.ts';
import { diagnostic, type Related } from '../base/diagnostic.ts';
import { noPos, type Pos, type Span } from '../base/source.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';
import type { GoObject } from './object.ts';
import { isAtEveryPlace, isPassed } from './spec-leniency.ts';

export const invalidArg = 'invalid argument: ';
export const invalidOp = 'invalid operation: ';

export const noSpan: Span = { pos: noPos, end: noPos };

interface Part {
  readonly at: Span;
  readonly msg: string;
}

/** An error under construction: the first part says what is wrong and where, the others explain. */
export interface ErrorBuilder {
  readonly check: Checker;
  readonly code: Code;
  readonly parts: Part[];
  add(at: Span, msg: string): void;
  /** Points at another declaration of the same name, if it has a place. */
  addAltDecl(obj: GoObject): void;
  empty(): boolean;
  /** Must not be called while empty. */
  report(): void;
}

export function newError(c: Checker, code: Code): ErrorBuilder {
  return { check: c, code, parts: [], add, addAltDecl, empty, report };
}

function add(this: ErrorBuilder, at: Span, msg: string): void {
  this.parts.push({ at, msg });
}

function addAltDecl(this: ErrorBuilder, obj: GoObject): void {
  if (obj.pos !== noPos) this.add(atObject(obj), `other declaration of ${obj.name}`);
}

function empty(this: ErrorBuilder): boolean {
  return this.parts.length === 0;
}

function report(this: ErrorBuilder): void {
  const first = this.parts[0];
  assert(first !== undefined, 'report of an empty error');
  let msg = first.msg;
  const related: Related[] = [];
  const everywhere = this.check.spec !== null && isAtEveryPlace(this.check, this.code);
  for (let i = 1; i < this.parts.length; i++) {
    const part = this.parts[i] as Part;
    if (part.at.pos === noPos) msg += `\n\t${part.msg}`;
    else related.push({ span: { pos: part.at.pos, end: part.at.end }, message: part.msg });
    if (everywhere && part.at.pos !== noPos) emit(this.check, part.at, this.code, part.msg, []);
  }
  emit(this.check, first.at, this.code, msg, related);
  this.parts.length = 0;
}

/** Reports an error. */
export function reportError(c: Checker, at: Span, code: Code, msg: string): void {
  emit(c, at, code, msg, []);
}

/** Reports an error that does not keep the types from being complete, such as an unused variable. */
export function softError(c: Checker, at: Span, code: Code, msg: string): void {
  emit(c, at, code, msg, []);
}

/** Reports that `what` needs a newer language version. */
export function versionError(c: Checker, at: Span, version: number, what: string): void {
  emit(c, at, 'UnsupportedFeature', `${what} requires go1.${version} or later`, []);
}

function emit(c: Checker, at: Span, code: Code, msg: string, related: Related[]): void {
  if (c.spec !== null && isPassed(c, code, at)) return;
  // A message that mentions an invalid operand or type in passing follows from an error reported before, or from an
  // import that could not be found.
  if (c.diagnostics.length > 0 || !c.conf.reportMissingImports) {
    if (msg.indexOf('invalid operand') > 0 || msg.indexOf('invalid type') > 0) return;
  }
  // An initialiser that a constant inherits stands elsewhere: the constant is where the reader has to look.
  const errpos = c.env.errpos;
  const place = errpos !== null && errpos.pos !== noPos ? errpos : at;
  const text = code === 'InvalidSyntaxTree' ? `invalid syntax tree: ${msg}` : msg;
  if (c.reported.has(place.pos)) {
    for (const d of c.diagnostics) if (d.span?.pos === place.pos && d.message === text) return;
  }
  c.reported.add(place.pos);
  const span = place.pos === noPos ? null : { pos: place.pos, end: place.end };
  c.diagnostics.push(diagnostic(code, span, text, { related }));
}

/** A place without extent. */
export function atPos(pos: Pos): Span {
  return { pos, end: pos };
}

/** The name in the declaration of `obj`. */
export function atObject(obj: GoObject): Span {
  return { pos: obj.pos, end: obj.pos === noPos ? noPos : obj.pos + obj.name.length };
}

/** From `pos`, which lies inside `node`, to the node's end. */
export function inNode(node: Span, pos: Pos): Span {
  return { pos, end: Math.max(pos, node.end) };
}
