// Files that change while a run reads them: what it says may then be of no version of them.

import { relative } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import { modelsFolder, specsFolder } from './installation.ts';
import { toSlash } from './node-host.ts';
import type { RecordingHost } from './recording-host.ts';

/** So many are named. */
const most = 3;

/** What there is to say about the files of a run; nothing about those of the toolchain and the module cache, which do not change. */
export function changedFiles(host: RecordingHost): readonly Diagnostic[] {
  const steady = [host.env('GOROOT'), host.env('GOMODCACHE'), modelsFolder(), specsFolder()].flatMap((dir) =>
    dir === undefined || dir === null || dir === '' ? [] : [`${toSlash(dir)}/`],
  );
  const changed = host.changedFiles((path) => !steady.some((dir) => path.startsWith(dir)));
  if (changed.length === 0) return [];
  const names = changed.slice(0, most).map((path) => toSlash(relative(host.cwd(), path)));
  const rest = changed.length > most ? ` and ${changed.length - most} others` : '';
  return [diagnostic('FilesChanged', null, `${names.join(', ')}${rest} changed during this run; run again`)];
}
