// Loops over the keys of a map, as extraction makes them: how they are known again.

import type { CommProgram, Expr, LoopStmt, Stmt } from './comm.ts';

export interface MapLoop {
  readonly map: Expr;
  /** Whether another key was found, and which. */
  readonly found: number;
  readonly key: number | null;
  /** The round, once there is a key. */
  readonly body: readonly Stmt[];
}

/** A loop that takes another key of a map each round, and ends when there is none. */
export function mapLoop(program: CommProgram, loop: LoopStmt): MapLoop | null {
  const at = loop.body.findIndex((stmt) => stmt.kind !== 'yield');
  const next = loop.body[at];
  const call = next?.kind === 'if' ? next.then.find((stmt) => stmt.kind === 'call') : undefined;
  if (call?.kind !== 'call' || call.callee.kind !== 'proc') return null;
  if (program.procs[call.callee.proc]?.role.kind !== 'key') return null;
  const [map] = call.args;
  const [found, key] = call.targets;
  if (map?.kind !== 'var' || typeof found !== 'number') return null;
  // Where others may change the map, this is no longer asked.
  const asks = (stmt: Stmt): boolean => {
    const [asked] = stmt.kind === 'map' && stmt.op === 'len' ? stmt.args : [];
    return asked?.kind === 'var' && asked.index === map.index;
  };
  if (next?.kind !== 'if' || !next.otherwise.some(asks)) return null;
  return { map, found, key: key ?? null, body: loop.body.slice(at + 1) };
}
