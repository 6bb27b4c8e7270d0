// The modules that Z3 in WebAssembly is made of, wherever its parts come from: files, or the network.

import { HostError } from '../../base/host.ts';
import { areReplaceable, copyModule, exceptionModule, helperNames, throwers } from './wasm-glue.ts';
import type { Z3Parts } from './wasm-z3.ts';
import type { WasmModule, WasmWorld } from './webassembly.ts';

const { WebAssembly: engine } = globalThis as unknown as WasmWorld;

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

export function cannotLoad(error: unknown): HostError {
  return new HostError(`cannot load the WebAssembly solver: ${error instanceof Error ? error.message : String(error)}`);
}
