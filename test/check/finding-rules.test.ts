// The columns of the rule table: every class of rules stands there, and nowhere else.

import { expect, test } from 'vitest';
import { classesOf, findingRules } from '../../src/check/finding-rules.ts';
import { defaultProperties } from '../../src/model/index.ts';
import { readText, repositoryFiles } from '../support/repository.ts';

const names = findingRules.map(({ name }) => name);

function inClass(column: keyof ReturnType<typeof classesOf>): readonly string[] {
  return names.filter((name) => classesOf(name)[column] === true).sort();
}

test('what is asked by default has a row, and is about communication if data does not decide it', () => {
  const asked = defaultProperties.filter((name) => name !== 'panic');
  expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  expect(inClass('communication')).toEqual([...asked].sort());
  expect(classesOf('panic').communication).toBe(false);
  expect(classesOf('a formula of the user').communication).toBe(false);
});

test('rules about blocked goroutines are ordered by how much they say', () => {
  const blocked = names.filter((name) => classesOf(name).blocked !== null);
  const rank = (name: string): number => classesOf(name).blocked ?? -1;
  expect(blocked.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))).toEqual([
    'nil-channel',
    'double-lock',
    'missing-unlock',
    'lock-order',
    'global-deadlock',
    'goroutine-leak',
  ]);
  expect(inClass('ownLock')).toEqual(['double-lock', 'missing-unlock', 'unlock-unlocked']);
  expect(inClass('detailsLeak')).toEqual(['double-lock', 'lock-order', 'missing-unlock']);
});

/** Lists in code that name two rules or more. */
function listsOfRules(text: string): readonly string[] {
  return [...text.matchAll(/\[[^[\]]*\]/g)]
    .map(([list]) => list)
    .filter((list) => names.filter((name) => list.includes(`'${name}'`)).length > 1);
}

test('no pass keeps a list of rules of its own', () => {
  const files = repositoryFiles().filter((path) =>
    /^src\/(check|driver|report|cli)\/(?!finding-rules).*\.ts$/.test(path),
  );
  expect(files.flatMap((path) => listsOfRules(readText(path)).map((list) => `${path}: ${list}`))).toEqual([]);
  expect(listsOfRules("const own = new Set(['double-lock', 'unlock-unlocked']);")).toHaveLength(1);
});
