// Where there is no Go, packages are loaded once: the load for their behaviour finds the same mistakes as the one for their errors.

import { afterAll, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import type { SourceSet } from '../../src/base/source.ts';
import { modelsFolder } from '../../src/driver/installation.ts';
import { loadForAnalysis } from '../../src/driver/load-for-analysis.ts';
import { nodeHost } from '../../src/driver/node-host.ts';
import { forEachPackage, type LoadRequest } from '../../src/load/index.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

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
