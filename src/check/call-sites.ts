// Calls in sight of functions that need something of their arguments: proved preconditions, and what `//gordian:requires` states.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import { type Finding, finding, type RelatedPlace, type RelatedReason } from '../base/finding.ts';
import type { Headline } from '../base/headline.ts';
import { HostError } from '../base/host.ts';
import type { Named } from '../base/named.ts';
import type { CallTally } from '../base/reasons.ts';
import type { Span } from '../base/source.ts';
import {
  callGraphOf,
  declaredFunctions,
  type FlowProgram,
  functionOf,
  requirementsOf,
  upwards,
} from '../flow/index.ts';
import type { Function as IrFunction } from '../ir/ir.ts';
import type { LoadedPackage } from '../load/index.ts';
import { type CheckedCall, checkCalls, type Need, needOf, requiredTerm } from '../parametric/index.ts';
import { conj, type Solver, True } from '../smt/index.ts';
import { isExported } from '../types/object.ts';
import { classesOf } from './finding-rules.ts';
import type { Checked } from './fragment-check.ts';
import { blames } from './prove-fragments.ts';

export interface CallSites {
  /** The same fragments: conditional ones say what calls in sight give, and lose what calls that break it tell better. */
  readonly checked: readonly Checked[];
  readonly broken: readonly Finding[];
  /** What kept calls from being checked at all; null where nothing did. */
  readonly problem: Diagnostic | null;
}

/** Something that is needed, and why. */
interface Reason {
  /** As a person reads it. */
  readonly text: string;
  readonly need: Need;
  /** The fragment that was proved under it; null for what a directive states. */
  readonly fragment: Checked | null;
  readonly stated: Span | null;
}

/** For the calls of all functions that need something, in the solver's units. */
const mostWork = 40_000_000;

/** What it takes to find the calls of a function and what they give it. */
const workPerVisit = 20_000;

/** Callers of callers are asked so often, where arguments are only passed on. */
const mostHops = 3;

export async function checkCallSites(
  checked: readonly Checked[],
  flow: FlowProgram,
  packages: readonly LoadedPackage[],
  solver: () => Solver,
  isRequested: () => boolean,
): Promise<CallSites> {
  const reasons = [...provedNeeds(checked), ...statedNeeds(flow, packages)];
  if (reasons.length === 0) return { checked, broken: [], problem: null };
  let own: Solver;
  try {
    own = solver();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const message = `calls are not checked against what functions require: ${error.message}`;
    return { checked, broken: [], problem: diagnostic('unchecked-requires', null, message, { severity: 'note' }) };
  }
  const calls = new Calls(checked, flow, own);
  for (const reason of reasons) {
    if (calls.spent > mostWork || isRequested()) break;
    try {
      await calls.check(reason);
    } catch {
      // Calls that cannot be followed cost what is said of them, and nothing else.
    }
  }
  return { checked: checked.map((one) => calls.told(one)), broken: calls.broken, problem: null };
}

function isHuge(value: number | boolean): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
}

function provedNeeds(checked: readonly Checked[]): readonly Reason[] {
  return checked.flatMap((fragment) => {
    const { condition, root } = fragment;
    if (condition === null || fragment.fragment.verdict !== 'conditional' || root.kind !== 'function') return [];
    return [{ text: condition.text, need: needOf(root.fn, condition.term, condition.known), fragment, stated: null }];
  });
}

function statedNeeds(flow: FlowProgram, packages: readonly LoadedPackage[]): readonly Reason[] {
  const own = new Set(packages.map(({ types }) => types));
  return declaredFunctions(flow).flatMap(({ ref, obj }) => {
    if (obj.pkg === null || !own.has(obj.pkg)) return [];
    const fn = functionOf(flow, ref);
    return requirementsOf(fn).requirements.map(({ text, condition, span }) => {
      const need = needOf(fn, conj([requiredTerm(condition)]), True);
      return { text, need, fragment: null, stated: span };
    });
  });
}

/** What was found out about the calls of one function. */
interface Tally {
  established: number;
  broken: number;
  readonly open: Span[];
  others: boolean;
}

class Calls {
  /** In the solver's units. */
  get spent(): number {
    return this.#solver.statistics().work - this.#begun + this.#visits * workPerVisit;
  }
  readonly broken: Finding[] = [];
  readonly #checked: readonly Checked[];
  readonly #flow: FlowProgram;
  readonly #solver: Solver;
  readonly #begun: number;
  #visits = 0;
  readonly #roots: ReadonlySet<string>;
  readonly #tallies = new Map<Checked, Tally>();
  /** Operations that calls are blamed for, with the functions in whose fragments they are not told again. */
  readonly #blamed = new Map<number, Set<string>>();
  readonly #seen = new Set<string>();

  constructor(checked: readonly Checked[], flow: FlowProgram, solver: Solver) {
    this.#checked = checked;
    this.#flow = flow;
    this.#solver = solver;
    this.#begun = solver.statistics().work;
    this.#roots = new Set(checked.map(({ root }) => root.fn.id));
  }

  async check(reason: Reason): Promise<void> {
    const tally: Tally = { established: 0, broken: 0, open: [], others: false };
    await this.#visit(reason, reason.need, tally, [], mostHops);
    if (reason.fragment !== null) this.#tallies.set(reason.fragment, tally);
  }

  /** `through` are the calls by which arguments were passed on, the last one first. */
  async #visit(reason: Reason, need: Need, tally: Tally, through: readonly CheckedCall[], hops: number): Promise<void> {
    this.#visits++;
    const { calls, others } = await checkCalls(this.#flow, need, this.#solver);
    if (others) tally.others = true;
    for (const call of calls) {
      const { answer, stmt } = call;
      if (answer.kind === 'established') {
        tally.established++;
        continue;
      }
      if (answer.kind === 'violated' && answer.certain && this.#report(reason, call, answer.values, through)) {
        tally.broken++;
        continue;
      }
      // A caller with a fragment of its own has its own precondition, which says as much as a proved one of the callee.
      const own = reason.stated === null && this.#roots.has(call.caller.id);
      if (answer.kind === 'open' && answer.needs !== null && !own && hops > 0) {
        await this.#visit(reason, answer.needs, tally, [call, ...through], hops - 1);
        if (!isExported(call.caller.obj?.name ?? '')) continue;
      }
      if (!tally.open.some(({ pos }) => pos === stmt.span.pos)) tally.open.push(stmt.span);
    }
  }

  /** False where the call may be fine all the same. */
  #report(
    reason: Reason,
    { caller, stmt }: CheckedCall,
    values: Named<number | boolean>,
    through: readonly CheckedCall[],
  ): boolean {
    // Near the ends of 64 bits what a function computes may wrap around to what is fine: a weakest condition is not about that.
    if (reason.fragment !== null && values.some(([, value]) => isHuge(value))) return false;
    const fragment = reason.fragment ?? this.#checked.find(({ root }) => root.fn.id === reason.need.fn.id) ?? null;
    const given = through.length === 0 ? values : [];
    const known = given.map(([name, value]) => [name, [value]] as const);
    const shown = fragment === null ? [] : fragment.again(known).filter(blames);
    if (reason.fragment !== null) {
      if (!reason.fragment.condition?.weakest && shown.length === 0) return false;
      // A panic may be what a caller waits for.
      if (shown.length > 0 && shown.every(({ rule }) => classesOf(rule).panics) && caller.hasDefer) return false;
    }
    const key = `${stmt.span.pos} ${reason.need.fn.id}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    this.#blame(shown, reason, caller);
    const told = this.#told(shown, caller) ?? shown[0] ?? null;
    const headline: Headline = {
      kind: 'call',
      callee: shortName(reason.need.fn),
      needs: reason.text,
      through: through.length === 0 ? null : shortName(callerOf(through)),
      values,
    };
    const broken = finding('precondition', stmt.span, headline, told?.function ?? caller.name, {
      ...(told === null ? {} : { valuation: told.valuation, choices: told.choices, trace: told.trace }),
      related: [
        ...through.map(({ stmt: inner }) => related(inner.span, { kind: 'arguments-passed' })),
        ...(reason.stated === null ? [] : [related(reason.stated, { kind: 'required-here' })]),
        ...shown.slice(0, 1).map((one) => related(one.span, { kind: 'leads-to', headline: one.message })),
      ],
    });
    this.broken.push(broken);
    return true;
  }

  /** The same run, told from the caller's beginning. */
  #told(shown: readonly Finding[], caller: IrFunction): Finding | null {
    const places = new Set(shown.map(({ span }) => span.pos));
    const own = this.#checked.find(({ root }) => root.fn.id === caller.id);
    return own?.findings.find((one) => blames(one) && places.has(one.span.pos)) ?? null;
  }

  #blame(shown: readonly Finding[], reason: Reason, caller: IrFunction): void {
    const above = upwards(callGraphOf(this.#flow).callers, [caller.id]);
    for (const { span } of shown) {
      const functions = this.#blamed.get(span.pos) ?? new Set();
      for (const id of [reason.need.fn.id, ...above]) functions.add(id);
      this.#blamed.set(span.pos, functions);
    }
  }

  /** A fragment with what its calls say, and without what a call is blamed for. */
  told(one: Checked): Checked {
    const findings = one.findings.filter(
      (finding) => !(blames(finding) && this.#blamed.get(finding.span.pos)?.has(one.root.fn.id)),
    );
    const tally = this.#tallies.get(one);
    if (tally === undefined) return findings.length === one.findings.length ? one : { ...one, findings };
    const said = this.#said(tally);
    const safe = isSafe(one, tally);
    return {
      ...one,
      fragment: { ...one.fragment, reasons: [...one.fragment.reasons, ...said] },
      findings: findings.map((finding): Finding => {
        if (!blames(finding)) return finding;
        return {
          ...finding,
          severity: safe && said.length > 0 ? 'note' : finding.severity,
          notes: [...finding.notes, ...said],
        };
      }),
    };
  }

  /** What the calls in sight say; nothing where there are none. */
  #said({ established, broken, open }: Tally): readonly ({ readonly kind: 'calls' } & CallTally)[] {
    if (established + broken + open.length === 0) return [];
    return [{ kind: 'calls', established, broken, open }];
  }
}

function related(span: Span, message: RelatedReason): RelatedPlace {
  return { span, message };
}

/** Whether nothing breaks what is needed without being reported: all calls are in sight, and decided. */
function isSafe({ root }: Checked, { established, broken, open, others }: Tally): boolean {
  return !isExported(root.fn.obj?.name ?? '') && !others && established + broken > 0 && open.length === 0;
}

function callerOf(through: readonly CheckedCall[]): IrFunction {
  return (through[0] as CheckedCall).caller;
}

/** Without its package. */
function shortName(fn: IrFunction): string {
  return fn.obj?.name ?? fn.name;
}
