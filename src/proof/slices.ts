// What the result of a member depends on: a key that changes with it, and its places, which move when others are edited.

import { checkTermination, type Member, type Program, type Source } from '../vil/index.ts';
import { tableOf } from './context.ts';
import { forEachNode, functionsOfAxioms, reachable } from './reach.ts';

export interface Slices {
  /** The same text for the same member with the same things that it refers to, wherever they are in their files. */
  readonly key: (member: Member) => string;
  /** The places in the member and in what it refers to, in an order that is the same for the same key. */
  readonly places: (member: Member) => readonly Source[];
}

/** `digest` makes a short text of a long one, another one for each. */
export function slicesOf(program: Program, digest: (text: string) => string): Slices {
  const checks = checkTermination(program);
  const table = tableOf(checks.program);
  const proofs = new Map<string, Member[]>();
  for (const [proof, about] of checks.proves) proofs.set(about.name, [...(proofs.get(about.name) ?? []), proof]);
  const methods = new Map(checks.program.methods.map((method) => [method.name, method]));
  // Axioms can matter wherever a value of the domain's type is: they are part of every slice.
  const background = digest(textOf([checks.program.domains, checks.program.adts, checks.program.fields]));
  const functions = new Set(functionsOfAxioms(table));
  const applied = digest(textOf(checks.program.functions.filter(({ name }) => functions.has(name))));

  /** The trees that are verified for a member. */
  const treesOf = (member: Member): readonly unknown[] => {
    const own = member.kind === 'Method' ? (methods.get(member.name) ?? member) : member;
    const about = member.kind === 'Function' ? (proofs.get(member.name) ?? []) : [];
    return [own, ...about].flatMap((part) => reachable(table, part));
  };
  const digests = new Map<unknown, string>();
  const digestOf = (tree: unknown): string => {
    // A contract is a new list each time, but its parts are not.
    const [first] = Array.isArray(tree) ? tree.filter((part) => Array.isArray(part) && part.length > 0) : [tree];
    const known = first === undefined ? undefined : digests.get(first);
    if (known !== undefined) return known;
    const made = digest(textOf(tree));
    if (first !== undefined) digests.set(first, made);
    return made;
  };
  return {
    key: (member) => digest([member.name, background, applied, ...treesOf(member).map(digestOf)].join(' ')),
    places: (member) => {
      const places: Source[] = [];
      forEachNode([treesOf(member), checks.program.domains], (node) => places.push(node.src));
      return places;
    },
  };
}

/** A tree as text, without its places. */
function textOf(tree: unknown): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (key === 'src') return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Map ? [...value] : value;
  });
}
