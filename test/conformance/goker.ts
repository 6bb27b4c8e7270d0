// Checks kernels of concurrency bugs: one Go package in each folder below the one given, entered by its test or main.
//
//   npm run conformance:goker -- DIR [NAME]
//
// Prints what was found in each, and as its last line a summary as JSON.

import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Finding } from '../../src/base/finding.ts';
import { analyse } from '../../src/driver/analyse.ts';
import { loadForAnalysis } from '../../src/driver/load-for-analysis.ts';
import { nodeHost } from '../../src/driver/node-host.ts';

interface Row {
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly places: readonly string[];
  readonly verdicts: readonly string[];
  readonly ms: number;
  readonly problem: string;
}

function foldersWithGo(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  const here = entries.some((entry) => entry.isFile() && entry.name.endsWith('.go')) ? [dir] : [];
  const below = entries.filter((entry) => entry.isDirectory()).flatMap((entry) => foldersWithGo(join(dir, entry.name)));
  return [...here, ...below];
}

function checkKernel(root: string, dir: string): Row {
  const begin = performance.now();
  const name = relative(root, dir);
  const loaded = loadForAnalysis(nodeHost(dir, {}), {
    patterns: ['.'],
    cwd: dir,
    tests: true,
    goos: 'linux',
    goarch: 'amd64',
  });
  const problem = loaded.diagnostics.find((d) => d.severity === 'error')?.message ?? '';
  const { fragments, findings } = analyse({
    ...loaded,
    limits: { states: 200_000, milliseconds: 1500, totalMilliseconds: 600_000 },
    now: () => performance.now(),
    progress: () => {},
    only: null,
  });
  const places = findings.map((finding) => {
    const position = loaded.sources.position(finding.span.pos);
    const file = loaded.sources.fileOf(finding.span.pos);
    const text = file?.text.slice(finding.span.pos - file.base, finding.span.end - file.base).split('\n')[0] ?? '';
    return `${finding.severity} ${finding.rule} line ${position?.line ?? 0} in ${finding.function}: ${text}`;
  });
  const verdicts = fragments.map((f) => `${f.function}: ${f.verdict}${f.reason === '' ? '' : ` (${f.reason})`}`);
  return { name, findings, places, verdicts, ms: Math.round(performance.now() - begin), problem };
}

const dir = resolve(process.argv[2] ?? '.');
const only = process.argv[3] ?? '';
const rows: Row[] = [];
for (const folder of foldersWithGo(dir)) {
  if (!folder.includes(only)) continue;
  const row = checkKernel(dir, folder);
  rows.push(row);
  const found = row.findings.some((f) => f.severity !== 'note');
  console.log(
    `${found ? 'found    ' : 'not found'} ${row.name} (${row.ms} ms)${row.problem === '' ? '' : ` ! ${row.problem}`}`,
  );
  for (const place of row.places) console.log(`          ${place}`);
  if (!found) for (const verdict of row.verdicts) console.log(`          ${verdict}`);
}
const found = rows.filter((row) => row.findings.some((f) => f.severity !== 'note'));
console.log(
  JSON.stringify({
    kernels: rows.length,
    found: found.length,
    missed: rows.filter((row) => !found.includes(row)).map((row) => row.name),
    slowest: Math.max(0, ...rows.map((row) => row.ms)),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
