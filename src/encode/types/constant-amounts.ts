// Constant amounts of permission, in any package: the checker keeps no value of `const p perm = 1/2`, so the fraction is read
// again where it is declared.

import type * as ast from '../../syntax/nodes.ts';
import { constant, type Info, intOf, toInt } from '../../types/index.ts';
import type { Const, Package } from '../../types/object.ts';
import { unparen } from '../core/code.ts';
import type { Encoder } from '../core/context.ts';

/** A rational number. */
export interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

/** The value of a constant; null where it is not understood. */
export function fractionOf(e: Encoder, obj: Const): Fraction | null {
  const found = obj.pkg === null ? null : (declarationsIn(e, obj.pkg).get(obj) ?? null);
  return found === null ? null : fraction(found, found.init);
}

/** The value of a constant that is an integer, whatever it is wanted as; null for anything else. */
export function integerOf(info: Info, e: ast.Expr): bigint | null {
  const known =
    e.kind === 'BasicLit' && e.lit === 'int'
      ? constant.makeFromLiteral(e.value, 'int')
      : (info.types.get(e)?.value ?? null);
  if (known === null || (known.kind !== 'int' && known.kind !== 'float')) return null;
  const value = toInt(known);
  return value.kind === 'int' ? intOf(value) : null;
}

interface Declared {
  readonly info: Info;
  readonly init: ast.Expr;
  readonly iota: bigint;
}

/** Where the constants of a package are declared. */
function declarationsIn(e: Encoder, pkg: Package): ReadonlyMap<Const, Declared> {
  const name = `constants of ${pkg.path}`;
  const known = e.memory.get(name) as ReadonlyMap<Const, Declared> | undefined;
  if (known !== undefined) return known;
  const found = new Map<Const, Declared>();
  const info = e.infos.get(pkg);
  const files = pkg === e.target ? e.files : (e.sources.get(pkg)?.files ?? []);
  for (const decl of files.flatMap((file) => file.decls)) {
    if (decl.kind !== 'GenDecl' || decl.keyword !== 'const' || info === undefined) continue;
    let values: readonly ast.Expr[] = [];
    for (const spec of decl.specs) {
      if (spec.kind !== 'ValueSpec') continue;
      // A spec without values repeats those before it.
      if (spec.values.length > 0) values = spec.values;
      for (const [i, name] of spec.names.entries()) {
        const obj = info.defs.get(name);
        const init = values[i];
        if (obj?.kind === 'Const' && init !== undefined) found.set(obj, { info, init, iota: BigInt(spec.iota) });
      }
    }
  }
  e.memory.set(name, found);
  return found;
}

/** The checker admits quotients of integer constants only. */
function fraction(at: Declared, written: ast.Expr): Fraction | null {
  const x = unparen(written);
  if (x.kind === 'CallExpr' && x.args.length === 1) return fraction(at, x.args[0] as ast.Expr);
  if (x.kind !== 'BinaryExpr' || x.op !== '/') return null;
  const [above, below] = [integerAt(at, x.x), integerAt(at, x.y)];
  return above === null || below === null ? null : { above, below };
}

function integerAt(at: Declared, written: ast.Expr): bigint | null {
  const x = unparen(written);
  if (x.kind === 'BinaryExpr') {
    const [a, b] = [integerAt(at, x.x), integerAt(at, x.y)];
    if (a === null || b === null) return null;
    switch (x.op) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '<<':
        return b >= 0n && b < 1024n ? a << b : null;
      default:
        return null;
    }
  }
  const obj = x.kind === 'Ident' && x.name === 'iota' ? at.info.uses.get(x) : null;
  if (obj !== null && obj?.pkg == null) return at.iota;
  return integerOf(at.info, x);
}
