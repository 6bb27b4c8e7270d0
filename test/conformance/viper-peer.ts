// `npm run conformance:viper-peer -- DIR --viper JAR [--gobra] [--z3 PATH] [--results FILE] [--count N] [--only PATTERN]`
//
// Prints programs of Viper's suite from vil, lets the real Viper judge what was printed, and compares its errors with ours:
// the same ids on the same lines. --results names what `conformance:viper` wrote; of the files that it finished within five
// seconds, N are taken, spread evenly. With --gobra, DIR is Gobra's suite, and the programs are those that its files become. JAR is a class path with Viper's Silicon; java must be able to compile.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from '../../src/base/assert.ts';
import { SourceSet } from '../../src/base/source.ts';
import { findExecutable } from '../../src/driver/host/executables.ts';
import { emitViper } from '../../src/driver/index.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { verifyTerminating } from '../../src/proof/index.ts';
import { errorSpan, fullId, printProgram, readProgram } from '../../src/vil/index.ts';
import { optionsOf, suiteFiles } from './gobra-suite.ts';
import { openPeer } from './viper-peer-process.ts';
import type { Judged } from './viper-run.ts';

const root = process.env.GORDIAN_ROOT ?? '.';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    viper: { type: 'string' },
    z3: { type: 'string', default: findExecutable('z3') ?? 'z3' },
    results: { type: 'string', default: join(root, 'build/conformance-viper.jsonl') },
    count: { type: 'string', default: '300' },
    only: { type: 'string' },
    gobra: { type: 'boolean', default: false },
  },
});
const [dirArgument] = positionals;
if (dirArgument === undefined || values.viper === undefined || !(values.gobra || existsSync(values.results))) {
  process.stderr.write(
    'usage: npm run conformance:viper-peer -- DIR --viper JAR [--gobra] [--z3 PATH] [--results FILE] [--count N] [--only PATTERN]\n',
  );
  process.exit(2);
}
const dir = resolve(dirArgument);
const pattern = new RegExp(values.only ?? '');

/** Files that were finished soon, evenly from all. */
function chosenNames(): readonly string[] {
  const names = readFileSync(values.results, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Judged)
    .filter(
      ({ result, ms, name }) => ms < 5000 && !['wands', 'refused', 'crash'].includes(result) && pattern.test(name),
    )
    .map(({ name }) => name);
  return spread(names);
}

/** Files of Gobra's suite that are verified, evenly from all. */
function chosenGobra(): readonly string[] {
  const files = suiteFiles(dir).filter(({ column, name }) => column !== 'reject' && pattern.test(name));
  return spread(files.map(({ name }) => name));
}

function spread(names: readonly string[]): readonly string[] {
  const step = Math.max(1, names.length / Number(values.count));
  return names.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

interface Printed {
  readonly name: string;
  readonly path: string;
  /** `id@line`, sorted; null where a member was not verified. */
  readonly errors: readonly string[] | null;
}

const host = must(nativeSyncHost(), 'z3 on the PATH');

/** The text of a program of either suite, without members that cannot be encoded; null where there is none. */
function textOf(name: string): string | null {
  const source = join(dir, name);
  if (values.gobra) {
    const { include } = optionsOf(readFileSync(source, 'utf8'), source);
    return emitViper(source, include).text;
  }
  const load = (path: string, standard: boolean): string | null => {
    const target = standard ? join(dir, 'import', path) : path;
    return existsSync(target) ? readFileSync(target, 'utf8') : null;
  };
  return printProgram(readProgram(source, readFileSync(source, 'utf8'), new SourceSet(), load).program);
}

/** The program as vil prints it, and what we say about that; the reason where there is none. */
function print(name: string, index: number): Printed | 'left out' | 'unread' {
  const text = textOf(name);
  if (text === null) return 'left out';
  const path = join(root, 'build/viper-peer', `${index}.vpr`);
  writeFileSync(path, text);
  const sources = new SourceSet();
  const again = readProgram(path, text, sources, () => null);
  if (again.errors.length > 0) return 'unread';
  const errors: string[] = [];
  const proof = { assumeInjectivityOnInhale: values.gobra };
  for (const { verdict } of verifyTerminating(again.program, host, { proof })) {
    if (verdict.kind === 'proved' || verdict.kind === 'trusted') continue;
    if (verdict.kind !== 'failed') return { name, path, errors: null };
    for (const error of verdict.errors) errors.push(`${fullId(error)}@${sources.position(errorSpan(error).pos)?.line}`);
  }
  return { name, path, errors: errors.sort() };
}

mkdirSync(join(root, 'build/viper-peer'), { recursive: true });
const peer = openPeer({
  jar: values.viper,
  z3: values.z3,
  flags: values.gobra ? ['--assumeInjectivityOnInhale'] : [],
});

const counts = { same: 0, weaker: 0, stronger: 0, different: 0, unverified: 0, leftOut: 0, unread: 0, peerFailed: 0 };
for (const [index, name] of (values.gobra ? chosenGobra() : chosenNames()).entries()) {
  const printed = print(name, index);
  if (printed === 'left out') {
    counts.leftOut++;
    continue;
  }
  if (printed === 'unread') {
    counts.unread++;
    console.log(`unread ${name}`);
    continue;
  }
  if (printed.errors === null) {
    counts.unverified++;
    continue;
  }
  const { errors: theirs } = await peer.ask(printed.path);
  if (typeof theirs === 'string') {
    counts.peerFailed++;
    console.log(`peer failed ${name} (${printed.path}): ${theirs.slice(0, 200)}`);
    continue;
  }
  const ours = printed.errors;
  const onlyOurs = ours.filter((error) => !theirs.includes(error));
  const onlyTheirs = theirs.filter((error) => !ours.includes(error));
  const kind =
    onlyOurs.length === 0 && onlyTheirs.length === 0
      ? 'same'
      : onlyTheirs.length === 0
        ? 'weaker'
        : onlyOurs.length === 0
          ? 'stronger'
          : 'different';
  counts[kind]++;
  if (kind !== 'same')
    console.log(`${kind} ${name} (${printed.path}): ours ${onlyOurs.join(' ')}; theirs ${onlyTheirs.join(' ')}`);
}
await peer.close();
console.log(JSON.stringify({ command: 'conformance:viper-peer', ...counts }));
