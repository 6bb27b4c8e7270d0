// What runs in a worker of the WebAssembly solver: one Z3 module, one context, scripts answered one after the other.

import type { WasmImports, WasmInstance, WasmModule, WasmTable, WasmWorld } from './webassembly.ts';

/** What the worker is started with. */
export interface WorkerStart {
  /** The path of Z3's loader. */
  readonly loader: string;
  readonly wasm: WasmModule;
  /** The modules of wasm-glue.ts, or null to run Z3 as it was shipped. */
  readonly glue: { readonly exceptions: WasmModule; readonly copy: WasmModule } | null;
  readonly invokeNames: readonly string[];
  readonly throwerNames: readonly string[];
  readonly helperNames: readonly string[];
  readonly options: readonly (readonly [string, string])[];
}

/** To the worker: run the script; in a fresh context if `fresh`. */
export interface WorkerRequest {
  readonly script: string;
  readonly fresh: boolean;
}

/** From the worker: it can be used; it cannot; what a script printed; the script broke the solver. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

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

/** What the worker gets from its surroundings. */
export interface WorkerWorld {
  readonly require: (path: string) => unknown;
  readonly start: WorkerStart;
  readonly post: (message: WorkerMessage) => void;
  readonly onRequest: (handle: (request: WorkerRequest) => void) => void;
}

/**
 * The worker's program. Its text is what the worker is started with, because a bundle and sources that run unbundled
 * have no file in common for it: so it refers to nothing outside itself.
 */
export async function solverWorkerMain(world: WorkerWorld): Promise<void> {
  const { start, post } = world;
  const { WebAssembly: engine } = globalThis as unknown as WasmWorld;
  const complaints: string[] = [];
  // Exceptions are ordinary control flow in Z3: their JavaScript stack traces cost much and nobody sees them.
  Error.stackTraceLimit = 0;

  type Callable = (...args: readonly unknown[]) => unknown;

  /** Instantiates Z3 with WebAssembly's own exceptions. */
  const instantiate = (imports: WasmImports): WasmInstance => {
    const { glue } = start;
    if (glue === null) return new engine.Instance(start.wasm, imports);
    const env: Record<string, unknown> = { ...imports.env };
    const bookkeeping: Record<string, Callable> = {};
    for (const name of start.throwerNames) {
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
    for (const name of [...start.invokeNames, ...start.throwerNames]) env[name] = made[name];
    const instance = new engine.Instance(start.wasm, { ...imports, env });
    const from = instance.exports.__indirect_function_table as WasmTable;
    const to = made.functions as WasmTable;
    to.grow(from.length);
    const { copy } = new engine.Instance(glue.copy, { env: { to, from } }).exports;
    (copy as Callable)();
    for (const [i, name] of start.helperNames.entries()) {
      (made.helpers as WasmTable).set(i, instance.exports[name]);
    }
    return instance;
  };

  try {
    const initialise = world.require(start.loader) as (overrides: object) => Promise<Z3Module>;
    const z3 = await initialise({
      print: (line: string) => complaints.push(line),
      printErr: (line: string) => complaints.push(line),
      instantiateWasm: (imports: WasmImports, receive: (instance: WasmInstance, module: WasmModule) => void) => {
        const instance = instantiate(imports);
        receive(instance, start.wasm);
        return instance.exports;
      },
    });
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
    for (const [name, value] of start.options) {
      withText(name, (namePointer) => withText(value, (p) => z3._Z3_global_param_set(namePointer, p)));
    }
    if (complaints.length > 0) {
      post({ kind: 'broken', reason: complaints.join(' ') });
      return;
    }
    let context = 0;
    const newContext = () => {
      if (context !== 0) z3._Z3_del_context(context);
      const config = z3._Z3_mk_config();
      context = z3._Z3_mk_context(config);
      z3._Z3_del_config(config);
      z3._set_noop_error_handler(context);
    };
    newContext();
    let used = false;
    world.onRequest(({ script, fresh }) => {
      try {
        if (fresh && used) newContext();
        used = true;
        const output = withText(script, (pointer) => z3._Z3_eval_smtlib2_string(context, pointer));
        const text = z3.UTF8ToString(output);
        const code = z3._Z3_get_error_code(context);
        // Errors that the script's output does not show.
        const reason =
          code === 0 || text.includes('(error ') ? null : z3.UTF8ToString(z3._Z3_get_error_msg(context, code));
        post(reason === null ? { kind: 'text', text } : { kind: 'failed', reason: `the solver reports: ${reason}` });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        post({ kind: 'failed', reason: `the solver broke down: ${reason} ${complaints.splice(0).join(' ')}`.trim() });
      }
    });
    post({ kind: 'ready', version: z3.UTF8ToString(z3._Z3_get_full_version()) });
  } catch (error) {
    post({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
  }
}
