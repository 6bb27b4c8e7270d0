// `npm run conformance:contracts -- DIR [--runs N] [--only PATTERN]`
//
// The interpreter as referee of the verifier: every function of the files of Gobra's suite is run on drawn inputs, with its contract, its ghost code, and the
// contracts of what it calls, and is verified. No clause may be broken of a function that is proved and calls only such functions; and where all of a file is
// proved, no function may panic. Says how much could be executed, and why the rest could not.

import { must } from '../../src/base/assert.ts';
import { encodeLoaded, proveEncoded } from '../../src/driver/prove.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { funcRef, lowerFunction, sanity } from '../../src/ir/index.ts';
import { inputTypes, sampleText } from '../../src/ir/interp/index.ts';
import type { LoadedPackage } from '../../src/load/index.ts';
import { walk } from '../../src/syntax/index.ts';
import type { Func } from '../../src/types/index.ts';
import { loadSpecified, type Runnable, runnableOf, type Specified, tryContract } from '../support/specified.ts';
import { type SuiteFile, suiteFiles } from './gobra-suite.ts';

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

const host = must(nativeSyncHost(), 'z3 on the PATH');

/** Why a proved function may break its contract. */
const explained: ReadonlySet<string> = new Set([
  // It inhales a permission that it has already, which makes everything after it unreachable: the interpreter has no permissions.
  'features/assume/assume-simple-01.gobra g',
]);

/** Names in `ir` of the functions that are proved, with all that they call, and whether that is all of the file. */
interface Proved {
  readonly functions: ReadonlySet<string>;
  readonly all: boolean;
}

function provedOf({ loaded, pkg }: Specified, run: Runnable, { options }: SuiteFile): Proved {
  const how = {
    checkInjectivity: !options.injectivity,
    hyper: options.hyperMode,
    checkOverflow: options.overflow,
  };
  const members = proveEncoded(encodeLoaded(pkg, loaded, how), pkg.path, host, how);
  const proved = members.filter(({ verdict }) => verdict === 'proved');
  const around = (pos: number): boolean => proved.some(({ span }) => span.pos <= pos && pos < span.end);
  const good = new Set(run.functions.filter((func) => around(func.pos)));
  // A call of a function that breaks its contract can break those of others.
  for (let before = -1; before !== good.size; ) {
    before = good.size;
    for (const func of [...good]) {
      if (callsOf(run, pkg, func).some((callee) => callee === null || !good.has(callee))) good.delete(func);
    }
  }
  const functions = [...good].map((func) => funcRef(run.lowerer, func).id);
  return {
    functions: new Set(functions),
    all: members.every(({ verdict }) => verdict === 'proved' || verdict === 'trusted'),
  };
}

/** The functions of the package that a function calls; null for one that is not known. */
function callsOf(run: Runnable, pkg: LoadedPackage, func: Func): readonly (Func | null)[] {
  const decl = run.lowerer.bodies.get(func)?.decl;
  if (decl === undefined) return [null];
  const calls: (Func | null)[] = [];
  walk(decl, (node) => {
    if (node.kind !== 'CallExpr') return;
    const name = node.fun.kind === 'SelectorExpr' ? node.fun.sel : node.fun;
    const obj = name.kind === 'Ident' ? pkg.info.uses.get(name) : undefined;
    if (obj?.kind === 'Var') calls.push(null);
    if (obj?.kind !== 'Func' || obj.pkg !== pkg.types) return;
    if (pkg.info.facts?.funcs.get(obj)?.role === 'function' && run.functions.includes(obj)) calls.push(obj);
  });
  return calls;
}

/** The declared function that a literal is in. */
function declared(id: string): string {
  return id.replace(/\$.*$/, '');
}

const functions = { tried: 0, kept: 0, broken: 0, panics: 0, notExecutable: 0, never: 0, insane: 0 };
/** The same of functions that are proved; `wrong` is what must not be. */
const proofs = { proved: 0, kept: 0, wrong: 0 };
const outcomes: Record<string, number> = {};
const reasons: Record<string, number> = {};
let notLoaded = 0;
let clauses = 0;
const begin = process.cpuUsage();
for (const file of suiteFiles(dir)) {
  if (file.column === 'reject' || !only.test(file.name)) continue;
  let run: Runnable;
  let proved: Proved;
  try {
    const relations = file.options.hyperMode === 'extended' && file.options.experimentalHyper;
    const goarch = file.options.int32 ? '386' : 'amd64';
    const specified = loadSpecified(file.path, { include: file.options.include, relations, goarch });
    run = runnableOf(specified);
    proved = provedOf(specified, run, file);
  } catch (error) {
    process.stdout.write(`not loaded ${file.name} ${error instanceof Error ? error.message.split('\n')[0] : ''}\n`);
    notLoaded++;
    continue;
  }
  for (const func of run.functions) {
    functions.tried++;
    const { id } = funcRef(run.lowerer, func);
    const isProved = proved.functions.has(id);
    if (isProved) proofs.proved++;
    const problems = sanity(lowerFunction(run.lowerer, funcRef(run.lowerer, func)));
    if (problems.length > 0) {
      functions.insane++;
      process.stdout.write(`insane ${file.name} ${problems[0]}\n`);
      continue;
    }
    const kinds = new Set<string>();
    let isWrong = false;
    for (const { inputs, outcome } of tryContract(run, func, runs)) {
      outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
      const first = !kinds.has(outcome.kind);
      kinds.add(outcome.kind);
      if (outcome.kind === 'kept') clauses += outcome.checked;
      const wrong =
        (outcome.kind === 'broken' && proved.functions.has(declared(outcome.function))) ||
        (outcome.kind === 'panic' && proved.all && isProved);
      if (wrong && !isWrong && !explained.has(`${file.name} ${func.name}`)) {
        const types = inputTypes(func);
        const shown = inputs.map((input, i) => sampleText(types[i] as (typeof types)[number], input)).join('; ');
        const what = outcome.kind === 'broken' ? `${outcome.clause.word} ${outcome.clause.text}` : outcome.message;
        process.stdout.write(`proved, but ${outcome.kind}: ${file.name} ${func.name}(${shown}): ${what}\n`);
        isWrong = true;
      }
      if (!first) continue;
      if (outcome.kind === 'not-executable') reasons[outcome.reason] = (reasons[outcome.reason] ?? 0) + 1;
      if (outcome.kind === 'kept' || outcome.kind === 'not-executable')
        for (const { reason, detail } of outcome.skipped) {
          const key = `${reason} ${detail}`.trim();
          reasons[key] = (reasons[key] ?? 0) + 1;
        }
    }
    if (isWrong) proofs.wrong++;
    else if (isProved && kinds.has('kept')) proofs.kept++;
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
  `${JSON.stringify({ command: 'conformance:contracts', notLoaded, functions, proofs, outcomes, clauses, cpuMs })}\n`,
);
process.exitCode = proofs.wrong + functions.insane > 0 ? 1 : 0;
