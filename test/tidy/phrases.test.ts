// Sentences that a user reads keep to the vocabulary of Go: these phrases are none of it.

import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { readText, repositoryFiles } from '../support/repository.ts';

/** Each with what to write instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bfor ever\b/i, 'forever'],
  [/\b(nobody|somebody|whoever)\b/i, 'no goroutine, a goroutine, nothing'],
  [/\bany more\b/i, 'no longer, no remaining goroutine'],
  [/\b(in|out)side of\b/i, 'inside, outside'],
  [/\bis (told|said)\b/i, 'is reported'],
  [/\bsixty-four\b/i, '64-bit'],
  [/\b(stays at|go on by)\b/i, 'is blocked, to unblock it'],
  [/\bput right\b/i, 'fixed'],
  [/\bgives? way\b/i, 'yields'],
];

/** Not ours: programs in other languages, and the messages of Go's own type checker. */
const exempt = /^src\/(\w+\/emit\/|proof\/|vil\/|types\/)/;

function wrongIn(text: string): readonly string[] {
  return phrases
    .filter(([phrase]) => phrase.test(text))
    .map(([phrase, better]) => `${phrase.exec(text)?.[0]} (write ${better})`);
}

/** All texts of string literals and templates of a file. */
function literalsOf(path: string): readonly { readonly line: number; readonly text: string }[] {
  const file = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest);
  const found: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('words', () => {
  test('of messages are those of Go', () => {
    const wrong: string[] = [];
    for (const path of repositoryFiles()) {
      if (!/^src\/.*\.ts$/.test(path) || exempt.test(path)) continue;
      for (const { line, text } of literalsOf(path)) {
        for (const phrase of wrongIn(text)) wrong.push(`${path}:${line}: ${phrase}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('of the pages that users read are those of Go', () => {
    const pages = [
      'README.md',
      'CHANGELOG.md',
      'docs/annotations.md',
      'docs/rules.md',
      'docs/semantics.md',
      'docs/formulas.md',
      'docs/measured.md',
      'docs/real-world.md',
    ];
    const wrong = pages.flatMap((path) =>
      readText(path)
        .split('\n')
        .flatMap((text, i) => wrongIn(text).map((phrase) => `${path}:${i + 1}: ${phrase}`)),
    );
    expect(wrong).toEqual([]);
  });

  test('of comments name goroutines, functions, callers: programs are not people', () => {
    const person = /\b([Nn]obody|[Ss]omebody|[Aa]nybody|[Ee]verybody|[Ww]hoever)\b/;
    const ours = repositoryFiles().filter((path) => /^(src|runtime|models)\/.*\.(ts|go|md)$/.test(path));
    const wrong = ours.flatMap((path) =>
      readText(path)
        .split('\n')
        .flatMap((line, i) => (person.test(line) ? [`${path}:${i + 1}: ${person.exec(line)?.[0]}`] : [])),
    );
    expect(wrong).toEqual([]);
  });

  test('that are wrong would be found', () => {
    expect(wrongIn('goroutine at ask.go:13 blocks for ever')).toEqual(['for ever (write forever)']);
    expect(wrongIn('because nobody sends on c any more')).toHaveLength(2);
  });
});
