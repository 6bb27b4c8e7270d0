// Which container a variable's value was taken out of: a map, slice or sync.Map in a field or in a variable of a package.

import type { Expr, Function as IrFunction, Local, Place } from '../ir/ir.ts';
import { Paths } from './paths.ts';
import { targetsOf, walkBlock } from './walk.ts';

const known = new WeakMap<IrFunction, ReadonlyMap<Local, Place>>();

/** The containers of one function's variables that hold an element, and no other value. */
export function elementSources(fn: IrFunction): ReadonlyMap<Local, Place> {
  let found = known.get(fn);
  if (found === undefined) known.set(fn, (found = findSources(fn)));
  return found;
}

/** What gives an element, and leaves it there. */
const loads: ReadonlySet<string> = new Set(['sync.(*Map).Load', 'sync.(*Map).LoadOrStore']);

function findSources(fn: IrFunction): ReadonlyMap<Local, Place> {
  const found = new Map<Local, Place>();
  if (fn.body === null) return found;
  const paths = new Paths(fn);
  const times = new Map<Local, number>();
  const iterators = new Map<Local, Place>();
  const placeOf = (e: Expr | undefined): Place | null => {
    if (e?.kind === 'AddrOf') return e.place;
    return e?.kind === 'LocalRef' ? paths.sourceOf(e.local) : null;
  };
  const note = (local: Local | null | undefined, place: Place | null | undefined): void => {
    if (local !== null && local !== undefined && place !== null && place !== undefined) found.set(local, place);
  };
  const copied = (e: Expr): Place | undefined => (e.kind === 'LocalRef' ? found.get(e.local) : undefined);
  walkBlock(fn.body, (stmt) => {
    for (const local of targetsOf(stmt)) times.set(local, (times.get(local) ?? 0) + 1);
    switch (stmt.kind) {
      case 'MapGet':
        note(stmt.target, placeOf(stmt.map));
        return;
      case 'MapIter': {
        const place = placeOf(stmt.map);
        if (place !== null) iterators.set(stmt.target, place);
        return;
      }
      case 'MapNext':
        note(stmt.value, iterators.get(stmt.iter));
        return;
      case 'Index':
        note(stmt.target, placeOf(stmt.x));
        return;
      case 'Load':
        if (stmt.place.kind !== 'IndexPlace') return;
        note(stmt.target, stmt.place.base.kind === 'slice' ? placeOf(stmt.place.base.slice) : stmt.place.base.place);
        return;
      case 'Call':
        if (stmt.callee.kind === 'static' && loads.has(stmt.callee.func.id))
          note(stmt.targets[0], placeOf(stmt.args[0]));
        return;
      case 'TypeAssert':
        note(stmt.target, copied(stmt.x));
        return;
      case 'Declare':
      case 'Assign':
        note(stmt.local, copied(stmt.value));
        return;
      default:
        return;
    }
  });
  for (const [local, n] of times) if (n > 1) found.delete(local);
  return found;
}
