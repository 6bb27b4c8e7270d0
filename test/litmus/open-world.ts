// Small packages that have callers, with what may be said about their functions, and clients that show why.
//
// Above a function stand, in its comment: `verdict: open` (it goes wrong for some client, so nothing is proved) or `verdict: closed` (its
// repaired twin, proved or conditional); `assumes: A`, an assumption that must be listed, and `without: A`, one that must not; and
// `client END:` with the statements of a client under which it hangs, panics, or may panic while it goes on.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OpenFunction {
  readonly name: string;
  readonly line: number;
  readonly verdict: 'open' | 'closed';
  readonly assumes: readonly string[];
  readonly without: readonly string[];
  readonly client: { readonly end: 'hang' | 'panic' | 'may panic'; readonly statements: string } | null;
}

export interface OpenPackage {
  readonly name: string;
  readonly text: string;
  readonly functions: readonly OpenFunction[];
}

export function openWorldSuite(root: string): readonly OpenPackage[] {
  const folder = join(root, 'testdata', 'check', 'open-world');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.go'))
    .sort()
    .map((name) => readPackage(name.replace(/\.go$/, ''), readFileSync(join(folder, name), 'utf8')));
}

function readPackage(name: string, text: string): OpenPackage {
  const functions = [...text.matchAll(/^\/\/ verdict: (\w+)\n((?:\/\/.*\n)*)func (?:\(\w+ \*?(\w+)\) )?(\w+)/gm)].map(
    (match): OpenFunction => {
      const [whole, verdict, comment = '', receiver, method = ''] = match;
      if (verdict !== 'open' && verdict !== 'closed') throw new Error(`${name}: a verdict is ${verdict}`);
      const end = /^\/\/ client (hang|panic|may panic):$/m.exec(comment);
      const listed = (what: string): readonly string[] =>
        [...comment.matchAll(new RegExp(`^// ${what}: (.*)$`, 'gm'))].map(([, id = '']) => id);
      const statements = [...comment.matchAll(/^\/\/\t(.*)$/gm)].map(([, line = '']) => line).join('\n');
      return {
        name: receiver === undefined ? method : `${receiver}.${method}`,
        line: text.slice(0, match.index).split('\n').length + whole.split('\n').length - 1,
        verdict,
        assumes: listed('assumes'),
        without: listed('without'),
        client: end === null ? null : { end: end[1] as 'hang' | 'panic' | 'may panic', statements },
      };
    },
  );
  if (functions.length === 0) throw new Error(`${name} has no function with a verdict`);
  return { name, text, functions };
}
