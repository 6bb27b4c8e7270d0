// Side tables: facts about syntax nodes, kept outside the tree and indexed by node id.

const chunkBits = 5;
const chunkSize = 1 << chunkBits;
const chunkMask = chunkSize - 1;

/** A map from nodes to facts. Ids of one file are contiguous, so pages stay dense; small ones, because some facts are rare. */
export class NodeTable<T> {
  readonly #pages: ((T | undefined)[] | undefined)[] = [];
  #firstPage = -1;

  get(node: { readonly id: number }): T | undefined {
    if (this.#firstPage < 0) return undefined;
    return this.#pages[(node.id >> chunkBits) - this.#firstPage]?.[node.id & chunkMask];
  }

  has(node: { readonly id: number }): boolean {
    return this.get(node) !== undefined;
  }

  set(node: { readonly id: number }, fact: T): void {
    const page = node.id >> chunkBits;
    if (this.#firstPage < 0) this.#firstPage = page;
    else if (page < this.#firstPage) {
      this.#pages.unshift(...new Array<undefined>(this.#firstPage - page));
      this.#firstPage = page;
    }
    const index = page - this.#firstPage;
    while (this.#pages.length < index) this.#pages.push(undefined);
    let facts = this.#pages[index];
    if (facts === undefined) {
      facts = new Array<T | undefined>(chunkSize).fill(undefined);
      this.#pages[index] = facts;
    }
    facts[node.id & chunkMask] = fact;
  }

  delete(node: { readonly id: number }): void {
    if (this.has(node)) this.set(node, undefined as T);
  }

  /** All entries, in the order of ids. */
  *entries(): Iterable<[id: number, fact: T]> {
    for (let p = 0; p < this.#pages.length; p++) {
      const facts = this.#pages[p];
      if (facts === undefined) continue;
      for (let i = 0; i < chunkSize; i++) {
        const fact = facts[i];
        if (fact !== undefined) yield [((p + this.#firstPage) << chunkBits) + i, fact];
      }
    }
  }
}
