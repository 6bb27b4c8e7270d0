// Every function of the standard library through the translation and the checker of ir's invariants.

import { addUnit, funcRef, initFunction, lowerFunction, newLowerer, sanity } from '../../src/ir/index.ts';
import { checkListed, goList } from '../support/go-list.ts';

export interface StdFigures {
  packages: number;
  functions: number;
  insane: number;
  crashes: number;
  lowerSeconds: number;
  examples: string[];
}

/** Generic functions are translated as far as some package instantiates them. */
export function lowerStandardLibrary(cwd: string): StdFigures {
  const figures: StdFigures = { packages: 0, functions: 0, insane: 0, crashes: 0, lowerSeconds: 0, examples: [] };
  const lowerer = newLowerer([], { strict: true });
  const translated = new Set<string>();
  checkListed(goList(['std'], cwd), ({ pkg, info, files }) => {
    figures.packages++;
    addUnit(lowerer, { types: pkg, info, files });
    const started = performance.now();
    initFunction(lowerer, pkg);
    for (const file of files) {
      for (const decl of file.decls) {
        const obj = decl.kind === 'FuncDecl' ? info.defs.get(decl.name) : null;
        if (obj?.kind !== 'Func' || obj.type?.kind !== 'Signature') continue;
        if ((obj.type.typeParams ?? obj.type.recvTypeParams ?? []).length === 0) funcRef(lowerer, obj);
      }
    }
    // Also those that are named meanwhile.
    for (const id of lowerer.makers.keys()) {
      if (translated.has(id)) continue;
      translated.add(id);
      try {
        lowerFunction(lowerer, { id, name: id });
      } catch (error) {
        figures.crashes++;
        if (figures.examples.length < 20)
          figures.examples.push(`${id}: ${error instanceof Error ? error.message : error}`);
      }
    }
    figures.lowerSeconds += (performance.now() - started) / 1000;
    for (const f of lowerer.functions.values()) {
      figures.functions++;
      const problems = sanity(f);
      if (problems.length === 0) continue;
      figures.insane++;
      if (figures.examples.length < 20) figures.examples.push(problems[0] as string);
    }
    lowerer.functions.clear();
  });
  figures.lowerSeconds = Math.round(figures.lowerSeconds * 10) / 10;
  return figures;
}
