// `//gordian:ignore RULE reason` on a line or above a function silences a rule there; one that cannot do so is reported.

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
  used: boolean;
}

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
): Ignored {
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
  const silencedFindings: Finding[] = [];
  const kept = findings.filter((finding) => {
    const source = sources.fileOf(finding.span.pos);
    const line = sources.position(finding.span.pos)?.line ?? 0;
    let by: Ignore | null = null;
    for (const ignore of ignores) {
      if (ignore.file !== source || ignore.rule !== finding.rule || line < ignore.first || line > ignore.last) continue;
      ignore.used = true;
      by ??= ignore;
    }
    if (by !== null) silencedFindings.push({ ...finding, silencedBy: { kind: 'directive', reason: by.reason } });
    return by === null;
  });
  const problems = ignores.flatMap((ignore) => {
    const message = ignore.used ? null : problemWith(ignore.rule, rules, looked);
    return message === null ? [] : [diagnostic('unused-ignore', ignore.span, message, { severity: 'warning' })];
  });
  return { findings: kept, silenced: silencedFindings, problems };
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
    found.push({ rule, reason: words.join(' '), span, file: source, first: line, last, used: false });
  }
  return found;
}
