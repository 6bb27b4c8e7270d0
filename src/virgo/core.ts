// Brings VirGo into the paper's language (Figure 2) where that is possible without a change of meaning, for its own tool and for Dafny.
//
// Goroutines that a loop starts move out of it (`for { go { P } }` to `go { for { P } }`) only if P does one operation on one
// channel, again and again, and the loop does nothing else: n processes with k equal operations each, or one process with n times k,
// block and go on together. Free choices become parameters of their own; a time-out becomes one that says whether it came first.

import type { Expr, ParamDecl } from '../comm/comm.ts';
import { isCoreVirgo, type VirgoBlock, type VirgoProgram, type VirgoStmt } from './virgo.ts';

export type Core =
  | { readonly ok: true; readonly program: VirgoProgram; readonly fresh: readonly string[] }
  | { readonly ok: false; readonly reason: string };

interface Maker {
  readonly params: ParamDecl[];
  readonly fresh: string[];
}

/** The program in the paper's language, with the names of the parameters that were added. */
export function coreVirgo(program: VirgoProgram): Core {
  const m: Maker = { params: [...program.params], fresh: [] };
  const core: VirgoProgram = { ...program, body: block(m, program.body, false), params: m.params };
  const reason = isCoreVirgo(core);
  return reason === null ? { ok: true, program: core, fresh: m.fresh } : { ok: false, reason };
}

function freshParam(m: Maker, prefix: string, site: ParamDecl['site']): Expr {
  const taken = new Set(m.params.map((param) => param.name));
  let n = 1;
  while (taken.has(`${prefix}_${n}`)) n++;
  const name = `${prefix}_${n}`;
  m.params.push({ name, type: 'bool', min: null, site });
  m.fresh.push(name);
  return { kind: 'param', index: m.params.length - 1 };
}

function block(m: Maker, stmts: VirgoBlock, inLoop: boolean): VirgoBlock {
  return stmts.flatMap((stmt): readonly VirgoStmt[] => {
    switch (stmt.kind) {
      case 'if': {
        // Within a loop each round chooses anew: no parameter says that.
        const cond = stmt.cond.kind === 'unknown' && !inLoop ? freshParam(m, 'choice', stmt.site) : stmt.cond;
        return [{ ...stmt, cond, then: block(m, stmt.then, inLoop), otherwise: block(m, stmt.otherwise, inLoop) }];
      }
      case 'select': {
        const [first, second] = stmt.cases;
        const timer = stmt.cases.find((c) => c.comm.kind === 'tau');
        const other = first === timer ? second : first;
        if (
          inLoop ||
          timer === undefined ||
          other === undefined ||
          stmt.cases.length !== 2 ||
          stmt.otherwise !== null
        ) {
          return [stmt];
        }
        if (other.comm.kind === 'tau') return [stmt];
        const cond = freshParam(m, 'timeout', stmt.site);
        const then = block(m, timer.body, inLoop);
        const otherwise = [other.comm, ...block(m, other.body, inLoop)];
        return [{ kind: 'if', cond, then, otherwise, site: stmt.site }];
      }
      case 'for': {
        const commuted = inLoop ? null : commute(stmt);
        return commuted === null ? [{ ...stmt, body: block(m, stmt.body, true) }] : [commuted];
      }
      case 'go':
        return [{ ...stmt, body: block(m, stmt.body, inLoop) }];
      default:
        return [stmt];
    }
  });
}

function commute(stmt: VirgoStmt & { readonly kind: 'for' }): VirgoStmt | null {
  const [only] = stmt.body;
  if (stmt.body.length !== 1 || only?.kind !== 'go') return null;
  const [first] = only.body;
  if (first === undefined || (first.kind !== 'send' && first.kind !== 'recv')) return null;
  const same = only.body.every((op) => op.kind === first.kind && op.chan === first.chan);
  return same ? { ...only, body: [{ ...stmt, body: only.body }] } : null;
}
