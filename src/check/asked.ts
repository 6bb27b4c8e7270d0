// What the program asks where a run makes a free choice, by its source text; and whether a run got two answers to one question.

import type { Site } from '../comm/comm.ts';

/** The condition of an `if`, without what is done before it; undefined for other statements. */
export function conditionIn(text: string): string | undefined {
  return /^if (?:[^{]*; )?([^{;]+?) \{/.exec(text)?.[1];
}

interface Asked {
  readonly question: string;
  /** A loop asks for another round, again and again. */
  readonly rounds: boolean;
  readonly negated: boolean;
}

const opposites: readonly (readonly [string, string])[] = [
  [' != ', ' == '],
  [' <= ', ' > '],
  [' >= ', ' < '],
];

/** Null for what may have another answer each time: calls, and conditions that begin with an assignment or have several parts. */
function askedIn(text: string): Asked | null {
  const ranged = /^for .*?\brange ([^{]+?) \{/.exec(text)?.[1];
  const plain = ranged ?? (text.startsWith('if ') && !/^if [^{]*;/.test(text) ? conditionIn(text) : undefined);
  if (plain === undefined || /&&|\|\||<-|\.\.\./.test(plain)) return null;
  if (/\b(?!len\b|cap\b)\w+\(/.test(plain)) return null;
  if (ranged !== undefined) return { question: `range ${ranged}`, rounds: true, negated: false };
  let question = plain.replace(/^!/, '');
  let negated = question !== plain;
  for (const [from, to] of opposites) {
    if (!question.includes(from)) continue;
    question = question.replace(from, to);
    negated = !negated;
    break;
  }
  return { question, rounds: false, negated };
}

/** Names of variables, numbers and strings: what another goroutine hardly changes between two questions. */
const aboutLocals = /^(?:\w+|"[^"]*"|[\s=<>!+-])+$/;

/** Whether a condition asks nothing but variables by their names, and constants. */
export function asksLocals(text: string): boolean {
  const asked = askedIn(text);
  return asked !== null && !asked.rounds && aboutLocals.test(asked.question);
}

/**
 * Whether the same is asked at two places, in the same words, and answered differently; or two loops go over the same and have
 * different numbers of rounds. Mostly nothing has changed in between, so that no run does that.
 */
export function disagree(
  choices: readonly { readonly site: Site; readonly branch: number }[],
  textOf: (site: Site) => string,
): boolean {
  const answers = new Map<string, Map<string, number>>();
  for (const { site, branch } of choices) {
    const asked = askedIn(textOf(site));
    if (asked === null) continue;
    const byPlace = answers.get(asked.question) ?? new Map<string, number>();
    answers.set(asked.question, byPlace);
    const place = `${site.file}:${site.start}`;
    if (asked.rounds) byPlace.set(place, (byPlace.get(place) ?? 0) + (branch === 0 ? 1 : 0));
    // Where it is asked again and again, the last answer counts.
    else byPlace.set(place, asked.negated ? 1 - branch : branch);
  }
  return [...answers.values()].some((byPlace) => new Set(byPlace.values()).size > 1);
}
