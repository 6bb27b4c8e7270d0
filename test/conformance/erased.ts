// `npm run conformance:erased -- DIR [--only PATTERN]`
//
// What is left once ghost code is erased, run: each function of the accepted, self-contained files of Gobra's suite is called on drawn inputs, by the interpreter
// and by the installed Go. Both print the results that are numbers, booleans or text, and whether the call panics. They must agree.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawSample, sampleText } from '../../src/ir/interp/index.ts';
import { eraseGhost, type Func, type SpecFacts, type Type, under, type Var } from '../../src/types/index.ts';
import { type Library, loadLibrary, runFile } from '../support/interp.ts';
import { loadSpecified, runnableOf, type Specified } from '../support/specified.ts';
import { suiteFiles } from './gobra-suite.ts';

const args = process.argv.slice(2);
const [dir] = args;
if (dir === undefined || dir.startsWith('--')) {
  process.stderr.write('usage: npm run conformance:erased -- DIR [--only PATTERN]\n');
  process.exit(2);
}
const at = args.indexOf('--only');
const only = new RegExp(at < 0 ? '' : (args[at + 1] ?? ''));
const inputsOfEach = 3;

interface Call {
  readonly name: string;
  /** A function that makes the call and prints what comes of it. */
  readonly text: string;
}

/** An erased file with functions that call the others. */
interface Program {
  readonly file: string;
  readonly erased: string;
  readonly calls: readonly Call[];
}

let state = 1;
function draw(bound: number): number {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % bound;
}

function isPrinted(t: Type): boolean {
  const u = under(t);
  return u.kind === 'Basic' && (u.basic === 'bool' || u.basic === 'string' || /^u?int/.test(u.basic));
}

function callsOf(specified: Specified): readonly Call[] {
  const { facts } = specified.pkg.info;
  const run = runnableOf(specified);
  const calls: Call[] = [];
  for (const func of run.functions) {
    if (
      func.type?.kind !== 'Signature' ||
      facts?.ghost.has(func) === true ||
      func.name === 'main' ||
      func.name === 'init'
    )
      continue;
    if (run.lowerer.bodies.get(func)?.decl.body == null || func.name === '_') continue;
    for (let k = 0; k < inputsOfEach; k++) {
      const call = callOf(func, facts, calls.length);
      if (call !== null) calls.push(call);
    }
  }
  return calls;
}

/** Whether Go has the type as it is: there is nothing ghost in it. */
function isReal(t: Type, facts: SpecFacts | null, seen: Type[] = []): boolean {
  if (seen.includes(t)) return true;
  const inner = (next: Type): boolean => isReal(next, facts, [...seen, t]);
  const u = under(t);
  switch (u.kind) {
    case 'Math':
      return false;
    case 'Struct':
      return u.fields.every((field) => facts?.ghost.has(field) !== true && inner(field.type as Type));
    case 'Pointer':
      return !u.ghost && inner(u.elem);
    case 'Array':
    case 'Slice':
      return inner(u.elem);
    case 'Map':
      return inner(u.key) && inner(u.elem);
    case 'Signature':
      return false;
    default:
      return true;
  }
}

function callOf(func: Func, facts: SpecFacts | null, number: number): Call | null {
  if (func.type?.kind !== 'Signature') return null;
  const { recv, params, results, variadic } = func.type;
  const isGhost = (v: Var): boolean => facts?.ghostParams.has(v) === true || facts?.ghost.has(v) === true;
  const given = params.vars.filter((v) => !isGhost(v));
  if (![...given, ...(recv === null ? [] : [recv])].every((v) => isReal(v.type as Type, facts))) return null;
  const inputs = given.map(sampling);
  const receiver = recv === null ? '' : `(${sampling(recv)}).`;
  if (inputs.includes(null) || receiver.includes('null')) return null;
  const spread = variadic && inputs.length > 0 ? '...' : '';
  const kept = results.vars.filter((v) => !isGhost(v));
  const names = kept.map((_, i) => `r${i}`);
  const call = `${receiver}${func.name}(${inputs.join(', ')}${spread})`;
  const printed = names.filter((_, i) => isPrinted(kept[i]?.type as Type));
  const name = `gordianCall${number}`;
  const lines = [
    `func ${name}() {`,
    '\tdefer func() { if recover() != nil { println("panics") } }()',
    names.length === 0 ? `\t${call}` : `\t${names.join(', ')} := ${call}`,
    ...names.filter((each) => !printed.includes(each)).map((each) => `\t_ = ${each}`),
    `\tprintln("returns"${printed.map((each) => `, ${each}`).join('')})`,
    '}',
  ];
  return { name, text: `${lines.join('\n')}\n` };
}

function sampling(v: Var): string | null {
  const type = v.type as Type;
  return sampleText(type, drawSample(type, { draw, depth: 3, size: 3 }));
}

const reasons = new Map<string, number>();
/** Why a call was not executed. */
function note(reason: string): void {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}

const begin = process.cpuUsage();
const counts = { files: 0, imports: 0, compiled: 0, ran: 0, calls: 0, executed: 0, same: 0, different: 0 };
const programs: Program[] = [];
for (const file of suiteFiles(dir)) {
  if (file.column === 'reject' || !only.test(file.name)) continue;
  let specified: Specified;
  try {
    specified = loadSpecified(file.path, { include: file.options.include });
  } catch {
    continue;
  }
  const [ast] = specified.pkg.files;
  if (ast === undefined) continue;
  const { sources } = specified.loaded;
  const text = eraseGhost(sources, specified.pkg.types, specified.pkg.info, ast);
  if (/^\s*import\b/m.test(text)) {
    counts.imports++;
    continue;
  }
  counts.files++;
  const calls = callsOf(specified);
  programs.push({ file: file.name, erased: text, calls });
}

/** The file as a package of its own. */
function source({ erased, calls }: Program, name: string, extra: string): string {
  const clause = erased.replace(/^(\s*package\s+)\w+/m, `$1${name}`);
  const main = name === 'main' ? clause.replace(/^func main\(\)/m, 'func gordianMain()') : clause;
  return `${main}\n${calls.map(({ text }) => text).join('\n')}\n${extra}`;
}

// ---------------------------------------------------------------------------------------------------------------
// Go

const folder = mkdtempSync(join(tmpdir(), 'gordian-erased-'));
const env = { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-mod=mod', GOPROXY: 'off' };

function go(...argv: readonly string[]): { readonly failed: string | null } {
  try {
    execFileSync('go', argv, { cwd: folder, env, stdio: 'pipe', encoding: 'utf8', maxBuffer: 1 << 28 });
    return { failed: null };
  } catch (error) {
    return { failed: String((error as { stderr?: string }).stderr ?? error) };
  }
}

/** Which of the programs do not compile, with the first error. */
function failing(): Map<number, string> {
  const wrong = new Map<number, string>();
  const { failed } = go('build', '-gcflags=-e', './...');
  for (const [, i, message] of (failed ?? '').matchAll(/^(?:\.\/)?p(\d+)\/(.*)$/gm)) {
    if (!wrong.has(Number(i))) wrong.set(Number(i), message as string);
  }
  return wrong;
}

const lib: Library = loadLibrary(['errors'], process.cwd());
try {
  writeFileSync(join(folder, 'go.mod'), 'module erased\n\ngo 1.24\n');
  programs.forEach((program, i) => {
    mkdirSync(join(folder, `p${i}`));
    const run = program.calls.map(({ name }) => `"${name}": ${name}`).join(', ');
    const extra = `var GordianCalls = map[string]func(){${run}}\n`;
    writeFileSync(join(folder, `p${i}`, 'x.go'), source(program, `p${i}`, extra));
  });
  const wrong = failing();
  for (const [i, message] of wrong) process.stdout.write(`go ${programs[i]?.file}: ${message}\n`);
  counts.compiled = programs.length - wrong.size;

  // The interpreter decides what can be run: what it cannot do, or does not finish, is not called.
  const expected = new Map<string, string>();
  for (const [i, program] of programs.entries()) {
    if (wrong.has(i)) continue;
    const text = source(program, 'main', 'func main() {}\n');
    let ran = false;
    for (const { name } of program.calls) {
      counts.calls++;
      try {
        const { stderr, exitCode, left } = runFile(lib, `${program.file}.go`, text, { entry: name, fuel: 200_000 });
        if (exitCode !== 0 || left !== 0) {
          note(exitCode !== 0 ? 'fatal error' : 'goroutines that are left');
          continue;
        }
        expected.set(`${i} ${name}`, stderr);
        counts.executed++;
        ran = true;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        note(error.message.replace(/ in .*$/, ''));
      }
    }
    if (ran) counts.ran++;
  }
  const used = [...new Set([...expected.keys()].map((key) => Number(key.split(' ')[0])))];
  const lines = [...expected.keys()].map((key) => {
    const [i, name] = key.split(' ');
    return `\tprintln("=== ${key}"); p${i}.GordianCalls["${name}"]()`;
  });
  const imports = used.map((i) => `\t"erased/p${i}"`).join('\n');
  writeFileSync(
    join(folder, 'main.go'),
    `package main\n\nimport (\n${imports}\n)\n\nfunc main() {\n${lines.join('\n')}\n}\n`,
  );
  const { failed } = go('build', '-o', 'run', '.');
  if (failed !== null) throw new Error(failed);
  const printed = runOutput(join(folder, 'run'));
  const parts = new Map<string, string>();
  for (const part of printed.split('=== ').slice(1)) {
    const end = part.indexOf('\n');
    parts.set(part.slice(0, end), part.slice(end + 1));
  }
  for (const [key, want] of expected) {
    const got = parts.get(key);
    if (got === want) {
      counts.same++;
      continue;
    }
    counts.different++;
    const [i, name] = key.split(' ');
    process.stdout.write(
      `different ${programs[Number(i)]?.file} ${name}: ${JSON.stringify(want)} and ${JSON.stringify(got)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const [reason, count] of [...reasons].sort(([, a], [, b]) => b - a).slice(0, 15))
  process.stdout.write(`${count} ${reason}\n`);
const { user, system } = process.cpuUsage(begin);
const cpuMs = Math.round((user + system) / 1000);
process.stdout.write(`${JSON.stringify({ command: 'conformance:erased', ...counts, cpuMs })}\n`);
process.exitCode = counts.different > 0 ? 1 : 0;

/** What a program prints on standard error, which is what the built-in println writes to. */
function runOutput(program: string): string {
  return execFileSync('sh', ['-c', '"$0" 2>&1 >/dev/null', program], {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 28,
  });
}
