// The models of the benchmark: large ones beside this file, small ones from the tests of `comm`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommProgram } from '../../src/comm/comm.ts';
import { emitPromela, parseProgram } from '../../src/comm/index.ts';

export interface BenchModel {
  readonly name: string;
  readonly path: string;
  readonly size: 'small' | 'large';
  /** Large enough for states a second to mean something. */
  readonly rated: boolean;
  readonly program: CommProgram;
}

const large: Readonly<Record<string, { readonly rated: boolean }>> = {
  'file-processing-15': { rated: true },
  'producers-consumers-5-10-10': { rated: true },
  'dining-5': { rated: true },
  'dining-8': { rated: true },
  prodconsclose: { rated: true },
};

/** Programs without parameters, faults and objects that the model forgets: both sides then store the same states. */
const small = [
  'alternating-bit',
  'channel-of-channels',
  'cond',
  'cond-lost',
  'cond-signal',
  'dining-careful',
  'dining-stubborn',
  'double-lock',
  'forwarders',
  'lock-order',
  'mutex',
  'range-closed',
  'range-open',
  'read-write',
  'rendezvous',
  'select-default',
  'select-two',
  'two-senders',
  'wait-group',
  'workers',
];

/** The models with these names, or all; large ones first. Others are not even read: a process that measures one does nothing else. */
export function benchModels(root: string, wanted: readonly string[] | null = null): readonly BenchModel[] {
  const here = join(root, 'bench', 'model', 'models');
  const all = [
    ...Object.entries(large).map(([name, { rated }]) => ({ folder: here, name, size: 'large', rated }) as const),
    { folder: here, name: 'producers-consumers-for-ever', size: 'large', rated: false } as const,
    ...small.map((name) => ({ folder: join(root, 'testdata', 'comm'), name, size: 'small', rated: false }) as const),
  ];
  return all
    .filter(({ name }) => wanted === null || wanted.includes(name))
    .map(({ folder, name, size, rated }) => {
      const path = join(folder, `${name}.comm`);
      const parsed = parseProgram(readFileSync(path, 'utf8'), path);
      if (!parsed.ok) throw new Error(`${path}: ${parsed.message}`);
      return { name, path, size, rated, program: parsed.program };
    });
}

/** The same model for Spin. */
export function promelaOf({ path, program }: BenchModel): string {
  const emitted = emitPromela(program, { mainEnds: true });
  if (!emitted.ok) throw new Error(`${path}: no Promela: ${emitted.reason}`);
  return emitted.text;
}
