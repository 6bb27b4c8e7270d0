// `gordian replay FILE`: runs a recorded schedule again. 1: it still goes wrong; 0: no longer; 2: it no longer fits.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type ReplayResult, replay, replayTest } from '../driver/index.ts';
import { becauseText, doingText, escapeText, headlineText, nameIn } from '../report/index.ts';
import { buildTags, type PackageFlags, workingDirectory } from './flags.ts';
import { interruptible } from './interruption.ts';
import { outStream, writeOut } from './output.ts';
import { placeText } from './place-text.ts';
import { startProgress } from './progress.ts';
import { say as sayOnError } from './say.ts';

/** The flags as commander gives them. */
export interface ReplayFlags extends PackageFlags {
  readonly step: boolean;
  readonly shrink: boolean;
  readonly asTest?: string;
}

export async function replayCommand(file: string, flags: ReplayFlags): Promise<number> {
  const progress = startProgress();
  const result = await replay({
    folder: workingDirectory(flags),
    file: resolve(file),
    tags: buildTags(flags),
    shrink: flags.shrink,
    progress: (message) => progress.show(message),
    interruption: interruptible(),
  });
  progress.stop();
  return report(result, flags);
}

async function report(result: ReplayResult, flags: ReplayFlags): Promise<number> {
  switch (result.kind) {
    case 'problem':
      for (const problem of result.problems) sayOnError(problem.message);
      return 2;
    case 'diverged':
      say(`the schedule no longer fits at event ${result.index + 1} of ${result.schedule.events.length}`);
      say(`  expected  ${result.expected}`);
      say(`  found     ${result.found}`);
      return 2;
    case 'ran':
      break;
  }
  const { schedule, events, found, others, shrunk } = result;
  if (flags.step) await showSteps(events.map((event) => `${event.g}  ${event.op} ${event.object}  ${event.at}`));
  if (shrunk !== null) say(`${shrunk[0]} events before, ${shrunk[1]} now`);
  if (flags.asTest !== undefined) {
    writeFileSync(resolve(flags.asTest), replayTest(schedule, packageNameOf(flags.asTest, schedule.package)));
    say(`wrote ${flags.asTest}`);
  }
  for (const other of others) say(`also: ${headlineText(other.headline, placeText)} [${other.rule}]`);
  if (found === null) {
    say(`all ${events.length} events fit, and ${schedule.test} no longer goes wrong there`);
    return 0;
  }
  say(`all ${events.length} events fit: ${headlineText(found.headline, placeText)} [${found.rule}]`);
  const { trace } = found;
  for (const one of trace.blocked) {
    const because = becauseText(trace, one, placeText);
    const state = `${nameIn(trace, one.goroutine, placeText)} is blocked ${doingText(trace, one)} (${placeText(one.span)})`;
    say(`  ${state}${because === '' ? '' : `: ${because}`}`);
  }
  return 1;
}

function say(text: string): void {
  writeOut(`${escapeText(text)}\n`);
}

/** One event at a time; on a terminal, the next one when Enter is pressed. */
async function showSteps(lines: readonly string[]): Promise<void> {
  const ask = process.stdin.isTTY ? createInterface({ input: process.stdin, output: outStream() }) : null;
  for (const [i, line] of lines.entries()) {
    const text = escapeText(`${String(i + 1).padStart(4)}  ${line}`);
    if (ask === null) writeOut(`${text}\n`);
    else await ask.question(`${text} `);
  }
  ask?.close();
}

/** The package clause of a test that stands beside others, or the name that the import path suggests. */
function packageNameOf(file: string, importPath: string): string {
  const there = statSync(resolve(file), { throwIfNoEntry: false });
  const clause = there?.isFile() ? /^package (\w+)/m.exec(readFileSync(resolve(file), 'utf8'))?.[1] : undefined;
  return clause ?? (importPath.split('/').at(-1) ?? 'replay').replace(/\W+/g, '_').replace(/^(\d)/, '_$1');
}
