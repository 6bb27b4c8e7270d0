// Litmus programs under real Go: one binary with all of them, each run in a process of its own.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { targetEnv } from '../support/go-list.ts';
import { type Litmus, type Outcome, outcomeOf, squeeze } from './suite.ts';

/** Statements before which a run may be delayed. */
const operation =
  /^(\t+)((?:go|defer|select|close|for range|return)\b|<-|\w+ <- |[\w.]+\.(?:\w*[lL]ock|Wait|Signal|Broadcast|Add|Done|Do|Stop|Load|Store|Go)\()/gm;

const perturb = `package PACKAGE

import (
	"math/rand/v2"
	"runtime"
	"time"
)

func perturb() {
	switch rand.IntN(6) {
	case 0:
		runtime.Gosched()
	case 1:
		time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
	case 2:
		for range 3 {
			runtime.Gosched()
		}
	}
}
`;

export interface BuiltSuite {
  readonly binary: string;
  readonly remove: () => void;
}

/** Builds one program out of all litmus programs. */
export function buildSuite(suite: readonly Litmus[]): BuiltSuite {
  const folder = makeFolder({ 'go.mod': 'module litmus\n\ngo 1.26\n' });
  const imports: string[] = [];
  const cases: string[] = [];
  suite.forEach((litmus, i) => {
    const pkg = `c${i}`;
    mkdirSync(join(folder, pkg));
    const text = litmus.text
      .replace(/^package main$/m, `package ${pkg}`)
      .replace(/^func main\(\)/m, 'func Main()')
      // Only the program that runs is initialised.
      .replace(/^func init\(\)/m, 'func Init()')
      .replace(operation, '$1perturb(); $2');
    writeFileSync(join(folder, pkg, 'case.go'), text);
    writeFileSync(join(folder, pkg, 'perturb.go'), perturb.replace('PACKAGE', pkg));
    imports.push(`\t"litmus/${pkg}"`);
    const begin = /^func init\(\)/m.test(litmus.text) ? `${pkg}.Init()\n\t\t` : '';
    cases.push(`\tcase "${i}":\n\t\t${begin}${pkg}.${litmus.entry === 'main' ? 'Main()' : 'Litmus()\n\t\tsettle()'}`);
  });
  writeFileSync(
    join(folder, 'main.go'),
    `package main

import (
	"os"
	"runtime"
	"time"

${imports.join('\n')}
)

func settle() {
	for i := 0; i < 50 && runtime.NumGoroutine() > 1; i++ {
		time.Sleep(time.Millisecond)
	}
	println("left", runtime.NumGoroutine()-1)
}

func main() {
	switch os.Args[1] {
${cases.join('\n')}
	}
}
`,
  );
  const binary = join(folder, 'suite');
  execFileSync('go', ['build', '-o', binary, '.'], {
    cwd: folder,
    env: { ...process.env, ...targetEnv },
    stdio: 'pipe',
  });
  return { binary, remove: () => removeFolder(folder) };
}

/** How long a run may take, in milliseconds, before it counts as one that never ends. */
const patience = 5_000;

/** Runs a program once. */
export function runCase(binary: string, index: number, processors: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, GOMAXPROCS: String(processors), GOTRACEBACK: 'none' };
    execFile(binary, [String(index)], { env, encoding: 'utf8', timeout: patience }, (error, stdout, stderr) => {
      if (error?.killed === true) {
        resolve({ output: squeeze(stdout), end: { kind: 'hang' } });
        return;
      }
      if (error !== null && typeof error.code !== 'number') {
        reject(error);
        return;
      }
      const left = /^left (\d+)$/m.exec(stderr);
      const code = error === null ? 0 : Number(error.code);
      resolve(outcomeOf(stdout, stderr, code, left === null ? null : Number(left[1])));
    });
  });
}
