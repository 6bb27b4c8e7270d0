// Pure functions and methods: vil functions, of which the body is the expression that is returned.
//
//   pure func f(x T) (r U) { return e }      function f(x: T): U requires P ensures Q[result/r] { [e] }

import type * as ast from '../../syntax/nodes.ts';
import type { FuncFacts } from '../../types/index.ts';
import type { Func, Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Annotation, Expr, Function as VilFunction } from '../../vil/index.ts';
import { contract } from '../contracts/contracts.ts';
import { implementsMeasured } from '../contracts/implementations.ts';
import { below } from '../contracts/measures.ts';
import { header } from '../contracts/signatures.ts';
import { exprAs, source, vilType, within } from '../core/code.ts';
import type { Code, Encoder, Unit } from '../core/context.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';

const opaque: readonly Annotation[] = [{ key: 'opaque', values: [] }];

export function encodePure(
  e: Encoder,
  unit: Unit,
  func: Func,
  facts: FuncFacts,
  node: ast.FuncDecl | ast.FuncLit,
  around: readonly Var[] = [],
): void {
  unit.trusted = facts.trusted || node.body === null;
  try {
    const made = header(e, unit, func, node, { captured: around });
    const { code, outputs } = made;
    const params = [...made.captured, ...made.params];
    const [result] = outputs;
    if (result === undefined || outputs.length !== 1) unsupported('a pure function without one result', node);
    const resultType = result.type as GoType;
    const type = vilType(code, resultType);
    const src = source(code, node.name ?? node);
    const places = new Map(code.places).set(result, {
      kind: 'value',
      value: { kind: 'Result', type, src },
      type: resultType,
    });
    const after: Code = { ...code, places };
    const { pres, posts, measures } = contract(after, after, facts.spec);
    const body =
      unit.trusted || node.body === null ? null : returned({ ...after, ghost: facts.ghost }, node.body, resultType);
    const ranked = below(measures, implementsMeasured(e, func) ? 2 : 0);
    const whole: VilFunction = {
      kind: 'Function',
      name: unit.name,
      params,
      type,
      pres,
      posts,
      measures: ranked,
      body,
      src,
    };
    const shown = facts.opaque ? { ...whole, annotations: opaque } : whole;
    unit.contract = { functions: [shown], predicates: [], methods: [] };
    unit.whole = unit.contract;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}

/** The value of a body that does nothing but return it. */
export function returned(k: Code, body: ast.BlockStmt, type: GoType): Expr {
  const list = body.list.filter((s) => s.kind !== 'EmptyStmt');
  const [only] = list;
  const value = only?.kind === 'ReturnStmt' && list.length === 1 ? only.results[0] : undefined;
  if (value === undefined || only === undefined) return unsupported('this body of a pure function', body);
  return exprAs(within(k, only), value, type);
}
