// One expression by itself: what stands in a directive.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { SourceFile, Span } from '../base/source.ts';
import type { Expr } from './nodes.ts';
import { parseExpr } from './parser-exprs.ts';
import { errorHere, next, Parser, tooDeep } from './parser-state.ts';
import { T_EOF, T_SEMICOLON } from './token.ts';

export interface ExpressionResult {
  /** Null where there are errors. */
  readonly expr: Expr | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses what stands at a place of a file, and nothing around it, as an expression. Its nodes have ids from `firstId` on. `specified`: with
 * the words of specifications.
 */
export function parseExpression(
  source: SourceFile,
  { pos, end }: Span,
  firstId: number,
  specified = false,
): ExpressionResult {
  const from = pos - source.base;
  // Blanks before it keep its places what they are in the file.
  const text = ' '.repeat(from) + source.text.slice(from, end - source.base);
  const lines = (): Int32Array => source.lines();
  const p = new Parser({ path: source.path, base: source.base, text, length: text.length, lines }, firstId, {
    specifications: specified ? 'tokens' : 'none',
  });
  try {
    next(p);
    const expr = parseExpr(p);
    if (p.tok === T_SEMICOLON) next(p);
    if (p.tok !== T_EOF && p.errors.length === 0) errorHere(p, 'SyntaxError', 'nothing may follow the expression');
    return { expr: p.errors.length === 0 ? expr : null, diagnostics: p.errors };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    tooDeep(p);
    return { expr: null, diagnostics: p.errors };
  }
}
