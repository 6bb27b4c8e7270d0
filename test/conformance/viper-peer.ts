// `npm run conformance:viper-peer -- DIR --viper JAR [--z3 PATH] [--results FILE] [--count N] [--only PATTERN]`
//
// Prints programs of Viper's suite from vil, lets the real Viper judge what was printed, and compares its errors with ours:
// the same ids on the same lines. --results names what `conformance:viper` wrote; of the files that it finished within five
// seconds, N are taken, spread evenly. JAR is a class path with Viper's Silicon; java must be able to compile.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { must } from '../../src/base/assert.ts';
import { SourceSet } from '../../src/base/source.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { verifyTerminating } from '../../src/proof/index.ts';
import { errorSpan, fullId, printProgram, readProgram } from '../../src/vil/index.ts';
import type { Judged } from './viper-run.ts';

const root = process.env.GORDIAN_ROOT ?? '.';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    viper: { type: 'string' },
    z3: { type: 'string', default: 'z3' },
    results: { type: 'string', default: join(root, 'build/conformance-viper.jsonl') },
    count: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
});
const [dirArgument] = positionals;
if (dirArgument === undefined || values.viper === undefined || !existsSync(values.results)) {
  process.stderr.write(
    'usage: npm run conformance:viper-peer -- DIR --viper JAR [--z3 PATH] [--results FILE] [--count N] [--only PATTERN]\n',
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

/** The program as vil prints it, and what we say about that. */
function print(name: string, index: number): Printed | null {
  const source = join(dir, name);
  const load = (path: string, standard: boolean): string | null => {
    const target = standard ? join(dir, 'import', path) : path;
    return existsSync(target) ? readFileSync(target, 'utf8') : null;
  };
  const { program } = readProgram(source, readFileSync(source, 'utf8'), new SourceSet(), load);
  const path = join(root, 'build/viper-peer', `${index}.vpr`);
  const text = printProgram(program);
  writeFileSync(path, text);
  const sources = new SourceSet();
  const again = readProgram(path, text, sources, () => null);
  if (again.errors.length > 0) return null;
  const errors: string[] = [];
  for (const { verdict } of verifyTerminating(again.program, host)) {
    if (verdict.kind === 'proved' || verdict.kind === 'trusted') continue;
    if (verdict.kind !== 'failed') return { name, path, errors: null };
    for (const error of verdict.errors) errors.push(`${fullId(error)}@${sources.position(errorSpan(error).pos)?.line}`);
  }
  return { name, path, errors: errors.sort() };
}

mkdirSync(join(root, 'build/viper-peer'), { recursive: true });
const peer = spawn('java', ['-Xss64m', '-cp', values.viper, join(root, 'test/conformance/ViperPeer.java'), values.z3], {
  stdio: ['pipe', 'pipe', 'ignore'],
});
const answers = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();

async function askPeer(path: string): Promise<unknown> {
  peer.stdin.write(`${resolve(path)}\n`);
  for (;;) {
    const { value, done } = await answers.next();
    if (done === true) throw new Error('the peer ended');
    const [, answer] = /^RESULT (.*)$/.exec(value) ?? [];
    if (answer !== undefined) return JSON.parse(answer);
  }
}

const counts = { same: 0, weaker: 0, stronger: 0, different: 0, unverified: 0, unread: 0, peerFailed: 0 };
for (const [index, name] of chosenNames().entries()) {
  const printed = print(name, index);
  if (printed === null) {
    counts.unread++;
    console.log(`unread ${name}`);
    continue;
  }
  if (printed.errors === null) {
    counts.unverified++;
    continue;
  }
  const answer = await askPeer(printed.path);
  if (!Array.isArray(answer)) {
    counts.peerFailed++;
    console.log(`peer failed ${name} (${printed.path}): ${String(answer).slice(0, 200)}`);
    continue;
  }
  const theirs = (answer as string[]).sort();
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
peer.stdin.end();
await once(peer, 'exit');
console.log(JSON.stringify({ command: 'conformance:viper-peer', ...counts }));
