// `npm run trust:false -- DIR [--only PATTERN] [--shard I/N]`
//
// Appends `assert false` to the end of every body that is proved in the files of Gobra's suite that are only to be verified, and demands
// that it fails: a body whose end is proved not to be reached may be one whose assumptions contradict one another. Pure functions get a
// method that inhales their precondition, applies them and asserts false. DIR has the suite's `regressions`.
//
// Ends that cannot be reached are listed in testdata/conformance/unreachable-ends.json, with why. What is not verified yet is left out.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeLoaded } from '../../src/driver/prove.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import type { EncodedMember } from '../../src/encode/index.ts';
import { verifyTerminating } from '../../src/proof/index.ts';
import type { Method, Program, Stmt, Function as VilFunction } from '../../src/vil/index.ts';
import { loadSuiteFile } from './gobra-front-end.ts';
import { type SuiteFile, suiteFiles } from './gobra-suite.ts';

const args = process.argv.slice(2);
const dir = args.find((arg, i) => !arg.startsWith('--') && !['--only', '--shard'].includes(args[i - 1] ?? ''));
const solver = nativeSyncHost();
if (dir === undefined || solver === null) {
  process.stderr.write(
    'usage: npm run trust:false -- DIR [--only PATTERN] [--shard I/N]      (needs z3 on the PATH)\n',
  );
  process.exit(2);
}
const root = process.env.GORDIAN_ROOT ?? '.';
const library = resolve(root, 'specs');
/** By file and member: why the end is not reached. */
const unreachable: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'testdata/conformance/unreachable-ends.json'), 'utf8'),
);

function assertFalse(src: Method['src']): Stmt {
  const assertion = { kind: 'BoolLit', value: false, type: { kind: 'Bool' }, src } as const;
  return { kind: 'Assert', assertion, src };
}

/** Whether the last statement says that it is not reached. */
function endsNowhere(stmts: readonly Stmt[]): boolean {
  const last = stmts.at(-1);
  return last?.kind === 'Inhale' && last.assertion.kind === 'BoolLit' && !last.assertion.value;
}

function withFalse(method: Method): Method {
  if (method.body === null || endsNowhere(method.body.stmts)) return method;
  return { ...method, body: { ...method.body, stmts: [...method.body.stmts, assertFalse(method.src)] } };
}

/** A method that applies the function where it may be applied. */
function application(func: VilFunction): Method {
  const { name, params, type, pres, src } = func;
  const args = params.map((p) => ({ kind: 'LocalVar', name: p.name, type: p.type, src }) as const);
  const value = { kind: 'FuncApp', func: name, args, type, src } as const;
  const target = { kind: 'LocalVar', name: 'applied$', type, src } as const;
  const stmts: readonly Stmt[] = [
    { kind: 'VarDecl', decl: { kind: 'LocalDecl', name: target.name, type, src }, src },
    { kind: 'LocalAssign', target, value, src },
    assertFalse(src),
  ];
  const body = { kind: 'Block', stmts, src } as const;
  return { kind: 'Method', name: `apply$${name}`, params, results: [], pres, posts: [], measures: [], body, src };
}

interface Ends {
  readonly checked: number;
  /** Members whose end is proved not to be reached. */
  readonly proved: readonly string[];
  /** Members about whose end the engine does not know. */
  readonly open: readonly string[];
}

function endsOf(file: SuiteFile): Ends {
  const loaded = loadSuiteFile(file, library);
  const [pkg] = loaded.packages;
  const none: Ends = { checked: 0, proved: [], open: [] };
  if (pkg === undefined || loaded.diagnostics.some(({ severity }) => severity === 'error')) return none;
  const checkInjectivity = !file.options.injectivity;
  const { program, members } = encodeLoaded(pkg, loaded, { checkInjectivity });
  const memberOf = new Map<string, EncodedMember>();
  for (const member of members) {
    if (member.fault !== null) continue;
    for (const name of member.vil) memberOf.set(name, member);
  }
  const functions = program.functions.filter(({ name }) => memberOf.has(name));
  const changed: Program = {
    ...program,
    methods: [...program.methods.map((m) => (memberOf.has(m.name) ? withFalse(m) : m)), ...functions.map(application)],
  };
  const ends = { checked: 0, proved: [] as string[], open: [] as string[] };
  const proof = { assumeInjectivityOnInhale: !checkInjectivity };
  for (const { member, verdict } of verifyTerminating(changed, solver as NonNullable<typeof solver>, { proof })) {
    if (member.kind !== 'Method' || member.body === null) continue;
    const display = memberOf.get(member.name)?.display ?? member.name;
    if (endsNowhere(member.body.stmts)) continue;
    if (verdict.kind === 'proved') ends.proved.push(display);
    else if (verdict.kind !== 'failed') ends.open.push(`${display}: ${verdict.kind}`);
    ends.checked++;
  }
  return ends;
}

function flagValue(flag: string): string | null {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args[at + 1] ?? null);
}

const pattern = new RegExp(flagValue('--only') ?? '');
const shard = /^(\d+)\/(\d+)$/.exec(flagValue('--shard') ?? '1/1');
const files = suiteFiles(resolve(dir)).filter(
  (file, i) =>
    file.column === 'verify-ok' &&
    file.options.hyperMode === 'off' &&
    pattern.test(file.name) &&
    i % Number(shard?.[2] ?? 1) === Number(shard?.[1] ?? 1) - 1,
);
const begin = process.cpuUsage();
let checked = 0;
const listed: string[] = [];
const wrong: string[] = [];
const open: string[] = [];
for (const file of files) {
  const ends = endsOf(file);
  checked += ends.checked;
  open.push(...ends.open.map((end) => `${file.name}: ${end}`));
  for (const member of ends.proved) {
    const end = `${file.name}: ${member}`;
    (unreachable[end] === undefined ? wrong : listed).push(end);
  }
}
for (const end of listed) console.log(`unreachable ${end}: ${unreachable[end]}`);
for (const end of open) console.log(`unknown ${end}`);
for (const end of wrong) console.log(`false is proved at the end of ${end}`);
const { user, system } = process.cpuUsage(begin);
console.log(
  JSON.stringify({
    command: 'trust:false',
    files: files.length,
    checked,
    failed: checked - listed.length - wrong.length - open.length,
    unreachable: listed.length,
    unknown: open.length,
    wrong: wrong.length,
    cpuMs: Math.round((user + system) / 1000),
  }),
);
if (wrong.length > 0) process.exitCode = 1;
