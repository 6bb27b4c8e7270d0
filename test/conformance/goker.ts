// Checks kernels of concurrency bugs: one Go package in each folder below the one given, entered by its test or main.
//
//   npm run conformance:goker -- DIR [NAME] [--labels FILE]
//
// Prints what was found in each, and as its last line a summary as JSON. With a file of labels (Go's own test of its leak profile,
// src/runtime/goroutineleakprofile_test.go of golang/go) it also says whether the operations reported agree with them.

import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Finding } from '../../src/base/finding.ts';
import { check } from '../../src/driver/check.ts';
import { reasonOf } from '../support/words.ts';
import { type Agreement, compare, readLabels } from './goker-labels.ts';

interface Row {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly places: readonly string[];
  readonly verdicts: readonly string[];
  readonly ms: number;
  readonly problem: string;
  readonly agreement: Agreement;
}

function foldersWithGo(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  const here = entries.some((entry) => entry.isFile() && entry.name.endsWith('.go')) ? [dir] : [];
  const below = entries.filter((entry) => entry.isDirectory()).flatMap((entry) => foldersWithGo(join(dir, entry.name)));
  return [...here, ...below];
}

/** As `gordian check` does it on a machine without Go. */
async function checkKernel(root: string, dir: string): Promise<Row> {
  const begin = performance.now();
  const name = relative(root, dir);
  const { diagnostics, fragments, findings, sources } = await check({
    folder: dir,
    patterns: ['.'],
    tags: [],
    goos: 'linux',
    goarch: 'amd64',
    tests: true,
    modelsOnly: true,
    limits: { states: 200_000, work: 1_500_000, totalWork: 600_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  const problem = diagnostics.find((d) => d.severity === 'error')?.message ?? '';
  const places = findings.map((finding) => {
    const position = sources.position(finding.span.pos);
    const file = sources.fileOf(finding.span.pos);
    const text = file?.text.slice(finding.span.pos - file.base, finding.span.end - file.base).split('\n')[0] ?? '';
    return `${finding.severity} ${finding.rule} line ${position?.line ?? 0} in ${finding.function}: ${text}`;
  });
  const verdicts = fragments.map(
    (f) => `${f.function}: ${f.verdict}${f.reasons.length === 0 ? '' : ` (${reasonOf(f)})`}`,
  );
  const ms = Math.round(performance.now() - begin);
  const agreement = compare(labels.get(kernelOf(name)), findings, sources);
  return { name, findings, places, verdicts, ms, problem, agreement };
}

/** `moby/4951` as labels call it. */
function kernelOf(name: string): string {
  return name.split('/').slice(-2).join('').toLowerCase();
}

const args = process.argv.slice(2);
const at = args.indexOf('--labels');
const labels = at < 0 ? new Map() : readLabels(resolve(args[at + 1] ?? ''));
const [given = '.', only = ''] = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
const dir = resolve(given);
const rows: Row[] = [];
for (const folder of foldersWithGo(dir)) {
  if (!folder.includes(only)) continue;
  const row = await checkKernel(dir, folder);
  rows.push(row);
  const found = row.findings.some((f) => f.severity !== 'note');
  const label = labels.size === 0 ? '' : `, label: ${row.agreement}`;
  const problem = row.problem === '' ? '' : ` ! ${row.problem}`;
  console.log(`${found ? 'found    ' : 'not found'} ${row.name} (${row.ms} ms${label})${problem}`);
  for (const place of row.places) console.log(`          ${place}`);
  if (!found) for (const verdict of row.verdicts) console.log(`          ${verdict}`);
}
/** How many kernels agree with their labels, and which do not wholly. */
function agreements(): Readonly<Record<string, number | readonly string[]>> {
  const named = (agreement: Agreement): readonly string[] =>
    rows.filter((row) => row.agreement === agreement).map((row) => row.name.split('/').slice(-2).join('/'));
  return {
    same: named('same').length,
    reason: named('reason'),
    differs: named('differs'),
    unlabelled: named('unlabelled'),
  };
}

const found = rows.filter((row) => row.findings.some((f) => f.severity !== 'note'));
console.log(
  JSON.stringify({
    kernels: rows.length,
    found: found.length,
    reports: rows.reduce((n, row) => n + row.findings.filter((f) => f.severity !== 'note').length, 0),
    ...(labels.size === 0 ? {} : { labels: agreements() }),
    missed: rows.filter((row) => !found.includes(row)).map((row) => row.name),
    slowest: Math.max(0, ...rows.map((row) => row.ms)),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
