// Which violations of a model are worth a developer's time: those that do not rest on what is known to be coarse.

import type { CommProgram, Site } from '../comm/comm.ts';
import type { ModelFinding, ModelResult } from '../model/index.ts';

/** Rules about blocked goroutines, and about operations that must not happen. */
const always: ReadonlySet<string> = new Set([
  'global-deadlock',
  'goroutine-leak',
  'double-lock',
  'lock-order',
  'send-on-closed',
  'double-close',
  'close-nil',
  'nil-channel',
  'negative-capacity',
  'negative-waitgroup',
  'unlock-unlocked',
]);

export function worthReporting(
  program: CommProgram,
  result: ModelResult,
  finding: ModelFinding,
  isModel: (site: Site) => boolean,
): boolean {
  // A panic that data decides is mostly one that the program rules out.
  if (!always.has(finding.rule)) return false;
  if (result.gaps.length > 0 || program.gaps.length > 0) return false;
  // Inside of the standard library only its model can be at fault.
  return !isModel(finding.site);
}
