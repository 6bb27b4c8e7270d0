// Which files belong to a build: operating system, architecture and tags, from file names and constraints.

import { evalConstraint, fileConstraint, isGoBuild, parseConstraint } from '../syntax/index.ts';

/** What a build is for. */
export interface BuildContext {
  readonly goos: string;
  readonly goarch: string;
  readonly cgo: boolean;
  /** Release tags go1.1 up to this minor version hold. */
  readonly release: number;
  /** The user's tags, and those of the toolchain such as `goexperiment.x`. */
  readonly tags: ReadonlySet<string>;
}

// Names that file suffixes and tags may have, past and future systems included.
export const systems: ReadonlySet<string> = new Set(
  (
    'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 ' +
    'windows zos'
  ).split(' '),
);
const unixSystems = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris'.split(' '),
);
export const architectures: ReadonlySet<string> = new Set(
  (
    '386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ' +
    'ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm'
  ).split(' '),
);

/** Systems whose files are also those of another one. */
const alsoKnownAs: ReadonlyMap<string, string> = new Map([
  ['android', 'linux'],
  ['illumos', 'solaris'],
  ['ios', 'darwin'],
]);

/** Architectures on which functions take arguments in registers: the runtime's sources differ. */
const registerArguments = new Set('amd64 arm64 loong64 ppc64 ppc64le riscv64 s390x'.split(' '));

/** The least that a processor must be capable of, as tags. */
const features: ReadonlyMap<string, string> = new Map([
  ['386', '386.sse2'],
  ['amd64', 'amd64.v1'],
  ['arm', 'arm.5 arm.6 arm.7'],
  ['arm64', 'arm64.v8.0'],
  ['mips', 'mips.hardfloat'],
  ['mipsle', 'mipsle.hardfloat'],
  ['mips64', 'mips64.hardfloat'],
  ['mips64le', 'mips64le.hardfloat'],
  ['ppc64', 'ppc64.power8'],
  ['ppc64le', 'ppc64le.power8'],
  ['riscv64', 'riscv64.rva20u64'],
  ['wasm', 'wasm.satconv wasm.signext'],
]);

/** Tags that the toolchain of the newest version sets on its own. */
export function toolTags(goos: string, goarch: string): string[] {
  const experiments = ['greenteagc', 'randomizedheapbase64'];
  if (registerArguments.has(goarch)) experiments.push('regabiwrappers', 'regabiargs');
  if (!['aix', 'darwin', 'ios'].includes(goos)) experiments.push('dwarf5');
  return [...experiments.map((name) => `goexperiment.${name}`), ...(features.get(goarch)?.split(' ') ?? [])];
}

/** Whether a tag holds. */
export function matchTag(build: BuildContext, tag: string): boolean {
  if (tag === build.goos || tag === build.goarch || tag === 'gc') return true;
  if (tag === 'cgo') return build.cgo || build.tags.has(tag);
  if (tag === 'unix' && unixSystems.has(build.goos)) return true;
  if (alsoKnownAs.get(build.goos) === tag) return true;
  const release = /^go1\.([1-9]\d*)$/.exec(tag);
  if (release !== null && Number(release[1]) <= build.release) return true;
  return build.tags.has(tag === 'boringcrypto' ? 'goexperiment.boringcrypto' : tag);
}

/** Whether a name such as `x_linux_amd64_test.go` fits the build. */
export function matchFileName(build: BuildContext, name: string): boolean {
  const dot = name.indexOf('.');
  const stem = dot < 0 ? name : name.slice(0, dot);
  const underscore = stem.indexOf('_');
  if (underscore < 0) return true;
  // Only what follows the first underscore counts, so that `linux.go` fits everywhere.
  const parts = stem.slice(underscore + 1).split('_');
  if (parts[parts.length - 1] === 'test') parts.pop();
  const last = parts[parts.length - 1];
  const previous = parts[parts.length - 2];
  if (last === undefined) return true;
  if (previous !== undefined && systems.has(previous) && architectures.has(last)) {
    return matchTag(build, previous) && matchTag(build, last);
  }
  return systems.has(last) || architectures.has(last) ? matchTag(build, last) : true;
}

export type Match =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  /** The constraint is no valid expression; `offset` is the place of its line. */
  | { readonly kind: 'bad'; readonly offset: number; readonly message: string };

const yes: Match = { kind: 'yes' };
const no: Match = { kind: 'no' };

/** Whether the constraint at the head of a file holds. The head ends at the offset of the package clause. */
export function matchConstraints(build: BuildContext, text: string, headEnd: number): Match {
  const constraint = fileConstraint(text);
  if (constraint !== null) return evalConstraint(constraint, (tag) => matchTag(build, tag)) ? yes : no;
  for (let at = text.indexOf('//go:build'); at >= 0 && at < headEnd; at = text.indexOf('//go:build', at + 1)) {
    const newline = text.indexOf('\n', at);
    const line = text.slice(at, newline < 0 ? text.length : newline).trim();
    const startsLine = at === 0 || text[at - 1] === '\n';
    if (startsLine && isGoBuild(line) && parseConstraint(line) === null) {
      return { kind: 'bad', offset: at, message: 'malformed //go:build line' };
    }
  }
  return yes;
}
