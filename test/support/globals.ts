// Names that stand for parts of the machine: what a pure folder may not use, though no import says that it does.

import { runInNewContext } from 'node:vm';
import ts from 'typescript';

/** The language itself; a fresh context has nothing of Node. */
const ofLanguage = new Set<string>(runInNewContext('Object.getOwnPropertyNames(globalThis)'));

/** Text as bytes: the same everywhere, and in browsers too. */
const harmless = new Set(['TextEncoder', 'TextDecoder']);

/** The clock and chance belong to the machine as well, and what only modules of Node have; `NodeJS` holds its types. */
const more = ['console', 'Date', 'require', '__dirname', '__filename', 'NodeJS', 'window', 'document', 'navigator'];

const machine = new Set(
  [...Object.getOwnPropertyNames(globalThis).filter((name) => !ofLanguage.has(name)), ...more].filter(
    (name) => !harmless.has(name),
  ),
);

/** Most files have no word of that kind, and need no closer look. */
const mentions = new RegExp(
  `(?<![\\w$])(?:${[...machine, 'random'].map((name) => name.replaceAll('$', '\\$')).join('|')})(?![\\w$])`,
);

const commentLines = /^\s*(?:\/\/|\/?\*).*$/gm;

/** Where files use such a name, or `Math.random`: a variable of the same name, a property, or a key is none. */
export function usesOfMachine(texts: ReadonlyMap<string, string>): readonly string[] {
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) => ts.createSourceFile(path, texts.get(path) ?? '', target, true),
    getDefaultLibFileName: () => '',
    writeFile: () => {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => texts.has(path),
    readFile: (path) => texts.get(path),
  };
  const options = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.ESNext };
  const candidates = [...texts]
    .filter(([, text]) => mentions.test(text.replace(commentLines, '')))
    .map(([path]) => path);
  const program = ts.createProgram(candidates, options, host);
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const path of candidates) {
    const file = program.getSourceFile(path) as ts.SourceFile;
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && isFree(checker, node))
        found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} uses ${node.text}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function isFree(checker: ts.TypeChecker, node: ts.Identifier): boolean {
  const { text, parent } = node;
  if (text === 'random' && ts.isPropertyAccessExpression(parent)) return isNamed(parent.expression, 'Math');
  if (!machine.has(text)) return false;
  // `x.process` has a property of that name, and `{ process: 1 }` makes one.
  const isProperty =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ((ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) && parent.propertyName === node) ||
    (ts.isQualifiedName(parent) && parent.right === node);
  if (isProperty) return false;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  return symbol === undefined || (symbol.declarations ?? []).length === 0;
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}
