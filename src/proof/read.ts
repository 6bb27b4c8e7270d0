// Reading locations, whichever kind of chunk holds them.

import type { Term } from '../smt/index.ts';
import type { Node } from '../vil/index.ts';
import { readBasic } from './chunks.ts';
import { type Context, isQuantified } from './context.ts';
import type { Blame } from './obligations.ts';
import { readQuantified } from './quantified.ts';
import { valueSort } from './resources.ts';
import { fresh, type State } from './state.ts';

/** sigma |- receiver.field => value */
export function readField(
  ctx: Context,
  s: State,
  field: string,
  receiver: Term,
  blame: Blame,
  offending: Node,
): readonly [State, Term] {
  const resource = { kind: 'field', name: field } as const;
  if (isQuantified(ctx, resource)) return readQuantified(ctx, s, resource, [receiver], blame, offending);
  const sort = valueSort(ctx, resource);
  return readBasic(ctx, s, resource, [receiver], blame, offending, () => fresh(ctx, s, field, sort));
}
