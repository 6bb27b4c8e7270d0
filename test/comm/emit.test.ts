// Emission into MiGo and mCRL2, the papers' languages, and parameters that get values.

import { describe, expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import {
  bindParams,
  emitMcrl2,
  emitMigo,
  isBehaviouralType,
  isMiniGo,
  isStatic,
  parseMigo,
  parseProgram,
  printProgram,
  wellFormed,
} from '../../src/comm/index.ts';
import { commFiles } from '../support/comm-files.ts';

function read(text: string): CommProgram {
  const parsed = parseProgram(text, 'test.comm');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.program;
}

function named(name: string): CommProgram {
  const found = [...commFiles('comm'), ...commFiles('migo')].find((file) => file.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.program;
}

describe('MiGo', () => {
  test('of a loop is a definition that calls itself', () => {
    const emitted = emitMigo(
      read(
        'proc main() {\n  c = chan 1\n  loop l {\n    send c, 1\n    if ? {\n      break l\n    }\n  }\n  close c\n}',
      ),
    );
    expect(emitted).toEqual({
      ok: true,
      text: `def main():
    let c = newchan c, 1;
    call main#loop1(c);
    close c;
def main#loop1(c):
    send c;
    if
    else
        call main#next2(c);
    endif;
def main#next2(c):
    call main#loop1(c);
`,
    });
  });

  test('can be read back', () => {
    let printed = 0;
    for (const { name, program } of [...commFiles('comm'), ...commFiles('migo')]) {
      const emitted = emitMigo(program);
      if (!emitted.ok) continue;
      printed++;
      const parsed = parseMigo(emitted.text, name);
      if (!parsed.ok) throw new Error(`${name}: ${parsed.message}\n${emitted.text}`);
      expect(wellFormed(parsed.program), name).toEqual([]);
    }
    expect(printed).toBeGreaterThan(25);
  });

  test.each([
    ['waitgroup, which MiGo does not have', 'proc main(){\n  w = nil\n  wait w\n}'],
    ['an object that is sent over a channel', 'proc main() {\n  c = chan 0\n  d = recv c\n  send d, 1\n}'],
    ['an object that is not made on every way to here', 'proc main() {\n  c = nil\n  send c, 1\n}'],
    ['a capacity that is not fixed', 'param n int\nproc main() {\n  c = chan $n\n}'],
  ])('does not have: %s', (reason, text) => {
    expect(emitMigo(read(text))).toMatchObject({ ok: false, reason });
  });

  test.each([
    ['def main(): send x;', 'x is not defined'],
    ['def main(): call f();', 'f is not defined'],
    ['def main(): let x = newchan t, 0; call f(x); def f(): tau;', 'f takes 0 arguments, not 1'],
    ['def main(): tau', 'expected ;'],
    ['def main(): if tau; endif;', 'expected else'],
    ['def f(): tau; def f(): tau;', 'f is defined twice'],
    ['', 'expected a definition'],
  ])('is read with a place for the mistake in %j', (text, message) => {
    expect(parseMigo(text, 'test.migo')).toMatchObject({ ok: false, message });
  });
});

describe('mCRL2', () => {
  test('has a process for each goroutine and each object', () => {
    const emitted = emitMcrl2(named('relay.migo'));
    expect(emitted.ok && emitted.text).toContain(`    G_main_0
    || G_stage_1
    || G_stage_2
    || Channel(1, 0, [], true) % a
    || Channel(2, 0, [], true) % b
    || Channel(3, 0, [], true) % c`);
  });

  test('declares every action once, and lets each take part in one meeting', () => {
    for (const { name, program } of commFiles('comm')) {
      const emitted = emitMcrl2(
        bindParams(
          program,
          program.params.map((p) => (p.type === 'int' ? 1 : true)),
        ),
      );
      if (!emitted.ok) continue;
      const actions = [...emitted.text.matchAll(/^act (\w+)/gm)].map((m) => m[1]);
      expect(new Set(actions).size, name).toBe(actions.length);
      const meetings = /comm\(\{(.*)\},/.exec(emitted.text)?.[1] ?? '';
      const parts = meetings.split(', ').flatMap((one) => (one.split(' -> ')[0] as string).split('|'));
      expect(new Set(parts).size, name).toBe(parts.length);
      const open = emitted.text.split('(').length;
      expect(emitted.text.split(')').length, name).toBe(open);
    }
  });

  test('does not have goroutines that are started in a loop', () => {
    expect(emitMcrl2(named('workers.comm'))).toMatchObject({
      ok: false,
      reason: 'objects or goroutines that are made in a loop',
    });
  });
});

describe('the languages of the papers', () => {
  test.each([
    ['stop-early.migo', true, true, true],
    ['two-forks.migo', true, false, true],
    ['workers.comm', false, true, true],
    ['wait-group.comm', false, false, true],
    ['channel-of-channels.comm', false, false, true],
  ])('%s', (name, types, miniGo, isItStatic) => {
    const program = named(name);
    expect([isBehaviouralType(program).ok, isMiniGo(program).ok, isStatic(program).ok]).toEqual([
      types,
      miniGo,
      isItStatic,
    ]);
  });
});

test('parameters get values, and what becomes constant is folded', () => {
  const program = read(
    'param n int\nparam fast bool\nproc main() {\n  c = chan $n * 2 + 1\n  if $fast {\n    close c\n  }\n}',
  );
  expect(printProgram(bindParams(program, [3, true]), { sites: false })).toBe(
    'program "main" main\nentry main\n\nproc main() {\n  var c\n  c = chan 7\n  if true {\n    close c\n  }\n}\n',
  );
});
