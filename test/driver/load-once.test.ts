// Packages are loaded once where there is no Go, or one that the models are made from: the load for their behaviour finds the same
// mistakes as the one for their errors, or says that it may not.

import { afterAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import type { SourceSet } from '../../src/base/source.ts';
import { loadForAnalysis } from '../../src/check/load.ts';
import { check } from '../../src/driver/check.ts';
import { modelsFolder } from '../../src/driver/host/installation.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { forEachPackage, type LoadRequest, modelsAgree, newestGo } from '../../src/load/index.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';

const folder = makeFolder({
  'go.mod': 'module example.com/m\n\ngo 1.26\n',
  'types/a.go':
    'package types\n\nimport ("sync"; "time")\n\nvar A int = "text"\nvar B = sync.Missing\nfunc C() { var unused time.Duration; missing() }\n',
  'types/a_test.go':
    'package types_test\n\nimport "testing"\n\nfunc TestA(t *testing.T) { t.Nothing(); var x int = t }\n',
  'syntax/a.go': 'package syntax\n\nfunc F( { }\nfunc G() int { }\n',
  'above/a.go':
    'package above\n\nimport ("example.com/m/syntax"; "example.com/m/types"; "example.com/m/nowhere"; "no.such/module")\n\nvar A string = types.A\nvar _ = syntax.G\nvar _, _ = nowhere.X, module.Y\n',
  'loop/a.go': 'package loop\n\nimport _ "example.com/m/loop/b"\n',
  'loop/b/b.go': 'package b\n\nimport _ "example.com/m/loop"\n',
  'fine/a.go': 'package fine\n\nimport "context"\n\nfunc F(ctx context.Context) { <-ctx.Done() }\n',
});
afterAll(() => removeFolder(folder));

function described(sources: SourceSet, diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ rule, severity, message, span, related }) => {
    const { file = '', line = 0, column = 0 } = (span === null ? null : sources.position(span.pos)) ?? {};
    return `${file.slice(folder.length)}:${line}:${column} ${severity} ${rule} ${message} ${related.length}`;
  });
}

test('without GOROOT both loads find the same', () => {
  const host = nodeHost(folder, {});
  const request: LoadRequest = {
    patterns: ['./...'],
    cwd: folder,
    tests: true,
    goos: 'linux',
    goarch: 'amd64',
    goroot: null,
    models: modelsFolder(),
  };
  const first = forEachPackage(host, request, () => {});
  const second = loadForAnalysis(host, request);
  const found = described(first.sources, first.diagnostics);
  expect(found.length).toBeGreaterThan(6);
  expect(described(second.sources, second.diagnostics)).toEqual(found);
});

describe('where the models leave something open, Go has the last word', () => {
  test.each([
    ['nothing wrong', 'import ("fmt"; "sync")\nfunc F(mu *sync.Mutex) { mu.Lock(); fmt.Println(); mu.Unlock() }\n', []],
    ['C', 'import "C"\nfunc F() { C.puts(nil) }\n', []],
    ['a name', 'import "sync"\nvar A = sync.Missing\n', ['UndeclaredImportedName']],
    ['an import', 'import "time"\n', ['UnusedImport']],
    ['a package', 'import "no/such"\nvar _ = such.X\n', ['MissingPackage']],
    ['a type', 'var A int = ""\n', ['IncompatibleAssign']],
    ['syntax', 'func F( {}\n', ['SyntaxError']],
  ])('%s', async (_, text, rules) => {
    const place = makeFolder({ 'go.mod': 'module example.com/m\n\ngo 1.26\n', 'a.go': `package m\n\n${text}` });
    try {
      const host = nodeHost(place, {});
      const models: LoadRequest = { patterns: ['.'], cwd: place, goroot: null, models: modelsFolder(), cgo: true };
      expect(loadForAnalysis(host, models).settled).toBe(rules.length === 0);
      if (installedGo === null) return;
      const { goroot, version } = installedGo;
      const isOurs = version.startsWith(`go1.${newestGo}`);
      expect(modelsAgree(host, { ...models, goroot, goos: 'linux', goarch: 'amd64' })).toBe(isOurs);
      expect(modelsAgree(host, { ...models, goroot, goos: 'windows', goarch: 'amd64' })).toBe(false);
      const { diagnostics } = await check({
        folder: place,
        patterns: ['.'],
        tags: [],
        goos: null,
        goarch: null,
        tests: true,
        modelsOnly: false,
        limits: { states: 1000, work: 1_000_000, totalWork: null, milliseconds: 600_000 },
        progress: () => {},
      });
      expect(diagnostics.map(({ rule }) => rule)).toEqual(rules);
    } finally {
      removeFolder(place);
    }
  });
});
