// Z3's loader in a worker of a browser.

type Loader = (overrides: object) => Promise<unknown>;

interface Scope {
  readonly importScripts: (url: string) => void;
  readonly initZ3?: Loader;
  SharedArrayBuffer?: unknown;
}

const scope = globalThis as unknown as Scope;

/** Runs the script at this address once, and gives what it defines. */
export function loaderOf(url: string): Loader {
  if (scope.initZ3 === undefined) scope.importScripts(url);
  const { initZ3 } = scope;
  if (initZ3 === undefined) throw new Error('the loader of Z3 defines nothing');
  return (overrides) => initZ3(Object.assign(overrides, { mainScriptUrlOrBlob: url }));
}
