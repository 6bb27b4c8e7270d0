// Generated modules that mean harm to a tool that reads them: settings that ask for execution, files that are none, programs that blow up.

import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Random, randomFrom } from '../fuzz/random.ts';

type Act = (random: Random, folder: string) => void;

function put(folder: string, path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  } catch {
    // Another act may have put something else there; or the system takes no such name.
  }
}

const times = (n: number, f: (i: number) => string): string => Array.from({ length: n }, (_, i) => f(i)).join('');

let packages = 0;
/** A package of its own with this text behind its clause. */
const go =
  (text: string | ((random: Random) => string)): Act =>
  (random, folder) => {
    const name = `p${packages++}`;
    put(folder, `${name}/a.go`, `package ${name}\n\n${typeof text === 'string' ? text : text(random)}\n`);
  };

/** What runs where a tool executes anything of the module: the file `was-run` appears. */
export const marker = 'was-run';
const script = (folder: string): string => `#!/bin/sh\ntouch "${join(folder, marker)}"\nexit 1\n`;

const settings: readonly Act[] = [
  (random, folder) =>
    put(
      folder,
      'go.mod',
      random.pick([
        'module example.com/m\n\ngo 99.99\n\ntoolchain go99.99.99\n',
        'module example.com/m\n\ngo 1.26\n\nreplace example.com/x => ../../../../etc\nrequire example.com/x v0.0.0\n',
        'module example.com/m\ngo 1.26\nrequire (\n',
        `module example.com/m\ngo 1.26\n${times(3000, (i) => `require example.com/x${i} v1.${i}.0\n`)}`,
        'module "\\x00"\n',
        '\ufeffmodule example.com/m\r\ngo 1.26\r\n',
        `module ${'a/'.repeat(5000)}b\n`,
        'module example.com/m\ngo 1.26\ntool example.com/m/evil\ngodebug default=go1.21\nignore ./x\n',
        '',
      ]),
    ),
  (random, folder) =>
    put(
      folder,
      'go.work',
      random.pick([
        'go 1.26\nuse .\nuse ./p0\nuse ../..\n',
        'go 1.26\nuse (\n',
        'use /\n',
        `go 1.26\n${'use ./x\n'.repeat(2000)}`,
      ]),
    ),
  (random, folder) =>
    put(
      folder,
      'vendor/modules.txt',
      random.pick([
        '# example.com/x v1.0.0\n## explicit\nexample.com/x\n',
        '\0\0\0',
        '# '.repeat(10_000),
        '# ../../.. v1\n../../..\n',
      ]),
    ),
  (random, folder) =>
    put(
      folder,
      'gordian.json',
      random.pick([
        '{"check": {"confirm": true}}',
        `{"check": {"out": ${JSON.stringify(join(folder, marker))}}}`,
        '{"check": {"cache-dir": "."}}',
        '{"__proto__": {"x": 1}}',
        '{"check": {"jobs": "100000"}}',
        '['.repeat(5000),
        '{"check": {"baseline": "/etc/passwd"}}',
        `{"severities": [{"paths": ["${'**/a'.repeat(60)}"], "severity": "off"}]}`,
        '{"check": {"changed": "--output=x"}}',
        '{"check": {"tags": "\\u202e"}}',
        '{"test": {"save": "/"}}',
      ]),
    ),
  (_, folder) => {
    for (const name of ['z3', 'go', 'git', 'node']) {
      put(folder, name, script(folder));
      spawnSync('chmod', ['+x', join(folder, name)]);
    }
  },
  (_, folder) => {
    put(
      folder,
      '.git/config',
      `[core]\n\tfsmonitor = ${join(folder, 'z3')}\n\thooksPath = .\n\tsshCommand = ${join(folder, 'z3')}\n[filter "x"]\n\tclean = ${join(folder, 'z3')}\n[diff]\n\texternal = ${join(folder, 'z3')}\n`,
    );
    put(folder, '.gitattributes', '*.go filter=x diff=x\n');
  },
  (_, folder) =>
    put(
      folder,
      'cgo/a.go',
      'package cgo\n\n// #cgo CFLAGS: -fplugin=./evil.so\n// #cgo LDFLAGS: -Wl,-x\n// #include "/etc/passwd"\nimport "C"\n\n//go:generate ./z3\n\nfunc F() { C.f() }\n',
    ),
  (_, folder) =>
    put(
      folder,
      'embed/a.go',
      'package embed\n\nimport _ "embed"\n\n//go:embed ../../../../etc/passwd\nvar S string\n\n//line /etc/passwd:1:1\nvar x int = "y"\n',
    ),
];

const files: readonly Act[] = [
  (random, folder) => {
    mkdirSync(join(folder, 'pipe'), { recursive: true });
    spawnSync('mkfifo', [join(folder, 'pipe', random.pick(['a.go', 'go.mod', 'b.s']))]);
    put(folder, 'pipe/c.go', 'package pipe\n');
  },
  (random, folder) => {
    const name = random.pick(['loop', 'links/a.go', 'links/go.mod', 'up']);
    try {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      symlinkSync(
        random.pick(['.', '..', 'loop', '/dev/zero', '/proc/self/mem', '/dev/tty', '/nowhere', '/etc']),
        join(folder, name),
      );
    } catch {
      // It is there already.
    }
    put(folder, 'links/b.go', 'package links\n');
  },
  (_, folder) => mkdirSync(join(folder, 'dir', 'a.go'), { recursive: true }),
  (random, folder) =>
    put(
      folder,
      `odd/${random.pick(['a\n::error::x.go', '\x1b[31m.go', '\u202eog.a.go', "';touch x;'.go", '$(touch x).go', '-o.go', `${'n'.repeat(200)}.go`, '__proto__.go'])}`,
      'package odd\n\nvar X int = "x"\n\nfunc F() { c := make(chan int); c <- 1 }\n',
    ),
  (random, folder) =>
    put(
      folder,
      'bytes/a.go',
      Uint8Array.from({ length: 1 + random.int(40_000) }, () => random.int(256)),
    ),
  (_, folder) => put(folder, 'utf16/a.go', Buffer.from('\ufeffpackage utf16\n', 'utf16le')),
  (_, folder) =>
    put(
      folder,
      'crlf/a.go',
      '\ufeffpackage crlf\r\n\r\nfunc F() {\r\n\tc := make(chan int)\r\n\tgo func() { c <- 1 }()\r\n}\r\n',
    ),
  (_, folder) => put(folder, 'nul/a.go', 'package nul\n\0\nvar s = "\0"\n'),
  (_, folder) =>
    put(folder, 'long/a.go', `package long\n\n// ${'x'.repeat(3_000_000)}\nvar s = "${'y'.repeat(1_000_000)}"\n`),
  (_, folder) => put(folder, `${'d/'.repeat(150)}a.go`, 'package d\n'),
  (_, folder) => {
    for (let i = 0; i < 200; i++)
      put(folder, `cycle${i}/a.go`, `package cycle${i}\n\nimport _ "example.com/m/cycle${(i + 1) % 200}"\n`);
  },
  (random, folder) =>
    put(
      folder,
      'imports/a.go',
      `package imports\n\nimport (\n\t_ ${JSON.stringify(random.pick(['../../etc', '/etc', '', 'C', 'x y', '\u202e', 'example.com/m/../..', '__proto__', 'unsafe', 'a'.repeat(70_000)]))}\n)\n`,
    ),
];

const programs: readonly Act[] = [
  go('var x = 1 << 1000000000\n'),
  go('const x = 1e1000000000\nconst y = x * x\nvar z = int(y / x)\n'),
  go(`const a0 = 3\n${times(60, (i) => `const a${i + 1} = a${i} * a${i}\n`)}`),
  go(`const s0 = "xxxxxxxxxx"\n${times(60, (i) => `const s${i + 1} = s${i} + s${i}\n`)}var s = len(s60)\n`),
  go('var x [1 << 62]int\nvar y [1 << 62][1 << 62]chan int\nfunc F() { for i := range x { y[i][i] <- 1 } }\n'),
  go('type T[P any] struct{ f *T[T[P]] }\nvar x T[int]\n'),
  go('func f[P any](n int) { f[[]P](n) }\nfunc F() { f[int](1) }\n'),
  go('type T [len(T{})]int\ntype U struct{ U }\ntype I interface{ I }\ntype A = B\ntype B = A\n'),
  go(`type T0 struct{}\n${times(30, (i) => `type T${i + 1} struct{ a, b T${i} }\n`)}var x T30\nvar y = x == x\n`),
  go(
    `type T0[P any] struct{ a P }\n${times(24, (i) => `type T${i + 1}[P any] struct{ a, b T${i}[T${i}[P]] }\n`)}var x T24[int]\n`,
  ),
  go(
    `func F(n int) {\n\tc := make(chan int, n)\n${times(14, (i) => `\tfor i${i} := range n {\n\t\tgo func() { c <- i${i} }()\n`)}\t<-c\n${'}\n'.repeat(14)}}\n`,
  ),
  go(`func F(c chan int, b bool) {\n${times(40, () => '\tif b {\n\t\tgo F(c, !b)\n\t} else {\n\t\tc <- 1\n\t}\n')}}\n`),
  go(
    `func G0(c chan int) { c <- 1 }\n${times(26, (i) => `func G${i + 1}(c chan int) { G${i}(c); G${i}(c) }\n`)}func F() { c := make(chan int); go G26(c); <-c }\n`,
  ),
  go(
    `func G0(c chan int) { c <- 1 }\n${times(26, (i) => `func G${i + 1}(c chan int) { go G${i}(c); go G${i}(c) }\n`)}func F() { c := make(chan int); go G26(c); <-c }\n`,
  ),
  go(
    (r) =>
      `func F() {\n\tc := make(chan int)\n\tfor {\n\t\tselect {\n${times(r.int(60), () => '\t\tcase c <- 1:\n\t\tcase <-c:\n')}\t\tdefault:\n\t\t}\n\t}\n}\n`,
  ),
  go(
    `var (\n${times(300, (i) => `\tv${i} = func() int { return v${(i * 7 + 1) % 300} + v${(i * 13 + 5) % 300} }\n`)})\nfunc F(c chan int) { c <- v0() }\n`,
  ),
  go(
    `type I interface{ M(c chan I) I }\ntype A struct{ i I }\nfunc (a A) M(c chan I) I { c <- a.i.M(c).M(c); return <-c }\ntype B struct{ i I }\nfunc (b *B) M(c chan I) I { go b.i.M(c); b.i = <-c; return b.i.M(c) }\nfunc F(i I) { i.M(make(chan I)) }\n`,
  ),
  go(
    'func F(f func(func())) { var g func(); g = func() { f(g); go f(func() { g() }) }; g() }\nfunc H() { F(func(f func()) { F(func(g func()) { g(); f() }) }) }\n',
  ),
  go(
    'import "sync"\n\ntype T struct {\n\tsync.Mutex\n\tnext *T\n}\n\nfunc (t *T) F() {\n\tt.Lock()\n\tdefer t.Unlock()\n\tif t.next != nil {\n\t\tt.next.F()\n\t}\n}\n',
  ),
  go(
    (r) =>
      `func F() {\n\tdefer func() { recover(); F() }()\n\tvar c chan int\n\tgoto L${r.int(20)}\n${times(20, (i) => `L${i}:\n\tif len(c) > ${i} {\n\t\tgoto L${(i * 7) % 20}\n\t}\n`)}}\n`,
  ),
  go((r) => {
    const name = r.pick(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'then']);
    return `type ${name} struct{ ${name} chan int }\nfunc (${name} *${name}) F(__defineGetter__ int) { go func() { ${name}.${name} <- __defineGetter__ }() }\nfunc G() { x := &${name}{make(chan int)}; x.F(1) }\n`;
  }),
  go(
    (r) =>
      `//gordian:ignore ${r.pick(['*', '\u202e', '__proto__ x', 'goroutine-leak', '"', 'x'.repeat(100_000)])}\n//gordian:requires ${r.pick(['n > ', '((((', '__proto__ > 0', `n${' + n'.repeat(3000)} > 0`, 'n / 0 > 1', 'forall x'])}\nfunc F(n int) { c := make(chan int, n); c <- 1 }\n`,
  ),
  go(
    (r) =>
      `func F(m map[string]chan int, n int) { m[${JSON.stringify(r.pick(['</script><script>alert(1)</script>', '\x1b]0;x\x07', '::error file=x::y', '```\n# x', '\u202e', '$(touch x)', '%0A%0D']))}] <- 1; c := make(chan int); go func() { c <- n }() }\n`,
  ),
  go(
    `func F(${times(300, (i) => `p${i} int, `)}) {\n\tc := make(chan int, p0)\n${times(300, (i) => `\tif p${i} > p${(i * 31 + 7) % 300} {\n\t\tc <- p${i}\n\t}\n`)}}\n`,
  ),
  go(
    'func F(n, m, k int) { c := make(chan int, n*m*k-n/k%m<<3); for i := 0; i < n*n*m; i += k { c <- i }; for j := n; j > m/k; j -= n % m { <-c } }\n',
  ),
];

/** Writes module number `seed` into a folder. */
export function writeHostileModule(folder: string, seed: number): void {
  const random = randomFrom(seed * 7919 + 13);
  packages = 0;
  put(folder, 'go.mod', 'module example.com/m\n\ngo 1.26\n');
  put(folder, 'fine/a.go', 'package fine\n\nfunc Leak() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n');
  for (let left = random.int(3); left > 0; left--) random.pick(settings)(random, folder);
  for (let left = random.int(4); left > 0; left--) random.pick(files)(random, folder);
  for (let left = 1 + random.int(5); left > 0; left--) random.pick(programs)(random, folder);
}
