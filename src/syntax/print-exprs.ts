// Prints expressions and types. Trees keep their parentheses, so none are added.

import { noPos } from '../base/source.ts';
import type {
  CallExpr,
  CompositeLit,
  Expr,
  Field,
  FieldList,
  FuncType,
  Ident,
  InterfaceType,
  SliceExpr,
  StructType,
  UnaryExpr,
} from './nodes.ts';
import { printAfterLeftOfSpec, printSpecExpr, printSpecification } from './print-spec.ts';
import { newline, type Printer, printAnnotation, printDoc } from './print-state.ts';
import { printBlock } from './print-stmts.ts';

/** Literals whose elements took more text than this in the source get a line for each element. */
const maxLiteralWidth = 80;

export function printExpr(p: Printer, x: Expr): void {
  if (leftOperand(x) === null) {
    printOperand(p, x);
    return;
  }
  // Chains of operators, calls and selectors can be far longer than the stack is deep.
  const spine: Expr[] = [];
  let first = x;
  for (let left = leftOperand(first); left !== null; left = leftOperand(first)) {
    spine.push(first);
    first = left;
  }
  printOperand(p, first);
  for (let i = spine.length - 1; i >= 0; i--) printAfterLeft(p, spine[i] as Expr);
}

/** The operand with which an expression's text begins, if more follows after it. */
export function leftOperand(x: Expr): Expr | null {
  switch (x.kind) {
    case 'BinaryExpr':
    case 'SelectorExpr':
    case 'IndexExpr':
    case 'SliceExpr':
    case 'TypeAssertExpr':
    case 'SpecBinaryExpr':
    case 'ImplementsExpr':
    case 'UpdateExpr':
      return x.x;
    case 'CallExpr':
      return x.fun;
    case 'CompositeLit':
      return x.type;
    case 'KeyValueExpr':
      return x.key;
    case 'CallAsExpr':
      return x.call;
    case 'CondExpr':
      return x.cond;
    default:
      return null;
  }
}

/** What follows the left operand. */
function printAfterLeft(p: Printer, x: Expr): void {
  switch (x.kind) {
    case 'BinaryExpr':
      p.text += ` ${x.op} `;
      printExpr(p, x.y);
      return;
    case 'SelectorExpr':
      p.text += `.${x.sel.name}`;
      return;
    case 'IndexExpr':
      p.text += '[';
      printExprs(p, x.indices);
      p.text += ']';
      return;
    case 'SliceExpr':
      printSliceIndices(p, x);
      return;
    case 'TypeAssertExpr':
      p.text += '.(';
      if (x.type === null) p.text += 'type';
      else printExpr(p, x.type);
      p.text += ')';
      return;
    case 'CallExpr':
      printArguments(p, x);
      return;
    case 'CompositeLit':
      printElements(p, x);
      return;
    case 'KeyValueExpr':
      p.text += ': ';
      printExpr(p, x.value);
      return;
    case 'SpecBinaryExpr':
    case 'CondExpr':
    case 'ImplementsExpr':
    case 'CallAsExpr':
    case 'UpdateExpr':
      printAnnotation(p, () => printAfterLeftOfSpec(p, x));
      return;
    default:
      return;
  }
}

function printOperand(p: Printer, x: Expr): void {
  switch (x.kind) {
    case 'BadExpr':
      p.text += '_';
      return;
    case 'Ident':
      p.text += x.name;
      return;
    case 'BasicLit':
      p.text += x.value;
      return;
    case 'CompositeLit':
      printElements(p, x);
      return;
    case 'FuncLit':
      printSpecification(p, x.spec);
      p.text += 'func';
      printLiteralName(p, x.name);
      printSignature(p, x.type);
      p.text += ' ';
      printBlock(p, x.body);
      return;
    case 'ParenExpr':
      p.text += '(';
      printExpr(p, x.x);
      p.text += ')';
      return;
    case 'StarExpr':
      p.text += '*';
      printExpr(p, x.x);
      return;
    case 'UnaryExpr':
      printUnary(p, x);
      return;
    case 'EllipsisExpr':
      p.text += '...';
      if (x.elt !== null) printExpr(p, x.elt);
      return;
    case 'ArrayType':
      p.text += '[';
      if (x.len !== null) printExpr(p, x.len);
      p.text += ']';
      printExpr(p, x.elt);
      return;
    case 'StructType':
      printStruct(p, x);
      return;
    case 'FuncType':
      printFuncType(p, x);
      return;
    case 'InterfaceType':
      printInterface(p, x);
      return;
    case 'MapType':
      p.text += 'map[';
      printExpr(p, x.key);
      p.text += ']';
      printExpr(p, x.value);
      return;
    case 'ChanType':
      p.text += x.dir === 'both' ? 'chan ' : x.dir === 'send' ? 'chan<- ' : '<-chan ';
      printExpr(p, x.value);
      return;
    case 'BinaryExpr':
    case 'SelectorExpr':
    case 'IndexExpr':
    case 'SliceExpr':
    case 'TypeAssertExpr':
    case 'CallExpr':
    case 'KeyValueExpr':
      printExpr(p, x);
      return;
    default:
      printAnnotation(p, () => printSpecExpr(p, x));
  }
}

function printLiteralName(p: Printer, name: Ident | null): void {
  if (name === null) return;
  p.text += ' ';
  printAnnotation(p, () => {
    p.text += name.name;
  });
}

function printUnary(p: Printer, x: UnaryExpr): void {
  p.text += x.op;
  // Two operators must not become another one: `- -x`, `& &x`, `& ^x`.
  if (x.x.kind === 'UnaryExpr') {
    const inner = x.x.op;
    if (inner === x.op ? inner === '+' || inner === '-' || inner === '&' : x.op === '&' && inner === '^') p.text += ' ';
  }
  printExpr(p, x.x);
}

export function printExprs(p: Printer, list: readonly Expr[]): void {
  for (let i = 0; i < list.length; i++) {
    if (i > 0) p.text += ', ';
    printExpr(p, list[i] as Expr);
  }
}

function printSliceIndices(p: Printer, x: SliceExpr): void {
  p.text += '[';
  if (x.low !== null) printExpr(p, x.low);
  p.text += ':';
  if (x.high !== null) printExpr(p, x.high);
  if (x.slice3) p.text += ':';
  if (x.max !== null) printExpr(p, x.max);
  p.text += ']';
}

function printArguments(p: Printer, x: CallExpr): void {
  p.text += '(';
  printExprs(p, x.args);
  if (x.ellipsis !== noPos) {
    // Dots directly after a number would belong to it.
    const last = x.args[x.args.length - 1]?.kind;
    p.text += last === 'BasicLit' || last === 'BinaryExpr' || last === 'UnaryExpr' ? ' ...' : '...';
  }
  p.text += ')';
}

function printElements(p: Printer, x: CompositeLit): void {
  p.text += '{';
  if (x.rbrace - x.lbrace <= maxLiteralWidth) {
    printExprs(p, x.elts);
  } else if (x.elts.length > 0) {
    p.indent++;
    for (const elt of x.elts) {
      newline(p);
      printExpr(p, elt);
      p.text += ',';
    }
    p.indent--;
    newline(p);
  }
  p.text += '}';
}

// ---------------------------------------------------------------------------------------------------------------
// Types

function printStruct(p: Printer, x: StructType): void {
  p.text += 'struct';
  printFields(p, x.fields, false);
}

function printInterface(p: Printer, x: InterfaceType): void {
  p.text += 'interface';
  const [first] = x.methods.list;
  if (x.methods.list.length === 1 && first !== undefined && first.doc === null && first.names.length === 0) {
    p.text += '{ ';
    printField(p, first, true);
    p.text += ' }';
    return;
  }
  printFields(p, x.methods, true);
}

/** Fields or interface elements between braces, one on a line. */
export function printFields(p: Printer, fields: FieldList, methods: boolean): void {
  if (fields.list.length === 0) {
    p.text += '{}';
    return;
  }
  p.text += ' {';
  p.indent++;
  for (const field of fields.list) {
    newline(p);
    printDoc(p, field.doc);
    printField(p, field, methods);
  }
  p.indent--;
  newline(p);
  p.text += '}';
}

export function printField(p: Printer, field: Field, methods: boolean, shared: readonly Ident[] = []): void {
  if (field.ghost === noPos && !(methods && field.type?.kind === 'PredType')) {
    printPlainField(p, field, methods, shared);
    return;
  }
  printAnnotation(p, () => {
    if (field.ghost !== noPos) p.text += 'ghost ';
    printPlainField(p, field, methods, shared);
  });
}

function printPlainField(p: Printer, field: Field, methods: boolean, shared: readonly Ident[]): void {
  printSpecification(p, field.spec);
  const { type } = field;
  if (methods && type?.kind === 'PredType') p.text += 'pred ';
  printNames(p, field.names, shared);
  if (type !== null) {
    if (methods && type.kind === 'PredType') {
      printParams(p, type.params);
    } else if (methods && field.names.length > 0 && type.kind === 'FuncType') {
      printSignature(p, type);
    } else {
      if (field.names.length > 0) p.text += ' ';
      printExpr(p, type);
    }
  }
  if (field.tag !== null) p.text += ` ${field.tag.value}`;
}

/** The mark of what is addressable. */
export function printMark(p: Printer): void {
  printAnnotation(p, () => {
    p.text += '@';
  });
}

/** Names, those in `shared` with the mark that they are addressable. */
export function printNames(p: Printer, names: readonly Ident[], shared: readonly Ident[]): void {
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as Ident;
    if (i > 0) p.text += ', ';
    p.text += name.name;
    if (shared.includes(name)) printMark(p);
  }
}

export function printFuncType(p: Printer, x: FuncType): void {
  p.text += 'func';
  printSignature(p, x);
}

/** Type parameters, parameters and results. */
export function printSignature(p: Printer, x: FuncType): void {
  if (x.typeParams !== null) printTypeParams(p, x.typeParams);
  printParams(p, x.params);
  if (x.results === null) return;
  p.text += ' ';
  printParams(p, x.results);
}

/** Parameters with their parentheses, if they have some. */
export function printParams(p: Printer, list: FieldList): void {
  if (list.opening === noPos) {
    printFieldList(p, list);
    return;
  }
  p.text += '(';
  printFieldList(p, list);
  p.text += ')';
}

/** Fields with commas between them. */
export function printFieldList(p: Printer, { list }: FieldList, shared: readonly Ident[] = []): void {
  // Where ghost fields go into comments, the commas beside them do too.
  let plain = false;
  for (let i = 0; i < list.length; i++) {
    const field = list[i] as Field;
    const ghost = field.ghost !== noPos;
    const print = (): void => {
      if (plain) p.text += ', ';
      printField(p, field, false, shared);
      if (ghost && !plain && i + 1 < list.length) p.text += ', ';
    };
    if (ghost) printAnnotation(p, print);
    else print();
    plain ||= !ghost;
  }
}

export function printTypeParams(p: Printer, params: FieldList): void {
  p.text += '[';
  printFieldList(p, params);
  // `[P *C]` and `[P (C)]` would be read as array lengths.
  const type = params.list[0]?.type ?? null;
  if (params.list.length === 1 && type !== null && type.kind !== 'Ident' && type.kind !== 'InterfaceType') {
    p.text += ',';
  }
  p.text += ']';
}
