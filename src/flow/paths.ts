// Access paths: how a function comes from its variables to a value, as text that is equal where the value is.

import type { Expr, Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { targetsOf, walkBlock } from './walk.ts';

/** A variable, and the fields on the way from it, through pointers or not. */
export interface Path {
  readonly root: Local;
  /** `.1.0`; empty for the variable itself. */
  readonly fields: string;
}

/** The same for two paths of one function where they are. */
export function pathKey({ root, fields }: Path): string {
  return `${root.id}${fields}`;
}

/** Paths of the expressions of one function. What is read into a temporary goes by the path that it was read from. */
export class Paths {
  readonly #read = new Map<Local, Place>();
  readonly #copied = new Map<Local, Expr>();
  /** What variables hold that are given a value only once. */
  readonly #held = new Map<Local, Expr>();

  constructor(fn: IrFunction) {
    const times = new Map<Local, number>();
    if (fn.body === null) return;
    walkBlock(fn.body, (stmt) => {
      for (const local of targetsOf(stmt)) times.set(local, (times.get(local) ?? 0) + 1);
      if (stmt.kind === 'Load' || stmt.kind === 'Addr') this.#read.set(stmt.target, stmt.place);
      if (stmt.kind === 'Declare' || stmt.kind === 'Assign') this.#copied.set(stmt.local, stmt.value);
    });
    for (const [local, n] of times) {
      if (n === 1 && local.role === 'temp' && !local.shared) continue;
      const held = this.#copied.get(local);
      if (n === 1 && held !== undefined && local.role === 'var') this.#held.set(local, held);
      this.#read.delete(local);
      this.#copied.delete(local);
    }
  }

  /** Where the content of a temporary was read from, or what it is the address of. */
  placeOf(local: Local): Place | null {
    return this.#read.get(local) ?? null;
  }

  /** The same, also of a variable that was given a value once: what stands there may be another one by now. */
  sourceOf(local: Local): Place | null {
    const held = this.#held.get(local) ?? this.#copied.get(local);
    return this.placeOf(local) ?? (held?.kind === 'LocalRef' ? this.sourceOf(held.local) : null);
  }

  /** Null for what is no variable's. */
  of(expr: Expr): Path | null {
    switch (expr.kind) {
      case 'LocalRef': {
        const place = this.#read.get(expr.local);
        if (place !== undefined) return this.#place(place);
        const copy = this.#copied.get(expr.local);
        return copy === undefined ? { root: expr.local, fields: '' } : this.of(copy);
      }
      case 'Field':
        return below(this.of(expr.x), expr.index);
      case 'Convert':
        return this.of(expr.x);
      case 'AddrOf':
        return this.#place(expr.place);
      default:
        return null;
    }
  }

  #place(place: Place): Path | null {
    switch (place.kind) {
      case 'LocalPlace':
        return { root: place.local, fields: '' };
      case 'Deref':
        return this.of(place.pointer);
      case 'FieldPlace':
        return below(this.#place(place.base), place.index);
      case 'GlobalPlace':
      case 'IndexPlace':
        return null;
    }
  }
}

function below(path: Path | null, index: number): Path | null {
  return path === null ? null : { root: path.root, fields: `${path.fields}.${index}` };
}

/** The field that a statement writes: its number, as a path ends with it; null for other statements. */
export function writtenField(stmt: Stmt): number | null {
  return stmt.kind === 'Store' && stmt.place.kind === 'FieldPlace' ? stmt.place.index : null;
}
