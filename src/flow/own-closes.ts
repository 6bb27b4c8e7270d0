// Channels that one function closes twice on each way to the second close: whatever callers and conditions, it panics there.

import type { Span } from '../base/source.ts';
import type { Block, Expr, Function as IrFunction, Local, Stmt } from '../ir/ir.ts';
import { type Path, Paths, pathKey, writtenField } from './paths.ts';
import { blocksOf, targetsOf, walkBlock } from './walk.ts';

export interface ClosedTwice {
  readonly fn: IrFunction;
  readonly span: Span;
  readonly first: Span;
}

/** What was closed, or will be when the function ends. */
interface Closed {
  readonly path: Path;
  readonly span: Span;
}

type Facts = ReadonlyMap<string, Closed>;

export function closedTwice(fn: IrFunction): readonly ClosedTwice[] {
  if (fn.body === null || !closes(fn.body)) return [];
  const found: ClosedTwice[] = [];
  new Walk(fn, found).block(fn.body, new Map());
  return found;
}

/** Whether there are two closes at all. */
function closes(body: Block): boolean {
  let n = 0;
  walkBlock(body, (stmt) => {
    if (closedBy(stmt) !== null) n++;
  });
  return n > 1;
}

function closedBy(stmt: Stmt): Expr | null {
  if (stmt.kind === 'Close') return stmt.chan;
  if (stmt.kind !== 'Call' && stmt.kind !== 'Defer') return null;
  const isClose = stmt.callee.kind === 'builtin' && stmt.callee.name === 'close';
  return isClose ? (stmt.args[0] ?? null) : null;
}

class Walk {
  readonly #fn: IrFunction;
  readonly #paths: Paths;
  readonly #found: ClosedTwice[];

  constructor(fn: IrFunction, found: ClosedTwice[]) {
    this.#fn = fn;
    this.#paths = new Paths(fn);
    this.#found = found;
  }

  /** What is certain behind a block; null where it is not left at its end. */
  block(block: Block, before: Facts): Facts | null {
    let facts: Facts | null = before;
    for (const stmt of block.list) {
      facts = this.#stmt(stmt, facts);
      if (facts === null) return null;
    }
    return facts;
  }

  #stmt(stmt: Stmt, facts: Facts): Facts | null {
    const chan = closedBy(stmt);
    if (chan !== null) return this.#close(chan, stmt.span, facts);
    switch (stmt.kind) {
      case 'If':
        return both(this.block(stmt.then, facts), this.block(stmt.otherwise, facts));
      case 'Select': {
        const ways = blocksOf(stmt).map((block) => this.block(block, facts));
        return ways.length === 0 ? null : ways.reduce(both);
      }
      case 'Loop': {
        const kept = this.#kept(facts, [stmt.body, stmt.next]);
        this.block(stmt.body, kept);
        return kept;
      }
      case 'Labelled': {
        this.block(stmt.body, facts);
        return this.#kept(facts, [stmt.body]);
      }
      case 'Break':
      case 'Continue':
      case 'Return':
      case 'Panic':
      case 'Fault':
        return null;
      default:
        return without(facts, stmt);
    }
  }

  #close(chan: Expr, span: Span, facts: Facts): Facts {
    const path = this.#paths.of(chan);
    if (path === null) return facts;
    const key = pathKey(path);
    const first = facts.get(key);
    if (first !== undefined) {
      this.#found.push({ fn: this.#fn, span, first: first.span });
      return facts;
    }
    return new Map([...facts, [key, { path, span }]]);
  }

  /** What stays certain whichever of the statements of some blocks were run. */
  #kept(facts: Facts, blocks: readonly Block[]): Facts {
    let left = facts;
    for (const block of blocks)
      walkBlock(block, (stmt) => {
        left = without(left, stmt);
      });
    return left;
  }
}

function both(a: Facts | null, b: Facts | null): Facts | null {
  if (a === null || b === null) return a ?? b;
  return new Map([...a].filter(([key]) => b.has(key)));
}

/** What stays certain behind a statement: calls may change fields, and variables that others share. */
function without(facts: Facts, stmt: Stmt): Facts {
  if (facts.size === 0) return facts;
  const targets: readonly Local[] = targetsOf(stmt);
  const field = writtenField(stmt);
  const isCall = stmt.kind === 'Call' && stmt.callee.kind !== 'builtin';
  const isStore = stmt.kind === 'Store' && field === null;
  const kept = [...facts].filter(([, { path }]) => {
    if (targets.includes(path.root)) return false;
    if (isCall || isStore) return path.fields === '' && !path.root.shared;
    return field === null || !path.fields.split('.').includes(String(field));
  });
  return kept.length === facts.size ? facts : new Map(kept);
}
