// VirGo: the sublanguage of `comm` with immutable parameters and counted loops, after Saioc, Lange and Moeller,
// "Automated Verification of Parametric Channel-Based Process Communication" (OOPSLA 2024), Figure 2, and what we add to it.
//
// Plain data; above each alternative stands its printed form. Expressions are those of `comm` over parameters only; `?`, which
// the paper does not have, is a free choice that is made anew each time it is met. No payloads, no variables, no calls.
// `isCoreVirgo` tells whether a program is within the paper's language.

import type { Assumption } from '../base/reasons.ts';
import type { Expr, ParamDecl, RootKind, Site } from '../comm/comm.ts';

export interface VirgoProgram {
  readonly kind: 'VirgoProgram';
  readonly name: string;
  readonly root: RootKind;
  readonly files: readonly string[];
  readonly params: readonly ParamDecl[];
  /** `requires e`: conditions on parameters that are taken for granted. (Ours.) */
  readonly requires: readonly Expr[];
  readonly channels: readonly VirgoChannel[];
  readonly groups: readonly VirgoName[];
  /** Read-write locks. (Ours.) */
  readonly locks: readonly VirgoName[];
  readonly body: VirgoBlock;
  readonly assumptions: readonly Assumption[];
  /** Whether the program fails for a valuation only if the program that it was made from does. */
  readonly exact: boolean;
}

export interface VirgoName {
  readonly name: string;
  readonly site: Site;
}

/** A mutex is a channel of capacity one: lock sends, unlock receives, and from an empty one that is an error. */
export interface VirgoChannel extends VirgoName {
  readonly mutex: boolean;
}

export type VirgoBlock = readonly VirgoStmt[];

export type VirgoStmt =
  | VirgoSkip
  | VirgoChan
  | VirgoGroup
  | VirgoComm
  | VirgoClose
  | VirgoRWLock
  | VirgoLock
  | VirgoAdd
  | VirgoWait
  | VirgoGo
  | VirgoReturn
  | VirgoIf
  | VirgoFor
  | VirgoReceive
  | VirgoRange
  | VirgoLoop
  | VirgoBlockStmt
  | VirgoBranch
  | VirgoSelect
  | VirgoExit
  | VirgoFail;

interface Base {
  readonly site: Site;
}

/** `skip` */
export interface VirgoSkip extends Base {
  readonly kind: 'skip';
}

/** `c = chan [e]`: fails for negative e. */
export interface VirgoChan extends Base {
  readonly kind: 'chan';
  readonly target: number;
  readonly capacity: Expr;
}

/** `w = WaitGroup` */
export interface VirgoGroup extends Base {
  readonly kind: 'group';
  readonly target: number;
}

/** `c!` or `c?` */
export interface VirgoComm extends Base {
  readonly kind: 'send' | 'recv';
  readonly chan: number;
}

/** `close(c)`: fails if c is closed already, as does any send after it. (Ours.) */
export interface VirgoClose extends Base {
  readonly kind: 'close';
  readonly chan: number;
}

/** `l = RWMutex` (Ours.) */
export interface VirgoRWLock extends Base {
  readonly kind: 'rwlock';
  readonly target: number;
}

/**
 * `l.Lock()`, `l.Unlock()`, `l.RLock()`, `l.RUnlock()`: readers wait for writers that hold the lock or wait for it; to unlock what is
 * not locked is an error. (Ours.)
 */
export interface VirgoLock extends Base {
  readonly kind: 'lock';
  readonly op: 'lock' | 'unlock' | 'rlock' | 'runlock';
  readonly lock: number;
}

/** `w.Add(e)`: fails if the counter becomes negative. */
export interface VirgoAdd extends Base {
  readonly kind: 'add';
  readonly group: number;
  readonly delta: Expr;
}

/** `w.Wait()` */
export interface VirgoWait extends Base {
  readonly kind: 'wait';
  readonly group: number;
}

/** `go { V }`; in the body of a loop, a goroutine for each round. (In loops: ours.) */
export interface VirgoGo extends Base {
  readonly kind: 'go';
  readonly name: string;
  readonly body: VirgoBlock;
}

/** `return`: the end of the process. */
export interface VirgoReturn extends Base {
  readonly kind: 'return';
}

/** `if e { V } else { V }` */
export interface VirgoIf extends Base {
  readonly kind: 'if';
  readonly cond: Expr;
  readonly then: VirgoBlock;
  readonly otherwise: VirgoBlock;
}

/** `for i : e .. e { V }`, `for i : e .. e step n { V }` for n > 1; the label is left out where nothing names it. */
export interface VirgoFor extends Base {
  readonly kind: 'for';
  readonly label: string;
  readonly lo: Expr;
  readonly hi: Expr;
  readonly step: number;
  /** What Go computes, where it was counted otherwise or compares more than its variable: first and last. Nothing in a text. */
  readonly tested: readonly Expr[];
  readonly body: VirgoBlock;
}

/** `if c? { V } else { V }`: a receive that says whether it got a message, or found the channel closed and drained. (Ours.) */
export interface VirgoReceive extends Base {
  readonly kind: 'receive';
  readonly chan: number;
  readonly then: VirgoBlock;
  readonly otherwise: VirgoBlock;
}

/** `for i : range c { V }`: a round for each message until c is closed and drained. (Ours.) */
export interface VirgoRange extends Base {
  readonly kind: 'range';
  readonly label: string;
  readonly chan: number;
  readonly body: VirgoBlock;
}

/** `for i : { V }`: goes round until it is left; `for i : ? { V }`: and was shown to be left. (Ours.) */
export interface VirgoLoop extends Base {
  readonly kind: 'loop';
  readonly label: string;
  readonly ends: boolean;
  /** The function that it stands in; nothing in a text. */
  readonly of: string;
  readonly body: VirgoBlock;
}

/** `block i { V }`: what `break i` leaves. (Ours.) */
export interface VirgoBlockStmt extends Base {
  readonly kind: 'block';
  readonly label: string;
  readonly body: VirgoBlock;
}

/** `break i`, `continue i` (Ours.) */
export interface VirgoBranch extends Base {
  readonly kind: 'break' | 'continue';
  readonly label: string;
}

/** A case that can be taken at any time, `case ?`: a timer. */
export interface VirgoTau extends Base {
  readonly kind: 'tau';
}

/** `select { case c! { V } case c? { V } case ? { V } default { V } }` (Ours.) */
export interface VirgoSelect extends Base {
  readonly kind: 'select';
  readonly cases: readonly { readonly comm: VirgoComm | VirgoTau; readonly body: VirgoBlock }[];
  /** Null without default. */
  readonly otherwise: VirgoBlock | null;
}

/** `exit`: the end of everything, which is fine. (Ours.) */
export interface VirgoExit extends Base {
  readonly kind: 'exit';
}

/** `fail`: what must not happen, such as a division by zero. (Ours.) */
export interface VirgoFail extends Base {
  readonly kind: 'fail';
  readonly what: string;
}

/** The blocks inside a statement. */
export function virgoBlocks(stmt: VirgoStmt): readonly VirgoBlock[] {
  switch (stmt.kind) {
    case 'if':
    case 'receive':
      return [stmt.then, stmt.otherwise];
    case 'select':
      return [...stmt.cases.map((c) => c.body), ...(stmt.otherwise === null ? [] : [stmt.otherwise])];
    case 'for':
    case 'range':
    case 'loop':
    case 'block':
    case 'go':
      return [stmt.body];
    case 'skip':
    case 'chan':
    case 'group':
    case 'rwlock':
    case 'lock':
    case 'send':
    case 'recv':
    case 'close':
    case 'add':
    case 'wait':
    case 'return':
    case 'break':
    case 'continue':
    case 'exit':
    case 'fail':
      return [];
  }
}

/** The same statement with other blocks inside it. */
export function withVirgoBlocks(stmt: VirgoStmt, change: (block: VirgoBlock) => VirgoBlock): VirgoStmt {
  switch (stmt.kind) {
    case 'if':
    case 'receive':
      return { ...stmt, then: change(stmt.then), otherwise: change(stmt.otherwise) };
    case 'for':
    case 'range':
    case 'loop':
    case 'block':
    case 'go':
      return { ...stmt, body: change(stmt.body) };
    case 'select':
      return {
        ...stmt,
        cases: stmt.cases.map((c) => ({ ...c, body: change(c.body) })),
        otherwise: stmt.otherwise === null ? null : change(stmt.otherwise),
      };
    default:
      return stmt;
  }
}

/** Calls `visit` for every statement, outer ones first. */
export function visitVirgo(block: VirgoBlock, visit: (stmt: VirgoStmt) => void): void {
  for (const stmt of block) {
    visit(stmt);
    for (const inner of virgoBlocks(stmt)) visitVirgo(inner, visit);
  }
}

/** The expressions of a statement itself. */
export function virgoExprs(stmt: VirgoStmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'chan':
      return [stmt.capacity];
    case 'add':
      return [stmt.delta];
    case 'if':
      return [stmt.cond];
    case 'for':
      return [stmt.lo, stmt.hi, ...stmt.tested];
    default:
      return [];
  }
}

/** Whether a program is in the language of Figure 2: or the first reason why not. */
export function isCoreVirgo(program: VirgoProgram): string | null {
  let reason: string | null = null;
  const refuse = (why: string): void => {
    reason ??= why;
  };
  const visit = (block: VirgoBlock, inLoop: boolean): void => {
    for (const stmt of block) {
      switch (stmt.kind) {
        case 'skip':
        case 'send':
        case 'recv':
        case 'add':
          break;
        case 'chan':
        case 'group':
        case 'wait':
        case 'go':
        case 'return':
        case 'if':
          if (inLoop) refuse(`${stmt.kind} in the body of a loop`);
          break;
        case 'for':
          if (inLoop) refuse('a loop in the body of a loop');
          if (stmt.step !== 1) refuse('a loop with a step');
          break;
        case 'rwlock':
        case 'lock':
        case 'close':
        case 'receive':
        case 'range':
        case 'loop':
        case 'block':
        case 'break':
        case 'continue':
        case 'select':
        case 'exit':
        case 'fail':
          refuse(`${stmt.kind} is not part of VirGo`);
          break;
      }
      if (virgoExprs(stmt).some((e) => someUnknown(e))) refuse('a free choice');
      for (const inner of virgoBlocks(stmt)) visit(inner, inLoop || stmt.kind === 'for');
    }
  };
  visit(program.body, false);
  return reason;
}

function someUnknown(e: Expr): boolean {
  if (e.kind === 'unary') return someUnknown(e.x);
  if (e.kind === 'binary') return someUnknown(e.x) || someUnknown(e.y);
  return e.kind === 'unknown';
}
