// VirGo programs as Go functions, to take the long way: source, types, `ir`, `comm`, and VirGo again.

import type { Expr } from '../../src/comm/comm.ts';
import { type VirgoBlock, type VirgoProgram, type VirgoStmt, visitVirgo } from '../../src/virgo/virgo.ts';

/** One Go file with a function for each program, named `F0`, `F1` and so on. Free choices ask a function that callers give. */
export function goText(programs: readonly VirgoProgram[]): string {
  return `package generated\n\nimport "sync"\n\nvar _ sync.Mutex\n\n${programs.map(functionText).join('\n')}`;
}

function functionText(program: VirgoProgram, index: number): string {
  const params = [...program.params.map(({ name, type }) => `${name} ${type}`), 'chance func() bool'];
  const requires = program.requires.map((e) => `//gordian:requires ${goExpr(program, e)}\n`).join('');
  return `${requires}func F${index}(${params.join(', ')}) {\n${blockText(program, program.body)}}\n`;
}

function blockText(p: VirgoProgram, block: VirgoBlock): string {
  return block.map((stmt) => `${stmtText(p, stmt)}\n`).join('');
}

function chan(p: VirgoProgram, index: number): string {
  return p.channels[index]?.name ?? '';
}

/** `L:` where something names it. */
function labelText(stmt: VirgoStmt & { readonly label: string; readonly body: VirgoBlock }): string {
  let used = false;
  visitVirgo(stmt.body, (inner) => {
    used ||= (inner.kind === 'break' || inner.kind === 'continue') && inner.label === stmt.label;
  });
  return used ? `${stmt.label}:\n` : '';
}

function stmtText(p: VirgoProgram, stmt: VirgoStmt): string {
  switch (stmt.kind) {
    case 'skip':
      return '';
    case 'chan':
      return `${chan(p, stmt.target)} := make(chan int, ${goExpr(p, stmt.capacity)})\n_ = ${chan(p, stmt.target)}`;
    case 'group':
      return `var ${p.groups[stmt.target]?.name} sync.WaitGroup\n_ = &${p.groups[stmt.target]?.name}`;
    case 'rwlock':
      return `var ${p.locks[stmt.target]?.name} sync.RWMutex\n_ = &${p.locks[stmt.target]?.name}`;
    case 'lock': {
      const names = { lock: 'Lock', unlock: 'Unlock', rlock: 'RLock', runlock: 'RUnlock' } as const;
      return `${p.locks[stmt.lock]?.name}.${names[stmt.op]}()`;
    }
    case 'send':
      return `${chan(p, stmt.chan)} <- 1`;
    case 'recv':
      return `<-${chan(p, stmt.chan)}`;
    case 'close':
      return `close(${chan(p, stmt.chan)})`;
    case 'add':
      return `${p.groups[stmt.group]?.name}.Add(${goExpr(p, stmt.delta)})`;
    case 'wait':
      return `${p.groups[stmt.group]?.name}.Wait()`;
    case 'go':
      return `go func() {\n${blockText(p, stmt.body)}}()`;
    case 'return':
    case 'exit':
    case 'fail':
      return stmt.kind === 'return' ? 'return' : 'panic("")';
    case 'if':
      return `if ${goExpr(p, stmt.cond)} {\n${blockText(p, stmt.then)}} else {\n${blockText(p, stmt.otherwise)}}`;
    case 'for': {
      const i = `i_${stmt.label}`;
      const head = `for ${i} := ${goExpr(p, stmt.lo)}; ${i} < ${goExpr(p, stmt.hi)}; ${i} += ${stmt.step} {`;
      // Closures of the round see its variable.
      const use = stmt.body.some((inner) => inner.kind === 'go') ? `func() { _ = ${i} }()\n` : '';
      return `${labelText(stmt)}${head}\n${use}${blockText(p, stmt.body)}}`;
    }
    case 'receive':
      return `if _, ok := <-${chan(p, stmt.chan)}; ok {\n${blockText(p, stmt.then)}} else {\n${blockText(p, stmt.otherwise)}}`;
    case 'range':
      return `${labelText(stmt)}for range ${chan(p, stmt.chan)} {\n${blockText(p, stmt.body)}}`;
    case 'loop':
      return `${labelText(stmt)}for {\n${blockText(p, stmt.body)}}`;
    case 'block':
      return blockText(p, stmt.body);
    case 'break':
    case 'continue':
      return `${stmt.kind} ${stmt.label}`;
    case 'select': {
      const cases = stmt.cases.map(({ comm, body }) => {
        const op = comm.kind === 'tau' ? '<-time.After(1)' : stmtText(p, comm);
        return `case ${op}:\n${blockText(p, body)}`;
      });
      const otherwise = stmt.otherwise === null ? '' : `default:\n${blockText(p, stmt.otherwise)}`;
      return `select {\n${cases.join('')}${otherwise}}`;
    }
  }
}

function goExpr(p: VirgoProgram, e: Expr): string {
  switch (e.kind) {
    case 'int':
    case 'bool':
      return String(e.value);
    case 'param':
      return p.params[e.index]?.name ?? '';
    case 'unary':
      return `${e.op}(${goExpr(p, e.x)})`;
    case 'binary':
      return `(${goExpr(p, e.x)} ${e.op} ${goExpr(p, e.y)})`;
    case 'unknown':
      return 'chance()';
    default:
      throw new Error(`${e.kind} in a generated program`);
  }
}
