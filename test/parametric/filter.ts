// Which functions have parametric communication, by syntax alone: the filter of section 7 of the Ginger paper.
//
// A function is taken if its body, function literals included, makes a channel with a capacity or adds a number to a WaitGroup
// that is not constant, or has a loop whose number of rounds is given by something that is not constant and which starts
// goroutines or uses channels or WaitGroups. Loops without an end of their own (`for {`, `for cond {`, over channels and
// functions) have no bound that could be a parameter. Primitives are told apart as in Table 1.

import { type FuncDecl, type Node, walk } from '../../src/syntax/index.ts';
import type { Info } from '../../src/types/info.ts';
import type { Type } from '../../src/types/type.ts';
import { under } from '../../src/types/under.ts';

export type Primitive = 'channels' | 'WaitGroup' | 'both';

/** The primitives that depend on parameters; null if none does. `go` alone in a loop counts with what the function makes. */
export function parametricCommunication(decl: FuncDecl, info: Info): Primitive | null {
  let channels = false;
  let groups = false;
  let goes = false;
  const used = { channels: false, groups: false };
  const count = (node: Node, inLoop: boolean): void => {
    const found = operationOf(node, info);
    if (found === null) return;
    const { kind, parameter } = found;
    if (kind === 'channel') used.channels = true;
    if (kind === 'group') used.groups = true;
    if (!inLoop && !parameter) return;
    if (kind === 'channel') channels = true;
    else if (kind === 'group') groups = true;
    else goes = true;
  };
  let depth = 0;
  if (decl.body === null) return null;
  walk(
    decl.body,
    (node) => {
      if (isParametricLoop(node, info)) depth++;
      count(node, depth > 0);
      return true;
    },
    (node) => {
      if (isParametricLoop(node, info)) depth--;
    },
  );
  if (goes && !channels && !groups) {
    channels = used.channels;
    groups = used.groups;
  }
  if (channels && groups) return 'both';
  return channels ? 'channels' : groups ? 'WaitGroup' : null;
}

interface Operation {
  readonly kind: 'channel' | 'group' | 'go';
  /** Its own number is not constant. */
  readonly parameter: boolean;
}

function operationOf(node: Node, info: Info): Operation | null {
  switch (node.kind) {
    case 'GoStmt':
      return { kind: 'go', parameter: false };
    case 'SendStmt':
      return { kind: 'channel', parameter: false };
    case 'UnaryExpr':
      return node.op === '<-' ? { kind: 'channel', parameter: false } : null;
    case 'RangeStmt':
      return typeOf(node.x, info)?.kind === 'Chan' ? { kind: 'channel', parameter: false } : null;
    case 'CallExpr': {
      const { fun, args } = node;
      if (fun.kind === 'Ident' && fun.name === 'make' && args[0] !== undefined) {
        if (typeOf(args[0], info)?.kind !== 'Chan') return null;
        return { kind: 'channel', parameter: args[1] !== undefined && !isConstant(args[1], info) };
      }
      if (fun.kind === 'Ident' && fun.name === 'close') return { kind: 'channel', parameter: false };
      if (fun.kind !== 'SelectorExpr') return null;
      const method = info.selections.get(fun)?.obj;
      if (method?.kind !== 'Func' || method.pkg?.path !== 'sync' || !isWaitGroup(method.type)) return null;
      return { kind: 'group', parameter: args[0] !== undefined && method.name === 'Add' && !isConstant(args[0], info) };
    }
    default:
      return null;
  }
}

function isWaitGroup(type: Type | null): boolean {
  if (type?.kind !== 'Signature') return false;
  const recv = type.recv?.type;
  const named = recv?.kind === 'Pointer' ? recv.elem : recv;
  return named?.kind === 'Named' && named.obj.name === 'WaitGroup';
}

function isConstant(node: Node, info: Info): boolean {
  const value = info.types.get(node)?.value;
  return value !== null && value !== undefined;
}

function typeOf(node: Node, info: Info): Type | null {
  const type = info.types.get(node)?.type;
  return type === undefined ? null : under(type);
}

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '!=']);

function isParametricLoop(node: Node, info: Info): boolean {
  if (node.kind === 'RangeStmt') {
    const type = typeOf(node.x, info);
    if (type?.kind === 'Basic') return !isConstant(node.x, info);
    return type?.kind === 'Slice' || type?.kind === 'Map';
  }
  if (node.kind !== 'ForStmt' || node.post === null || node.cond?.kind !== 'BinaryExpr') return false;
  const { op, x, y } = node.cond;
  if (!comparisons.has(op)) return false;
  if (!isConstant(x, info) && !isConstant(y, info)) return true;
  // Counting down to a constant, from something that is none.
  return node.init?.kind === 'AssignStmt' && node.init.rhs.some((start) => !isConstant(start, info));
}
