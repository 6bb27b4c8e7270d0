// Magic wands: package and apply.

import type * as ast from '../../syntax/nodes.ts';
import type { MagicWand } from '../../vil/index.ts';
import { blockOf, emit, expr, source, statements } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';

function wand(k: Code, e: ast.Expr): MagicWand {
  const value = expr({ ...k, out: null }, e);
  return value.kind === 'MagicWand' ? value : unsupported('this wand', e);
}

export function packageWand(k: Code, node: ast.PackageStmt): void {
  const src = source(k, node);
  const proof = blockOf(k, src, (inner) => statements(inner, node.body?.list ?? []));
  emit(k, { kind: 'Package', wand: wand(k, node.wand), proof, src });
}

export function applyWand(k: Code, node: ast.ApplyStmt): void {
  emit(k, { kind: 'Apply', wand: wand(k, node.wand), src: source(k, node) });
}
