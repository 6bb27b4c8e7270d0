// The rules by which `npm run conformance:gobra` scores a file.

import { expect, test } from 'vitest';
import { annotationsOf, differences, optionsOf } from '../conformance/gobra-suite.ts';

const line = (n: number, ...id: string[]) => ({ line: n, id, message: '' });

test('an annotation means the next line that is neither annotation nor comment', () => {
  const text = [
    '//:: ExpectedOutput(type_error)',
    '  //:: ExpectedOutput(assert_error:assertion_error)  ',
    '// a comment',
    '// @ not a target either',
    '//@ a target',
    '//:: ExpectedOutput(fold_error)',
    '',
    '// :: IgnoreFile(/gobra/issue/1/) is an ordinary comment',
  ].join('\n');
  expect(annotationsOf(text)).toEqual([
    { line: 5, key: 'type_error', reason: null },
    { line: 5, key: 'assert_error', reason: 'assertion_error' },
    { line: 7, key: 'fold_error', reason: null },
  ]);
});

test('an ignored file is left out, a malformed annotation is a failure', () => {
  expect(annotationsOf('//:: IgnoreFile(/Gobra/issue/234/)\n')).toBeNull();
  expect(() => annotationsOf('//:: ExpectedOutput(type error)\n')).toThrow('line 1');
});

test('options', () => {
  const options = optionsOf('// ##(-I ./a -I ../b --hyperMode on)\n// ##(--int32)\n', '/suite/x/y.gobra');
  expect(options.include).toEqual(['/suite/x/a', '/suite/b']);
  expect(options.hyperMode).toBe('on');
  expect(options.int32).toBe(true);
  expect(options.overflow).toBe(false);
});

test('each report needs an annotation, and each annotation a report', () => {
  const expected = annotationsOf('//:: ExpectedOutput(type_error)\nx\n//:: ExpectedOutput(a_error:b_error)\ny\n') ?? [];
  expect(differences(expected, [line(2, 'type_error'), line(2, 'type_error'), line(4, 'a_error', 'b_error')])).toEqual(
    [],
  );
  expect(differences(expected, [line(2, 'type_error')])).toEqual(['4: missing a_error:b_error']);
  expect(differences(expected, [line(2, 'type_error'), line(4, 'a_error')])).toHaveLength(2);
  expect(differences([], [{ line: null, id: ['type_error'], message: 'm' }])).toEqual(['?: unexpected type_error: m']);
});

test('without a reason in the annotation any reason does', () => {
  const expected = [{ line: 1, key: 'a_error', reason: null }];
  expect(differences(expected, [line(1, 'a_error', 'b_error')])).toEqual([]);
});
