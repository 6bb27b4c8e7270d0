// Where Z3 in WebAssembly is installed, and the modules that it is made of.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HostError } from '../../base/host.ts';
import { areReplaceable, copyModule, exceptionModule, helperNames, throwers } from './wasm-glue.ts';
import type { Z3Parts } from './wasm-z3.ts';
import type { WasmModule, WasmWorld } from './webassembly.ts';

const { WebAssembly: engine } = globalThis as unknown as WasmWorld;

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

export function cannotLoad(error: unknown): HostError {
  return new HostError(`cannot load the WebAssembly solver: ${error instanceof Error ? error.message : String(error)}`);
}

/** The parts of Z3, with WebAssembly's own exceptions unless `plain`. */
export function partsOf(loader: string, wasm: WasmModule, plain: boolean): Z3Parts {
  const invokeNames = engine.Module.imports(wasm)
    .map(({ name }) => name)
    .filter((name) => name.startsWith('invoke_'));
  const names = { loader, wasm, invokeNames, throwerNames: Object.keys(throwers), helperNames };
  if (plain || !areReplaceable(invokeNames)) return { ...names, glue: null };
  try {
    const exceptions = new engine.Module(exceptionModule(invokeNames));
    return { ...names, glue: { exceptions, copy: new engine.Module(copyModule()) } };
  } catch {
    // An engine without WebAssembly exceptions: slower, not wrong.
    return { ...names, glue: null };
  }
}
