// Bytes, literals and directives: what stands in a file besides its grammar.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import {
  bytesToText,
  cgoPreamble,
  decodeSource,
  directives,
  parseFile,
  runeToBytes,
  textToBytes,
  unquote,
  unquoteRune,
} from '../../src/syntax/index.ts';

function parse(text: string) {
  return parseFile(new SourceSet().add('p.go', text), 1).file;
}

describe('strings', () => {
  test.each([
    ['""', ''],
    ['"abc"', 'abc'],
    ['`a\\n"`', 'a\\n"'],
    ['`a\r\nb`', 'a\nb'],
    ['"\\a\\b\\f\\n\\r\\t\\v\\\\\\""', '\x07\b\f\n\r\t\v\\"'],
    ['"\\x00\\377"', '\x00\xff'],
    ['"é"', '\xc3\xa9'],
    ['"\\u00e9\\U0001F600"', '\xc3\xa9\xf0\x9f\x98\x80'],
    ['"\\xe9"', '\xe9'],
  ])('%s', (literal, bytes) => {
    expect(unquote(literal)).toBe(bytes);
  });

  test.each(['', '"', '"a', 'a', '"a\nb"', '"\\q"', '"\\\'"', '"\\x4"', '"\\ud800"', '"\\400"', '"a"b"', "'a'"])(
    '%j is none',
    (literal) => {
      expect(unquote(literal)).toBeNull();
    },
  );

  test('are bytes that can be text', () => {
    expect(bytesToText('\xc3\xa9')).toBe('é');
    expect(bytesToText('\xff')).toBe('\ufffd');
    expect(textToBytes('é😀')).toBe('\xc3\xa9\xf0\x9f\x98\x80');
    expect(runeToBytes(0xd800)).toBe('\xef\xbf\xbd');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bytesToText(textToBytes(text))).toBe(text);
      }),
    );
  });
});

describe('runes', () => {
  test.each([
    ["'a'", 97],
    ["'é'", 0xe9],
    ["'😀'", 0x1f600],
    ["'\\''", 39],
    ["'\"'", 34],
    ["'\\n'", 10],
    ["'\\xff'", 255],
    ["'\\377'", 255],
    ["'\\u12e4'", 0x12e4],
    ["'\\U00101234'", 0x101234],
  ])('%s', (literal, value) => {
    expect(unquoteRune(literal)).toBe(value);
  });

  test.each(["''", "'ab'", "'\\\"'", "'\\q'", "'\\U00110000'", "'", '"a"', "'''"])('%s is none', (literal) => {
    expect(unquoteRune(literal)).toBeNull();
  });
});

describe('bytes', () => {
  const bytes = (...list: number[]) => Uint8Array.from(list);

  test('of UTF-8 are text, with nothing stripped', () => {
    expect(decodeSource(bytes(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a))).toEqual({ text: '\ufeffa\r\n', invalid: [] });
    expect(decodeSource(bytes(0xef, 0xbf, 0xbd))).toEqual({ text: '\ufffd', invalid: [] });
  });

  test('that are no UTF-8 are found', () => {
    expect(decodeSource(bytes(0x61, 0xff, 0x62))).toEqual({ text: 'a\ufffdb', invalid: [1] });
    expect(decodeSource(bytes(0xf0, 0x9f, 0x98, 0x80, 0xc3, 0x61, 0xef, 0xbf, 0xbd, 0xe2, 0x82))).toEqual({
      text: '😀\ufffda\ufffd\ufffd',
      invalid: [2, 5],
    });
    expect(decodeSource(bytes(0xed, 0xa0, 0x80)).invalid).toEqual([0, 1, 2]);
  });

  test('that spell replacement characters are never taken for invalid ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (array) => {
        const { text, invalid } = decodeSource(array);
        const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        let valid = true;
        try {
          strict.decode(array);
        } catch {
          valid = false;
        }
        expect(invalid.length === 0).toBe(valid);
        for (const offset of invalid) expect(text.charCodeAt(offset)).toBe(0xfffd);
      }),
    );
  });
});

describe('directives', () => {
  test('are comments without a space', () => {
    const file = parse(
      'package p\n\n//go:generate go run x.go -a\n// go:no\n//go:embed a.txt b.txt\n//gordian:ignore goroutine-leak by design\n//export F\n//line x.go:1\n//x: y\n/*go:no*/\nvar x int\n',
    );
    expect(directives(file).map((d) => [d.tool, d.name, d.args])).toEqual([
      ['go', 'generate', 'go run x.go -a'],
      ['go', 'embed', 'a.txt b.txt'],
      ['gordian', 'ignore', 'goroutine-leak by design'],
      ['', 'export', 'F'],
      ['', 'line', 'x.go:1'],
    ]);
  });

  test('with the Go version that a constraint demands', () => {
    expect(parse('//go:build go1.21 && linux\n\npackage p\n').goVersion).toBe('go1.21');
    expect(parse('package p\n\n//go:build go1.21\n').goVersion).toBe('');
  });

  test('and the C code above its import', () => {
    expect(cgoPreamble(parse('package p\n\n// #include <a.h>\n// int x;\nimport "C"\n'))).toBe(
      ' #include <a.h>\n int x;\n',
    );
    expect(cgoPreamble(parse('package p\n\nimport (\n\t/* int y; */\n\t"C"\n\t"fmt"\n)\n'))).toBe(' int y; \n');
    expect(cgoPreamble(parse('package p\n\nimport "fmt"\n'))).toBeNull();
  });
});
