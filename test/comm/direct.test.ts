// Calls through variables become calls by name where that is the same: the model checker finds no difference.

import { expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import { callDirectly, parseProgram, printProgram } from '../../src/comm/index.ts';
import { checkProgram } from '../../src/model/index.ts';
import { commOf, flowOf } from '../support/analysis.ts';

function verdicts(program: CommProgram): unknown {
  const result = checkProgram(program);
  return [...result.verdicts].map(([name, verdict]) => [name, verdict.kind]);
}

function read(text: string): CommProgram {
  const parsed = parseProgram(text, 'test.comm');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.program;
}

test('literals that are started where they stand', () => {
  const program = commOf(
    flowOf(
      'package p\n\nfunc F() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\tf := func() { <-c }\n\tf()\n}\n',
    ),
    'F',
  );
  const direct = callDirectly(program);
  expect(printProgram(program, { sites: false })).toContain('func `');
  expect(printProgram(direct, { sites: false })).not.toContain('func `');
  expect(verdicts(direct)).toEqual(verdicts(program));
});

test('a captured variable that changes in between keeps the call as it is', () => {
  const text = `program "p" function
proc main() {
  c = chan 1
  f = func give(c)
  c = chan 0
  go (f)()
  recv c
}
proc give(c) {
  send c, 1
}
`;
  const direct = callDirectly(read(text));
  expect(printProgram(direct, { sites: false })).toContain('go (f)()');
  expect(verdicts(direct)).toEqual(verdicts(read(text)));
});

test('a loop that sets the variable anew keeps the call as it is', () => {
  const text = `program "p" function
proc main() {
  c = chan 2
  f = func one(c)
  i = 0
  loop twice {
    if i >= 2 {
      break twice
    }
    call (f)()
    f = func two(c)
  } next {
    i = i + 1
  }
}
proc one(c) {
  send c, 1
}
proc two(c) {
  close c
}
`;
  expect(printProgram(callDirectly(read(text)), { sites: false })).toContain('call (f)()');
  expect(verdicts(callDirectly(read(text)))).toEqual(verdicts(read(text)));
});
