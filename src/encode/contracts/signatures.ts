// Parameters and results: vil variables, where contracts see them, and where bodies do.

import type * as ast from '../../syntax/nodes.ts';
import type { Func, GoObject, Var } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Expr, LocalDecl } from '../../vil/index.ts';
import { decl, local } from '../core/build.ts';
import { encodingOf, source, valuePlace, vilType } from '../core/code.ts';
import type { Code, Encoder, Place, Unit } from '../core/context.ts';
import { freshName, type Names, newNames } from '../core/names.ts';
import { sourceOf } from '../core/origins.ts';
import { unsupported } from '../core/unsupported.ts';

export interface Header {
  /** For contracts: parameters and results have their values, also those that the body shares. */
  readonly code: Code;
  readonly names: Names;
  /** Addresses of variables of the function around a function literal; they come before all parameters. */
  readonly captured: readonly LocalDecl[];
  readonly params: readonly LocalDecl[];
  readonly results: readonly LocalDecl[];
  readonly inputs: readonly Var[];
  readonly outputs: readonly Var[];
}

/** Code of a unit in which nothing is declared yet. */
export function newCode(e: Encoder, unit: Unit, node: ast.NodeBase): Code {
  const pkg = unit.pkg ?? e.target;
  const info = e.infos.get(pkg);
  if (info === undefined) return unsupported('a package whose source is not there', node);
  return {
    e,
    unit,
    pkg,
    info,
    uses: unit.interfaceUses,
    names: newNames(),
    places: new Map<GoObject, Place>(),
    out: null,
    within: node,
    body: null,
    labels: new Map(),
  };
}

/** The variables of a function's signature, receiver first. */
export function header(
  e: Encoder,
  unit: Unit,
  func: Func,
  node: ast.NodeBase,
  { results = true, captured = [] }: { readonly results?: boolean; readonly captured?: readonly Var[] } = {},
): Header {
  const code = newCode(e, unit, node);
  const sig = func.type as Signature;
  if ((sig.typeParams?.length ?? 0) > 0 || (sig.recvTypeParams?.length ?? 0) > 0) unsupported('type parameters', node);
  const inputs = [...(sig.recv === null ? [] : [sig.recv]), ...sig.params.vars];
  const outputs = results ? sig.results.vars : [];
  const declareAll = (vars: readonly Var[], unnamed: string): readonly LocalDecl[] =>
    vars.map((v, i) => {
      const type = v.type as GoType;
      const name = freshName(code.names, v.name === '' || v.name === '_' ? `${unnamed}${i}` : v.name);
      const variable = decl(name, encodingOf(code, type).value(e, type), sourceOf(e.origins, node, null));
      code.places.set(v, { kind: 'variable', variable: local(name, variable.type, variable.src), type });
      unit.variables.set(name, v);
      unit.signature.add(v);
      return variable;
    });
  const addresses = captured.map((v) => {
    const type = v.type as GoType;
    const src = sourceOf(e.origins, node, null);
    const variable = decl(freshName(code.names, v.name), encodingOf(code, type).address(e, type), src);
    code.places.set(v, { kind: 'memory', address: local(variable.name, variable.type, src), type });
    return variable;
  });
  return {
    code,
    captured: addresses,
    names: code.names,
    params: declareAll(inputs, 'p'),
    results: declareAll(outputs, 'r'),
    inputs,
    outputs,
  };
}

/** The code of a contract in which the result of a function has a value. */
export function withResult(k: Code, result: Var, node: ast.NodeBase): Code {
  const value = resultOf(k, result, node);
  return { ...k, places: new Map(k.places).set(result, valuePlace(value, result.type as GoType)) };
}

/** The result of a pure function, in its contract. */
export function resultOf(k: Code, result: Var, node: ast.NodeBase): Expr {
  return { kind: 'Result', type: vilType(k, result.type as GoType), src: source(k, node) };
}
