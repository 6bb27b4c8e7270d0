// The files that `import <...>` names: orders for termination measures, which a program may extend by orders of its own.

/** Declares what orders are made of. */
const declaration = `
domain WellFoundedOrder[T] {
  function decreasing(smaller: T, larger: T): Bool
  function bounded(value: T): Bool
}
`;

function order(name: string, type: string, axioms: string): string {
  return `import "declaration.vpr"\ndomain ${name}WellFoundedOrder {\n${axioms.replaceAll('TYPE', type)}\n}\n`;
}

const files: ReadonlyMap<string, string> = new Map([
  ['decreases/declaration.vpr', declaration],
  [
    'decreases/int.vpr',
    order(
      'Int',
      'Int',
      `axiom { forall a: TYPE, b: TYPE :: { decreasing(a, b) } a < b ==> decreasing(a, b) }
       axiom { forall a: TYPE :: { bounded(a) } a >= 0 ==> bounded(a) }`,
    ),
  ],
  [
    'decreases/bool.vpr',
    order('Bool', 'Bool', `axiom { decreasing(false, true) } axiom { forall a: TYPE :: { bounded(a) } bounded(a) }`),
  ],
  [
    'decreases/ref.vpr',
    order(
      'Ref',
      'Ref',
      `axiom { forall a: TYPE :: { decreasing(null, a) } a != null ==> decreasing(null, a) }
       axiom { forall a: TYPE :: { bounded(a) } bounded(a) }`,
    ),
  ],
  ...['perm', 'rational'].map((file): [string, string] => [
    `decreases/${file}.vpr`,
    order(
      'Perm',
      'Perm',
      `axiom { forall a: TYPE, b: TYPE :: { decreasing(a, b) } a <= b - write ==> decreasing(a, b) }
       axiom { forall a: TYPE :: { bounded(a) } a >= none ==> bounded(a) }`,
    ),
  ]),
  ...[
    ['seq', 'Seq'],
    ['set', 'Set'],
    ['multiset', 'Multiset'],
  ].map(([file, name]): [string, string] => [
    `decreases/${file}.vpr`,
    `import "declaration.vpr"
     domain ${name}WellFoundedOrder[E] {
       axiom { forall a: ${name}[E], b: ${name}[E] :: { decreasing(a, b) } |a| < |b| ==> decreasing(a, b) }
       axiom { forall a: ${name}[E] :: { bounded(a) } bounded(a) }
     }`,
  ]),
  ['decreases/predicate_instance.vpr', 'import "declaration.vpr"'],
  [
    'decreases/all.vpr',
    ['int', 'bool', 'ref', 'rational', 'seq', 'set', 'multiset', 'predicate_instance']
      .map((file) => `import "${file}.vpr"`)
      .join('\n'),
  ],
  ['adt/derives.vpr', 'import "contains.vpr"'],
  ['adt/contains.vpr', 'domain ContainsDomain[A, B] { function contains(part: A, whole: B): Bool }'],
]);

/** The text of a standard file, or null if there is none of this name. */
export function standardFile(path: string): string | null {
  return files.get(path) ?? null;
}
