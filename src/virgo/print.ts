// Prints VirGo, in the syntax that parse.ts reads. What is printed for a program of the paper's language is in that language.

import { must } from '../base/assert.ts';
import { tableOf } from '../base/named.ts';
import type { Expr } from '../comm/comm.ts';
import { precedence } from '../comm/index.ts';
import { type VirgoBlock, type VirgoLock, type VirgoProgram, type VirgoStmt, visitVirgo } from './virgo.ts';

export interface VirgoPrintOptions {
  /** Name every loop, as the paper's tool wants it; else only those that are left by name. */
  readonly nameLoops: boolean;
}

const plain = /^[A-Za-z_][\w']*$/;
const words: ReadonlySet<string> = new Set(
  'requires skip return exit fail go if else for range step block break continue select case default close chan WaitGroup true false'.split(
    ' ',
  ),
);

function nameText(name: string): string {
  return plain.test(name) && !words.has(name)
    ? name
    : `\`${JSON.stringify(name).slice(1, -1).replaceAll('`', '\\u0060')}\``;
}

interface Printer {
  readonly program: VirgoProgram;
  readonly options: VirgoPrintOptions;
  /** Labels that a branch names. */
  readonly used: ReadonlySet<string>;
  readonly lines: string[];
  loops: number;
}

export function printVirgo(program: VirgoProgram, options: VirgoPrintOptions = { nameLoops: false }): string {
  const used = new Set<string>();
  visitVirgo(program.body, (stmt) => {
    if (stmt.kind === 'break' || stmt.kind === 'continue') used.add(stmt.label);
  });
  const p: Printer = { program, options, used, lines: [], loops: 0 };
  for (const e of program.requires) p.lines.push(`requires ${printVirgoExpr(e, program.params, 0)};`);
  printBlock(p, program.body, '');
  return p.lines.map((line) => `${line}\n`).join('');
}

function printBlock(p: Printer, block: VirgoBlock, indent: string): void {
  block.forEach((stmt, i) => {
    printStmt(p, stmt, indent);
    if (i < block.length - 1) p.lines.push(`${p.lines.pop() ?? ''};`);
  });
}

const lockNames: Readonly<Record<VirgoLock['op'], string>> = {
  lock: 'Lock',
  unlock: 'Unlock',
  rlock: 'RLock',
  runlock: 'RUnlock',
};

function printStmt(p: Printer, stmt: VirgoStmt, indent: string): unknown {
  const line = (text: string): unknown => p.lines.push(indent + text);
  const nested = (head: string, block: VirgoBlock, tail = '}'): unknown => {
    line(`${head} {`);
    printBlock(p, block, `${indent}  `);
    return line(tail);
  };
  const chan = (index: number): string => nameText(must(p.program.channels[index]).name);
  const group = (index: number): string => nameText(must(p.program.groups[index]).name);
  const lock = (index: number): string => nameText(must(p.program.locks[index]).name);
  const expr = (e: Expr): string => printVirgoExpr(e, p.program.params, 0);
  switch (stmt.kind) {
    case 'skip':
    case 'return':
    case 'exit':
    case 'fail':
      return line(stmt.kind);
    case 'chan':
      return line(`${chan(stmt.target)} = chan [${expr(stmt.capacity)}]`);
    case 'group':
      return line(`${group(stmt.target)} = WaitGroup`);
    case 'rwlock':
      return line(`${lock(stmt.target)} = RWMutex`);
    case 'lock':
      return line(`${lock(stmt.lock)}.${lockNames[stmt.op]}()`);
    case 'send':
      return line(`${chan(stmt.chan)}!`);
    case 'recv':
      return line(`${chan(stmt.chan)}?`);
    case 'close':
      return line(`close(${chan(stmt.chan)})`);
    case 'add':
      return line(`${group(stmt.group)}.Add(${expr(stmt.delta)})`);
    case 'wait':
      return line(`${group(stmt.group)}.Wait()`);
    case 'go':
      return nested('go', stmt.body);
    case 'if':
      nested(`if ${expr(stmt.cond)}`, stmt.then, '} else {');
      printBlock(p, stmt.otherwise, `${indent}  `);
      return line('}');
    case 'for': {
      const step = stmt.step === 1 ? '' : ` step ${stmt.step}`;
      return nested(`for ${label(p, stmt.label)}${expr(stmt.lo)} .. ${expr(stmt.hi)}${step}`, stmt.body);
    }
    case 'range':
      return nested(`for ${label(p, stmt.label)}range ${chan(stmt.chan)}`, stmt.body);
    case 'loop':
      return nested(`for ${label(p, stmt.label)}${stmt.ends ? '?' : ''}`.trimEnd(), stmt.body);
    case 'receive':
      nested(`if ${chan(stmt.chan)}?`, stmt.then, '} else {');
      printBlock(p, stmt.otherwise, `${indent}  `);
      return line('}');
    case 'block':
      return nested(`block ${nameText(stmt.label)}`, stmt.body);
    case 'break':
    case 'continue':
      return line(`${stmt.kind} ${nameText(stmt.label)}`);
    case 'select':
      line('select {');
      for (const { comm, body } of stmt.cases) {
        line(`  case ${comm.kind === 'tau' ? '' : chan(comm.chan)}${comm.kind === 'send' ? '!' : '?'} {`);
        printBlock(p, body, `${indent}    `);
        line('  }');
      }
      if (stmt.otherwise !== null) {
        line('  default {');
        printBlock(p, stmt.otherwise, `${indent}    `);
        line('  }');
      }
      return line('}');
  }
}

function label(p: Printer, name: string): string {
  if (name !== '' && p.used.has(name)) return `${nameText(name)} : `;
  return p.options.nameLoops ? `i${++p.loops} : ` : '';
}

const spelled = tableOf<string>({ '||': '|', '&&': '&', '!=': '/=' });

/** An expression as the paper's tool writes it: `&`, `|`, `/=`, and no signs before numbers. */
export function printVirgoExpr(e: Expr, params: readonly { readonly name: string }[], outer: number): string {
  switch (e.kind) {
    case 'int':
      return e.value >= 0 ? `${e.value}` : outer > 3 ? `(0 - ${-e.value})` : `0 - ${-e.value}`;
    case 'bool':
      return `${e.value}`;
    case 'param':
      return nameText(must(params[e.index]).name);
    case 'unary':
      if (e.op === '!') return `!${printVirgoExpr(e.x, params, 6)}`;
      return outer > 3 ? `(0 - ${printVirgoExpr(e.x, params, 5)})` : `0 - ${printVirgoExpr(e.x, params, 5)}`;
    case 'binary': {
      const own = precedence.get(e.op) ?? 0;
      // Comparisons do not chain.
      const left = own === 3 ? 4 : own;
      const text = `${printVirgoExpr(e.x, params, left)} ${spelled.get(e.op) ?? e.op} ${printVirgoExpr(e.y, params, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
    default:
      return '?';
  }
}
