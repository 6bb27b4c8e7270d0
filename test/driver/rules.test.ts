// The table of rules: complete, documented, and found by name.

import { expect, test } from 'vitest';
import { nearestNames, rulesDocument } from '../../src/driver/explain.ts';
import { rules } from '../../src/driver/rules.ts';
import { readText } from '../support/repository.ts';

test('docs/rules.md is what `npm run docs` writes', () => {
  expect(readText('docs/rules.md')).toBe(rulesDocument(rules));
});

test('every rule has a sentence', () => {
  for (const rule of rules.values()) expect(rule.title, rule.name).toMatch(/^[A-Z0-9/].*\.$/);
});

test('a mistyped name finds the right one', () => {
  expect(nearestNames('missingcomma', rules.keys())).toEqual(['MissingComma']);
  expect(nearestNames('MissinComa', rules.keys())).toEqual(['MissingComma']);
  expect(nearestNames('x', rules.keys())).toEqual([]);
});
