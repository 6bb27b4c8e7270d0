// Parameters that are only compared with constants: finitely many values stand for all of them.

import type { CommProgram, Expr } from '../comm/comm.ts';
import { admitsAlone, exprsOf, rangeOfParam, visitProgram } from '../comm/index.ts';
import { comparisons } from './compared.ts';
import type { ParamValue } from './params.ts';

/**
 * For each parameter values of which every other one is compared like one of them, or null where it is used otherwise: in
 * sums, as a capacity, against variables. Constants split the integers into points and gaps; a point and its two neighbours
 * meet them all.
 */
export function representatives(program: CommProgram): readonly (readonly ParamValue[] | null)[] {
  const constants = program.params.map((): Set<number> | null => new Set());
  visitProgram(program, (stmt) => {
    for (const expr of exprsOf(stmt)) collect(program, expr, constants);
  });
  for (const condition of program.requires) collect(program, condition, constants);
  return program.params.map((param, i) => {
    if (param.type === 'bool') return [false, true].filter((value) => admitsAlone(program, i, value));
    const points = constants[i];
    if (points === null || points === undefined) return null;
    const near = new Set([...points].flatMap((c) => [c - 1, c, c + 1]));
    const { low, high } = rangeOfParam(param);
    const possible = [...near]
      .filter((value) => (low === null || value >= low) && (high === null || value <= high))
      .sort((a, b) => a - b);
    // Nothing to compare with: any value does.
    if (possible.length === 0) return [param.min ?? 0];
    return possible.filter((value) => admitsAlone(program, i, value));
  });
}

function collect(program: CommProgram, expr: Expr, constants: (Set<number> | null)[]): void {
  switch (expr.kind) {
    case 'param':
      if (program.params[expr.index]?.type === 'int') constants[expr.index] = null;
      return;
    case 'binary': {
      const { x, y } = expr;
      const [param, other] = x.kind === 'param' ? [x, y] : [y, x];
      if (comparisons.has(expr.op) && param.kind === 'param' && other.kind === 'int') {
        constants[param.index]?.add(other.value);
        return;
      }
      collect(program, x, constants);
      collect(program, y, constants);
      return;
    }
    case 'unary':
      collect(program, expr.x, constants);
      return;
    case 'func':
      for (const captured of expr.captured) collect(program, captured, constants);
      return;
    default:
  }
}
