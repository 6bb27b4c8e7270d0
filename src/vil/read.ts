// Reads `.vpr` files with everything they import, and makes them one program.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { SourceSet } from '../base/source.ts';
import { parseFile } from './parse/members.ts';
import type { SyntaxMember } from './parse/syntax.ts';
import { resolveProgram } from './resolve/program.ts';
import { standardFile } from './standard.ts';
import type { Program } from './vil.ts';

export interface ReadResult {
  /** Without the members in which something is wrong. */
  readonly program: Program;
  readonly errors: readonly Diagnostic[];
}

/**
 * Gives a file's text, or null if there is no such file. Paths use slashes. A standard file's path is what stands in
 * `import <path>`; those that come with Gordian are not asked for.
 */
export type Load = (path: string, standard: boolean) => string | null;

export function readProgram(path: string, text: string, sources: SourceSet, load: Load): ReadResult {
  const members: SyntaxMember[] = [];
  const errors: Diagnostic[] = [];
  const seen = new Set<string>();

  const read = (from: string, content: string, standard: boolean): void => {
    const { tree, errors: found } = parseFile(sources.add(from, content));
    errors.push(...found);
    members.push(...tree.members);
    for (const member of tree.members) {
      if (member.kind !== 'Import') continue;
      const isStandard = standard || member.standard;
      const target = normalize(member.standard ? member.path : `${directoryOf(from)}${member.path}`);
      const key = isStandard ? `<${target}>` : target;
      if (seen.has(key)) continue;
      seen.add(key);
      const imported = isStandard ? (standardFile(target) ?? load(target, true)) : load(target, false);
      if (imported === null) errors.push(diagnostic('VilImport', member, `cannot import "${member.path}"`));
      else read(target, imported, isStandard);
    }
  };
  seen.add(normalize(path));
  read(path, text, false);
  const { program, errors: unresolved } = resolveProgram(members);
  return { program, errors: [...errors, ...unresolved] };
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The path without `.` and `..` where they can be taken out. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
