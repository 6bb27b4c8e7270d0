// Directives: comments that tools read, and the C code above `import "C"`.

import type { Pos } from '../base/source.ts';
import type { CommentGroup, File } from './nodes.ts';

/** `//tool:name args`, or `//line args`, `//export args`, `//extern args`, whose tool is ''. */
export interface Directive {
  readonly pos: Pos;
  readonly end: Pos;
  readonly tool: string;
  readonly name: string;
  readonly args: string;
}

const pattern = /^\/\/(?:([a-z0-9]+):([a-z0-9][^ \t]*)|(line|extern|export)(?=[ \t]))(.*)$/s;

/** The directives of a file, in order. */
export function directives(file: File): Directive[] {
  return file.comments.flatMap(groupDirectives);
}

/** The directives of one group of comments, in order. */
export function groupDirectives(group: CommentGroup): Directive[] {
  const result: Directive[] = [];
  for (const { pos, end, text } of group.list) {
    const directive = parseDirective(text, pos, end);
    if (directive !== null) result.push(directive);
  }
  return result;
}

/** The directive that a comment is, or null. No space may follow the slashes. */
export function parseDirective(text: string, pos: Pos, end: Pos): Directive | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, tool = '', name = '', word = '', args = ''] = match;
  return { pos, end, tool, name: name === '' ? word : name, args: args.trim() };
}

/** The text of the comments above `import "C"`, without comment marks; null if the file does not use cgo. */
export function cgoPreamble(file: File): string | null {
  let preamble: string | null = null;
  for (const decl of file.decls) {
    if (decl.kind !== 'GenDecl' || decl.keyword !== 'import') continue;
    for (const spec of decl.specs) {
      if (spec.kind !== 'ImportSpec' || (spec.path.value !== '"C"' && spec.path.value !== '`C`')) continue;
      const doc = spec.doc ?? (decl.specs.length === 1 ? decl.doc : null);
      preamble = (preamble ?? '') + (doc === null ? '' : plainText(doc));
    }
  }
  return preamble;
}

function plainText(group: CommentGroup): string {
  return group.list
    .map(({ text }) => (text.startsWith('//') ? `${text.slice(2)}\n` : `${text.slice(2, -2)}\n`))
    .join('');
}
