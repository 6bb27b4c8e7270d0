// Method sets: all methods that a value of a type has, promoted ones included.

import { asNamed, unalias } from './alias.ts';
import type { Selection } from './info.ts';
import { collectEmbedded, consolidateMultiples, type EmbeddedType, hasPtrRecv, hasSeen } from './lookup.ts';
import { methodsOf } from './named.ts';
import { type Func, objectId } from './object.ts';
import { isInterface, isPointer } from './predicates.ts';
import type { Named, Type } from './type.ts';
import { typeSet } from './typeset.ts';
import { under } from './under.ts';

/** Null where the name is taken by a field or by several methods. */
type Methods = Map<string, Selection | null>;

/** The methods of T, ordered by objectId. The interfaces involved must be complete. */
export function methodSet(T: Type): readonly Selection[] {
  const named = asNamed(T);
  if (named !== null && isPointer(named)) return [];
  const p = unalias(T);
  const isPtr = p.kind === 'Pointer';
  const start = isPtr ? p.elem : T;
  if (isPtr && isInterface(start)) return [];

  const base: Methods = new Map();
  const seen: Named[] = [];
  let current: EmbeddedType[] = [{ type: start, index: null, indirect: isPtr, multiples: false }];
  while (current.length > 0) {
    const next: EmbeddedType[] = [];
    const fields = new Set<string>();
    const methods: Methods = new Map();
    for (const e of current) {
      const type = asNamed(e.type);
      if (type !== null) {
        if (hasSeen(seen, type)) continue;
        seen.push(type);
        addMethods(methods, T, methodsOf(type), e, e.indirect);
      }
      const u = under(e.type);
      if (u.kind === 'Struct') {
        for (const f of u.fields) fields.add(objectId(f.pkg, f.name));
        collectEmbedded(u, e.index, e.indirect, e.multiples, next);
      } else if (u.kind === 'Interface') {
        addMethods(methods, T, typeSet(u).methods, e, true);
      }
    }
    // What is less deep hides what is deeper; at the same depth, a field and a method of one name collide.
    for (const [id, m] of methods) if (!base.has(id)) base.set(id, fields.has(id) ? null : m);
    for (const id of fields) if (!base.has(id)) base.set(id, null);
    current = consolidateMultiples(next);
  }

  const found: { id: string; selection: Selection }[] = [];
  for (const [id, selection] of base) if (selection !== null) found.push({ id, selection });
  found.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return found.map((m) => m.selection);
}

function addMethods(into: Methods, recv: Type, list: readonly Func[], e: EmbeddedType, indirect: boolean): void {
  for (let i = 0; i < list.length; i++) {
    const obj = list[i] as Func;
    const id = objectId(obj.pkg, obj.name);
    const there = !e.multiples && !into.has(id) && (indirect || !hasPtrRecv(obj));
    const index = e.index === null ? [i] : [...e.index, i];
    into.set(id, there ? { kind: 'method', recv, obj, index, indirect } : null);
  }
}
