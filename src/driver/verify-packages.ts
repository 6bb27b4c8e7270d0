// What `gordian verify` means: annotated packages, parsed and checked with their specifications, proved, and how much of them is
// specified. Pure: files, proofs and checks come in as functions.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Host } from '../base/host.ts';
import type { Member } from '../base/member.ts';
import type { ShowProgress } from '../base/progress.ts';
import { SourceSet } from '../base/source.ts';
import { intoSet, moveSpans } from '../base/spans.ts';
import type { CheckResult } from '../check/index.ts';
import type { Encoded } from '../encode/index.ts';
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
import { type Checked, unchecked, withLedgers } from './ledger.ts';
import { encodeLoaded, type ProveOptions } from './prove.ts';

/** What is asked of the packages. */
export interface VerifyAsked {
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
}

/** What a verification needs besides. */
export interface VerifyMeans {
  readonly host: Host;
  /** What to load; tests are left out, whatever it says. */
  readonly load: LoadRequest;
  /** Specifications of the standard library: a directory, or texts by path in it. */
  readonly library: SpecificationRequest['library'];
  /** Proves the members of a package. */
  readonly prove: (encoded: Encoded, path: string, options: ProveOptions) => Promise<readonly Member[]>;
  /** Checks the same packages for what can block, of those patterns that are about Go files; null: it is not checked. */
  readonly check: ((patterns: readonly string[]) => Promise<CheckResult>) | null;
  readonly progress: ShowProgress;
  /** Called after each package with what is known so far, so that there is something to report however the run ends. */
  readonly soFar?: (known: VerifyResult) => void;
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
  /** Findings that `//gordian:ignore` silences. */
  readonly silenced: readonly Finding[];
}

/** Whether a path means a file with specifications rather than a function or a package. */
export function isSpecifiedFile(path: string): boolean {
  return path.endsWith('.gobra');
}

/** Parses and checks the packages that are to be loaded, each with its configuration, and proves the contracts of those without errors. */
export async function verifyPackages(asked: VerifyAsked, means: VerifyMeans): Promise<VerifyResult> {
  const { host } = means;
  const sources = new SourceSet();
  // Tests are code like any other for `check`; contracts of what they call are not proved in them, as in Gobra.
  const wanted: LoadRequest = { ...means.load, tests: false, sources };
  const specifications = specificationsOf(asked, means.library, {});
  const { groups, diagnostics: problems } = configuredPackages(host, { ...wanted, specifications });
  const diagnostics = [...problems];
  const packages: VerifiedPackage[] = [];
  const members: Member[] = [];
  for (const { patterns, configuration } of groups) {
    const loaded = loadPackages(host, {
      ...wanted,
      patterns,
      ...(configuration.int32 === true ? { goarch: '386' } : {}),
      specifications: specificationsOf(asked, means.library, configuration),
    });
    diagnostics.push(...loaded.diagnostics);
    for (const pkg of loaded.packages) {
      const proved = await provedMembers(pkg, loaded, asked, means, configuration);
      members.push(...proved.members);
      packages.push(measured(pkg, proved.leftOut));
      means.soFar?.({ sources, diagnostics, packages, members, fragments: [], findings: [], silenced: [] });
    }
  }
  const checked = members.length === 0 ? unchecked : await checkedWith(means, sources, packages);
  const { fragments, findings, silenced } = checked;
  return { sources, diagnostics, packages, members: withLedgers(members, checked), fragments, findings, silenced };
}

/** What `check` says about the packages that have Go files, with places in `sources`. */
async function checkedWith(
  { load, check }: VerifyMeans,
  sources: SourceSet,
  packages: readonly VerifiedPackage[],
): Promise<Checked> {
  const patterns = load.patterns.filter((pattern) => !isSpecifiedFile(pattern));
  if (check === null || patterns.length === 0 || packages.every(({ hasGo }) => !hasGo)) return unchecked;
  const { sources: own, fragments, findings, silenced, returning } = await check(patterns);
  return moveSpans({ fragments, findings, silenced, returning }, intoSet(own, sources));
}

/** What the command line says counts before what the configuration of a package says. */
function specificationsOf(
  request: VerifyAsked,
  library: VerifyMeans['library'],
  configuration: Configuration,
): SpecificationRequest {
  const relations = configuration.hyperMode === 'extended' && configuration.experimentalHyper === true;
  return {
    include: [...request.include, ...(configuration.include ?? [])],
    module: request.module === '' ? (configuration.module ?? '') : request.module,
    library,
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
  request: VerifyAsked,
  { prove, progress }: VerifyMeans,
  configuration: Configuration,
): Promise<{ readonly members: readonly Member[]; readonly leftOut: number }> {
  if (!request.prove || pkg.diagnostics.some(({ severity }) => severity === 'error'))
    return { members: [], leftOut: 0 };
  if (!request.all && pkg.info.facts?.annotated.has(pkg.types) !== true) {
    return { members: [], leftOut: functionsOf(pkg).length };
  }
  progress(pkg.id);
  const options: ProveOptions = {
    checkInjectivity: configuration.injectivity === false,
    hyper: configuration.hyperMode ?? 'off',
    checkOverflow: request.overflow === true || configuration.overflow === true,
  };
  const encoded = encodeLoaded(pkg, loaded, options);
  const wanted = encoded.members.filter(
    (member) => request.all || member.specified || isSpecificationFile(loaded, member.node.pos),
  );
  const members = await prove({ ...encoded, members: wanted }, pkg.path, options);
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
