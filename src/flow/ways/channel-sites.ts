// Where the module uses channels and WaitGroups, by the groups of `shared-objects.ts`.

import type { Span } from '../../base/source.ts';
import type { Expr, Function as IrFunction, Stmt } from '../../ir/ir.ts';
import { type FlowProgram, functionOf } from '../program.ts';
import { functionsInSight, type Group, sharedObjects, waitGroupMethod } from '../shared-objects.ts';
import { blocksOf } from '../walk.ts';

export interface Site {
  readonly fn: IrFunction;
  readonly stmt: Stmt;
  readonly span: Span;
  readonly chan: Expr;
  /** Other ways on, where it stands in a select: a default among them. */
  readonly alternatives: number;
  /** The loops around it, inner ones last. */
  readonly loops: readonly Extract<Stmt, { kind: 'Loop' }>[];
}

export interface Uses {
  readonly made: Extract<Stmt, { kind: 'MakeChan' }>[];
  readonly sends: Site[];
  readonly receives: Site[];
  readonly closes: Site[];
  readonly adds: Site[];
  readonly dones: Site[];
  readonly waits: Site[];
}

const known = new WeakMap<FlowProgram, ReadonlyMap<Group, Uses>>();

export function channelSites(program: FlowProgram): ReadonlyMap<Group, Uses> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findSites(program)));
  return found;
}

function findSites(program: FlowProgram): ReadonlyMap<Group, Uses> {
  const shared = sharedObjects(program);
  const found = new Map<Group, Uses>();
  const usesOf = (expr: Expr): Uses | null => {
    const group = shared.of(expr);
    if (group === null) return null;
    let uses = found.get(group);
    if (uses === undefined) {
      uses = { made: [], sends: [], receives: [], closes: [], adds: [], dones: [], waits: [] };
      found.set(group, uses);
    }
    return uses;
  };
  for (const { id } of functionsInSight(program)) {
    const fn = functionOf(program, { id, name: id });
    const visit = (list: readonly Stmt[], loops: Site['loops']): void => {
      for (const stmt of list) {
        note(fn, stmt, loops, usesOf);
        const inner = stmt.kind === 'Loop' ? [...loops, stmt] : loops;
        for (const block of blocksOf(stmt)) visit(block.list, inner);
      }
    };
    visit(fn.body?.list ?? [], []);
  }
  return found;
}

function note(fn: IrFunction, stmt: Stmt, loops: Site['loops'], usesOf: (expr: Expr) => Uses | null): void {
  const site = (chan: Expr, alternatives = 0, span = stmt.span): Site => ({
    fn,
    stmt,
    span,
    chan,
    alternatives,
    loops,
  });
  switch (stmt.kind) {
    case 'MakeChan': {
      const { target: local, span } = stmt;
      usesOf({ kind: 'LocalRef', local, type: local.type, span })?.made.push(stmt);
      return;
    }
    case 'Send':
      usesOf(stmt.chan)?.sends.push(site(stmt.chan));
      return;
    case 'Recv':
      usesOf(stmt.chan)?.receives.push(site(stmt.chan));
      return;
    case 'Close':
      usesOf(stmt.chan)?.closes.push(site(stmt.chan));
      return;
    case 'Select': {
      const alternatives = stmt.cases.length - 1 + (stmt.otherwise === null ? 0 : 1);
      for (const { comm } of stmt.cases) {
        const uses = usesOf(comm.chan);
        (comm.kind === 'send' ? uses?.sends : uses?.receives)?.push(site(comm.chan, alternatives, comm.span));
      }
      return;
    }
    case 'Call':
    case 'Defer':
    case 'Go': {
      const [first] = stmt.args;
      if (first === undefined) return;
      if (stmt.callee.kind === 'builtin' && stmt.callee.name === 'close') usesOf(first)?.closes.push(site(first));
      const method = waitGroupMethod(stmt.callee);
      if (method === 'Add') usesOf(first)?.adds.push(site(first));
      if (method === 'Done') usesOf(first)?.dones.push(site(first));
      if (method === 'Wait') usesOf(first)?.waits.push(site(first));
      return;
    }
    default:
      return;
  }
}
