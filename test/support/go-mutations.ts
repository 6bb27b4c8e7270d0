// Changes of Go files, most of which still compile: what is then wrong with them shows only in the analyses behind the checker.

import type { Random } from '../fuzz/random.ts';

type Change = (random: Random, lines: string[]) => void;

const communicates =
  /^\s*(?:[\w.]+ <- .+|<-[\w.()]+|(?:defer )?close\(.+\)|(?:defer )?[\w.]+\.(?:R?(?:Unl|L)ock|Add|Done|Wait|Broadcast|Signal)\(.*\)|(?:defer )?(?:cancel|stop)\(\))$/;
const simple = /^\s*(?:[\w.]+\(.*\)|[\w.[\]]+ (?:[-+*|&]?=) .+|[\w.[\]]+(?:\+\+|--)|[\w.]+ <- .+)$/;

/** The place of a random line that fits, from a random one on; -1 where none is near. */
function lineLike(random: Random, lines: readonly string[], pattern: RegExp): number {
  const from = random.int(lines.length);
  for (let k = 0; k < Math.min(lines.length, 400); k++) {
    const at = (from + k) % lines.length;
    if (pattern.test(lines[at] ?? '')) return at;
  }
  return -1;
}

function onLine(pattern: RegExp, change: (random: Random, line: string) => readonly string[]): Change {
  return (random, lines) => {
    const at = lineLike(random, lines, pattern);
    if (at >= 0) lines.splice(at, 1, ...change(random, lines[at] ?? ''));
  };
}

const numbers = ['0', '1', '2', '-1', '7', '1000000', '1 << 31', '1 << 62', '0x7fffffffffffffff'];
const comparisons = ['<', '<=', '==', '!=', '>', '>='];

const changes: readonly Change[] = [
  onLine(communicates, () => []),
  onLine(communicates, (_, line) => [line, line]),
  onLine(simple, () => []),
  onLine(simple, (_, line) => [line, line]),
  onLine(/\b\d+\b/, (random, line) => [line.replace(/\b\d+\b/, random.pick(numbers))]),
  onLine(/ (?:[<>]=?|[!=]=) /, (random, line) => [line.replace(/ (?:[<>]=?|[!=]=) /, ` ${random.pick(comparisons)} `)]),
  onLine(/&&|\|\|/, (_, line) => [line.replace(/&&|\|\|/, (op) => (op === '&&' ? '||' : '&&'))]),
  onLine(/\+\+|--/, (_, line) => [line.replace(/\+\+|--/, (op) => (op === '++' ? '--' : '++'))]),
  onLine(/^\s*if [^;{]+ \{$/, (_, line) => [line.replace(/if (.+) \{$/, 'if !($1) {')]),
  onLine(/make\(chan [\w.*{}[\]]+\)/, (random, line) => [
    line.replace(/make\((chan [\w.*{}[\]]+)\)/, `make($1, ${random.int(4)})`),
  ]),
  onLine(/make\(chan [^,()]+, [^()]+\)/, (_, line) => [line.replace(/make\((chan [^,()]+), [^()]+\)/, 'make($1)')]),
  onLine(/^\s*go [\w.]+\(.*\)$/, (_, line) => [line.replace('go ', '')]),
  onLine(/^\s*[\w.]+\(.*\)$/, (random, line) => [line.replace(/\S/, (c) => `${random.pick(['go', 'defer'])} ${c}`)]),
  onLine(/^\s*defer /, (_, line) => [line.replace('defer ', '')]),
  onLine(/^\s*for .*\{$/, (_, line) => [line.replace(/for .*\{$/, 'for {')]),
  onLine(/^\s*for .*\{$/, (random, line) => [
    line,
    line.replace(/for .*$/, random.pick(['continue', 'break', 'return', 'panic("x")', 'select {}'])),
  ]),
  onLine(/^\s*case .*:$/, (_, line) => [line, 'if len("x") > 0 {', 'break', '}']),
  onLine(/^func .*\{$/, (_, line) => [line, 'defer func() { recover() }()']),
  onLine(/^func .*\{$/, (_, line) => [line, 'gordianFuzz := make(chan int)', 'go func() { gordianFuzz <- 1 }()']),
  onLine(/\bsync\.Mutex\b/, (_, line) => [line.replace('sync.Mutex', 'sync.RWMutex')]),
];

/** A file with some changes; its first lines with the package's name stay. */
export function mutated(random: Random, text: string): string {
  const lines = text.split('\n');
  for (let left = 1 + random.int(4); left > 0; left--) random.pick(changes)(random, lines);
  return lines.join('\n');
}

/** A file with tokens left out, doubled or swapped: it hardly compiles. */
export function damaged(random: Random, text: string): string {
  const words = text.split(/\b/);
  for (let left = 1 + random.int(3); left > 0 && words.length > 2; left--) {
    const [i, j] = [random.int(words.length), random.int(words.length)];
    const kind = random.int(4);
    if (kind === 0) words.splice(i, 1 + random.int(3));
    else if (kind === 1) words.splice(i, 0, words[j] ?? '');
    else if (kind === 2) words[i] = words[j] ?? '';
    else
      words.splice(i, 0, random.pick(['{', '}', '(', ')', 'func', 'chan', '<-', '\0', '\ufeff', '\u202e', '/*', '`']));
  }
  return words.join('');
}
