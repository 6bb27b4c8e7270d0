// Sites: numbered places where something is scheduled, with names that survive edits elsewhere.

import { positionIn, type SourceFile } from '../base/source.ts';
import type { Op, Site, SiteArm } from './protocol.ts';

/** Hands out the sites of one build. */
export class SiteBook {
  readonly sites: Site[] = [];
  readonly #ordinals = new Map<string, number>();

  /** `at` is a Pos in `file`; `function` as Go names it. */
  add(file: SourceFile, at: number, fn: string, op: Op, label: string, arms: readonly SiteArm[], def: boolean): number {
    const key = `${fn} ${op}`;
    const ordinal = this.#ordinals.get(key) ?? 0;
    this.#ordinals.set(key, ordinal + 1);
    const { line, column } = positionIn(file, at - file.base);
    const id = this.sites.length + 1;
    this.sites.push({ id, file: file.path, line, column, function: fn, op, ordinal, label, arms, hasDefault: def });
    return id;
  }

  /** Says what the send at a site sends. */
  sends(id: number, value: string): void {
    const site = this.sites[id - 1];
    if (site !== undefined && value !== '') this.sites[id - 1] = { ...site, value };
  }
}

/** Names functions as Go's own stack traces do: closures are numbered inside what contains them. */
export class FunctionNames {
  readonly #stack: { readonly name: string; closures: number; readonly literal: boolean }[] = [];
  readonly #package: string;
  #initClosures = 0;

  constructor(packagePath: string) {
    this.#package = packagePath;
  }

  get current(): string {
    return this.#stack.at(-1)?.name ?? `${this.#package}.init`;
  }

  enterFunction(name: string): void {
    this.#stack.push({ name: `${this.#package}.${name}`, closures: 0, literal: false });
  }

  enterLiteral(): void {
    const outer = this.#stack.at(-1);
    if (outer === undefined) {
      this.#initClosures++;
      this.#stack.push({ name: `${this.#package}.init.func${this.#initClosures}`, closures: 0, literal: true });
      return;
    }
    outer.closures++;
    const name = outer.literal ? `${outer.name}.${outer.closures}` : `${outer.name}.func${outer.closures}`;
    this.#stack.push({ name, closures: 0, literal: true });
  }

  leave(): void {
    this.#stack.pop();
  }
}
