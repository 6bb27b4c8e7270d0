// Procedures under the names that a developer knows: functions as written, literals by the place where they stand; and
// channels that the standard library makes.

import { positionIn, type SourceFile, type SourceSet } from '../base/source.ts';
import type { CommProgram, Proc, Stmt } from '../comm/comm.ts';

/** The same program; its messages then speak of `worker` and of `goroutine at x.go:12`, not of `p.worker` and `p.F$1`. */
export function withDisplayNames(program: CommProgram, sources: SourceSet): CommProgram {
  const files = program.files.map((path) => sources.named(path));
  const root = program.procs.find(({ name }) => name === program.name);
  return {
    ...program,
    name: root === undefined ? withoutPackage(program.name) : displayName(root, files, 'the literal'),
    procs: program.procs.map((proc) => ({
      ...proc,
      name: displayName(proc, files),
      body: baseName(proc) === 'context.newNode' ? proc.body.map(asContext) : proc.body,
    })),
  };
}

/** The channel of a context, whatever its variable is called. */
export const contextChannel = 'ctx.Done()';

function asContext(stmt: Stmt): Stmt {
  return stmt.kind === 'chan' ? { ...stmt, label: contextChannel } : stmt;
}

/** In which a goroutine waits for a Once. */
export const onceDo = 'sync.Once.Do';

/** Goroutines and functions of the standard library's models, as a developer would call them. */
const ofModels: ReadonlyMap<string, string> = new Map([
  ['sync.(*Once).Do', onceDo],
  ['time.(*Timer).run', 'timer'],
  ['context.(*node).expire', 'deadline'],
]);

function displayName(proc: Proc, files: readonly (SourceFile | null)[], literal = 'goroutine'): string {
  const model = ofModels.get(baseName(proc));
  if (model !== undefined) return model;
  const [whole, kind] = splitAtDollar(proc.name);
  // Methods bound to their receiver, or reached through an embedded field, are still those methods.
  if (kind === '' || /(bound|wrapper)$/.test(kind)) return withoutPackage(whole);
  const file = files[proc.site.file] ?? null;
  if (file === null || proc.site.end === 0) return `goroutine of ${withoutPackage(whole)}`;
  const { line } = positionIn(file, Math.min(proc.site.start, file.length));
  return `${literal} at ${file.path.slice(file.path.lastIndexOf('/') + 1)}:${line}`;
}

function baseName({ name }: Proc): string {
  return name.replace(/[$@#].*$/, '');
}

/** The name of the function, and what follows its first `$`: the number of a literal in it, or what the translation made. */
function splitAtDollar(name: string): readonly [string, string] {
  const at = name.indexOf('$');
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}

/** `p.F`, `p.(*T).M` and `p.T.M` without the package. */
function withoutPackage(name: string): string {
  return name.replace(/^[\p{L}_][\p{L}\p{N}_.-]*?\.(?=[\p{L}_(])/u, '');
}
