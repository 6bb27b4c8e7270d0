// `check`: what a check means (`src/check`), with the machine that it needs: files, processes, a solver, and results of earlier runs.

import type { Host } from '../base/host.ts';
import { type Interruption, neverInterrupted } from '../base/interruption.ts';
import type { SourceSet } from '../base/source.ts';
import {
  type Asked,
  type CheckResult,
  checkPackages,
  conclude,
  type Gathered,
  withoutOnlySeen,
} from '../check/index.ts';
import { recall, remember } from './cache/checks.ts';
import { FragmentCaches } from './cache/fragments.ts';
import { type CacheStore, openStore } from './cache/store.ts';
import { changedFiles } from './host/changed-files.ts';
import { wallClock } from './host/clock.ts';
import { goEnvironment } from './host/go-env.ts';
import { tidyHeap } from './host/heap.ts';
import { toolFingerprint, workerProgram } from './host/installation.ts';
import { loadRequest, type Wanted } from './host/load-request.ts';
import { nodeHost } from './host/node-host.ts';
import { type RecordingHost, recordingHost } from './host/recording-host.ts';
import { workClock } from './host/work-clock.ts';
import { rules } from './rules.ts';
import { solverHost } from './solver/choose.ts';
import { examineTogether } from './workers/pool.ts';

export interface CheckRequest extends Wanted, Asked {
  /** How many processes look at fragments; one if left out. Results do not depend on it. */
  readonly jobs?: number;
  /** The folder in which results are kept for later runs; null or left out: none. */
  readonly cache?: string | null;
  /** Called when fragments begin to be looked at: from then on the user can end the run early. */
  readonly interruptible?: () => Interruption;
  /** Called now and then with what is known so far, so that there is something to report however the run ends. */
  readonly soFar?: (known: SoFar) => void;
}

/** What is known in the midst of a run. */
export type SoFar = Pick<CheckResult, 'sources' | 'fragments' | 'findings'>;

/** Checks, or takes the result of an earlier run that read the same. */
export async function check(request: CheckRequest): Promise<CheckResult> {
  const env = goEnvironment();
  const world = nodeHost(request.folder, env);
  const store = request.cache === undefined || request.cache === null ? null : openStore(request.cache);
  const host = recordingHost(world);
  if (store === null) return withChanges(await run(request, host, env, null), host);
  const {
    progress: _progress,
    cache: _cache,
    jobs: _jobs,
    interruptible: _interruptible,
    soFar: _soFar,
    ...asked
  } = request;
  const key = `run ${toolFingerprint()} ${JSON.stringify(asked)}`;
  const known = recall(store, key, world);
  if (known !== null) return { ...known, cached: true };
  const result = await run(request, host, env, store);
  const shown = withChanges(result, host);
  if (shown !== result) return shown;
  const answers = host.answers();
  // What time has cut, another run may know.
  if (answers !== null && !result.interrupted && !result.late) remember(store, key, world, answers, result);
  return result;
}

function withChanges(result: CheckResult, host: RecordingHost): CheckResult {
  const changes = changedFiles(host);
  return changes.length === 0 ? result : { ...result, diagnostics: [...changes, ...result.diagnostics] };
}

type Environment = ReturnType<typeof goEnvironment>;

async function run(
  request: CheckRequest,
  host: Host,
  env: Environment,
  store: CacheStore | null,
): Promise<CheckResult> {
  const load = loadRequest(request, host.env);
  const { folder, question, cache, jobs = 1, progress } = request;
  const caches = store === null ? null : new FragmentCaches(store, folder);
  const program = jobs > 1 ? workerProgram() : null;
  const { progress: _progress, ...quiet } = load;
  let interruption = neverInterrupted;
  const interruptible = (): Interruption => {
    interruption = request.interruptible?.() ?? neverInterrupted;
    return interruption;
  };
  const result = await checkPackages(host, load, request, {
    rules,
    clock: workClock,
    wall: wallClock,
    solver: solverHost,
    progress,
    rest: tidyHeap,
    ...(caches === null ? {} : { earlier: caches.of }),
    examine: (input, loadMilliseconds) => {
      const { limits } = input;
      const start = { folder, env, load: quiet, limits, question: question ?? null, cache: cache ?? null };
      const soFar = tellNowAndThen(input.sources, request.soFar);
      return examineTogether(input, { program, jobs, start, loadMilliseconds, caches, soFar }, interruptible);
    },
    isRequested: () => interruption.isRequested(),
  });
  caches?.save();
  return result;
}

/** Milliseconds from one telling to the next, and how much more than it took. */
const betweenMilliseconds = 1_000;
const timesItself = 20;

function tellNowAndThen(sources: SourceSet, tell: CheckRequest['soFar']): (gathered: Gathered) => void {
  let next = wallClock() + betweenMilliseconds;
  return (gathered) => {
    const begin = wallClock();
    if (tell === undefined || begin < next) return;
    const { fragments, findings } = conclude(gathered.examined());
    // Nothing may pass for a condition that was only seen.
    tell({ sources, fragments: fragments.map(withoutOnlySeen), findings });
    const end = wallClock();
    next = end + Math.max(betweenMilliseconds, timesItself * (end - begin));
  };
}
