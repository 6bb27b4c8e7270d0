// The pass for termination: which assertions it makes of measures, and what their failures mean.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import {
  checkTermination,
  errorSpan,
  fullId,
  type Program,
  printProgram,
  readProgram,
  type Stmt,
  type VerificationError,
  wellformed,
} from '../../src/vil/index.ts';

function read(text: string): Program {
  const { program, errors } = readProgram('m.vpr', text, new SourceSet(), () => null);
  expect(errors).toEqual([]);
  expect(wellformed(program)).toEqual([]);
  return program;
}

/** The assertions of the last method, also those inside of blocks and loops. */
function asserts(program: Program): readonly (Stmt & { readonly kind: 'Assert' })[] {
  const inside = (stmts: readonly Stmt[]): readonly (Stmt & { readonly kind: 'Assert' })[] =>
    stmts.flatMap((stmt) => {
      if (stmt.kind === 'Assert') return [stmt];
      if (stmt.kind === 'Block') return inside(stmt.stmts);
      return stmt.kind === 'While' ? inside(stmt.body.stmts) : [];
    });
  return inside(program.methods.at(-1)?.body?.stmts ?? []);
}

test('measures become assertions', () => {
  const directory = 'testdata/vil/termination';
  const { program, proves } = checkTermination(read(readFileSync(`${directory}/measures.vpr`, 'utf8')));
  const golden = `${directory}/measures.expected`;
  if (process.env.GORDIAN_UPDATE !== undefined) writeFileSync(golden, printProgram(program));
  expect(printProgram(program)).toBe(readFileSync(golden, 'utf8'));
  expect(wellformed(program)).toEqual([]);
  expect([...proves.values()].map(({ name }) => name)).toEqual(['length', 'even', 'odd']);
});

test('a program without measures stays as it is', () => {
  const program = read('function f(n: Int): Int { f(n) }\nmethod m(n: Int) { m(n) }');
  expect(checkTermination(program).program).toEqual(program);
});

test('failures are about the call or the loop', () => {
  const text = `method free()
method other(n: Int)
  decreases n if n > 5
method m(n: Int)
  decreases n
{
  free()
  other(n)
  m(n)
  while (n > 0) {}
  while (n > 0)
    decreases n if n < 9
  {}
}`;
  const sources = new SourceSet();
  const { program } = readProgram('m.vpr', text, sources, () => null);
  const checks = checkTermination(program);
  const meanings = asserts(checks.program).map((stmt) => {
    const failure: VerificationError = {
      id: 'assert.failed',
      reason: 'assertion.false',
      node: stmt,
      offending: stmt.assertion,
    };
    expect(checks.isAboutMeasure(failure)).toBe(true);
    const error = checks.explain(failure);
    return `${sources.position(errorSpan(error).pos)?.line} ${fullId(error)}`;
  });
  expect(meanings).toEqual([
    '7 termination.failed:termination.condition.false',
    '8 termination.failed:termination.condition.false',
    '9 termination.failed:tuple.false',
    '10 termination.failed:termination.condition.false',
    '11 termination.failed:termination.condition.false',
    '12 termination.failed:tuple.condition.false',
    '12 termination.failed:tuple.false',
  ]);
});

test('orders follow the type, and a program may bring its own', () => {
  const text = `import <decreases/declaration.vpr>
domain Box {}
domain BoxWellFoundedOrder {
  axiom { forall a: Box, b: Box :: { decreasing(a, b) } decreasing(a, b) }
}
adt Tree { Leaf() Fork(left: Tree, right: Tree) }
method m(s: Seq[Int], b: Bool, r: Ref, p: Perm, x: Box, t: Tree)
  decreases s, b, r, p, x, t
{
  m(s, b, r, p, x, t)
}`;
  const { program } = checkTermination(read(text));
  const printed = printProgram(program);
  for (const order of [
    '|s| < |measure$t0|',
    '!b && measure$t1',
    'r == null && measure$t2 != null',
    'p <= measure$t3 - write',
    'decreasing(x, measure$t4) && bounded(measure$t4)',
    'isPart$(t, measure$t5)',
    'axiom { forall whole: Tree :: { whole.left } whole.isFork ==> isPart$(whole.left, whole) }',
  ]) {
    expect(printed).toContain(order);
  }
  expect(wellformed(program)).toEqual([]);
});
