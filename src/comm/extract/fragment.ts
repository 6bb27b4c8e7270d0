// The communication program of a fragment, ready to be checked: extracted, released, sliced, prepared.

import { allAssumptions, assumption, gapReason } from '../../base/reasons.ts';
import {
  type FlowProgram,
  type FunctionSet,
  type Horizon,
  locksInOrder,
  orderProblem,
  writersOf,
} from '../../flow/index.ts';
import { assumingNoAliases } from '../analysis/aliases.ts';
import { keptPrivately, releaseEscaping } from '../analysis/escape.ts';
import { waitingForOthers } from '../analysis/given-groups.ts';
import { withoutHelp } from '../analysis/lonely.ts';
import { assumingGoodPointers } from '../analysis/non-nil.ts';
import { sparingOwn } from '../analysis/own.ts';
import { type PointsTo, pointsTo } from '../analysis/points-to.ts';
import { assumingNoRaces } from '../analysis/races.ts';
import { assumingNoReentry } from '../analysis/reentry.ts';
import { type Relevance, relevance } from '../analysis/relevance.ts';
import { askingForUnknownLocks } from '../analysis/unknown-locks.ts';
import type { CommProgram } from '../comm.ts';
import { type Focused, focus, type Scope } from '../reduce/focus.ts';
import { forget, type Names } from '../reduce/forget.ts';
import { askForHeldLocks } from '../reduce/held.ts';
import { onlyLocks } from '../reduce/only-locks.ts';
import { prepare } from '../reduce/prepare.ts';
import { slice } from '../reduce/slice.ts';
import { type Extracted, extractFollowing, type Root, type Translated, wholeExtent } from './extract.ts';
import type { Extent } from './state.ts';

/** Rounds in which functions turn out to write what matters; after that nothing is left out. */
const maxRounds = 6;

/** Ready to be checked, with what it takes for granted. */
function finished(program: CommProgram, extracted: Extracted, hostile = false): CommProgram {
  const alone = assumingNoReentry(program, extracted, hostile);
  const careful = assumingNoAliases(assumingNoRaces(alone), extracted.program);
  return prepare(assumingGoodPointers(careful, extracted));
}

/** How a fragment's program is made. */
export interface Making {
  /** How many functions are followed. */
  readonly horizon?: Horizon;
  /** Whether the outside does whatever it may. */
  readonly hostile?: boolean;
  /** Called with the number of statements of each program that was extracted on the way: what it took. */
  readonly translated?: Translated;
}

/** A fragment's program as the outside usually is, and as it may be; null where that makes no difference. */
export interface Views {
  readonly plausible: CommProgram;
  readonly hostile: (() => CommProgram) | null;
}

export function fragmentViews(flow: FlowProgram, root: Root, making: Making = {}): Views {
  const { program, extracted } = released(flow, root, making);
  const hostile = (): CommProgram => fragmentProgram(flow, root, { ...making, hostile: true });
  const { program: whole, privateGlobals, isOpen } = extracted;
  const open =
    isOpen ||
    (root.kind === 'function' &&
      (orderProblem(flow, root.fn.id) !== null || keptPrivately(whole, privateGlobals) !== whole));
  return { plausible: finished(inOrder(flow, root, program), extracted), hostile: open ? hostile : null };
}

/** The program, which takes for granted that callers who hold several locks of one name agree on an order. */
function inOrder(flow: FlowProgram, root: Root, program: CommProgram): CommProgram {
  const names = root.kind === 'function' ? locksInOrder(flow, root.fn.id) : [];
  if (names.length === 0) return program;
  const assumed = names.map((name) => assumption('common-order', name));
  return { ...program, assumptions: allAssumptions(program.assumptions, assumed) };
}

/** The program, with a gap where other callers can come between the locks that it takes. */
function betweenLocks(flow: FlowProgram, root: Root, program: CommProgram): CommProgram {
  const problem = root.kind === 'function' ? orderProblem(flow, root.fn.id) : null;
  const site = program.procs[program.entry]?.site;
  if (problem === null || site === undefined) return program;
  const { kind, held, taken } = problem;
  const reason = kind === 'order' ? gapReason('lockOrder', `${held} and ${taken}`) : gapReason('readTwice', taken);
  return { ...program, gaps: [...program.gaps, { reason, site }] };
}

export function fragmentProgram(flow: FlowProgram, root: Root, making: Making = {}): CommProgram {
  const { program, extracted } = released(flow, root, making);
  if (making.hostile !== true) return finished(program, extracted);
  const waiting = waitingForOthers(betweenLocks(flow, root, inOrder(flow, root, program)));
  return finished(askingForUnknownLocks(withoutHelp(waiting, extracted.lonely)), extracted, true);
}

/** As `fragmentProgram`, of nothing but the objects that the root makes and keeps: see comm/reduce/focus.ts. */
export function focusedProgram(flow: FlowProgram, root: Root, scope: Scope, making: Making = {}): Focused {
  const hostile = root.kind === 'function';
  const reduce = (program: CommProgram, { others }: Extracted): Focused => focus(sparingOwn(program, others), scope);
  const { reduced, extracted, ...sliced } = following(flow, root, reduce, making, {
    plainContexts: true,
    locksOnly: false,
    hostile,
  });
  const finish = (program: CommProgram): Focused => ({
    ...reduced,
    program: finished(hostile ? askingForUnknownLocks(program) : program, extracted),
  });
  const known = forget(reduced.program, reduced.sight, namesOf(flow, extracted));
  // Where what was not followed cannot be told apart from what counts, the horizon stays among the assumptions, and nothing is proved.
  if (known === null) return finish(sliced.program);
  const program = slice(known.program, known.pts, known.rel);
  const assumptions = program.assumptions.map((one) =>
    one.kind === 'horizon' ? assumption('terminates-beyond') : one,
  );
  const gaps = program.gaps.filter(({ reason }) => reason.kind !== 'beyondHorizon');
  return finish({ ...program, assumptions, gaps });
}

/**
 * What a function does to locks, and nothing else: no operation on a channel, wait group or condition variable ever waits,
 * and contexts from outside are like other values. What one goroutine does to its own lock is seen in it as in the whole.
 */
export function locksProgram(flow: FlowProgram, root: Root, making: Making = {}): CommProgram {
  const only = (program: CommProgram): { readonly program: CommProgram } => ({ program: onlyLocks(program) });
  const { program, extracted } = following(flow, root, only, making, {
    plainContexts: true,
    locksOnly: true,
    hostile: false,
  });
  return finished(program, extracted);
}

export function slicedProgram(flow: FlowProgram, root: Root): CommProgram {
  return released(flow, root).program;
}

function released(flow: FlowProgram, root: Root, making: Making = {}): Sliced<{ readonly program: CommProgram }> {
  const reduce = (program: CommProgram, extracted: Extracted): { readonly program: CommProgram } => ({
    program: releaseEscaping(
      making.hostile === true
        ? keptPrivately(sparingOwn(program, extracted.others), extracted.privateGlobals)
        : sparingOwn(program, extracted.others),
      extracted,
    ),
  });
  return following(flow, root, reduce, making, { ...wholeExtent, hostile: making.hostile === true });
}

interface Sliced<T> {
  readonly program: CommProgram;
  readonly reduced: T;
  readonly extracted: Extracted;
}

/**
 * What a function that was left out writes may matter only if the slice needs it: then the function, and all that write
 * the same, are followed, and the program is extracted again.
 */
function following<T extends { readonly program: CommProgram }>(
  flow: FlowProgram,
  root: Root,
  reduce: (program: CommProgram, extracted: Extracted) => T,
  { horizon = wholeExtent.horizon, translated }: Making,
  extent: Omit<Extent, 'horizon'> = wholeExtent,
): Sliced<T> {
  let follow: FunctionSet = new Set<string>();
  const boxed = new Set<string>();
  for (let round = 0; ; round++) {
    const extracted = extractFollowing(flow, root, follow, boxed, { ...extent, horizon }, translated);
    const reduced = reduce(askForHeldLocks(extracted.program), extracted);
    const { program } = reduced;
    const pts = pointsTo(program);
    const rel = relevance(program, pts);
    const done = (): Sliced<T> => ({ program: slice(program, pts, rel), reduced, extracted });
    if (extracted.leftOut.size === 0) return done();
    const places = placesThatMatter(extracted, pts, rel);
    const writers = writersOf(flow, places);
    if (![...extracted.leftOut].some((id) => writers.has(id))) return done();
    follow = round < maxRounds ? writersOf(flow, places, follow) : everything;
  }
}

/** Stands for all functions. */
const everything: FunctionSet = { has: () => true };

/** What the slice reads, by the names of `flow/writes.ts`. */
function placesThatMatter(extracted: Extracted, pts: PointsTo, rel: Relevance): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const field of rel.fields) {
    const dot = field.indexOf('.');
    keys.add(fieldName(extracted, Number(field.slice(0, dot)), field.slice(dot + 1)));
  }
  for (const index of rel.globals) keys.add(extracted.globalKeys[index] ?? '');
  for (const id of [...rel.elements, ...rel.keys]) {
    const stmt = pts.objects[id]?.stmt ?? null;
    const key = stmt === null ? undefined : extracted.elementKeys.get(stmt);
    if (key === undefined) continue;
    keys.add(key);
    const pointed = extracted.pointed.get(key);
    if (pointed !== undefined) keys.add(pointed);
  }
  return keys;
}

function fieldName(extracted: Extracted, cls: number, field: string): string {
  const key = extracted.classKeys[cls] ?? '';
  const role = extracted.program.classes[cls]?.role;
  // Cells and boxes have one field, and go by their type.
  return role === 'cell' || role === 'box' ? key : `${key}.${field}`;
}

/** The same names, with whether functions that were not followed for want of room write there. */
function namesOf(flow: FlowProgram, extracted: Extracted): Names {
  const known = new Map<string, boolean>();
  return {
    ofField: ({ class: cls, field }) => fieldName(extracted, cls, String(field)),
    ofGlobal: (index) => extracted.globalKeys[index] ?? '',
    ofElements: (maker) => extracted.elementKeys.get(maker) ?? null,
    isWritten: (name) => {
      let written = known.get(name);
      if (written === undefined) {
        const pointed = extracted.pointed.get(name);
        const writers = writersOf(flow, pointed === undefined ? [name] : [name, pointed]);
        written = [...extracted.cut].some((id) => writers.has(id));
        known.set(name, written);
      }
      return written;
    },
  };
}
