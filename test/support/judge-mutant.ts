// What the verifier says about a mutant of an annotated file, and what can be said about one that it proves.

import { digest } from '../../src/driver/host/digest.ts';
import { encodeLoaded, type ProveOptions, proveEncoded } from '../../src/driver/prove.ts';
import type { Encoded } from '../../src/encode/index.ts';
import { inputTypes, sampleText } from '../../src/ir/interp/index.ts';
import type { LoadedPackage, LoadResult } from '../../src/load/index.ts';
import { slicesOf } from '../../src/proof/index.ts';
import type { SyncSolverHost } from '../../src/smt/index.ts';
import { runnableOf, tryContract } from './specified.ts';

/** A file that is verified as it is: what its mutants are compared with. */
export interface Original {
  /** By vil member: what its verdict depends on. */
  readonly keys: ReadonlyMap<string, string>;
}

export type MutantVerdict =
  /** It has errors, or the change made nothing else of it. */
  | { readonly kind: 'invalid' | 'same' }
  | { readonly kind: 'failed'; readonly ids: readonly string[] }
  /** Nothing failed, and something was not verified: also where its precondition cannot be met. */
  | { readonly kind: 'open'; readonly why: string }
  | { readonly kind: 'proved'; readonly encoded: Encoded; readonly loaded: LoadResult };

function keysOf(encoded: Encoded): ReadonlyMap<string, string> {
  const { program } = encoded;
  const slices = slicesOf(program, digest);
  const names = new Set(encoded.members.flatMap(({ vil }) => vil));
  const members = [...program.functions, ...program.predicates, ...program.methods].filter(({ name }) =>
    names.has(name),
  );
  return new Map(members.map((member) => [member.name, slices.key(member)]));
}

function packageOf(loaded: LoadResult): LoadedPackage | null {
  if (loaded.diagnostics.some(({ severity }) => severity === 'error')) return null;
  return loaded.packages[0] ?? null;
}

/** Null if not everything in it is proved: what a mutant of it fails for may be another thing than the mutation. */
export function originalOf(loaded: LoadResult, host: SyncSolverHost, options: ProveOptions): Original | null {
  const pkg = packageOf(loaded);
  if (pkg === null) return null;
  const encoded = encodeLoaded(pkg, loaded, options);
  const members = proveEncoded(encoded, pkg.path, host, options);
  if (members.some(({ verdict }) => verdict !== 'proved' && verdict !== 'trusted')) return null;
  return { keys: keysOf(encoded) };
}

export function judgeMutant(
  original: Original,
  loaded: LoadResult,
  host: SyncSolverHost,
  options: ProveOptions,
): MutantVerdict {
  const pkg = packageOf(loaded);
  if (pkg === null) return { kind: 'invalid' };
  const encoded = encodeLoaded(pkg, loaded, options);
  const fault = encoded.members.find((member) => member.fault !== null)?.fault;
  if (fault !== undefined && fault !== null) return { kind: 'open', why: fault.construct };
  const keys = keysOf(encoded);
  const changed = encoded.members.filter(({ vil }) => vil.some((name) => keys.get(name) !== original.keys.get(name)));
  if (changed.length === 0) return { kind: 'same' };
  let open: string | null = null;
  const ids: string[] = [];
  for (const member of proveEncoded({ ...encoded, members: changed }, pkg.path, host, options)) {
    ids.push(...member.errors.map(({ id }) => id.join(':')));
    if (member.verdict !== 'proved' && member.verdict !== 'trusted') open ??= member.reason?.text ?? member.verdict;
  }
  if (ids.length > 0) return { kind: 'failed', ids };
  if (open !== null) return { kind: 'open', why: open };
  return { kind: 'proved', encoded, loaded };
}

/** What the interpreter found when it ran every function of a mutant that is proved. */
export interface Execution {
  /** Runs on which every clause held. */
  readonly kept: number;
  /** A contract that is broken although it is proved: a wrong proof, unless an assumption does not hold. */
  readonly broken: readonly string[];
}

/** Runs the functions between the two positions on drawn inputs, or every function where a predicate or a pure function changed. */
export function executeMutant(loaded: LoadResult, runs: number): Execution {
  const pkg = packageOf(loaded);
  const broken: string[] = [];
  let kept = 0;
  if (pkg === null) return { kept, broken };
  const run = runnableOf({ loaded, pkg, lineOf: (pos) => loaded.sources.position(pos)?.line ?? 0 });
  for (const func of run.functions) {
    for (const { inputs, outcome } of tryContract(run, func, runs, 1, 20_000)) {
      if (outcome.kind === 'kept') kept++;
      if (outcome.kind !== 'broken' && outcome.kind !== 'panic') continue;
      const types = inputTypes(func);
      const shown = inputs.map((input, i) => sampleText(types[i] as (typeof types)[number], input)).join('; ');
      const what = outcome.kind === 'broken' ? `${outcome.clause.word} ${outcome.clause.text}` : outcome.message;
      broken.push(`${func.name}(${shown}): ${what}`);
      break;
    }
  }
  return { kept, broken };
}
