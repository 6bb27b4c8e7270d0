// What a replay gave, in words: the same for terminals, for programs, and for agents.

import type { ReplayResult } from '../driver/index.ts';
import { becauseText, doingText, freedByText, headlineText, nameIn, operationWord, stepText } from '../report/index.ts';
import { placeText } from './place-text.ts';

/** One step of one goroutine. */
export interface ReplayedStep {
  readonly goroutine: string;
  /** As Go writes it, with what it changes: `k.mu.Lock()  k.mu: held by g4`. */
  readonly operation: string;
  readonly file: string;
  readonly line: number;
}

/** A goroutine that never moves again. */
export interface ReplayedBlock {
  readonly goroutine: string;
  readonly doing: string;
  readonly because: string;
  readonly freedBy: string;
  readonly file: string;
  readonly line: number;
  /** Its calls, the innermost first. */
  readonly stack: readonly string[];
}

export interface Replayed {
  /** The run goes wrong as it did; it no longer does; it no longer fits; it cannot be run. */
  readonly outcome: 'fails' | 'passes' | 'changed' | 'problem';
  readonly package: string;
  readonly test: string;
  readonly rule: string;
  readonly message: string;
  readonly steps: readonly ReplayedStep[];
  readonly blocked: readonly ReplayedBlock[];
  /** What else goes wrong. */
  readonly also: readonly string[];
  /** Where the schedule no longer fits; null where it does. */
  readonly changed: {
    readonly event: number;
    readonly of: number;
    readonly recorded: string;
    readonly now: string;
  } | null;
  /** Events before and after shrinking; null where that was not asked for. */
  readonly shrunk: readonly [number, number] | null;
  readonly problems: readonly string[];
}

type Diverged = ReplayResult & { readonly kind: 'diverged' };

export function replayed(result: ReplayResult): Replayed {
  const nothing = { steps: [], blocked: [], also: [], changed: null, shrunk: null, problems: [] };
  if (result.kind === 'problem') {
    const problems = result.problems.map(({ message }) => message);
    return { outcome: 'problem', package: '', test: '', rule: '', message: '', ...nothing, problems };
  }
  const { schedule, trace } = result;
  const about = { ...nothing, package: schedule.package, test: schedule.test, rule: schedule.rule };
  const steps = trace.steps.map((step) => ({
    goroutine: nameIn(trace, step.goroutine, placeText),
    operation: stepText(trace, step, placeText),
    file: step.span.file,
    line: step.span.line,
  }));
  if (result.kind === 'diverged')
    return { ...about, outcome: 'changed', message: schedule.message, steps, changed: changeOf(result) };
  const { found, others, shrunk } = result;
  const also = others.map((one) => `${headlineText(one.headline, placeText)} [${one.rule}]`);
  if (found === null) return { ...about, outcome: 'passes', message: schedule.message, steps, also, shrunk };
  const blocked = found.trace.blocked.map((one) => ({
    goroutine: nameIn(found.trace, one.goroutine, placeText),
    doing: doingText(found.trace, one),
    because: becauseText(found.trace, one, placeText),
    freedBy: freedByText(found.trace, one),
    file: one.span.file,
    line: one.span.line,
    stack: framesOf(one.stack),
  }));
  const message = headlineText(found.headline, placeText);
  return { ...about, outcome: 'fails', message, steps, blocked, also, shrunk };
}

function changeOf({ index, schedule, expected, found, trace }: Diverged): Replayed['changed'] {
  const said = (event: NonNullable<Diverged['expected']>): string => {
    const who =
      event.goroutine === null ? 'a goroutine that was not started' : nameIn(trace, event.goroutine, placeText);
    const where = event.function === '' ? '' : ` in ${event.function}`;
    return `${who}: ${operationWord(event.operation)}${where}${event.at === '' ? '' : ` (${event.at})`}`;
  };
  const now =
    found.kind === 'event'
      ? said(found.event)
      : found.kind === 'gone'
        ? `the operation is no longer in ${expected?.function ?? 'the code'}`
        : `the run ends${found.message === '' ? '' : `: ${found.message}`}`;
  const recorded = expected === null ? 'the end of the run' : said(expected);
  return { event: index + 1, of: schedule.events.length, recorded, now };
}

/** The calls of a stack as Go prints it, without those of the standard library, in which the scheduler is too. */
function framesOf(stack: string): readonly string[] {
  const lines = stack.split('\n');
  const frames: string[] = [];
  for (const [i, line] of lines.entries()) {
    const at = /^\t(.+:\d+)(?: \+0x[0-9a-f]+)?$/.exec(lines[i + 1] ?? '')?.[1];
    if (at === undefined || line.startsWith('\t')) continue;
    const name = line.replace(/\([^()]*\)$/, '');
    const slash = name.lastIndexOf('/') + 1;
    const path = `${name.slice(0, slash)}${name.slice(slash).split('.')[0]}`;
    const files = [`/src/${path}/`, '/src/runtime/'];
    const isStandard = !(path.split('/')[0] ?? '').includes('.') && files.some((one) => at.includes(one));
    if (isStandard || line.startsWith('created by ')) continue;
    frames.push(`${name.slice(name.lastIndexOf('/') + 1)} (${at.slice(at.lastIndexOf('/') + 1)})`);
  }
  return frames;
}

/** A table of steps: number, goroutine, operation, place. */
export function stepLines(steps: readonly ReplayedStep[]): readonly string[] {
  const width = Math.max(0, ...steps.map(({ goroutine }) => goroutine.length));
  const number = String(steps.length).length;
  return steps.map(({ goroutine, operation, file, line }, i) => {
    const at = file === '' ? '' : `  (${file.slice(file.lastIndexOf('/') + 1)}:${line})`;
    return `${String(i + 1).padStart(number + 2)}  ${goroutine.padEnd(width)}  ${operation}${at}`;
  });
}
