// Names for the values of one function: two expressions with the same name mean the same, as long as nothing in the name is written.
//
// `P0.2` is field 2 of what parameter 0 is or points to, `C1` a captured variable, `L3` a local, `G7` a package's variable;
// `x[k]` an element or entry. What is read into a temporary goes by the name of what it was read from.

import type { Expr, Function as IrFunction, Local, Place, Stmt } from '../../ir/ir.ts';
import { targetsOf, walkBlock } from '../walk.ts';
import { fieldKey, globalKey } from '../writes.ts';

export class ValueNames {
  readonly #frame: string;
  readonly #set: ReadonlySet<string>;
  readonly #given = new Map<Local, string>();
  readonly #defined = new Map<Local, Stmt>();
  /** Fields by the names of values in them. */
  readonly fields = new Map<string, string>();

  /**
   * `given`: names of parameters and captures as the surroundings have them. `frame` tells locals of nested walks apart. `set`: what
   * never holds nil, by `writes.ts`.
   */
  constructor(
    fn: IrFunction,
    given: ReadonlyMap<Local, string> | null = null,
    frame = '',
    set: ReadonlySet<string> = new Set(),
  ) {
    this.#frame = frame;
    this.#set = set;
    fn.params.forEach((local, i) => {
      this.#given.set(local, `P${i}`);
    });
    fn.captures.forEach((local, i) => {
      this.#given.set(local, `C${i}`);
    });
    for (const [local, name] of given ?? []) this.#given.set(local, name);
    if (fn.body === null) return;
    const times = new Map<Local, number>();
    walkBlock(fn.body, (stmt) => {
      for (const local of targetsOf(stmt)) {
        times.set(local, (times.get(local) ?? 0) + 1);
        this.#defined.set(local, stmt);
      }
    });
    for (const [local, n] of times) if (n > 1 || local.shared) this.#defined.delete(local);
  }

  /** The one statement that gives a local its value. */
  definitionOf(local: Local): Stmt | null {
    return this.#defined.get(local) ?? null;
  }

  /** Whether a value was read from a variable of a package that is never nil. */
  isSet(expr: Expr): boolean {
    const stmt = expr.kind === 'LocalRef' ? this.definitionOf(expr.local) : null;
    return stmt?.kind === 'Load' && stmt.place.kind === 'GlobalPlace' && this.#set.has(globalKey(stmt.place.global.id));
  }

  /** A local by itself, whatever it was read from. */
  token(local: Local): string {
    return this.#given.get(local) ?? `L${this.#frame}${local.id};`;
  }

  /** Null for what has no name. */
  of(expr: Expr): string | null {
    switch (expr.kind) {
      case 'LocalRef':
        return this.#local(expr.local);
      case 'Field': {
        const base = this.of(expr.x);
        return base === null ? null : `${base}.${expr.index}`;
      }
      case 'Convert':
      case 'MakeInterface':
        return this.of(expr.x);
      case 'AddrOf':
        return this.place(expr.place);
      case 'Const':
        return `=${valueText(expr.value)}`;
      case 'Zero':
        return '=zero';
      case 'Len': {
        const base = this.of(expr.x);
        return base === null ? null : `${expr.op}(${base})`;
      }
      case 'FuncRef':
        return `F(${expr.func.id})`;
      default:
        return null;
    }
  }

  #local(local: Local): string {
    const stmt = this.#defined.get(local);
    if (stmt === undefined) return this.token(local);
    const isTemp = local.role === 'temp';
    switch (stmt.kind) {
      case 'Load':
        return (isTemp ? this.place(stmt.place) : null) ?? this.token(local);
      case 'Addr':
        return this.place(stmt.place) ?? this.token(local);
      case 'Declare':
      case 'Assign': {
        // `mu := &c.mu` stays what it is; what was read into a variable may be something else in its place by now.
        const isFixed = isTemp || stmt.value.kind === 'AddrOf';
        return (isFixed ? this.of(stmt.value) : null) ?? this.token(local);
      }
      case 'TypeAssert':
        return (isTemp && stmt.target === local ? this.of(stmt.x) : null) ?? this.token(local);
      case 'Index': {
        const base = isTemp ? this.of(stmt.x) : null;
        const index = base === null ? null : this.of(stmt.index);
        return index === null ? this.token(local) : `${base}[${index}]`;
      }
      case 'MapGet': {
        const base = isTemp && stmt.target === local ? this.of(stmt.map) : null;
        const key = base === null ? null : this.of(stmt.key);
        return key === null ? this.token(local) : `${base}[${key}]`;
      }
      default:
        return this.token(local);
    }
  }

  place(place: Place): string | null {
    switch (place.kind) {
      case 'LocalPlace':
        return this.token(place.local);
      case 'GlobalPlace':
        return `G${place.global.id};`;
      case 'Deref':
        return this.of(place.pointer);
      case 'FieldPlace': {
        const base = this.place(place.base);
        if (base === null) return null;
        const name = `${base}.${place.index}`;
        this.fields.set(name, fieldKey(place.base.type, place.index));
        return name;
      }
      case 'IndexPlace': {
        const base = place.base.kind === 'array' ? this.place(place.base.place) : this.of(place.base.slice);
        const index = base === null ? null : this.of(place.index);
        return index === null ? null : `${base}[${index}]`;
      }
    }
  }

  /** The field or variable that a value lies in or was read from, by the names of `writes.ts`; null for others. */
  keyOf(expr: Expr): string | null {
    switch (expr.kind) {
      case 'AddrOf':
        return keyOfPlace(expr.place);
      case 'Convert':
      case 'MakeInterface':
        return this.keyOf(expr.x);
      case 'Field':
        return fieldKey(expr.x.type, expr.index);
      case 'LocalRef': {
        const stmt = this.#defined.get(expr.local);
        if (stmt === undefined) return null;
        if (stmt.kind === 'Load' || stmt.kind === 'Addr') return keyOfPlace(stmt.place);
        return stmt.kind === 'Declare' || stmt.kind === 'Assign' ? this.keyOf(stmt.value) : null;
      }
      default:
        return null;
    }
  }
}

function keyOfPlace(place: Place): string | null {
  if (place.kind === 'FieldPlace') return fieldKey(place.base.type, place.index);
  return place.kind === 'GlobalPlace' ? globalKey(place.global.id) : null;
}

function valueText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));
}

/** Whether a name has to do with a local: writing it changes what the name means. */
export function mentions(name: string, token: string): boolean {
  let at = name.indexOf(token);
  while (at >= 0) {
    const next = name[at + token.length] ?? '';
    if (token.endsWith(';') || !/[0-9]/.test(next)) return true;
    at = name.indexOf(token, at + 1);
  }
  return false;
}

/** A name as a caller has it: `roots` are its names for parameters and captures. Null where something in it has none there. */
export function translated(name: string, roots: ReadonlyMap<string, string>): string | null {
  let lost = false;
  const moved = name.replace(/[PC]\d+|L[^;]*;/g, (root) => {
    const to = roots.get(root);
    if (to === undefined) lost = true;
    return to ?? '';
  });
  return lost ? null : moved;
}
