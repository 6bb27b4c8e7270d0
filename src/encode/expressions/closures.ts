// Function values, and what they are known to implement.
//
//   domain Closure {
//     nil(): Closure    closure_f(a...): Closure     for each function or literal f, and the addresses a of what it captures
//     captured_f_i(c): a                             implements_S_is(c, x...): Bool    that c keeps the contract of S with parameters x
//     forall a :: { closure_f(a) }  implements_f(closure_f(a)) && captured_f_i(closure_f(a)) == a_i && closure_f(a) != nil
//     method_m(i: Interface): Closure                a method of a value, whatever interface it is seen through
//   }

import { walk } from '../../syntax/index.ts';
import type * as ast from '../../syntax/nodes.ts';
import { isExported, isInterface, type Selection, under } from '../../types/index.ts';
import type { Func, GoObject, Var } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { all, applyDomain, Bool, decl, domainType, eq, local, ne } from '../core/build.ts';
import { encodingOf, place, read, source, typeOf, use, valuePlace } from '../core/code.ts';
import type { Code, Encoder, Place, Unit } from '../core/context.ts';
import { addDomainAxiom, addDomainFunction, domainNamed } from '../core/growing-domains.ts';
import { declared, factsOf, newUnit, unitOf } from '../core/units.ts';
import { unsupported } from '../core/unsupported.ts';
import { box, nilInterface } from '../types/interface-values.ts';
import { leaf } from '../types/representations.ts';

const domain = 'Closure';
export const Closure: Type = domainType(domain);

export const closures = leaf({
  value: (e) => {
    domainNamed(e, domain);
    return Closure;
  },
  zero: (e, _, src) => nilClosure(e, src),
  comparable: () => false,
});

function nilClosure(e: Encoder, src: Source): Expr {
  addDomainFunction(e, domain, 'nilClosure', [], Closure);
  return applyDomain(domain, 'nilClosure', [], [], Closure, src);
}

// ---------------------------------------------------------------------------------------------------------------
// Values

/** `f`, a declared function or the name of a literal. */
export function functionValue(k: Code, obj: Func, node: ast.Expr): Place {
  return valuePlace(closureOf(k, declared(obj), node), typeOf(k, node));
}

/** `func(x T) R { ... }` */
export function functionLiteral(k: Code, node: ast.FuncLit): Place {
  return valuePlace(
    closureOf(k, literalFunc(k.e, node) ?? unsupported('this function literal', node), node),
    typeOf(k, node),
  );
}

/** What `x.m` takes its method from; null where it selects something else. */
export function methodReceiverOf(k: Code, node: ast.SelectorExpr): Place | null {
  return k.info.selections.get(node)?.kind === 'method' ? place(k, node.x) : null;
}

/** `x.m` */
export function methodValue(k: Code, node: ast.SelectorExpr, selection: Selection): Place {
  const { obj } = selection;
  if (selection.kind !== 'method' || obj.kind !== 'Func' || selection.index.length !== 1) {
    return unsupported('a method as a value', node);
  }
  const src = source(k, node);
  const recv = place(k, node.x);
  const type = recv.type;
  const wanted = (declared(obj).type as Signature).recv?.type as GoType;
  if (!isInterface(type) && isPointer(type) !== isPointer(wanted)) return unsupported('this method as a value', node);
  const boxed = box(k.e, type, read(k, recv, src), src);
  const value = isInterface(type) ? notNil(k, boxed, node) : boxed;
  const name = `method$${obj.name}${isExported(obj.name) ? '' : `$${obj.pkg?.name ?? ''}`}`;
  addDomainFunction(k.e, domain, name, [decl('i', value.type, noSource)], Closure);
  return valuePlace(applyDomain(domain, name, [value], [], Closure, src), typeOf(k, node));
}

/** An interface value whose method is taken, which panics where it is nil. */
function notNil(k: Code, value: Expr, node: ast.Expr): Expr {
  const meanings = [{ on: 'asserting', key: 'method_object_nil_error', reasons: ['receiver_is_nil_error'] }] as const;
  const assertion = ne(value, nilInterface(k.e, source(k, node)), source(k, node, { meanings }));
  return { kind: 'Asserting', assertion, body: value, type: value.type, src: source(k, node) };
}

function isPointer(t: GoType): boolean {
  return under(t).kind === 'Pointer';
}

/** The literal's function, which has facts. */
export function literalFunc(e: Encoder, node: ast.FuncLit): Func | null {
  let known = e.memory.get('function literals') as Map<ast.Node, Func> | undefined;
  if (known === undefined) {
    known = new Map();
    for (const [func, facts] of e.facts.funcs) {
      if (facts.role === 'closure' && facts.node !== null) known.set(facts.node, func);
    }
    e.memory.set('function literals', known);
  }
  return known.get(node) ?? null;
}

/** The variables around a literal that it mentions, in the order of the source. */
function capturedBy(k: Code, node: ast.FuncLit): readonly Var[] {
  const found = new Set<Var>();
  walk(node, (n) => {
    if (n.kind !== 'Ident') return true;
    const obj: GoObject | null = k.info.uses.get(n) ?? null;
    if (obj?.kind !== 'Var' || obj.var === 'package' || obj.var === 'field') return true;
    if (obj.pos < node.pos || obj.pos >= node.end) found.add(obj);
    return true;
  });
  return [...found].filter((v) => v.pkg !== null);
}

export interface Made {
  readonly unit: Unit;
  readonly captured: readonly Var[];
}

/** What is called where something is called as `func`. */
export function madeOf(k: Code, func: Func, node: ast.NodeBase): Made {
  const facts = factsOf(k.e, func, node);
  if (facts.role !== 'closure') return { unit: unitOf(k.e, func, node), captured: [] };
  const lit = facts.node;
  if (lit?.kind !== 'FuncLit') return unsupported('this function literal', node);
  const captured = capturedBy(k, lit);
  const known = k.e.units.get(lit);
  if (known !== undefined) return { unit: known, captured };
  const name = lit.name?.name ?? 'func';
  const kind = facts.pure ? 'pure' : 'closure';
  const about = { kind, display: `${k.unit.display}.${name}`, node: lit, pkg: k.pkg, func } as const;
  const unit = newUnit(k.e, lit, { ...about, specified: lit.spec !== null, wanted: name }, (made) => {
    if (facts.pure) k.e.tables.members.pure(k.e, made, func, facts, lit, captured);
    else k.e.tables.members.function(k.e, made, func, facts, lit, captured);
  });
  return { unit, captured };
}

export function addressType(k: Code, v: Var): Type {
  const type = v.type as GoType;
  return encodingOf(k, type).address(k.e, type);
}

/** The value of a function, or of a literal with what it captures here. */
export function closureOf(k: Code, func: Func, node: ast.NodeBase): Expr {
  const { unit, captured } = madeOf(k, func, node);
  use(k, unit);
  const src = source(k, node);
  const name = `closure$${unit.name}`;
  const params = captured.map((v, i) => decl(`a${i}`, addressType(k, v), noSource));
  const make = (args: readonly Expr[], at: Source): Expr => applyDomain(domain, name, args, [], Closure, at);
  if (addDomainFunction(k.e, domain, name, params, Closure)) {
    const args = params.map((p) => local(p.name, p.type, noSource));
    const value = make(args, noSource);
    const facts = [
      ne(value, nilClosure(k.e, noSource), noSource),
      implementsApp(k.e, unit, [], value, [], noSource),
      ...args.map((a, i) => eq(capturedIn(k, unit, i, a.type, value, noSource), a, noSource)),
    ];
    const body = all(facts, noSource);
    const triggers = [{ kind: 'Trigger' as const, exprs: [value], src: noSource }];
    addDomainAxiom(
      k.e,
      domain,
      params.length === 0 ? body : { kind: 'Forall', vars: params, triggers, body, type: Bool, src: noSource },
    );
  }
  return make(
    captured.map((v) => addressOf(k, v, node)),
    src,
  );
}

export function addressOf(k: Code, v: Var, node: ast.NodeBase): Expr {
  const at = k.places.get(v);
  return at?.kind === 'memory'
    ? at.address
    : unsupported('a function literal that uses a variable that is not shared', node);
}

export function capturedIn(k: Code, unit: Unit, i: number, type: Type, closure: Expr, src: Source): Expr {
  const name = `captured$${unit.name}$${i}`;
  addDomainFunction(k.e, domain, name, [decl('c', Closure, noSource)], type);
  return applyDomain(domain, name, [closure], [], type, src);
}

/** That a closure keeps the contract of `unit`, of which the parameters with these numbers have the values `given`. */
export function implementsApp(
  e: Encoder,
  unit: Unit,
  numbers: readonly number[],
  closure: Expr,
  given: readonly Expr[],
  src: Source,
): Expr {
  const name = `implements$${[unit.name, ...numbers].join('$')}`;
  const params = [decl('c', Closure, noSource), ...given.map((x, i) => decl(`x${i}`, x.type, noSource))];
  addDomainFunction(e, domain, name, params, Bool);
  return applyDomain(domain, name, [closure, ...given], [], Bool, src);
}
