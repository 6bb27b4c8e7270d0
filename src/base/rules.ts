// What is known about each rule and error code, for `gordian explain` and docs/rules.md.

import { assert } from './assert.ts';

export interface Rule {
  /** The name that diagnostics carry in `rule`. */
  readonly name: string;
  /** The part of Gordian that reports it. */
  readonly group: string;
  /** One sentence: what is wrong where it is reported. */
  readonly title: string;
  /** What to know beyond the title, in paragraphs; empty where the title says it all. */
  readonly explanation: string;
  /** Code that gives this diagnostic, and no other; empty where no single file can show it. */
  readonly bad: string;
  /** The same code, fixed; empty where that is obvious. */
  readonly good: string;
}

/** All rules by name. */
export type RuleTable = ReadonlyMap<string, Rule>;

/** One table out of several. A name that occurs twice is a defect of Gordian. */
export function ruleTable(rules: Iterable<Rule>): RuleTable {
  const table = new Map<string, Rule>();
  for (const rule of rules) {
    assert(!table.has(rule.name), `two rules are called ${rule.name}`);
    table.set(rule.name, rule);
  }
  return table;
}
