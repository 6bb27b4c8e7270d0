// Where Z3 in WebAssembly is installed.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The loader and the version of the package with Z3, or null where it is not installed. */
export function findZ3(): { readonly loader: string; readonly version: string } | null {
  const { resolve } = createRequire(import.meta.url);
  try {
    const loader = resolve('z3-solver/build/z3-built.js');
    const description: { readonly version?: unknown } = JSON.parse(
      readFileSync(resolve('z3-solver/package.json'), 'utf8'),
    );
    return { loader, version: String(description.version) };
  } catch {
    return null;
  }
}

export function wasmOf(loader: string): string {
  return loader.replace(/\.js$/, '.wasm');
}
