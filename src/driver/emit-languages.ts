// The one table of languages that a communication program can be printed in.

import type { CommProgram } from '../comm/comm.ts';
import { callDirectly, type Emitted, emitMcrl2, emitMigo, emitPromela, printProgram } from '../comm/index.ts';
import { emitDafny, emitVirgo } from '../virgo/index.ts';

export interface EmitLanguage {
  readonly name: string;
  /** What it is, for `gordian help emit`. */
  readonly title: string;
  /** The text, or why the program lies outside the language. */
  readonly emit: (program: CommProgram) => Emitted;
}

export const emitLanguages: readonly EmitLanguage[] = [
  {
    name: 'comm',
    title: "Gordian's own communication programs",
    emit: (program) => ({ ok: true, text: printProgram(program, { sites: false }) }),
  },
  {
    name: 'migo',
    title: 'behavioural types, as in the Godel paper',
    emit: (program) => emitMigo(callDirectly(program)),
  },
  { name: 'promela', title: 'for Spin', emit: (program) => emitPromela(callDirectly(program), { mainEnds: true }) },
  { name: 'mcrl2', title: 'for the mCRL2 tools', emit: (program) => emitMcrl2(callDirectly(program)) },
  { name: 'virgo', title: 'parametric communication, as in the Ginger paper', emit: (program) => emitVirgo(program) },
  { name: 'dafny', title: "the Ginger paper's proof, for Dafny", emit: (program) => emitDafny(program) },
];

/** Go with the sugar gone: of functions only. */
export const irLanguage = 'ir';

export const languageNames: readonly string[] = [irLanguage, ...emitLanguages.map(({ name }) => name)];
