// The communication program of a fragment, ready to be checked: extracted, released, sliced, prepared.

import { writersOf } from '../flow/inert.ts';
import type { FlowProgram } from '../flow/program.ts';
import type { CommProgram } from './comm.ts';
import { releaseEscaping } from './escape.ts';
import { type Extracted, extractFollowing, type Root } from './extract.ts';
import { askForHeldLocks } from './held.ts';
import { type PointsTo, pointsTo } from './points-to.ts';
import { prepare } from './prepare.ts';
import { assumingNoRaces } from './races.ts';
import { type Relevance, relevance } from './relevance.ts';
import { slice } from './slice.ts';

/** Rounds in which functions turn out to write what matters; after that nothing is left out. */
const maxRounds = 6;

export function fragmentProgram(flow: FlowProgram, root: Root): CommProgram {
  return prepare(assumingNoRaces(slicedProgram(flow, root)));
}

/**
 * What a function that was left out writes may matter only if the slice needs it: then the function, and all that write
 * the same, are followed, and the program is extracted again.
 */
export function slicedProgram(flow: FlowProgram, root: Root): CommProgram {
  let follow: ReadonlySet<string> = new Set();
  const boxed = new Set<string>();
  for (let round = 0; ; round++) {
    const extracted = extractFollowing(flow, root, follow, boxed);
    const program = releaseEscaping(askForHeldLocks(extracted.program));
    const pts = pointsTo(program);
    const rel = relevance(program, pts);
    if (extracted.leftOut.size === 0) return slice(program, pts, rel);
    const writers = writersOf(flow, placesThatMatter(extracted, pts, rel));
    const wrong = [...extracted.leftOut].filter((id) => writers.has(id));
    if (wrong.length === 0) return slice(program, pts, rel);
    follow = round < maxRounds ? new Set([...follow, ...writers]) : everything;
  }
}

/** Stands for all functions. */
const everything: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true;
  }
})();

/** What the slice reads, by the names of `flow/writes.ts`. */
function placesThatMatter(extracted: Extracted, pts: PointsTo, rel: Relevance): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const field of rel.fields) {
    const dot = field.indexOf('.');
    const key = extracted.classKeys[Number(field.slice(0, dot))] ?? '';
    // Cells and boxes have one field, and go by their type.
    keys.add(key.startsWith('cell ') || key.startsWith('box ') ? key : `${key}${field.slice(dot)}`);
  }
  for (const index of rel.globals) keys.add(extracted.globalKeys[index] ?? '');
  for (const id of [...rel.elements, ...rel.keys]) {
    const stmt = pts.objects[id]?.stmt ?? null;
    const key = stmt === null ? undefined : extracted.elementKeys.get(stmt);
    if (key !== undefined) keys.add(key);
  }
  return keys;
}
