// What fragments and findings go through once all fragments were looked at: one row a pass, in the order in which they run.
//
// A finding is made when its fragment is looked at, and graded by the rows of gradings.ts. Then come the rows of `passes`, and last, if
// that was asked for, `confirming`. A pass that fails changes nothing, and the next ones go on.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { Finding, NotConfirmed, PassName } from '../base/finding.ts';
import type { RuleTable } from '../base/rules.ts';
import type { SourceSet } from '../base/source.ts';
import type { FlowProgram } from '../flow/index.ts';
import type { LoadedPackage } from '../load/index.ts';
import type { Solver } from '../smt/index.ts';
import type { Package } from '../types/object.ts';
import { mergedFindings } from './analyse.ts';
import { checkCallSites } from './call-sites.ts';
import { certainFaults, withCertainFaults } from './certain-faults.ts';
import { failed, withoutOnlySeen } from './fragment.ts';
import { type Checked, messageOf } from './fragment-check.ts';
import { noted } from './history.ts';
import { applyIgnores, applyIgnoresAtCalls, type UsedIgnores } from './ignore.ts';
import { forAllValues, type ParametricOptions } from './prove-fragments.ts';
import { atCause, atCauses } from './told-at.ts';
import { wayFindings } from './way-findings.ts';

/** What goes through the passes. */
export interface Passing {
  readonly checked: readonly Checked[];
  /** Found in functions that are no root of a fragment: a fragment may tell of the same. */
  readonly elsewhere: readonly Finding[];
  /** Found with causes of their own. */
  readonly apart: readonly Finding[];
  /** What is left once findings with one cause are one, and those that a directive silences. */
  readonly findings: readonly Finding[];
  readonly silenced: readonly Finding[];
  /** Directives that silenced something. */
  readonly used: UsedIgnores;
  readonly problems: readonly Diagnostic[];
}

export interface PassContext {
  readonly flow: FlowProgram;
  readonly packages: readonly LoadedPackage[];
  readonly sources: SourceSet;
  readonly rules: RuleTable;
  /** Groups of rules that a check reports on. */
  readonly groups: ReadonlySet<string>;
  readonly isOwn: (pkg: Package) => boolean;
  readonly isRequested: () => boolean;
  /** Null where nothing is to be proved for all values. */
  readonly solver: (() => Solver) | null;
  readonly parametric: ParametricOptions;
  /** The user asks for particular properties, and for nothing else. */
  readonly explicit: boolean;
}

export interface Pass {
  readonly name: PassName;
  /** Why it stands where it does. */
  readonly because: string;
  readonly run: (passing: Passing, context: PassContext) => Passing | Promise<Passing>;
}

export const passes: readonly Pass[] = [
  {
    name: 'prove',
    because:
      'first: a proof for all values settles verdicts that small values leave open, and says when a finding arises',
    run: async (passing, { solver, parametric }) =>
      solver === null ? passing : { ...passing, checked: await forAllValues(passing.checked, solver, parametric) },
  },
  {
    name: 'calls',
    because: 'after prove: calls are checked against what was proved to be needed',
    run: async (passing, { solver, flow, packages, isRequested }) => {
      if (solver === null) return passing;
      const { checked, broken, problem } = await checkCallSites(passing.checked, flow, packages, solver, isRequested);
      const problems = problem === null ? passing.problems : [...passing.problems, problem];
      return { ...passing, checked, apart: [...passing.apart, ...broken], problems };
    },
  },
  {
    name: 'tried',
    because: 'after prove and calls: what is then still only known of the values that were tried is no condition',
    run: (passing) => ({
      ...passing,
      checked: passing.checked.map((one) => {
        try {
          return { ...one, fragment: withoutOnlySeen(one.fragment) };
        } catch (error) {
          // Nothing may pass for a condition that was only seen.
          const reason = { kind: 'failed', message: messageOf(error) } as const;
          return { ...one, fragment: failed(one.root, reason) };
        }
      }),
    }),
  },
  {
    name: 'certain',
    because: 'after tried: a fragment in which something goes wrong in every run is violated, whatever was open before',
    run: (passing, { flow, explicit, isOwn, isRequested }) => {
      if (explicit || isRequested()) return passing;
      const { checked, rest } = withCertainFaults(passing.checked, certainFaults(flow, isOwn));
      return { ...passing, checked, elsewhere: [...passing.elsewhere, ...rest] };
    },
  },
  {
    name: 'ways',
    because: 'after certain: what a search or a proof has found at the same place says more',
    run: (passing, { flow, explicit, isOwn, isRequested }) => {
      if (explicit || isRequested()) return passing;
      const told = [...passing.checked.flatMap(({ findings }) => findings), ...passing.elsewhere];
      const { checked, rest } = withCertainFaults(passing.checked, wayFindings(flow, isOwn, told));
      return { ...passing, checked, elsewhere: [...passing.elsewhere, ...rest] };
    },
  },
  {
    name: 'ignore-calls',
    because: 'after ways: what one call leads to is silenced while what other calls lead to at the same place is apart',
    run: (passing, { packages, sources }) => {
      const silenced: Finding[] = [];
      const used = new Set(passing.used);
      const kept = (findings: readonly Finding[]): readonly Finding[] => {
        const left = applyIgnoresAtCalls(packages, findings, sources);
        silenced.push(...left.silenced);
        for (const place of left.used) used.add(place);
        return left.silenced.length === 0 ? findings : left.findings;
      };
      const checked = passing.checked.map((one) => {
        const findings = kept(one.findings);
        return findings === one.findings ? one : { ...one, findings };
      });
      const [elsewhere, apart] = [kept(passing.elsewhere), kept(passing.apart)];
      return { ...passing, checked, elsewhere, apart, silenced, used };
    },
  },
  {
    name: 'merge',
    because: 'after all that find: two findings with one cause become one, wherever they came from',
    run: (passing) => ({ ...passing, findings: mergedFindings(passing) }),
  },
  {
    name: 'cause',
    because:
      'after merge, which goes by what goroutines wait at; before ignore: a directive stands at the place that is reported',
    run: (passing) => ({ ...passing, findings: atCauses(passing.findings) }),
  },
  {
    name: 'ignore',
    because: 'after cause: a directive silences what would be reported, and is unused if that is nothing',
    run: (passing, { packages, sources, rules, groups }) => {
      const kept = applyIgnores(packages, passing.findings, sources, rules, groups, passing.used);
      return {
        ...passing,
        findings: kept.findings,
        silenced: [...passing.silenced, ...kept.silenced],
        problems: [...passing.problems, ...kept.problems],
      };
    },
  },
];

/** What came of running tests for a finding. */
export type Attempt =
  | { readonly kind: 'shown'; readonly schedules: number; readonly test: string }
  | { readonly kind: 'not-shown'; readonly reason: NotConfirmed };

/** The row for findings that real runs were made for, which takes more than a check: the caller runs the tests. */
export const confirming = {
  name: 'confirm',
  because: 'last: only what is reported is worth running tests for',
  run: (finding: Finding, attempt: Attempt): Finding => {
    if (attempt.kind === 'not-shown')
      return { ...finding, notes: [...finding.notes, { kind: 'not-confirmed', reason: attempt.reason }] };
    const { schedules, test } = attempt;
    return { ...finding, confirmed: true, notes: [...finding.notes, { kind: 'confirmed', schedules, test }] };
  },
} as const;

/** Findings with what came of running tests for each: those that really happened first. */
export function withAttempts(findings: readonly Finding[], attempts: readonly Attempt[]): readonly Finding[] {
  const all = findings.map((finding, i): Finding => {
    const attempt = attempts[i];
    return attempt === undefined ? finding : noted(confirming.name, finding, confirming.run(finding, attempt));
  });
  return [...all.filter((one) => one.confirmed), ...all.filter((one) => !one.confirmed)];
}

/** All passes, one after the other. Of one that fails nothing is kept but that it did: what it would have changed stays as it was. */
export async function runPasses(
  rows: readonly Pass[],
  checked: readonly Checked[],
  context: PassContext,
): Promise<Passing> {
  let passing: Passing = {
    checked,
    elsewhere: [],
    apart: [],
    findings: [],
    silenced: [],
    used: new Set(),
    problems: [],
  };
  for (const { name, run } of rows) {
    try {
      passing = withHistory(name, passing, await run(passing, context));
    } catch (error) {
      const message = `Gordian failed in the pass ${name}, whose results are missing: ${messageOf(error)}`;
      passing = { ...passing, problems: [...passing.problems, diagnostic('internal-error', null, message)] };
    }
    // Where merging failed there is still all that was found.
    if (name === 'merge' && passing.findings.length === 0) passing = { ...passing, findings: allFindings(passing) };
  }
  return passing;
}

function allFindings({ checked, elsewhere, apart }: Passing): readonly Finding[] {
  return [...checked.flatMap(({ findings }) => findings), ...elsewhere, ...apart];
}

/** A finding as long as it goes through passes: they change everything else about it. */
function keyOf({ rule, span, function: root }: Finding): string {
  return `${rule} ${span.pos} ${root}`;
}

function withHistory(pass: PassName, before: Passing, after: Passing): Passing {
  const old = new Map([...allFindings(before), ...before.findings].map((finding) => [keyOf(finding), finding]));
  // What is reported at its cause is identified by where it showed.
  for (const { span, message, finding } of before.findings.map((one) => ({ ...atCause(one), finding: one })))
    if (pass === 'cause') old.set(keyOf({ ...finding, span, message }), finding);
  const later = (finding: Finding): Finding => noted(pass, old.get(keyOf(finding)) ?? null, finding);
  return {
    ...after,
    checked: after.checked.map((one, i) =>
      one.findings === before.checked[i]?.findings ? one : { ...one, findings: one.findings.map(later) },
    ),
    elsewhere: after.elsewhere.map(later),
    apart: after.apart.map(later),
    findings: after.findings.map(later),
  };
}
