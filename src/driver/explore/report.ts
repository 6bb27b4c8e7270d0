// What exploring tests gave, in the form that all engines report in.

import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import { type Finding, type Fragment, finding, type Note } from '../../base/finding.ts';
import { mapHeadline } from '../../base/headline.ts';
import { type Host, HostError } from '../../base/host.ts';
import { assumption } from '../../base/reasons.ts';
import type { SourceFile, SourceSet, Span } from '../../base/source.ts';
import { mapTrace, type Trace } from '../../base/trace.ts';
import { eventsOf, lostText, type Place, type ScheduleFile } from '../../explore/index.ts';
import type { Shown, TestResult } from './test.ts';

/** Turns places as people read them into spans; files are read when they are needed. */
export class SpanFinder {
  readonly #sources: SourceSet;
  readonly #host: Host;
  readonly #files = new Map<string, SourceFile | null>();

  constructor(sources: SourceSet, host: Host) {
    this.#sources = sources;
    this.#host = host;
    for (const file of sources.files()) this.#files.set(file.path, file);
  }

  span(place: Place | null): Span {
    if (place === null || place.file === '' || place.line < 1) return { pos: 0, end: 0 };
    const file = this.#file(place.file);
    const lines = file?.lines();
    const start = lines?.[place.line - 1];
    if (file === null || lines === undefined || start === undefined) return { pos: 0, end: 0 };
    const line = file.text.slice(start, lines[place.line] ?? file.length).replace(/\r?\n$/, '');
    const column = utf16Column(line, place.column);
    const code = line.slice(column).replace(/\s*(\/\/.*|\{)?\s*$/, '');
    const pos = file.base + start + column;
    return { pos, end: pos + Math.max(1, code.length) };
  }

  #file(path: string): SourceFile | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    let file: SourceFile | null = null;
    try {
      file = this.#sources.add(path, Buffer.from(this.#host.readFile(path)).toString('utf8'));
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
    this.#files.set(path, file);
    return file;
  }
}

/** Columns count bytes from 1. */
function utf16Column(line: string, column: number): number {
  if (column <= 1) return line.length - line.trimStart().length;
  return Buffer.from(line, 'utf8')
    .subarray(0, column - 1)
    .toString('utf8').length;
}

/** Only the end of long runs is kept: what matters for a failure happened there. */
const maxSteps = 400;

export function findingOfShown(shown: Shown, result: TestResult, spans: SpanFinder, notes: readonly Note[]): Finding {
  const { found } = shown;
  const { target } = result;
  const at = (place: Place): Span => spans.span(place);
  // Places of steps that are not shown are not looked up: that would read their files.
  const kept = { ...found.trace, steps: found.trace.steps.slice(-maxSteps) };
  const { goroutines, objects, steps } = mapTrace(kept, at);
  const trace: Trace = {
    goroutines,
    objects,
    steps,
    blocked: found.trace.blocked.map(({ goroutine, operation, object, span, because, freedBy, panic, value }) => ({
      goroutine,
      operation,
      object,
      span: at(span),
      because,
      freedBy,
      panic,
      value,
    })),
  };
  const span = at(found.place ?? { file: target.file, line: target.line, column: 1 });
  return finding(found.rule, span, mapHeadline(found.headline, at), target.name, {
    severity: found.severity,
    // It happened.
    confirmed: true,
    trace,
    notes: [...found.notes, { kind: 'first-shown', schedule: shown.schedule, test: target.name }, ...notes],
  });
}

export function fragmentOfResult(result: TestResult, spans: SpanFinder): Fragment {
  const { target } = result;
  const rules = [...new Set(result.shown.map((one) => one.found.rule))];
  return {
    function: target.name,
    package: target.package,
    span: spans.span({ file: target.file, line: target.line, column: 1 }),
    parameters: [],
    verdict: rules.length > 0 ? 'violated' : result.problem === '' && result.schedules > 0 ? 'bounded' : 'unknown',
    precondition: null,
    weakest: false,
    bounds: [],
    properties: rules.map((rule) => [rule, 'violated']),
    assumptions:
      result.completeness.kind === 'complete'
        ? [
            // Built with the race detector, the runs themselves show that there is none.
            ...(target.race ? [] : [assumption('no-data-race')]),
            ...(result.completeness.random ? [assumption('one-seed')] : []),
          ]
        : [],
    reasons: [{ kind: 'message', text: result.problem === '' ? coverageText(result) : result.problem }],
    states: result.schedules,
    ms: result.milliseconds,
  };
}

/** How much was run, in words. */
export function coverageText(result: TestResult): string {
  const { completeness, coverage } = result;
  const parts = [runsText(result)];
  if (completeness.kind === 'complete') {
    const once = completeness.random ? ', for one choice of random numbers and orders of maps' : '';
    const raceFree = result.target.race ? '' : ', assuming no data races';
    parts.push(`all interleavings of synchronization operations were run${once}${raceFree}`);
  } else if (completeness.kind === 'gap') parts.push(`not all interleavings: ${completeness.reason}`);
  const { failuresByTimer } = result;
  if (failuresByTimer > 0)
    parts.push(`in ${failuresByTimer} of them the test fails because a timer fires early: it depends on time`);
  if (coverage.arms.all > 0) {
    const missing = coverage.arms.missing.slice(0, 3).map((arm) => arm.slice(arm.lastIndexOf('/') + 1));
    const never = missing.length === 0 ? '' : ` (not ${missing.join(', ')})`;
    parts.push(`${coverage.arms.seen} of ${coverage.arms.all} select cases were taken${never}`);
  }
  if (coverage.pairs.seen > 0)
    parts.push(
      `pairs of operations on one object: ${coverage.pairs.seen}, ${coverage.pairs.both} of them in both orders`,
    );
  if (coverage.lockOrders.seen > 0) {
    const both = coverage.lockOrders.opposite.length / 2;
    parts.push(
      `pairs of locks held at once: ${coverage.lockOrders.seen}${both > 0 ? `, ${both} of them in both orders` : ''}`,
    );
  }
  const [outside] = result.uncontrolled;
  if (outside !== undefined) parts.push(`not under control: ${outside}`);
  return parts.join('; ');
}

function runsText(result: TestResult): string {
  const cut = (result.ends.limit ?? 0) + (result.ends.timeout ?? 0);
  return `${result.schedules} schedule${result.schedules === 1 ? '' : 's'}${cut > 0 ? `, ${cut} of them cut at a limit` : ''}`;
}

/** What the user should know of a test besides findings. */
export function problemsOfResult(result: TestResult, spans: SpanFinder): readonly Diagnostic[] {
  const { target } = result;
  const at = spans.span({ file: target.file, line: target.line, column: 1 });
  const span = at.pos === 0 ? null : at;
  const problems: Diagnostic[] = [];
  if (result.problem !== '') problems.push(diagnostic('TestNotExplored', span, `${target.name}: ${result.problem}`));
  const [lost] = result.lost;
  if (lost !== undefined)
    problems.push(
      diagnostic('SchedulesLost', span, `${target.name}: ${lostText(result.lost.length, lost)}`, {
        severity: 'warning',
      }),
    );
  const kinds = Object.keys(result.ends);
  if (result.schedules > 0 && kinds.every((kind) => kind === 'failed'))
    problems.push(
      diagnostic('TestFails', span, `${target.name} fails under every schedule that was run: see go test`, {
        severity: 'warning',
      }),
    );
  if (kinds.includes('exit'))
    problems.push(
      diagnostic('TestExits', span, `${target.name} ends the process: what comes after that is not explored`, {
        severity: 'warning',
      }),
    );
  return problems;
}

/** What decides which program is built, besides its source. */
export type BuiltWith = Required<Pick<ScheduleFile, 'instrument' | 'allow' | 'tags'>> & Pick<ScheduleFile, 'short'>;

/** `message` is the finding in words, for people who read the file. */
export function scheduleOf(shown: Shown, result: TestResult, built: BuiltWith, message: string): ScheduleFile {
  const { found, record, plan } = shown;
  return {
    gordian: 'schedule',
    version: 1,
    package: result.target.package,
    test: result.target.name,
    rule: found.rule,
    message,
    cause: found.cause,
    seed: plan.seed,
    earlyNs: plan.earlyNs,
    processors: plan.processors,
    race: result.target.race,
    instrument: built.instrument,
    allow: built.allow,
    tags: built.tags,
    ...(built.short === true ? { short: true } : {}),
    events: eventsOf(record, result.target.sites),
  };
}
