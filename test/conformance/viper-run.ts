// One file of Viper's suite: read, rewritten by the passes, verified, and judged by what the file expects.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf, SourceSet } from '../../src/base/source.ts';
import { verifyTerminating } from '../../src/proof/index.ts';
import type { SyncSolverHost } from '../../src/smt/index.ts';
import { errorSpan, fullId, type Program, readProgram, type Stmt, someExpr, wellformed } from '../../src/vil/index.ts';
import { matches, showExpectation, type ViperFile, type ViperReport } from './viper-suite.ts';

/**
 * `matched`: as the suite expects. `accepted`: a member that must fail was proved; `accepted-as-silicon`: the same, where
 * the suite notes that Silicon reports nothing either. `missed`: other errors than expected.
 * `unsupported`, `timeout`: a member was not verified. `refused`: not read. `crash`: the engine threw.
 */
export type Result =
  | 'matched'
  | 'accepted'
  | 'accepted-as-silicon'
  | 'missed'
  | 'unsupported'
  | 'timeout'
  | 'refused'
  | 'crash';

export interface Judged {
  readonly name: string;
  readonly result: Result;
  /** Whether magic wands occur in the file. */
  readonly wands: boolean;
  readonly why: readonly string[];
  readonly ms: number;
}

export function judge(file: ViperFile, root: string, host: SyncSolverHost): Judged {
  const started = performance.now();
  const found = verdict(file, root, host);
  return { name: file.name, ...found, ms: Math.round(performance.now() - started) };
}

function verdict(file: ViperFile, root: string, host: SyncSolverHost): Pick<Judged, 'result' | 'wands' | 'why'> {
  const sources = new SourceSet();
  const load = (path: string, standard: boolean): string | null => {
    const target = standard ? join(root, 'import', path) : path;
    return existsSync(target) ? readFileSync(target, 'utf8') : null;
  };
  const { program, errors } = readProgram(file.path, file.text, sources, load);
  const problems = errors.length > 0 ? errors : wellformed(program);
  if (problems.length > 0) {
    const why = problems.map(
      ({ span, message }) => `${span === null ? '?' : sources.position(span.pos)?.line}: ${message}`,
    );
    return { result: 'refused', wands: hasWands(program), why };
  }

  const reports: ViperReport[] = [];
  const unverified: string[] = [];
  const proved: { readonly line: number }[] = [];
  const starts: number[] = [];
  let timeout = false;
  for (const { member, verdict: found } of verifyTerminating(program, host)) {
    const at = sources.position(member.src.pos);
    const line = at?.file === file.path ? at.line : 0;
    starts.push(line);
    switch (found.kind) {
      case 'proved':
      case 'trusted':
        proved.push({ line });
        break;
      case 'failed':
        for (const error of found.errors) {
          const place = sources.fileOf(errorSpan(error).pos);
          reports.push({
            file: place?.path ?? null,
            line: place === null ? null : lineOf(place, errorSpan(error).pos - place.base),
            id: fullId(error),
          });
        }
        break;
      case 'timeout':
        timeout = true;
        unverified.push(`${member.name}: timeout at ${fullId(found.error)}`);
        break;
      case 'unsupported':
        unverified.push(`${member.name}: unsupported ${JSON.stringify(found.construct)}`);
        break;
      case 'unknown':
        unverified.push(`${member.name}: unknown: ${found.reason}`);
        break;
    }
  }
  for (const domain of [...program.domains, ...program.adts, ...program.fields]) {
    const at = sources.position(domain.src.pos);
    if (at?.file === file.path) starts.push(at.line);
  }

  const isTolerated = (line: number | null, id: string): boolean =>
    file.alsoInSilicon.some((also) => also.line === line && (also.id === id || also.id === id.split(':')[0]));
  /** Whether the member that the line is in was proved. */
  const isProved = (line: number): boolean => {
    const start = Math.max(0, ...starts.filter((candidate) => candidate <= line));
    return proved.some((member) => member.line === start && start > 0);
  };
  const instead = new Set(reports.filter(({ line, id }) => isTolerated(line, id)).map(({ line }) => line));
  const unmet = file.expected.filter(
    (expectation) =>
      !reports.some((report) => matches(expectation, report, file.path)) &&
      // Where the suite notes that Silicon reports another error: so do we, there or earlier in the member.
      !(expectation.missingInSilicon && (instead.has(expectation.line) || !isProved(expectation.line))),
  );
  const unexpected = reports.filter(
    (report) => !file.expected.some((e) => matches(e, report, file.path)) && !isTolerated(report.line, report.id),
  );
  const accepted = unmet.filter(({ line }) => isProved(line));
  const why = [
    ...unmet.map((expectation) => `missing ${showExpectation(expectation)}`),
    ...unexpected.map(({ line, id }) => `unexpected ${line ?? '?'}: ${id}`),
    ...unverified,
  ];
  const result = ((): Result => {
    if (accepted.some((expectation) => !expectation.missingInSilicon)) return 'accepted';
    if (accepted.length > 0) return 'accepted-as-silicon';
    if (unexpected.length > 0) return 'missed';
    if (timeout) return 'timeout';
    if (unverified.length > 0) return 'unsupported';
    return unmet.length > 0 ? 'missed' : 'matched';
  })();
  return { result, wands: hasWands(program), why };
}

function hasWands(program: Program): boolean {
  const exprs = [
    ...program.functions.flatMap(({ pres, posts, body }) => [...pres, ...posts, ...(body === null ? [] : [body])]),
    ...program.predicates.flatMap(({ body }) => (body === null ? [] : [body])),
    ...program.methods.flatMap(({ pres, posts }) => [...pres, ...posts]),
  ];
  const isWand = (expr: { readonly kind: string }): boolean => expr.kind === 'MagicWand';
  return (
    exprs.some((expr) => someExpr(expr, isWand)) || program.methods.some(({ body }) => body !== null && inStmt(body))
  );
}

function inStmt(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'Package':
    case 'Apply':
      return true;
    case 'Block':
      return stmt.stmts.some(inStmt);
    case 'If':
      return inStmt(stmt.then) || inStmt(stmt.else);
    case 'While':
      return inStmt(stmt.body) || stmt.invariants.some((e) => someExpr(e, ({ kind }) => kind === 'MagicWand'));
    case 'Inhale':
    case 'Exhale':
    case 'Assert':
    case 'Assume':
    case 'Refute':
      return someExpr(stmt.assertion, ({ kind }) => kind === 'MagicWand');
    case 'Quasihavoc':
    case 'Quasihavocall':
      return stmt.resource.kind === 'MagicWand';
    default:
      return false;
  }
}
