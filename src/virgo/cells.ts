// Cells that only one call ever sees, as plain variables: loop variables that a closure captured by value, before VirGo is made.
//
// A cell variable is one that is only made (`x = new cell`), copied once, and read and written through. A copy is fine if what it
// was copied from is not used after that: then the two are one.

import { must } from '../base/assert.ts';
import type { CommProgram, Expr, Proc, Stmt } from '../comm/comm.ts';
import { blocksOf, someExpr, withBlocks } from '../comm/index.ts';

export function withoutCells(program: CommProgram): CommProgram {
  return { ...program, procs: program.procs.map((proc) => scalarise(program, proc)) };
}

function isCell(program: CommProgram, cls: number): boolean {
  const found = must(program.classes[cls]);
  return found.role === 'cell' && found.fields.length === 1 && found.fields[0]?.init.kind === 'value';
}

/** Every place where variables stand, outside what cells are for. */
function scalarise(program: CommProgram, proc: Proc): Proc {
  const cells = new Set<number>();
  const bad = new Set<number>();
  const copies: { readonly from: number; readonly to: number; readonly moves: boolean }[] = [];
  const spoil = (e: Expr): void => {
    someExpr(e, (part) => {
      if (part.kind === 'var') bad.add(part.index);
      return false;
    });
  };
  const reads = readsIn(proc.body);
  const visit = (block: readonly Stmt[]): void => {
    const made = new Set<number>();
    for (const stmt of block) {
      visitOne(block, stmt, made);
      for (const target of targetsOf(stmt)) made.add(target);
    }
  };
  /** `made`: what the statements before it in its block have set. */
  const visitOne = (block: readonly Stmt[], stmt: Stmt, made: ReadonlySet<number>): void => {
    for (const inner of blocksOf(stmt)) visit(inner);
    switch (stmt.kind) {
      case 'new':
        if (stmt.what.kind === 'record' && isCell(program, stmt.what.class)) cells.add(stmt.target);
        else {
          bad.add(stmt.target);
          if (stmt.what.kind === 'cond') spoil(stmt.what.locker);
        }
        return;
      case 'load':
        bad.add(stmt.target);
        if (stmt.place.kind === 'field' && stmt.place.object.kind === 'var') return;
        break;
      case 'store':
        spoil(stmt.value);
        if (stmt.place.kind === 'field' && stmt.place.object.kind === 'var') return;
        break;
      case 'assign':
        if (stmt.value.kind === 'var') {
          const from = stmt.value.index;
          // Used elsewhere, or after it was copied: the two would have to stay one.
          const moves = made.has(from) && reads.areBetween(from, must(block[0]), stmt);
          copies.push({ from, to: stmt.target, moves });
          return;
        }
        break;
      default:
        break;
    }
    for (const e of expressionsOf(stmt)) spoil(e);
    for (const target of targetsOf(stmt)) bad.add(target);
  };
  visit(proc.body);
  for (let i = 0; i < proc.params; i++) bad.add(i);
  for (const result of proc.results) bad.add(result);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to, moves } of copies) {
      // Whatever was copied into it: a copy of a copy is the same cell.
      if (cells.has(from) && !moves) bad.add(from);
      if (cells.has(from) && !cells.has(to) && !bad.has(to)) {
        cells.add(to);
        changed = true;
      }
      if ((bad.has(from) || !cells.has(from)) !== (bad.has(to) || !cells.has(to))) {
        if (!bad.has(from) || !bad.has(to)) changed = true;
        bad.add(from);
        bad.add(to);
      }
    }
  }
  const plain = (index: number): boolean => cells.has(index) && !bad.has(index);
  if (![...cells].some(plain)) return proc;
  const rewrite = (block: readonly Stmt[]): readonly Stmt[] =>
    block.map((stmt): Stmt => {
      const { site } = stmt;
      if (stmt.kind === 'new' && stmt.what.kind === 'record' && plain(stmt.target)) {
        const init = must(must(program.classes[stmt.what.class]).fields[0]).init;
        return {
          kind: 'assign',
          target: stmt.target,
          value: init.kind === 'value' ? init.value : { kind: 'nil' },
          site,
        };
      }
      if (stmt.kind === 'load' && stmt.place.kind === 'field' && stmt.place.object.kind === 'var') {
        const { object } = stmt.place;
        if (plain(object.index)) return { kind: 'assign', target: stmt.target, value: object, site };
      }
      if (stmt.kind === 'store' && stmt.place.kind === 'field' && stmt.place.object.kind === 'var') {
        const { object } = stmt.place;
        if (plain(object.index)) return { kind: 'assign', target: object.index, value: stmt.value, site };
      }
      return blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewrite);
    });
  return { ...proc, body: rewrite(proc.body) };
}

/** Where variables are read: places are numbers in the order of the text, and a statement with its blocks is a range of them. */
interface Reads {
  /** Whether all reads of a variable are from the begin of one statement to the end of another. */
  readonly areBetween: (index: number, first: Stmt, last: Stmt) => boolean;
}

const nowhere = { begin: Number.POSITIVE_INFINITY, end: -1 } as const;

function readsIn(body: readonly Stmt[]): Reads {
  const ranges = new Map<Stmt, { readonly begin: number; readonly end: number }>();
  const reads = new Map<number, { readonly first: number; readonly last: number }>();
  let place = 0;
  const number = (block: readonly Stmt[]): void => {
    for (const stmt of block) {
      const begin = place;
      for (const e of expressionsOf(stmt)) {
        someExpr(e, (part) => {
          if (part.kind === 'var')
            reads.set(part.index, { first: reads.get(part.index)?.first ?? place, last: place++ });
          return false;
        });
      }
      for (const inner of blocksOf(stmt)) number(inner);
      // One that stands in two places has no range that says where.
      ranges.set(stmt, ranges.has(stmt) ? nowhere : { begin, end: place });
    }
  };
  number(body);
  return {
    areBetween: (index, first, last) => {
      const found = reads.get(index);
      return (
        found === undefined || (must(ranges.get(first)).begin <= found.first && found.last < must(ranges.get(last)).end)
      );
    },
  };
}

/** All expressions that a statement evaluates, but for those in its blocks. */
function expressionsOf(stmt: Stmt): readonly Expr[] {
  const found: Expr[] = [];
  const blocks = new Set<unknown>(blocksOf(stmt));
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || blocks.has(value)) return;
    if ('kind' in value && value.kind === 'var') {
      found.push(value as Expr);
      return;
    }
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(stmt);
  return found;
}

function targetsOf(stmt: Stmt): readonly number[] {
  const found: number[] = [];
  if ('target' in stmt && typeof stmt.target === 'number') found.push(stmt.target);
  if ('ok' in stmt && typeof stmt.ok === 'number') found.push(stmt.ok);
  if (stmt.kind === 'call') for (const target of stmt.targets) if (target !== null) found.push(target);
  if (stmt.kind === 'select') {
    for (const { comm } of stmt.cases) if (comm.kind === 'recv') found.push(...targetsOf(comm));
  }
  return found;
}
