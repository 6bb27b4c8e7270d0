// What `gordian verify` reports about a file of Gobra's suite, in the suite's own terms.

import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { encodeLoaded, proveEncoded } from '../../src/driver/prove.ts';
import { type LoadResult, loadPackages } from '../../src/load/index.ts';
import type { SyncSolverHost } from '../../src/smt/index.ts';
import { syntaxErrors } from '../../src/syntax/index.ts';
import type { Report, SuiteFile } from './gobra-suite.ts';

export interface Outcome {
  readonly reports: readonly Report[];
  /** Why not everything in the file was verified; empty if all of it was. */
  readonly skipped: readonly string[];
}

/** The file alone in its package, where imports come from its own options and the library; with `text`, that is what it holds. */
export function loadSuiteFile({ path, options }: SuiteFile, library: string, text?: string): LoadResult {
  const host = nodeHost(dirname(path), {});
  const bytes = text === undefined ? null : new TextEncoder().encode(text);
  const changed =
    bytes === null ? host : { ...host, readFile: (at: string) => (at === path ? bytes : host.readFile(at)) };
  return loadPackages(changed, {
    patterns: [path],
    cwd: dirname(path),
    goroot: null,
    models: null,
    gopath: [],
    ...(options.int32 ? { goarch: '386' } : {}),
    specifications: {
      include: options.include,
      module: '',
      library,
      onlyWithHeader: options.onlyFilesWithHeader,
      rules: {
        requireMeasures: false,
        friendClauses: options.friendClauses,
        relations: options.hyperMode === 'extended' && options.experimentalHyper,
        requireTriggers: false,
      },
    },
  });
}

/** As the suite runs a file. */
export function runFile(file: SuiteFile, library: string, host: SyncSolverHost | null): Outcome {
  const { options } = file;
  const loaded = loadSuiteFile(file, library);
  const { packages, sources, diagnostics } = loaded;
  const errors = diagnostics.filter((found) => found.severity === 'error');
  const lineOf = (found: Diagnostic): number | null => {
    const place = found.span === null ? null : sources.position(found.span.pos);
    return place !== null && join(place.file) === join(file.path) ? place.line : null;
  };
  // What Gobra's grammar allows and its checker rejects, and the other way round.
  const isSyntax = (found: Diagnostic): boolean => {
    if (found.rule === 'NotACall' || found.rule === 'InvalidParameterList') return false;
    if (found.rule in syntaxErrors) return true;
    if (found.rule !== 'MissingPackage') return false;
    const specs = packages.flatMap((pkg) => pkg.files.flatMap((ast) => ast.imports));
    return specs.some((spec) => spec.name === null && spec.path.pos === found.span?.pos);
  };
  const syntax = errors.filter(isSyntax);
  const key = syntax.length > 0 ? 'parser_error' : 'type_error';
  const shown = syntax.length > 0 ? syntax : errors;
  const reports: Report[] = shown.map((found) => ({
    line: lineOf(found),
    id: [key],
    message: `${found.rule} ${found.message}`,
  }));
  if (reports.length > 0) return { reports, skipped: [] };
  const [pkg] = packages;
  if (pkg === undefined) return { reports, skipped: ['not loaded'] };
  if (host === null) return { reports, skipped: ['there is no solver'] };
  const skipped: string[] = [];
  const checkInjectivity = !options.injectivity;
  const proof = { checkInjectivity, hyper: options.hyperMode, checkOverflow: options.overflow };
  const members = proveEncoded(encodeLoaded(pkg, loaded, proof), pkg.path, host, proof);
  for (const member of members) {
    for (const { id, span } of member.errors) {
      const { file: path, line } = sources.position(span.pos) ?? { file: '', line: 0 };
      reports.push({
        line: join(path) === join(file.path) ? line : null,
        id,
        message: member.function,
      });
    }
    if (member.verdict === 'proved' || member.verdict === 'trusted' || member.verdict === 'failed') continue;
    const { text, span } = member.reason ?? { text: '', span: null };
    const at = span === null ? '' : ` at line ${sources.position(span.pos)?.line ?? '?'}`;
    skipped.push(`${member.function}: ${member.verdict}: ${text}${at}`);
  }
  return { reports, skipped };
}
