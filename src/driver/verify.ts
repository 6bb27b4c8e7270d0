// `verify`: annotated packages, parsed and checked with their specifications, proved, and how much of them is specified.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Member } from '../base/member.ts';
import { SourceSet } from '../base/source.ts';
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
import { goEnvironment } from './host/go-env.ts';
import { specsFolder } from './host/installation.ts';
import { loadRequest, type Wanted } from './host/load-request.ts';
import { nodeHost } from './host/node-host.ts';
import { encodeLoaded, type ProveOptions, proveEncoded } from './prove.ts';
import { syncSolverHost } from './solver/choose.ts';

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
  /** Contracts are proved, not only checked. */
  readonly prove: boolean;
  /** Also functions of Go files that have no contract. */
  readonly all: boolean;
}

/** What is specified in a package. */
export interface VerifiedPackage {
  readonly path: string;
  /** Functions and methods that are not ghost. */
  readonly functions: number;
  /** Those of them that have a contract. */
  readonly specified: number;
  readonly errors: number;
}

export interface VerifyResult {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly VerifiedPackage[];
  /** Results of proofs, in the order of the source; empty where none was asked for. */
  readonly members: readonly Member[];
}

/** Parses and checks the packages that a request names, each with its configuration, and proves the contracts of those without errors. */
export function verify(request: VerifyRequest): VerifyResult {
  const host = nodeHost(request.folder, goEnvironment());
  const sources = new SourceSet();
  const wanted: LoadRequest = { ...loadRequest(request, host.env), sources };
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
    packages.push(...loaded.packages.map(measured));
    if (request.prove)
      members.push(...loaded.packages.flatMap((pkg) => provedMembers(pkg, loaded, request, configuration)));
  }
  return { sources, diagnostics, packages, members };
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
function provedMembers(
  pkg: LoadedPackage,
  loaded: LoadResult,
  request: VerifyRequest,
  configuration: Configuration,
): readonly Member[] {
  if (pkg.diagnostics.some(({ severity }) => severity === 'error')) return [];
  if (!request.all && pkg.info.facts?.annotated.has(pkg.types) !== true) return [];
  request.progress(pkg.id);
  const options: ProveOptions = {
    checkInjectivity: configuration.injectivity === false,
    hyper: configuration.hyperMode ?? 'off',
  };
  const encoded = encodeLoaded(pkg, loaded, options);
  const wanted = encoded.members.filter(
    (member) => request.all || member.specified || isSpecificationFile(loaded, member.node.pos),
  );
  return proveEncoded({ ...encoded, members: wanted }, pkg.path, syncSolverHost(), options);
}

/** Whether everything in the file is to be verified, specified or not. */
function isSpecificationFile({ sources }: LoadResult, pos: number): boolean {
  return sources.fileOf(pos)?.path.endsWith('.gobra') === true;
}

function measured(pkg: LoadedPackage): VerifiedPackage {
  const { facts } = pkg.info;
  const own = facts === null ? [] : [...facts.funcs].filter(([func]) => func.pkg === pkg.types);
  const functions = own.filter(([func, { role }]) => role === 'function' && !isGhost(facts, func));
  return {
    path: pkg.path,
    functions: functions.length,
    specified: functions.filter(([, { spec }]) => spec !== null).length,
    errors: pkg.diagnostics.filter((found) => found.severity === 'error').length,
  };
}

function isGhost(facts: SpecFacts | null, func: Func): boolean {
  return facts?.ghost.has(func) === true;
}
