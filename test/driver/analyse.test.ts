// Findings in small programs: `// want RULE "regexp"` on the line of the operation at fault, and nothing else.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outOfTime } from '../../src/driver/analyse.ts';
import { checkSource } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';
import { wantsOf } from '../support/want.ts';

describe('testdata/check', () => {
  const files = readdirSync(join(root, 'testdata/check')).filter((name) => name.endsWith('.go'));
  test.each(files)('%s', (name) => {
    const text = readText(`testdata/check/${name}`);
    const { sources, findings, fragments } = checkSource(text);
    const wants = wantsOf(text);
    const problems: string[] = [];
    for (const finding of findings) {
      if (finding.severity === 'note') continue;
      const line = sources.position(finding.span.pos)?.line;
      const i = wants.findIndex((w) => w.line === line && w.code === finding.rule);
      const said = `${line}: ${finding.rule} ${finding.message} (in ${finding.function})`;
      if (i < 0) problems.push(`unexpected ${said}`);
      else if (!wants[i]?.pattern.test(`${finding.message} ${JSON.stringify(finding.trace.blocked)}`)) {
        problems.push(`other words ${said}`);
      } else wants.splice(i, 1);
    }
    for (const want of wants) problems.push(`missing ${want.line}: ${want.code}`);
    expect(problems).toEqual([]);
    for (const fragment of fragments) expect(fragment.reason).not.toContain('failed');
  });
});

describe('what is not looked at is unknown', () => {
  test('behind unsafe', () => {
    const { fragments, findings } = checkSource(`package p
import "unsafe"
func Odd() {
  c := make(chan int)
  d := *(*chan int)(unsafe.Pointer(&c))
  go func() { d <- 1 }()
  <-c
}`);
    expect(findings).toEqual([]);
    expect(fragments.map((fragment) => [fragment.verdict, fragment.reason])).toEqual([
      ['unknown', expect.stringContaining('unsafe')],
    ]);
  });

  test('when the time for all is used up', () => {
    const { fragments } = checkSource(
      'package p\nfunc F() { <-make(chan int) }\nfunc G() { <-make(chan int) }\n',
      'p.go',
      -1,
    );
    expect(fragments.map((fragment) => [fragment.function, fragment.verdict, fragment.reason])).toEqual([
      ['F', 'unknown', outOfTime],
      ['G', 'unknown', outOfTime],
    ]);
  });
});

describe('what leads to no object leaves a fragment decided', () => {
  test('bytes that are read as a string without a copy', () => {
    const { fragments } = checkSource(`package p
import ("sync"; "unsafe")
type box struct { mu sync.Mutex }
func asText(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
func Find(data []byte) {
  named := map[string]*box{"a": {}, "b": {}}
  if b := named[asText(data)]; b != nil {
    b.mu.Lock()
    b.mu.Unlock()
  }
}`);
    expect(fragments.map((fragment) => [fragment.function, fragment.verdict])).toEqual([['Find', 'proved']]);
    expect(fragments[0]?.assumptions).toContain('no-unsafe: p.asText');
  });
});

test('what is written through some part of a slice is written to the slice', () => {
  const { fragments } = checkSource(readText('testdata/check/slice-part.go'));
  expect(Object.fromEntries(fragments.map((fragment) => [fragment.function, fragment.verdict]))).toEqual({
    Part: 'unknown',
    Copied: 'unknown',
    Front: 'unknown',
    Kept: 'proved',
  });
});
