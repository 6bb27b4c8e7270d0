// Domains that grow while a program is encoded: functions and axioms are added when something first needs them.

import type { Axiom, Domain, Expr, LocalDecl, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import type { Encoder } from './context.ts';

/** The domain of this name, without functions and axioms where it is new. */
export function domainNamed(e: Encoder, name: string): Domain {
  const found = e.domains.get(name);
  if (found !== undefined) return found;
  const made: Domain = {
    kind: 'Domain',
    name,
    typeParams: [],
    functions: [],
    axioms: [],
    interpretation: null,
    src: noSource,
  };
  e.domains.set(name, made);
  return made;
}

/** Makes sure that the domain has the function; false if it has it already. */
export function addDomainFunction(
  e: Encoder,
  domain: string,
  name: string,
  params: readonly LocalDecl[],
  type: Type,
  unique = false,
): boolean {
  const made = domainNamed(e, domain);
  if (made.functions.some((f) => f.name === name)) return false;
  const func = {
    kind: 'DomainFunction',
    domain,
    name,
    params,
    type,
    unique,
    interpretation: null,
    src: noSource,
  } as const;
  e.domains.set(domain, { ...made, functions: [...made.functions, func] });
  return true;
}

export function addDomainAxiom(e: Encoder, domain: string, body: Expr): void {
  const made = domainNamed(e, domain);
  const axiom: Axiom = { kind: 'Axiom', domain, name: null, body, src: noSource };
  e.domains.set(domain, { ...made, axioms: [...made.axioms, axiom] });
}
