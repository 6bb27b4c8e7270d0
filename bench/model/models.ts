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
  readonly promela: string;
}

const large: Readonly<Record<string, { readonly rated: boolean }>> = {
  'file-processing-15': { rated: true },
  'producers-consumers-5-10-10': { rated: true },
  'dining-5': { rated: false },
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

/** All models, large ones first. */
export function benchModels(root: string): readonly BenchModel[] {
  const here = join(root, 'bench', 'model', 'models');
  return [
    ...Object.entries(large).map(([name, { rated }]) => read(join(here, `${name}.comm`), name, 'large', rated)),
    read(join(here, 'producers-consumers-for-ever.comm'), 'producers-consumers-for-ever', 'large', false),
    ...small.map((name) => read(join(root, 'testdata', 'comm', `${name}.comm`), name, 'small', false)),
  ];
}

function read(path: string, name: string, size: BenchModel['size'], rated: boolean): BenchModel {
  const parsed = parseProgram(readFileSync(path, 'utf8'), path);
  if (!parsed.ok) throw new Error(`${path}: ${parsed.message}`);
  const emitted = emitPromela(parsed.program, { mainEnds: true });
  if (!emitted.ok) throw new Error(`${path}: no Promela: ${emitted.reason}`);
  return { name, path, size, rated, program: parsed.program, promela: emitted.text };
}
