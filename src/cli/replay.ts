// `gordian replay FILE`: runs a recorded schedule again. 1: it still goes wrong; 0: no longer; 2: it no longer fits.

import { statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type ReplayResult, readRegularFile, replay, replayTest } from '../driver/index.ts';
import { escapeText } from '../report/index.ts';
import { buildTags, type PackageFlags, workingDirectory } from './flags.ts';
import { interruptible } from './interruption.ts';
import { outStream, writeOut } from './output.ts';
import { placeText } from './place-text.ts';
import { startProgress } from './progress.ts';
import { type ReplayedStep, replayed, stepLines } from './replayed.ts';
import { say as sayOnError } from './say.ts';

/** The flags as commander gives them. */
export interface ReplayFlags extends PackageFlags {
  readonly step: boolean;
  readonly shrink: boolean;
  readonly asTest?: string;
  readonly json: boolean;
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
  if (flags.json) writeOut(`${JSON.stringify(replayed(result), null, 2)}\n`);
  switch (result.kind) {
    case 'problem':
      if (!flags.json) for (const problem of result.problems) sayOnError(problem.message);
      return 2;
    case 'diverged':
      if (!flags.json) await showChange(result, flags);
      return 2;
    case 'ran':
      break;
  }
  const { schedule, found, shrunk } = result;
  if (flags.asTest !== undefined) {
    writeFileSync(resolve(flags.asTest), replayTest(schedule, packageNameOf(flags.asTest, schedule.package)));
    if (!flags.json) say(`wrote ${flags.asTest}`);
  }
  if (flags.json) return found === null ? 0 : 1;
  const { steps, blocked, message, also } = replayed(result);
  if (flags.step) await showSteps(steps);
  if (shrunk !== null) say(`${shrunk[0]} events before, ${shrunk[1]} now`);
  for (const other of also) say(`also: ${other}`);
  if (found === null) {
    say(`all ${result.events.length} events fit, and ${schedule.test} no longer goes wrong there`);
    return 0;
  }
  say(`all ${result.events.length} events fit: ${message} [${found.rule}]`);
  for (const one of blocked) {
    const at = one.file === '' ? '' : ` (${placeText(one)})`;
    say(`  ${one.goroutine} is blocked ${one.doing}${at}${one.because === '' ? '' : `: ${one.because}`}`);
    if (one.freedBy !== '') say(`    to unblock it: ${one.freedBy}`);
    for (const [i, frame] of one.stack.entries()) say(`    ${i === 0 ? 'in' : 'called by'} ${frame}`);
  }
  return 1;
}

async function showChange(result: ReplayResult & { readonly kind: 'diverged' }, flags: ReplayFlags): Promise<void> {
  const { steps, changed } = replayed(result);
  if (changed === null) return;
  if (flags.step) await showSteps(steps);
  say(`the code changed here: event ${changed.event} of ${changed.of} no longer fits the schedule`);
  say(`  recorded  ${changed.recorded}`);
  say(`  now       ${changed.now}`);
}

function say(text: string): void {
  writeOut(`${escapeText(text)}\n`);
}

/** One step at a time; on a terminal, the next one when Enter is pressed. */
async function showSteps(steps: readonly ReplayedStep[]): Promise<void> {
  const ask = process.stdin.isTTY ? createInterface({ input: process.stdin, output: outStream() }) : null;
  for (const line of stepLines(steps)) {
    const text = escapeText(line);
    if (ask === null) writeOut(`${text}\n`);
    else await ask.question(`${text} `);
  }
  ask?.close();
}

/** The package clause of a test that stands beside others, or the name that the import path suggests. */
function packageNameOf(file: string, importPath: string): string {
  const there = statSync(resolve(file), { throwIfNoEntry: false });
  const clause = there?.isFile()
    ? /^package (\w+)/m.exec(readRegularFile(resolve(file)).toString('utf8'))?.[1]
    : undefined;
  return clause ?? (importPath.split('/').at(-1) ?? 'replay').replace(/\W+/g, '_').replace(/^(\d)/, '_$1');
}
