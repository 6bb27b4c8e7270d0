// Specifications laid over the package that they are about: what they declare counts, everything else is as the package has it.

import type * as ast from '../syntax/nodes.ts';

/** The real files of a package without what files with specifications declare anew. Nothing but declarations is looked at. */
export function withoutSpecified(real: readonly ast.File[], specified: readonly ast.File[]): readonly ast.File[] {
  const names = new Set<string>();
  for (const file of specified) for (const decl of file.decls) addNames(names, decl);
  return real.map((file) => ({ ...file, decls: file.decls.flatMap((decl) => rest(names, decl)) }));
}

function addNames(names: Set<string>, decl: ast.Decl): void {
  if (decl.kind === 'FuncDecl') names.add(functionName(decl));
  if (decl.kind === 'PredDecl' && decl.recv === null) names.add(decl.name.name);
  if (decl.kind !== 'GenDecl') return;
  for (const spec of decl.specs) {
    if (spec.kind === 'TypeSpec') names.add(spec.name.name);
    if (spec.kind === 'ValueSpec') for (const name of spec.names) names.add(name.name);
  }
}

/** What remains of a declaration. A group of constants keeps its members, since each counts for those after it. */
function rest(names: ReadonlySet<string>, decl: ast.Decl): readonly ast.Decl[] {
  if (decl.kind === 'FuncDecl') return names.has(functionName(decl)) && decl.name.name !== 'init' ? [] : [decl];
  if (decl.kind !== 'GenDecl') return [decl];
  const specs = decl.specs.flatMap((spec): readonly ast.Spec[] => {
    if (spec.kind === 'TypeSpec') return names.has(spec.name.name) ? [] : [spec];
    if (spec.kind !== 'ValueSpec' || !spec.names.some((name) => names.has(name.name))) return [spec];
    return [{ ...spec, names: spec.names.map((name) => (names.has(name.name) ? { ...name, name: '_' } : name)) }];
  });
  return specs.length === 0 ? [] : [{ ...decl, specs }];
}

/** `f`, or `T.m` for a method of T or of a pointer to it. */
function functionName({ recv, name }: ast.FuncDecl): string {
  let type = recv?.list[0]?.type ?? null;
  while (type !== null && (type.kind === 'StarExpr' || type.kind === 'ParenExpr' || type.kind === 'IndexExpr'))
    type = type.x;
  return type?.kind === 'Ident' ? `${type.name}.${name.name}` : name.name;
}
