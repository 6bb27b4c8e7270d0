// Mutants of annotated Go: one small change each, in the code or in a contract, most of which a verifier must notice.
//
// Mutants are texts, so that everything behind the parser sees them as it sees what users write. A change keeps the lines where they are.

import type * as ast from '../../src/syntax/nodes.ts';
import { forEachChild } from '../../src/syntax/walk.ts';

export type MutationKind =
  /** `acc(x)` or an instance of a predicate becomes `true`. */
  | 'drop-permission'
  /** Another part of a conjunction becomes `true`. */
  | 'drop-conjunct'
  /** A clause `requires`, `preserves` or `invariant` is left out. */
  | 'drop-clause'
  /** `<` becomes `>=`, `==` becomes `!=`. */
  | 'flip-comparison'
  /** `<` becomes `<=`. */
  | 'move-boundary'
  /** An integer literal is one larger. */
  | 'off-by-one'
  /** `+` becomes `-`. */
  | 'swap-arithmetic'
  /** `A ==> B` becomes `true ==> B`, `A || B` becomes `A && B`. */
  | 'strengthen'
  /** A fraction becomes all. */
  | 'widen-fraction'
  /** The condition of an `if` is negated. */
  | 'negate-condition'
  /** An assignment, a call, a send, a `go`, a `fold`, an `unfold` is left out. */
  | 'drop-statement'
  /** A send, a call, a `go`, a `fold`, an `unfold` is done twice. */
  | 'repeat-statement';

/** What kind of text was changed. */
export type MutatedPart = 'code' | 'ghost' | 'assertion' | ast.ContractWord | 'predicate';

export interface ContractMutant {
  readonly kind: MutationKind;
  readonly part: MutatedPart;
  /** Offsets in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** What stands there instead. */
  readonly text: string;
}

/** What is left out has this instead: the lines stay where they are. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, '');
}

const flipped: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};
const moved: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const swapped: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '+' };

/** Every mutant of a file that was parsed from `source`, whose first character has the position `base`. */
export function contractMutants(file: ast.File, source: string, base: number): readonly ContractMutant[] {
  const found: ContractMutant[] = [];
  const textAt = (node: ast.NodeBase): string => source.slice(node.pos - base, node.end - base);
  const visit = (node: ast.Node, part: MutatedPart): void => {
    const inner = partOf(node, part);
    const add = (kind: MutationKind, pos: number, end: number, text: string): void => {
      found.push({ kind, part: inner, start: pos - base, end: end - base, text });
    };
    const replace = (kind: MutationKind, at: ast.NodeBase, text: string): void => add(kind, at.pos, at.end, text);
    switch (node.kind) {
      case 'FuncType':
      case 'StructType':
      case 'InterfaceType':
      case 'PredType':
      case 'Trigger':
      case 'BackendClause':
      case 'ImportSpec':
      case 'TypeExpr':
      case 'AdtType':
      case 'DomainType':
        if (node.kind !== 'InterfaceType') return;
        break;
      case 'ContractClause':
        if (node.word === 'requires' || node.word === 'preserves' || node.word === 'invariant')
          replace('drop-clause', node, blank(textAt(node)));
        break;
      case 'AccessExpr':
        if (!isPermission(part)) break;
        replace('drop-permission', node, 'true');
        if (node.perm !== null && textAt(node.perm).includes('/')) replace('widen-fraction', node.perm, 'writePerm');
        break;
      case 'BinaryExpr': {
        const operator = source.slice(node.opPos - base, node.opPos - base + node.op.length);
        if (operator !== node.op) break;
        const end = node.opPos + node.op.length;
        const flip = flipped[node.op];
        if (flip !== undefined) add('flip-comparison', node.opPos, end, flip);
        const move = moved[node.op];
        if (move !== undefined) add('move-boundary', node.opPos, end, move);
        const swap = swapped[node.op];
        if (swap !== undefined) add('swap-arithmetic', node.opPos, end, swap);
        if (node.op === '&&' && isPermission(part))
          for (const side of [node.x, node.y]) if (!isConjunction(side)) replace('drop-conjunct', side, 'true');
        if (node.op === '||' && part !== 'code') add('strengthen', node.opPos, end, '&&');
        break;
      }
      case 'SpecBinaryExpr':
        if (node.op === '==>') replace('strengthen', node.x, 'true');
        break;
      case 'BasicLit':
        if (node.lit === 'int' && /^\d+$/.test(node.value))
          replace('off-by-one', node, String(BigInt(node.value) + 1n));
        break;
      case 'IfStmt':
        replace('negate-condition', node.cond, `!(${textAt(node.cond)})`);
        break;
      case 'ExprStmt':
      case 'SendStmt':
      case 'GoStmt':
      case 'DeferStmt':
      case 'FoldStmt':
      case 'ApplyStmt':
      case 'IncDecStmt':
      case 'AssignStmt':
        if (node.kind === 'AssignStmt' && node.op === ':=') break;
        replace('drop-statement', node, blank(textAt(node)));
        if (!isIdempotent(node) && !textAt(node).includes('\n'))
          replace('repeat-statement', node, `${textAt(node)}; ${textAt(node)}`);
        break;
      default:
        break;
    }
    forEachChild(node, (child) => visit(child, inner));
  };
  visit(file, 'code');
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function partOf(node: ast.Node, part: MutatedPart): MutatedPart {
  switch (node.kind) {
    case 'ContractClause':
      return node.word;
    case 'ProofStmt':
    case 'AssertByStmt':
      return 'assertion';
    case 'PredDecl':
      return 'predicate';
    case 'GhostStmt':
    case 'FoldStmt':
    case 'ApplyStmt':
      return 'ghost';
    case 'FuncDecl':
      return node.ghost === 0 ? part : 'ghost';
    default:
      return part;
  }
}

/** Whether doing it twice is the same as doing it once, or is never wrong by itself. */
function isIdempotent(node: ast.Stmt): boolean {
  return node.kind === 'DeferStmt' || (node.kind === 'AssignStmt' && node.op === '=');
}

/** What has mutants of its own. */
function isConjunction(node: ast.Expr): boolean {
  return node.kind === 'AccessExpr' || (node.kind === 'BinaryExpr' && node.op === '&&');
}

/** Whether what stands there is held, not only handed on. */
function isPermission(part: MutatedPart): boolean {
  return part === 'requires' || part === 'preserves' || part === 'invariant' || part === 'predicate';
}

export function mutated(source: string, { start, end, text }: ContractMutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** A mutation that leaves the code, and what callers may rely on, as it was: what is proved is what was proved before. */
export function claimsNothingNew({ kind, part }: ContractMutant): boolean {
  if (part === 'ghost') return kind === 'drop-statement' || kind === 'repeat-statement';
  return part === 'invariant' && kind === 'drop-clause';
}
