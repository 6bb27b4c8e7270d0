// Build constraints.

import { describe, expect, test } from 'vitest';
import {
  constraintString,
  evalConstraint,
  fileConstraint,
  goVersionOf,
  isGoBuild,
  isPlusBuild,
  parseConstraint,
} from '../../src/syntax/index.ts';

function show(line: string): string | null {
  const c = parseConstraint(line);
  return c === null ? null : constraintString(c);
}

describe('parsing', () => {
  test.each([
    ['//go:build linux', 'linux'],
    ['//go:build linux && amd64 || darwin', '(linux && amd64) || darwin'],
    ['//go:build (a||b)&&!c', '(a || b) && !c'],
    ['//go:build !(a && b)', '!(a && b)'],
    ['//go:build\tgo1.21', 'go1.21'],
    ['//go:build a.b_c', 'a.b_c'],
    ['// +build linux,amd64 darwin', '(linux && amd64) || darwin'],
    ['// +build !windows', '!windows'],
    ['//+build x', 'x'],
  ])('%s', (line, expected) => {
    expect(show(line)).toBe(expected);
  });

  test.each([
    '//go:build',
    '//go:build &&',
    '//go:build a b',
    '//go:build (a',
    '//go:build a)',
    '//go:build !!a',
    '//go:build a &',
    '//go:build a-b',
    '// go:build a',
    '//go:buildx a',
    '// build a',
    `//go:build ${'('.repeat(100_000)}a`,
    `//go:build ${'!('.repeat(5000)}a`,
  ])('%.40s is none', (line) => {
    expect(parseConstraint(line)).toBeNull();
  });

  test('tells the two kinds of lines apart', () => {
    expect([isGoBuild('//go:build x'), isGoBuild('// +build x'), isGoBuild('//go:build')]).toEqual([true, false, true]);
    expect([isPlusBuild('// +build x'), isPlusBuild('//+build x'), isPlusBuild('//go:build x')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('values', () => {
  const holds = (line: string, tags: string): boolean => {
    const c = parseConstraint(line);
    return c !== null && evalConstraint(c, (tag) => tags.split(' ').includes(tag));
  };

  test('follow the operators', () => {
    expect(holds('//go:build a && !b || c', 'a')).toBe(true);
    expect(holds('//go:build a && !b || c', 'a b')).toBe(false);
    expect(holds('//go:build a && !b || c', 'a b c')).toBe(true);
    expect(holds('// +build a,!b c', 'b c')).toBe(true);
  });
});

describe('versions', () => {
  test.each([
    ['go1.18', 'go1.18'],
    ['go1', 'go1'],
    ['linux', ''],
    ['linux && go1.20', 'go1.20'],
    ['linux || go1.20', ''],
    ['go1.19 || go1.21', 'go1.19'],
    ['go1.19 && go1.21', 'go1.21'],
    ['!go1.19', ''],
    ['!(!go1.20 || linux)', 'go1.20'],
  ])('%s', (text, expected) => {
    const c = parseConstraint(`//go:build ${text}`);
    expect(c === null ? null : goVersionOf(c)).toBe(expected);
  });
});

describe('files', () => {
  const of = (text: string): string | null => {
    const c = fileConstraint(text);
    return c === null ? null : constraintString(c);
  };

  test('have their constraint above the package clause', () => {
    expect(of('// Licence\n\n//go:build a\n\npackage p\n')).toBe('a');
    expect(of('/* x\n//go:build b\n*/\n//go:build a\npackage p\n')).toBe('a');
    expect(of('package p\n//go:build a\n')).toBeNull();
    expect(of('\ufeff//go:build a\r\n\r\npackage p\r\n')).toBe('a');
  });

  test('may use the older lines, with an empty line below', () => {
    expect(of('// +build a\n// +build b\n\npackage p\n')).toBe('a && b');
    expect(of('// +build a\npackage p\n')).toBeNull();
    expect(of('// +build a\n\n//go:build c\npackage p\n')).toBe('c');
  });
});
