// Loading from an installed Go: file selection and types of real packages, with and without tests.

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { loadPackages } from '../../src/load/index.ts';
import { installedGo } from '../support/go.ts';
import { shownDiagnostics } from '../support/memory-host.ts';

interface Listed {
  readonly ImportPath: string;
  readonly GoFiles: readonly string[];
}

describe.runIf(installedGo !== null)('an installed Go', () => {
  const goroot = installedGo?.goroot ?? '';
  const host = nodeHost(goroot, {});

  function goList(pattern: string, env: Record<string, string>): Listed[] {
    const out = execFileSync('go', ['list', '-json=ImportPath,GoFiles', pattern], {
      cwd: goroot,
      encoding: 'utf8',
      env: { ...process.env, GOTOOLCHAIN: 'local', CGO_ENABLED: '0', ...env },
    });
    return JSON.parse(`[${out.replace(/^\}\n\{/gm, '},{')}]`) as Listed[];
  }

  test.each([
    ['linux', 'amd64'],
    ['windows', 'arm64'],
    ['js', 'wasm'],
  ])('selects the files that the go command selects: %s/%s', (goos, goarch) => {
    const patterns = ['os', 'net', 'time', 'sync', 'syscall', 'internal/poll'];
    const result = loadPackages(host, { patterns, goroot, goos, goarch });
    expect(shownDiagnostics(result)).toEqual([]);
    for (const pkg of result.packages) {
      const [listed] = goList(pkg.path, { GOOS: goos, GOARCH: goarch });
      expect(pkg.files.map((file) => file.path.slice(file.path.lastIndexOf('/') + 1))).toEqual(listed?.GoFiles);
    }
  });

  test('packages with their tests', () => {
    const patterns = ['context', 'sync/...', 'strings', 'container/...', 'errors'];
    const result = loadPackages(host, { patterns, goroot, tests: true });
    expect(shownDiagnostics(result)).toEqual([]);
    // Some distributions leave tests out.
    const hasTests = host.stat(`${goroot}/src/strings/strings_test.go`) !== null;
    expect(result.packages.some((p) => p.id === 'strings_test [strings.test]')).toBe(hasTests);
  });

  test('the pattern of a folder within GOROOT', () => {
    const result = loadPackages(host, { patterns: ['./...'], cwd: `${goroot}/src/encoding`, goroot });
    const expected = goList('encoding/...', {}).map((pkg) => pkg.ImportPath);
    expect(result.packages.map((pkg) => pkg.path).sort()).toEqual(expected.sort());
  });
});
