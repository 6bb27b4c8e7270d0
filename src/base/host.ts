// The outside world as phases see it. Only `driver`, `cli` and `lsp` implement it; a browser gives another one.

/** What a path names, following links. `null` from `stat` means that nothing is there. */
export interface Stat {
  readonly kind: 'file' | 'directory' | 'other';
  readonly size: number;
  /** Identity of a directory behind links, so that loops are seen. */
  readonly realPath: string;
}

export interface DirEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** A failure of the outside world, with the reason in words for the user. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

/** Files. Paths are absolute and use `/`. Every function throws a HostError where the system refuses. */
export interface Host {
  readonly readFile: (path: string) => Uint8Array;
  readonly stat: (path: string) => Stat | null;
  readonly readDir: (path: string) => readonly DirEntry[];
  readonly env: (name: string) => string | undefined;
  readonly cwd: () => string;
}
