// The functions of thirteen real modules whose communication depends on parameters: how many can be said in VirGo, and are decided.
//
//   npm run conformance:parametric-functions [-- --modules PATH@VERSION,...]
//
// Functions are chosen by the paper's syntactic filter (test/parametric/filter.ts), outside tests. Each is followed from its
// own beginning, whatever calls it; channels and WaitGroups that it gets from elsewhere belong to its environment.
//
// A function counts as expressible if its communication is said in VirGo and reaches the prover: all of it, or that of the objects
// that it makes, whichever is decided first. Programs without an operation and without a capacity of their own are none. Those that only use what others have made count as external, and are left out of the share: in the paper a fragment
// begins where primitives are made, and fragments whose channels escape are ruled out before they are counted. Functions that
// give away what they make are counted here all the same (there is a capacity to be proved), and `kept` is the share without them.
// Each module is a process of its own. The last line of standard output is JSON with all figures.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { flowProgram } from '../../src/check/analyse.ts';
import { type Expression, expressedWhole, expressionsInPart } from '../../src/check/virgo-program.ts';
import { focusedProgram, fragmentProgram } from '../../src/comm/extract/fragment.ts';
import { solverHost } from '../../src/driver/solver/choose.ts';
import { declaredFunctions } from '../../src/flow/call-graph.ts';
import { functionOf, horizonFor } from '../../src/flow/program.ts';
import { kindOf } from '../../src/flow/roots.ts';
import { prove, readable } from '../../src/parametric/index.ts';
import { openSolver, type Solver } from '../../src/smt/index.ts';
import type { Func } from '../../src/types/object.ts';
import { assumingLoopsEnd } from '../../src/virgo/ends.ts';
import { type VirgoProgram, visitVirgo } from '../../src/virgo/virgo.ts';
import { parametricCommunication } from '../parametric/filter.ts';
import { loadGo } from '../parametric/fragments.ts';
import { reasonOf } from '../support/words.ts';
import { fetchModule, type Module, moduleNamed, realModules } from './module-copies.ts';

/** Of the ten real modules all but the smallest and the largest; and five more, so that there are enough functions. */
const modules: readonly Module[] = [
  ...realModules.slice(1, -1),
  { path: 'github.com/IBM/sarama', version: 'v1.61.1', style: 'a client: producers and consumers' },
  { path: 'github.com/dgraph-io/badger/v4', version: 'v4.9.6', style: 'a database' },
  { path: 'github.com/hashicorp/memberlist', version: 'v0.7.0', style: 'gossip' },
  { path: 'github.com/minio/minio-go/v7', version: 'v7.4.1', style: 'a client: uploads in parts' },
  { path: 'github.com/segmentio/kafka-go', version: 'v0.4.51', style: 'a client' },
];

type Verdict = 'proved' | 'conditional' | 'never' | 'unknown' | 'external' | 'inexpressible';

interface Decided {
  readonly function: string;
  readonly primitive: string;
  /** Whose the channels and WaitGroups are: some made and kept, made and given away, or none made. */
  readonly objects: 'kept' | 'given away' | 'from elsewhere';
  readonly verdict: Verdict;
  /** The precondition, or the reason. */
  readonly text: string;
  /** Whether it is decided only if loops end that end by data. */
  readonly assumes?: true;
}

const milliseconds = 10_000;

type Found = Pick<Decided, 'verdict' | 'text' | 'assumes'> & { readonly endless?: true };

/** The first program that is decided; else the first that can be said; else the reason of the last. */
async function decide(candidates: readonly (() => Expression)[], solver: Solver): Promise<Found> {
  let found: Found = { verdict: 'external', text: 'all that it uses comes from elsewhere' };
  const endless: VirgoProgram[] = [];
  for (const candidate of candidates) {
    const virgo = candidate();
    if (!virgo.ok) {
      // What the whole cannot say may be a matter of others.
      if (found.verdict !== 'unknown')
        found = { verdict: 'inexpressible', text: reasonOf({ reasons: [virgo.reason] }) };
      continue;
    }
    if (!communicates(virgo.program)) {
      if (found.verdict === 'inexpressible')
        found = { verdict: 'external', text: 'all that it uses comes from elsewhere' };
      continue;
    }
    const one = await decideOne(virgo.program, solver);
    if (one.verdict !== 'unknown') return one;
    if (one.endless === true) endless.push(virgo.program);
    if (found.verdict !== 'unknown') found = one;
  }
  for (const program of endless) {
    const assumed = assumingLoopsEnd(program);
    if (assumed === null) continue;
    const one = await decideOne(assumed.program, solver);
    const loops = `if loops of ${assumed.functions.join(', ')} end`;
    if (one.verdict !== 'unknown')
      return { ...one, text: one.text === '' ? loops : `${one.text} ${loops}`, assumes: true };
    found = one;
  }
  return found;
}

/** Whether anything is left to be proved: objects that are only made, with a capacity in the text, are nothing. */
function communicates(program: VirgoProgram): boolean {
  let found = false;
  visitVirgo(program.body, (stmt) => {
    switch (stmt.kind) {
      case 'send':
      case 'recv':
      case 'close':
      case 'add':
      case 'wait':
      case 'receive':
      case 'range':
        found = true;
        return;
      case 'chan':
        found ||= stmt.capacity.kind !== 'int';
        return;
      case 'select':
        found ||= stmt.cases.some(({ comm }) => comm.kind !== 'tau');
        return;
      default:
        return;
    }
  });
  return found;
}

async function decideOne(program: VirgoProgram, solver: Solver): Promise<Found> {
  const end = performance.now() + milliseconds;
  const outcome = await prove(program, solver, { giveUp: () => performance.now() > end });
  if (outcome.kind === 'unknown') {
    const found = { verdict: 'unknown', text: outcome.reason } as const;
    return outcome.endless === true ? { ...found, endless: true } : found;
  }
  const { precondition, proof } = outcome;
  if (precondition.kind === 'bool') return { verdict: precondition.value ? 'proved' : 'never', text: '' };
  const { text } = await readable(solver, proof.system, precondition);
  return text === null
    ? { verdict: 'unknown', text: 'the precondition has no form in Go' }
    : { verdict: 'conditional', text: `${text}${outcome.weakest ? '' : ' (maybe not the weakest)'}` };
}

/** Decides the functions of the module in a folder, and says so in one line. */
async function lookAt(folder: string): Promise<void> {
  const loaded = loadGo(folder);
  const flow = flowProgram(loaded);
  const refs = new Map(declaredFunctions(flow).map(({ ref, obj }) => [obj, ref]));
  const results: Decided[] = [];
  const solver = openSolver(solverHost('auto'), { timeoutMs: 2000 });
  for (const { files, info, path } of loaded.packages) {
    for (const decl of files.flatMap((file) => file.decls)) {
      if (decl.kind !== 'FuncDecl') continue;
      const primitive = parametricCommunication(decl, info);
      if (primitive === null) continue;
      const obj = info.defs.get(decl.name) as Func;
      const ref = refs.get(obj);
      const name = ref?.id ?? `${path}.${decl.name.name}`;
      let found: Found = { verdict: 'inexpressible', text: 'it cannot be instantiated' };
      let [kept, given] = [0, 0];
      if (ref !== undefined && obj.pkg !== null) {
        try {
          const root = { kind: kindOf(flow, obj), id: ref.id, fn: functionOf(flow, ref), pkg: obj.pkg };
          ({ kept, given } = focusedProgram(flow, root, 'root'));
          const whole = (): Expression => expressedWhole(fragmentProgram(flow, root));
          found = await decide([whole, ...expressionsInPart(flow, root, horizonFor(1))], solver);
          if (found.verdict === 'external' && kept > 0) {
            found = { verdict: 'inexpressible', text: 'nothing is left of what it makes and keeps' };
          }
        } catch (error) {
          found = {
            verdict: 'inexpressible',
            text: `Gordian failed: ${error instanceof Error ? error.message : error}`,
          };
        }
      }
      const objects = kept > 0 ? 'kept' : given > 0 ? 'given away' : 'from elsewhere';
      results.push({ function: name, primitive, objects, ...found });
    }
  }
  await solver.dispose();
  console.log(JSON.stringify(results));
}

function counted(list: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of list) counts[item] = (counts[item] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort((a, b) => b[1] - a[1]));
}

/** Null where the process ended without figures. */
function inOwnProcess(folder: string): readonly Decided[] | null {
  const child = spawnSync(process.execPath, [process.argv[1] as string, '--load', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    timeout: 1_800_000,
  });
  try {
    return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as readonly Decided[];
  } catch {
    return null;
  }
}

function shareOf(results: readonly Decided[]): {
  readonly functions: number;
  readonly expressible: number;
  readonly share: number;
} {
  const own = results.filter(({ verdict }) => verdict !== 'external');
  const expressible = own.filter(({ verdict }) => verdict !== 'inexpressible').length;
  return {
    functions: own.length,
    expressible,
    share: own.length === 0 ? 0 : Number((expressible / own.length).toFixed(3)),
  };
}

function summary(results: readonly Decided[]): Record<string, unknown> {
  const { external = 0 } = counted(results.map(({ verdict }) => verdict));
  const { expressible, share } = shareOf(results);
  return {
    functions: results.length,
    external,
    expressible,
    // Of those that have something of their own.
    share,
    // The paper's fragments are functions that make primitives which do not escape.
    kept: shareOf(results.filter(({ objects }) => objects === 'kept')),
    verdicts: counted(results.map(({ verdict }) => verdict)),
    // Those among them that hold only if loops end that end by data.
    ifLoopsEnd: results.filter(({ assumes }) => assumes === true).length,
    // Without those that reach the prover but are not of its language: loops that may not end, channels made more than once.
    decided: results.filter(({ verdict }) => ['proved', 'conditional', 'never'].includes(verdict)).length,
    primitives: counted(results.map(({ primitive }) => primitive)),
    // Reasons differ in the names they mention, behind a colon.
    reasons: counted(
      results
        .filter(({ verdict }) => verdict === 'inexpressible' || verdict === 'unknown')
        .map(({ verdict, text }) => `${verdict}: ${text.replace(/: .*$/s, '')}`),
    ),
  };
}

function main(wanted: readonly Module[]): number {
  const all: Decided[] = [];
  const results: Record<string, unknown>[] = [];
  for (const module of wanted) {
    const folder = fetchModule(module);
    const found = folder === null ? null : inOwnProcess(folder);
    const name = `${module.path}@${module.version}`;
    if (found === null) {
      console.log(`${name}: no figures`);
      continue;
    }
    for (const one of found)
      console.log(`${one.function} (${one.primitive}, ${one.objects}): ${one.verdict} ${one.text}`);
    all.push(...found);
    results.push({ module: name, ...summary(found) });
  }
  console.log(JSON.stringify({ command: 'conformance:parametric-functions', ...summary(all), results }));
  return results.length < wanted.length ? 1 : 0;
}

const { values } = parseArgs({ options: { modules: { type: 'string' }, load: { type: 'string' } } });
if (values.load !== undefined) await lookAt(values.load);
else process.exitCode = main(values.modules === undefined ? modules : values.modules.split(',').map(moduleNamed));
