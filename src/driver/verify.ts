// `verify`: annotated packages, parsed and checked with their specifications, proved, and how much of them is specified.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Member } from '../base/member.ts';
import { SourceSet } from '../base/source.ts';
import { intoSet, moveSpans } from '../base/spans.ts';
import type { AnalysisLimits } from '../check/index.ts';
import {
  type Configuration,
  configuredPackages,
  type LoadedPackage,
  type LoadRequest,
  type LoadResult,
  loadPackages,
  type SpecificationRequest,
} from '../load/index.ts';
import type { Func, SpecFacts } from '../types/index.ts';
import { openStore } from './cache/store.ts';
import { check } from './check.ts';
import { isSpecifiedFile } from './emit-go.ts';
import { goEnvironment } from './host/go-env.ts';
import { specsFolder } from './host/installation.ts';
import { loadRequest, type Wanted } from './host/load-request.ts';
import { nodeHost } from './host/node-host.ts';
import { type Checked, unchecked, withLedgers } from './ledger.ts';
import { encodeLoaded, type ProveOptions, proveTogether } from './prove.ts';
import type { SolverChoice } from './solver/choose.ts';

export interface VerifyRequest extends Wanted {
  /** Directories in which imported packages are looked for first; absolute, with `/`. */
  readonly include: readonly string[];
  /** Path of a module that is dropped from the beginning of import paths there; '' for none. */
  readonly module: string;
  readonly onlyWithHeader: boolean;
  /** Pure and ghost functions need a termination measure. */
  readonly requireMeasures: boolean;
  readonly requireTriggers: boolean;
  readonly friendClauses: boolean;
  /** Hyperproperties may relate two executions by `rel`. */
  readonly relations: boolean;
  /** Integer operations of executable code are checked for overflow; no unless given. */
  readonly overflow?: boolean;
  /** Contracts are proved, not only checked. */
  readonly prove: boolean;
  /** Also functions of Go files that have no contract. */
  readonly all: boolean;
  /** Threads that prove at a time; one unless given. */
  readonly jobs?: number;
  readonly solver?: SolverChoice;
  /** The directory with results of earlier runs; none where it is left out or null. */
  readonly cache?: string | null;
  /** Limits of the check of what was proved; null or left out: it is not checked what can block. */
  readonly limits?: AnalysisLimits | null;
}

/** What is specified in a package. */
export interface VerifiedPackage {
  readonly path: string;
  /** Functions and methods that are not ghost. */
  readonly functions: number;
  /** Those of them that have a contract. */
  readonly specified: number;
  /** Those that were not verified because they have no contract. */
  readonly leftOut: number;
  readonly errors: number;
  /** Not all of it is in `.gobra` files. */
  readonly hasGo: boolean;
}

export interface VerifyResult {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly VerifiedPackage[];
  /** Results of proofs, in the order of the source; empty where none was asked for. */
  readonly members: readonly Member[];
  /** What the check of the same packages says. */
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
}

/** Parses and checks the packages that a request names, each with its configuration, and proves the contracts of those without errors. */
export async function verify(request: VerifyRequest): Promise<VerifyResult> {
  const host = nodeHost(request.folder, goEnvironment());
  const sources = new SourceSet();
  // Tests are code like any other for `check`; contracts of what they call are not proved in them, as in Gobra.
  const wanted: LoadRequest = { ...loadRequest({ ...request, tests: false }, host.env), sources };
  const specifications = specificationsOf(request, {});
  const { groups, diagnostics: problems } = configuredPackages(host, { ...wanted, specifications });
  const diagnostics = [...problems];
  const packages: VerifiedPackage[] = [];
  const members: Member[] = [];
  for (const { patterns, configuration } of groups) {
    const loaded = loadPackages(host, {
      ...wanted,
      patterns,
      ...(configuration.int32 === true ? { goarch: '386' } : {}),
      specifications: specificationsOf(request, configuration),
    });
    diagnostics.push(...loaded.diagnostics);
    for (const pkg of loaded.packages) {
      const proved = await provedMembers(pkg, loaded, request, configuration);
      members.push(...proved.members);
      packages.push(measured(pkg, proved.leftOut));
    }
  }
  const checked = members.length === 0 ? unchecked : await checkedWith(request, sources, packages);
  const { fragments, findings } = checked;
  return { sources, diagnostics, packages, members: withLedgers(members, checked), fragments, findings };
}

/** What `check` says about the packages of the request that have Go files, with places in `sources`. */
async function checkedWith(
  request: VerifyRequest,
  sources: SourceSet,
  packages: readonly VerifiedPackage[],
): Promise<Checked> {
  const { folder, tags, goos, goarch, tests, modelsOnly, progress, limits = null, jobs = 1, cache = null } = request;
  const patterns = request.patterns.filter((pattern) => !isSpecifiedFile(pattern));
  if (limits === null || patterns.length === 0 || packages.every(({ hasGo }) => !hasGo)) return unchecked;
  const wanted = { folder, patterns, tags, goos, goarch, tests, modelsOnly, progress };
  const { sources: own, fragments, findings, returning } = await check({ ...wanted, limits, jobs, cache });
  return moveSpans({ fragments, findings, returning }, intoSet(own, sources));
}

/** What the command line says counts before what the configuration of a package says. */
function specificationsOf(request: VerifyRequest, configuration: Configuration): SpecificationRequest {
  const relations = configuration.hyperMode === 'extended' && configuration.experimentalHyper === true;
  return {
    include: [...request.include, ...(configuration.include ?? [])],
    module: request.module === '' ? (configuration.module ?? '') : request.module,
    library: specsFolder(),
    onlyWithHeader: request.onlyWithHeader || configuration.onlyWithHeader === true,
    rules: {
      requireMeasures: request.requireMeasures && configuration.requireMeasures !== false,
      requireTriggers: request.requireTriggers || configuration.requireTriggers === true,
      friendClauses: request.friendClauses || configuration.friendClauses === true,
      relations: request.relations || relations,
    },
  };
}

/** What is proved of a package: nothing where it has errors, or no specification. */
async function provedMembers(
  pkg: LoadedPackage,
  loaded: LoadResult,
  request: VerifyRequest,
  configuration: Configuration,
): Promise<{ readonly members: readonly Member[]; readonly leftOut: number }> {
  if (!request.prove || pkg.diagnostics.some(({ severity }) => severity === 'error'))
    return { members: [], leftOut: 0 };
  if (!request.all && pkg.info.facts?.annotated.has(pkg.types) !== true) {
    return { members: [], leftOut: functionsOf(pkg).length };
  }
  request.progress(pkg.id);
  const options: ProveOptions = {
    checkInjectivity: configuration.injectivity === false,
    hyper: configuration.hyperMode ?? 'off',
    checkOverflow: request.overflow === true || configuration.overflow === true,
  };
  const encoded = encodeLoaded(pkg, loaded, options);
  const wanted = encoded.members.filter(
    (member) => request.all || member.specified || isSpecificationFile(loaded, member.node.pos),
  );
  const { jobs = 1, solver = 'auto', cache = null, progress } = request;
  const store = cache === null ? null : openStore(cache);
  const members = await proveTogether({ ...encoded, members: wanted }, pkg.path, options, {
    jobs,
    solver,
    store,
    progress,
  });
  return { members, leftOut: encoded.members.length - wanted.length };
}

/** Whether everything in the file is to be verified, specified or not. */
function isSpecificationFile({ sources }: LoadResult, pos: number): boolean {
  return isSpecifiedFile(sources.fileOf(pos)?.path ?? '');
}

/** Functions and methods that are not ghost, with what is said of them. */
function functionsOf(pkg: LoadedPackage) {
  const { facts } = pkg.info;
  const own = facts === null ? [] : [...facts.funcs].filter(([func]) => func.pkg === pkg.types);
  return own.filter(([func, { role }]) => role === 'function' && !isGhost(facts, func));
}

function measured(pkg: LoadedPackage, leftOut: number): VerifiedPackage {
  const functions = functionsOf(pkg);
  return {
    path: pkg.path,
    functions: functions.length,
    specified: functions.filter(([, { spec }]) => spec !== null).length,
    leftOut,
    hasGo: pkg.files.some(({ path }) => !isSpecifiedFile(path)),
    errors: pkg.diagnostics.filter((found) => found.severity === 'error').length,
  };
}

function isGhost(facts: SpecFacts | null, func: Func): boolean {
  return facts?.ghost.has(func) === true;
}
