// The tests of loaded packages: functions that `go test` would run.

import type { SourceSet } from '../../base/source.ts';
import type { LoadedPackage } from '../../load/index.ts';
import type * as ast from '../../syntax/nodes.ts';

export interface TestFunction {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** A package with tests: its own files, and those of its external test package. */
export interface TestedPackage {
  readonly path: string;
  readonly dir: string;
  readonly tests: readonly TestFunction[];
}

/** Packages with tests, in the order of the patterns; tests in the order of the files. */
export function testedPackages(packages: readonly LoadedPackage[], sources: SourceSet): readonly TestedPackage[] {
  const found = new Map<string, { path: string; dir: string; tests: TestFunction[] }>();
  for (const pkg of packages) {
    if (pkg.forTest === null) continue;
    const entry = found.get(pkg.forTest) ?? { path: pkg.forTest, dir: pkg.dir, tests: [] };
    found.set(pkg.forTest, entry);
    for (const file of pkg.files) {
      if (!file.path.endsWith('_test.go')) continue;
      for (const decl of file.decls) {
        if (decl.kind !== 'FuncDecl' || !isTest(decl)) continue;
        entry.tests.push({ name: decl.name.name, file: file.path, line: sources.position(decl.pos)?.line ?? 1 });
      }
    }
  }
  return [...found.values()].filter((entry) => entry.tests.length > 0);
}

/** `func TestXxx(t *testing.T)`, where Xxx does not begin with a lower-case letter. */
function isTest(decl: ast.FuncDecl): boolean {
  if (decl.recv !== null || !/^Test(?!\p{Ll})/u.test(decl.name.name) || decl.name.name === 'TestMain') return false;
  const { params } = decl.type;
  const [param] = params.list;
  if (params.list.length !== 1 || param === undefined || param.type === null) return false;
  const { type } = param;
  return type.kind === 'StarExpr' && type.x.kind === 'SelectorExpr' && type.x.sel.name === 'T';
}
