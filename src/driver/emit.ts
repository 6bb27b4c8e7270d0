// `emit`: a function of the loaded packages in one of Gordian's own languages.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { SourceSet } from '../base/source.ts';
import { type FuncRef, funcRef, lowerFunction, newLowerer, printFunction } from '../ir/index.ts';
import { loadPackages } from '../load/index.ts';
import { type CheckRequest, inOrder, loadRequest } from './check.ts';
import { goEnvironment } from './go-env.ts';
import { nodeHost } from './node-host.ts';

export interface EmitRequest extends CheckRequest {
  /** `F`, `T.M`, `(*T).M`, or one of these behind the path of a package and a dot. */
  readonly function: string;
}

export interface EmitResult {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  /** One text for each function of that name, with its literals. */
  readonly texts: readonly string[];
}

export function emitIr(request: EmitRequest): EmitResult {
  const host = nodeHost(request.folder, goEnvironment());
  const { sources, diagnostics, packages } = loadPackages(host, loadRequest(request, host.env));
  const lowerer = newLowerer(packages);
  const texts: string[] = [];
  for (const obj of lowerer.bodies.keys()) {
    const signature = obj.type;
    if (signature?.kind !== 'Signature') continue;
    // Generic functions have no ir of their own, only their instances do.
    if ((signature.typeParams ?? signature.recvTypeParams ?? []).length > 0) continue;
    const found = funcRef(lowerer, obj);
    if (!isNamed(found, obj.pkg?.path ?? '', request.function)) continue;
    const before = new Set(lowerer.functions.keys());
    const functions = [lowerFunction(lowerer, found)];
    for (const f of lowerer.functions.values()) if (!before.has(f.id) && f.id !== found.id) functions.push(f);
    texts.push(functions.map(printFunction).join('\n'));
  }
  return { sources, diagnostics: inOrder(diagnostics, sources), texts };
}

function isNamed(found: FuncRef, path: string, wanted: string): boolean {
  return found.id === wanted || found.id === `${path}.${wanted}`;
}
