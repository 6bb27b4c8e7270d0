// Several files as one text, as Go's own playground and txtar write them: a line `-- name --` before each.

import type { PlayFile } from './protocol.ts';

const mark = /^-- (.+) --$/;

export function printFiles(files: readonly PlayFile[]): string {
  return files
    .map(([path, text]) => `-- ${path} --\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}`)
    .join('');
}

/** A text without a mark is one file. */
export function parseFiles(text: string): readonly PlayFile[] {
  const files: { readonly path: string; readonly lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const path = mark.exec(line)?.[1]?.trim();
    if (path !== undefined) files.push({ path, lines: [] });
    else if (files.length === 0 && line === '') continue;
    else if (files.length === 0) files.push({ path: 'main.go', lines: [line] });
    else files.at(-1)?.lines.push(line);
  }
  return files.map(({ path, lines }) => [path, lines.join('\n')] as const);
}

/** Why a name cannot be that of a file here; '' where it can. */
export function badName(path: string, files: readonly PlayFile[]): string {
  if (files.some(([other]) => other === path)) return 'there is a file of that name';
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(path) || path.split('/').some((part) => part === '.' || part === '..'))
    return 'letters, digits, dots, dashes and slashes only';
  return /(\.go|\.gobra|^go\.mod|\/go\.mod|\.json)$/.test(path) ? '' : 'it should end in .go';
}
