// Annotated files with what is wrong in them, and the check that nothing is proved because nothing is reached.

import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyTerminating } from '../../src/proof/index.ts';
import type { Method, Stmt } from '../../src/vil/index.ts';
import { encodeFile, host, unreachable, verifyFile, wanted } from './support.ts';

const files = readdirSync('testdata/verify').filter((name) => /\.(gobra|go)$/.test(name));

describe.skipIf(host === null)('annotated files', () => {
  for (const name of files) {
    const path = `testdata/verify/${name}`;
    test(`${name}: every member is verified, and fails as it says`, () => {
      const { members, failures } = verifyFile(path);
      expect(failures).toEqual(wanted(path));
      const open = members.filter(({ verdict }) => !['proved', 'failed', 'trusted'].includes(verdict));
      expect(open.map((m) => `${m.function}: ${m.verdict}: ${m.reason?.text}`)).toEqual([]);
    });

    test(`${name}: false is proved nowhere`, () => {
      if (host === null) return;
      const { encoded, lineOf, hyper } = encodeFile(path);
      const methods = encoded.program.methods.map((m) => withFalse(m) ?? { ...m, body: null });
      const excused = unreachable(path);
      const proved: string[] = [];
      const results = verifyTerminating({ ...encoded.program, methods }, host, {
        proof: { assumeInjectivityOnInhale: true },
        ...(hyper === 'off' ? {} : { executions: hyper === 'extended' ? 'diverging' : 'together' }),
      });
      for (const { member, verdict } of results) {
        if (member.kind !== 'Method' || member.body === null || verdict.kind !== 'proved') continue;
        const line = lineOf(member.src.pos);
        if (!excused.has(line)) proved.push(`${line}: ${member.name}`);
      }
      expect(proved).toEqual([]);
    });
  }
});

describe('integers', () => {
  const assuming = (name: string) => {
    const { members } = encodeFile(`testdata/verify/${name}`).encoded;
    return members.filter(({ assumptions }) => assumptions.includes('no-overflow')).map(({ display }) => display);
  };

  test('are assumed to fit where code computes them', () => {
    expect(assuming('integers.gobra')).toEqual(['sum', 'divides', 'shifts', 'shiftsWell']);
  });

  test('are not where every operation is checked', () => {
    expect(assuming('overflow.gobra')).toEqual([]);
  });
});

test('what a member takes for granted is listed with it', () => {
  const { members } = encodeFile('testdata/verify/assumed.gobra').encoded;
  expect(Object.fromEntries(members.map(({ display, assumptions }) => [display, assumptions]))).toEqual({
    assumes: ['assumed: x == 3'],
    inhales: ['assumed: acc(p) && *p > 0', 'no-overflow'],
    endsSomehow: ['no-overflow', 'terminates: endsSomehow'],
    relies: ['terminates: endsSomehow'],
    claimsNothing: [],
    believed: [],
    believes: ['trusted: believed'],
    sound: ['no-overflow', 'terminates: sound'],
    finds: ['no-nan'],
    same: ['no-nan'],
    comparesNumbers: [],
  });
});

describe.skipIf(host === null)('examples of concurrent code', () => {
  for (const name of ['counter.go', 'sum.go']) {
    test(`${name} is proved`, () => {
      const { members } = verifyFile(`examples/verify/${name}`);
      expect(members.filter(({ verdict }) => verdict !== 'proved').map((m) => m.function)).toEqual([]);
      expect(members.length).toBeGreaterThan(2);
    });
  }
});

/** The method with `assert false` at its end. */
function withFalse(method: Method): Method | null {
  // What only shows whom a call may run ends nowhere.
  const last = method.body?.stmts.at(-1);
  if (method.body === null) return method;
  if (last?.kind === 'Inhale' && last.assertion.kind === 'BoolLit') return null;
  const src = method.src;
  const wrong: Stmt = {
    kind: 'Assert',
    assertion: { kind: 'BoolLit', value: false, type: { kind: 'Bool' }, src },
    src,
  };
  return { ...method, body: { ...method.body, stmts: [...method.body.stmts, wrong] } };
}
