// Local computation in Promela: assignments, new objects, reads and writes of memory.

import { must } from '../../base/assert.ts';
import type { Expr, Place, Site } from '../comm.ts';
import { type LocalStmt, Unsupported } from './flat.ts';
import { promelaExpr, tainted } from './promela-exprs.ts';
import { needsBoot } from './promela-flow.ts';
import { nowhere, type Pool, type Process } from './promela-state.ts';

export function text(p: Process, expr: Expr, site: Site = nowhere): string {
  return promelaExpr(p.scope, expr, site);
}

export function name(p: Process, variable: number): string {
  return p.scope.vars[variable] as string;
}

/** Assigns all at once: through temporaries where a source is overwritten before it is read. */
export function printMoves(
  p: Process,
  moves: readonly { readonly to: number; readonly from: Expr }[],
  live: ReadonlySet<number>,
): string[] {
  const wanted = moves.filter((m) => live.has(m.to) && !(m.from.kind === 'var' && m.from.index === m.to));
  const cleared = moves.filter((m) => !live.has(m.to)).map((m) => `${name(p, m.to)} = 0`);
  const targets = new Set(moves.map((m) => m.to));
  const clash = wanted.some((m) => m.from.kind !== 'nil' && readsOf(m.from).some((v) => targets.has(v)));
  if (!clash) return [...wanted.map((m) => `${name(p, m.to)} = ${text(p, m.from)}`), ...cleared];
  p.e.used.add('temp');
  if (wanted.length > 16) throw new Unsupported('a call with more than 16 arguments', nowhere);
  return [
    ...wanted.map((m, i) => `temp[${i}] = ${text(p, m.from)}`),
    ...cleared,
    ...wanted.map((m, i) => `${name(p, m.to)} = temp[${i}]`),
  ];
}

function readsOf(expr: Expr): readonly number[] {
  switch (expr.kind) {
    case 'var':
      return [expr.index];
    case 'unary':
      return readsOf(expr.x);
    case 'binary':
      return [...readsOf(expr.x), ...readsOf(expr.y)];
    default:
      return [];
  }
}

export function placeText(p: Process, place: Place, site: Site): string {
  switch (place.kind) {
    case 'global':
      return p.e.globals[place.index] as string;
    case 'field':
      return `heap[${text(p, place.object, site)} + ${place.field}]`;
    case 'element':
      return `heap[${text(p, place.array, site)} + 1 + ${text(p, place.index, site)}]`;
  }
}

/** Takes the next object of a pool. */
function allocate(p: Process, pool: Exclude<Pool, 'heap'>): string[] {
  p.e.pools.add(pool);
  p.e.faults.add('too_many_objects');
  return [`n${pool}++`, `assert(!(n${pool} > ${p.e.features.objects} && too_many_objects))`];
}

export function printLocal(p: Process, stmt: LocalStmt): string[] {
  const { e } = p;
  switch (stmt.kind) {
    case 'assign':
      return [`${name(p, stmt.target)} = ${text(p, stmt.value, stmt.site)}`];
    case 'load':
      return [`${name(p, stmt.target)} = ${placeText(p, stmt.place, stmt.site)}`];
    case 'store':
      return [`${placeText(p, stmt.place, stmt.site)} = ${text(p, stmt.value, stmt.site)}`];
    case 'chan': {
      const lines = allocate(p, 'chan');
      const capacity = text(p, stmt.capacity, stmt.site);
      if (tainted(p.scope, stmt.capacity)) throw new Unsupported('a channel of unknown capacity', stmt.site);
      if (stmt.capacity.kind !== 'int' || stmt.capacity.value < 0) {
        e.faults.add('negative_capacity').add('too_many_objects');
        lines.push(`assert(!(${capacity} < 0 && negative_capacity))`);
        lines.push(`assert(!(${capacity} > ${e.features.maxCapacity} && too_many_objects))`);
      }
      if (e.features.buffered && capacity !== '0') lines.push(`cap[nchan] = ${capacity}`);
      return [...lines, `${name(p, stmt.target)} = nchan`];
    }
    case 'new':
      return printNew(p, stmt);
    case 'array': {
      const [first] = stmt.args;
      const target = name(p, stmt.target);
      if (stmt.op === 'len') return [`${target} = heap[${text(p, must(first), stmt.site)}]`];
      if (stmt.op !== 'make') throw new Unsupported(`array ${stmt.op}`, stmt.site);
      e.pools.add('heap');
      const length = text(p, must(first), stmt.site);
      const fill = stmt.args[1];
      if (fill !== undefined && (first?.kind !== 'int' || first.value > 16)) {
        throw new Unsupported('a long array that does not begin with nil', stmt.site);
      }
      const filled = fill === undefined || first?.kind !== 'int' ? 0 : first.value;
      const elements = Array.from(
        { length: filled },
        (_, i) => `heap[nheap + ${i + 1}] = ${text(p, must(fill), stmt.site)}`,
      );
      return [`heap[nheap] = ${length}`, ...elements, `${target} = nheap`, `nheap = nheap + 1 + ${length}`];
    }
    case 'go': {
      const proc = stmt.callee.kind === 'proc' ? stmt.callee.proc : -1;
      const args = stmt.args.map((arg) => text(p, arg, stmt.site)).join(', ');
      const run = [`run ${e.names.get(proc)}(${args})`, 'alive++'];
      return needsBoot(e, proc) ? [...run, 'boot!_pid', 'back?eval(_pid)'] : run;
    }
  }
}

function printNew(p: Process, stmt: Extract<LocalStmt, { kind: 'new' }>): string[] {
  const target = name(p, stmt.target);
  switch (stmt.what.kind) {
    case 'sync': {
      const pool = stmt.what.sync === 'waitgroup' ? 'group' : 'lock';
      return [...allocate(p, pool), `${target} = n${pool}`];
    }
    case 'cond':
      return [...allocate(p, 'cond'), `locker[ncond] = ${text(p, stmt.what.locker, stmt.site)}`, `${target} = ncond`];
    case 'record':
      p.e.pools.add('heap');
      return [
        ...recordLines(p, stmt.what.class, stmt.site),
        `${target} = nheap`,
        `nheap = nheap + ${fieldCount(p, stmt.what.class)}`,
      ];
  }
}

function fieldCount(p: Process, index: number): number {
  return Math.max(1, must(p.e.program.classes[index]).fields.length);
}

/** First values of a record that begins at nheap. */
function recordLines(p: Process, index: number, site: Site): string[] {
  return must(p.e.program.classes[index]).fields.flatMap(({ init }, i) => {
    const place = `heap[nheap + ${i}]`;
    if (init.kind === 'record') throw new Unsupported('a record within a record', site);
    if (init.kind === 'value') return init.value.kind === 'nil' ? [] : [`${place} = ${text(p, init.value, site)}`];
    const pool = init.sync === 'waitgroup' ? 'group' : 'lock';
    return [...allocate(p, pool), `${place} = n${pool}`];
  });
}
