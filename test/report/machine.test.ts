// The reports for programs: JSON against its schema, SARIF against the parts of the standard that matter to readers.

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { render, type SarifLog, toSarif } from '../../src/report/index.ts';
import { reportOn } from './helpers.ts';

const schema = JSON.parse(readFileSync('docs/output.schema.json', 'utf8'));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

describe('json', () => {
  test('follows the schema', () => {
    for (const report of [
      reportOn('var a = «x»\n'),
      reportOn('', { message: 'no place' }),
      reportOn('«x»', { notes: ['one'], severity: 'note' }),
      { ...reportOn('«x»'), problems: [] },
    ]) {
      validate(JSON.parse(render(report, 'json', true)));
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  test('the schema rejects what it should', () => {
    const good = JSON.parse(render(reportOn('«x»'), 'json', false));
    expect(validate({ ...good, extra: 1 })).toBe(false);
    expect(validate({ ...good, problems: [{ ...good.problems[0], line: 0 }] })).toBe(false);
  });

  test('places are relative and count bytes', () => {
    const { problems } = JSON.parse(render(reportOn('var é = «x»\n'), 'json', false));
    expect(problems).toEqual([
      {
        code: 'UndeclaredName',
        severity: 'error',
        message: 'undefined: x',
        file: 'a.go',
        line: 1,
        column: 10,
        related: [],
        notes: [],
      },
    ]);
  });
});

describe('sarif', () => {
  function resultOf(log: SarifLog) {
    return log.runs[0].results[0];
  }

  test('a problem with a place is a result with a region in UTF-16 units', () => {
    const log = toSarif(reportOn('package a\nvar é = «xy»\n'));
    expect(log.version).toBe('2.1.0');
    expect(log.runs[0].columnKind).toBe('utf16CodeUnits');
    expect(log.runs[0].tool.driver).toEqual({
      name: 'gordian',
      semanticVersion: '1.2.3',
      rules: [
        {
          id: 'UndeclaredName',
          shortDescription: { text: 'A name is not declared.' },
          properties: { tags: ['types'] },
        },
      ],
    });
    expect(resultOf(log)).toEqual({
      ruleId: 'UndeclaredName',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'undefined: x' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a.go', uriBaseId: '%SRCROOT%' },
            region: { startLine: 2, startColumn: 9, endLine: 2, endColumn: 11 },
          },
        },
      ],
    });
    expect(log.runs[0].invocations[0].executionSuccessful).toBe(false);
  });

  test('a problem without a place is a notification', () => {
    const log = toSarif(reportOn('', { message: 'no match', rule: 'NoMatch' }));
    expect(log.runs[0].results).toEqual([]);
    expect(log.runs[0].invocations[0].toolExecutionNotifications).toEqual([
      { descriptor: { id: 'NoMatch' }, level: 'error', message: { text: 'no match' } },
    ]);
  });

  test('paths become URIs', () => {
    const inside = resultOf(toSarif(reportOn('«x»', {}, '/w/a b/ü#.go')));
    expect(inside?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('a%20b/%C3%BC%23.go');
    const outside = resultOf(toSarif(reportOn('«x»', {}, '/v/b.go')));
    expect(outside?.locations[0]?.physicalLocation.artifactLocation).toEqual({ uri: 'file:///v/b.go' });
  });

  test('every result names a rule of the table', () => {
    const two = reportOn('«x»');
    const other = { ...(two.problems[0] as (typeof two.problems)[0]), rule: 'Other' };
    const log = toSarif({ ...two, problems: [...two.problems, other, ...two.problems] });
    const ids = log.runs[0].tool.driver.rules.map((rule) => rule.id);
    for (const result of log.runs[0].results) expect(ids[result.ruleIndex]).toBe(result.ruleId);
    expect(ids).toEqual(['UndeclaredName', 'Other']);
  });
});
