// Which violations of a model are worth a developer's time: those that do not rest on what is known to be coarse.
//
//	func (t *table) Same() {
//		c := make(chan int)
//		if t.rows["a"] > 2 {
//			go func() { c <- 1 }()
//		}
//		if t.rows["a"] > 2 {
//			<-c
//		}
//	}
//
// What stands in the map is not tracked, so each condition is a free choice of the communication program: in one of its runs only the second
// holds, and the receive blocks. That run rests on a state that is not known, and answers one question in two ways (asked.ts): the finding
// becomes a note with both choices, and the function is `unknown`. Had the run asked a function from outside, which may answer anything at
// any time, the finding would stay an error.

import type { Finding } from '../base/finding.ts';
import { isLocking, isReading, isUnlocking } from '../base/operation.ts';
import { assumes, type Why, type WhyKind } from '../base/reasons.ts';
import { objectOf } from '../base/trace.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import { type PointsTo, pointsTo, visitProgram, visitStmts } from '../comm/index.ts';
import type { ModelFinding, ModelResult, ModelTrace } from '../model/index.ts';
import { asksLocals, disagree } from './asked.ts';
import { classesOf } from './finding-rules.ts';
import type { Question } from './question.ts';

/**
 * A run that takes more different conditions on a state than this is not believed, although no two of them contradict each other: with each
 * one more it is likelier that the program rules the combination out. A judgement, not derived from anything.
 */
const independentConditions = 6;

/** Whether a finding rests on untracked values: it stays a note, whatever is proved of others. */
export function isUntracked({ notes }: Finding): boolean {
  return notes.some(({ kind }) => kind === 'untracked-values');
}

/** A program, with what is known about its conditions and its source. */
export interface JudgedProgram {
  readonly program: CommProgram;
  /** Places of conditions on a state, which the program keeps consistent. */
  readonly stateConditions: ReadonlySet<string>;
  readonly textOf: (site: Site) => string;
}

/**
 * Whether a run relies on a part of a state that is not tracked, or on which implementation was meant: it may be one that
 * the program rules out. What a function from outside answers is different: it can answer anything. Of what one goroutine does to
 * its own lock only the way from where it took the lock counts, unless `whole` asks for all of the run.
 */
export function isVague(
  { program, stateConditions, textOf }: JudgedProgram,
  finding: ModelFinding,
  whole = false,
): boolean {
  const stuck = finding.trace.blocked.find(({ span }) => placeOf(span) === placeOf(finding.site));
  if (stuck !== undefined && stuck.unwinding !== null && !isStated(program, stuck.unwinding)) return true;
  // What is not followed may have made room, or set a pointer: that a panic came is not known then.
  if (stuck?.recovering === true && assumes(program.assumptions, 'horizon')) return true;
  const choices = finding.choices.map(({ why, site, branch }) => ({ why, branch, site, place: placeOf(site) }));
  // A cleanup runs only once a value is unreachable, and mostly it is made so that it runs then.
  const isCoarse = ({ why: { kind }, branch }: (typeof choices)[number]): boolean =>
    coarse.has(kind) || (kind === 'panic' && branch === 0);
  if (choices.some(isCoarse)) return true;
  const nil = nilChecks(program);
  if (choices.some(({ place, branch }) => branch === 0 && nil.has(place))) return true;
  // That a value from outside is the one asked for may be ruled out by what was asked before.
  if (choices.some(({ why, branch }) => branch === 1 && why.kind === 'other')) return true;
  const isAsked = ({ why, place }: { readonly why: Why; readonly place: string }): boolean =>
    // Whether a function from outside fails is a choice, no condition that happens to stand at the same place.
    why.standing === 'state' || (stateConditions.has(place) && why.kind !== 'error' && why.kind !== 'other');
  if (whole || !isOwnLock(program, finding)) return choices.some(isAsked) || disagree(choices, textOf);
  // Whatever led to where the lock was taken, that place is there to be reached: what counts is the way from there on.
  const since = choicesSinceTaken(finding).length;
  const rounds = loopPlaces(program);
  // A loop over all of them comes to each.
  const picks = choices
    .slice(choices.length - since)
    .filter(({ why, place }) => which.has(why.kind) && !rounds.has(place));
  if (picks.length > 0) return true;
  const asked = choices.filter(isAsked);
  const after = choices.slice(choices.length - since).filter(isAsked);
  const places = new Set(after.map(({ site }) => `${placeOf(site)}-${site.end}`));
  const ofLocals = choices.filter(({ site }) => asksLocals(textOf(site)));
  return places.size > independentConditions || contradict(asked, after, textOf) || disagree(ofLocals, textOf);
}

/** What a run rests on where it is not known which of several is meant. */
const coarse: ReadonlySet<WhyKind> = new Set(['implementation', 'slicePart', 'cleanup']);

/** A program that takes one lock of many after another knows which. */
const which: ReadonlySet<WhyKind> = new Set(['element', 'entry']);

/** The choices that the goroutine at fault, or another, made after it took the lock. */
function choicesSinceTaken(finding: ModelFinding): readonly unknown[] {
  const taken = lastTaken(finding);
  return taken < 0 ? finding.choices : finding.trace.steps.slice(taken).flatMap((step) => step.choices);
}

/** The last step of the run that took the lock at fault, or -1. */
export function lastTaken({ trace }: ModelFinding): number {
  const object = labelOf(trace, trace.blocked[0] ?? trace.steps.at(-1));
  return trace.steps.findLastIndex((step) => labelOf(trace, step) === object && isLocking(step.operation));
}

/** What the object of a step was made for: another one may be meant by it. */
function labelOf(trace: ModelTrace, step: { readonly object: number } | undefined): string {
  return step === undefined ? '' : (objectOf(trace, step.object)?.label ?? '');
}

interface Answer {
  readonly why: Why;
  readonly site: Site;
  readonly branch: number;
}

/** Whether one of the last conditions is answered in two ways, by its text: `x == y` and `x != y` are one. */
function contradict(all: readonly Answer[], last: readonly Answer[], textOf: (site: Site) => string): boolean {
  const answerOf = ({ why, site, branch }: Answer): readonly [text: string, answer: number] => {
    // What an unknown function gives stands at one place for all of its results.
    const text = `${textOf(site)} ${why.standing} ${why.kind} ${why.of}`;
    const isNegated = text.startsWith('!') || text.includes('!=');
    return [text.replace(/^!/, '').replace('!=', '=='), isNegated ? 1 - branch : branch];
  };
  return last.some((one) => {
    const [text, answer] = answerOf(one);
    return all.some((other) => {
      const [otherText, otherAnswer] = answerOf(other);
      return otherText === text && otherAnswer !== answer;
    });
  });
}

/**
 * Whether the program calls `panic` at a place, or does there to a channel or WaitGroup what panics; where it does not, data decides, and
 * mostly the program rules it out.
 */
function isStated(program: CommProgram, { rule, site }: { readonly rule: string; readonly site: Site }): boolean {
  if (rule !== 'panic') return true;
  return program.procs.some(({ body }) => {
    let found = false;
    visitStmts(body, (stmt) => {
      if (stmt.kind === 'panic' && placeOf(stmt.site) === placeOf(site)) found = true;
    });
    return found;
  });
}

function placeOf(site: Site): string {
  return `${site.file}:${site.start}`;
}

/** Where a function value would panic if it were nil: those from outside hardly are. */
function nilChecks(program: CommProgram): ReadonlySet<string> {
  const found = new Set<string>();
  for (const proc of program.procs) {
    visitStmts(proc.body, (stmt) => {
      if (stmt.kind === 'panic' && stmt.nilCall === true) found.add(placeOf(stmt.site));
    });
  }
  return found;
}

export function worthReporting({
  program,
  result,
  found: finding,
  question,
  isModel,
}: {
  readonly program: CommProgram;
  readonly result: ModelResult;
  readonly found: ModelFinding;
  readonly question: Question;
  readonly isModel: (site: Site) => boolean;
}): boolean {
  // A panic that data decides is mostly one that the program rules out.
  if (!classesOf(finding.rule).communication && !(question.explicit && finding.rule !== 'panic')) return false;
  // What one goroutine does to its own lock does not hang on data that may have changed elsewhere.
  if ((result.gaps.length > 0 || program.gaps.length > 0) && !isOwnLock(program, finding)) return false;
  if (finding.rule === 'unlock-unlocked' && isHeldByName(finding)) return false;
  if (finding.rule === 'unlock-unlocked' && program.root === 'function') {
    if (!tookBefore(finding) && mayComeFromOutside(program, finding.site)) return false;
  }
  // Inside the standard library only its model can be at fault.
  return !isModel(finding.site);
}

/**
 * Whether a lock of the same name is held in the run when it is released: then another one is meant, because the program has put
 * a new object in its place meanwhile. That he can rests on how goroutines wait for each other, not on what this one does.
 */
function isHeldByName({ trace }: ModelFinding): boolean {
  const last = trace.steps.at(-1);
  const object = labelOf(trace, last);
  // A reader's lock is not the one that a writer releases.
  const reads = last !== undefined && isReading(last.operation);
  let held = 0;
  for (const step of trace.steps.slice(0, -1)) {
    if (labelOf(trace, step) !== object || isReading(step.operation) !== reads) continue;
    if (isLocking(step.operation)) held++;
    else if (isUnlocking(step.operation)) held--;
  }
  return held > 0;
}

/** Whether the lock that is released was taken in the run before: otherwise the caller of the root may have taken one from outside. */
function tookBefore({ trace }: ModelFinding): boolean {
  const object = labelOf(trace, trace.steps.at(-1));
  return trace.steps.some((step) => labelOf(trace, step) === object && isLocking(step.operation));
}

/**
 * Whether a finding is about what one goroutine does to a lock by itself, whatever data says. A lock that is released may be
 * the one that was taken before under another name: then data decides which that was.
 */
function isOwnLock(program: CommProgram, finding: ModelFinding): boolean {
  if (!classesOf(finding.rule).ownLock) return false;
  if (finding.rule !== 'unlock-unlocked' || tookBefore(finding)) return true;
  const pts = pointsTo(program);
  const released = new Set(locksAt(program, pts, finding.site).flatMap(({ objects }) => objects));
  const mayTake = ({ objects, takes }: LocksAt): boolean =>
    takes && (objects.length === 0 || objects.some((id) => released.has(id)));
  return !finding.trace.steps.some(({ span }) => locksAt(program, pts, span).some(mayTake));
}

function loopPlaces(program: CommProgram): ReadonlySet<string> {
  const places = new Set<string>();
  visitProgram(program, (stmt) => {
    if (stmt.kind === 'loop') places.add(placeOf(stmt.site));
  });
  return places;
}

interface LocksAt {
  /** None where it is not known. */
  readonly objects: readonly number[];
  readonly takes: boolean;
}

/** The operations on locks at a place, with the locks that each may mean. */
function locksAt(program: CommProgram, pts: PointsTo, site: Site): readonly LocksAt[] {
  const found: LocksAt[] = [];
  for (const proc of pts.reached) {
    visitStmts(program.procs[proc]?.body ?? [], (stmt) => {
      if (stmt.kind !== 'lock' || placeOf(stmt.site) !== placeOf(site)) return;
      found.push({ objects: [...pts.of(proc, stmt.lock)], takes: stmt.op !== 'unlock' && stmt.op !== 'runlock' });
    });
  }
  return found;
}

/** Whether the operation at a place may mean a lock that the fragment did not make: the entry makes what comes from outside. */
function mayComeFromOutside(program: CommProgram, site: Site): boolean {
  const pts = pointsTo(program);
  return locksAt(program, pts, site).some(
    ({ objects }) => objects.length === 0 || objects.some((id) => pts.objects[id]?.maker === program.entry),
  );
}
