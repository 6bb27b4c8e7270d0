// What source files import, and the rules about that: who may know whom. Rules take data, so that a test can show that each finds what breaks it.

import { posix } from 'node:path';
import ts from 'typescript';
import { readText } from './repository.ts';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** From the root of the repository; null for packages and for modules of Node. */
  readonly to: string | null;
  /** Nothing of it is there when the program runs. */
  readonly isType: boolean;
}

/** Which others each one may import besides itself. Whatever is not listed is forbidden. */
export type Table = Readonly<Record<string, readonly string[]>>;

/** All imports of a TypeScript file: declarations, exports of what another file has, and calls of `import`. */
export function importsIn(from: string, text: string = readText(from)): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean): void => {
    const to = specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : null;
    found.push({ from, specifier, to, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(textOf(node.moduleSpecifier), isTypeImport(node.importClause));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add(textOf(node.moduleSpecifier), node.isTypeOnly || allTypes(node.exportClause));
    else if (ts.isImportTypeNode(node)) add(textOf((node.argument as ts.LiteralTypeNode).literal), true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(textOf(node.arguments[0] as ts.Expression), false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest));
  return found;
}

function textOf(node: ts.Node): string {
  return (node as ts.StringLiteral).text;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  return clause !== undefined && (clause.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes(clause.namedBindings));
}

function allTypes(clause: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (clause === undefined || !(ts.isNamedImports(clause) || ts.isNamedExports(clause))) return false;
  return clause.elements.length > 0 && clause.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** `src/comm/text/lex.ts` is in the folder `comm`. */
export function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** And in the room `comm/text`. What lies in a folder itself is in the room of the folder's name. */
export function roomOf(path: string): string {
  return path.split('/').slice(1, -1).join('/');
}

export function isInterface(path: string): boolean {
  return /^src\/\w+\/index\.ts$/.test(path);
}

/** Imports of folders that the table does not allow. */
export function acrossFolders(imports: readonly Import[], table: Table): readonly string[] {
  return said(imports, ({ from, to }) => {
    const folder = folderOf(from);
    return to !== null && folderOf(to) !== folder && !table[folder]?.includes(folderOf(to));
  });
}

/** Imports between rooms of one folder that the table does not allow. Types may come from anywhere in the folder. */
export function acrossRooms(imports: readonly Import[], table: Table): readonly string[] {
  return said(imports, ({ from, to, isType }) => {
    if (to === null || isType || isInterface(from) || folderOf(to) !== folderOf(from)) return false;
    return roomOf(to) !== roomOf(from) && !table[roomOf(from)]?.includes(roomOf(to));
  });
}

/** Imports that reach behind the interface of another folder, or come through that of their own. `data` is what may be imported as it is. */
export function behindInterfaces(
  imports: readonly Import[],
  data: Readonly<Record<string, readonly string[]>>,
  openFolders: ReadonlySet<string>,
): readonly string[] {
  return said(imports, ({ from, to }) => {
    if (to === null) return false;
    const folder = folderOf(to);
    if (folder === folderOf(from)) return isInterface(to);
    const files = data[folder] ?? [];
    return !openFolders.has(folder) && !isInterface(to) && !files.some((name) => to === `src/${folder}/${name}`);
  });
}

/** Modules of Node and packages, where they are not allowed. */
export function fromOutside(
  imports: readonly Import[],
  packages: Readonly<Record<string, readonly string[]>>,
  mayUseNode: ReadonlySet<string>,
): readonly string[] {
  return said(imports, ({ from, to, specifier }) => {
    if (to !== null) return false;
    const folder = folderOf(from);
    return specifier.startsWith('node:') ? !mayUseNode.has(folder) : !packages[folder]?.includes(specifier);
  });
}

function said(imports: readonly Import[], isWrong: (one: Import) => boolean): readonly string[] {
  return imports.filter(isWrong).map(({ from, specifier, to }) => `${from} imports ${to ?? specifier}`);
}

/**
 * One way around for each room that needs itself when the program is loaded. A file that lies in a folder itself counts alone:
 * beside the data that all rooms share may stand what puts them together.
 */
export function cyclesOfRooms(imports: readonly Import[]): readonly string[] {
  const nodeOf = (path: string): string => (roomOf(path).includes('/') ? roomOf(path) : path.slice('src/'.length));
  const edges = new Map<string, Set<string>>();
  for (const { from, to, isType } of imports) {
    // An interface gathers what its rooms have; its users are in other folders, and the table of folders has no cycles.
    if (to === null || isType || isInterface(from) || nodeOf(from) === nodeOf(to)) continue;
    const targets = edges.get(nodeOf(from)) ?? new Set();
    edges.set(nodeOf(from), targets.add(nodeOf(to)));
  }
  return cyclesOf(edges, (node) => !node.endsWith('.ts'));
}

/** One way around for each entry of a table that leads back to itself. */
export function cyclesOfTable(table: Table): readonly string[] {
  return cyclesOf(new Map(Object.entries(table).map(([name, targets]) => [name, new Set(targets)])), () => true);
}

function cyclesOf(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  counts: (node: string) => boolean,
): readonly string[] {
  const found: string[] = [];
  for (const start of edges.keys()) {
    if (!counts(start)) continue;
    const before = new Map<string, string>();
    const work = [start];
    for (let at = work.shift(); at !== undefined && !before.has(start); at = work.shift()) {
      for (const next of edges.get(at) ?? []) {
        if (before.has(next)) continue;
        before.set(next, at);
        work.push(next);
      }
    }
    if (!before.has(start)) continue;
    const way = [start];
    let at = start;
    do {
      at = before.get(at) as string;
      way.unshift(at);
    } while (at !== start);
    found.push(way.join(' -> '));
  }
  return found;
}
