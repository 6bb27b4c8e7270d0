// The part of the engine's WebAssembly interface that is used, typed: it is in no library that TypeScript gets here.

/** A compiled module. It can be sent to workers. */
export interface WasmModule {
  readonly wasmModule?: never;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export interface WasmTable {
  readonly length: number;
  readonly grow: (by: number) => number;
  readonly set: (index: number, value: unknown) => void;
}

export type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface WasmEngine {
  readonly compile: (bytes: Uint8Array) => Promise<WasmModule>;
  readonly Module: {
    new (bytes: Uint8Array): WasmModule;
    readonly imports: (module: WasmModule) => readonly { readonly name: string }[];
  };
  readonly Instance: new (module: WasmModule, imports: WasmImports) => WasmInstance;
}

/** What holds the engine: `globalThis`. */
export interface WasmWorld {
  readonly WebAssembly: WasmEngine;
}
