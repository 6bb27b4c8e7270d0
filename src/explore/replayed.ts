// An event of a schedule in the vocabulary that all engines share, for people who replay it.

import { type Operation, operation } from '../base/operation.ts';
import { operationOf, shortFunction } from './cast.ts';
import type { RunRecord } from './protocol.ts';
import type { ScheduleEvent } from './schedule-file.ts';

export interface ReplayedEvent {
  /** The number of its goroutine in the run; null where that was not started. */
  readonly goroutine: number | null;
  readonly operation: Operation;
  /** The function that it is in; '' for the clock. */
  readonly function: string;
  /** `status_test.go:18`, where it was when it was recorded; '' for the clock. */
  readonly at: string;
}

/** `record` is the run that the event belongs to, or should have been in. */
export function replayedEvent(event: ScheduleEvent, record: RunRecord): ReplayedEvent {
  const started = [...record.goroutines.values()].find(({ path }) => path === event.g);
  const name = event.site.slice(0, Math.max(0, event.site.lastIndexOf(' ')));
  return {
    goroutine: event.g === 'clock' ? 0 : (started?.g ?? null),
    operation: operationOf(event.op, undefined, event.op === 'select' ? event.arm : null) ?? withoutObject(event.op),
    function: shortFunction(name),
    at: event.at,
  };
}

/** Steps that no trace shows. */
function withoutObject(op: ScheduleEvent['op']): Operation {
  if (op === 'yield' || op === 'test') return operation(op);
  return operation('outside', { text: op === 'start' ? 'first step' : op });
}
