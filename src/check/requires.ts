// `//gordian:requires` that cannot be used: what Go or Gordian does not understand in them is said, and nothing is assumed.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import { type BadRequirement, declaredFunctions, type FlowProgram, functionOf, requirementsOf } from '../flow/index.ts';
import type { LoadedPackage } from '../load/index.ts';
import { directives } from '../syntax/index.ts';

export function badRequires(packages: readonly LoadedPackage[], flow: FlowProgram): readonly Diagnostic[] {
  const own = new Set(packages.map(({ types }) => types));
  const bad: BadRequirement[] = [];
  for (const { ref, obj } of declaredFunctions(flow)) {
    if (obj.pkg !== null && own.has(obj.pkg)) bad.push(...requirementsOf(functionOf(flow, ref)).bad);
  }
  for (const { files } of packages) {
    for (const file of files) {
      for (const directive of directives(file)) {
        if (directive.tool !== 'gordian' || directive.name !== 'requires') continue;
        const { pos, end } = directive;
        const above = file.decls.some(
          (decl) => decl.kind === 'FuncDecl' && decl.doc !== null && decl.doc.pos <= pos && end <= decl.doc.end,
        );
        if (!above)
          bad.push({ span: { pos, end }, message: 'this stands above no function: nothing is required by it' });
      }
    }
  }
  return bad.map(({ span, message }) => diagnostic('bad-requires', span, message, { severity: 'warning' }));
}
