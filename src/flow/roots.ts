// The functions that fragments begin with.

import type { Function as IrFunction } from '../ir/ir.ts';
import { isExported } from '../types/index.ts';
import type { Func, Package } from '../types/object.ts';
import type { Signature, Type } from '../types/type.ts';
import { callGraphOf, declaredFunctions } from './call-graph.ts';
import { type FlowProgram, functionOf } from './program.ts';

export interface RootFunction {
  readonly kind: 'main' | 'test' | 'function';
  readonly id: string;
  /** Translated when it is asked for: all roots of a large module together take much memory. */
  readonly fn: IrFunction;
  readonly pkg: Package;
}

/**
 * Entry points first: main, what runs the tests of a package, and tests; then exported functions and those that make channels, start goroutines or take
 * locks: what such a function does with a lock is best seen by itself.
 * Functions that cannot synchronise are none. Only functions of wanted packages are given.
 */
export function findRoots(
  program: FlowProgram,
  wanted: (pkg: Package) => boolean = () => true,
): readonly RootFunction[] {
  const declared = declaredFunctions(program);
  const graph = callGraphOf(program);
  const entries: RootFunction[] = [];
  const others: RootFunction[] = [];
  for (const { ref, obj } of declared) {
    if (obj.pkg === null || !wanted(obj.pkg) || !graph.synchronising.has(ref.id)) continue;
    const root: RootFunction = {
      kind: kindOf(program, obj),
      id: ref.id,
      get fn() {
        return functionOf(program, ref);
      },
      pkg: obj.pkg,
    };
    if (root.kind !== 'function') entries.push(root);
    else if (isExported(obj.name) || graph.creating.has(ref.id) || graph.locking.has(ref.id)) others.push(root);
  }
  return [...entries, ...others];
}

/** What a function is for a fragment that begins with it. */
export function kindOf(program: FlowProgram, obj: Func): RootFunction['kind'] {
  const signature = obj.type as Signature;
  if (signature.recv !== null) return 'function';
  if (obj.name === 'main' && obj.pkg?.name === 'main') return 'main';
  const path = program.sources.fileOf(obj.pos)?.path ?? '';
  if (!path.endsWith('_test.go')) return 'function';
  const params = signature.params.vars;
  // The process ends when it returns, whatever others do then.
  if (obj.name === 'TestMain' && params.length === 1 && isTestingType(params[0]?.type ?? null, ['M'])) return 'main';
  if (/^Example($|[^\p{Ll}])/u.test(obj.name) && params.length === 0) return 'test';
  if (!/^(Test|Benchmark)($|[^\p{Ll}])/u.test(obj.name) || params.length !== 1) return 'function';
  return isTestingType(params[0]?.type ?? null, ['T', 'B']) ? 'test' : 'function';
}

function isTestingType(type: Type | null, names: readonly string[]): boolean {
  if (type === null || type.kind !== 'Pointer' || type.elem.kind !== 'Named') return false;
  return type.elem.obj.pkg?.path === 'testing' && names.includes(type.elem.obj.name);
}
