// Language versions as numbers: N stands for go1.N, 0 for none.

import type { Span } from '../base/source.ts';
import type { Checker } from './checker.ts';
import { versionError } from './errors.ts';

// Versions that changed the language.
export const go1_9 = 9;
export const go1_13 = 13;
export const go1_14 = 14;
export const go1_17 = 17;
export const go1_18 = 18;
export const go1_20 = 20;
export const go1_21 = 21;
export const go1_22 = 22;
export const go1_23 = 23;
export const go1_26 = 26;

/** The newest version that is known. */
export const goCurrent = go1_26;

/** `go1.21`, `go1.21.3` and `go1.21rc2` are 21; `go1` is 0 like everything that is not a version. */
export function asGoVersion(text: string): number {
  const match = /^go1\.(0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]*)|(?:rc|beta|alpha)(?:0|[1-9][0-9]*))?(?:-.*)?$/.exec(
    text,
  );
  return match === null ? 0 : Number(match[1]);
}

/** Whether the code being checked may use a feature of version `want`. Unknown versions may use everything. */
export function allowVersion(c: Checker, want: number): boolean {
  const version = c.env.version;
  return version === 0 || version >= want;
}

/** Like allowVersion, and reports `msg requires go1.N or later` if not. */
export function verifyVersion(c: Checker, at: Span, want: number, msg: string): boolean {
  if (allowVersion(c, want)) return true;
  versionError(c, at, want, msg);
  return false;
}
