// The model's operations in the vocabulary that all engines share.

import { type Operation, type OperationKind, operation } from '../base/operation.ts';
import { type Operation as ModelOperation, Op } from './component.ts';
import type { Machine } from './machine.ts';

/** All but those that depend on more than the number. */
const kinds: Readonly<Record<number, OperationKind>> = {
  [Op.send]: 'send',
  [Op.recv]: 'receive',
  [Op.close]: 'close',
  [Op.select]: 'select',
  [Op.lock]: 'lock',
  [Op.lockWait]: 'lock',
  [Op.unlock]: 'unlock',
  [Op.rlock]: 'rlock',
  [Op.runlock]: 'runlock',
  [Op.trylock]: 'trylock',
  [Op.tryrlock]: 'tryrlock',
  [Op.add]: 'wg-add',
  [Op.wait]: 'wg-wait',
  [Op.condWait]: 'cond-wait',
  [Op.parked]: 'cond-wait',
  [Op.signal]: 'cond-signal',
  [Op.broadcast]: 'cond-broadcast',
  [Op.timer]: 'timer-start',
  [Op.stopTimer]: 'timer-stop',
  [Op.atomic]: 'atomic',
  [Op.yield]: 'yield',
  [Op.exit]: 'exit',
  [Op.mainEnd]: 'return',
  [Op.fatal]: 'fatal',
  [Op.crash]: 'panic',
  [Op.environment]: 'outside',
  [Op.gap]: 'outside',
};

/** An operation, or the case `which` of a select: -2 is the default, -1 the whole. */
export function operationOf(m: Machine, { op, value, cases }: ModelOperation, which: number): Operation {
  if (op === Op.select) {
    if (which === -2) return operation('select-default');
    const one = cases[which];
    return one === undefined ? operation('select') : operation(one.send ? 'send' : 'receive', { inSelect: true });
  }
  if (op === Op.never) return operation(value === 1 ? 'nil-channel' : 'block-forever');
  if (op === Op.add) {
    const data = m.comps.values.data[value];
    const delta = data?.kind === 'int' ? data.value : null;
    return delta === -1 ? operation('wg-done') : operation('wg-add', { delta });
  }
  return operation(kinds[op] ?? 'outside');
}

/** The slot of what an operation, or a case of it, is about; 0 for none, below 0 for what is not known. */
export function slotOf({ op, slot, cases }: ModelOperation, which: number): number {
  return op === Op.select ? (cases[which]?.slot ?? 0) : slot;
}
