// Reading of go.mod and go.work files.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { type ModFile, parseGoMod, parseGoWork } from '../../src/load/modfile.ts';
import { parseModulesTxt } from '../../src/load/vendor.ts';

function problemsOf(text: string, parse: (file: { text: string; base: number }) => ModFile): string[] {
  const sources = new SourceSet();
  const mod = parse(sources.add('/go.mod', text));
  return mod.diagnostics.map((d) => {
    const place = d.span === null ? null : sources.position(d.span.pos);
    return `${place?.line}:${place?.column} ${d.message}`;
  });
}

describe('go.mod', () => {
  test('every directive, in lines and blocks, with comments and quotes', () => {
    const text = `// A module.
module "example.com/m" // quoted

go 1.24.0
toolchain go1.26.1
godebug default=go1.21
godebug (
	panicnil=1
)
require example.com/a v1.2.3
require (
	example.com/b/v2 v2.0.0-20200101000000-abcdefabcdef // indirect
	\`example.com/c\` v3.0.0+incompatible // indirect; why
	// nothing here
)
replace example.com/a => ../a
replace (
	example.com/b/v2 v2.0.0-20200101000000-abcdefabcdef => example.com/fork/v2 v2.1.0
)
exclude example.com/a v1.0.0
retract v1.0.1 // bad
retract [v1.1.0, v1.1.9]
tool example.com/a/cmd/x
ignore (
	./node_modules
	static
)
`;
    const mod = parseGoMod({ text, base: 1 });
    expect(mod.diagnostics).toEqual([]);
    expect(mod.module).toBe('example.com/m');
    expect(mod.go).toBe('1.24.0');
    expect(mod.toolchain).toBe('go1.26.1');
    expect(mod.godebug).toEqual(['default=go1.21', 'panicnil=1']);
    expect(mod.require.map((r) => [r.path, r.version, r.indirect])).toEqual([
      ['example.com/a', 'v1.2.3', false],
      ['example.com/b/v2', 'v2.0.0-20200101000000-abcdefabcdef', true],
      ['example.com/c', 'v3.0.0+incompatible', true],
    ]);
    expect(mod.replace.map((r) => [r.path, r.version, r.newPath, r.newVersion])).toEqual([
      ['example.com/a', null, '../a', null],
      ['example.com/b/v2', 'v2.0.0-20200101000000-abcdefabcdef', 'example.com/fork/v2', 'v2.1.0'],
    ]);
    expect(mod.exclude).toEqual([{ path: 'example.com/a', version: 'v1.0.0' }]);
    expect(mod.retract).toEqual(['v1.0.1', '[ v1.1.0 , v1.1.9 ]']);
    expect(mod.tool).toEqual(['example.com/a/cmd/x']);
    expect(mod.ignore).toEqual(['./node_modules', 'static']);
  });

  test.each([
    ['', '1:1 go.mod: no module directive: the file must say `module PATH`'],
    ['module a b\n', '1:1 go.mod: usage: module PATH'],
    ['module m\n\nfrobnicate x\n', '3:1 go.mod: unknown directive frobnicate'],
    ['module m\nrequire (\n\tx v1.0.0\n', '2:1 go.mod: the block of require is not closed'],
    ['module m\nrequire x master\n', '2:1 go.mod: invalid version master'],
    ['module m\ngo go1.21\n', '2:1 go.mod: invalid go version go1.21'],
    ['module m\nmodule n\n', '2:1 go.mod: module is given twice'],
    ['module m\nreplace x = y\n', '2:1 go.mod: usage: replace'],
    ['module m\nreplace x => y\n', '2:1 go.mod: y has no version'],
    ['module "m\n', '1:8 go.mod: a quoted string is not closed'],
    ['module m\r\ngodebug x\r\n', '2:1 go.mod: usage: godebug KEY=VALUE'],
  ])('mistakes have a place: %j', (text, start) => {
    const problems = problemsOf(text, parseGoMod);
    expect(problems.some((p) => p.startsWith(start))).toBe(true);
  });

  test('a dependency is read leniently', () => {
    const mod = parseGoMod({ text: 'module x\nstrange y\nrequire a v1.0.0\nrequire b latest\n', base: 0 }, true);
    expect(mod.diagnostics).toEqual([]);
    expect(mod.require.map((r) => r.path)).toEqual(['a']);
  });
});

describe('go.work', () => {
  test('directives', () => {
    const work = parseGoWork({ text: 'go 1.22\nuse ./a\nuse (\n\t./b\n\t"../c d"\n)\nreplace x => ./x\n', base: 1 });
    expect(work.diagnostics).toEqual([]);
    expect(work.use.map((u) => u.dir)).toEqual(['./a', './b', '../c d']);
    expect(work.replace.length).toBe(1);
  });

  test('mistakes have a place', () => {
    expect(problemsOf('go 1.22\nrequire x v1.0.0\n', parseGoWork)[0]).toContain(
      '2:1 go.work: unknown directive require',
    );
  });
});

test('vendor/modules.txt', () => {
  const text = `# example.com/a v1.2.0
## explicit; go 1.21
example.com/a
example.com/a/sub
# example.com/b v0.1.0 => ../b
## explicit
example.com/b
# example.com/c => ./c
`;
  const packages = parseModulesTxt(text);
  expect([...packages.keys()]).toEqual(['example.com/a', 'example.com/a/sub', 'example.com/b']);
  expect(packages.get('example.com/a/sub')).toEqual({ path: 'example.com/a', version: 'v1.2.0', go: '1.21' });
  expect(packages.get('example.com/b')?.go).toBe('');
});
