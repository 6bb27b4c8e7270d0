// Violations of a model as findings: places in files, and names that the source has.

import {
  type Cause,
  type ChoiceReason,
  type Finding,
  type FreeChoice,
  finding,
  type RelatedPlace,
} from '../base/finding.ts';
import { blockedHeadline, type Headline } from '../base/headline.ts';
import { mapObject } from '../base/operation.ts';
import type { SourceSet, Span } from '../base/source.ts';
import { objectOf, type Trace } from '../base/trace.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import type { FlowProgram, RootFunction } from '../flow/index.ts';
import { allProperties, type Choice, type ModelFinding } from '../model/index.ts';
import { conditionIn } from './asked.ts';
import { causeOf, type Known, type ModelCause, type Room } from './cause.ts';
import type { Completers } from './completers.ts';
import { isOnceDo } from './goroutine-names.ts';
import { shownRun } from './shown-run.ts';

/** More of the source than this is no name for an operation. */
const maxText = 40;
/** Longer values are left out of a run. */
const maxValue = 24;

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
    this.#onces = new Set(program.procs.flatMap((proc, i) => (isOnceDo(proc) ? [i] : [])));
  }

  /** Whether an operation on a lock is one on a Once, which is made of one. */
  isOnce({ proc }: { readonly proc: number }): boolean {
    return this.#onces.has(proc);
  }

  /** Whether it waits for a lock that the root has left held: the entry, which is not part of the program, takes it as the next caller would. */
  isNextCaller(blocked: { readonly proc: number }): boolean {
    return blocked.proc === this.#entry;
  }

  /** The source there, on one line. */
  text(site: Site): string {
    const text = this.sourceAt(this.span(site));
    if (text === '') return 'an operation on a value from outside';
    return text.length > maxText ? `${text.slice(0, maxText - 3)}...` : text;
  }

  /** The value of a send there, as written; '' where it is long or not to be seen. */
  sentAt(site: Site): string {
    const value = /^[^<]*<-\s*(.+)$/.exec(this.sourceAt(this.span(site)))?.[1] ?? '';
    return value.length > maxValue ? '' : value;
  }

  /** The source at a span, on one line. */
  sourceAt({ pos, end }: Span): string {
    const file = this.#sources.fileOf(pos);
    return file === null ? '' : file.text.slice(pos - file.base, end - file.base).replace(/\s+/g, ' ');
  }

  span(site: Site): Span {
    const base = this.#bases[site.file] ?? 0;
    return { pos: base + site.start, end: base + site.end };
  }

  isModel(site: Site): boolean {
    return this.#models[site.file] ?? false;
  }
}

/** What a run takes for given by a free choice. */
function relianceOf(places: Places, choice: Choice, all: readonly Choice[]): ChoiceReason {
  const { site, why, branch } = choice;
  if (why.kind === 'error') return { kind: 'error', call: why.of, fails: branch !== 0 };
  const text = places.text(site);
  const condition = conditionIn(text);
  // Parts of a condition are chosen at one place: then none of them says what the whole is.
  const alone = all.every((other) => other === choice || other.site.start !== site.start || other.branch === branch);
  if (condition !== undefined && alone && !condition.includes('...'))
    return { kind: 'condition', text: condition, holds: branch === 0 };
  return why.kind === 'none' ? { kind: 'operation', text } : { kind: 'other', why };
}

/** Whether goroutines that wait forever are written to do so: `select {}`, or a receive from a channel that is made on the spot. */
export function isOnPurpose({ rule, site, trace }: ModelFinding): boolean {
  const onPurpose = trace.blocked.filter(({ operation }) => operation.kind === 'block-forever');
  if (rule === 'global-deadlock') return onPurpose.length > 0 && onPurpose.length === trace.blocked.length;
  return rule === 'goroutine-leak' && onPurpose.some((b) => b.span.file === site.file && b.span.start === site.start);
}

/** More calls than this are not told: the outer ones say little. */
const maxCalls = 4;

/** The calls through which the goroutine at fault came to where it waits, innermost first, those of a recursion once. */
function callsTo(places: Places, { site, trace }: ModelFinding): readonly RelatedPlace[] {
  const waiting = trace.blocked.find((b) => b.span.file === site.file && b.span.start === site.start);
  const calls = waiting?.calls.filter((call) => call.end > 0 && !places.isModel(call)) ?? [];
  const each = new Map(calls.map((call) => [`${call.file}:${call.start}-${call.end}`, call]));
  return [...each.values()]
    .slice(0, maxCalls)
    .map((call) => ({ span: places.span(call), message: { kind: 'called-here' } }));
}

function knownIn(places: Places, program: CommProgram): Known {
  return {
    isModel: (site) => places.isModel(site),
    isNextCaller: (blocked) => places.isNextCaller(blocked),
    isTest: ({ proc, span }) => {
      const role = program.procs[proc]?.role;
      const id = role?.kind === 'function' ? role.id : '';
      if (/\.(?:Test|Benchmark|Example|Fuzz)\w*(?:\$.*)?$/.test(id)) return 2;
      return program.files[span.file]?.endsWith('_test.go') === true ? 1 : 0;
    },
  };
}

/** How a finding reads where it comes from. */
function shownCause(places: Places, cause: ModelCause, trace: Trace, headline: Headline, found: ModelFinding): Cause {
  const span = places.span(cause.site);
  const waits: RelatedPlace = { span: places.span(found.site), message: { kind: 'waits-here' } };
  if (cause.kind === 'wait') {
    const at = trace.blocked.find(({ goroutine }) => goroutine === cause.blocked.goroutine);
    const moved = headline.kind === 'blocked' && at !== undefined && at.span.pos === span.pos;
    const message = moved ? blockedHeadline(headline.rule, trace, at) : headline;
    return { span, message, related: headline.kind === 'returns-locked' ? [] : [waits] };
  }
  const { skip, room } = cause;
  const message: Headline = {
    kind: 'cause',
    cause: cause.kind,
    object: objectOf(trace, cause.object.id) ?? mapObject(cause.object, (site) => places.span(site)),
    what: skip?.by ?? 'send',
    code: room === null ? '' : withRoom(places.sourceAt(span), room, places),
    symptom: headline,
  };
  const isLeft = headline.kind === 'returns-locked';
  const skipped: readonly RelatedPlace[] =
    skip?.returns === true && !places.isModel(skip.skipped)
      ? [{ span: places.span(skip.skipped), message: { kind: 'skipped-here' } }]
      : [];
  return { span, message: isLeft ? headline : message, related: [...(isLeft ? [] : [waits]), ...skipped] };
}

/** `make(chan int)` with room for all values; '' where it is written in another way. */
function withRoom(made: string, room: Room, places: Places): string {
  const type = /^make\((chan [^,]*?)(?:,.*)?\)$/.exec(made)?.[1];
  const all =
    room.kind === 'number'
      ? `${room.count}`
      : /^for .*range ([\w.]+) \{/.exec(places.sourceAt(places.span(room.site)))?.[1];
  if (type === undefined || all === undefined) return '';
  return `make(${type}, ${room.kind === 'number' || /^\d+$/.test(all) ? all : `len(${all})`})`;
}

/** As the model tells it; gradings.ts says what it is worth. */
export function findingOf(
  places: Places,
  program: CommProgram,
  root: RootFunction,
  found: ModelFinding,
  completers: () => Completers,
): Finding {
  const choices: FreeChoice[] = [];
  for (const choice of found.choices) {
    // What is outside has no place of its own.
    const span = choice.site.end === 0 ? root.fn.span : places.span(choice.site);
    const reason = relianceOf(places, choice, found.choices);
    const key = JSON.stringify([span.pos, reason]);
    if (!choices.some((other) => JSON.stringify([other.span.pos, other.reason]) === key))
      choices.push({ span, reason });
  }
  const { trace, headline } = shownRun(places, found, program);
  const known = (allProperties as readonly string[]).includes(found.rule) ? found.rule : 'formula';
  const rule = headline.kind === 'returns-locked' ? 'missing-unlock' : known;
  const cause = causeOf(found, completers, knownIn(places, program));
  return finding(rule, places.span(found.site), headline, root.fn.name, {
    ...(cause === null ? {} : { cause: shownCause(places, cause, trace, headline, found) }),
    severity: found.severity,
    valuation: found.valuation,
    choices,
    trace,
    related: callsTo(places, found),
    notes:
      found.precondition === null
        ? []
        : [{ kind: 'fine-if', precondition: found.precondition, complete: found.complete }],
  });
}
