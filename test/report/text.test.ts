// The text report: places, frames, carets, and nothing raw from analysed code.

import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/index.ts';
import { reportOn } from './helpers.ts';

function text(...args: Parameters<typeof reportOn>): string {
  return render(reportOn(...args), 'text', false);
}

describe('frames', () => {
  test('a span in the middle of a file', () => {
    expect(text('package a\n\nvar y = 1\nvar z = «xyz» + 1\nvar q = 2\n')).toMatchInlineSnapshot(`
      "a.go:4:9: error: undefined: x [UndeclaredName]
         3 | var y = 1
         4 | var z = xyz + 1
           |         ^^^
         5 | var q = 2

      1 error
      "
    `);
  });

  test('tabs take four columns, and count as one byte in the place', () => {
    const lines = text('package a\nfunc f() {\n\t\tg(«x»)\n}\n').split('\n');
    expect(lines[0]).toMatch(/^a\.go:3:5: /);
    expect(lines[2]).toBe('   3 |         g(x)');
    expect(lines[3]).toBe('     |           ^');
  });

  test('wide and combining characters keep carets in place', () => {
    const lines = text('var 世界, e\u0301 = «xy»\n').split('\n');
    expect(lines[0]).toMatch(/^a\.go:1:19: /);
    expect(lines[1]).toBe('   1 | var 世界, e\u0301 = xy');
    expect(lines[2]).toBe(`     | ${' '.repeat(4 + 4 + 2 + 1 + 3)}^^`);
  });

  test('a span over several lines is marked on its first', () => {
    const lines = text('var a = «f(\n1)»\n').split('\n');
    expect(lines[1]).toBe('   1 | var a = f(');
    expect(lines[2]).toBe('     |         ^^');
    expect(lines[3]).toBe('   2 | 1)');
  });

  test('an empty span, also at the end of a file, has one caret', () => {
    expect(text('package a«»').split('\n').slice(0, 3)).toEqual([
      'a.go:1:10: error: undefined: x [UndeclaredName]',
      '   1 | package a',
      '     |          ^',
    ]);
    expect(text('package a\n«»').split('\n').slice(0, 4)).toEqual([
      'a.go:2:1: error: undefined: x [UndeclaredName]',
      '   1 | package a',
      '   2 |',
      '     | ^',
    ]);
  });

  test('a long line is cut to a window around the span', () => {
    const lines = text(`var a = ${'f('.repeat(50_000)}«x»${')'.repeat(50_000)}\n`).split('\n');
    for (const line of lines) expect(line.length).toBeLessThan(140);
    const caret = (lines[2] as string).indexOf('^');
    expect((lines[1] as string)[caret]).toBe('x');
  });

  test('carriage returns are no part of lines', () => {
    expect(text('package a\r\nvar y = «x»\r\n')).not.toMatch(/\r|\\r/);
  });
});

describe('what else is shown', () => {
  test('related places, notes and fixes', () => {
    const base = reportOn('var x = 1\nvar «x» = 2\n');
    const file = base.sources.files()[1];
    if (file === undefined) throw new Error('no file');
    const problem = {
      ...(base.problems[0] as (typeof base.problems)[0]),
      related: [{ span: { pos: file.base + 4, end: file.base + 5 }, message: 'declared here first' }],
      notes: ['names are unique in a block'],
      fixes: [{ message: 'rename one of them', edits: [] }],
    };
    expect(render({ ...base, problems: [problem] }, 'text', false)).toMatchInlineSnapshot(`
      "a.go:2:5: error: undefined: x [UndeclaredName]
         1 | var x = 1
         2 | var x = 2
           |     ^
        a.go:1:5: declared here first
         1 | var x = 1
           |     ^
        note: names are unique in a block
        help: rename one of them

      1 error
      "
    `);
  });

  test('a message of several lines keeps them', () => {
    const base = reportOn('f(«»)');
    const [first] = base.problems;
    if (first === undefined) throw new Error('no problem');
    const message = 'not enough arguments in call to f\n\thave ()\n\twant (\x1bint)';
    const report = { ...base, problems: [{ ...first, message, notes: [] }] };
    expect(render(report, 'text', false).split('\n').slice(0, 3)).toEqual([
      expect.stringContaining(`error: not enough arguments in call to f [${first.rule}]`),
      '    have ()',
      '    want (\\x1bint)',
    ]);
    expect(render(report, 'github', false)).toContain('in call to f%0Ahave ()%0Awant (\\x1bint)');
    expect(render(report, 'junit', false)).toContain('message="not enough arguments in call to f">have ()\nwant');
  });

  test('a problem without a place', () => {
    expect(text('', { message: 'nothing matches ./x', rule: 'NoMatch' })).toBe(
      'error: nothing matches ./x [NoMatch]\n\n1 error\n',
    );
  });

  test('files outside the folder keep their whole path', () => {
    expect(text('«x»', {}, '/v/b.go')).toMatch(/^\/v\/b\.go:1:1: /);
  });

  test('no problems give no text', () => {
    expect(render({ ...reportOn('«x»'), problems: [] }, 'text', true)).toBe('');
  });

  test('colours only where wanted', () => {
    expect(render(reportOn('«x»'), 'text', true)).toContain('\x1b[');
    expect(text('«x»')).not.toContain('\x1b');
  });
});

test('nothing hidden reaches the terminal raw', () => {
  const nasty = 'a\x1b[2Jb\x07\u202ec\u200bd\u2066';
  const shown = text(`// ${nasty}\nvar «${nasty}» = "${nasty}"\n`, { message: `bad ${nasty}\nnext` }, `/w/${nasty}.go`);
  expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/);
  expect(shown).toContain('\\x1b[2J');
  expect(shown).toContain('bad a\\x1b[2Jb\\x07\\u202ec\\u200bd\\u2066\\nnext');
  const lines = shown.split('\n');
  const caret = lines.findIndex((line) => line.includes('^'));
  expect((lines[caret] as string).indexOf('^')).toBe((lines[caret - 1] as string).indexOf('a\\x1b'));
});
