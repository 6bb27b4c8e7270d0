// Verifies annotated files for tests: what each member came to, and failures by line.

import { readFileSync } from 'node:fs';
import { type HyperMode, hyperMode } from '../../src/base/hyper-mode.ts';
import type { Member } from '../../src/base/member.ts';
import { encodeLoaded, proveEncoded } from '../../src/driver/prove.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import type { Encoded } from '../../src/encode/index.ts';
import { wellformed } from '../../src/vil/index.ts';
import { loadSpecified } from '../support/specified.ts';

export const host = nativeSyncHost();

export interface Verified {
  readonly encoded: Encoded;
  readonly members: readonly Member[];
  /** `12: assert_error:assertion_error`, in the order of lines. */
  readonly failures: readonly string[];
  readonly lineOf: (pos: number) => number;
}

/** How a file wants contracts about two executions to be verified: `##(--hyperMode on)`. */
function hyperOf(path: string): HyperMode {
  const word = /##\(--hyperMode (\w+)/.exec(readFileSync(path, 'utf8'))?.[1];
  return word === undefined ? 'off' : (hyperMode(word) ?? 'off');
}

/** Whether a file wants operations to be checked for overflow, and for which machine: `##(--overflow --int32)`. */
function sizesOf(path: string): { readonly checkOverflow: boolean; readonly goarch: string } {
  const options = /##\((.*)\)/.exec(readFileSync(path, 'utf8'))?.[1]?.split(' ') ?? [];
  return { checkOverflow: options.includes('--overflow'), goarch: options.includes('--int32') ? '386' : 'amd64' };
}

/** The vil program of one file. */
export function encodeFile(name: string) {
  const hyper = hyperOf(name);
  const { checkOverflow, goarch } = sizesOf(name);
  const { loaded, pkg, lineOf } = loadSpecified(name, { relations: hyper === 'extended', goarch });
  const encoded = encodeLoaded(pkg, loaded, { hyper, checkOverflow });
  const wrong = wellformed(encoded.program).map((d) => `${lineOf(d.span?.pos ?? 0)}: ${d.message}`);
  if (wrong.length > 0) throw new Error(`the program is not well-formed:\n${wrong.join('\n')}`);
  return { encoded, lineOf, hyper };
}

export function verifyFile(path: string): Verified {
  if (host === null) throw new Error('this needs a solver');
  const { encoded, lineOf, hyper } = encodeFile(path);
  const members = proveEncoded(encoded, 'p', host, { hyper });
  const failures = members.flatMap((m) => m.errors.map(({ id, span }) => `${lineOf(span.pos)}: ${id.join(':')}`));
  return { encoded, members, failures: [...failures].sort(byLine), lineOf };
}

/** What the comments `// want ID` of a file say, in the same form. */
export function wanted(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      const match = /\/\/ want ([a-z_.:]+)\s*$/.exec(line);
      return match === null ? [] : [`${i + 1}: ${match[1]}`];
    })
    .sort(byLine);
}

/** Lines of functions that say that their end is not reached. */
export function unreachable(path: string): ReadonlySet<number> {
  const lines = readFileSync(path, 'utf8').split('\n');
  return new Set(lines.flatMap((line, i) => (line.includes('// unreachable end') ? [i + 1] : [])));
}

function byLine(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1);
}
