// `verify`: what a verification means (`verify-packages.ts`), with the machine that it needs: files, threads, and results of earlier runs.

import { type Interruption, neverInterrupted } from '../base/interruption.ts';
import type { AnalysisLimits } from '../check/index.ts';
import { openStore } from './cache/store.ts';
import { check } from './check.ts';
import { changedFiles } from './host/changed-files.ts';
import { goEnvironment } from './host/go-env.ts';
import { specsFolder } from './host/installation.ts';
import { loadRequest, type Wanted } from './host/load-request.ts';
import { nodeHost } from './host/node-host.ts';
import { recordingHost } from './host/recording-host.ts';
import { proveTogether } from './prove-together.ts';
import type { SolverChoice } from './solver/choose.ts';
import { type VerifyAsked, type VerifyResult, verifyPackages } from './verify-packages.ts';

export interface VerifyRequest extends Wanted, VerifyAsked {
  /** Threads that prove at a time; one unless given. */
  readonly jobs?: number;
  readonly solver?: SolverChoice;
  /** The directory with results of earlier runs; none where it is left out or null. */
  readonly cache?: string | null;
  /** Limits of the check of what was proved; null or left out: it is not checked what can block. */
  readonly limits?: AnalysisLimits | null;
  /** How the user can end the run early; it cannot be where left out. */
  readonly interruption?: Interruption;
  /** Called after each package. */
  readonly soFar?: (known: VerifyResult) => void;
}

/** Verifies the packages that a request names. */
export async function verify(request: VerifyRequest): Promise<VerifyResult> {
  const host = recordingHost(nodeHost(request.folder, goEnvironment()));
  const { folder, tags, goos, goarch, tests, modelsOnly, progress } = request;
  const { limits = null, interruption = neverInterrupted, jobs = 1, cache = null, solver = 'auto' } = request;
  const store = cache === null ? null : openStore(cache);
  const result = await verifyPackages(request, {
    host,
    load: loadRequest(request, host.env),
    library: specsFolder(),
    prove: (encoded, path, options) =>
      proveTogether(encoded, path, options, { jobs, solver, store, progress, interruption }),
    check:
      limits === null
        ? null
        : (patterns) =>
            check({
              folder,
              patterns,
              tags,
              goos,
              goarch,
              tests,
              modelsOnly,
              progress,
              limits,
              jobs,
              cache,
              interruptible: () => interruption,
            }),
    progress,
    ...(request.soFar === undefined ? {} : { soFar: request.soFar }),
  });
  return { ...result, diagnostics: [...result.diagnostics, ...changedFiles(host)] };
}
