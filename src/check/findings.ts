// Violations of a model as findings: places in files, and words that a developer knows from the source.

import type { Related } from '../base/diagnostic.ts';
import type { Finding, FreeChoice } from '../base/finding.ts';
import type { SourceSet, Span } from '../base/source.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import { givesError, guardLabel } from '../comm/index.ts';
import type { FlowProgram, RootFunction } from '../flow/index.ts';
import { allProperties, type Choice, forEver, type ModelBlocked, type ModelFinding } from '../model/index.ts';
import { conditionIn } from './asked.ts';
import { contextChannel, onceDo } from './goroutine-names.ts';

/** More of the source than this is no name for an operation. */
const maxText = 40;

/** Places of a communication program as places in files. */
export class Places {
  readonly #bases: readonly number[];
  readonly #models: readonly boolean[];
  readonly #sources: SourceSet;
  readonly #entry: number;
  readonly #onces: ReadonlySet<number>;

  constructor(program: CommProgram, sources: SourceSet, flow: FlowProgram) {
    this.#bases = program.files.map((path) => sources.named(path)?.base ?? 0);
    this.#models = program.files.map((path) => flow.isModelFile(path));
    this.#sources = sources;
    this.#entry = program.entry;
    this.#onces = new Set(program.procs.flatMap(({ name }, i) => (name === onceDo ? [i] : [])));
  }

  /** Whether an operation on a lock is one on a Once, which is made of one. */
  isOnce({ proc }: { readonly proc: number }): boolean {
    return this.#onces.has(proc);
  }

  /** Whether it waits for a lock that the root has left held: the entry, which is nobody's code, takes it as the next caller would. */
  isNextCaller(blocked: { readonly proc: number }): boolean {
    return blocked.proc === this.#entry;
  }

  /** The source there, on one line. */
  text(site: Site): string {
    const { pos, end } = this.span(site);
    const file = this.#sources.fileOf(pos);
    const text = file === null ? '' : file.text.slice(pos - file.base, end - file.base).replace(/\s+/g, ' ');
    if (text === '') return outside;
    return text.length > maxText ? `${text.slice(0, maxText - 3)}...` : text;
  }

  span(site: Site): Span {
    const base = this.#bases[site.file] ?? 0;
    return { pos: base + site.start, end: base + site.end };
  }

  isModel(site: Site): boolean {
    return this.#models[site.file] ?? false;
  }
}

/** What the model calls an operation on an object from outside; the source says it better. */
const outside = 'operation on the environment';

interface Told {
  readonly operation: string;
  readonly object: string;
  readonly proc: number;
}

function wordsOf(places: Places, told: Told): { readonly operation: string; readonly object: string } {
  const { operation, object } = told;
  if (places.isOnce(told)) return { operation: operation === 'Lock' ? 'Do' : 'end of Do', object };
  // A timer without a name of its own.
  if (operation === 'start timer' && object === 'timer') return { operation, object: '' };
  if (operation === 'close' && object === contextChannel) return { operation: 'cancel', object: 'ctx' };
  return { operation, object: object.replaceAll('the environment', 'a channel from outside') };
}

function waitOf(places: Places, waiting: ModelBlocked): Pick<ModelBlocked, 'because' | 'freedBy'> {
  const { operation, object, because, freedBy } = waiting;
  if (places.isOnce(waiting)) {
    return {
      because: `Do waits until the function that ${object} runs has returned, which it does not`,
      freedBy: `a return of that function; it must not wait for ${object} itself`,
    };
  }
  // A context's channel is closed by cancelling it, and in no other way.
  if (operation === 'receive' && object === contextChannel)
    return { because: 'nobody cancels the context any more', freedBy: 'a call of its cancel function' };
  return { because, freedBy: freedBy.replaceAll(`a send on ${contextChannel}`, 'the cancellation of its context') };
}

function named({ operation, object }: { readonly operation: string; readonly object: string }): string {
  return `${operation} ${object}`.trim();
}

/** What a run takes for given by a free choice, as a clause: `ok being true`, `get() giving no error`. */
function relianceOf(places: Places, choice: Choice, all: readonly Choice[]): string {
  const { site, why, branch } = choice;
  if (why.endsWith(givesError)) return `${why.slice(0, -givesError.length)} giving ${branch === 0 ? 'no' : 'an'} error`;
  const text = places.text(site);
  const condition = conditionIn(text);
  // Parts of a condition are chosen at one place: then none of them says what the whole is.
  const alone = all.every((other) => other === choice || other.site.start !== site.start || other.branch === branch);
  if (condition !== undefined && alone && !condition.includes('...'))
    return `${condition} being ${branch === 0 ? 'true' : 'false'}`;
  return why === '' ? text : why;
}

/** How a note begins that says under which condition a finding does not arise. */
export const fineMark = 'fine where ';

/** What was seen for some values is not known of the others. */
export function fineWhere(precondition: string, complete: boolean): string {
  return `${fineMark}${precondition}${complete ? '' : ', of the values that were tried'}`;
}

/** Whether those who wait for ever are written to do so: `select {}`, or a receive from a channel that is made on the spot. */
export function isOnPurpose({ rule, site, trace }: ModelFinding): boolean {
  const onPurpose = trace.blocked.filter(({ operation }) => operation === forEver);
  if (rule === 'global-deadlock') return onPurpose.length > 0 && onPurpose.length === trace.blocked.length;
  return rule === 'goroutine-leak' && onPurpose.some((b) => b.site.file === site.file && b.site.start === site.start);
}

/** More calls than this are not told: the outer ones say little. */
const maxCalls = 4;

/** The calls through which the goroutine at fault came to where it waits, innermost first. */
function callsTo(places: Places, { site, trace }: ModelFinding): readonly Related[] {
  const waiting = trace.blocked.find((b) => b.site.file === site.file && b.site.start === site.start);
  const calls = waiting?.calls.filter((call) => call.end > 0 && !places.isModel(call)) ?? [];
  return calls.slice(0, maxCalls).map((call) => ({ span: places.span(call), message: 'called here' }));
}

export function findingOf(places: Places, root: RootFunction, found: ModelFinding, vague: boolean): Finding {
  const { trace } = found;
  const choices: FreeChoice[] = [];
  for (const choice of found.choices) {
    // What is outside has no place of its own.
    const span = choice.site.end === 0 ? root.fn.span : places.span(choice.site);
    const why = relianceOf(places, choice, found.choices);
    if (!choices.some((other) => other.why === why && other.span.pos === span.pos)) choices.push({ span, why });
  }
  const left = trace.blocked.find((b) => found.rule === 'double-lock' && places.isNextCaller(b));
  const blocked = trace.blocked.map((b) => ({
    goroutine: b === left ? 'the next caller' : b.goroutine,
    operation: b.operation === outside ? places.text(b.site) : named(wordsOf(places, b)),
    span: places.span(b.site),
    ...waitOf(places, b),
    ...(b === left
      ? {
          because: `${b.goroutine} has returned without unlocking ${b.object}`,
          freedBy: b.freedBy.replace(/ before this$/, ' on every way out'),
        }
      : {}),
  }));
  return {
    rule: (allProperties as readonly string[]).includes(found.rule) ? found.rule : 'formula',
    severity: vague || isOnPurpose(found) ? 'note' : found.severity,
    message: left === undefined ? found.message : `${left.goroutine} returns with ${left.object} locked`,
    span: places.span(found.site),
    function: root.fn.name,
    valuation: found.valuation,
    choices,
    confirmed: false,
    trace: {
      // That a goroutine was interrupted and went on tells nothing by itself.
      steps: trace.steps
        .filter((step) => step.operation !== 'go on' && step.object !== guardLabel)
        .map((step) => ({
          goroutine: step.goroutine,
          ...(step.operation === outside ? { operation: places.text(step.site), object: '' } : wordsOf(places, step)),
          span: places.span(step.site),
          effect: step.effect,
        })),
      blocked,
    },
    related: callsTo(places, found),
    notes: [
      ...(found.precondition === null ? [] : [fineWhere(found.precondition, found.complete)]),
      ...(vague ? ['this relies on data that is not tracked: the program may rule it out'] : []),
    ],
  };
}
