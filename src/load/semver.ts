// Versions of modules: `v1.2.3-pre.1+meta`, ordered as semantic versions are.

interface Version {
  readonly numbers: readonly [string, string, string];
  /** Without its `-`; '' for a release. */
  readonly prerelease: string;
}

const pattern = /^v(0|[1-9]\d*)(?:\.(0|[1-9]\d*)(?:\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?)?)?$/;

function parse(version: string): Version | null {
  const match = pattern.exec(version);
  if (match === null) return null;
  return { numbers: [match[1] ?? '0', match[2] ?? '0', match[3] ?? '0'], prerelease: match[4] ?? '' };
}

export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/** Negative, 0 or positive. What is no version comes before all versions; the empty version comes last, as local. */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  if (a === '') return 1;
  if (b === '') return -1;
  const x = parse(a);
  const y = parse(b);
  if (x === null || y === null) return x === y ? 0 : x === null ? -1 : 1;
  for (let i = 0; i < 3; i++) {
    const order = compareDecimals(x.numbers[i] as string, y.numbers[i] as string);
    if (order !== 0) return order;
  }
  return comparePrereleases(x.prerelease, y.prerelease);
}

/** By value, whatever the number of digits. */
function compareDecimals(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A release comes after its prereleases; numbers come before words; a longer list of equal parts is later. */
function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0;
  if (a === '') return 1;
  if (b === '') return -1;
  const xs = a.split('.');
  const ys = b.split('.');
  for (let i = 0; i < xs.length && i < ys.length; i++) {
    const x = xs[i] as string;
    const y = ys[i] as string;
    if (x === y) continue;
    const xNumber = /^\d+$/.test(x);
    const yNumber = /^\d+$/.test(y);
    if (xNumber !== yNumber) return xNumber ? -1 : 1;
    return xNumber ? compareDecimals(x, y) : x < y ? -1 : 1;
  }
  return xs.length - ys.length;
}

/** The minor number of a Go version: 21 for `1.21`, `1.21.3`, `go1.21rc1`; null if it is none. */
export function goMinor(version: string): number | null {
  const match = /^(?:go)?1(?:\.(\d+)(?:\.\d+)?(?:(?:rc|beta|alpha)\d+)?(?:-.*)?)?$/.exec(version);
  return match === null ? null : Number(match[1] ?? '0');
}
