// Whether a communication program relies on values from outside leading to different objects: the entry makes one for each
// pointer, slice and variable that it is given, and two of them may be the same.

import { assumes, assumption } from '../../base/reasons.ts';
import type { CommProgram, NewStmt, Proc, Stmt } from '../comm.ts';
import { visitStmts } from '../walk.ts';

/** The program, with the assumption where it is needed; what was sliced away of the whole may be the same as what is left. */
export function assumingNoAliases(program: CommProgram, whole: CommProgram): CommProgram {
  if (program.root !== 'function' || assumes(program.assumptions, 'no-alias')) return program;
  if (givenTo(program).length === 0 || !mayShare(whole) || !changesObjects(whole)) return program;
  return { ...program, assumptions: [...program.assumptions, assumption('no-alias')] };
}

/** The class of a record; null for what a pointer to a part of anything may mean. */
type Given = number | null;

/** What the entry is given: variables first. */
function givenTo(program: CommProgram): readonly Given[] {
  const made = (program.procs[program.entry] as Proc).body.flatMap((stmt): readonly Given[] => {
    if (stmt.kind === 'new') return [classOf(program, stmt)];
    return stmt.kind === 'array' && stmt.op === 'make' ? [null] : [];
  });
  return [...program.globals.map(() => null), ...made];
}

function mayShare(program: CommProgram): boolean {
  const given = givenTo(program);
  // Two variables are never the same.
  const others = given.slice(program.globals.length);
  return others.some((other, k) =>
    given.slice(0, program.globals.length + k).some((one) => mayBeSame(program, one, other)),
  );
}

function classOf({ classes }: CommProgram, { what }: NewStmt): Given {
  if (what.kind !== 'record') return null;
  return classes[what.class]?.role === 'cell' ? null : what.class;
}

function mayBeSame(program: CommProgram, one: Given, other: Given): boolean {
  return one === null || other === null || holds(program, one, other) || holds(program, other, one);
}

/** Whether a record of one class is, or lies in, a record of another. */
function holds(program: CommProgram, outer: number, inner: number): boolean {
  if (outer === inner) return true;
  const fields = program.classes[outer]?.fields ?? [];
  return fields.some(({ init }) => init.kind === 'record' && holds(program, init.class, inner));
}

/** Whether something changes after the entry has made all: a field, an element, a variable or a lock. */
function changesObjects(program: CommProgram): boolean {
  const isChange = ({ kind }: Stmt): boolean => kind === 'store' || kind === 'lock' || kind === 'map';
  return program.procs.some(({ body }, index) => {
    let found = false;
    if (index !== program.entry) {
      visitStmts(body, (stmt) => {
        found ||= isChange(stmt);
      });
    }
    return found;
  });
}
