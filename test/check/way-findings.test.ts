// What goes wrong on ways through single functions: `// want SEVERITY RULE "regexp"` on the line at fault, and nothing else.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowProgram, supersededBy } from '../../src/check/analyse.ts';
import { wayFindings } from '../../src/check/way-findings.ts';
import { loadSource } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';
import { compareFindings } from '../support/want.ts';

describe('testdata/ways', () => {
  test.each(readdirSync(join(root, 'testdata/ways')))('%s', (name) => {
    const text = readText(`testdata/ways/${name}`);
    const loaded = loadSource(text);
    expect(loaded.packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const superseded = supersededBy(loaded.packages);
    const own = new Set(loaded.packages.map(({ types }) => types).filter((pkg) => !superseded.has(pkg)));
    const found = wayFindings(flowProgram(loaded), (pkg) => own.has(pkg), []);
    expect(compareFindings(text, found, loaded.sources)).toEqual([]);
  });
});
