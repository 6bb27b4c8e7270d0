// Who could complete what a goroutine waits for: the statements of a program that would, and the ways out of a procedure that skip them.

import type { Completion } from '../base/headline.ts';
import type { CommProgram, Expr, LockStmt, LoopStmt, Proc, ReturnStmt, Site, Stmt } from '../comm/comm.ts';
import { blocksOf, type PointsTo, pointsTo, targetsOf, visitExpr, visitStmts } from '../comm/index.ts';
import type { ModelObject } from '../model/index.ts';

/** What a waiting goroutine needs others to do to an object. */
export interface Need {
  readonly object: ModelObject;
  readonly by: readonly Completion[];
}

/** A way out of a procedure on which something is left undone that the rest of the procedure does. */
export interface Skip {
  /** The return, or the statement itself where it stands under a condition. */
  readonly site: Site;
  readonly by: Completion;
  /** Whether it is a return. */
  readonly returns: boolean;
  /** The statement that is skipped. */
  readonly skipped: Site;
}

/** Something that a statement does to an object: `take` is a lock. */
interface Deed {
  readonly by: Completion | 'take';
  readonly object: Expr;
}

function deedsOf(stmt: Stmt): readonly Deed[] {
  switch (stmt.kind) {
    case 'send':
      return [{ by: 'send', object: stmt.chan }];
    case 'recv':
      return [{ by: 'receive', object: stmt.chan }];
    case 'close':
      return [{ by: 'close', object: stmt.chan }];
    case 'select':
      return stmt.cases.flatMap(({ comm }) => deedsOf(comm));
    case 'lock':
      return [{ by: isRelease(stmt) ? 'unlock' : 'take', object: stmt.lock }];
    case 'waitgroup':
      return stmt.delta !== null && isNegative(stmt.delta) ? [{ by: 'done', object: stmt.group }] : [];
    case 'cond':
      return stmt.op === 'wait' ? [] : [{ by: 'signal', object: stmt.cond }];
    default:
      return [];
  }
}

function isRelease({ op }: LockStmt): boolean {
  return op === 'unlock' || op === 'runlock';
}

function isNegative(delta: Expr): boolean {
  return (delta.kind === 'int' && delta.value < 0) || (delta.kind === 'unary' && delta.op === '-');
}

function isSameSite(a: Site, b: Site): boolean {
  return a.file === b.file && a.start === b.start;
}

function isInside(inner: Site, outer: Site): boolean {
  return inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;
}

/** What a TryLock gives is asked for so many statements later at most. */
const triesWithin = 3;

function isTry(stmt: Stmt): boolean {
  return stmt.kind === 'lock' && (stmt.op === 'trylock' || stmt.op === 'tryrlock');
}

/** Whether a condition leads out of the function on one side. */
function leaves(stmt: Stmt): boolean {
  return (
    (stmt.kind === 'if' || stmt.kind === 'choice') && blocksOf(stmt).some((block) => block.at(-1)?.kind === 'return')
  );
}

/** Whether a statement, or one in it, sets a variable of an expression. */
function gives(stmt: Stmt, expr: Expr): boolean {
  const asked = new Set<number>();
  visitExpr(expr, (one) => {
    if (one.kind === 'var') asked.add(one.index);
  });
  let found = false;
  visitStmts([stmt], (one) => {
    if (targetsOf(one).some((target) => asked.has(target))) found = true;
  });
  return found;
}

/** The statements that a block runs in any case, and the blocks of those that it may run. */
interface Level {
  readonly body: readonly Stmt[];
  readonly conditional: boolean;
  /** Statements of the levels around that come before this one. */
  readonly before: readonly Stmt[];
}

/** A program, asked who completes what in it. */
export class Completers {
  readonly program: CommProgram;
  readonly #pts: PointsTo;
  readonly #reach = new Map<number, ReadonlySet<number>>();

  constructor(program: CommProgram) {
    this.program = program;
    this.#pts = pointsTo(program);
  }

  /** Procedures that a goroutine may be in that began with this one. */
  reachedFrom(entry: number): ReadonlySet<number> {
    let found = this.#reach.get(entry);
    if (found !== undefined) return found;
    const seen = new Set([entry]);
    const todo = [entry];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      visitStmts(this.#body(at), (stmt) => {
        if (stmt.kind !== 'call' && stmt.kind !== 'defer') return;
        for (const callee of this.#pts.callees.get(stmt) ?? []) {
          if (seen.has(callee)) continue;
          seen.add(callee);
          todo.push(callee);
        }
      });
    }
    found = seen;
    this.#reach.set(entry, found);
    return found;
  }

  /** Whether a goroutine that began with a procedure may complete something somewhere. */
  mayComplete(entry: number, need: Need): boolean {
    return [...this.reachedFrom(entry)].some((proc) => this.#directly(proc, need).length > 0);
  }

  /** Whether any part of the program does this to the object. */
  exists(need: Need): boolean {
    return [...this.#pts.reached].some((proc) => this.#directly(proc, need).length > 0);
  }

  /** Where the program does it. */
  places(need: Need): readonly Site[] {
    return [...this.#pts.reached].flatMap((proc) => this.#directly(proc, need).map(({ site }) => site));
  }

  /** The procedures among these that do it themselves. */
  within(entry: number, need: Need): readonly { readonly proc: number; readonly stmt: Stmt }[] {
    return [...this.reachedFrom(entry)].flatMap((proc) => this.#directly(proc, need).map((stmt) => ({ proc, stmt })));
  }

  /** The selects that would do it, but go on without where they cannot. */
  optional(need: Need): readonly Site[] {
    const found: Site[] = [];
    for (const proc of this.#pts.reached) {
      visitStmts(this.#body(proc), (stmt) => {
        if (stmt.kind === 'select' && stmt.otherwise !== null && this.#does(proc, stmt, need)) found.push(stmt.site);
      });
    }
    return found;
  }

  /**
   * How a goroutine that began with a procedure and has ended can have left out what others need: the ways past it, in the first procedure
   * of the user's on the way to it that has some. `isOwn` says which procedures are the user's.
   */
  skips(entry: number, need: Need, isOwn: (proc: Proc) => boolean): readonly Skip[] {
    const seen = new Set<number>();
    let at = entry;
    for (;;) {
      if (seen.has(at)) return [];
      seen.add(at);
      const proc = this.program.procs[at];
      if (proc === undefined) return [];
      const { skips, next } = this.#skipsIn(at, need);
      if (skips.length > 0 && isOwn(proc)) return skips;
      if (next === null) return [];
      at = next;
    }
  }

  /** The same in any of certain procedures. */
  skipsAmong(entry: number, need: Need, isWanted: (proc: Proc) => boolean): readonly Skip[] {
    return [...this.reachedFrom(entry)].flatMap((at) => {
      const proc = this.program.procs[at];
      if (proc === undefined || !isWanted(proc)) return [];
      return this.#skipsIn(at, need).skips.filter(({ returns }) => returns);
    });
  }

  /** Whether a receive at a place is that of a range over a channel. */
  isRanged(site: Site): boolean {
    let found = false;
    this.#eachStmt((stmt) => {
      if (stmt.kind !== 'loop') return;
      if (stmt.body.some((one) => one.kind === 'recv' && one.ok !== null && isSameSite(one.site, site))) found = true;
    });
    return found;
  }

  /** Whether a call at a place goes through a function value or an interface. */
  isOpenCall(site: Site): boolean {
    let found = false;
    this.#eachStmt((stmt) => {
      if (stmt.kind === 'call' && stmt.callee.kind !== 'proc' && isSameSite(stmt.site, site)) found = true;
    });
    return found;
  }

  /** Whether an operation at a place is deferred. */
  isDeferred(site: Site): boolean {
    let found = false;
    this.#eachStmt((stmt) => {
      if (stmt.kind === 'defer' && isInside(site, stmt.site)) found = true;
    });
    return found;
  }

  /** Whether no goroutine sends on a channel more than once: no loop repeats a send on the same channel. */
  sendsOnce(object: ModelObject): boolean {
    let repeats = false;
    const walk = (proc: number, body: readonly Stmt[], loops: readonly LoopStmt[]): void => {
      for (const stmt of body) {
        if (stmt.kind === 'send' && this.#fits(proc, { by: 'send', object: stmt.chan }, { object, by: ['send'] }))
          repeats ||= loops.some((loop) => !gives(loop, stmt.chan));
        const inner = stmt.kind === 'loop' ? [...loops, stmt] : loops;
        for (const block of blocksOf(stmt)) walk(proc, block, inner);
      }
    };
    for (const proc of this.#pts.reached) walk(proc, this.#body(proc), []);
    return !repeats;
  }

  /** Whether a function makes a channel, starts the goroutine that sends on it, and receives from it itself. */
  isGivenUp(object: ModelObject, entry: number): boolean {
    return [...this.#pts.reached].some((proc) => {
      let makes = false;
      let starts = false;
      visitStmts(this.#body(proc), (stmt) => {
        if (stmt.kind === 'chan' && object.made !== null && isSameSite(stmt.site, object.made)) makes = true;
        if (stmt.kind === 'go' && this.#pts.callees.get(stmt)?.has(entry) === true) starts = true;
      });
      return makes && starts && this.#directly(proc, { object, by: ['receive'] }).length > 0;
    });
  }

  /** The loop in which goroutines are started that begin with a procedure; null where they are not started in one. */
  startedIn(entry: number): Site | null {
    let found: Site | null = null;
    const walk = (body: readonly Stmt[], loop: Site | null): void => {
      for (const stmt of body) {
        if (stmt.kind === 'go' && this.#pts.callees.get(stmt)?.has(entry) === true) found ??= loop;
        for (const block of blocksOf(stmt)) walk(block, stmt.kind === 'loop' ? stmt.site : loop);
      }
    };
    for (const proc of this.#pts.reached) walk(this.#body(proc), null);
    return found;
  }

  /**
   * The check that a goroutine has to get past before an operation at a place: a condition above it, behind which the function returns, or
   * what gives the value that it asks for.
   */
  checkBefore(site: Site): Site | null {
    let found: Site | null = null;
    const walk = (body: readonly Stmt[]): void => {
      const at = body.findIndex((stmt) => isSameSite(stmt.site, site) && stmt.kind === 'close');
      const guard = at < 0 ? -1 : body.slice(0, at).findLastIndex(leaves);
      const stmt = body[guard];
      if (stmt !== undefined) {
        const asked = stmt.kind === 'if' ? stmt.cond : null;
        const given = asked === null ? undefined : body.slice(0, guard).findLast((one) => gives(one, asked));
        found = given !== undefined && given.site.end > given.site.start ? given.site : stmt.site;
      }
      for (const one of body) for (const block of blocksOf(one)) walk(block);
    };
    for (const proc of this.#pts.reached) walk(this.#body(proc));
    return found;
  }

  #eachStmt(visit: (stmt: Stmt) => void): void {
    for (const proc of this.#pts.reached) visitStmts(this.#body(proc), visit);
  }

  /** Ways past what is needed in one procedure; where there is none, the procedure that is called for it. */
  #skipsIn(proc: number, need: Need): { readonly skips: readonly Skip[]; readonly next: number | null } {
    const returns: ReturnStmt[] = [];
    const providers: { readonly stmt: Stmt; readonly conditional: boolean }[] = [];
    const provides = (stmt: Stmt): boolean => this.#provides(proc, stmt, need);
    // What is given back was taken before.
    const givesBack = need.by.includes('unlock') || need.by.includes('receive');
    const isDue = (earlier: readonly Stmt[]): boolean =>
      !earlier.some(provides) && (!givesBack || earlier.some((stmt) => this.#takes(proc, stmt, need)));
    const walk = ({ body, conditional, before }: Level): void => {
      body.forEach((stmt, i) => {
        const earlier = [...before, ...body.slice(0, i)];
        if (stmt.kind === 'return' && stmt.site.end > stmt.site.start && isDue(earlier)) returns.push(stmt);
        if (provides(stmt)) providers.push({ stmt, conditional });
        const isLoop = stmt.kind === 'loop';
        // Where a TryLock has failed nothing is due.
        const isAnswer = givesBack && stmt.kind === 'if' && body.slice(Math.max(0, i - triesWithin), i).some(isTry);
        for (const block of blocksOf(stmt)) {
          if (isAnswer && block.at(-1)?.kind === 'return') continue;
          walk({ body: block, conditional: conditional || !isLoop, before: earlier });
        }
      });
    };
    walk({ body: this.#body(proc), conditional: false, before: [] });
    const [first] = providers;
    if (first === undefined) return { skips: [], next: null };
    const by = this.#completion(proc, first.stmt, need);
    const skips: Skip[] = returns.map(({ site }) => ({ site, by, returns: true, skipped: first.stmt.site }));
    if (skips.length > 0) return { skips, next: null };
    if (!givesBack && providers.every(({ conditional }) => conditional))
      return { skips: [{ site: first.stmt.site, by, returns: false, skipped: first.stmt.site }], next: null };
    const called = providers.find(({ conditional, stmt }) => !conditional && !this.#does(proc, stmt, need));
    const callees = called === undefined ? [] : [...(this.#pts.callees.get(called.stmt) ?? [])];
    return { skips: [], next: callees.find((callee) => this.mayComplete(callee, need)) ?? null };
  }

  #completion(proc: number, stmt: Stmt, need: Need): Completion {
    const own = deedsOf(stmt).find((deed) => this.#fits(proc, deed, need));
    if (own !== undefined && own.by !== 'take') return own.by;
    for (const callee of this.#pts.callees.get(stmt) ?? []) {
      for (const { proc: at, stmt: inner } of this.within(callee, need)) {
        const deed = deedsOf(inner).find((one) => this.#fits(at, one, need));
        if (deed !== undefined && deed.by !== 'take') return deed.by;
      }
    }
    return need.by[0] ?? 'send';
  }

  #provides(proc: number, stmt: Stmt, need: Need): boolean {
    if (this.#does(proc, stmt, need)) return true;
    if (stmt.kind !== 'call' && stmt.kind !== 'defer') return false;
    return [...(this.#pts.callees.get(stmt) ?? [])].some((callee) => this.mayComplete(callee, need));
  }

  #directly(proc: number, need: Need): readonly Stmt[] {
    const found: Stmt[] = [];
    visitStmts(this.#body(proc), (stmt) => {
      if (this.#does(proc, stmt, need)) found.push(stmt);
    });
    return found;
  }

  #does(proc: number, stmt: Stmt, need: Need): boolean {
    return deedsOf(stmt).some((deed) => this.#fits(proc, deed, need));
  }

  /** Whether a statement takes what has to be given back. */
  #takes(proc: number, stmt: Stmt, { object, by }: Need): boolean {
    const wanted = by.includes('unlock') ? 'take' : 'send';
    const isTaking = (at: number, one: Stmt): boolean =>
      deedsOf(one).some((deed) => deed.by === wanted && this.#refersTo(at, deed, object));
    if (isTaking(proc, stmt)) return true;
    if (stmt.kind !== 'call') return false;
    return [...(this.#pts.callees.get(stmt) ?? [])].some((callee) =>
      [...this.reachedFrom(callee)].some((at) => {
        let found = false;
        visitStmts(this.#body(at), (one) => {
          found ||= isTaking(at, one);
        });
        return found;
      }),
    );
  }

  #fits(proc: number, { by, object }: Deed, need: Need): boolean {
    return by !== 'take' && need.by.includes(by) && this.#refersTo(proc, { by, object }, need.object);
  }

  #refersTo(proc: number, deed: Deed, object: ModelObject): boolean {
    return [...this.#pts.of(proc, deed.object)].some((id) => this.#isMadeAs(id, object));
  }

  /** Whether an abstract object may be the one of a run: it was made at the same place. */
  #isMadeAs(id: number, object: ModelObject): boolean {
    const own = this.#pts.objects[id];
    let outer = own;
    while (outer?.parent !== null && outer !== undefined) outer = outer.parent;
    const site = outer?.stmt?.site;
    const { made } = object;
    if (site === undefined || made === null || site.file !== made.file || site.start !== made.start) return false;
    return own?.stmt?.kind !== 'chan' || own.stmt.label === object.label;
  }

  #body(proc: number): readonly Stmt[] {
    return this.program.procs[proc]?.body ?? [];
  }
}
