// Names of a program as identifiers of Promela.

import { must } from '../../base/assert.ts';
import type { CommProgram } from '../comm.ts';
import type { FlatCode } from './flat.ts';
import { faults } from './promela-state.ts';

const reserved = new Set(
  (
    'active assert atomic bit bool break byte chan d_step do else empty enabled end eval false fi full goto hidden if init ' +
    'inline int len local mtype nempty never nfull notrace np_ od of pc_value pid printf priority proctype provided run ' +
    'short show skip timeout trace true typedef unless unsigned xr xs select for in pc at from back rv q cap closed held ' +
    'readers waiting group parked locker armed heap done alive nchan nlock ngroup ncond nheap STDIN main'
  ).split(' '),
);

export function identifier(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_') || 'x';
}

/** Distinct identifiers that are no words of Promela. */
export function distinct(names: readonly string[], taken: Set<string>): readonly string[] {
  return names.map((name, i) => {
    const plain = identifier(name);
    const chosen = taken.has(plain) || reserved.has(plain) || /^[A-Z]+$/.test(plain) ? `${plain}_${i}` : plain;
    let unique = chosen;
    for (let n = 2; taken.has(unique); n++) unique = `${chosen}_${n}`;
    taken.add(unique);
    return unique;
  });
}

export function processNames(program: CommProgram, codes: ReadonlyMap<number, FlatCode>): Map<number, string> {
  const indices = [...codes.keys()];
  const names = distinct(
    indices.map((i) => `P_${must(program.procs[i]).name}`),
    new Set(faults),
  );
  return new Map(indices.map((index, i) => [index, names[i] as string]));
}
