// Verdicts on fragments taken again: by the text of the communication program and everything else that decides them.

import type { EarlierResult, EarlierResults } from '../../check/index.ts';
import type { CommProgram } from '../../comm/comm.ts';
import { printProgram } from '../../comm/index.ts';
import { digest } from '../host/digest.ts';
import { toolFingerprint } from '../host/installation.ts';
import type { CacheStore } from './store.ts';

/** Results of one package's fragments, read and written together. */
export interface FragmentCache extends EarlierResults {
  /** What was used or found since this was last asked: for another process, which saves for all. */
  readonly touched: () => readonly CacheEntry[];
  readonly take: (entries: readonly CacheEntry[]) => void;
  /** Writes what was found in this run, and of older results as many as there is room for. */
  readonly save: () => void;
}

export type CacheEntry = readonly [fragment: string, result: string, isFresh: boolean];

/** Characters of one package's results. */
const room = 8 << 20;

function fragmentKey(program: CommProgram, options: string): string {
  return digest(printProgram(program, { sites: true }), program.root, program.name, options);
}

/** `name` says whose fragments they are; `version` keeps results of different tools apart. */
export function openFragments(store: CacheStore, version: string, name: string): FragmentCache {
  const key = `fragments ${version} ${name}`;
  let old: Map<string, string> | null = null;
  const used = new Map<string, string>();
  let fresh = false;
  let touched: CacheEntry[] = [];
  const use = (fragment: string, text: string, isFresh: boolean): void => {
    used.set(fragment, text);
    touched.push([fragment, text, isFresh]);
    if (isFresh) fresh = true;
  };
  const entries = (): Map<string, string> => {
    old ??= readEntries(store.get(key));
    return old;
  };
  return {
    keyOf: fragmentKey,
    get: (fragment) => {
      const text = used.get(fragment) ?? entries().get(fragment);
      if (text === undefined) return null;
      const result = fromText(text);
      if (result !== null) use(fragment, text, false);
      return result;
    },
    put: (fragment, result) => use(fragment, toText(result), true),
    touched: () => {
      const since = touched;
      touched = [];
      return since;
    },
    take: (entries) => {
      for (const [fragment, text, isFresh] of entries) use(fragment, text, isFresh);
    },
    save: () => {
      if (!fresh) return;
      const all = new Map(used);
      let size = [...used.values()].reduce((sum, text) => sum + text.length, 0);
      for (const [fragment, text] of entries()) {
        if (all.has(fragment)) continue;
        size += text.length;
        if (size > room) break;
        all.set(fragment, text);
      }
      store.put(key, JSON.stringify([...all]));
    },
  };
}

/** The results of all packages below a folder, opened when they are needed. */
export class FragmentCaches {
  readonly #open = new Map<string, FragmentCache>();
  readonly #store: CacheStore;
  readonly #folder: string;

  constructor(store: CacheStore, folder: string) {
    this.#store = store;
    this.#folder = folder;
  }

  readonly of = (pkg: string): FragmentCache => {
    let found = this.#open.get(pkg);
    if (found === undefined) {
      found = openFragments(this.#store, toolFingerprint(), `${this.#folder} ${pkg}`);
      this.#open.set(pkg, found);
    }
    return found;
  };

  /** What was used or found since this was last asked, by package. */
  touched(): readonly (readonly [pkg: string, entries: readonly CacheEntry[]])[] {
    return [...this.#open].flatMap(([pkg, cache]) => {
      const entries = cache.touched();
      return entries.length === 0 ? [] : [[pkg, entries] as const];
    });
  }

  save(): void {
    for (const cache of this.#open.values()) cache.save();
  }
}

function readEntries(text: string | null): Map<string, string> {
  try {
    return new Map(text === null ? [] : (JSON.parse(text) as [string, string][]));
  } catch {
    return new Map();
  }
}

function toText({ work, result }: EarlierResult): string {
  return JSON.stringify({ work, result, verdicts: [...result.verdicts] });
}

function fromText(text: string): EarlierResult | null {
  try {
    const { work, verdicts, result } = JSON.parse(text) as EarlierResult & { readonly verdicts: [string, never][] };
    return { work, result: { ...result, verdicts: new Map(verdicts) } };
  } catch {
    return null;
  }
}
