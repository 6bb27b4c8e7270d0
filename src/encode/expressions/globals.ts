// Variables of packages: constants of a domain, which name locations, or values if the variable is assigned only where it is declared.
//
//   domain Globals { x(): address T }       for x@ T, in memory: reading and writing need permission
//   domain Globals { y(): value T }         for other y: its value after the initialization, which runs before everything else

import type * as ast from '../../syntax/nodes.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Source } from '../../vil/index.ts';
import { applyDomain } from '../core/build.ts';
import { source } from '../core/code.ts';
import type { Code, Encoder, Place } from '../core/context.ts';
import { addDomainFunction } from '../core/growing-domains.ts';
import { freshName } from '../core/names.ts';

const domain = 'Globals$';

export function globalPlace(k: Code, v: Var, node: ast.NodeBase): Place {
  const type = v.type as GoType;
  const value = constantFor(k.e, v, source(k, node));
  return k.e.facts.shared.has(v) ? { kind: 'memory', address: value, type } : { kind: 'value', value, type };
}

function constantFor(e: Encoder, v: Var, src: Source): Expr {
  const encoding = e.tables.types(v.type as GoType);
  const shared = e.facts.shared.has(v);
  const type = shared ? encoding.address(e, v.type as GoType) : encoding.value(e, v.type as GoType);
  const names = namesOf(e);
  let name = names.get(v);
  if (name === undefined) {
    name = freshName(e.names, `${v.pkg?.name ?? ''}_${v.name}`);
    names.set(v, name);
    addDomainFunction(e, domain, name, [], type);
  }
  return applyDomain(domain, name, [], [], type, src);
}

function namesOf(e: Encoder): Map<Var, string> {
  const known = e.memory.get('globals') as Map<Var, string> | undefined;
  if (known !== undefined) return known;
  const made = new Map<Var, string>();
  e.memory.set('globals', made);
  return made;
}
