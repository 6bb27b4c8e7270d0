// What goroutines run, under the names that a developer knows; and channels that the standard library makes.

import type { GoroutineKind } from '../base/operation.ts';
import type { CommProgram, Proc, Stmt } from '../comm/comm.ts';

/** The same program, in which the channel of a context has one name, whatever the variable of the library is called. */
export function withContextNames(program: CommProgram): CommProgram {
  const makesContext = (proc: Proc): boolean => modelled(proc) === 'context.newNode';
  if (!program.procs.some(makesContext)) return program;
  const procs = program.procs.map((proc) => (makesContext(proc) ? { ...proc, body: proc.body.map(asContext) } : proc));
  return { ...program, procs };
}

/** The channel of a context, whatever its variable is called. */
export const contextChannel = 'ctx.Done()';

function asContext(stmt: Stmt): Stmt {
  return stmt.kind === 'chan' ? { ...stmt, label: contextChannel } : stmt;
}

/** Whether it is the procedure in which a goroutine waits for a Once. */
export function isOnceDo(proc: Proc): boolean {
  return modelled(proc) === 'sync.(*Once).Do';
}

/** Goroutines of the standard library's models. */
const ofModels: ReadonlyMap<string, GoroutineKind> = new Map([
  ['time.(*Timer).run', 'timer'],
  ['context.(*node).expire', 'deadline'],
]);

/** What a goroutine that was started runs: a function as written, without its package; '' for a literal. */
export function startedIn(proc: Proc): { readonly kind: GoroutineKind; readonly function: string } {
  const kind = ofModels.get(modelled(proc));
  if (kind !== undefined) return { kind, function: '' };
  return { kind: 'go', function: declaredName(proc) };
}

/** The function that a program is about; '' for a literal. */
export function rootName(program: CommProgram): string {
  const root = program.procs.find(({ name }) => name === program.name);
  return root === undefined ? withoutPackage(program.name) : declaredName(root);
}

function declaredName(proc: Proc): string {
  const [whole, kind] = splitAtDollar(proc.name);
  // Methods bound to their receiver, or reached through an embedded field, are still those methods.
  return kind === '' || /(bound|wrapper)$/.test(kind) ? withoutPackage(whole) : '';
}

/** The function of a standard package's model that it is, or stands in; '' for others, whatever they are called. */
function modelled({ role }: Proc): string {
  return role.kind === 'function' && role.model !== null ? role.id.replace(/[$@#].*$/, '') : '';
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
