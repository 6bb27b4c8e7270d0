// Type assertions, and what they find in values from outside.

import { assume, goValue, why } from '../../base/reasons.ts';
import { sourceText, walkBlock } from '../../flow/index.ts';
import type { Global, Stmt as IrStmt } from '../../ir/ir.ts';
import { newVar as newGoVar, type Var } from '../../types/object.ts';
import type { Type } from '../../types/type.ts';
import type { Expr } from '../comm.ts';
import { hasType, tableFor } from './dispatch.ts';
import { havoc, isLocker } from './env.ts';
import { isPlainData, keyOf, shapeOf, shownType } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  type ClassInfo,
  type Extraction,
  emit,
  ifElse,
  load,
  nil,
  noSite,
  procFor,
  structClass,
  synthetic,
  temp,
  unknown,
  variable,
} from './state.ts';
import { emitValue, fromInterface, globalIndex, writeLocal, zeroValue } from './values.ts';

type Assertion = Extract<IrStmt, { kind: 'TypeAssert' }>;

export function typeAssert(b: Builder, s: Assertion): void {
  const held = emitValue(b, s.x);
  const outside = hasLocks(s.asserted) ? outsideObject(b, s) : null;
  const result = temp(b);
  if (s.ok === null && outside !== null) {
    // Whether it fails must not be asked anew each time that the same is asserted.
    assign(b, result, asserted(b, held, s.asserted, outside));
    if (s.target !== null) writeLocal(b, s.target, variable(result));
    return;
  }
  const ok = temp(b);
  // Where the type is not known it is chosen here once: an object and the answer belong together.
  const belong = s.ok !== null && s.target !== null && !isPlainData(shapeOf(s.asserted));
  const answer = (value: boolean): void => {
    if (belong) assign(b, ok, { kind: 'bool', value });
  };
  assign(b, ok, hasType(b, held, s.asserted, goValue(sourceText(b.x.flow, s.span))));
  ifElse(
    b,
    variable(ok),
    () => {
      answer(true);
      assign(b, result, asserted(b, held, s.asserted, outside));
    },
    () => {
      answer(false);
      // An assertion that fails panics; but types are not known well enough to blame it.
      assign(b, result, s.ok === null ? other : zeroValue(b, s.asserted, 'value'));
    },
  );
  if (s.target !== null) writeLocal(b, s.target, variable(result));
  if (s.ok !== null) writeLocal(b, s.ok, variable(ok));
}

function asserted(b: Builder, held: Expr, type: Type, outside: Global | null): Expr {
  if (held.kind === 'unknown') return outside === null ? havoc(b, type, held.why) : readGlobal(b, outside);
  return outside === null ? fromInterface(b, held, type) : oneOf(b, held, type, outside);
}

/** The object itself where the fragment made it, and the one from outside where the environment did. */
function oneOf(b: Builder, held: Expr, type: Type, outside: Global): Expr {
  const shape = shapeOf(type);
  const wanted = shape.kind === 'pointer' ? structClass(b.x, shape.elem) : null;
  const isItself = (made: ClassInfo): boolean =>
    made === wanted || (shape.kind === 'iface' && made.role !== 'environment');
  const table = tableFor(b.x, `object ${keyOf(type)} ${outside.id}`, ({ class: made }) => {
    const which = isItself(made)
      ? 'itself'
      : made.role === 'environment'
        ? `from outside ${outside.id}`
        : 'of another type';
    return procFor(b.x, `asserted ${which}`, () =>
      synthetic(b.x, outside.name, noSite, ['value'], (inner, [self]) => {
        if (isItself(made)) return [self as Expr];
        return [made.role === 'environment' ? readGlobal(inner, outside) : other];
      }),
    );
  });
  const target = temp(b);
  const callee = { kind: 'method', recv: held, table } as const;
  ifElse(
    b,
    binary('==', held, nil),
    () => assign(b, target, other),
    () => emit(b, { kind: 'call', callee, args: [], targets: [target], site: b.site }),
  );
  return variable(target);
}

const other = unknown(why('otherType'));

function readGlobal(b: Builder, global: Global): Expr {
  return load(b, { kind: 'global', index: globalIndex(b.x, global) });
}

/** Whether a type is a pointer to a struct that has locks in it, or an interface for what can be locked. */
function hasLocks(type: Type): boolean {
  const shape = shapeOf(type);
  if (shape.kind === 'iface') return isLocker(type);
  const inside = (of: Type): boolean => {
    const part = shapeOf(of);
    if (part.kind === 'sync') return part.sync !== 'waitgroup';
    return part.kind === 'struct' && part.fields.some((field) => inside(field.type as Type));
  };
  return shape.kind === 'pointer' && shapeOf(shape.elem).kind === 'struct' && inside(shape.elem);
}

/**
 * What an assertion finds in a value from outside, if the root is a function: one object for each way in which a function
 * writes it, as if it were a variable that the root finds in some state. Null where the state is known from its beginning.
 */
function outsideObject(b: Builder, s: Assertion): Global | null {
  const pkg = b.fn?.obj?.pkg ?? null;
  const file = b.x.flow.sources.fileOf(s.span.pos);
  if (b.x.root !== 'function' || pkg === null || file === null || b.x.flow.isModelFile(file.path)) return null;
  const text = sourceText(b.x.flow, s.x.span) || 'value';
  if (s.ok !== null && countOf(b, s, text) > 1) return null;
  const name = `${text}.(${shownType(s.asserted)})`;
  const key = `${b.fn?.id ?? ''} ${name}`;
  return standIn(b.x, key, () => {
    assume(b.x.assumptions, 'environment', name);
    return newGoVar('package', s.span.pos, pkg, name, s.asserted);
  });
}

/** What stands for a value from outside that is the same whenever it is asked for by this key, as if it were a variable of a package. */
export function standIn(x: Extraction, key: string, make: () => Var): Global {
  let found = x.outside.get(key);
  if (found === undefined) {
    const obj = make();
    // Variables of packages have ids from zero.
    found = { kind: 'Global', id: -1 - x.outside.size, name: obj.name, type: obj.type as Type, obj };
    x.outside.set(key, found);
  }
  return found;
}

/** How often a function asserts the same: answers that can differ would not fit each other. */
function countOf(b: Builder, s: Assertion, text: string): number {
  let count = 0;
  walkBlock(b.fn?.body ?? { kind: 'Block', list: [] }, (stmt) => {
    if (stmt.kind !== 'TypeAssert' || keyOf(stmt.asserted) !== keyOf(s.asserted)) return;
    if (sourceText(b.x.flow, stmt.x.span) === text) count++;
  });
  return count;
}
