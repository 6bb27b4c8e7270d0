// Reports for CI systems and reviews: GitHub's annotations, JUnit's XML, Mermaid, and fingerprints that edits elsewhere do not change.

import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { rules } from '../../src/driver/rules.ts';
import { fingerprintOf, identities, type Report, render } from '../../src/report/index.ts';
import { checkSource } from '../support/analysis.ts';
import { reportOn } from './helpers.ts';

const declarations = [
  'func Leak(n int) {\n\tc := make(chan int)\n\tfor range n {\n\t\tgo func() { c <- 1 }()\n\t}\n\t<-c\n}\n',
  'func Twice() {\n\tvar mu sync.Mutex\n\tmu.Lock()\n\tmu.Lock()\n}\n',
  'func Closed() {\n\tc := make(chan bool)\n\tclose(c)\n\tclose(c)\n}\n',
  'func Two() {\n\tc := make(chan bool)\n\tgo func() { c <- true }()\n\tgo func() { c <- true }()\n\t<-c\n}\n',
];

function sourceOf(parts: readonly string[]): string {
  return `package p\n\nimport "sync"\n\n${parts.join('\n')}`;
}

function reportOfSource(source: string): Report {
  const { sources, fragments, findings } = checkSource(source);
  const folder = (sources.files().find(({ path }) => path.endsWith('p.go'))?.path ?? '').replace(/\/p\.go$/, '');
  return { version: '1.0.0', sources, folder, problems: [], fragments, findings, rules };
}

const report = reportOfSource(sourceOf(declarations));
const hostile: Partial<Diagnostic> = { message: 'a%b\n::error::c </failure> ]]> & "d" `e` @octocat \u202e' };

describe('github', () => {
  test('one command for each finding, with a place', () => {
    const lines = render(report, 'github', false).trimEnd().split('\n');
    expect(lines).toHaveLength(report.findings.length);
    for (const line of lines) {
      expect(line).toMatch(
        /^::(error|warning|notice) file=p\.go,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=[a-z-]+::\S/,
      );
    }
  });

  test('a message cannot end its command', () => {
    const text = render(reportOn('«x»', hostile, '/w/a,b:c.go'), 'github', false);
    expect(text).toBe(
      '::error file=a%2Cb%3Ac.go,line=1,endLine=1,col=1,endColumn=2,title=UndeclaredName::a%25b\\n::error::c </failure> ]]> & "d" `e` @octocat \\u202e\n',
    );
  });
});

/** Elements that the schema of JUnit's XML allows in others, and their attributes; those with `!` must be there. */
const junitElements = new Map<string, { readonly children: readonly string[]; readonly attributes: readonly string[] }>(
  [
    ['testsuites', { children: ['testsuite'], attributes: ['name', 'tests', 'failures', 'errors'] }],
    ['testsuite', { children: ['testcase'], attributes: ['name!', 'tests!', 'failures!', 'errors!', 'skipped'] }],
    [
      'testcase',
      { children: ['skipped', 'error', 'failure', 'system-out'], attributes: ['name!', 'classname!', 'file'] },
    ],
    ['skipped', { children: [], attributes: ['message'] }],
    ['error', { children: [], attributes: ['type!', 'message'] }],
    ['failure', { children: [], attributes: ['type!', 'message'] }],
    ['system-out', { children: [], attributes: [] }],
  ],
);

/** What is wrong with a document by that schema, or with XML itself. */
function junitProblems(text: string): readonly string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const body = text.replace('<?xml version="1.0" encoding="UTF-8"?>', '');
  if (/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text)) problems.push('a character that XML does not allow');
  for (const [all, close = '', name = '', attributes = '', empty = '', data = ''] of body.matchAll(
    /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/g,
  )) {
    if (data !== '') {
      if (/&(?!#\d+;)/.test(data)) problems.push(`an entity in ${data}`);
      continue;
    }
    if (close === '/') {
      if (open.pop() !== name) problems.push(`${all} ends nothing`);
      continue;
    }
    const rule = junitElements.get(name);
    const parent = open.at(-1);
    if (
      rule === undefined ||
      (parent === undefined ? name !== 'testsuites' : !junitElements.get(parent)?.children.includes(name))
    )
      problems.push(`${name} in ${parent}`);
    const given = [...attributes.matchAll(/ ([\w-]+)=/g)].map(([, attribute]) => attribute as string);
    const known = (rule?.attributes ?? []).map((attribute) => attribute.replace('!', ''));
    for (const attribute of given) if (!known.includes(attribute)) problems.push(`${attribute} of ${name}`);
    for (const wanted of rule?.attributes ?? []) {
      if (wanted.endsWith('!') && !given.includes(wanted.slice(0, -1))) problems.push(`${name} without ${wanted}`);
    }
    if (empty === '') open.push(name);
  }
  const rest = body.replace(/<\/?[\w-]+(?: [\w-]+="[^"<]*")*\/?>|[^<]+/g, '');
  return [...problems, ...open.map((name) => `${name} is not closed`), ...(rest === '' ? [] : [`not XML: ${rest}`])];
}

describe('junit', () => {
  test('follows the schema, and counts what it holds', () => {
    const text = render(report, 'junit', false);
    expect(junitProblems(text)).toEqual([]);
    expect(text).toContain('<failure type="double-lock" message="error: Twice can block forever locking mu');
    expect(text).toMatch(/<testsuite name="[\w./]+" tests="4" failures="4" errors="0" skipped="0">/);
    expect(junitProblems('<testsuites><testcase name="a"></testsuites>')).not.toEqual([]);
    expect(junitProblems('<testsuites a<b></testsuites>')).not.toEqual([]);
  });

  test('text stays text', () => {
    const text = render(reportOn('«x»', hostile), 'junit', false);
    expect(junitProblems(text)).toEqual([]);
    expect(text).not.toContain('</failure>');
  });
});

describe('mermaid', () => {
  const line = /^(sequenceDiagram|participant \w+ as [^;]*?(#\d+;[^;]*?)*|\w+--?>>\w+: .+|note over \w+: .+)$/;

  test('every line of a diagram is a participant, an arrow or a note', () => {
    const text = render(report, 'mermaid', false);
    const diagrams = [...text.matchAll(/```mermaid\n(.*?)```/gs)].map(([, body]) => body as string);
    expect(diagrams).toHaveLength(report.findings.length);
    for (const diagram of diagrams) for (const one of diagram.trimEnd().split('\n')) expect(one.trim()).toMatch(line);
    expect(text).toMatch(/g1->>g2: go func {2}starts g2/);
    expect(text).toMatch(/note over g\d: c #60;- 1 blocks forever \(p\.go:8\)/);
  });

  test('a heading holds no markup and notifies nobody', () => {
    const [finding] = report.findings;
    const values = [['a`b @octocat <b>', 1]] as const;
    const text = render(
      { ...report, findings: [{ ...(finding as NonNullable<typeof finding>), valuation: values }] },
      'mermaid',
      false,
    );
    expect(text).toContain('with a&#96;b &#64;<!-- -->octocat &#60;b&#62; = 1');
  });
});

/** Always the same numbers below 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('fingerprints', () => {
  test('are 16 digits that differ', () => {
    const prints = [...identities(report).values()].map(fingerprintOf);
    for (const print of prints) expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(prints).size).toBe(report.findings.length);
  });

  test('stay through 200 random edits elsewhere', () => {
    const wanted = [...identities(report).values()].sort();
    const next = random(7);
    const extra: string[] = [];
    const additions = [
      (i: number) => `// comment ${i}\n`,
      (i: number) => `type t${i} struct{ a, b int }\n`,
      (i: number) => `func plain${i}(a int) int { return a + ${i} }\n`,
      (i: number) => '\n'.repeat(1 + (i % 3)),
      (i: number) => `var v${i} = "${i}"\n`,
    ];
    for (let i = 0; i < 200; i++) {
      const make = additions[Math.floor(next() * additions.length)] as (i: number) => string;
      if (extra.length > 20 && next() < 0.4) extra.splice(Math.floor(next() * extra.length), 1);
      else extra.splice(Math.floor(next() * (extra.length + 1)), 0, make(i));
      // What was edited is looked at now and then: the edits add up.
      if (i % 10 !== 9) continue;
      const parts: string[] = [];
      const cuts = declarations.map(() => Math.floor(next() * (extra.length + 1))).sort((a, b) => a - b);
      let from = 0;
      declarations.forEach((declaration, at) => {
        parts.push(...extra.slice(from, cuts[at]), declaration);
        from = cuts[at] as number;
      });
      const edited = reportOfSource(sourceOf([...parts, ...extra.slice(from)]));
      expect([...identities(edited).values()].sort()).toEqual(wanted);
    }
  });
});
