// Mutants: a program with one operation left out that somebody may be waiting for.

import type { CommProgram, Proc, Stmt } from '../../src/comm/comm.ts';
import { blocksOf, withBlocks } from '../../src/comm/walk.ts';

export interface CommMutant {
  /** What was left out. */
  readonly without: string;
  readonly program: CommProgram;
}

/** Whether a statement gives others something, or takes it from them. */
function mutationOf(stmt: Stmt): string | null {
  switch (stmt.kind) {
    case 'send':
    case 'recv':
    case 'close':
      return stmt.kind;
    case 'lock':
      return stmt.op === 'unlock' || stmt.op === 'runlock' ? stmt.op : null;
    case 'waitgroup':
      return stmt.delta?.kind === 'int' && stmt.delta.value < 0 ? 'done' : null;
    default:
      return null;
  }
}

/** Every program with one receive, send, unlock, done or close less. */
export function commMutants(program: CommProgram): readonly CommMutant[] {
  const mutants: CommMutant[] = [];
  program.procs.forEach((proc, index) => {
    const visit = (body: readonly Stmt[], rebuild: (body: readonly Stmt[]) => readonly Stmt[]): void => {
      body.forEach((stmt, i) => {
        const what = mutationOf(stmt);
        if (what !== null) {
          const changed: Proc = { ...proc, body: rebuild(body.filter((_, k) => k !== i)) };
          const procs = program.procs.map((one, k) => (k === index ? changed : one));
          mutants.push({ without: `${what} at ${stmt.site.start}`, program: { ...program, procs } });
        }
        blocksOf(stmt).forEach((block, at) => {
          visit(block, (inner) => {
            let count = -1;
            const replaced = withBlocks(stmt, (old) => (++count === at ? inner : old));
            return rebuild(body.map((one, k) => (k === i ? replaced : one)));
          });
        });
      });
    };
    visit(proc.body, (body) => body);
  });
  return mutants;
}

export interface GoMutant {
  readonly line: number;
  /** The statement that was left out. */
  readonly without: string;
  readonly text: string;
}

const operations =
  /^\s*(?:[\w.]+ <- .+|<-[\w.()]+|(?:defer )?close\(.+\)|(?:defer )?[\w.]+\.(?:R?Unlock|Done|Broadcast|Signal)\(\)|(?:defer )?(?:cancel|stop)\(\))$/;

/** Every text with one line less that does nothing but receive, send, unlock, close, signal, cancel or say that it is done. */
export function goMutants(text: string): readonly GoMutant[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i): readonly GoMutant[] =>
    operations.test(line)
      ? [
          {
            line: i + 1,
            without: line.trim(),
            text: lines.map((one, k) => (k === i ? withoutSend(one) : one)).join('\n'),
          },
        ]
      : [],
  );
}

/** The value of a send is still used, so that its variables are. */
function withoutSend(line: string): string {
  const value = /^\s*[\w.]+ <- (.+)$/.exec(line)?.[1];
  return value === undefined ? '' : `_ = ${value}`;
}
