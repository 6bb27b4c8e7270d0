// Statements: send, select, range over channels; and the functions where tests and programs begin.

import { noPos, positionIn } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { type Type, unalias, under } from '../types/index.ts';
import { isNamed, type Later } from './instrument-call.ts';
import type { Piece } from './instrument-edits.ts';
import {
  actsAsChannel,
  addSite,
  at,
  type FileState,
  isOwnBool,
  labelOf,
  leaveAlone,
  rangeOf,
  runtimeName,
  sentText,
  stripParens,
  typeOf,
} from './instrument-file.ts';
import type { SiteArm } from './protocol.ts';

/** `c <- v` outside select. */
export function rewriteSend(state: FileState, node: ast.SendStmt, later: Later): void {
  if (!actsAsChannel(state, node.chan)) {
    leaveAlone(state, node.pos, 'a send on a channel whose type is a type parameter');
    return;
  }
  const site = addSite(state, node.arrow, 'send', labelOf(state, node.chan));
  state.sites.sends(site, sentText(state, node.value));
  state.edits.insert(node.chan.pos, `${runtimeName}.To(`);
  later(node.chan, () => state.edits.insert(node.chan.end, `, ${site})`));
  const gap = state.edits.newlines(node.chan.end, node.value.pos);
  // A line must not end before the parenthesis.
  state.edits.replace(node.arrow, node.value.pos, [`.Send(${gap}`]);
  later(node.value, () => state.edits.insert(node.value.end, ')'));
}

/** `<-c` outside select. */
export function rewriteRecv(state: FileState, node: ast.UnaryExpr, later: Later): void {
  if (!actsAsChannel(state, node.x)) {
    leaveAlone(state, node.pos, 'a receive from a channel whose type is a type parameter');
    return;
  }
  if (state.ownBool.has(node.id)) {
    leaveAlone(state, node.pos, 'a receive that assigns to a boolean type of the program');
    return;
  }
  const site = addSite(state, node.pos, 'recv', labelOf(state, node.x));
  const name = state.commaOk.has(node.id) ? 'Recv2' : 'Recv';
  state.edits.replace(node.pos, node.x.pos, [`${runtimeName}.${name}(${state.edits.newlines(node.pos, node.x.pos)}`]);
  later(node.x, () => state.edits.insert(node.x.end, `, ${site})`));
}

/** `for k, v := range m` goes through the entries in an order that the plan decides. */
function rewriteMapRange(state: FileState, node: ast.RangeStmt): void {
  const isBlank = (x: ast.Expr | null): boolean => x === null || (x.kind === 'Ident' && x.name === '_');
  const key = isBlank(node.key) ? null : node.key;
  const value = isBlank(node.value) ? null : node.value;
  if (key === null && value === null) return;
  const open = node.body.pos;
  const it = `${runtimeName}it`;
  const m: Piece = { from: node.x.pos, to: node.x.end };
  const before = state.edits.newlines(node.pos, node.x.pos);
  const behind = state.edits.newlines(node.x.end, open);
  if (node.op === ':=') {
    const names = [key, value].flatMap((x) => (x?.kind === 'Ident' ? [x.name] : []));
    const head = key === null ? 'MapValues' : value === null ? 'MapKeys' : 'Map';
    const next = key === null ? 'NextValue' : value === null ? 'NextKey' : 'Next';
    const pointers = names.map((name) => `&${name}`).join(', ');
    state.edits.replace(node.pos, open + 1, [
      `for ${it}, ${names.join(', ')} := ${runtimeName}.${head}(${before}`,
      m,
      `); ${it}.${next}(${pointers}); ${behind}{`,
    ]);
    return;
  }
  const assign: Piece[] = [];
  if (key !== null) assign.push(' ', { from: key.pos, to: key.end }, ` = ${it}.K;`);
  if (value !== null) assign.push(' ', { from: value.pos, to: value.end }, ` = ${it}.V;`);
  state.edits.replace(node.pos, open + 1, [
    `for ${it} := ${runtimeName}.Map0(${before}`,
    m,
    `); ${it}.Next0(); ${behind}{`,
    ...assign,
  ]);
}

/** A map whose keys satisfy `comparable` in every language version. */
function isPlainMap(type: Type): boolean {
  const plain = unalias(type);
  const map = under(plain);
  return plain.kind !== 'TypeParam' && map.kind === 'Map' && isStrictlyComparable(map.key);
}

function isStrictlyComparable(type: Type): boolean {
  if (unalias(type).kind === 'TypeParam') return false;
  const plain = under(type);
  switch (plain.kind) {
    case 'Basic':
    case 'Pointer':
    case 'Chan':
      return true;
    case 'Array':
      return isStrictlyComparable(plain.elem);
    case 'Struct':
      return plain.fields.every((field) => field.type !== null && isStrictlyComparable(field.type));
    default:
      return false;
  }
}

/** `for v := range c` becomes a loop with a condition that receives. */
export function rewriteRange(state: FileState, node: ast.RangeStmt): void {
  const type = typeOf(state, node.x);
  if (type !== null && isPlainMap(type)) rewriteMapRange(state, node);
  if (type === null) return;
  if (!actsAsChannel(state, node.x)) return;
  const site = addSite(state, node.pos, 'recv', labelOf(state, node.x));
  const open = node.body.pos;
  const x: Piece = { from: node.x.pos, to: node.x.end };
  const before = state.edits.newlines(node.pos, node.x.pos);
  const behind = state.edits.newlines(node.x.end, open);
  const it = `${runtimeName}it`;
  const key = node.key;
  const blank = key === null || (key.kind === 'Ident' && key.name === '_');
  if (!blank && node.op === ':=' && key.kind === 'Ident') {
    state.edits.replace(node.pos, open + 1, [
      `for ${it}, ${key.name} := ${runtimeName}.Range(${before}`,
      x,
      `); ${it}.Next(&${key.name}, ${site}); ${behind}{`,
    ]);
    return;
  }
  const assign: Piece[] = blank ? [] : [' ', { from: key.pos, to: key.end }, ` = ${it}.V;`];
  state.edits.replace(node.pos, open + 1, [
    `for ${it} := ${runtimeName}.Range0(${before}`,
    x,
    `); ${it}.Next0(${site}); ${behind}{`,
    ...assign,
  ]);
}

interface SelectArm {
  readonly clause: ast.CommClause;
  readonly op: 'send' | 'recv';
  readonly channel: ast.Expr;
  /** Of an arm that sends. */
  readonly value: ast.Expr | null;
  /** Of an arm that assigns what it receives. */
  readonly assign: ast.AssignStmt | null;
}

function armOf(clause: ast.CommClause): SelectArm | null {
  const comm = clause.comm;
  if (comm === null) return null;
  if (comm.kind === 'SendStmt') return { clause, op: 'send', channel: comm.chan, value: comm.value, assign: null };
  const expr = comm.kind === 'AssignStmt' ? comm.rhs[0] : comm.kind === 'ExprStmt' ? comm.x : undefined;
  const recv = expr === undefined ? undefined : stripParens(expr);
  if (recv === undefined || recv.kind !== 'UnaryExpr' || recv.op !== '<-') return null;
  return { clause, op: 'recv', channel: recv.x, value: null, assign: comm.kind === 'AssignStmt' ? comm : null };
}

/** A select becomes a switch over the arm that was taken. */
export function rewriteSelect(state: FileState, node: ast.SelectStmt): void {
  if (node.clauses.length === 0) {
    const site = addSite(state, node.pos, 'select', '');
    state.edits.replace(node.pos, node.end, [
      `for { ${runtimeName}.Block(${site}) }${state.edits.newlines(node.pos, node.end)}`,
    ]);
    return;
  }
  const arms = node.clauses.map(armOf).filter((arm) => arm !== null);
  const hasDefault = node.clauses.some((clause) => clause.comm === null);
  const readable = arms.length + (hasDefault ? 1 : 0) === node.clauses.length;
  if (!readable || !arms.every((arm) => actsAsChannel(state, arm.channel))) {
    leaveAlone(state, node.pos, 'a select with a channel whose type is a type parameter of several element types');
    for (const arm of arms) markSelectArm(state, arm);
    return;
  }
  for (const arm of arms) markSelectArm(state, arm);
  const siteArms = arms.map((arm): SiteArm => {
    const { line, column } = positionIn(state.file, (arm.clause.comm?.pos ?? arm.clause.pos) - state.file.base);
    const value = arm.value === null ? '' : sentText(state, arm.value);
    return { op: arm.op, line, column, label: labelOf(state, arm.channel), ...(value === '' ? {} : { value }) };
  });
  const site = addSite(state, node.pos, 'select', siteArms.map(({ label }) => label).join(', '), siteArms, hasDefault);
  state.edits.replace(node.pos, node.lbrace + 1, header(state, node, arms, site, hasDefault));
  let index = 0;
  for (const clause of node.clauses) {
    if (clause.comm === null) continue;
    const arm = arms[index] as SelectArm;
    // Without a default of its own, the last arm is the switch's: so the compiler sees that some arm is always taken.
    const last = !hasDefault && index === arms.length - 1;
    rewriteClause(state, arm, index, last);
    index++;
  }
}

function markSelectArm(state: FileState, arm: SelectArm): void {
  const comm = arm.clause.comm;
  if (comm === null) return;
  if (comm.kind === 'SendStmt') state.inSelect.add(comm.id);
  const expr = comm.kind === 'AssignStmt' ? comm.rhs[0] : comm.kind === 'ExprStmt' ? comm.x : undefined;
  if (expr !== undefined) state.inSelect.add(stripParens(expr).id);
}

/** Channels and values are evaluated once, in the order of the source, before anything is chosen. */
function header(
  state: FileState,
  node: ast.SelectStmt,
  arms: readonly SelectArm[],
  site: number,
  hasDefault: boolean,
): Piece[] {
  const names = arms.map((_, i) => `${runtimeName}a${i}`);
  const pieces: Piece[] = ['switch '];
  if (arms.length > 0) pieces.push(`${names.join(', ')} := `);
  arms.forEach((arm, i) => {
    if (i > 0) pieces.push(', ');
    pieces.push(
      `${runtimeName}.${arm.op === 'send' ? 'S' : 'R'}(`,
      at(state, arm.channel.pos),
      rangeOf(arm.channel),
      ')',
    );
    if (arm.value !== null) pieces.push('.With(', at(state, arm.value.pos), rangeOf(arm.value), ')');
  });
  if (arms.length > 0) pieces.push('; ');
  pieces.push(
    `${runtimeName}.Select(${[site, hasDefault ? 1 : 0, ...names].join(', ')}) {`,
    at(state, node.lbrace + 1),
  );
  return pieces;
}

/** `case v := <-c:` becomes `case 0: v := a0.V;`. */
function rewriteClause(state: FileState, arm: SelectArm, index: number, last: boolean): void {
  const pieces: Piece[] = [last ? 'default:' : `case ${index}:`];
  if (arm.assign !== null) {
    const { lhs, op } = arm.assign;
    const name = `${runtimeName}a${index}`;
    const allBlank = lhs.every((x) => x.kind === 'Ident' && x.name === '_');
    const first = lhs[0];
    const second = lhs[1];
    if (first !== undefined && !(allBlank && op === ':=')) {
      pieces.push(at(state, first.pos), rangeOf(first));
      if (second !== undefined) pieces.push(', ', rangeOf(second));
      // A comparison is untyped, and so goes into every type of booleans.
      const ok =
        op === '=' && second !== undefined && isOwnBool(state, second) ? `${name}.Ok == ${name}.Yes()` : `${name}.Ok`;
      pieces.push(` ${op} ${name}.V${second === undefined ? '' : `, ${ok}`};`);
    }
  }
  pieces.push(at(state, arm.clause.colon + 1));
  state.edits.replace(arm.clause.pos, arm.clause.colon + 1, pieces);
}

/** Functions of tests, and main: they take control when they begin. */
export function rewriteFunction(state: FileState, node: ast.FuncDecl): void {
  const body = node.body;
  if (body === null || node.recv !== null || node.type.typeParams !== null) return;
  if (node.name.name === 'main' && state.pkg.name === 'main') {
    const site = addSite(state, node.pos, 'test', 'main');
    state.edits.insert(body.pos + 1, ` defer ${runtimeName}.At(${site}).Main()();`);
    return;
  }
  if (!state.file.path.endsWith('_test.go') || !/^Test($|[^\p{Ll}])/u.test(node.name.name)) return;
  const field = node.type.params.list[0];
  if (node.type.params.list.length !== 1 || field === undefined || field.names.length > 1 || field.type === null)
    return;
  const type = typeOf(state, field.type);
  if (type === null) return;
  const pointer = unalias(type);
  if (pointer.kind !== 'Pointer' || !isNamed(pointer.elem, 'testing', 'T')) return;
  const site = addSite(state, node.pos, 'test', node.name.name);
  const given = field.names[0];
  let name = given?.name ?? '_';
  if (name === '_') {
    name = `${runtimeName}t`;
    if (given === undefined) state.edits.insert(field.type.pos === noPos ? field.pos : field.type.pos, `${name} `);
    else state.edits.replace(given.pos, given.end, [name]);
  }
  state.edits.insert(body.pos + 1, ` defer ${runtimeName}.At(${site}).Test(${name})();`);
}
