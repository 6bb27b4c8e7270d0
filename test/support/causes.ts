// Pairs of programs, one with a fault and one where it is repaired: is what is reported at a place that the repair changes?

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceSet } from '../../src/base/source.ts';
import { check } from '../../src/driver/check.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';
import { walk } from '../../src/syntax/walk.ts';
import { saidOf } from './said.ts';

export interface Told {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly said: string;
  /** The repair changes this line, or another one of the statement that it is in. */
  readonly isChanged: boolean;
}

export interface Pair {
  readonly name: string;
  /** Errors and warnings of the one with the fault. */
  readonly told: readonly Told[];
  /** Those of the repaired one. */
  readonly left: number;
}

/** Whether something is told of the pair at a place that the repair changes. */
export function isHit({ told }: Pair): boolean {
  return told.some(({ isChanged }) => isChanged);
}

export interface Pairs {
  readonly pairs: readonly Pair[];
  /** Fragments of both sides about which nothing is known. */
  readonly undecided: number;
}

/** All pairs below a folder: `broken/NAME` and `repaired/NAME`. */
export async function pairsIn(folder: string): Promise<Pairs> {
  const broken = await alarmsIn(join(folder, 'broken'));
  const repaired = await alarmsIn(join(folder, 'repaired'));
  const pairs = readdirSync(join(folder, 'broken')).map((name): Pair => {
    const own = ({ path }: Alarm): boolean => path.includes(`/${name}/`);
    const told = broken.alarms.filter(own).map(({ path, rule, line, said }): Told => {
      const file = path.slice(path.lastIndexOf('/') + 1);
      const before = readFileSync(path, 'utf8');
      const after = readFileSync(join(folder, 'repaired', name, file), 'utf8');
      return { rule, file, line, said, isChanged: isChanged(before, after, line) };
    });
    return { name, told, left: repaired.alarms.filter(own).length };
  });
  return { pairs, undecided: broken.undecided + repaired.undecided };
}

interface Alarm {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly said: string;
}

async function alarmsIn(folder: string): Promise<{ readonly alarms: readonly Alarm[]; readonly undecided: number }> {
  const { sources, findings, fragments, diagnostics } = await check({
    folder,
    patterns: ['./...'],
    tags: [],
    goos: 'linux',
    goarch: 'amd64',
    tests: true,
    modelsOnly: true,
    limits: { states: 200_000, work: 20_000_000, totalWork: null, milliseconds: 600_000 },
    progress: () => {},
  });
  if (diagnostics.length > 0) throw new Error(`${folder} does not type-check`);
  const alarms = findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding): Alarm => {
      const place = sources.position(finding.span.pos);
      return { rule: finding.rule, path: place?.file ?? '', line: place?.line ?? 0, said: saidOf(finding, sources) };
    });
  return { alarms, undecided: fragments.filter(({ verdict }) => verdict === 'unknown').length };
}

/** Whether a line was changed, or one of the smallest statement that has both: not a whole function, but a loop, a condition, or a select. */
export function isChanged(before: string, after: string, line: number): boolean {
  const changed = changedLines(before, after);
  if (changed.has(line)) return true;
  return statementsOf(before).some(
    ({ first, last }) => first <= line && line <= last && [...changed].some((other) => first <= other && other <= last),
  );
}

/** Lines of the old text that the new one does not have, and those on both sides of what it has besides; comments do not count. */
function changedLines(before: string, after: string): ReadonlySet<number> {
  const plain = (text: string): readonly string[] =>
    text.split('\n').map((line) => line.replace(/\s*\/\/.*$/, '').trim());
  const [a, b] = [plain(before), plain(after)];
  // Longest common subsequence: `length[i][j]` is that of what is left from i and j on.
  const length = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = length[i] as number[];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const changed = new Set<number>();
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
      continue;
    }
    const start = i;
    const added = j;
    while ((i < a.length || j < b.length) && a[i] !== b[j]) {
      if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) i++;
      else j++;
    }
    for (let k = start; k < i; k++) changed.add(k + 1);
    // Pure insertions stand between two lines.
    if (i === start && j > added) changed.add(start).add(start + 1);
  }
  return changed;
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Statements, without those that only hold others together: function bodies, literals and blocks of more lines than a reader takes in at once. */
function statementsOf(text: string): readonly Lines[] {
  const sources = new SourceSet();
  const file = sources.add('file.go', text);
  const found: Lines[] = [];
  sources.takeIds((firstId) => {
    const parsed = parseFile(file, firstId, { bodies: 'parse' });
    for (const decl of parsed.file.decls) {
      walk(decl, (node) => {
        if (!isStatement(node)) return;
        const [first, last] = [sources.position(node.pos)?.line ?? 0, sources.position(node.end)?.line ?? 0];
        if (last - first < mostLines) found.push({ first, last });
      });
    }
    return parsed.nextId;
  });
  return found;
}

const mostLines = 8;

function isStatement({ kind }: ast.Node): boolean {
  return kind.endsWith('Stmt') && kind !== 'BlockStmt' && kind !== 'GoStmt' && kind !== 'DeclStmt';
}
