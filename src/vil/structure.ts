// Jumps backward become loops, so that what is left of `goto` jumps forward, to a label further down in a block around it.

import type { Block, Expr, Stmt } from './vil.ts';

/**
 * A method's body with a loop for each label that is jumped back to:
 *
 *   label again invariant A         while (true) invariant A {   // its name is `again`
 *   S                          =>     label again
 *   if (b) { goto again }             S  if (b) { continue again }
 *   T                                 break again
 *                                   }
 *                                   T
 *
 * Code that is never reached is left out. Jumps into blocks stay as they are: `strayGotos` lists them.
 */
export function structureGotos(body: Block): Block {
  return labelsOf([body]).size === 0 ? body : structureBlock(withoutDeadCode(body));
}

/** Jumps in code that is never reached would make loops of what is none. Declarations are kept for what follows. */
function withoutDeadCode(block: Block): Block {
  const stmts: Stmt[] = [];
  let dead = false;
  for (const stmt of block.stmts) {
    if (stmt.kind === 'Label') dead = false;
    if (dead && stmt.kind !== 'VarDecl') continue;
    const live = mapBlocks(stmt, withoutDeadCode);
    stmts.push(live);
    dead ||= neverEnds(live);
  }
  return { ...block, stmts };
}

/** Whether what stands after the statement is never reached. */
function neverEnds(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'Goto':
    case 'Break':
    case 'Continue':
    case 'Return':
      return true;
    case 'Block': {
      const last = stmt.stmts.at(-1);
      return last !== undefined && neverEnds(last);
    }
    case 'If':
      return neverEnds(stmt.then) && neverEnds(stmt.else);
    default:
      return false;
  }
}

function structureBlock(block: Block): Block {
  return { ...block, stmts: structureList(block.stmts) };
}

function structureList(stmts: readonly Stmt[]): readonly Stmt[] {
  const result: Stmt[] = [];
  for (let i = 0; i < stmts.length; i++) {
    const stmt = stmts[i] as Stmt;
    const end = stmt.kind === 'Label' ? loopEnd(stmts, i) : i;
    if (stmt.kind !== 'Label') {
      result.push(mapBlocks(stmt, structureBlock));
      continue;
    }
    if (end === i) {
      // Nothing jumps back: an invariant would be that of no loop.
      result.push({ ...stmt, invariants: [] });
      continue;
    }
    const { name, src } = stmt;
    const rest = stmts.slice(i + 1, end + 1).map((inside) => jumpsTo(inside, name));
    const body: Block = {
      kind: 'Block',
      stmts: [{ kind: 'Label', name, invariants: [], src }, ...structureList(rest), { kind: 'Break', loop: name, src }],
      src,
    };
    const cond: Expr = { kind: 'BoolLit', value: true, type: { kind: 'Bool' }, src };
    const entry = `${name}$entry`;
    // Jumps from above enter the loop.
    if (targetsOf(result).has(name)) {
      result.splice(0, result.length, ...result.map((before) => renameGoto(before, name, entry)));
      result.push({ kind: 'Label', name: entry, invariants: [], src });
    }
    result.push({ kind: 'While', name, cond, invariants: stmt.invariants, measures: [], body, src });
    i = end;
  }
  return result;
}

/** The last statement of the loop that begins at the label: nothing after it jumps to what is before it. */
function loopEnd(stmts: readonly Stmt[], start: number): number {
  let end = start;
  for (;;) {
    const labels = labelsOf(stmts.slice(start, end + 1));
    const last = stmts.findLastIndex((stmt) => [...targetsOf([stmt])].some((target) => labels.has(target)));
    if (last <= end) return end;
    end = last;
  }
}

function jumpsTo(stmt: Stmt, loop: string): Stmt {
  if (stmt.kind === 'Goto' && stmt.label === loop) return { kind: 'Continue', loop, src: stmt.src };
  return mapBlocks(stmt, (block) => ({ ...block, stmts: block.stmts.map((inner) => jumpsTo(inner, loop)) }));
}

function renameGoto(stmt: Stmt, from: string, to: string): Stmt {
  if (stmt.kind === 'Goto' && stmt.label === from) return { ...stmt, label: to };
  return mapBlocks(stmt, (block) => ({ ...block, stmts: block.stmts.map((inner) => renameGoto(inner, from, to)) }));
}

/** The blocks of a statement, with which it may run. */
export function blocksOf(stmt: Stmt): readonly Block[] {
  switch (stmt.kind) {
    case 'Block':
      return [stmt];
    case 'If':
      return [stmt.then, stmt.else];
    case 'While':
      return [stmt.body];
    case 'Package':
      return [stmt.proof];
    default:
      return [];
  }
}

function mapBlocks(stmt: Stmt, change: (block: Block) => Block): Stmt {
  switch (stmt.kind) {
    case 'Block':
      return change(stmt);
    case 'If':
      return { ...stmt, then: change(stmt.then), else: change(stmt.else) };
    case 'While':
      return { ...stmt, body: change(stmt.body) };
    case 'Package':
      return { ...stmt, proof: change(stmt.proof) };
    default:
      return stmt;
  }
}

function labelsOf(stmts: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  const visit = (stmt: Stmt): void => {
    if (stmt.kind === 'Label') names.add(stmt.name);
    for (const block of blocksOf(stmt)) block.stmts.forEach(visit);
  };
  stmts.forEach(visit);
  return names;
}

function targetsOf(stmts: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  const visit = (stmt: Stmt): void => {
    if (stmt.kind === 'Goto') names.add(stmt.label);
    for (const block of blocksOf(stmt)) block.stmts.forEach(visit);
  };
  stmts.forEach(visit);
  return names;
}

/** The jumps whose label is not further down in a block around them: into a block, or to a label that does not exist. */
export function strayGotos(body: Block): readonly Stmt[] {
  const stray: Stmt[] = [];
  const visit = (stmts: readonly Stmt[], below: ReadonlySet<string>): void => {
    stmts.forEach((stmt, i) => {
      const ahead = new Set(below);
      for (const later of stmts.slice(i + 1)) if (later.kind === 'Label') ahead.add(later.name);
      if (stmt.kind === 'Goto' && !ahead.has(stmt.label)) stray.push(stmt);
      for (const block of blocksOf(stmt)) visit(block.stmts, ahead);
    });
  };
  visit(body.stmts, new Set());
  return stray;
}
