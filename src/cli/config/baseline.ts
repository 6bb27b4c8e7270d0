// Baselines: findings that are known, by their fingerprints, stay quiet until they are gone.

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Finding } from '../../base/finding.ts';
import { readRegularFile } from '../../driver/index.ts';
import { fingerprintOf, headlineText, identities, packages, type Report } from '../../report/index.ts';
import { UsageError, writeResult } from '../output.ts';
import { placeText } from '../place-text.ts';
import { say } from '../say.ts';
import { JsonMistake, type JsonNode, readJson } from './json-places.ts';
import { baselineName } from './names.ts';

export interface BaselineFlags {
  readonly baseline?: string;
  readonly writeBaseline: boolean;
}

interface Entry {
  readonly fingerprint: string;
  readonly package: string;
  readonly message: string;
}

/** The report without the findings that the baseline knows; says how many of them are gone. */
export function withoutKnown(report: Report, { baseline }: BaselineFlags): Report {
  if (baseline === undefined) return report;
  const entries = readBaseline(baseline);
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  const identityOf = identities(report);
  const printOf = (finding: Finding): string => fingerprintOf(identityOf.get(finding) ?? '');
  const isKnown = (finding: Finding): boolean => known.has(printOf(finding));
  const there = new Set([...report.findings, ...(report.silenced ?? [])].map(printOf));
  // Packages that this run did not look at may have theirs still.
  const looked = new Set(report.fragments.map((fragment) => fragment.package));
  const gone = entries.filter((one) => !there.has(one.fingerprint) && looked.has(one.package));
  if (gone.length > 0) {
    const count = gone.length === 1 ? '1 finding' : `${gone.length} findings`;
    say(
      `${count} of the baseline ${gone.length === 1 ? 'is' : 'are'} gone; --write-baseline updates ${shown(baseline)}`,
    );
  }
  const silencedBy = { kind: 'baseline', reason: `in ${shown(baseline)}` } as const;
  const silenced = report.findings.filter(isKnown).map((finding) => ({ ...finding, silencedBy }));
  return {
    ...report,
    findings: report.findings.filter((finding) => !isKnown(finding)),
    silenced: [...(report.silenced ?? []), ...silenced],
  };
}

/** Writes the findings of a report as known ones. */
export function writeBaseline(report: Report, { baseline = baselineName }: BaselineFlags): void {
  const identityOf = identities(report);
  const packageOf = packages(report);
  const findings = report.findings.map((finding) => ({
    fingerprint: fingerprintOf(identityOf.get(finding) ?? ''),
    rule: finding.rule,
    package: packageOf(finding),
    function: finding.function,
    message: headlineText(finding.message, (at) => placeText(report.sources.position(at.pos)).replace(/:\d+$/, '')),
  }));
  const sorted = findings.sort((a, b) => order(a.package, b.package) || order(a.fingerprint, b.fingerprint));
  writeResult(`${JSON.stringify({ tool: 'gordian', baseline: 1, findings: sorted }, null, 2)}\n`, baseline);
  say(`wrote ${sorted.length === 1 ? '1 finding' : `${sorted.length} findings`} to ${shown(baseline)}`);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readBaseline(file: string): readonly Entry[] {
  const path = resolve(file);
  if (!existsSync(path))
    throw new UsageError(`--baseline ${shown(file)}: no such file; write it with --write-baseline`);
  const wrong = (at: { readonly line: number; readonly column: number }, message: string): UsageError =>
    new UsageError(`${shown(file)}:${at.line}:${at.column}: ${message}; write it again with --write-baseline`);
  let root: JsonNode;
  try {
    root = readJson(readRegularFile(path).toString('utf8'));
  } catch (error) {
    if (error instanceof JsonMistake) throw wrong(error.at, error.message);
    throw new UsageError(`--baseline ${shown(file)}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const version = member(root, 'baseline');
  if (version?.kind !== 'number') throw wrong(root.at, 'not a baseline of Gordian');
  if (version.value !== 1) throw wrong(version.at, 'this baseline was written by a newer version of Gordian');
  const findings = member(root, 'findings');
  if (findings?.kind !== 'array') throw wrong(root.at, 'the list of findings is missing');
  return findings.items.map((item) => {
    const text = (key: string): string => {
      const node = member(item, key);
      if (node?.kind !== 'string') throw wrong(item.at, `${key} is missing`);
      return node.value;
    };
    return { fingerprint: text('fingerprint'), package: text('package'), message: text('message') };
  });
}

function member(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.find((one) => one.key === key)?.value : undefined;
}

function shown(file: string): string {
  const path = relative('.', resolve(file));
  return path.startsWith('..') ? file : path;
}
