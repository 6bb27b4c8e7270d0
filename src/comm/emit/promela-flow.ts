// What follows an operation in Promela: local computation up to the next one, in one atomic step.

import { must } from '../../base/assert.ts';
import { isStep, type Node, writes } from './flat.ts';
import { tainted } from './promela-exprs.ts';
import { printLocal, printMoves, text } from './promela-local.ts';
import type { Emitter, Process } from './promela-state.ts';

/** Whether a process must be given control once before it stands at its first operation. */
export function needsBoot(e: Emitter, proc: number): boolean {
  const code = must(e.codes.get(proc));
  let at = code.entry;
  for (;;) {
    const node = must(code.nodes[at]);
    if (isStep(node)) return false;
    if (node.kind !== 'jump') return true;
    at = node.next;
  }
}

export function counterOf(p: Process, node: number): number {
  let pc = p.counters.get(node);
  if (pc === undefined) {
    pc = p.counters.size + 1;
    p.counters.set(node, pc);
    p.work.push(node);
  }
  return pc;
}

/** Local computation from a node up to the next operations; `dirty` are variables that may hold something. */
export function continuation(
  p: Process,
  start: number,
  dirty: ReadonlySet<number>,
  indent: string,
  heads: ReadonlyMap<number, string> = new Map(),
): string[] {
  const lines: string[] = [];
  const open = new Map(heads);
  const held = new Set(dirty);
  let at = start;
  for (;;) {
    const node = must(p.code.nodes[at]);
    if (isStep(node) || node.kind === 'end' || node.kind === 'exit' || node.kind === 'select') {
      lines.push(...arrive(p, at, held, indent));
      return lines;
    }
    for (const v of writes(node)) held.add(v);
    if (node.kind === 'branch' || node.kind === 'choice') {
      lines.push(...printBranches(p, node, held, indent, open));
      return lines;
    }
    if (node.kind === 'head') {
      const known = open.get(at);
      if (known !== undefined) return [...lines, `${indent}goto ${known};`];
      const label = `L${p.labels.count++}`;
      open.set(at, label);
      for (const v of node.written) held.add(v);
      lines.push(`${label}:`);
    }
    if (node.kind === 'local') lines.push(...printLocal(p, node.stmt).map((line) => `${indent}${line};`));
    else if (node.kind === 'move') {
      lines.push(...printMoves(p, node.moves, must(p.code.live[node.next])).map((line) => `${indent}${line};`));
    }
    at = node.next;
  }
}

/** Forgets what is no longer needed, and sets the counter. */
function arrive(p: Process, at: number, held: ReadonlySet<number>, indent: string): string[] {
  const live = must(p.code.live[at]);
  const lines = [...held].filter((v) => !live.has(v)).map((v) => `${indent}${p.scope.vars[v]} = 0;`);
  if (must(p.code.nodes[at]).kind === 'end') return [...lines, `${indent}pc = 0;`, `${indent}alive--;`];
  return [...lines, `${indent}pc = ${counterOf(p, at)};`];
}

type BranchNode = Extract<Node, { kind: 'branch' | 'choice' }>;

function printBranches(
  p: Process,
  node: BranchNode,
  held: ReadonlySet<number>,
  indent: string,
  heads: ReadonlyMap<number, string>,
): string[] {
  const inner = `${indent}   `;
  const lines = [`${indent}if`];
  const option = (guard: string, target: number): void => {
    lines.push(`${indent}:: ${guard} ->`, ...continuation(p, target, held, inner, heads));
  };
  if (node.kind === 'choice') for (const target of node.nexts) option('true', target);
  else if (node.cond.kind === 'unknown') {
    option('true', node.then);
    option('true', node.otherwise);
  } else {
    const cond = text(p, node.cond);
    const open = tainted(p.scope, node.cond);
    option(open ? `${cond} != 0` : cond, node.then);
    option(open ? `(${cond} == 0 || ${cond} == ANY)` : 'else', node.otherwise);
  }
  lines.push(`${indent}fi;`);
  return lines;
}
