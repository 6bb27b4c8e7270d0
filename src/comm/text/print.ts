// Prints a communication program as text. parse.ts reads it back to the same data.

import { assertNever } from '../../base/assert.ts';
import { tableOf } from '../../base/named.ts';
import type { GapReason, Why } from '../../base/reasons.ts';
import type {
  Callee,
  ClassDecl,
  CommProgram,
  ConstExpr,
  Expr,
  FieldInit,
  Place,
  Proc,
  ProcRole,
  RecvStmt,
  SendStmt,
  Site,
  Stmt,
  VarDecl,
} from '../comm.ts';
import { printedNames } from './names.ts';

export interface PrintOptions {
  /** Whether the places in the source are printed. Without them the text is its own source when it is read back. */
  readonly sites: boolean;
}

/** What the printer of statements needs to know. */
interface Printer {
  readonly program: CommProgram;
  readonly sites: boolean;
  readonly params: readonly string[];
  readonly globals: readonly string[];
  readonly classes: readonly string[];
  readonly procs: readonly string[];
  /** Printed field names of each class, qualified where another class has a field of that name. */
  readonly fields: readonly (readonly string[])[];
  /** Printed names of the variables of the procedure being printed, and how they are declared. */
  vars: readonly string[];
  decls: readonly VarDecl[];
  readonly lines: string[];
}

/** The whole program. */
export function printProgram(program: CommProgram, options: PrintOptions = { sites: true }): string {
  const p = newPrinter(program, options.sites);
  const { lines } = p;
  lines.push(`program ${JSON.stringify(program.name)} ${program.root}`);
  if (p.sites)
    lines.push(`files${program.files.map((file, i) => `${i > 0 ? ',' : ''} ${JSON.stringify(file)}`).join('')}`);
  for (const { kind, of } of program.assumptions) lines.push(`assume ${JSON.stringify(kind)}${ofText(of)}`);
  for (const gap of program.gaps) lines.push(`gap ${printGap(gap.reason)}${site(p, gap.site)}`);
  program.params.forEach((param, i) => {
    const min = param.min === null ? '' : ` min ${param.min}`;
    const bits = param.bits === undefined ? '' : ` bits ${param.bits}`;
    lines.push(`param ${p.params[i]} ${param.type}${min}${bits}${site(p, param.site)}`);
  });
  for (const condition of program.requires) lines.push(`require ${exprText(p, condition)}`);
  program.globals.forEach((decl, i) => {
    lines.push(`global ${p.globals[i]}${site(p, decl.site)}`);
  });
  program.classes.forEach((decl, i) => {
    printClass(p, decl, i);
  });
  lines.push(`entry ${p.procs[program.entry]}`);
  program.procs.forEach((proc, i) => {
    printProc(p, proc, i);
  });
  return `${lines.join('\n')}\n`;
}

/** One statement of a procedure, as it stands in the whole program without places; blocks show their first line only. */
export function printStatement(program: CommProgram, proc: Proc, stmt: Stmt): string {
  const p = newPrinter(program, false);
  p.vars = printedNames(proc.vars);
  p.decls = proc.vars;
  printStmt(p, stmt, 0);
  return (p.lines[0] as string).replace(/ \{$/, '');
}

/** An expression within a procedure. */
export function printExpression(program: CommProgram, proc: Proc, expr: Expr): string {
  const p = newPrinter(program, false);
  p.vars = printedNames(proc.vars);
  return exprText(p, expr);
}

function newPrinter(program: CommProgram, sites: boolean): Printer {
  const owners = new Map<string, number>();
  for (const decl of program.classes) {
    for (const name of new Set(printedNames(decl.fields))) owners.set(name, (owners.get(name) ?? 0) + 1);
  }
  const classes = printedNames(program.classes);
  return {
    program,
    sites,
    params: printedNames(program.params),
    globals: printedNames(program.globals),
    classes,
    procs: printedNames(program.procs),
    fields: program.classes.map((decl, i) =>
      printedNames(decl.fields).map((name) => (owners.get(name) === 1 ? name : `${classes[i]}:${name}`)),
    ),
    vars: [],
    decls: [],
    lines: [],
  };
}

function site(p: Printer, at: Site): string {
  return p.sites ? ` @${at.file}:${at.start}-${at.end}` : '';
}

function printClass(p: Printer, decl: ClassDecl, index: number): void {
  p.lines.push(`class ${decl.role === 'struct' ? '' : `${decl.role} `}${p.classes[index]} {`);
  const names = printedNames(decl.fields);
  decl.fields.forEach((field, i) => {
    p.lines.push(`  ${names[i]} ${fieldInit(p, field.init)}`);
  });
  p.lines.push('}');
}

function fieldInit(p: Printer, init: FieldInit): string {
  switch (init.kind) {
    case 'value':
      return `= ${constText(init.value)}`;
    case 'sync':
      return init.sync;
    case 'record':
      return `record ${p.classes[init.class]}`;
    default:
      return assertNever(init, 'field');
  }
}

function printProc(p: Printer, proc: Proc, index: number): void {
  p.vars = printedNames(proc.vars);
  p.decls = proc.vars;
  const declared = proc.vars.map((decl, i) => `${p.vars[i]}${site(p, decl.site)}`);
  const results = proc.results.length === 0 ? '' : ` results ${proc.results.map((i) => p.vars[i]).join(', ')}`;
  const params = declared.slice(0, proc.params).join(', ');
  p.lines.push('', `proc ${p.procs[index]}(${params})${results}${roleText(proc.role)}${site(p, proc.site)} {`);
  if (declared.length > proc.params) p.lines.push(`  var ${declared.slice(proc.params).join(', ')}`);
  printBlock(p, proc.body, 1);
  p.lines.push('}');
}

function roleText(role: ProcRole): string {
  switch (role.kind) {
    case 'helper':
      return '';
    case 'function': {
      const model = role.model === null ? '' : ` model ${JSON.stringify(role.model)}`;
      return ` is function ${JSON.stringify(role.id)}${role.root ? ' root' : ''}${model}`;
    }
    case 'environment':
    case 'held':
    case 'keys':
    case 'key':
      return ` is ${role.kind}`;
    case 'anything':
    case 'writes':
    case 'calls':
      return ` is ${role.kind} ${printGap(role.reason)}`;
    default:
      return assertNever(role, 'role');
  }
}

/** A gap as it stands in a program. */
export function printGap({ kind, of }: GapReason): string {
  return `${kind}${ofText(of)}`;
}

/** `"x"`, `(kind)`, `(state kind "x")`; nothing where there is nothing to say. */
function whyText({ kind, of, standing }: Why): string {
  if (kind === 'none' && standing === 'open') return '';
  if (kind === 'value' && standing === 'open') return JSON.stringify(of);
  return `(${standing === 'open' ? '' : `${standing} `}${kind}${ofText(of)})`;
}

function ofText(of: string): string {
  return of === '' ? '' : ` ${JSON.stringify(of)}`;
}

function printBlock(p: Printer, body: readonly Stmt[], depth: number): void {
  for (const stmt of body) printStmt(p, stmt, depth);
}

function printStmt(p: Printer, stmt: Stmt, depth: number): void {
  const indent = '  '.repeat(depth);
  const open = (text: string): void => {
    p.lines.push(`${indent}${text}`);
  };
  const at = site(p, stmt.site);
  switch (stmt.kind) {
    case 'select':
      open(`select${at} {`);
      for (const { comm, body } of stmt.cases) {
        open(`case ${commText(p, comm)}${site(p, comm.site)} {`);
        printBlock(p, body, depth + 1);
        open('}');
      }
      if (stmt.otherwise !== null) {
        open('default {');
        printBlock(p, stmt.otherwise, depth + 1);
        open('}');
      }
      open('}');
      return;
    case 'if':
      open(`if ${exprText(p, stmt.cond)}${at} {`);
      printBlock(p, stmt.then, depth + 1);
      if (stmt.otherwise.length > 0) {
        open('} else {');
        printBlock(p, stmt.otherwise, depth + 1);
      }
      open('}');
      return;
    case 'choice': {
      const said = whyText(stmt.why);
      open(`choose${said === '' ? '' : ` ${said}`}${at} {`);
      stmt.branches.forEach((branch, i) => {
        if (i > 0) open('} or {');
        printBlock(p, branch, depth + 1);
      });
      open('}');
      return;
    }
    case 'loop':
      open(`loop ${labelText(stmt.label)}${stmt.termination === 'exact' ? '' : ` ${stmt.termination}`}${at} {`);
      printBlock(p, stmt.body, depth + 1);
      if (stmt.next.length > 0) {
        open('} next {');
        printBlock(p, stmt.next, depth + 1);
      }
      open('}');
      return;
    default:
      open(`${simpleText(p, stmt)}${at}`);
  }
}

type SimpleStmt = Exclude<Stmt, { readonly kind: 'select' | 'if' | 'choice' | 'loop' }>;

/** A statement that takes one line. */
function simpleText(p: Printer, stmt: SimpleStmt): string {
  switch (stmt.kind) {
    case 'assign':
      return `${target(p, stmt.target)}${exprText(p, stmt.value)}`;
    case 'new': {
      const { what } = stmt;
      const label = labelSuffix(p, stmt.target, stmt.label);
      if (what.kind === 'cond') return `${target(p, stmt.target)}new cond ${exprText(p, what.locker)}${label}`;
      const name = what.kind === 'record' ? p.classes[what.class] : what.sync;
      return `${target(p, stmt.target)}new ${name}${label}`;
    }
    case 'load':
      return `${target(p, stmt.target)}${placeText(p, stmt.place)}`;
    case 'store':
      return `${placeText(p, stmt.place)} = ${exprText(p, stmt.value)}`;
    case 'array':
      return `${target(p, stmt.target)}array ${stmt.op}${list(p, stmt.args)}`;
    case 'map':
      return `${optional(p, stmt.target, stmt.ok)}map ${stmt.op}${list(p, stmt.args)}`;
    case 'chan':
      return `${target(p, stmt.target)}chan ${exprText(p, stmt.capacity)}${labelSuffix(p, stmt.target, stmt.label)}`;
    case 'send':
    case 'recv':
      return commText(p, stmt);
    case 'close':
      return `close ${exprText(p, stmt.chan)}`;
    case 'lock':
      return `${optional(p, stmt.target)}${stmt.op} ${exprText(p, stmt.lock)}`;
    case 'waitgroup':
      return `${stmt.op}${list(p, stmt.delta === null ? [stmt.group] : [stmt.group, stmt.delta])}`;
    case 'cond':
      return `cond ${stmt.op} ${exprText(p, stmt.cond)}`;
    case 'timer': {
      const rank = stmt.rank === null ? '' : `, ${stmt.rank}`;
      return `${optional(p, stmt.target)}timer ${stmt.op} ${exprText(p, stmt.chan)}${rank}`;
    }
    case 'atomic': {
      const args = stmt.args.map((arg) => `, ${exprText(p, arg)}`).join('');
      return `${optional(p, stmt.target)}atomic ${stmt.op} ${placeText(p, stmt.place)}${args}`;
    }
    case 'go':
    case 'defer':
      return `${stmt.kind} ${callText(p, stmt.callee, stmt.args)}`;
    case 'call':
      return `${targets(p, stmt.targets)}call ${stmt.optional === true ? 'optional ' : ''}${stmt.through === true ? 'through ' : ''}${callText(p, stmt.callee, stmt.args)}`;
    case 'return':
    case 'exit':
    case 'yield':
      return stmt.kind;
    case 'panic':
      return stmt.op === 'goexit' && stmt.what === ''
        ? 'goexit'
        : `${stmt.op}${stmt.nilCall === true ? ' nilcall' : ''} ${JSON.stringify(stmt.what)}`;
    case 'recover':
      return `${optional(p, stmt.target)}recover`;
    case 'branch':
      return `${stmt.op} ${labelText(stmt.label)}`;
    default:
      return assertNever(stmt, 'statement');
  }
}

function commText(p: Printer, stmt: SendStmt | RecvStmt): string {
  if (stmt.kind === 'send') return `send${list(p, [stmt.chan, stmt.value])}`;
  return `${optional(p, stmt.target, stmt.ok)}recv ${exprText(p, stmt.chan)}`;
}

function labelText(label: string): string {
  return printedNames([{ name: label }])[0] as string;
}

function labelSuffix(p: Printer, variable: number, label: string): string {
  return p.decls[variable]?.name === label ? '' : ` as ${JSON.stringify(label)}`;
}

function target(p: Printer, variable: number): string {
  return `${p.vars[variable]} = `;
}

/** `x, _ = `; nothing where there are no targets. */
function targets(p: Printer, all: readonly (number | null)[]): string {
  return all.length === 0 ? '' : `${all.map((v) => (v === null ? '_' : p.vars[v])).join(', ')} = `;
}

/** Targets that the kind of statement gives, without what is dropped at the end. */
function optional(p: Printer, first: number | null, second: number | null = null): string {
  if (second !== null) return targets(p, [first, second]);
  return first === null ? '' : targets(p, [first]);
}

function list(p: Printer, args: readonly Expr[]): string {
  return args.length === 0 ? '' : ` ${args.map((arg) => exprText(p, arg)).join(', ')}`;
}

function callText(p: Printer, callee: Callee, args: readonly Expr[]): string {
  return `${calleeText(p, callee)}(${args.map((arg) => exprText(p, arg)).join(', ')})`;
}

function calleeText(p: Printer, callee: Callee): string {
  switch (callee.kind) {
    case 'proc':
      return p.procs[callee.proc] as string;
    case 'value':
      return `(${exprText(p, callee.func)})`;
    case 'method': {
      const rows = callee.table.map((row) => `${p.classes[row.class]}: ${p.procs[row.proc]}`).join(', ');
      return `(${exprText(p, callee.recv)}).{${rows}}`;
    }
    default:
      return assertNever(callee, 'callee');
  }
}

function placeText(p: Printer, place: Place): string {
  switch (place.kind) {
    case 'global':
      return `global ${p.globals[place.index]}`;
    case 'field':
      return `${exprText(p, place.object, primary)}.${p.fields[place.class]?.[place.field]}`;
    case 'element':
      return `${exprText(p, place.array, primary)}[${exprText(p, place.index)}]`;
    default:
      return assertNever(place, 'place');
  }
}

/** How tightly binary operators bind, as in Go. */
export const precedence = tableOf<number>({
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '.<': 3,
  '+': 4,
  '-': 4,
  '|': 4,
  '^': 4,
  '++': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  '&': 5,
  '&^': 5,
  '<<': 5,
  '>>': 5,
});

const unaryLevel = 6;
const primary = 7;

function constText(expr: ConstExpr): string {
  switch (expr.kind) {
    case 'int':
      return String(expr.value);
    case 'bool':
      return String(expr.value);
    case 'atom':
      return JSON.stringify(expr.value);
    case 'nil':
      return 'nil';
    case 'unknown':
      return `?${whyText(expr.why)}`;
    default:
      return assertNever(expr, 'constant');
  }
}

/** An expression, in parentheses where it binds less tightly than its surroundings. */
function exprText(p: Printer, expr: Expr, level = 0): string {
  switch (expr.kind) {
    case 'param':
      return `$${p.params[expr.index]}`;
    case 'var':
      return p.vars[expr.index] as string;
    case 'func':
      return `func ${p.procs[expr.proc]}(${expr.captured.map((x) => exprText(p, x)).join(', ')})`;
    case 'unary': {
      // A minus before digits would be read as part of the number.
      const inner = expr.x.kind === 'int' ? `(${exprText(p, expr.x)})` : exprText(p, expr.x, unaryLevel);
      const text = `${expr.op}${inner}`;
      return level > unaryLevel ? `(${text})` : text;
    }
    case 'binary': {
      const own = precedence.get(expr.op) as number;
      const text = `${exprText(p, expr.x, own)} ${expr.op} ${exprText(p, expr.y, own + 1)}`;
      return level > own ? `(${text})` : text;
    }
    default:
      return constText(expr);
  }
}
