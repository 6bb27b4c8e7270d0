// Functions that the module puts into its own fields: which of these fields hold one that takes locks.

import type { Expr, FuncRef, Function as IrFunction } from '../ir/ir.ts';
import { isExported, under } from '../types/index.ts';
import { callGraphOf, isModelled, localFunctions } from './call-graph.ts';
import { takesNamedLock } from './locks.ts';
import { type FlowProgram, forgetFarFunctions, functionOf } from './program.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';
import { fieldKey } from './writes.ts';

const known = new WeakMap<FlowProgram, ReadonlySet<string>>();

/** The unexported fields, by the names of `writes.ts`, into which the module puts functions that take locks, by themselves or in what they call. */
export function lockingFields(program: FlowProgram): ReadonlySet<string> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findFields(program)));
  return found;
}

function findFields(program: FlowProgram): ReadonlySet<string> {
  const found = new Set<string>();
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    collect(program, fn, found);
    forgetFarFunctions(program);
  }
  return found;
}

function collect(program: FlowProgram, fn: IrFunction, found: Set<string>): void {
  if (fn.body === null) return;
  const literals = localFunctions(fn);
  const functionsIn = (value: Expr): readonly FuncRef[] => {
    if (value.kind === 'FuncRef') return [value.func];
    return value.kind === 'LocalRef' ? (literals.of(value.local) ?? []) : [];
  };
  const put = (struct: Expr['type'], index: number, value: Expr): void => {
    const type = under(struct);
    const field = type.kind === 'Struct' ? type.fields[index] : undefined;
    if (field === undefined || isExported(field.name) || under(value.type).kind !== 'Signature') return;
    if (functionsIn(value).some(({ id }) => takesLocks(program, id))) found.add(fieldKey(struct, index));
  };
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind === 'Store' && stmt.place.kind === 'FieldPlace')
      put(stmt.place.base.type, stmt.place.index, stmt.value);
    walkStmtExprs(stmt, (e) => {
      if (e.kind !== 'Struct') return;
      e.fields.forEach((value, i) => {
        put(e.type, i, value);
      });
    });
  });
}

function takesLocks(program: FlowProgram, id: string): boolean {
  const { callees } = callGraphOf(program);
  const seen = new Set([id]);
  // A set gives what is added while it is gone through.
  for (const one of seen) {
    if (takesNamedLock(program, one)) return true;
    for (const callee of callees.get(one) ?? []) seen.add(callee);
  }
  return false;
}
