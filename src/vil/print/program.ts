// Whole programs as Viper's text, which Viper and `readProgram` accept.

import type {
  Adt,
  Block,
  Domain,
  DomainFunction,
  Expr,
  Function as Func,
  Measure,
  Method,
  Predicate,
  Program,
  Stmt,
} from '../vil.ts';
import { someExpr } from '../walk.ts';
import { type PrintContext, printAnnotations, printDecl, printDecls, printExpr, printType } from './exprs.ts';
import { indent, printBlock, printMeasure } from './stmts.ts';

export function printProgram(program: Program): string {
  const functions = program.domains.flatMap((domain) => domain.functions);
  const cx: PrintContext = { domainFunctions: new Map(functions.map((func) => [func.name, func])) };
  const members: readonly (readonly string[])[] = [
    ...program.domains.map((domain) => printDomain(cx, domain)),
    ...program.adts.map(printAdt),
    ...program.fields.map((field) => [
      ...printAnnotations(field.annotations),
      `field ${field.name}: ${printType(field.type)}`,
    ]),
    ...program.functions.map((func) => printFunction(cx, func)),
    ...program.predicates.map((predicate) => printPredicate(cx, predicate)),
    ...program.methods.map((method) => printMethod(cx, method)),
  ];
  const imports = needsOrder(program) ? ['import <decreases/declaration.vpr>\n'] : [];
  return [...imports, ...members.map((lines) => `${lines.join('\n')}\n`)].join('\n');
}

/** Viper adds the order that a measure's types need by itself, but for a measure without any. */
function needsOrder({ domains, functions }: Program): boolean {
  if (domains.some(({ name }) => name === 'WellFoundedOrder')) return false;
  const isEmpty = (measure: Measure): boolean => measure.kind === 'TupleMeasure' && measure.exprs.length === 0;
  return functions.some(
    ({ name, body, measures }) =>
      body !== null && measures.some(isEmpty) && someExpr(body, (e) => e.kind === 'FuncApp' && e.func === name),
  );
}

function typeParams(names: readonly string[]): string {
  return names.length === 0 ? '' : `[${names.join(', ')}]`;
}

function printDomain(cx: PrintContext, domain: Domain): readonly string[] {
  const backends = [...(domain.interpretation ?? [])].map(([backend, sort]) => `${backend}: "${sort}"`);
  const interpretation = backends.length === 0 ? '' : ` interpretation (${backends.join(', ')})`;
  return [
    ...printAnnotations(domain.annotations),
    `domain ${domain.name}${typeParams(domain.typeParams)}${interpretation} {`,
    ...indent([
      ...domain.functions.flatMap(printDomainFunction),
      ...domain.axioms.flatMap((axiom) => [
        ...printAnnotations(axiom.annotations),
        `axiom ${axiom.name === null ? '' : `${axiom.name} `}{ ${printExpr(cx, axiom.body)} }`,
      ]),
    ]),
    '}',
  ];
}

function printDomainFunction(func: DomainFunction): readonly string[] {
  const interpretation = func.interpretation === null ? '' : ` interpretation "${func.interpretation}"`;
  const signature = `function ${func.name}(${printDecls(func.params)}): ${printType(func.type)}${interpretation}`;
  return [...printAnnotations(func.annotations), func.unique ? `unique ${signature}` : signature];
}

function printAdt(adt: Adt): readonly string[] {
  const derives = adt.derives.map(({ name, type, without }) => {
    const of = type === null ? '' : `[${printType(type)}]`;
    return `${name}${of}${without.length === 0 ? '' : ` without ${without.join(', ')}`}`;
  });
  return [
    ...printAnnotations(adt.annotations),
    `adt ${adt.name}${typeParams(adt.typeParams)} {`,
    ...indent(
      adt.constructors.flatMap((made) => [
        ...printAnnotations(made.annotations),
        `${made.name}(${printDecls(made.params)})`,
      ]),
    ),
    derives.length === 0 ? '}' : '} derives {',
    ...(derives.length === 0 ? [] : [...indent(derives), '}']),
  ];
}

interface Contract {
  readonly pres: readonly Expr[];
  readonly posts: readonly Expr[];
  readonly measures: readonly Measure[];
}

function printContract(cx: PrintContext, { pres, posts, measures }: Contract): readonly string[] {
  return indent([
    ...pres.map((pre) => `requires ${printExpr(cx, pre)}`),
    ...posts.map((post) => `ensures ${printExpr(cx, post)}`),
    ...measures.map((measure) => printMeasure(cx, measure)),
  ]);
}

function printFunction(cx: PrintContext, func: Func): readonly string[] {
  return [
    ...printAnnotations(func.annotations),
    `function ${func.name}(${printDecls(func.params)}): ${printType(func.type)}`,
    ...printContract(cx, func),
    ...(func.body === null ? [] : ['{', ...indent([printExpr(cx, func.body)]), '}']),
  ];
}

function printPredicate(cx: PrintContext, predicate: Predicate): readonly string[] {
  const head = `predicate ${predicate.name}(${printDecls(predicate.params)})`;
  return [
    ...printAnnotations(predicate.annotations),
    ...(predicate.body === null ? [head] : [`${head} {`, ...indent([printExpr(cx, predicate.body)]), '}']),
  ];
}

function printMethod(cx: PrintContext, method: Method): readonly string[] {
  const results = method.results.length === 0 ? '' : ` returns (${method.results.map(printDecl).join(', ')})`;
  return [
    ...printAnnotations(method.annotations),
    `method ${method.name}(${printDecls(method.params)})${results}`,
    ...printContract(cx, method),
    ...(method.body === null ? [] : printBody(cx, method, method.body)),
  ];
}

function printBody(cx: PrintContext, method: Method, body: Block): readonly string[] {
  const taken = new Set([...method.params, ...method.results].map(({ name }) => name));
  collectNames(body, taken);
  const freshLabel = (hint: string): string => {
    let label = hint;
    for (let n = 1; taken.has(label); n++) label = `${hint}_${n}`;
    taken.add(label);
    return label;
  };
  let returnLabel: string | null = null;
  const lines = printBlock(
    { ...cx, freshLabel, returnLabel: () => (returnLabel ??= freshLabel('end')), loops: [] },
    body,
  );
  return ['{', ...indent(lines), ...(returnLabel === null ? [] : indent([`label ${returnLabel}`])), '}'];
}

/** Variables and labels that the statements declare. */
function collectNames(stmt: Stmt, names: Set<string>): void {
  switch (stmt.kind) {
    case 'Block':
      for (const inner of stmt.stmts) collectNames(inner, names);
      return;
    case 'VarDecl':
      names.add(stmt.decl.name);
      return;
    case 'Label':
      names.add(stmt.name);
      return;
    case 'If':
      collectNames(stmt.then, names);
      collectNames(stmt.else, names);
      return;
    case 'While':
      collectNames(stmt.body, names);
      return;
    case 'Package':
      collectNames(stmt.proof, names);
      return;
    default:
  }
}
