// `gordian doctor`: what this machine has, and what is missing; `gordian cache`: the results of earlier runs.

import { cacheFolder, cacheSize, cleanCache, examineMachine } from '../driver/index.ts';
import { escapeText } from '../report/index.ts';
import { UsageError, writeOut } from './output.ts';

/** 0 where Gordian can do its work, even if something optional is missing. */
export function doctorCommand(): number {
  const symptoms = examineMachine(cacheFolder(process.env, process.platform));
  for (const { name, state, detail } of symptoms) {
    writeOut(`${state.padEnd(8)}${name.padEnd(9)}${escapeText(detail)}\n`);
  }
  return symptoms.some(({ state }) => state === 'broken') ? 2 : 0;
}

export function cacheCommand(action: string): number {
  const folder = cacheFolder(process.env, process.platform);
  if (folder === null) throw new UsageError('the environment names no directory for caches');
  try {
    const isClean = action === 'clean';
    const { entries, bytes } = isClean ? cleanCache(folder) : cacheSize(folder);
    const what = `${entries === 1 ? '1 result' : `${entries} results`}, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
    writeOut(`${isClean ? 'removed ' : ''}${what} ${isClean ? 'from' : 'in'} ${escapeText(folder)}\n`);
    return 0;
  } catch (error) {
    throw new UsageError(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
