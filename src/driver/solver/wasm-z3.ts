// One Z3 module in WebAssembly in the thread that asks: instantiated and called without waiting for anything.

import type { WasmImports, WasmInstance, WasmModule, WasmTable, WasmWorld } from './webassembly.ts';

/** What a module is made of; it can be sent to workers. */
export interface Z3Parts {
  /** The path of Z3's loader. */
  readonly loader: string;
  readonly wasm: WasmModule;
  /** The modules of wasm-glue.ts, or null to run Z3 as it was shipped. */
  readonly glue: { readonly exceptions: WasmModule; readonly copy: WasmModule } | null;
  readonly invokeNames: readonly string[];
  readonly throwerNames: readonly string[];
  readonly helperNames: readonly string[];
}

/** The part of the loader's module object that is used. */
interface Z3Module {
  readonly HEAPU8: Uint8Array;
  readonly UTF8ToString: (pointer: number) => string;
  readonly _malloc: (size: number) => number;
  readonly _free: (pointer: number) => void;
  readonly _set_noop_error_handler: (context: number) => void;
  readonly _Z3_get_full_version: () => number;
  readonly _Z3_global_param_set: (name: number, value: number) => void;
  readonly _Z3_mk_config: () => number;
  readonly _Z3_del_config: (config: number) => void;
  readonly _Z3_mk_context: (config: number) => number;
  readonly _Z3_del_context: (context: number) => void;
  readonly _Z3_eval_smtlib2_string: (context: number, script: number) => number;
  readonly _Z3_get_error_code: (context: number) => number;
  readonly _Z3_get_error_msg: (context: number, code: number) => number;
}

/** A module that answers. Whatever it throws has broken it: it cannot be used again. */
export interface OpenZ3 {
  readonly version: string;
  /** What the script printed. */
  readonly run: (script: string) => string;
  /** Forgets everything but options. */
  readonly renew: () => void;
}

/**
 * Instantiates Z3 with these options, which are set before its first context is made, because later they count no more.
 * The text of this function is sent to workers: it refers to nothing outside itself.
 */
export function openZ3(
  require: (path: string) => unknown,
  parts: Z3Parts,
  options: readonly (readonly [string, string])[],
): OpenZ3 {
  const { WebAssembly: engine } = globalThis as unknown as WasmWorld;
  const complaints: string[] = [];
  // Exceptions are ordinary control flow in Z3: their JavaScript stack traces cost much and are never shown.
  const traces = Error as unknown as { stackTraceLimit: number };
  const { stackTraceLimit } = traces;
  /** Runs a piece of Z3's code. */
  const within = <T>(use: () => T): T => {
    traces.stackTraceLimit = 0;
    try {
      return use();
    } finally {
      traces.stackTraceLimit = stackTraceLimit;
    }
  };

  type Callable = (...args: readonly unknown[]) => unknown;

  /** Instantiates Z3 with WebAssembly's own exceptions. */
  const instantiate = (imports: WasmImports): WasmInstance => {
    const { glue } = parts;
    if (glue === null) return new engine.Instance(parts.wasm, imports);
    const env: Record<string, unknown> = { ...imports.env };
    const bookkeeping: Record<string, Callable> = {};
    for (const name of parts.throwerNames) {
      const original = env[name] as Callable;
      bookkeeping[name] = (...args) => {
        try {
          original(...args);
        } catch {
          // The caller throws again, inside WebAssembly.
        }
      };
    }
    const made = new engine.Instance(glue.exceptions, { env: bookkeeping }).exports;
    for (const name of [...parts.invokeNames, ...parts.throwerNames]) env[name] = made[name];
    const instance = new engine.Instance(parts.wasm, { ...imports, env });
    const from = instance.exports.__indirect_function_table as WasmTable;
    const to = made.functions as WasmTable;
    to.grow(from.length);
    const { copy } = new engine.Instance(glue.copy, { env: { to, from } }).exports;
    (copy as Callable)();
    for (const [i, name] of parts.helperNames.entries()) {
      (made.helpers as WasmTable).set(i, instance.exports[name]);
    }
    return instance;
  };

  // The loader gives a promise, but with a module that is there already it fills this object at once.
  const made: Partial<Z3Module> & Record<string, unknown> = {
    print: (line: string) => complaints.push(line),
    printErr: (line: string) => complaints.push(line),
    instantiateWasm: (imports: WasmImports, receive: (instance: WasmInstance, module: WasmModule) => void) => {
      const instance = instantiate(imports);
      receive(instance, parts.wasm);
      return instance.exports;
    },
  };
  const initialise = require(parts.loader) as (overrides: object) => Promise<unknown>;
  let failure: unknown = null;
  within(() => initialise(made)).catch((error: unknown) => {
    failure = error;
  });
  const z3 = made as unknown as Z3Module;
  if (typeof z3._Z3_mk_context !== 'function') throw new Error(`Z3 cannot be loaded ${String(failure ?? '')}`.trim());
  /** The text on Z3's heap, for the time of `use`: scripts can be longer than its stack. */
  const withText = <T>(value: string, use: (pointer: number) => T): T => {
    const bytes = new TextEncoder().encode(value);
    const pointer = z3._malloc(bytes.length + 1);
    z3.HEAPU8.set(bytes, pointer);
    z3.HEAPU8[pointer + bytes.length] = 0;
    try {
      return use(pointer);
    } finally {
      z3._free(pointer);
    }
  };
  complaints.length = 0;
  for (const [name, value] of options) {
    withText(name, (namePointer) => withText(value, (p) => z3._Z3_global_param_set(namePointer, p)));
  }
  if (complaints.length > 0) throw new Error(complaints.join(' '));
  let context = 0;
  let isUsed = true;
  const renew = () => {
    if (!isUsed) return;
    if (context !== 0) z3._Z3_del_context(context);
    const config = z3._Z3_mk_config();
    context = z3._Z3_mk_context(config);
    z3._Z3_del_config(config);
    z3._set_noop_error_handler(context);
    isUsed = false;
  };
  within(renew);
  return {
    version: z3.UTF8ToString(z3._Z3_get_full_version()),
    renew: () => within(renew),
    run: (script) =>
      within(() => {
        isUsed = true;
        let text: string;
        let code: number;
        try {
          text = z3.UTF8ToString(withText(script, (pointer) => z3._Z3_eval_smtlib2_string(context, pointer)));
          code = z3._Z3_get_error_code(context);
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new Error(`the solver broke down: ${reason} ${complaints.splice(0).join(' ')}`.trim());
        }
        // Errors that the script's output does not show.
        if (code === 0 || text.includes('(error ')) return text;
        throw new Error(`the solver reports: ${z3.UTF8ToString(z3._Z3_get_error_msg(context, code))}`);
      }),
  };
}
