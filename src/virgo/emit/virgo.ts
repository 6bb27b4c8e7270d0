// Prints a communication program as VirGo; see ../virgo.ts for the language.

import type { CommProgram } from '../../comm/comm.ts';
import type { Emitted } from '../../comm/index.ts';
import { coreVirgo } from '../core.ts';
import { virgoFromComm } from '../from-comm.ts';
import { printVirgo } from '../print.ts';

/** In the paper's own language where that is possible, else with our additions to it. */
export function emitVirgo(program: CommProgram): Emitted {
  const virgo = virgoFromComm(program);
  if (!virgo.ok) return virgo;
  const core = coreVirgo(virgo.program);
  const note = virgo.program.exact ? '' : '// Has all runs of the program, and maybe more.\n';
  if (!core.ok)
    return {
      ok: true,
      text: `${note}// Not in the language of the paper: ${core.reason}.\n${printVirgo(virgo.program)}`,
    };
  return { ok: true, text: note + printVirgo(core.program, { nameLoops: true }) };
}
