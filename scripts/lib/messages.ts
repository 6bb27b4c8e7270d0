// docs/messages.md: findings as they were worded before there was one catalogue of words, beside how they are worded now.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../src/base/finding.ts';
import { check, rules } from '../../src/driver/index.ts';
import { render } from '../../src/report/index.ts';

/** By file, then by width: the findings of that file as text. */
type Texts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const widths = [80, 120] as const;

/** The document, with the findings of `testdata/messages` as the tool words them now. */
export async function messagesDocument(root: string): Promise<string> {
  const folder = join(root, 'testdata', 'messages');
  const before = JSON.parse(readFileSync(join(folder, 'before.json'), 'utf8')) as Texts;
  const names = readdirSync(folder).filter((name) => name.endsWith('.go'));
  const after = await worded(folder, names);
  const sections = names.map((name, i) => section(name, i + 1, before[name] ?? {}, after[name] ?? { rules: [] }));
  return `${introduction}\n${sections.join('\n')}`;
}

const introduction = `# Messages

Written by \`npm run docs\`. Twenty findings in the small programs of [testdata/messages](../testdata/messages), on the left as Gordian worded them before it had
one catalogue of words, on the right as it words them now. First on a terminal of 80 columns, then the run on one of 120.
`;

interface Worded {
  readonly rules: readonly string[];
  readonly [width: number]: readonly string[];
}

async function worded(folder: string, names: readonly string[]): Promise<Readonly<Record<string, Worded>>> {
  const scratch = mkdtempSync(join(tmpdir(), 'gordian-messages-'));
  try {
    writeFileSync(join(scratch, 'go.mod'), 'module example.com/p\n\ngo 1.26\n');
    for (const name of names) {
      mkdirSync(join(scratch, packageOf(name)));
      writeFileSync(join(scratch, packageOf(name), fileOf(name)), readFileSync(join(folder, name)));
    }
    const { sources, findings, diagnostics } = await check({
      folder: scratch,
      patterns: ['./...'],
      tags: [],
      goos: 'linux',
      goarch: 'amd64',
      tests: true,
      modelsOnly: true,
      limits: { states: 200_000, work: 20_000_000, totalWork: null, milliseconds: 600_000 },
      progress: () => {},
    });
    if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
    const result: Record<string, Worded> = {};
    for (const name of names) {
      const place = join(scratch, packageOf(name));
      const own = findings.filter(({ span }) => sources.fileOf(span.pos)?.path === join(place, fileOf(name)));
      const text = (finding: Finding, columns: number): string =>
        render(
          { version: '', sources, folder: place, problems: [], fragments: [], findings: [finding], rules },
          'text',
          false,
          columns,
        ).replace(/\n\n[^\n]*\n$/, '\n');
      result[name] = {
        rules: own.map(({ rule }) => rule),
        ...Object.fromEntries(widths.map((columns) => [columns, own.map((one) => text(one, columns))])),
      };
    }
    return result;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `01-first-answer.go` is a file `first_answer.go` in a package of its own. */
function fileOf(name: string): string {
  return name.replace(/^\d+-/, '').replaceAll('-', '_');
}

function packageOf(name: string): string {
  return fileOf(name).replace(/\.go$/, '');
}

function section(name: string, number: number, before: Texts[string], after: Worded): string {
  const title = `## ${number}. ${[...new Set(after.rules)].join(', ')}: [${fileOf(name)}](../testdata/messages/${name})`;
  const tables = [
    table('80 columns', before[80] ?? [], after[80] ?? []),
    table('120 columns', runsOf(before[120] ?? []), runsOf(after[120] ?? [])),
  ];
  return [title, '', ...tables].join('\n');
}

/** The part of a finding that depends on the width: the run. */
function runsOf(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.slice(Math.max(0, text.search(/^ {2}in /m))));
}

function table(what: string, before: readonly string[], after: readonly string[]): string {
  const cell = (texts: readonly string[]): string => `<pre>\n${escapeHtml(texts.join('\n'))}</pre>`;
  return `<table>
<tr><th>before, ${what}</th><th>after, ${what}</th></tr>
<tr><td valign="top">${cell(before)}</td><td valign="top">${cell(after)}</td></tr>
</table>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
