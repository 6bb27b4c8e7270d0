// Makes VirGo that was made by a program look like VirGo that was written by a person, without a change of meaning.

import { type VirgoBlock, type VirgoStmt, visitVirgo, withVirgoBlocks } from './virgo.ts';

/** A whole process: leaving a block at its end is the end of the process. */
export function tidyVirgo(body: VirgoBlock): VirgoBlock {
  return returnAtEnd(tidyBlock(body));
}

function returnAtEnd(body: VirgoBlock): VirgoBlock {
  const last = body.at(-1);
  if (last?.kind !== 'block') return body;
  return [...body.slice(0, -1), ...returnAtEnd(returning(last.body, last.label))];
}

/** `return` instead of `break label`. */
function returning(block: VirgoBlock, label: string): VirgoBlock {
  const inner = (b: VirgoBlock): VirgoBlock => returning(b, label);
  return block.map((stmt): VirgoStmt => {
    switch (stmt.kind) {
      case 'break':
        return stmt.label === label ? { kind: 'return', site: stmt.site } : stmt;
      case 'go':
        // Another process, which ends by itself.
        return stmt;
      default:
        return withVirgoBlocks(stmt, inner);
    }
  });
}

/** Without the statements that make these channels, which nothing uses. */
export function withoutChannels(block: VirgoBlock, chans: ReadonlySet<number>): VirgoBlock {
  if (chans.size === 0) return block;
  const inner = (b: VirgoBlock): VirgoBlock => withoutChannels(b, chans);
  return block.flatMap((stmt): readonly VirgoStmt[] =>
    stmt.kind === 'chan' && chans.has(stmt.target) ? [] : [withVirgoBlocks(stmt, inner)],
  );
}

/** Without the statements that make read-write locks which are never taken: fields of structs that are made in loops, say. */
export function withoutUnusedLocks(body: VirgoBlock): VirgoBlock {
  const used = new Set<number>();
  visitVirgo(body, (stmt) => {
    if (stmt.kind === 'lock') used.add(stmt.lock);
  });
  const without = (block: VirgoBlock): VirgoBlock =>
    block.flatMap((stmt): readonly VirgoStmt[] =>
      stmt.kind === 'rwlock' && !used.has(stmt.target) ? [] : [withVirgoBlocks(stmt, without)],
    );
  return without(body);
}

/** Equal branches are one; what does nothing is nothing. */
export function tidyBlock(block: VirgoBlock): VirgoBlock {
  return block.flatMap((stmt): readonly VirgoStmt[] => {
    switch (stmt.kind) {
      case 'skip':
        return [];
      case 'if': {
        const [then, otherwise] = [tidyBlock(stmt.then), tidyBlock(stmt.otherwise)];
        if (sameBlocks(then, otherwise)) return then;
        return [{ ...stmt, then, otherwise }];
      }
      case 'receive': {
        const [then, otherwise] = [tidyBlock(stmt.then), tidyBlock(stmt.otherwise)];
        if (!sameBlocks(then, otherwise)) return [{ ...stmt, then, otherwise }];
        return [{ kind: 'recv', chan: stmt.chan, site: stmt.site }, ...then];
      }
      case 'block': {
        const body = withoutLast(tidyBlock(stmt.body), stmt.label);
        return names(body, stmt.label) ? [{ ...stmt, body }] : body;
      }
      case 'for': {
        const body = tidyBlock(stmt.body);
        return body.length === 0 ? [] : [{ ...stmt, body }];
      }
      case 'select':
      case 'range':
      case 'loop':
        return [withVirgoBlocks(stmt, tidyBlock)];
      case 'go':
        return [{ ...stmt, body: tidyVirgo(stmt.body) }];
      default:
        return [stmt];
    }
  });
}

/** Without a `break` to the end of the block at its end. */
function withoutLast(block: VirgoBlock, label: string): VirgoBlock {
  const last = block.at(-1);
  if (last?.kind === 'break' && last.label === label) return block.slice(0, -1);
  if (last?.kind === 'if') {
    const then = withoutLast(last.then, label);
    const otherwise = withoutLast(last.otherwise, label);
    if (sameBlocks(then, otherwise)) return [...block.slice(0, -1), ...then];
    return [...block.slice(0, -1), { ...last, then, otherwise }];
  }
  return block;
}

function names(block: VirgoBlock, label: string): boolean {
  let found = false;
  visitVirgo(block, (stmt) => {
    if ('label' in stmt && stmt.label === label) found = true;
  });
  return found;
}

/** Whether two blocks do the same. */
export function sameBlocks(a: VirgoBlock, b: VirgoBlock): boolean {
  const plain = (block: VirgoBlock): string =>
    JSON.stringify(block, (key, value: unknown) => (key === 'site' || key === 'why' ? undefined : value));
  return plain(a) === plain(b);
}
