// Small random vil methods together with what they do: each part is its text and a function that runs it. What the engine
// proves must hold in every run.

/** Two references that may be one, two parameters and a local. */
export interface Env {
  a: number;
  b: number;
  c: number;
  /** The objects that x and y are: indices into `cells`. */
  readonly x: number;
  readonly y: number;
  readonly cells: number[];
}

interface Part<T> {
  readonly text: string;
  readonly run: (env: Env) => T;
}

export interface Generated {
  readonly text: string;
  /** Whether every assertion held. */
  readonly run: (env: Env) => boolean;
}

/** Thrown by a run whose assertion fails. */
class Violation extends Error {}

export function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3266489917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}

function pick<T>(below: (n: number) => number, items: readonly (() => T)[]): T {
  return (items[below(items.length)] as () => T)();
}

type Rnd = (below: number) => number;

function number(rnd: Rnd, depth: number): Part<number> {
  const leaf: readonly (() => Part<number>)[] = [
    () => {
      const value = rnd(4);
      return { text: `${value}`, run: () => value };
    },
    () => ({ text: 'a', run: (env) => env.a }),
    () => ({ text: 'b', run: (env) => env.b }),
    () => ({ text: 'c', run: (env) => env.c }),
    () => ({ text: 'x.f', run: (env) => env.cells[env.x] ?? 0 }),
    () => ({ text: 'y.f', run: (env) => env.cells[env.y] ?? 0 }),
    () => ({ text: 'get(y)', run: (env) => env.cells[env.y] ?? 0 }),
  ];
  if (depth === 0) return pick(rnd, leaf);
  const binary = (op: string, f: (p: number, q: number) => number) => (): Part<number> => {
    const [l, r] = [number(rnd, depth - 1), number(rnd, depth - 1)];
    return { text: `(${l.text} ${op} ${r.text})`, run: (env) => f(l.run(env), r.run(env)) };
  };
  return pick(rnd, [
    ...leaf,
    binary('+', (p, q) => p + q),
    binary('-', (p, q) => p - q),
    () => {
      const [when, l, r] = [condition(rnd, 0), number(rnd, depth - 1), number(rnd, depth - 1)];
      return {
        text: `(${when.text} ? ${l.text} : ${r.text})`,
        run: (env) => (when.run(env) ? l.run(env) : r.run(env)),
      };
    },
    () => {
      const arg = number(rnd, depth - 1);
      return { text: `twice(${arg.text})`, run: (env) => 2 * arg.run(env) };
    },
  ]);
}

function condition(rnd: Rnd, depth: number): Part<boolean> {
  const compare = (op: string, f: (p: number, q: number) => boolean) => (): Part<boolean> => {
    const [l, r] = [number(rnd, depth), number(rnd, depth)];
    return { text: `(${l.text} ${op} ${r.text})`, run: (env) => f(l.run(env), r.run(env)) };
  };
  const basic = [
    compare('==', (p, q) => p === q),
    compare('<', (p, q) => p < q),
    compare('<=', (p, q) => p <= q),
    (): Part<boolean> => ({ text: '(x == y)', run: (env) => env.x === env.y }),
  ];
  if (depth === 0) return pick(rnd, basic);
  return pick(rnd, [
    ...basic,
    () => {
      const [l, r] = [condition(rnd, depth - 1), condition(rnd, depth - 1)];
      return { text: `(${l.text} ==> ${r.text})`, run: (env) => !l.run(env) || r.run(env) };
    },
    () => {
      const l = condition(rnd, depth - 1);
      return { text: `!${l.text}`, run: (env) => !l.run(env) };
    },
  ]);
}

function statement(rnd: Rnd, depth: number): Part<void> {
  const value = number(rnd, 2);
  const simple: readonly (() => Part<void>)[] = [
    () => ({
      text: `c := ${value.text}`,
      run: (env) => {
        env.c = value.run(env);
      },
    }),
    ...(['x', 'y'] as const).map(
      (object) => (): Part<void> => ({
        text: `${object}.f := ${value.text}`,
        run: (env) => {
          env.cells[env[object]] = value.run(env);
        },
      }),
    ),
    () => {
      const goal = condition(rnd, 1);
      return {
        text: `assert ${goal.text}`,
        run: (env) => {
          if (!goal.run(env)) throw new Violation();
        },
      };
    },
  ];
  if (depth === 0) return pick(rnd, simple);
  return pick(rnd, [
    ...simple,
    () => {
      const [when, l, r] = [condition(rnd, 1), block(rnd, depth - 1), block(rnd, depth - 1)];
      return {
        text: `if (${when.text}) { ${l.text} } else { ${r.text} }`,
        run: (env) => (when.run(env) ? l : r).run(env),
      };
    },
    () => {
      // Counts c up to a small bound; what the body assigns is known by the invariant alone.
      const bound = rnd(3);
      return {
        text: `c := 0 while (c < ${bound}) invariant 0 <= c && c <= ${bound} && acc(x.f) { x.f := x.f + 1 c := c + 1 }`,
        run: (env) => {
          env.cells[env.x] = (env.cells[env.x] ?? 0) + bound;
          env.c = bound;
        },
      };
    },
    () => ({
      text: 'fold cell(x) unfold cell(x)',
      run: () => undefined,
    }),
  ]);
}

function block(rnd: Rnd, depth: number): Part<void> {
  const parts = Array.from({ length: 1 + rnd(3) }, () => statement(rnd, depth));
  return {
    text: parts.map((part) => part.text).join('  '),
    run: (env) => {
      for (const part of parts) part.run(env);
    },
  };
}

const prelude = `field f: Int
predicate cell(r: Ref) { acc(r.f) }
function get(r: Ref): Int requires acc(r.f, 1/2) { r.f }
function twice(i: Int): Int ensures result == i + i { i * 2 }
`;

/** A method that asserts something at its end: for odd seeds, if one is found, something that holds in all runs. */
export function generate(seed: number): Generated {
  const rnd = random(seed);
  const body = block(rnd, 2);
  let made = withGoal(body, condition(rnd, 1));
  for (let i = 0; seed % 2 === 1 && i < 30 && !holdsInAllRuns(made); i++) made = withGoal(body, condition(rnd, 1));
  return made;
}

function withGoal(body: Part<void>, goal: Part<boolean>): Generated {
  const text = `${prelude}method m(x: Ref, y: Ref, a: Int, b: Int)
  requires acc(x.f) && (x != y ==> acc(y.f))
{ var c: Int := 0
  ${body.text}
  assert ${goal.text} }`;
  return {
    text,
    run: (env) => {
      try {
        body.run(env);
        return goal.run(env);
      } catch (error) {
        if (error instanceof Violation) return false;
        throw error;
      }
    },
  };
}

/** Runs with all small values. */
export function holdsInAllRuns({ run }: Generated): boolean {
  const values = [-9, -1, 0, 1, 2, 7];
  for (const a of values) {
    for (const b of values) {
      for (const p of values) {
        for (const q of values) {
          for (const y of [0, 1]) if (!run({ a, b, c: 0, x: 0, y, cells: [p, q] })) return false;
        }
      }
    }
  }
  return true;
}
