// Other processes that look at fragments beside this one, so that all processors have something to do.

import { type ChildProcess, fork } from 'node:child_process';
import { must } from '../../base/assert.ts';
import { type Interruption, neverInterrupted } from '../../base/interruption.ts';
import {
  type AnalysisInput,
  type Examined,
  failed,
  Gathered,
  isTurn,
  nothing,
  prepare,
  type Stage,
  type Turn,
  Usage,
} from '../../check/index.ts';
import type { FragmentCaches } from '../cache/fragments.ts';
import { wallClock } from '../host/clock.ts';
import { heapBytes, slack } from '../host/heap.ts';
import { type FromWorker, stageText, type Told, type ToWorker, told, type WorkerStart } from './messages.ts';

export interface Crew {
  /** The program of the others; null where there are none. */
  readonly program: string | null;
  /** How many processes may work at a time, this one included. */
  readonly jobs: number;
  readonly start: WorkerStart;
  /** What it took this process to load the packages: it will take the others as long. */
  readonly loadMilliseconds: number;
  readonly caches: FragmentCaches | null;
  /** Called after each look of this process. */
  readonly soFar?: (gathered: Gathered) => void;
}

/**
 * As `examine`, with the others. What is found does not depend on how many there are, nor does its order. `interruptible` is called when
 * there is something to report: an earlier interruption need not wait.
 */
export async function examineTogether(
  input: AnalysisInput,
  crew: Crew,
  interruptible: () => Interruption = () => neverInterrupted,
): Promise<Examined> {
  const begin = wallClock();
  const stage = prepare(input);
  const gathered = new Gathered(stage, input.limits);
  const workers = new Workers(stage, gathered, crew, crew.loadMilliseconds + wallClock() - begin);
  const interruption = interruptible();
  interruption.onRequest(() => workers.wake());
  try {
    while (!interruption.isRequested()) {
      const turn = gathered.turns.next();
      if (turn === null) break;
      if (isTurn(turn)) {
        const looked = stage.look(turn);
        // A search that the user has ended says nothing about its fragment.
        if (interruption.isRequested() && looked.checked?.late === true) break;
        gathered.take(turn, looked);
        crew.soFar?.(gathered);
      }
      workers.startWhereWorthIt();
      await (isTurn(turn) ? breath() : workers.news());
      workers.feed();
    }
  } finally {
    await workers.end();
  }
  return gathered.examined();
}

/** Lets what the others have found come in. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Work for so long is handed to each of the others in advance, because this process may be busy when they are done. */
const aheadMilliseconds = 2_000;

/** So many fragments at most. */
const mostAhead = 8;

/** Before another process is asked, this one has worked so long: most packages are done by then. */
const aloneMilliseconds = 1_000;

/** What is left must take so many times what it takes another process to begin. */
const worthIt = 2;

/** All processes together are to stay below this. */
const allBytes = 3.8 * 2 ** 30;

/** What a process takes besides the packages: programs, and states. */
const besidesBytes = 350 * 2 ** 20;

interface Worker {
  readonly child: ChildProcess;
  /** What it was given and has not answered, in order. */
  readonly turns: Turn[];
  isReady: boolean;
  answers: number;
  readonly ended: Promise<void>;
}

/** The other processes. */
export class Workers {
  readonly #stage: Stage;
  readonly #gathered: Gathered;
  readonly #crew: Crew;
  readonly #startMilliseconds: number;
  readonly #workers = new Set<Worker>();
  readonly #text: () => string;
  #started = false;
  #ending = false;
  #heard: () => void = () => {};

  constructor(stage: Stage, gathered: Gathered, crew: Crew, startMilliseconds: number) {
    this.#stage = stage;
    this.#gathered = gathered;
    this.#crew = crew;
    this.#startMilliseconds = startMilliseconds;
    let text: string | null = null;
    this.#text = () => {
      text ??= stageText(stage);
      return text;
    };
  }

  startWhereWorthIt(): void {
    const { turns } = this.#gathered;
    if (this.#started || this.#crew.program === null || this.#gathered.milliseconds < aloneMilliseconds) return;
    const left = turns.waiting * this.#gathered.usualMilliseconds;
    const worth = Math.floor(left / (worthIt * this.#startMilliseconds));
    const count = Math.min(this.#crew.jobs - 1, worth, room());
    if (count < 1) return;
    this.start(count);
  }

  start(count: number): void {
    this.#started = true;
    for (let i = 0; i < count; i++) this.#startOne();
  }

  /** When the next of them has said something, or there are none. */
  news(): Promise<void> {
    if (this.#workers.size === 0) return breath();
    return new Promise((resolve) => {
      this.#heard = resolve;
    });
  }

  /** A caller that waits for news continues without. */
  wake(): void {
    this.#heard();
  }

  /** Gives every process something to do, while there is something. */
  feed(): void {
    for (const worker of this.#workers) this.#feed(worker);
  }

  async end(): Promise<void> {
    this.#ending = true;
    const all = [...this.#workers];
    for (const { child, isReady, turns } of all) {
      // A worker that is busy would not notice that its parent is gone.
      if (isReady && turns.length === 0 && child.connected) child.disconnect();
      else child.kill('SIGKILL');
    }
    await Promise.all(all.map(({ ended }) => ended));
  }

  #startOne(): void {
    const { program, start } = this.#crew;
    const child = fork(must(program, 'program of the others'), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let hasEnded = (): void => {};
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    const worker: Worker = { child, turns: [], isReady: false, answers: 0, ended };
    this.#workers.add(worker);
    const gone = (why: string): void => {
      this.#lost(worker, why);
      hasEnded();
      this.#heard();
    };
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') this.#ready(worker, message.stage);
      else this.#looked(worker, message.told);
      this.#heard();
    });
    child.on('exit', (code, signal) => gone(signal ?? `exit code ${code}`));
    child.on('error', (error) => gone(error.message));
    send(child, { kind: 'start', start });
  }

  #ready(worker: Worker, text: string): void {
    // Files that have changed meanwhile: what it would say is about other places.
    if (text !== this.#text()) {
      worker.child.kill('SIGKILL');
      return;
    }
    worker.isReady = true;
    this.#feed(worker);
  }

  #looked(worker: Worker, message: Told): void {
    const turn = worker.turns.shift();
    if (turn === undefined) return;
    worker.answers++;
    for (const [pkg, entries] of message.results) this.#crew.caches?.of(pkg).take(entries);
    this.#gathered.take(turn, told(this.#stage, turn, message));
    this.#feed(worker);
  }

  #feed(worker: Worker): void {
    if (!worker.isReady || this.#ending) return;
    const { turns } = this.#gathered;
    while (worker.turns.length < this.#ahead()) {
      const turn = turns.next();
      if (!isTurn(turn)) return;
      worker.turns.push(turn);
      send(worker.child, { kind: 'turn', turn });
    }
  }

  /** How many fragments a worker has, that under way included: fewer where few are left for all. */
  #ahead(): number {
    const { waiting } = this.#gathered.turns;
    const forTime = 1 + Math.ceil(aheadMilliseconds / Math.max(1, this.#gathered.usualMilliseconds));
    const fair = Math.ceil(waiting / (2 * (this.#workers.size + 1)));
    return Math.max(1, Math.min(mostAhead, forTime, fair));
  }

  /** The fragment that it was at is unknown; what it had not begun is for others. */
  #lost(worker: Worker, why: string): void {
    if (!this.#workers.delete(worker) || this.#ending) return;
    const { turns } = this.#gathered;
    const current = worker.turns.shift();
    for (const turn of worker.turns.reverse()) turns.giveBack(turn);
    if (current !== undefined) {
      const root = this.#stage.roots[current.at];
      const reason = { kind: 'failed', message: `the process that looked at it has ended (${why})` } as const;
      const checked = root === undefined ? null : { fragment: failed(root, reason), root, ...nothing };
      this.#gathered.take(current, { checked, worked: 0, milliseconds: 0, usage: new Usage() });
    }
    // A worker that ends before it has done anything would do so again.
    if (worker.answers > 0 && turns.waiting > 0) this.#startOne();
  }
}

/** For how many more processes like this one there is memory. */
function room(): number {
  const each = heapBytes() * slack + besidesBytes;
  return Math.floor(allBytes / each) - 1;
}

function send(child: ChildProcess, message: ToWorker): void {
  // A worker that no longer listens shows that by its end.
  child.send(message, () => {});
}
