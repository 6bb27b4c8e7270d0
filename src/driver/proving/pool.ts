// Threads that prove the members of a program, each with a solver of its own. What is found does not depend on their number.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { HostError } from '../../base/host.ts';
import type { Interruption } from '../../base/interruption.ts';
import type { TerminatingOptions } from '../../proof/index.ts';
import type { Program } from '../../vil/index.ts';
import { memberWorkerProgram } from '../host/installation.ts';
import type { SolverChoice } from '../solver/choose.ts';
import { nativeSolverVersion } from '../solver/native.ts';
import { compiledZ3 } from '../solver/wasm-sync.ts';
import type { MemberProof } from './proof.ts';
import { type FromMemberWorker, type MemberWorkerStart, openProofs } from './worker.ts';

export interface ProofJob {
  readonly program: Program;
  readonly settings: TerminatingOptions;
  /** Names of the members to verify. */
  readonly names: readonly string[];
  readonly solver: SolverChoice;
  /** How many threads may work at a time. */
  readonly jobs: number;
  /** A member was verified. */
  readonly done: (proof: MemberProof) => void;
  /** Members that are not verified when the user asks for an end are unknown. */
  readonly interruption: Interruption;
}

/** How threads that are at work are ended. */
type Stops = Set<() => void>;

const interruptedReason = 'the run was interrupted';

/** The engine recurses over programs, and Z3 over terms, on the thread's own stack. */
const stackMb = 64;

/** Heap of a thread; members that need more end their thread, and are unknown. */
const heapMb = 1500;

/** Ends a thread whose solver does not keep to its limits, long after it should have. */
const backstopMs = 20 * 60_000;

/** Proves the members; `done` is called for each, in any order. */
export async function proveMembers(job: ProofJob): Promise<void> {
  if (job.names.length === 0) return;
  const file = memberWorkerProgram();
  const { program, settings, solver } = job;
  const isNative = solver !== 'wasm' && nativeSolverVersion() !== null;
  const start: MemberWorkerStart = {
    program,
    settings,
    solver,
    parts: isNative ? null : compiledZ3(),
  };
  if (file === null) {
    // Sources that run unbundled have no program for threads.
    const proofs = openProofs(start);
    for (const name of job.names) job.done(proofs.prove(name));
    return;
  }
  const waiting = [...job.names];
  const count = Math.max(1, Math.min(job.jobs, availableParallelism() * 4, waiting.length));
  const stops: Stops = new Set();
  job.interruption.onRequest(() => {
    for (const stop of stops) stop();
  });
  if (!job.interruption.isRequested())
    await Promise.all(Array.from({ length: count }, () => serve(file, start, waiting, job, stops)));
  for (const name of waiting.splice(0)) job.done(unknown(name, interruptedReason));
}

function unknown(name: string, reason: string): MemberProof {
  return { name, verdict: { kind: 'unknown', reason }, isContradictory: false };
}

/** One thread after the other, as long as members wait: a thread that ends leaves one member unknown. */
async function serve(
  file: string,
  start: MemberWorkerStart,
  waiting: string[],
  job: ProofJob,
  stops: Stops,
): Promise<void> {
  while (waiting.length > 0 && !job.interruption.isRequested()) await runThread(file, start, waiting, job.done, stops);
}

function runThread(
  file: string,
  start: MemberWorkerStart,
  waiting: string[],
  done: (proof: MemberProof) => void,
  stops: Stops,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      workerData: start,
      resourceLimits: { stackSizeMb: stackMb, maxOldGenerationSizeMb: heapMb },
      execArgv: [],
    });
    let current: string | null = null;
    let backstop: NodeJS.Timeout | null = null;
    const settle = (failure: Error | null) => {
      if (backstop !== null) clearTimeout(backstop);
      stops.delete(stop);
      worker.removeAllListeners();
      // What is terminated late still counts as an error of the thread.
      worker.on('error', () => undefined);
      void worker.terminate();
      if (failure === null) resolve();
      else reject(failure);
    };
    const lose = (reason: string) => {
      if (current !== null) {
        done(unknown(current, reason));
      }
      settle(null);
    };
    const stop = () => lose(interruptedReason);
    stops.add(stop);
    const next = () => {
      if (backstop !== null) clearTimeout(backstop);
      current = waiting.shift() ?? null;
      if (current === null) {
        settle(null);
        return;
      }
      backstop = setTimeout(() => lose('the solver does not answer'), backstopMs);
      worker.postMessage(current);
    };
    worker.on('message', (message: FromMemberWorker) => {
      if (message.kind === 'broken') {
        settle(new HostError(message.reason));
        return;
      }
      done(message.proof);
      next();
    });
    worker.on('error', (error) => lose(`its proof broke down: ${error.message}`));
    worker.on('exit', () => lose('the thread that proves it has ended'));
    next();
  });
}
