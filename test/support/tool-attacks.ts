// Attacks on the tool itself: one row for each, with what it found wrong.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { check } from '../../src/driver/check.ts';
import { removeTree } from '../../src/driver/host/remove.ts';
import type { JsonReport } from '../../src/report/index.ts';
import { type CliResult, gordian } from './cli.ts';
import { makeFolder } from './folder.ts';
import { attack, hostileModule, processesWith } from './hostile-tests.ts';
import { dimensions } from './large-programs.ts';
import { root } from './repository.ts';

export interface Attack {
  /** What is attacked. */
  readonly row: string;
  readonly name: string;
  /** Takes a second or two, and needs no Go toolchain. */
  readonly quick: boolean;
  /** What went wrong; nothing where the attack has failed. */
  readonly run: (folder: Folders) => readonly string[] | Promise<readonly string[]>;
}

/** Makes folders that are removed after the attack. */
export type Folders = (files: Readonly<Record<string, string | Uint8Array>>) => string;

const mod = 'module example.com/m\n\ngo 1.26\n';
const leak = 'func Leak() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n';
const simple = { 'go.mod': mod, 'a.go': `package m\n\n${leak}` };

/** What is wrong unless a run of `check` ends well or with findings, reports all fragments, and fails nowhere inside. */
function healthy({ exitCode, stdout, stderr }: CliResult, codes: readonly number[] = [0, 1]): readonly string[] {
  const wrong: string[] = [];
  if (!codes.includes(exitCode ?? -1)) wrong.push(`exit code ${exitCode}: ${stderr.slice(0, 200)}`);
  const failed = /Gordian failed[^\n"]*|internal error[^\n"]*|internal-error[^\n"]*|^\s+at .*:\d+:\d+\)?$/m.exec(
    stdout + stderr,
  );
  if (failed !== null) wrong.push(failed[0]);
  return wrong;
}

/** Findings, by rule and file. */
function findingsOf({ stdout }: CliResult): readonly string[] {
  try {
    const { findings }: JsonReport = JSON.parse(stdout);
    return findings.map(({ rule, file }) => `${rule} ${file}`);
  } catch {
    return [`no JSON: ${stdout.slice(0, 100)}`];
  }
}

function same(what: string, found: unknown, wanted: unknown): readonly string[] {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  return a === b ? [] : [`${what}: ${a} instead of ${b}`];
}

const json = ['check', '--json', '--no-cache'];

/** A program that leaves a mark beside it when it runs. */
function trap(folder: string, path: string, mark: string): void {
  writeFileSync(join(folder, path), `#!/bin/sh\ntouch "${mark}"\nexit 1\n`);
  chmodSync(join(folder, path), 0o755);
}

/** Nothing that is in the folder ran. */
function notRun(mark: string): readonly string[] {
  return existsSync(mark) ? ['something of the analysed tree was run'] : [];
}

interface Signalled {
  readonly milliseconds: number;
  readonly code: number | null;
  readonly stdout: string;
  readonly left: readonly string[];
}

/** Signals to a check that takes long, once it has something to report. */
function signalledAfter(folder: string, signals: readonly NodeJS.Signals[], wait: number): Promise<Signalled> {
  return new Promise((resolve) => {
    const args = [join(root, 'bin', 'gordian'), ...json, '--jobs', '2', './...'];
    const child: ChildProcess = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let [stdout, sent] = ['', 0];
    child.stdout?.on('data', (data) => {
      stdout += data;
    });
    setTimeout(() => {
      sent = performance.now();
      for (const signal of signals) child.kill(signal);
    }, wait);
    child.on('close', (code) => {
      const milliseconds = performance.now() - sent;
      setTimeout(() => resolve({ milliseconds, code, stdout, left: processesWith(folder) }), 500);
    });
  });
}

/** On a busy machine it takes longer until there is something to report: before that a signal ends the process as usual. */
async function signalled(folder: string, signals: readonly NodeJS.Signals[]): Promise<Signalled> {
  for (let wait = 6000; ; wait *= 1.7) {
    const ended = await signalledAfter(folder, signals, wait);
    const isEarly = ended.code === null || (signals.length === 1 && !ended.stdout.includes('goroutine-leak'));
    if (!isEarly || wait > 60_000) return ended;
  }
}

const slowModule = {
  'go.mod': mod,
  'a.go': `package m\n\n${leak}`,
  ...Object.fromEntries(
    [...(dimensions.find(({ name }) => name === 'contexts')?.files(350) ?? [])].map(
      ([, text]) => ['b/b.go', text] as const,
    ),
  ),
  ...Object.fromEntries(
    [...(dimensions.find(({ name }) => name === 'cases of a select')?.files(500) ?? [])].map(
      ([, text]) => ['c/c.go', text] as const,
    ),
  ),
};

const signals: readonly Attack[] = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({
  row: '1 signals',
  name: `${signal} in the midst of a long step`,
  quick: false,
  run: async (make) => {
    const { milliseconds, code, stdout, left } = await signalled(make(slowModule), [signal]);
    return [
      ...same('exit code', code, 2),
      ...(milliseconds > 2500 ? [`took ${Math.round(milliseconds)} ms`] : []),
      ...same('findings', findingsOf({ exitCode: code, stdout, stderr: '' }), ['goroutine-leak a.go']),
      ...left.map((line) => `left running: ${line}`),
    ];
  },
}));

const files: readonly (readonly [string, (dir: string) => void])[] = [
  ['a pipe', (dir) => spawnSync('mkfifo', [join(dir, 'x.go')])],
  ['a pipe as go.mod', (dir) => spawnSync('mkfifo', [join(dir, 'sub', 'go.mod')])],
  ['a directory called x.go', (dir) => mkdirSync(join(dir, 'x.go'))],
  ['a link to an endless device', (dir) => symlinkSync('/dev/zero', join(dir, 'x.go'))],
  ['a link to memory', (dir) => symlinkSync('/proc/self/mem', join(dir, 'x.go'))],
  ['a link to itself', (dir) => symlinkSync('x.go', join(dir, 'x.go'))],
  ['a directory that contains itself', (dir) => symlinkSync('..', join(dir, 'sub', 'up'))],
  [
    'bytes that are no text',
    (dir) =>
      writeFileSync(
        join(dir, 'x.go'),
        Uint8Array.from({ length: 5000 }, (_, i) => (i * 37) % 256),
      ),
  ],
  ['zero bytes', (dir) => writeFileSync(join(dir, 'x.go'), 'package m\n\0\0\nvar s = "\0"\n')],
  ['another encoding', (dir) => writeFileSync(join(dir, 'x.go'), Buffer.from('\ufeffpackage m\n', 'utf16le'))],
  [
    'a mark of byte order and ends of lines of Windows',
    (dir) => writeFileSync(join(dir, 'x.go'), '\ufeffpackage m\r\n\r\nvar X = 1\r\n'),
  ],
  [
    'a huge file',
    (dir) =>
      writeFileSync(
        join(dir, 'x.go'),
        `package m\n${'// fifty characters of comment, with nothing in it\n'.repeat(800_000)}`,
      ),
  ],
  ['an empty file', (dir) => writeFileSync(join(dir, 'x.go'), '')],
  [
    'names with escapes',
    (dir) => writeFileSync(join(dir, '\x1b[31m\u202e\n::error::x.go'), 'package m\n\nvar Y int = "y"\n'),
  ],
  ['a go.mod of nonsense', (dir) => writeFileSync(join(dir, 'go.mod'), 'module "\\x00\nrequire (\n\0')],
  ['a go.mod of Windows', (dir) => writeFileSync(join(dir, 'go.mod'), '\ufeffmodule example.com/m\r\n\r\ngo 1.26\r\n')],
  [
    'a go.mod that wants another toolchain',
    (dir) => writeFileSync(join(dir, 'go.mod'), 'module example.com/m\n\ngo 99.0\n\ntoolchain go99.0.1\n'),
  ],
  [
    'a go.mod that replaces with /',
    (dir) => writeFileSync(join(dir, 'go.mod'), `${mod}require x.y/z v1.0.0\nreplace x.y/z => /\n`),
  ],
  ['a go.work that uses what is above', (dir) => writeFileSync(join(dir, 'go.work'), 'go 1.26\nuse ../../..\nuse .\n')],
  [
    'vendored nonsense',
    (dir) => {
      mkdirSync(join(dir, 'vendor'));
      writeFileSync(join(dir, 'vendor', 'modules.txt'), '# ../../..\n\0\n## explicit');
    },
  ],
  ['no go.mod', (dir) => renameSync(join(dir, 'go.mod'), join(dir, 'go.mud'))],
];

const oddFiles: readonly Attack[] = files.map(([name, write]) => ({
  row: '13 odd files',
  name,
  quick: true,
  run: (make) => {
    const folder = make({ ...simple, 'sub/s.go': `package sub\n\n${leak}` });
    write(folder);
    const result = gordian([...json, './...'], { cwd: folder });
    const found = findingsOf(result).filter((one) => one.endsWith('sub/s.go'));
    const wrong = healthy(result, [0, 1, 2]);
    // What is beside it is still looked at, but in a module of its own, or where there is none.
    return /go\.mod|go\.work/.test(name)
      ? wrong
      : [...wrong, ...same('findings beside it', found, ['goroutine-leak sub/s.go'])];
  },
}));

const names: readonly Attack[] = ['constructor', '__proto__', 'toString', 'hasOwnProperty'].map((name) => ({
  row: '2 names',
  name: `everything is called ${name}`,
  quick: true,
  run: (make) => {
    const text = `package m\n\ntype ${name} struct{ ${name} chan int }\n\nfunc F(${name} int) {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\tif ${name} != 3 {\n\t\t<-c\n\t}\n}\n`;
    const result = gordian([...json, '--param', `${name}=2,3`], { cwd: make({ 'go.mod': mod, 'a.go': text }) });
    return [...healthy(result, [1]), ...same('findings', findingsOf(result), ['goroutine-leak a.go'])];
  },
}));

/** Text that means something to a terminal, a page, a shell, or a log of CI. */
const evil = '</script><img src=x onerror=alert(1)>\\x1b]0;x\\x07\\u202e\\x9b31m\\n::error::owned\\n```';

const formats: readonly Attack[] = ['text', 'json', 'sarif', 'html', 'github', 'junit', 'mermaid'].map((format) => ({
  row: '11 output',
  name: `hostile names as ${format}`,
  quick: true,
  run: (make) => {
    const text = `package m\n\nfunc F(m map[string]chan int) {\n\tc := m["${evil}"]\n\tgo func() { c <- 1 }()\n\tpanic("${evil}")\n}\n\n${leak}`;
    const folder = make({ 'go.mod': mod, 'a\u202e<b>&"\'.go': text });
    const result = gordian(['check', '--no-cache', '--format', format, './...'], { cwd: folder });
    const { stdout } = result;
    const wrong = [...healthy(result)];
    if (/[\x80-\x9f\u202a-\u202e\x1b\x07]/.test(stdout)) wrong.push('characters that steer terminals');
    if (format === 'html' && /<img src=x|<b>&/.test(stdout)) wrong.push('an element of HTML');
    if (/^::error::owned/m.test(stdout)) wrong.push('a command for CI');
    if (format === 'junit' && /<img|<b>/.test(stdout)) wrong.push('an element of XML');
    return wrong;
  },
}));

const schedules: readonly Attack[] = [
  '{"package": "../evil"}',
  '{"package": "/etc"}',
  '{"format": 1e999, "package": {"__proto__": 1}}',
  '[[[[',
  `{"x": "${'y'.repeat(100_000)}"}`,
  '{"package": "\\u001b[31m\\u202e"}',
].map((text, i) => ({
  row: '6 schedule files',
  name: `malformed schedule ${i + 1}`,
  quick: true,
  run: (make) => {
    const result = gordian(['replay', 's.json'], { cwd: make({ ...simple, 's.json': text }) });
    const wrong = healthy(result, [2]);
    return /[\x1b\u202e]/.test(result.stderr + result.stdout) ? [...wrong, 'raw escapes'] : wrong;
  },
}));

const settings: readonly Attack[] = [
  '{"check": {"confirm": true}}',
  '{"check": {"out": "a.go"}}',
  '{"check": {"cache-dir": "."}}',
  '{"check": {"baseline": "/etc/passwd"}}',
  '{"check": {"changed": "--output=x"}}',
  '{"__proto__": {"check": {}}}',
  '['.repeat(100_000),
].map((text) => ({
  row: '8 configuration',
  name: `gordian.json ${text.slice(0, 40)}`,
  quick: true,
  run: (make) => {
    const folder = make({ ...simple, 'gordian.json': text });
    const before = readdirSync(folder).join();
    const wrong = healthy(gordian(['check', './...'], { cwd: folder }), [2]);
    return [
      ...wrong,
      ...same('files', readdirSync(folder).join(), before),
      ...same('a.go', readFileSync(join(folder, 'a.go'), 'utf8'), simple['a.go']),
    ];
  },
}));

const single: readonly Attack[] = [
  {
    row: '1 signals',
    name: 'a second signal ends at once',
    quick: false,
    run: async (make) => {
      const { milliseconds, left } = await signalled(make(slowModule), ['SIGINT', 'SIGTERM']);
      return [...(milliseconds > 1000 ? [`took ${Math.round(milliseconds)} ms`] : []), ...left];
    },
  },
  ...['ifs', 'gotos', 'locals', 'closures', 'cases', 'nested blocks', 'fields', 'long string'].map(
    (name): Attack => ({
      row: '1 large functions',
      name: `2,000 ${name}`,
      quick: name === 'ifs',
      run: (make) => {
        const folder = make({
          'go.mod': mod,
          ...Object.fromEntries(dimensions.find((one) => one.name === name)?.files(2000) ?? []),
        });
        return healthy(gordian(json, { cwd: folder }));
      },
    }),
  ),
  {
    row: '2 names',
    name: '--goarch toString',
    quick: true,
    run: (make) => healthy(gordian(['check', '--goarch', 'toString'], { cwd: make(simple) }), [2]),
  },
  {
    row: '3-4, 7, 9 hostile tests',
    name: 'tests that exit, fork, lock, close, flood and forge',
    quick: false,
    run: async (make) => {
      const mark = `2718.${process.pid}`;
      const save = make({});
      return attack(make(hostileModule(11, 12, mark).files), mark, 11, save);
    },
  },
  ...[
    { XDG_CACHE_HOME: '', HOME: '' },
    { XDG_CACHE_HOME: 'x', HOME: '.' },
    { XDG_CACHE_HOME: '.', HOME: 'h' },
  ].map(
    (env): Attack => ({
      row: '5 cache folder',
      name: JSON.stringify(env),
      quick: true,
      run: (make) => {
        const folder = make(simple);
        const before = readdirSync(folder).join();
        return [
          ...healthy(gordian(['check'], { cwd: folder, env })),
          ...same('files', readdirSync(folder).join(), before),
        ];
      },
    }),
  ),
  ...[
    ['.', []],
    ['.', ['-C', '.']],
  ].map(
    ([path, flags], i): Attack => ({
      row: '8 programs',
      name: `z3, go and git in the tree, ${i === 0 ? 'PATH with .' : 'PATH with its directory, and -C'}`,
      quick: true,
      run: (make) => {
        const folder = make({ ...simple, 'p.go': 'package m\n\nfunc P(n int) { c := make(chan int, n); c <- 1 }\n' });
        const mark = join(make({}), 'ran');
        for (const name of ['z3', 'go', 'git', 'node']) trap(folder, name, mark);
        const env = { PATH: `${String(path)}:${folder}:${process.env.PATH}` };
        gordian([...json, ...(flags as readonly string[]), './...'], { cwd: folder, env });
        if (i === 1) gordian([...json, '-C', folder, './...'], { env });
        return notRun(mark);
      },
    }),
  ),
  {
    row: '8 programs',
    name: 'GOFLAGS, toolexec and cgo directives of a module',
    quick: true,
    run: (make) => {
      const folder = make({
        ...simple,
        'c.go':
          'package m\n\n// #cgo CFLAGS: -B. -fplugin=./evil.so\n// #cgo pkg-config: --evil\nimport "C"\n\n//go:generate ./z3\n',
        'go.env': 'GOFLAGS=-toolexec=./z3\n',
      });
      const mark = join(make({}), 'ran');
      for (const name of ['z3', 'pkg-config', 'gcc', 'cc', 'as']) trap(folder, name, mark);
      const env = { GOFLAGS: `-toolexec=${join(folder, 'z3')}`, CC: join(folder, 'cc'), GOENV: join(folder, 'go.env') };
      return [...healthy(gordian([...json, './...'], { cwd: folder, env }), [0, 1, 2]), ...notRun(mark)];
    },
  },
  {
    row: '8 programs',
    name: 'settings of git in the analysed repository',
    quick: true,
    run: (make) => {
      const folder = make({ ...simple, '.gitattributes': '* filter=x diff=x\n' });
      const mark = join(make({}), 'ran');
      const git = (...args: readonly string[]): void => {
        spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
      };
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'x');
      trap(folder, '.git/evil', mark);
      for (const key of [
        'core.fsmonitor',
        'core.sshCommand',
        'filter.x.clean',
        'filter.x.process',
        'diff.external',
        'diff.x.textconv',
      ])
        git('config', key, join(folder, '.git', 'evil'));
      writeFileSync(join(folder, 'a.go'), `${simple['a.go']}\n`);
      const result = gordian([...json, '--changed', './...'], { cwd: folder });
      return [...healthy(result), ...same('findings', findingsOf(result), ['goroutine-leak a.go']), ...notRun(mark)];
    },
  },
  {
    row: '10 cache',
    name: 'entries under other names, and written over',
    quick: true,
    run: (make) => {
      const [folder, cache] = [make(simple), make({})];
      const fixed = `package m\n\nfunc Fine() {}\n`;
      const run = (): readonly string[] =>
        findingsOf(gordian(['check', '--json', '--cache-dir', cache], { cwd: folder }));
      writeFileSync(join(folder, 'a.go'), fixed);
      const clean = run();
      const entries = readdirSync(cache);
      writeFileSync(join(folder, 'a.go'), simple['a.go']);
      const first = run();
      // Every entry of the clean run over every one of the other.
      for (const to of readdirSync(cache))
        for (const from of entries) if (to !== from) writeFileSync(join(cache, to), readFileSync(join(cache, from)));
      return [
        ...same('clean', clean, []),
        ...same('first', first, ['goroutine-leak a.go']),
        ...same('poisoned', run(), ['goroutine-leak a.go']),
      ];
    },
  },
  {
    row: '10 cache',
    name: 'a folder that all may write to',
    quick: true,
    run: (make) => {
      const cache = make({});
      chmodSync(cache, 0o777);
      const result = gordian(['check', '--json', '--cache-dir', cache], { cwd: make(simple) });
      return [...healthy(result), ...same('entries', readdirSync(cache), [])];
    },
  },
  {
    row: '12 changes',
    name: 'a file that changes during the run',
    quick: true,
    run: async (make) => {
      const folder = make(simple);
      const { diagnostics } = await check({
        folder,
        patterns: ['.'],
        tags: [],
        goos: null,
        goarch: null,
        tests: true,
        modelsOnly: true,
        limits: { states: 1000, work: 100_000, totalWork: null, milliseconds: 10_000 },
        progress: () => writeFileSync(join(folder, 'a.go'), 'package m\n'),
      });
      return diagnostics.some(({ rule }) => rule === 'FilesChanged') ? [] : ['nothing is reported'];
    },
  },
  ...[64, 128, 270].map(
    (megabytes): Attack => ({
      row: '13 memory',
      name: `a heap of ${megabytes} MB`,
      quick: megabytes === 128,
      run: (make) => {
        const folder = make({
          'go.mod': mod,
          'a.go': `package m\n\nimport (\n\t_ "net/http"\n\t_ "go/types"\n)\n\n${leak}`,
        });
        const result = gordian([...json, '--jobs', '1'], {
          cwd: folder,
          env: { NODE_OPTIONS: `--max-old-space-size=${megabytes}` },
        });
        const wrong = healthy(result, [1, 2]);
        return result.exitCode === 2 && !/heap|memory/.test(result.stderr)
          ? [...wrong, `says only: ${result.stderr.slice(0, 200)}`]
          : wrong;
      },
    }),
  ),
  {
    row: '14 packages',
    name: 'every package that users get has its digest',
    quick: true,
    run: () => {
      const { packages }: { packages: Record<string, { readonly integrity?: string; readonly dev?: boolean }> } =
        JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
      const without = Object.entries(packages).filter(
        ([name, { integrity, dev }]) => name !== '' && dev !== true && integrity === undefined,
      );
      return without.map(([name]) => `${name} has none`);
    },
  },
  {
    row: '15 solver',
    name: 'a solver that answers unsat to everything',
    quick: true,
    run: (make) => {
      const folder = make({
        'go.mod': mod,
        'a.go': 'package m\n\nfunc F(n int) {\n\tc := make(chan int, n)\n\tfor range 2 {\n\t\tc <- 1\n\t}\n}\n',
      });
      const bin = make({});
      writeFileSync(
        join(bin, 'z3'),
        '#!/bin/sh\n[ "$1" = --version ] && { echo "Z3 version 4.12.0 - 64 bit"; exit; }\nwhile read -r line; do\ncase "$line" in *check-sat*) echo unsat;; *echo*) echo "$line" | sed \'s/.*(echo "\\(.*\\)").*/\\1/\';; esac\ndone\n',
      );
      chmodSync(join(bin, 'z3'), 0o755);
      const result = gordian(json, { cwd: folder, env: { PATH: `${bin}:${process.env.PATH}` } });
      const { fragments }: JsonReport = JSON.parse(result.stdout);
      const proved = fragments
        .filter(({ verdict }) => verdict === 'proved')
        .map(({ function: name }) => `${name} is proved`);
      return [...healthy(result), ...proved];
    },
  },
];

export const attacks: readonly Attack[] = [
  ...signals,
  ...names,
  ...schedules,
  ...settings,
  ...formats,
  ...oddFiles,
  ...single,
].sort((a, b) => Number.parseInt(a.row, 10) - Number.parseInt(b.row, 10));

/** What an attack found wrong. */
export async function outcomeOf(one: Attack): Promise<readonly string[]> {
  const made: string[] = [];
  try {
    return await one.run((contents) => {
      const folder = makeFolder(contents);
      made.push(folder);
      return folder;
    });
  } catch (error) {
    return [`the attack itself failed: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    for (const folder of made) removeTree(folder);
  }
}
