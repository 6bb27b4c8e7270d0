// Findings in every format: JSON by its schema, SARIF by the types of the standard and, where it is at hand, by its schema.

import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import type { Finding, Fragment } from '../../src/base/finding.ts';
import { rules } from '../../src/driver/rules.ts';
import { type Report, render, toSarif } from '../../src/report/index.ts';
import { checkSource } from '../support/analysis.ts';
import { reportOn } from './helpers.ts';

const source = `package p

import "sync"

func Leak(n int) {
	c := make(chan int)
	for i := 0; i < n; i++ {
		go func() { c <- 1 }()
	}
	<-c
}

func Twice() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

func Closed() {
	c := make(chan bool)
	close(c)
	close(c)
}
`;

function reportOfSource(): Report {
  const { sources, fragments, findings } = checkSource(source);
  const folder = (sources.files().find(({ path }) => path.endsWith('p.go'))?.path ?? '').replace(/\/p\.go$/, '');
  const silenced = findings.filter(({ rule }) => rule === 'double-close');
  const kept = findings.filter(({ rule }) => rule !== 'double-close');
  return { version: '1.0.0', sources, folder, problems: [], fragments, findings: kept, silenced, rules };
}

describe('sarif', () => {
  const log = toSarif(reportOfSource());
  // Held against the standard by the compiler: a field that it does not know, or of another type, is an error.
  const typed: Log = JSON.parse(JSON.stringify(log)) satisfies Log;

  test('a run is one thread for each goroutine, in one order', () => {
    const leak = typed.runs[0]?.results?.find(({ ruleId }) => ruleId === 'goroutine-leak');
    const [flow] = leak?.codeFlows ?? [];
    expect(flow?.threadFlows.length).toBeGreaterThan(1);
    const orders = (flow?.threadFlows ?? []).flatMap((thread) => thread.locations.map((step) => step.executionOrder));
    expect(Math.min(...orders.map(Number))).toBe(1);
    for (const thread of flow?.threadFlows ?? []) {
      const own = thread.locations.map((step) => Number(step.executionOrder));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(JSON.stringify(flow)).toContain('blocked sending on c');
  });

  test('rules say what they mean', () => {
    for (const rule of typed.runs[0]?.tool.driver.rules ?? []) {
      expect(rule.shortDescription?.text).toMatch(/\.$/);
      expect(rule.help?.text ?? rule.shortDescription?.text).not.toBe('');
      expect(rule.properties?.tags).toEqual(['concurrency']);
    }
  });

  test('what a directive silences is suppressed, not left out', () => {
    const closed = typed.runs[0]?.results?.find(({ ruleId }) => ruleId === 'double-close');
    expect(closed?.suppressions).toEqual([{ kind: 'inSource' }]);
    const others = typed.runs[0]?.results?.filter(({ ruleId }) => ruleId !== 'double-close') ?? [];
    for (const result of others) expect(result.suppressions).toBeUndefined();
  });

  test('fingerprints differ, and do not name lines', () => {
    const prints = (typed.runs[0]?.results ?? []).map((result) => result.partialFingerprints?.['gordian/v1'] ?? '');
    expect(new Set(prints).size).toBe(prints.length);
    for (const print of prints) expect(print).not.toMatch(/:\d/);
  });

  // The standard's own schema is no part of any package; who has it names it: SARIF_SCHEMA=sarif-schema-2.1.0.json.
  const path = process.env.SARIF_SCHEMA ?? '';
  test.skipIf(!existsSync(path))('follows the schema of the standard (skipped without SARIF_SCHEMA)', () => {
    const { $schema: _, id: _id, ...schema } = JSON.parse(readFileSync(path, 'utf8'));
    const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
    for (const each of [log, toSarif(reportOn('«x»')), toSarif(reportOn('', { message: 'no place' }))]) {
      validate(JSON.parse(JSON.stringify(each)));
      expect(validate.errors ?? []).toEqual([]);
    }
  });
});

describe('json', () => {
  const schema = JSON.parse(readFileSync('docs/output.schema.json', 'utf8'));
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  const report = JSON.parse(render(reportOfSource(), 'json', false));

  test('of findings follows the schema', () => {
    validate(report);
    expect(validate.errors ?? []).toEqual([]);
  });

  test('is filled', () => {
    const leak = report.fragments.find((fragment: Fragment) => fragment.function === 'Leak');
    expect(leak).toMatchObject({ parameters: ['n'], verdict: 'violated', properties: { 'double-close': 'bounded' } });
    const finding = report.findings.find((found: Finding) => found.rule === 'goroutine-leak');
    expect(finding.valuation).toEqual({ n: expect.any(Number) });
    expect(finding.trace.length).toBeGreaterThan(0);
    expect(finding.blocked[0]).toMatchObject({ because: expect.any(String), freedBy: expect.any(String), line: 8 });
  });
});

describe('text', () => {
  test('ends with what was checked', () => {
    const lines = render(reportOfSource(), 'text', false).trimEnd().split('\n');
    expect(lines.slice(-2)).toEqual(['1 error, 1 warning, 1 note, 1 silenced', '3 fragments: 3 violated']);
  });

  test('says with -v which passes made a finding what it is, and what each verdict rests on', () => {
    const text = render({ ...reportOfSource(), verbose: true }, 'text', false);
    expect(text).toMatch(/^ {2}why: found as an error by the search of its fragment \(search\)$/m);
    expect(text).toMatch(/^\w+ \(\w+\.go:\d+\): violated\n {2}assuming /m);
    expect(render(reportOfSource(), 'text', false)).not.toMatch(/why: |assuming/);
  });

  test('a finding shows how to resolve it, in every format', () => {
    const base = reportOfSource();
    const file = base.sources.files().find(({ path }) => path.endsWith('p.go'));
    const at = (file?.base ?? 0) + source.indexOf('make(chan int)') + 'make(chan int'.length;
    const fixes = [{ message: 'give c a buffer', edits: [{ span: { pos: at, end: at }, text: ', n' }] }];
    const findings = base.findings.map((one) => (one.rule === 'goroutine-leak' ? { ...one, fixes } : one));
    const fixed = { ...base, findings };
    expect(render(fixed, 'text', false)).toMatch(/^ {2}help: give c a buffer$/m);
    const leak = toSarif(fixed).runs[0].results.find(({ ruleId }) => ruleId === 'goroutine-leak');
    const place = { startLine: 6, startColumn: 20, endLine: 6, endColumn: 20 };
    expect(leak?.fixes).toEqual([
      {
        description: { text: 'give c a buffer' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'p.go', uriBaseId: '%SRCROOT%' },
            replacements: [{ deletedRegion: place, insertedContent: { text: ', n' } }],
          },
        ],
      },
    ]);
    const schema = JSON.parse(readFileSync('docs/output.schema.json', 'utf8'));
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
    const json = JSON.parse(render(fixed, 'json', false));
    validate(json);
    expect(validate.errors ?? []).toEqual([]);
    const edit = { file: 'p.go', line: 6, column: 20, endLine: 6, endColumn: 20, text: ', n' };
    expect(json.findings.flatMap((one: { readonly fixes?: unknown }) => one.fixes ?? [])).toEqual([
      { message: 'give c a buffer', edits: [edit] },
    ]);
  });

  test('counts what was not understood, most frequent first', () => {
    const base = reportOfSource();
    const [fragment] = base.fragments;
    if (fragment === undefined) throw new Error('no fragment');
    const unknown = (reason: string): Fragment => ({
      ...fragment,
      verdict: 'unknown',
      reasons: [{ kind: 'message', text: reason }],
    });
    const fragments = [unknown('a\x1b'), unknown('b'), unknown('b'), { ...fragment, verdict: 'proved' as const }];
    const text = render({ ...base, findings: [], silenced: [], fragments, milliseconds: 1234 }, 'text', false);
    expect(text).toBe('4 fragments: 1 proved, 3 unknown (1.2 s)\nnot understood:\n  2 b\n  1 a\\x1b\n');
  });

  test('fits narrow terminals', () => {
    const text = render(reportOfSource(), 'text', false, 40);
    const lanes = text.split('\n').filter((line) => /^ {4}\S/.test(line) && !/^ {4}(to unblock it)/.test(line));
    for (const line of lanes) expect(line.length).toBeLessThanOrEqual(60);
  });
});

test('goroutines that wait in the same way are one line', () => {
  const { sources, findings } = checkSource(`package p

func Leak() {
	c := make(chan int)
	for range 9 {
		go func() { c <- 1 }()
	}
	<-c
}
`);
  const report: Report = {
    version: '1',
    sources,
    folder: '',
    problems: [],
    fragments: [],
    findings,
    silenced: [],
    rules,
  };
  const lines = render(report, 'text', false).split('\n');
  expect(lines.filter((line) => / (is|are) blocked /.test(line))).toEqual([
    expect.stringMatching(/^ {2}goroutine started at p\.go:6 \(g\d+\) and 7 more like it are blocked sending on c /),
  ]);
});
