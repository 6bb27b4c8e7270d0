// What `gordian check` must say about a litmus program: its verdicts follow from the set of outcomes.

import type { Fragment } from '../../src/base/finding.ts';
import { namedValue } from '../../src/base/named.ts';
import { assumes } from '../../src/base/reasons.ts';
import { checkSource } from '../support/analysis.ts';
import { reasonOf } from '../support/words.ts';
import type { End, Litmus } from './suite.ts';

/** Rules about goroutines that stay blocked; which of them it is says more than that it is one. */
const blockedRules: ReadonlySet<string> = new Set([
  'global-deadlock',
  'goroutine-leak',
  'double-lock',
  'lock-order',
  'nil-channel',
]);

/** The rule that a panic or a fatal error breaks. */
const faults: readonly (readonly [text: string, rule: string])[] = [
  ['send on closed channel', 'send-on-closed'],
  ['close of closed channel', 'double-close'],
  ['close of nil channel', 'close-nil'],
  ['size out of range', 'negative-capacity'],
  ['negative WaitGroup counter', 'negative-waitgroup'],
  ['nlock of unlocked', 'unlock-unlocked'],
];

function isBlocked(end: End): boolean {
  return end.kind === 'deadlock' || end.kind === 'hang' || (end.kind === 'leak' && end.count > 0);
}

/** What is wrong with the verdicts about a program; nothing if they are those that its outcomes imply. */
export function judge(litmus: Litmus): readonly string[] {
  const { fragments } = checkSource(litmus.text, 'litmus.go');
  const fragment = fragments.find((f) => f.function === litmus.entry);
  if (fragment === undefined) return ['it was not checked'];
  return fragment.properties.flatMap(([rule, verdict]) => {
    const wanted = wantedVerdict(litmus, fragment, rule);
    return wanted.includes(verdict)
      ? []
      : [`${rule} is ${verdict}, not ${wanted.join(' or ')} (${reasonOf(fragment)})`];
  });
}

function wantedVerdict(litmus: Litmus, fragment: Fragment, rule: string): readonly string[] {
  const given = litmus.verdicts.get(rule) ?? litmus.verdicts.get('all');
  if (given !== undefined) return given.split('|');
  const ends = litmus.outcomes.map(({ end }) => end);
  if (blockedRules.has(rule)) {
    if (!ends.some(isBlocked)) return ['proved'];
    // At least one of these rules must be broken; which one depends on what is blocked.
    const some = [...blockedRules].some((name) => namedValue(fragment.properties, name) === 'violated');
    const certain =
      rule === 'goroutine-leak' || (rule === 'global-deadlock' && ends.some((e) => e.kind === 'deadlock'));
    return certain || !some ? ['violated'] : ['violated', 'unknown', 'proved'];
  }
  const texts = ends.flatMap((end) => (end.kind === 'panic' || end.kind === 'fatal' ? [end.text] : []));
  if (rule === 'panic') {
    // Panics that data decides are not reported; but nothing may be proved past one.
    const other = texts.some((text) => !faults.some(([part]) => text.includes(part)));
    return other ? ['unknown', 'violated'] : ['proved', 'unknown'];
  }
  const broken = faults.some(([part, name]) => name === rule && texts.some((text) => text.includes(part)));
  return [broken ? 'violated' : 'proved'];
}

/** Claims about a program that its outcomes contradict: what can happen must not be excluded. */
export function wrongClaims(litmus: Litmus): readonly string[] {
  const { fragments } = checkSource(litmus.text, 'litmus.go');
  return wrongClaimsOf(
    litmus,
    fragments.find((f) => f.function === litmus.entry),
  );
}

/** The same for what was said already; where nothing was said, nothing is wrong. */
export function wrongClaimsOf(litmus: Litmus, fragment: Fragment | undefined): readonly string[] {
  if (fragment === undefined) return [];
  const rules = new Set(litmus.outcomes.flatMap(({ end }) => rulesBroken(end)));
  // A loop that is taken to end is named: what rests on it is no claim about a program in which it does not.
  const hangs = litmus.outcomes.every(({ end }) => end.kind === 'hang');
  if (hangs && assumes(fragment.assumptions, 'terminates')) return [];
  const claims = [...rules].flatMap((rule) => {
    const verdict = namedValue(fragment.properties, rule) ?? 'unknown';
    return excludes(verdict) ? [`${rule} is ${verdict}`] : [];
  });
  return rules.size > 0 && excludes(fragment.verdict) ? [...claims, `all is ${fragment.verdict}`] : claims;
}

function excludes(verdict: string): boolean {
  return verdict === 'proved' || verdict === 'bounded' || verdict === 'conditional';
}

function rulesBroken(end: End): readonly string[] {
  if (end.kind === 'deadlock') return ['global-deadlock', 'goroutine-leak'];
  if (isBlocked(end)) return ['goroutine-leak'];
  if (end.kind !== 'panic' && end.kind !== 'fatal') return [];
  const known = faults.find(([part]) => end.text.includes(part));
  return [known === undefined ? 'panic' : known[1]];
}
