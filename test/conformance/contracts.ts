// `npm run conformance:contracts -- DIR [--runs N] [--only PATTERN] [--go]`
//
// The interpreter as referee: every function of the files of Gobra's suite that verify is run on drawn inputs, with its contract, its ghost code, and the
// contracts of what it calls. None may be broken, none may panic. Says how much could be executed, and why the rest could not.

import { join } from 'node:path';
import { funcRef, lowerFunction, sanity } from '../../src/ir/index.ts';
import { inputTypes, sampleText } from '../../src/ir/interp/index.ts';
import { loadSpecified, type Runnable, runnableOf, tryContract } from '../support/specified.ts';
import { suiteFiles } from './gobra-suite.ts';

const args = process.argv.slice(2);
const flagValue = (flag: string): string | null => {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args[at + 1] ?? null);
};
const [dir] = args;
if (dir === undefined || dir.startsWith('--')) {
  process.stderr.write('usage: npm run conformance:contracts -- DIR [--runs N] [--only PATTERN]\n');
  process.exit(2);
}
const runs = Number(flagValue('--runs') ?? 30);
const only = new RegExp(flagValue('--only') ?? '');

const functions = { tried: 0, kept: 0, broken: 0, panics: 0, notExecutable: 0, never: 0, insane: 0 };
const outcomes: Record<string, number> = {};
const reasons: Record<string, number> = {};
let notLoaded = 0;
let clauses = 0;
const begin = process.cpuUsage();
for (const file of suiteFiles(dir)) {
  if (file.column !== 'verify-ok' || !only.test(file.name)) continue;
  let run: Runnable;
  try {
    run = runnableOf(loadSpecified(file.path, { include: file.options.include }));
  } catch (error) {
    process.stdout.write(`not loaded ${file.name} ${error instanceof Error ? error.message.split('\n')[0] : ''}\n`);
    notLoaded++;
    continue;
  }
  for (const func of run.functions) {
    functions.tried++;
    const problems = sanity(lowerFunction(run.lowerer, funcRef(run.lowerer, func)));
    if (problems.length > 0) {
      functions.insane++;
      process.stdout.write(`insane ${file.name} ${problems[0]}\n`);
      continue;
    }
    const kinds = new Set<string>();
    const tried = tryContract(run, func, runs);
    for (const { inputs, outcome } of tried) {
      outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
      const first = !kinds.has(outcome.kind);
      kinds.add(outcome.kind);
      if (outcome.kind === 'kept') clauses += outcome.checked;
      if (!first) continue;
      if (outcome.kind === 'not-executable') reasons[outcome.reason] = (reasons[outcome.reason] ?? 0) + 1;
      if (outcome.kind === 'kept' || outcome.kind === 'not-executable')
        for (const { reason, detail } of outcome.skipped) {
          const key = `${reason} ${detail}`.trim();
          reasons[key] = (reasons[key] ?? 0) + 1;
        }
      if (outcome.kind === 'broken' || outcome.kind === 'panic') {
        const types = inputTypes(func);
        const shown = inputs.map((input, i) => sampleText(types[i] as (typeof types)[number], input)).join('; ');
        const what = outcome.kind === 'broken' ? `${outcome.clause.word} ${outcome.clause.text}` : outcome.message;
        process.stdout.write(`${outcome.kind} ${join(file.name)} ${func.name}(${shown}): ${what}\n`);
      }
    }
    if (kinds.has('broken')) functions.broken++;
    else if (kinds.has('panic')) functions.panics++;
    else if (kinds.has('kept')) functions.kept++;
    else if (kinds.has('not-executable')) functions.notExecutable++;
    else functions.never++;
  }
}
const { user, system } = process.cpuUsage(begin);
const top = Object.entries(reasons).sort(([, a], [, b]) => b - a);
for (const [reason, count] of top.slice(0, 40)) process.stdout.write(`${count} ${reason}\n`);
const cpuMs = Math.round((user + system) / 1000);
process.stdout.write(
  `${JSON.stringify({ command: 'conformance:contracts', notLoaded, functions, outcomes, clauses, cpuMs })}\n`,
);
process.exitCode = functions.broken + functions.insane > 0 ? 1 : 0;
