// The printed form of ir, as the comments of ir.ts have it.

import { assertNever } from '../base/assert.ts';
import { quoteBytes, typeString, valueString } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import type { Block, Callee, Expr, Function as IrFunction, Local, Place, SelectComm, Stmt } from './ir.ts';
import { contract, ghost, type Parts } from './print-ghost.ts';

interface Printer {
  readonly names: readonly string[];
  readonly lines: string[];
  indent: number;
}

export function printFunction(f: IrFunction): string {
  const p: Printer = { names: localNames(f.locals), lines: [], indent: 0 };
  const list = (locals: readonly Local[]): string => locals.map((l) => declaration(p, l)).join(', ');
  const captures = f.captures.length === 0 ? '' : ` [${list(f.captures)}]`;
  const tparams =
    f.typeParams.length === 0 ? '' : `[${f.typeParams.map((t) => `${type(t)} ${type(t.bound)}`).join(', ')}]`;
  const head = `func ${f.id}${tparams}(${list(f.params)}) (${list(f.results)})${captures}`;
  if (f.contract !== null) {
    p.lines.push(head);
    p.indent++;
    contract(parts(p), f.contract);
    p.indent--;
    if (f.body === null) return `${p.lines.join('\n')}\n`;
    p.lines.push('{');
  } else {
    if (f.body === null) return `${head}\n`;
    p.lines.push(`${head} {`);
  }
  block(p, f.body);
  p.lines.push('}');
  return `${p.lines.join('\n')}\n`;
}

function parts(p: Printer): Parts {
  return {
    line: (text) => line(p, text),
    block: (b) => block(p, b),
    expr: (e) => expr(p, e),
    name: (l) => name(p, l),
    declaration: (l) => declaration(p, l),
  };
}

/** Names as written where they are unique, else with the number of the local. */
function localNames(locals: readonly Local[]): string[] {
  const count = new Map<string, number>();
  for (const l of locals) count.set(l.name, (count.get(l.name) ?? 0) + 1);
  return locals.map((l) => (count.get(l.name) === 1 ? l.name : `${l.name}.${l.id}`));
}

function declaration(p: Printer, l: Local): string {
  return `${l.shared ? 'shared ' : ''}${name(p, l)} ${type(l.type)}`;
}

function name(p: Printer, l: Local): string {
  return p.names[l.id] ?? `?${l.id}`;
}

function type(t: Type): string {
  return typeString(t, (pkg) => pkg.name);
}

function line(p: Printer, text: string): void {
  p.lines.push('\t'.repeat(p.indent) + text);
}

function block(p: Printer, b: Block): void {
  p.indent++;
  for (const s of b.list) stmt(p, s);
  p.indent--;
}

function targets(p: Printer, list: readonly (Local | null)[]): string {
  if (list.every((l) => l === null)) return '';
  return `${list.map((l) => (l === null ? '_' : name(p, l))).join(', ')} = `;
}

function stmt(p: Printer, s: Stmt): void {
  const x = (e: Expr): string => expr(p, e);
  const to = (...list: (Local | null)[]): string => targets(p, list);
  const opt = (e: Expr | null): string => (e === null ? '' : x(e));
  const args = (list: readonly Expr[]): string => list.map(x).join(', ');
  switch (s.kind) {
    case 'If':
      line(p, `if ${x(s.cond)} {`);
      block(p, s.then);
      if (s.otherwise.list.length > 0) {
        line(p, '} else {');
        block(p, s.otherwise);
      }
      line(p, '}');
      return;
    case 'Loop':
      line(p, `loop ${s.label} {`);
      block(p, s.body);
      if (s.next.list.length > 0) {
        line(p, '} next {');
        block(p, s.next);
      }
      line(p, '}');
      return;
    case 'Labelled':
      line(p, `${s.label}: {`);
      block(p, s.body);
      line(p, '}');
      return;
    case 'Break':
      line(p, `break ${s.label}`);
      return;
    case 'Continue':
      line(p, `continue ${s.label}`);
      return;
    case 'Return':
      line(p, 'return');
      return;
    case 'Select':
      line(p, 'select {');
      for (const c of s.cases) {
        line(p, `case ${comm(p, c.comm)} {`);
        block(p, c.body);
        line(p, '}');
      }
      if (s.otherwise !== null) {
        line(p, 'default {');
        block(p, s.otherwise);
        line(p, '}');
      }
      line(p, '}');
      return;
    case 'Declare':
      line(p, `var ${declaration(p, s.local)} = ${x(s.value)}`);
      return;
    case 'Assign':
      line(p, `${to(s.local)}${x(s.value)}`);
      return;
    case 'Load':
      line(p, `${to(s.target)}load ${place(p, s.place)}`);
      return;
    case 'Store':
      line(p, `store ${place(p, s.place)} = ${x(s.value)}`);
      return;
    case 'Addr':
      line(p, `${to(s.target)}addr ${place(p, s.place)}`);
      return;
    case 'NilCheck':
      line(p, `nilcheck ${x(s.pointer)}`);
      return;
    case 'New':
      line(p, `${to(s.target)}new ${x(s.value)}`);
      return;
    case 'MakeSlice': {
      const cap = s.cap === null ? '' : `, ${x(s.cap)}`;
      const init =
        s.init === null
          ? ''
          : s.init.kind === 'string'
            ? ` from ${x(s.init.string)}`
            : ` {${elements(p, s.init.elems)}}`;
      line(p, `${to(s.target)}make ${type(s.target.type)}, ${x(s.len)}${cap}${init}`);
      return;
    }
    case 'MakeMap':
      line(p, `${to(s.target)}make ${type(s.target.type)}${s.hint === null ? '' : `, ${x(s.hint)}`}`);
      return;
    case 'MakeChan':
      line(p, `${to(s.target)}make ${type(s.target.type)}${s.cap === null ? '' : `, ${x(s.cap)}`}`);
      return;
    case 'Closure': {
      const captured = s.captured.map((l) => name(p, l)).join(', ');
      line(p, `${to(s.target)}closure ${s.func.id} [${captured}]`);
      return;
    }
    case 'Index':
      line(p, `${to(s.target)}index ${x(s.x)}[${x(s.index)}]`);
      return;
    case 'Slice': {
      const max = s.max === null ? '' : `:${x(s.max)}`;
      line(p, `${to(s.target)}slice ${x(s.x)}[${opt(s.low)}:${opt(s.high)}${max}]`);
      return;
    }
    case 'MapGet':
      line(p, `${to(s.target, ...(s.ok === null ? [] : [s.ok]))}get ${x(s.map)}[${x(s.key)}]`);
      return;
    case 'MapSet':
      line(p, `set ${x(s.map)}[${x(s.key)}] = ${x(s.value)}`);
      return;
    case 'MapIter':
      line(p, `${to(s.target)}iterate ${x(s.map)}`);
      return;
    case 'MapNext':
      line(p, `${to(s.ok, s.key, s.value)}next ${name(p, s.iter)}`);
      return;
    case 'StringNext':
      line(p, `${to(s.rune, s.width)}decode ${x(s.string)} at ${x(s.at)}`);
      return;
    case 'LenOf':
      line(p, `${to(s.target)}${s.op} ${x(s.x)}`);
      return;
    case 'TrapBinary':
      line(p, `${to(s.target)}${x(s.x)} ${s.op} ${x(s.y)}`);
      return;
    case 'TrapConvert':
      line(p, `${to(s.target)}convert ${type(s.target.type)}, ${x(s.x)}`);
      return;
    case 'TypeAssert':
      line(p, `${to(s.target, ...(s.ok === null ? [] : [s.ok]))}${x(s.x)}.(${type(s.asserted)})`);
      return;
    case 'Append': {
      const added = s.elems.kind === 'spread' ? `${x(s.elems.x)}...` : args(s.elems.list);
      line(p, `${to(s.target)}append ${x(s.slice)}, ${added}`);
      return;
    }
    case 'Copy':
      line(p, `${to(s.target)}copy ${x(s.dst)}, ${x(s.src)}`);
      return;
    case 'Call':
      line(p, `${to(...s.targets)}call ${callee(p, s.callee)}(${args(s.args)})`);
      return;
    case 'Go':
      line(p, `go ${callee(p, s.callee)}(${args(s.args)})`);
      return;
    case 'Defer':
      line(p, `defer ${callee(p, s.callee)}(${args(s.args)})${inFrame(p, s.frame)}`);
      return;
    case 'Frame':
      line(p, `${to(s.target)}frame`);
      return;
    case 'Send':
      line(p, `send ${x(s.chan)} <- ${x(s.value)}`);
      return;
    case 'Recv':
      line(p, `${to(s.value, ...(s.ok === null ? [] : [s.ok]))}recv ${x(s.chan)}`);
      return;
    case 'Close':
      line(p, `close ${x(s.chan)}`);
      return;
    case 'Panic':
      line(p, `panic ${x(s.value)}`);
      return;
    case 'Fault':
      line(p, `fault ${JSON.stringify(s.message)}`);
      return;
    case 'Recover':
      line(p, `${to(s.target)}recover${inFrame(p, s.frame)}`);
      return;
    case 'Unknown': {
      const escaped = s.escaped.length === 0 ? '' : `, ${args(s.escaped)}`;
      line(p, `${to(...s.targets)}unknown ${JSON.stringify(s.reason)}${escaped}`);
      return;
    }
    case 'Ghost':
      ghost(parts(p), s.op);
      return;
    default:
      assertNever(s, 'statement');
  }
}

function inFrame(p: Printer, frame: Local | null): string {
  return frame === null ? '' : ` in ${name(p, frame)}`;
}

function comm(p: Printer, c: SelectComm): string {
  if (c.kind === 'send') return `send ${expr(p, c.chan)} <- ${expr(p, c.value)}`;
  return `${targets(p, c.ok === null ? [c.value] : [c.value, c.ok])}recv ${expr(p, c.chan)}`;
}

function callee(p: Printer, c: Callee): string {
  switch (c.kind) {
    case 'static':
      return c.func.id;
    case 'value':
      return `(${expr(p, c.func)})`;
    case 'method':
      return `${expr(p, c.recv)}.${c.method.name}`;
    case 'builtin':
      return c.name;
  }
}

function elements(p: Printer, elems: readonly { readonly index: number; readonly value: Expr }[]): string {
  return elems.map((e, i) => (e.index === i ? expr(p, e.value) : `${e.index}: ${expr(p, e.value)}`)).join(', ');
}

function expr(p: Printer, e: Expr): string {
  switch (e.kind) {
    case 'Const':
      return e.value.kind === 'string' ? quoteBytes(e.value.val) : valueString(e.value);
    case 'Zero':
      return `zero(${type(e.type)})`;
    case 'LocalRef':
      return name(p, e.local);
    case 'FuncRef':
      return `func ${e.func.id}`;
    case 'AddrOf':
      return `&${place(p, e.place)}`;
    case 'Unary':
      return `${e.op}${operandOf(p, e.x)}`;
    case 'Binary':
      return `${operandOf(p, e.x)} ${e.op} ${operandOf(p, e.y)}`;
    case 'Convert':
      return `${typeOperand(e.type)}(${expr(p, e.x)})`;
    case 'MakeInterface':
      return `iface(${type(e.type)}, ${expr(p, e.x)})`;
    case 'Field':
      return `${operandOf(p, e.x)}.${fieldName(e.x.type, e.index)}`;
    case 'Len':
      return `${e.op}(${expr(p, e.x)})`;
    case 'MinMax':
      return `${e.op}(${e.args.map((a) => expr(p, a)).join(', ')})`;
    case 'Complex':
      return `${e.op}(${expr(p, e.x)}${e.y === null ? '' : `, ${expr(p, e.y)}`})`;
    case 'Struct':
      return `${type(e.type)}{${e.fields.map((f) => expr(p, f)).join(', ')}}`;
    case 'ArrayLit':
      return `${type(e.type)}{${elements(p, e.elems)}}`;
  }
}

function operandOf(p: Printer, e: Expr): string {
  return e.kind === 'Binary' || e.kind === 'Unary' ? `(${expr(p, e)})` : expr(p, e);
}

function typeOperand(t: Type): string {
  const text = type(t);
  return /^[\w.]+$/.test(text) ? text : `(${text})`;
}

function fieldName(t: Type, index: number): string {
  let u: Type = t;
  for (;;) {
    if (u.kind === 'Struct') return u.fields[index]?.name ?? `${index}`;
    if (u.kind === 'Named' && u.underlying !== null) u = u.underlying;
    else if (u.kind === 'Alias' && u.actual !== null) u = u.actual;
    else return `${index}`;
  }
}

function place(p: Printer, q: Place): string {
  switch (q.kind) {
    case 'LocalPlace':
      return name(p, q.local);
    case 'GlobalPlace':
      return q.global.name;
    case 'Deref':
      return `*${operandOf(p, q.pointer)}`;
    case 'FieldPlace': {
      const base = q.base.kind === 'Deref' ? operandOf(p, q.base.pointer) : place(p, q.base);
      return `${base}.${fieldName(q.base.type, q.index)}`;
    }
    case 'IndexPlace': {
      const base = q.base.kind === 'slice' ? operandOf(p, q.base.slice) : place(p, q.base.place);
      return `${q.base.kind === 'array' && q.base.place.kind === 'Deref' ? `(${base})` : base}[${expr(p, q.index)}]`;
    }
  }
}
