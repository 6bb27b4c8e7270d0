// Runs models as ordinary Go: tests in testdata/models say what each must do, and real Go runs them.
//
// A model is copied into a module of its own and meets the real packages below it. What it leaves open or to the
// engines (functions without a body) is filled in by `primitives.go` beside the tests, where a test needs it.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface BehaviourResult {
  readonly packages: number;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

/** Copies the models that have tests in `tests` to `folder`, and runs these tests there. */
export function runBehaviour(models: string, tests: string, folder: string): BehaviourResult {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), 'module gordian.dev/behaviour\n\ngo 1.26\n');
  const packages = readdirSync(tests, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'behaviour_test.go')
    .map((entry) => relative(tests, entry.parentPath));
  for (const path of packages) copyPackage(join(models, path), join(tests, path), join(folder, path));
  const result = spawnSync('go', ['test', '-vet=off', '-count=1', '-timeout=60s', '-v', './...'], {
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const output = result.stdout + result.stderr;
  const passed = output.match(/^--- PASS: /gm)?.length ?? 0;
  const failed = output.match(/^--- FAIL: /gm)?.length ?? 0;
  return { packages: packages.length, passed, failed: Math.max(failed, result.status === 0 ? 0 : 1), output };
}

function copyPackage(model: string, tests: string, target: string): void {
  mkdirSync(target, { recursive: true });
  const given = readdirSync(tests).filter((name) => name.endsWith('.go'));
  const filledIn = given.includes('primitives.go') ? readFileSync(join(tests, 'primitives.go'), 'utf8') : '';
  const names = new Set(filledIn.split('\n').map(functionName));
  for (const name of readdirSync(model)) {
    if (!name.endsWith('.go')) continue;
    const lines = readFileSync(join(model, name), 'utf8').split('\n');
    const kept = lines.flatMap((line) => {
      const declared = functionName(line);
      if (declared === '' || /[{}]$/.test(line)) return [line];
      return names.has(declared) ? [] : [`${line} { panic("opaque") }`];
    });
    writeFileSync(join(target, name), kept.join('\n'));
  }
  for (const name of given) writeFileSync(join(target, name), readFileSync(join(tests, name)));
}

/** `Type.name` or `name` of the function whose declaration a line begins; '' for other lines. */
function functionName(line: string): string {
  const match = /^func (?:\((?:\w+ )?\*?(\w+)\) )?(\w+)\(/.exec(line);
  if (match === null) return '';
  return match[1] === undefined ? (match[2] as string) : `${match[1]}.${match[2]}`;
}
