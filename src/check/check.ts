// What `gordian check` means, from packages to findings: everything but the machine, which comes in as functions.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Host } from '../base/host.ts';
import { inOrder } from '../base/order.ts';
import type { ShowProgress } from '../base/progress.ts';
import type { RuleTable } from '../base/rules.ts';
import type { SourceSet } from '../base/source.ts';
import { intoSet, moveSpans } from '../base/spans.ts';
import { type Returning, returningFunctions } from '../flow/index.ts';
import { forEachPackage, type LoadRequest } from '../load/index.ts';
import type { SolverHost } from '../smt/index.ts';
import { type AnalysisInput, type Examined, examine, supersededBy } from './analyse.ts';
import type { EarlierResults } from './earlier.ts';
import { analysable, loadBoth } from './load.ts';
import { type PassContext, type Passing, passes, runPasses } from './passes.ts';
import { parametricDefaults, withSolver } from './prove-fragments.ts';
import type { Question } from './question.ts';
import { badRequires } from './requires.ts';
import type { AnalysisLimits } from './turns.ts';

export interface Asked {
  /** Limits for each fragment; null: fragments are not checked. */
  readonly limits: AnalysisLimits | null;
  /** What is asked of each fragment, if not the usual. */
  readonly question?: Question;
  /** False: nothing is proved for all values of parameters. */
  readonly parametric?: boolean;
}

/** What a check needs besides files. */
export interface Means {
  /** The table of all rules: directives name them. */
  readonly rules: RuleTable;
  /** A clock for the backstop of the analysis, made when it begins. */
  readonly clock: () => () => number;
  /** The time on the wall, in milliseconds. */
  readonly wall: () => number;
  /** Throws a HostError where there is none. */
  readonly solver: () => SolverHost;
  readonly progress: ShowProgress;
  /** Called after each fragment. */
  readonly rest?: () => void;
  /** Earlier results of a package's fragments, by its path. */
  readonly earlier?: (pkg: string) => EarlierResults;
  /** Looks at all fragments, where not one after the other; `milliseconds` is what it took to load. */
  readonly examine?: (input: AnalysisInput, milliseconds: number) => Promise<Examined>;
  /** Whether the user wants an end. */
  readonly isRequested?: () => boolean;
}

export interface CheckResult {
  readonly sources: SourceSet;
  /** Those without a place first, then by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
  /** Findings that `//gordian:ignore` silences. */
  readonly silenced: readonly Finding[];
  /** What can keep functions from returning, where all that they reach is in sight. */
  readonly returning: readonly Returning[];
  /** What the question names and no fragment has; null where all was understood. */
  readonly misunderstood: string | null;
  /** Time has ended a search or a proof: another run can have another result. */
  readonly late: boolean;
  /** It was taken from an earlier run that read the same. */
  readonly cached?: boolean;
  /** The user has ended the run early: what was not looked at is `unknown`, and less is proved than could be. */
  readonly interrupted: boolean;
}
/** Groups of rules that a check reports on. */
const lookedAt: ReadonlySet<string> = new Set(['concurrency']);

export async function checkPackages(
  host: Host,
  load: LoadRequest,
  { limits, question, parametric = true }: Asked,
  means: Means,
): Promise<CheckResult> {
  const { wall, progress, isRequested = () => false } = means;
  const nothing = {
    fragments: [],
    findings: [],
    silenced: [],
    returning: [],
    misunderstood: null,
    late: false,
    interrupted: false,
  };
  if (limits === null) {
    const { sources, diagnostics } = forEachPackage(host, load, () => {});
    return { sources, diagnostics: inOrder(diagnostics, sources), ...nothing };
  }
  const { loaded, declared, milliseconds } = loadBoth(host, load, wall);
  const { sources, diagnostics } = declared ?? loaded;
  const packages = analysable(loaded);
  const input: AnalysisInput = {
    ...loaded,
    packages,
    limits,
    now: means.clock(),
    isRequested,
    progress,
    only: null,
    ...(means.rest === undefined ? {} : { rest: means.rest }),
    ...(question === undefined ? {} : { question }),
    ...(means.earlier === undefined ? {} : { earlier: means.earlier }),
  };
  const examined = (await means.examine?.(input, milliseconds)) ?? examine(input);
  // A user who sets values asks about these, and not about all.
  const someValues = (question?.params.length ?? 0) > 0;
  const superseded = supersededBy(packages);
  const own = new Set(packages.map(({ types }) => types).filter((pkg) => !superseded.has(pkg)));
  const proves = parametric && !someValues && !isRequested();
  const through = (solver: PassContext['solver']): Promise<Passing> =>
    runPasses(passes, examined.checked, {
      flow: examined.flow,
      packages,
      sources: loaded.sources,
      rules: means.rules,
      groups: lookedAt,
      isOwn: (pkg) => own.has(pkg),
      isRequested,
      solver,
      parametric: { ...parametricDefaults, now: wall, progress, isRequested },
      explicit: question?.explicit === true,
    });
  const { checked, findings, silenced, problems } = await (proves
    ? withSolver(means.solver, limits.milliseconds, through)
    : through(null));
  const moved = moveSpans(diagnostics, intoSet(sources, loaded.sources));
  return {
    sources: loaded.sources,
    diagnostics: inOrder([...moved, ...problems, ...badRequires(packages, examined.flow)], loaded.sources),
    fragments: checked.map(({ fragment }) => fragment),
    findings,
    silenced,
    returning: returningFunctions(examined.flow, own),
    misunderstood: examined.misunderstood,
    late: checked.some(({ late }) => late),
    interrupted: isRequested(),
  };
}
