// `//gordian:ignore RULE reason` on a line or above a function silences a rule there, and at a call what happens inside for that call;
// one that cannot do so is reported.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { Finding } from '../base/finding.ts';
import { nearestNames } from '../base/nearest.ts';
import type { RuleTable } from '../base/rules.ts';
import type { SourceFile, SourceSet } from '../base/source.ts';
import type { LoadedPackage } from '../load/index.ts';
import { directives } from '../syntax/index.ts';
import type { File } from '../syntax/nodes.ts';

interface Ignore {
  readonly rule: string;
  readonly reason: string;
  readonly span: { readonly pos: number; readonly end: number };
  readonly file: SourceFile;
  /** Lines that it covers, counted from 1. */
  readonly first: number;
  readonly last: number;
  /** It covers a function, not a line. */
  readonly whole: boolean;
}

/** Directives that silenced something, by their places. */
export type UsedIgnores = ReadonlySet<number>;

export interface Ignored {
  readonly findings: readonly Finding[];
  /** Those that a directive covers. */
  readonly silenced: readonly Finding[];
  /** Directives that name no rule, or silence nothing. */
  readonly problems: readonly Diagnostic[];
}

/** Groups of rules that findings are about; errors of syntax and types cannot be silenced. */
const silenceable: ReadonlySet<string> = new Set(['concurrency', 'test']);

export function applyIgnores(
  packages: readonly LoadedPackage[],
  findings: readonly Finding[],
  sources: SourceSet,
  rules: RuleTable,
  /** Groups in which a directive that silences nothing is reported: other commands may need those of other groups. */
  looked: ReadonlySet<string>,
  /** Those that have silenced something before. */
  before: UsedIgnores = new Set(),
): Ignored {
  const ignores = ignoresIn(packages, sources);
  const used = new Set(before);
  const { kept, silenced } = without(
    findings,
    (finding) => {
      const by = ignores.filter((ignore) => ignore.rule === finding.rule && covers(ignore, finding.span, sources));
      return by.length > 0 ? by : ignoresAtCalls(finding, ignores, sources);
    },
    used,
  );
  const problems = ignores.flatMap((ignore) => {
    const message = used.has(ignore.span.pos) ? null : problemWith(ignore.rule, rules, looked);
    return message === null ? [] : [diagnostic('unused-ignore', ignore.span, message, { severity: 'warning' })];
  });
  return { findings: kept, silenced, problems };
}

export interface IgnoredCalls {
  readonly findings: readonly Finding[];
  readonly silenced: readonly Finding[];
  readonly used: UsedIgnores;
}

/**
 * Leaves out what happens through calls that a directive stands at. This is for findings of single fragments: other callers may come
 * to the same place, and theirs are still reported.
 */
export function applyIgnoresAtCalls(
  packages: readonly LoadedPackage[],
  findings: readonly Finding[],
  sources: SourceSet,
): IgnoredCalls {
  const ignores = ignoresIn(packages, sources);
  const used = new Set<number>();
  const { kept, silenced } = without(findings, (finding) => ignoresAtCalls(finding, ignores, sources), used);
  return { findings: kept, silenced, used };
}

/** Splits findings by whether a directive silences them, and adds to those that are used. */
function without(
  findings: readonly Finding[],
  silencing: (finding: Finding) => readonly Ignore[],
  used: Set<number>,
): { readonly kept: readonly Finding[]; readonly silenced: readonly Finding[] } {
  const silenced: Finding[] = [];
  const kept = findings.filter((finding) => {
    const by = silencing(finding);
    for (const { span } of by) used.add(span.pos);
    const [first] = by;
    if (first !== undefined) silenced.push({ ...finding, silencedBy: { kind: 'directive', reason: first.reason } });
    return first === undefined;
  });
  return { kept, silenced };
}

/** Directives at the calls, and at the go statements, through which the goroutine at fault came to where it is. */
function ignoresAtCalls(finding: Finding, ignores: readonly Ignore[], sources: SourceSet): readonly Ignore[] {
  const { trace, related, span } = finding;
  const atFault = trace.blocked.find((one) => one.span.pos === span.pos) ?? trace.blocked[0];
  const created = trace.goroutines.find(({ id }) => id === atFault?.goroutine)?.created ?? null;
  const calls = related.filter(({ message }) => message.kind === 'called-here').map((one) => one.span);
  const places = created === null ? calls : [...calls, created];
  return ignores.filter(
    (ignore) => !ignore.whole && ignore.rule === finding.rule && places.some((at) => covers(ignore, at, sources)),
  );
}

function covers(ignore: Ignore, { pos }: { readonly pos: number }, sources: SourceSet): boolean {
  if (ignore.file !== sources.fileOf(pos)) return false;
  const line = sources.position(pos)?.line ?? 0;
  return ignore.first <= line && line <= ignore.last;
}

function ignoresIn(packages: readonly LoadedPackage[], sources: SourceSet): readonly Ignore[] {
  const ignores: Ignore[] = [];
  const seen = new Set<string>();
  for (const pkg of packages) {
    for (const file of pkg.files) {
      if (seen.has(file.path)) continue;
      seen.add(file.path);
      const source = sources.fileOf(file.pos);
      if (source !== null) ignores.push(...ignoresOf(file, source, sources));
    }
  }
  return ignores;
}

function problemWith(name: string, rules: RuleTable, looked: ReadonlySet<string>): string | null {
  const rule = rules.get(name);
  if (rule !== undefined && silenceable.has(rule.group)) {
    return looked.has(rule.group) ? `${name} reports nothing here` : null;
  }
  if (name === '') return 'gordian:ignore needs the name of a rule and a reason';
  if (rule !== undefined) return `${name} cannot be ignored: it means that the code does not compile`;
  const names = [...rules.values()].filter(({ group }) => silenceable.has(group)).map((one) => one.name);
  const near = nearestNames(name, names);
  return `unknown rule ${name}${near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''}`;
}

function ignoresOf(file: File, source: SourceFile, sources: SourceSet): readonly Ignore[] {
  const found: Ignore[] = [];
  for (const directive of directives(file)) {
    if (directive.tool !== 'gordian' || directive.name !== 'ignore') continue;
    const [rule = '', ...words] = directive.args.trim().split(/\s+/);
    const line = sources.position(directive.pos)?.line ?? 0;
    const start = source.lines()[line - 1] ?? 0;
    const alone = source.text.slice(start, directive.pos - source.base).trim() === '';
    const span = { pos: directive.pos, end: directive.end };
    const func = file.decls.find(
      (decl) =>
        decl.kind === 'FuncDecl' && decl.doc !== null && decl.doc.pos <= directive.pos && directive.end <= decl.doc.end,
    );
    const last = func === undefined ? (alone ? line + 1 : line) : (sources.position(func.end)?.line ?? line);
    found.push({ rule, reason: words.join(' '), span, file: source, first: line, last, whole: func !== undefined });
  }
  return found;
}
