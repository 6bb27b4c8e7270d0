// A division by zero panics wherever an expression stands: it is no value that a statement could go on with.

import { expect, test } from 'vitest';
import { parseProgram } from '../../src/comm/text/parse.ts';
import { checkProgram } from '../../src/model/index.ts';

const statements = [
  'x = d',
  'global g = d',
  'o.f = d',
  'x = d.f',
  'x = a[d]',
  'a[d] = 1',
  'x = array make d',
  'x = map get m, d',
  'x = new cond d',
  'x = chan d',
  'send c, d',
  'send d, 1',
  'recv d',
  'close d',
  'lock d',
  'add w, d',
  'wait d',
  'cond wait d',
  'cond signal d',
  'timer stop d',
  'atomic store global g, d',
  'x = atomic add o.f, d',
  'x = atomic load a[d]',
  'go p(d)',
  'call p(d)',
  'defer p(d)',
  'call (d)()',
  'x = func q(d)',
  'x = 1 + -d',
  'if d == 1 { yield }',
  'select { case send c, d { } case recv c { } }',
  'select { case recv d { } default { } }',
];

test.each(statements)('%s', (statement) => {
  const text = `
    program "p" function
    global g
    class C { f = 1 }
    proc main() {
      zero = 0
      o = new C
      a = array make 2, 0
      m = map make
      c = chan 1
      w = new waitgroup
      ${statement.replace(/\bd\b/g, '(1 / zero)')}
      lost = chan 0
      recv lost
    }
    proc p(n) {
    }
    proc q(n) {
    }`;
  const lines = text.replace(/([{}]) (?=\S)/g, '$1\n').replace(/(\S) (?=\})/g, '$1\n');
  const parsed = parseProgram(lines, 'test');
  if (!parsed.ok) throw new Error(parsed.message);
  const result = checkProgram(parsed.program, {});
  expect(result.findings.map(({ rule, headline }) => [rule, 'what' in headline ? headline.what : ''])).toEqual([
    ['panic', 'integer divide by zero'],
  ]);
  expect(result.gaps).toEqual([]);
});
