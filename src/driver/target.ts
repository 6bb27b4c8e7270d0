// The system to check for: names that Go knows, from flags or from the environment.

import { nearestNames } from '../base/nearest.ts';
import { architectures, systems } from '../load/index.ts';

export interface TargetFlags {
  readonly goos?: string;
  readonly goarch?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Says which name is unknown, and what may have been meant; null where all are known. */
export function unknownTarget(flags: TargetFlags, env: Environment): string | null {
  // An empty variable of the environment counts as none, as with the go command.
  const names = [
    flags.goos === undefined
      ? { where: 'GOOS', name: env.GOOS || undefined, what: 'operating system', known: systems }
      : { where: '--goos', name: flags.goos, what: 'operating system', known: systems },
    flags.goarch === undefined
      ? { where: 'GOARCH', name: env.GOARCH || undefined, what: 'architecture', known: architectures }
      : { where: '--goarch', name: flags.goarch, what: 'architecture', known: architectures },
  ];
  for (const { where, name, what, known } of names) {
    if (name === undefined || known.has(name)) continue;
    const near = nearestNames(name, known);
    const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${[...known].join(', ')}`;
    return `${where} ${name}: unknown ${what}; ${hint}`;
  }
  return null;
}
