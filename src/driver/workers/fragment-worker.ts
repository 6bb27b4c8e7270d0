// What a process does that looks at fragments for another one: it loads the packages itself, and gets the numbers of the fragments to look at.

import { endingSignals } from '../../base/interruption.ts';
import { analysable, loadForAnalysis, prepare, type Stage, type Turn } from '../../check/index.ts';
import { FragmentCaches } from '../cache/fragments.ts';
import { openStore } from '../cache/store.ts';
import { tidyHeap } from '../host/heap.ts';
import { nodeHost } from '../host/node-host.ts';
import { workClock } from '../host/work-clock.ts';
import { type FromWorker, stageText, type ToWorker, tell, type WorkerStart } from './messages.ts';

/** How often it is seen whether a process still waits for the answers, while a fragment takes long. */
const lookAround = 500;

let stage: Stage | null = null;
let caches: FragmentCaches | null = null;
const waiting: Turn[] = [];

function begin({ folder, env, load, limits, question, cache }: WorkerStart): void {
  const loaded = loadForAnalysis(nodeHost(folder, env), { ...load, progress: () => {} });
  caches = cache === null ? null : new FragmentCaches(openStore(cache), folder);
  const earlier = caches?.of;
  stage = prepare({
    ...loaded,
    packages: analysable(loaded),
    limits,
    now: attentive(workClock()),
    progress: () => {},
    rest: tidyHeap,
    only: null,
    ...(question === null ? {} : { question }),
    ...(earlier === undefined ? {} : { earlier }),
  });
  send({ kind: 'ready', stage: stageText(stage) });
}

/** A clock that ends the process when the one that started it is gone: nothing else would. */
function attentive(clock: () => number): () => number {
  const parent = process.ppid;
  let last = 0;
  return () => {
    const now = clock();
    if (now - last > lookAround) {
      last = now;
      if (process.ppid !== parent) process.exit();
    }
    return now;
  };
}

function work(): void {
  const turn = waiting.shift();
  if (stage === null || turn === undefined) return;
  const looked = stage.look(turn);
  send({ kind: 'looked', told: tell(looked, caches?.touched() ?? []) });
  // Messages come in between.
  if (waiting.length > 0) setImmediate(work);
}

function send(message: FromWorker): void {
  process.send?.(message);
}

/** Does what the process that started this one says, until that one no longer listens. */
export function workForAnother(): void {
  // Ctrl-C reaches all processes of a terminal: the one that started this one says when to end.
  for (const signal of endingSignals) process.on(signal, () => {});
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') begin(message.start);
    else if (waiting.push(message.turn) === 1) setImmediate(work);
  });
  process.on('disconnect', () => process.exit());
}
