// Prints declarations and whole files.

import { assertNever } from '../base/assert.ts';
import { noPos } from '../base/source.ts';
import type { Decl, File, FuncDecl, GenDecl, ImportSpec, Spec, SpecPart } from './nodes.ts';
import { printExpr, printExprs, printFieldList, printNames, printSignature, printTypeParams } from './print-exprs.ts';
import { printSpecDecl, printSpecification, printSpecPart } from './print-spec.ts';
import { newline, type Printer, printAnnotation, printDoc } from './print-state.ts';
import { printBlock } from './print-stmts.ts';

export function printFileTo(p: Printer, file: File): void {
  // Comments above the package clause hold build constraints, and the licence.
  for (const group of file.comments) {
    if (group.pos >= file.packagePos || group === file.doc) continue;
    printDoc(p, group);
    newline(p);
  }
  printDoc(p, file.doc);
  for (const invariant of file.invariants) printLine(p, invariant);
  p.text += `package ${file.name.name}`;
  newline(p);
  for (const friend of file.friends) printLine(p, friend);
  for (const decl of file.decls) {
    newline(p);
    printDecl(p, decl);
    newline(p);
  }
}

function printLine(p: Printer, part: SpecPart): void {
  printAnnotation(p, () => printSpecPart(p, part));
  newline(p);
}

/** A declaration with its documentation. */
export function printDecl(p: Printer, decl: Decl): void {
  if (decl.kind === 'BadDecl') return;
  printDoc(p, decl.doc);
  if (decl.kind === 'GenDecl') printGenDecl(p, decl);
  else if (decl.kind !== 'FuncDecl') printAnnotation(p, () => printSpecDecl(p, decl));
  else if (decl.ghost === noPos) printFuncDecl(p, decl);
  else printAnnotation(p, () => printFuncDecl(p, decl));
}

export function printGenDecl(p: Printer, decl: GenDecl): void {
  const [first] = decl.specs;
  if (decl.lparen === noPos && first?.kind === 'ImportSpec') printImportClauses(p, first);
  if (decl.ghost === noPos) {
    printSpecs(p, decl);
    return;
  }
  printAnnotation(p, () => {
    p.text += 'ghost ';
    printSpecs(p, decl);
  });
}

function printSpecs(p: Printer, decl: GenDecl): void {
  p.text += `${decl.keyword} `;
  if (decl.lparen === noPos && decl.specs.length === 1) {
    printSpec(p, decl.specs[0] as Spec);
    return;
  }
  p.text += '(';
  p.indent++;
  for (const spec of decl.specs) {
    newline(p);
    printDoc(p, spec.doc);
    if (spec.kind === 'ImportSpec') printImportClauses(p, spec);
    printSpec(p, spec);
  }
  p.indent--;
  newline(p);
  p.text += ')';
}

function printImportClauses(p: Printer, spec: ImportSpec): void {
  for (const clause of spec.requires) printLine(p, clause);
}

export function printSpec(p: Printer, spec: Spec): void {
  switch (spec.kind) {
    case 'ImportSpec':
      if (spec.name !== null) p.text += `${spec.name.name} `;
      p.text += spec.path.value;
      return;
    case 'ValueSpec':
      printNames(p, spec.names, spec.shared);
      if (spec.type !== null) {
        p.text += ' ';
        printExpr(p, spec.type);
      }
      if (spec.values.length > 0) {
        p.text += ' = ';
        printExprs(p, spec.values);
      }
      return;
    case 'TypeSpec':
      p.text += spec.name.name;
      if (spec.typeParams !== null) printTypeParams(p, spec.typeParams);
      p.text += spec.assign === noPos ? ' ' : ' = ';
      printExpr(p, spec.type);
      return;
    default:
      assertNever(spec, 'spec');
  }
}

function printFuncDecl(p: Printer, decl: FuncDecl): void {
  if (decl.ghost !== noPos) {
    p.text += 'ghost';
    newline(p);
  }
  printSpecification(p, decl.spec);
  p.text += 'func ';
  if (decl.recv !== null) {
    p.text += '(';
    printFieldList(p, decl.recv, decl.shared);
    p.text += ') ';
  }
  p.text += decl.name.name;
  printSignature(p, decl.type);
  if (decl.body === null) return;
  p.text += ' ';
  printBlock(p, decl.body);
}
