// How contracts about two executions are verified: `low`, `rel`.

/**
 * `off`: only one execution is looked at; `on`: both take the same branches; `extended`: they may take different ones; `noMajor`: as
 * `on`, without what concerns one execution alone.
 */
export type HyperMode = 'off' | 'on' | 'extended' | 'noMajor';

const modes: ReadonlyMap<string, HyperMode> = new Map(
  (['off', 'on', 'extended', 'noMajor'] as const).map((mode) => [mode, mode]),
);

/** Null for a word that names no mode. */
export function hyperMode(word: string): HyperMode | null {
  return modes.get(word) ?? null;
}
