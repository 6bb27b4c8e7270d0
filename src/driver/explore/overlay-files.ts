// Writes what an overlay consists of: rewritten files, copies and links.

import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Overlay } from '../../explore/index.ts';

/** Puts everything that an overlay needs into its place. */
export function writeOverlay({ files, links, copies }: Overlay): void {
  const folders = new Set<string>();
  const inFolder = (path: string): string => {
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    return path;
  };
  for (const { path, text } of files) writeFileSync(inFolder(path), text);
  for (const { path, target } of copies) copyFileSync(target, inFolder(path));
  for (const { path, target } of links) symlinkSync(target, inFolder(path), 'junction');
}
