// The printed form of contracts and ghost code, as the comments of ghost.ts have it.

import { assertNever } from '../base/assert.ts';
import type { Clause, Contract, GhostDomain, GhostOp, MathOp } from './ghost.ts';
import type { Block, Expr, Local } from './ir.ts';

/** What the printer of ir does for the parts that are ordinary ir. */
export interface Parts {
  readonly line: (text: string) => void;
  readonly block: (b: Block) => void;
  readonly expr: (e: Expr) => string;
  readonly name: (l: Local) => string;
  readonly declaration: (l: Local) => string;
}

export function contract(p: Parts, { requires, ensures, entry, trusted, usesOld }: Contract): void {
  if (trusted) p.line('trusted');
  for (const { copy, param } of entry) p.line(`entry ${p.declaration(copy)} = ${p.name(param)}`);
  if (usesOld) p.line('entry state');
  for (const clause of [...requires, ...ensures]) printClause(p, '', clause);
}

function printClause(p: Parts, before: string, { word, body, cond, reason }: Clause): void {
  if (cond === null) p.line(`${before}${word} not executable: ${reason}`);
  else if (body.list.length === 0) p.line(`${before}${word} ${p.expr(cond)}`);
  else {
    p.line(`${before}${word} {`);
    p.block(body);
    p.line(`} ${p.expr(cond)}`);
  }
}

export function ghost(p: Parts, op: GhostOp): void {
  switch (op.kind) {
    case 'block':
      p.line('ghost {');
      p.block(op.body);
      p.line('}');
      return;
    case 'check':
      printClause(p, 'check ', op.clause);
      return;
    case 'quantify': {
      p.block(op.before);
      p.line(`${p.name(op.target)} = ${op.word} ${p.declaration(op.variable)} in ${domain(p, op.domain)} {`);
      p.block(op.body);
      p.line(`} ${p.expr(op.cond)}`);
      return;
    }
    case 'old':
      p.line(`${p.name(op.target)} = old${op.label === null ? '' : `[${op.label}]`} {`);
      p.block(op.body);
      p.line(`} ${p.expr(op.value)}`);
      return;
    case 'state':
      p.line(`state ${op.label}`);
      return;
    case 'math':
      p.line(`${p.name(op.target)} = ${mathName(op.op)}(${op.args.map(p.expr).join(', ')})`);
      return;
    case 'skip':
      p.line(`skip ${op.reason}`);
      return;
    default:
      assertNever(op, 'ghost code');
  }
}

function domain(p: Parts, d: GhostDomain): string {
  switch (d.kind) {
    case 'range':
      return `${p.expr(d.low)}..${p.expr(d.high)}`;
    case 'elements':
      return p.expr(d.of);
    case 'type':
      return 'its type';
  }
}

function mathName(op: MathOp): string {
  switch (op.kind) {
    case 'construct':
    case 'is':
      return `${op.kind} ${op.clause}`;
    case 'field':
      return `field ${op.clause}.${op.index}`;
    default:
      return op.kind;
  }
}
