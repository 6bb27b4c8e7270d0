// Where vil nodes come from: the side table behind `src.origin`, and how a failed obligation is named in Go's terms.

import type * as ast from '../../syntax/nodes.ts';
import { isBoolean, isInteger } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import type { ErrorId, FailedObligation, ReasonId, Source } from '../../vil/index.ts';

/** What a failure at a node is called where the general tables do not say it. */
export interface Meaning {
  /** The failure that is meant; null: any. `asserting`: the node is what an expression asserts, and does not hold. */
  readonly on: ErrorId | 'asserting' | null;
  readonly key: string;
  /** What follows the key; null: what the reason is called in general. */
  readonly reasons: readonly string[] | null;
}

export interface Origin {
  readonly node: ast.NodeBase;
  /** The statement, clause or declaration around it; null where nothing is. */
  readonly within: ast.NodeBase | null;
  readonly meanings: readonly Meaning[];
  /** What an assertion is called that fails because of this node; null: `assertion_error`. */
  readonly reason: string | null;
}

/** A failed obligation with Gobra's identifiers: the key, and why. */
export interface Failure {
  /** `['assert_error', 'assertion_error']` */
  readonly id: readonly string[];
  readonly node: ast.NodeBase;
  /** What in it is to blame. */
  readonly offending: ast.NodeBase;
  readonly error: FailedObligation;
  /** Variables in sight, and values with which the proof does not go through. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

export interface OriginTable {
  readonly entries: Origin[];
  /** Entries without anything special, by node and surroundings. */
  readonly plain: Map<ast.NodeBase, Map<ast.NodeBase | null, Source>>;
}

export function newOrigins(): OriginTable {
  // 0 means that there is no origin.
  return { entries: [], plain: new Map() };
}

export interface Special {
  readonly meanings?: readonly Meaning[];
  readonly reason?: string;
}

/** The source of vil nodes that `node` becomes. */
export function sourceOf(
  table: OriginTable,
  node: ast.NodeBase,
  within: ast.NodeBase | null,
  special: Special | null = null,
): Source {
  if (special === null) {
    let byPlace = table.plain.get(node);
    if (byPlace === undefined) {
      byPlace = new Map();
      table.plain.set(node, byPlace);
    }
    let source = byPlace.get(within);
    if (source === undefined) {
      source = add(table, { node, within, meanings: [], reason: null });
      byPlace.set(within, source);
    }
    return source;
  }
  return add(table, { node, within, meanings: special.meanings ?? [], reason: special.reason ?? null });
}

/** The same place, where failures have these names. */
export function named(table: OriginTable, source: Source, meanings: readonly Meaning[]): Source {
  const origin = originOf(table, source);
  return origin === null ? source : sourceOf(table, origin.node, origin.within, { meanings });
}

function add(table: OriginTable, origin: Origin): Source {
  table.entries.push(origin);
  return { pos: origin.node.pos, end: origin.node.end, origin: table.entries.length };
}

export function originOf(table: OriginTable, source: Source): Origin | null {
  return table.entries[source.origin - 1] ?? null;
}

const keys: Readonly<Record<ErrorId, string>> = {
  'assignment.failed': 'assignment_error',
  'call.failed': 'call_error',
  'call.precondition': 'precondition_error',
  'application.precondition': 'precondition_error',
  'not.wellformed': 'contract_not_well_formed',
  'exhale.failed': 'exhale_error',
  'inhale.failed': 'inhale_error',
  'assert.failed': 'assert_error',
  'refute.failed': 'refute_error',
  'if.failed': 'conditional_error',
  'while.failed': 'for_loop_error',
  'fold.failed': 'fold_error',
  'unfold.failed': 'unfold_error',
  'package.failed': 'package_failed',
  'apply.failed': 'apply_failed',
  'postcondition.violated': 'postcondition_error',
  'invariant.not.established': 'invariant_establishment_error',
  'invariant.not.preserved': 'invariant_preservation_error',
  'function.not.wellformed': 'pure_function_not_well_defined',
  'predicate.not.wellformed': 'predicate_not_well_defined',
  'wand.not.wellformed': 'wand_not_wellformed',
  'predicateinstance.no.access': 'predicate_instance_no_access_error',
  'termination.failed': 'function_termination_error',
  'quasihavoc.failed': 'assignment_error',
  'quasihavocall.failed': 'assignment_error',
};

const reasons: Readonly<Record<ReasonId, string>> = {
  'assertion.false': 'assertion_error',
  'insufficient.permission': 'permission_error',
  'receiver.null': 'permission_error',
  'division.by.zero': 'division_by_zero',
  'negative.permission': 'negative_permission_error',
  'permission.not.positive': 'negative_permission_error',
  'wand.not.found': 'wand.not.found',
  'qp.not.injective': 'qp_assertion_not_injective',
  'quasihavocall.not.injective': 'qp_assertion_not_injective',
  'labelled.state.not.reached': 'labelled_state_not_reached',
  'seq.index.negative': 'seq_index_negative_error',
  'seq.index.length': 'seq_index_exceeds_length_error',
  'map.key.contains': 'map_key_not_contained',
  'refutation.true': 'refutation_true_error',
  'termination.condition.false': 'termination_condition_false_error',
  'tuple.condition.false': 'tuple_condition_false_error',
  'tuple.false': 'tuple_simple_false_error',
};

/** The member that a failed obligation belongs to: its declaration, and its variables by their names in vil. */
export interface FailedMember {
  readonly node: ast.NodeBase;
  readonly isPure: boolean;
  readonly variables: ReadonlyMap<string, Var>;
  /** Its parameters and results. */
  readonly signature: ReadonlySet<Var>;
}

/** A failed obligation in Go's terms. */
export function explain(table: OriginTable, error: FailedObligation, of: FailedMember): Failure {
  const at = originOf(table, error.node.src);
  const why = originOf(table, error.offending.src);
  const reason =
    error.reason === 'assertion.false' && why?.reason != null ? why.reason : (reasons[error.reason] as string);
  // What is asserted within an expression has a name and a place of its own, whatever is being executed.
  const inner = why?.meanings.find(({ on }) => on === 'asserting') ?? null;
  const meaning = inner ?? at?.meanings.find(({ on }) => on === null || on === error.id) ?? null;
  const node = (inner === null ? at?.node : why?.node) ?? of.node;
  const id = [meaning?.key ?? keyOf(error, of.isPure), ...(meaning?.reasons ?? [reason])];
  // Numbers say little about a permission that is missing.
  const values = id.includes('permission_error') ? [] : valuesInSight(error, node, of);
  return { id, node, offending: why?.node ?? node, error, values };
}

/** The values of numbers and truth values that a reader sees from `node`: what parameters were in contracts, what they are in code. */
function valuesInSight(
  { id, values = [] }: FailedObligation,
  node: ast.NodeBase,
  { variables, signature }: FailedMember,
): Failure['values'] {
  const known = new Map(values);
  const found = new Map<Var, string>();
  for (const [name, v] of variables) {
    const value = known.get(name);
    const type = v.type === null ? null : v.type;
    if (value === undefined || type === null || !(isInteger(type) || isBoolean(type))) continue;
    if (found.has(v) && id === 'postcondition.violated') continue;
    if (v.name !== '' && v.name !== '_' && (signature.has(v) || isInSight(v, node))) found.set(v, value);
  }
  return [...found].sort(([a], [b]) => a.pos - b.pos).map(([{ name }, value]) => ({ name, value }));
}

/** Whether a local variable is declared before `node`, in a block around it. */
function isInSight({ parent, pos }: Var, node: ast.NodeBase): boolean {
  return parent !== null && parent.pos <= node.pos && node.end <= parent.end && pos < node.pos;
}

// A loop's own measure that does not decrease is the loop's failure; all else is that of the function around.
function keyOf({ id, node }: FailedObligation, isPure: boolean): string {
  if (id !== 'termination.failed') return keys[id];
  switch (node.kind) {
    case 'TupleMeasure':
    case 'WildcardMeasure':
    case 'StarMeasure':
      return 'loop_termination_error';
    default:
      return isPure ? 'pure_function_termination_error' : keys[id];
  }
}
