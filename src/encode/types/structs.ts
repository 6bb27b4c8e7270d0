// Structs. Exclusive ones are tuples of values, shared ones tuples of the locations of their fields.
//
//   value struct{F}   = Tuple_n[value F...]           an adt: equal where its parts are
//   address struct{F} = Struct_n[address F...]        a domain: each field's location determines the struct's
//   [v.f]  = get_i([v])          [loc.f] = memory field_i(loc)
//   read(loc) = tuple(read(field_i(loc))...)      footprint(loc, p) = footprint(field_i(loc), p) && ...
//   write(loc, v) = write(field_i(loc), get_i(v)); ...

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType, StructType } from '../../types/type.ts';
import type { Axiom, DomainFunction, Expr, LocalDecl, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { all, apply, applyDomain, decl, domainType, eq, local, typeKey } from '../core/build.ts';
import { encodingOf, exprAs, keep, objectOf, source } from '../core/code.ts';
import type { Code, Encoder, Part, Place, TypeEncoding } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';

export function fieldsOf(t: GoType): readonly Var[] {
  return (under(t) as StructType).fields;
}

function typeOfField(f: Var): GoType {
  return f.type as GoType;
}

function isGhostField(e: Encoder, f: Var): boolean {
  return e.facts.ghost.has(f);
}

export const structs: TypeEncoding = {
  value: (e, t) =>
    tupleType(
      e,
      fieldsOf(t).map((f) => e.tables.types(typeOfField(f)).value(e, typeOfField(f))),
    ),
  address: (e, t) =>
    addressType(
      e,
      fieldsOf(t).map((f) => e.tables.types(typeOfField(f)).address(e, typeOfField(f))),
    ),
  zero: (e, t, src) =>
    tuple(
      e,
      fieldsOf(t).map((f) => e.tables.types(typeOfField(f)).zero(e, typeOfField(f), src)),
      src,
    ),
  nilAddress: (e, t, src) => apply(nilStruct(e, t), [], structs.address(e, t), src),
  read: (e, t, address, src) =>
    tuple(
      e,
      fieldsOf(t).map((f, i) =>
        e.tables.types(typeOfField(f)).read(e, typeOfField(f), fieldAddress(e, t, address, i, src), src),
      ),
      src,
    ),
  footprint: (e, t, address, perm, src) =>
    all(
      fieldsOf(t).map((f, i) =>
        e.tables.types(typeOfField(f)).footprint(e, typeOfField(f), fieldAddress(e, t, address, i, src), perm, src),
      ),
      src,
    ),
  write: (e, t, address, value, src) =>
    fieldsOf(t).flatMap((f, i) =>
      e.tables
        .types(typeOfField(f))
        .write(e, typeOfField(f), fieldAddress(e, t, address, i, src), part(value, i, src), src),
    ),
  equal: (e, t, left, right, ghost, src) => {
    const byGo = !ghost && !(under(t) as StructType).ghost;
    return all(
      fieldsOf(t).flatMap((f, i) => {
        if (byGo && isGhostField(e, f)) return [];
        const encoding = e.tables.types(typeOfField(f));
        return [encoding.equal(e, typeOfField(f), part(left, i, src), part(right, i, src), !byGo, src)];
      }),
      src,
    );
  },
  comparable: (e, t, value, src) => {
    const parts: Expr[] = [];
    for (const [i, f] of fieldsOf(t).entries()) {
      if (isGhostField(e, f)) continue;
      const own = e.tables.types(typeOfField(f)).comparable(e, typeOfField(f), part(value, i, src), src);
      if (own === false) return false;
      if (own !== true) parts.push(own);
    }
    return parts.length === 0 ? true : all(parts, src);
  },
  literal: (k, lit, t) => literal(k, lit, t),
};

// [T{f: x}] = tuple([x], zero...)      elements are evaluated in the order of the source
function literal(k: Code, lit: ast.CompositeLit, t: GoType): Expr {
  const fields = fieldsOf(t);
  const values: (Expr | null)[] = fields.map(() => null);
  for (const [i, element] of lit.elts.entries()) {
    let at = i;
    let written = element;
    if (element.kind === 'KeyValueExpr') {
      const key = element.key;
      const obj = key.kind === 'Ident' ? objectOf(k, key) : null;
      at = fields.findIndex((f) => f === obj || (key.kind === 'Ident' && f.name === key.name));
      written = element.value;
    }
    const f = fields[at];
    if (f === undefined) return unsupported('this literal', element);
    const value = exprAs(k, written, typeOfField(f));
    // Later elements may have effects; what was computed before must not see them.
    values[at] = k.out === null || isSimple(value) ? value : keep(k, value, f.name, source(k, written));
  }
  const src = source(k, lit);
  return tuple(
    k.e,
    values.map((v, i) => v ?? zeroOf(k, fields[i] as Var, src)),
    src,
  );
}

function isSimple(e: Expr): boolean {
  return e.kind === 'LocalVar' || e.kind === 'IntLit' || e.kind === 'BoolLit' || e.kind === 'NullLit';
}

function zeroOf(k: Code, f: Var, src: Source): Expr {
  return encodingOf(k, typeOfField(f)).zero(k.e, typeOfField(f), src);
}

/** Field `i` of a place whose type is a struct. */
export function fieldPlace(k: Code, of: Place, i: number, src: Source): Place {
  if (of.kind === 'blank') throw new Error('a field of the blank identifier');
  const f = fieldsOf(of.type)[i] as Var;
  const type = typeOfField(f);
  switch (of.kind) {
    case 'memory':
      return { kind: 'memory', address: fieldAddress(k.e, of.type, of.address, i, src), type };
    case 'value':
      return { kind: 'value', value: part(of.value, i, src), type };
    case 'variable':
    case 'part':
      return {
        kind: 'part',
        of,
        type,
        part: fieldPart(k.e, fieldsOf(of.type).length, i),
      };
  }
}

function fieldPart(e: Encoder, length: number, i: number): Part {
  const self: Part = {
    get: (whole, src) => part(whole, i, src),
    put: (whole, value, src) => {
      const parts = Array.from({ length }, (_, j) => (j === i ? value : part(whole, j, src)));
      return tuple(e, parts, src);
    },
    settled: () => self,
  };
  return self;
}

// ---------------------------------------------------------------------------------------------------------------
// Tuples

/** The type of tuples with parts of these types. */
export function tupleType(e: Encoder, args: readonly Type[]): Type {
  const n = args.length;
  const name = `Tuple${n}`;
  if (!e.adts.has(name)) {
    const typeParams = args.map((_, i) => `T${i}`);
    const params = typeParams.map((T, i) => decl(`get${i}of${n}`, { kind: 'TypeVar', name: T }, noSource));
    const made = { kind: 'AdtConstructor', adt: name, name: `tuple${n}`, params, src: noSource } as const;
    e.adts.set(name, { kind: 'Adt', name, typeParams, constructors: [made], derives: [], src: noSource });
  }
  return { kind: 'Adt', name, args };
}

export function tuple(e: Encoder, parts: readonly Expr[], src: Source): Expr {
  const type = tupleType(
    e,
    parts.map((p) => p.type),
  ) as Type & { kind: 'Adt' };
  const n = parts.length;
  return {
    kind: 'AdtConstruct',
    adt: type.name,
    constructorName: `tuple${n}`,
    args: parts,
    typeArgs: type.args,
    type,
    src,
  };
}

/** Part `i` of a tuple. */
export function part(whole: Expr, i: number, src: Source): Expr {
  const type = whole.type as Type & { kind: 'Adt' };
  if (whole.kind === 'AdtConstruct') return whole.args[i] as Expr;
  const n = type.args.length;
  return {
    kind: 'AdtDestruct',
    adt: type.name,
    field: `get${i}of${n}`,
    receiver: whole,
    type: type.args[i] as Type,
    src,
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Locations of structs
//
//   domain Struct_n[T...] {
//     @inverse(struct_i) function field_i(s): T_i      function struct_i(x: T_i): Struct_n
//     axiom forall s :: { field_i(s) } struct_i(field_i(s)) == s
//   }

function addressType(e: Encoder, args: readonly Type[]): Type {
  const n = args.length;
  const name = `Struct${n}`;
  if (!e.domains.has(name)) {
    const typeParams = args.map((_, i) => `T${i}`);
    const typeArgs = typeParams.map((T): Type => ({ kind: 'TypeVar', name: T }));
    const self = domainType(name, typeArgs);
    const s = local('s', self, noSource);
    const functions: DomainFunction[] = [];
    const axioms: Axiom[] = [];
    const add = (func: string, param: LocalDecl, type: Type, inverse: string | null): void => {
      functions.push({
        kind: 'DomainFunction',
        domain: name,
        name: func,
        params: [param],
        type,
        unique: false,
        interpretation: null,
        ...(inverse === null ? {} : { annotations: [{ key: 'inverse', values: [inverse] }] }),
        src: noSource,
      });
    };
    for (const [i, T] of typeArgs.entries()) {
      add(`field${i}of${n}`, decl('s', self, noSource), T, `struct${i}of${n}`);
      add(`struct${i}of${n}`, decl('x', T, noSource), self, null);
      const f = applyDomain(name, `field${i}of${n}`, [s], typeArgs, T, noSource);
      axioms.push({
        kind: 'Axiom',
        domain: name,
        name: null,
        body: {
          kind: 'Forall',
          vars: [decl('s', self, noSource)],
          triggers: [{ kind: 'Trigger', exprs: [f], src: noSource }],
          body: eq(applyDomain(name, `struct${i}of${n}`, [f], typeArgs, self, noSource), s, noSource),
          type: { kind: 'Bool' },
          src: noSource,
        },
        src: noSource,
      });
    }
    e.domains.set(name, { kind: 'Domain', name, typeParams, functions, axioms, interpretation: null, src: noSource });
  }
  return domainType(name, args);
}

/** The location of field `i` of the struct at `address`. */
export function fieldAddress(e: Encoder, t: GoType, address: Expr, i: number, src: Source): Expr {
  const type = structs.address(e, t) as Type & { kind: 'Domain' };
  const n = type.args.length;
  return applyDomain(type.name, `field${i}of${n}`, [address], type.args, type.args[i] as Type, src);
}

// function nilStruct(): Struct_n ensures field_i(result) == nil...
function nilStruct(e: Encoder, t: GoType): string {
  const type = structs.address(e, t);
  const name = `nil$${typeKey(type)}`;
  if (e.helpers.has(name)) return name;
  const result: Expr = { kind: 'Result', type, src: noSource };
  const measures = [{ kind: 'WildcardMeasure', condition: null, src: noSource }] as const;
  const posts = fieldsOf(t).map((f, i) =>
    eq(
      fieldAddress(e, t, result, i, noSource),
      e.tables.types(typeOfField(f)).nilAddress(e, typeOfField(f), noSource),
      noSource,
    ),
  );
  e.helpers.set(name, {
    kind: 'Function',
    name,
    params: [],
    type,
    pres: [],
    posts,
    measures,
    body: null,
    src: noSource,
  });
  return name;
}
