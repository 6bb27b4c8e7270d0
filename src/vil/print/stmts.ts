// Statements as Viper's text. Viper has no break, continue and return: they become jumps to labels that are printed for them.

import { assertNever } from '../../base/assert.ts';
import type { Block, Expr, Measure, Stmt, While } from '../vil.ts';
import { type PrintContext, printAnnotations, printDecl, printDecls, printExpr } from './exprs.ts';

/** Printing one method's body. */
export interface BodyContext extends PrintContext {
  /** Labels for jumps, none of which the program has itself. */
  readonly freshLabel: (hint: string) => string;
  /** Where `return` jumps to; the body's printer prints the label if it was asked for. */
  readonly returnLabel: () => string;
  /** The loops around the statement, innermost last. */
  readonly loops: readonly Loop[];
}

interface Loop {
  readonly name: string | null;
  readonly breakLabel: () => string;
  readonly continueLabel: () => string;
}

/** A label that exists once it was asked for. */
function lazyLabel(
  cx: BodyContext,
  hint: string,
): { readonly use: () => string; readonly lines: () => readonly string[] } {
  let label: string | null = null;
  return {
    use: () => (label ??= cx.freshLabel(hint)),
    lines: () => (label === null ? [] : [`label ${label}`]),
  };
}

export function printBlock(cx: BodyContext, block: Block): readonly string[] {
  return block.stmts.flatMap((stmt) => printStmt(cx, stmt));
}

export function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function braced(head: string, lines: readonly string[], tail = '}'): readonly string[] {
  return [`${head} {`, ...indent(lines), tail];
}

function printStmt(cx: BodyContext, stmt: Stmt): readonly string[] {
  return [...printAnnotations(stmt.annotations), ...plain(cx, stmt)];
}

function plain(cx: BodyContext, stmt: Stmt): readonly string[] {
  const show = (expr: Expr): string => printExpr(cx, expr);
  switch (stmt.kind) {
    case 'Block':
      return ['{', ...indent(printBlock(cx, stmt)), '}'];
    case 'VarDecl':
      return [`var ${printDecl(stmt.decl)}`];
    case 'LocalAssign':
    case 'FieldAssign':
      return [`${show(stmt.target)} := ${show(stmt.value)}`];
    case 'MethodCall': {
      const call = `${stmt.method}(${stmt.args.map(show).join(', ')})`;
      return [stmt.targets.length === 0 ? call : `${stmt.targets.map(show).join(', ')} := ${call}`];
    }
    case 'New':
      return [`${show(stmt.target)} := new(${stmt.fields.join(', ')})`];
    case 'Inhale':
      return [`inhale ${show(stmt.assertion)}`];
    case 'Exhale':
      return [`exhale ${show(stmt.assertion)}`];
    case 'Assert':
      return [`assert ${show(stmt.assertion)}`];
    case 'Assume':
      return [`assume ${show(stmt.assertion)}`];
    case 'Refute':
      return [`refute ${show(stmt.assertion)}`];
    case 'Fold':
      return [`fold ${show(stmt.acc)}`];
    case 'Unfold':
      return [`unfold ${show(stmt.acc)}`];
    case 'Package':
      return braced(`package ${show(stmt.wand)}`, printBlock(cx, stmt.proof));
    case 'Apply':
      return [`apply ${show(stmt.wand)}`];
    case 'If': {
      const head = braced(`if (${show(stmt.cond)})`, printBlock(cx, stmt.then));
      if (stmt.else.stmts.length === 0) return head;
      return [...head.slice(0, -1), '} else {', ...indent(printBlock(cx, stmt.else)), '}'];
    }
    case 'While':
      return printWhile(cx, stmt);
    case 'Break':
      return [`goto ${loopOf(cx, stmt.loop).breakLabel()}`];
    case 'Continue':
      return [`goto ${loopOf(cx, stmt.loop).continueLabel()}`];
    case 'Return':
      return [`goto ${cx.returnLabel()}`];
    case 'Label':
      return [`label ${stmt.name}`, ...indent(stmt.invariants.map((invariant) => `invariant ${show(invariant)}`))];
    case 'Goto':
      return [`goto ${stmt.label}`];
    case 'Quasihavoc':
    case 'Quasihavocall': {
      const condition = stmt.condition === null ? '' : `(${show(stmt.condition)}) ==> `;
      const resource = `${condition}${show(stmt.resource)}`;
      return [
        stmt.kind === 'Quasihavoc' ? `quasihavoc ${resource}` : `quasihavocall ${printDecls(stmt.vars)} :: ${resource}`,
      ];
    }
    default:
      return assertNever(stmt, 'statement');
  }
}

function loopOf(cx: BodyContext, name: string | null): Loop {
  const loop = name === null ? cx.loops.at(-1) : cx.loops.findLast((candidate) => candidate.name === name);
  if (loop === undefined) throw new Error(`no loop ${name ?? ''} around a jump`);
  return loop;
}

function printWhile(cx: BodyContext, stmt: While): readonly string[] {
  const hint = stmt.name ?? 'loop';
  const after = lazyLabel(cx, `${hint}_break`);
  const end = lazyLabel(cx, `${hint}_continue`);
  const loop: Loop = { name: stmt.name, breakLabel: after.use, continueLabel: end.use };
  const body = printBlock({ ...cx, loops: [...cx.loops, loop] }, stmt.body);
  return [
    `while (${printExpr(cx, stmt.cond)})`,
    ...indent([
      ...stmt.invariants.map((invariant) => `invariant ${printExpr(cx, invariant)}`),
      ...stmt.measures.map((measure) => printMeasure(cx, measure)),
    ]),
    '{',
    ...indent([...body, ...end.lines()]),
    '}',
    ...after.lines(),
  ];
}

export function printMeasure(cx: PrintContext, measure: Measure): string {
  switch (measure.kind) {
    case 'StarMeasure':
      return 'decreases *';
    case 'WildcardMeasure':
      return `decreases _${printCondition(cx, measure.condition)}`;
    case 'TupleMeasure': {
      const exprs = measure.exprs.map((expr) => printExpr(cx, expr)).join(', ');
      return `decreases${exprs === '' ? '' : ` ${exprs}`}${printCondition(cx, measure.condition)}`;
    }
  }
}

function printCondition(cx: PrintContext, condition: Expr | null): string {
  return condition === null ? '' : ` if ${printExpr(cx, condition)}`;
}
