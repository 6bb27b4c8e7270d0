// The parsing half of the benchmark: all given files to trees, from bytes that are already in memory.

import { SourceSet } from '../../src/base/source.ts';
import { decodeSource } from '../../src/syntax/decode.ts';
import type { File } from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';

export interface BenchFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ParseFigures {
  readonly seconds: number;
  readonly lines: number;
  readonly bytes: number;
  readonly nodes: number;
  /** Syntax errors; there should be none. */
  readonly errors: number;
}

/** Decodes and parses every file, comments kept. The trees of one package live until the next is begun, as in the tool. */
export function parseAll(packages: readonly (readonly BenchFile[])[]): ParseFigures {
  const start = performance.now();
  const sources = new SourceSet();
  let errors = 0;
  let nodes = 0;
  for (const files of packages) {
    const trees: File[] = [];
    for (const { path, bytes } of files) {
      const { text, invalid } = decodeSource(bytes);
      const source = sources.add(path, text);
      sources.takeIds((firstId) => {
        const { file, diagnostics, nextId } = parseFile(source, firstId, { invalidUtf8: invalid });
        trees.push(file);
        errors += diagnostics.length;
        nodes += nextId - firstId;
        return nextId;
      });
    }
  }
  const seconds = (performance.now() - start) / 1000;
  let lines = 0;
  let total = 0;
  for (const { bytes } of packages.flat()) {
    total += bytes.length;
    for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lines++;
  }
  return { seconds, lines, bytes: total, nodes, errors };
}
