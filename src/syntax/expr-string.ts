// Expressions on one line, as messages show them: bodies and elements are left out.

import { assertNever } from '../base/assert.ts';
import type { ClosureSpec, Expr, Field, FieldList, FuncType, SpecExpr } from './nodes.ts';

/** Longer texts are cut: no message gets better by them. */
const maxLength = 300;

export function exprString(x: Expr): string {
  const text = string(x, 0);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** How deep the text goes into nested expressions, and how far back into chains of operators. */
const maxNesting = 100;

function string(x: Expr, depth: number): string {
  if (depth > maxNesting) return '…';
  const d = depth + 1;
  switch (x.kind) {
    case 'BadExpr':
      return '_';
    case 'Ident':
      return x.name;
    case 'BasicLit':
      return x.value;
    case 'CompositeLit':
      return `${x.type === null ? '' : string(x.type, d)}${x.elts.length === 0 ? '{}' : '{…}'}`;
    case 'FuncLit':
      return `func${signature(x.type, d)} {…}`;
    case 'ParenExpr':
      return `(${string(x.x, d)})`;
    case 'SelectorExpr':
      return `${string(x.x, d)}.${x.sel.name}`;
    case 'IndexExpr':
      return `${string(x.x, d)}[${strings(x.indices, d)}]`;
    case 'SliceExpr': {
      const max = x.slice3 ? `:${optional(x.max, d)}` : '';
      return `${string(x.x, d)}[${optional(x.low, d)}:${optional(x.high, d)}${max}]`;
    }
    case 'TypeAssertExpr':
      return `${string(x.x, d)}.(${x.type === null ? 'type' : string(x.type, d)})`;
    case 'CallExpr':
      return `${string(x.fun, d)}(${strings(x.args, d)}${x.ellipsis === 0 ? '' : '...'})`;
    case 'StarExpr':
      return `*${string(x.x, d)}`;
    case 'UnaryExpr':
      return `${x.op}${string(x.x, d)}`;
    case 'BinaryExpr':
      return `${string(x.x, d)} ${x.op} ${string(x.y, d)}`;
    case 'KeyValueExpr':
      return `${string(x.key, d)}: ${string(x.value, d)}`;
    case 'EllipsisExpr':
      return `...${optional(x.elt, d)}`;
    case 'ArrayType':
      return `[${optional(x.len, d)}]${string(x.elt, d)}`;
    case 'StructType':
      return `struct{${fields(x.fields, '; ', false, d)}}`;
    case 'FuncType':
      return `func${signature(x, d)}`;
    case 'InterfaceType':
      return `interface{${fields(x.methods, '; ', true, d)}}`;
    case 'MapType':
      return `map[${string(x.key, d)}]${string(x.value, d)}`;
    case 'ChanType':
      return `${x.dir === 'both' ? 'chan ' : x.dir === 'send' ? 'chan<- ' : '<-chan '}${string(x.value, d)}`;
    default:
      return specString(x, d);
  }
}

function specString(x: SpecExpr, d: number): string {
  switch (x.kind) {
    case 'OldExpr':
      return `${x.word}${x.label === null ? '' : `[${x.label.name}]`}(${string(x.x, d)})`;
    case 'AccessExpr':
      return `acc(${string(x.x, d)}${x.perm === null ? '' : `, ${string(x.perm, d)}`})`;
    case 'QuantExpr': {
      const triggers = x.triggers.map((t) => `{ ${strings(t.exprs, d)} } `).join('');
      return `${x.word} ${fields(x.vars, ', ', false, d)} :: ${triggers}${string(x.x, d)}`;
    }
    case 'LetExpr':
      return `let ${strings(x.names, d)} := ${strings(x.values, d)} in ${string(x.x, d)}`;
    case 'UnfoldingExpr':
      return `unfolding ${string(x.pred, d)} in ${string(x.x, d)}`;
    case 'AssertingExpr':
      return `asserting ${string(x.assertion, d)} in ${string(x.x, d)}`;
    case 'CondExpr':
      return `${string(x.cond, d)} ? ${string(x.then, d)} : ${string(x.else, d)}`;
    case 'SpecBinaryExpr':
      return `${string(x.x, d)} ${x.op} ${string(x.y, d)}`;
    case 'ImplementsExpr':
      return `${string(x.x, d)} implements ${closureSpec(x.spec, d)}`;
    case 'CallAsExpr':
      return `${string(x.call, d)} as ${closureSpec(x.spec, d)}`;
    case 'RevealExpr':
      return `reveal ${string(x.call, d)}`;
    case 'UpdateExpr':
      return `${string(x.x, d)}[${x.updates.map((u) => `${string(u.key, d)} = ${string(u.value, d)}`).join(', ')}]`;
    case 'RangeLit':
      return `${x.word}[${string(x.low, d)} .. ${string(x.high, d)}]`;
    case 'TypeExpr':
      return `type[${string(x.type, d)}]`;
    case 'MatchExpr':
      return `match ${string(x.x, d)} {…}`;
    case 'BindExpr':
      return `?${x.name.name}`;
    case 'CollectionType':
      return `${x.word}[${string(x.elt, d)}]`;
    case 'DictType':
      return `dict[${string(x.key, d)}]${string(x.value, d)}`;
    case 'PredType':
      return `pred(${fields(x.params, ', ', false, d)})`;
    case 'GhostType':
      return `ghost ${string(x.type, d)}`;
    case 'DomainType':
      return 'domain {…}';
    case 'AdtType':
      return 'adt {…}';
    default:
      return assertNever(x, 'expression');
  }
}

function closureSpec(spec: ClosureSpec, depth: number): string {
  return `${string(spec.name, depth)}${spec.lbrace === 0 ? '' : `{${strings(spec.params, depth)}}`}`;
}

function optional(x: Expr | null, depth: number): string {
  return x === null ? '' : string(x, depth);
}

function strings(list: readonly Expr[], depth: number): string {
  return list.map((x) => string(x, depth)).join(', ');
}

function signature(type: FuncType, depth: number): string {
  const params = `(${fields(type.params, ', ', false, depth)})`;
  const { results } = type;
  if (results === null || results.list.length === 0) return params;
  const [only] = results.list;
  if (results.list.length === 1 && only !== undefined && only.names.length === 0) {
    return `${params} ${field(only, false, depth)}`;
  }
  return `${params} (${fields(results, ', ', false, depth)})`;
}

function fields(list: FieldList, separator: string, methods: boolean, depth: number): string {
  return list.list.map((f) => field(f, methods, depth)).join(separator);
}

function field(f: Field, methods: boolean, depth: number): string {
  const ghost = f.ghost === 0 ? '' : 'ghost ';
  const names = ghost + f.names.map((name) => name.name).join(', ');
  if (f.type === null) return names;
  if (f.names.length === 0) return ghost + string(f.type, depth);
  if (methods && f.type.kind === 'PredType') return `pred ${names}(${fields(f.type.params, ', ', false, depth)})`;
  if (methods && f.type.kind === 'FuncType') return `${names}${signature(f.type, depth)}`;
  return `${names} ${string(f.type, depth)}`;
}
