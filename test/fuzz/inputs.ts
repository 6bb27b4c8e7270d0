// Damaged inputs: real files with tokens dropped, doubled, swapped or cut off, random bytes, and deep nesting.

import { readFileSync } from 'node:fs';
import { SourceSet } from '../../src/base/source.ts';
import { Scanner } from '../../src/syntax/scan-state.ts';
import { scan } from '../../src/syntax/scanner.ts';
import { goTokenCount, keywords, T_COMMENT, T_EOF, T_SEMICOLON, tokenText } from '../../src/syntax/token.ts';
import { textOfToken, tokenCount } from '../../src/syntax/token-spec.ts';
import { type Random, randomFrom } from './random.ts';
import type { Specifications } from './run.ts';

/** How much of a file is taken at most: a window of it says as much about recovery as all of it. */
const maxWindow = 3000;
const maxDepth = 5000;

export interface Input {
  readonly bytes: Uint8Array;
  readonly specifications: Specifications;
}

/** Input number `index` of the run with this seed; with `annotated`, one of the specification language. */
export function makeInput(seed: number, index: number, corpus: readonly string[], annotated: boolean): Input {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const kind = random.int(100);
  if (kind < 80) {
    const path = random.pick(corpus);
    const specifications = !annotated ? 'none' : path.endsWith('.gobra') ? 'tokens' : 'annotations';
    return { bytes: damagedFile(random, path, specifications), specifications };
  }
  const specifications = !annotated ? 'none' : random.int(2) === 0 ? 'tokens' : 'annotations';
  if (kind < 88) return { bytes: encode(tokenSoup(random, vocabularies[specifications])), specifications };
  if (kind < 93) return { bytes: randomBytes(random), specifications };
  return { bytes: encode(deepNesting(random, annotated ? [...nestings, ...specNestings] : nestings)), specifications };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

// ---------------------------------------------------------------------------------------------------------------
// Real files

const pieces = new Map<string, readonly string[]>();

/** A file's tokens, each with the white space and comments before it. */
function piecesOf(path: string, specifications: Specifications): readonly string[] {
  const known = pieces.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8');
  const s = new Scanner(new SourceSet().add(path, text), true);
  s.words = specifications === 'tokens';
  s.annotations = specifications === 'annotations';
  const list: string[] = [];
  let from = 0;
  for (;;) {
    scan(s);
    if (s.tok === T_EOF) break;
    if (s.tok === T_COMMENT || (s.tok === T_SEMICOLON && s.implicit)) continue;
    const end = s.end - s.base;
    list.push(text.slice(from, end));
    from = end;
  }
  list.push(text.slice(from));
  // A few hundred files at a time are enough; more would only fill the memory.
  if (pieces.size > 400) pieces.clear();
  pieces.set(path, list);
  return list;
}

function damagedFile(random: Random, path: string, specifications: Specifications): Uint8Array {
  const all = piecesOf(path, specifications);
  const vocabulary = vocabularies[specifications];
  const count = Math.min(all.length, random.int(20) === 0 ? all.length : 20 + random.int(maxWindow / 4));
  const start = random.int(all.length - count + 1);
  const list = all.slice(start, start + count);
  for (let edits = 1 + random.int(6); edits > 0 && list.length > 1; edits--) damage(random, list, vocabulary);
  const text = list.join('');
  const whole = start === 0 && random.int(4) > 0 ? text : `package p\n\n${text}`;
  const bytes = encode(whole);
  return random.int(20) === 0 ? flipBytes(random, bytes) : bytes;
}

function damage(random: Random, list: string[], vocabulary: readonly string[]): void {
  const i = random.int(list.length);
  const j = random.int(list.length);
  switch (random.int(7)) {
    case 0:
      list.splice(i, 1 + random.int(3));
      return;
    case 1:
      list.splice(i, 0, list[i] as string);
      return;
    case 2: {
      const a = list[i] as string;
      list[i] = list[j] as string;
      list[j] = a;
      return;
    }
    case 3:
      list.length = i;
      return;
    case 4:
      list.splice(i, 0, ` ${random.pick(vocabulary)} `);
      return;
    case 5:
      list[i] = ` ${random.pick(vocabulary)}`;
      return;
    default: {
      // A stretch of tokens again at another place.
      const stretch = list.slice(i, i + 1 + random.int(8));
      list.splice(j, 0, ...stretch);
    }
  }
}

function flipBytes(random: Random, bytes: Uint8Array): Uint8Array {
  for (let count = 1 + random.int(8); count > 0; count--) bytes[random.int(bytes.length)] = random.int(256);
  return bytes;
}

// ---------------------------------------------------------------------------------------------------------------
// Tokens and bytes

const vocabulary: readonly string[] = [
  ...keywords,
  ...tokenText.filter((text) => /^[^A-Za-z]+$/.test(text)),
  'x', 'y', 'T', '_', 'int', 'string', 'nil', 'iota', 'make', 'len', 'append', 'any', 'error', 'unsafe',
  '0', '1', '0x1p', '1e', '0b2', '08', '1_', '1i', "'a'", "'", '"s"', '"', '`r`', '`', '\\', '//c\n', '/*', '*/', '\n',
  '#', '$', '?', '\ufeff', '\0', 'é', '“',
]; // biome-ignore format: one line a kind

const specVocabulary: readonly string[] = [
  ...vocabulary,
  ...Array.from({ length: tokenCount - goTokenCount }, (_, i) => textOfToken(goTokenCount + i)),
  '//@ ', '// @ ', '/*@ ', ' @*/', ' @ */', '//@ requires true\n', '//@ with: ', '/*@ with: ', '//@ addressable: x',
  'old[L](x)', 'acc(x, _)', 'forall i int :: ', '{ x, y }', 'P{x, _}', 'case ?x:', 'x@', 'seq[int]{1}', '(\n', ')\n',
]; // biome-ignore format: one line a kind

const vocabularies: Readonly<Record<Specifications, readonly string[]>> = {
  none: vocabulary,
  tokens: specVocabulary,
  annotations: specVocabulary,
};

function tokenSoup(random: Random, vocabulary: readonly string[]): string {
  let text = random.int(10) === 0 ? '' : 'package p\n';
  if (random.int(2) === 0) text += 'func f() {\n';
  for (let count = random.int(300); count > 0; count--) {
    text += random.pick(vocabulary);
    text += random.int(6) === 0 ? '\n' : ' ';
  }
  return text;
}

function randomBytes(random: Random): Uint8Array {
  const bytes = new Uint8Array(random.int(2000));
  const ascii = random.int(2) === 0;
  for (let i = 0; i < bytes.length; i++) bytes[i] = ascii ? 9 + random.int(118) : random.int(256);
  const prefix = encode(random.int(4) === 0 ? '' : 'package p\n');
  const all = new Uint8Array(prefix.length + bytes.length);
  all.set(prefix);
  all.set(bytes, prefix.length);
  return all;
}

// ---------------------------------------------------------------------------------------------------------------
// Nesting

interface Nesting {
  readonly context: 'stmt' | 'expr' | 'type';
  readonly open: string;
  readonly close: string;
}

const nestings: readonly Nesting[] = [
  { context: 'expr', open: '(', close: ')' },
  { context: 'expr', open: 'f(', close: ')' },
  { context: 'expr', open: 'a[', close: ']' },
  { context: 'expr', open: 'a[1:', close: ']' },
  { context: 'expr', open: 'T{', close: '}' },
  { context: 'expr', open: '[]T{{', close: '}}' },
  { context: 'expr', open: '-', close: '' },
  { context: 'expr', open: '!', close: '' },
  { context: 'expr', open: '&', close: '' },
  { context: 'expr', open: '*', close: '' },
  { context: 'expr', open: '<-', close: '' },
  { context: 'expr', open: 'x + ', close: '' },
  { context: 'expr', open: 'x + (', close: ')' },
  { context: 'expr', open: 'x.', close: '' },
  { context: 'expr', open: 'func() { _ = ', close: '}' },
  { context: 'expr', open: 'func() int { return ', close: '}()' },
  { context: 'expr', open: 'x.(', close: ')' },
  { context: 'type', open: '*', close: '' },
  { context: 'type', open: '[]', close: '' },
  { context: 'type', open: '[2]', close: '' },
  { context: 'type', open: 'map[int]', close: '' },
  { context: 'type', open: 'map[', close: ']int' },
  { context: 'type', open: 'chan ', close: '' },
  { context: 'type', open: '<-chan ', close: '' },
  { context: 'type', open: 'func(', close: ')' },
  { context: 'type', open: 'func(a ', close: ')' },
  { context: 'type', open: 'func() (', close: ')' },
  { context: 'type', open: 'struct { a ', close: '}' },
  { context: 'type', open: 'interface { m(', close: ') }' },
  { context: 'type', open: 'interface { ', close: '}' },
  { context: 'type', open: 'T[', close: ']' },
  { context: 'type', open: '(', close: ')' },
  { context: 'stmt', open: '{', close: '}' },
  { context: 'stmt', open: 'if x {', close: '}' },
  { context: 'stmt', open: 'if x {} else ', close: '' },
  { context: 'stmt', open: 'for {', close: '}' },
  { context: 'stmt', open: 'for range x {', close: '}' },
  { context: 'stmt', open: 'switch x { case 1: ', close: '}' },
  { context: 'stmt', open: 'switch x := x.(type) { case int: ', close: '}' },
  { context: 'stmt', open: 'select { case <-x: ', close: '}' },
  { context: 'stmt', open: 'L: ', close: '' },
  { context: 'stmt', open: 'go func() {', close: '}()' },
  { context: 'stmt', open: 'var x = func() {', close: '}' },
  { context: 'stmt', open: 'type T struct { f func() }; {', close: '}' },
];

const specNestings: readonly Nesting[] = [
  { context: 'expr', open: 'old(', close: ')' },
  { context: 'expr', open: 'acc(', close: ', _)' },
  { context: 'expr', open: 'forall i int :: ', close: '' },
  { context: 'expr', open: 'forall i int :: { x } (', close: ')' },
  { context: 'expr', open: 'x ==> ', close: '' },
  { context: 'expr', open: 'x ? ', close: ' : y' },
  { context: 'expr', open: 'x ? y : ', close: '' },
  { context: 'expr', open: 'x ++ ', close: '' },
  { context: 'expr', open: 'let y := ', close: ' in y' },
  { context: 'expr', open: 'unfolding p(', close: ') in y' },
  { context: 'expr', open: 'unfolding p() in ', close: '' },
  { context: 'expr', open: 'asserting ', close: ' in y' },
  { context: 'expr', open: 'seq[', close: ']' },
  { context: 'expr', open: 'seq[1..', close: ']' },
  { context: 'expr', open: 'x[y = ', close: ']' },
  { context: 'expr', open: 'reveal f(', close: ')' },
  { context: 'expr', open: 'match ', close: ' { default: 1 }' },
  { context: 'expr', open: 'match x { case y: ', close: ' }' },
  { context: 'expr', open: 'f() as s{', close: '}' },
  { context: 'expr', open: 'requires true\nfunc() { _ = ', close: '}' },
  { context: 'expr', open: 'requires ', close: '\nfunc() {}' },
  { context: 'expr', open: 'type[', close: ']' },
  { context: 'expr', open: 'p!<', close: '!>' },
  { context: 'type', open: 'seq[', close: ']' },
  { context: 'type', open: 'dict[int]', close: '' },
  { context: 'type', open: 'pred(', close: ')' },
  { context: 'type', open: 'ghost []', close: '' },
  { context: 'type', open: 'ghost struct { ghost a ', close: '}' },
  { context: 'type', open: 'adt { a { b ', close: '} }' },
  { context: 'type', open: 'domain { func f(x ', close: ') int }' },
  { context: 'stmt', open: 'ghost ', close: '' },
  { context: 'stmt', open: 'ghost {', close: '}' },
  { context: 'stmt', open: 'outline (', close: ')' },
  { context: 'stmt', open: 'critical x (', close: ')' },
  { context: 'stmt', open: 'critical (', close: ')' },
  { context: 'stmt', open: 'match x { case y: ', close: '}' },
  { context: 'stmt', open: 'match x{} { case y: ', close: '}' },
  { context: 'stmt', open: 'assert x by {', close: '}' },
  { context: 'stmt', open: 'invariant x\nfor {', close: '}' },
  { context: 'stmt', open: 'invariant ', close: '\nfor {}' },
  { context: 'stmt', open: 'proof x implements y {', close: '}' },
  { context: 'stmt', open: 'package x --* y {', close: '}' },
  { context: 'stmt', open: '/*@ ', close: ' @*/' },
];

const frames: Readonly<Record<Nesting['context'], readonly [string, string, string]>> = {
  stmt: ['package p\nfunc f(x int) {', ' x = 1 ', '}\n'],
  expr: ['package p\nvar v = ', ' x ', '\n'],
  type: ['package p\nvar v ', ' int ', '\n'],
};

/** One or two kinds of nesting inside one another, mostly deep, often not closed as they were opened. */
function deepNesting(random: Random, nestings: readonly Nesting[]): string {
  const first = random.pick(nestings);
  const same = nestings.filter((n) => n.context === first.context);
  const second = random.int(2) === 0 ? first : random.pick(same);
  const depth = random.int(3) === 0 ? random.int(maxDepth) : random.int(900);
  const [before, middle, after] = frames[first.context];
  const closed = random.int(4);
  let open = '';
  let close = '';
  for (let i = 0; i < depth; i++) {
    const n = i % 2 === 0 ? first : second;
    open += n.open;
    close = n.close + close;
  }
  if (closed === 0) close = close.slice(0, random.int(close.length + 1));
  return before + open + (closed === 1 ? '' : middle) + close + after;
}
