// Prints a program of the paper's language as Dafny: the encoding of Figures 5 to 14, for readers and to check ours against.
//
// Choices are chains of `if`: Dafny 2.3 has no integer patterns. Go's division truncates, Dafny's does not: `quo` and `rem`.
// A synchronous channel has the three states ready (0), sending (1) and acknowledged (-1). Where the figures as printed do not
// hold, this follows what they describe: rounds of a loop count twice in a synchronous channel, once for each half of a rendezvous,
// and operations of a round count until the loop's variable is increased.

import { must } from '../../base/assert.ts';
import type { CommProgram, Expr, Site } from '../../comm/comm.ts';
import { type Emitted, rangeOfParam } from '../../comm/index.ts';
import { coreVirgo } from '../core.ts';
import { virgoFromComm } from '../from-comm.ts';
import type { VirgoBlock, VirgoProgram, VirgoStmt } from '../virgo.ts';

export interface DafnyOptions {
  /** A Dafny expression; left out, the balanced formula of Figures 8 and 14. */
  readonly requires?: string;
}

export function emitDafny(program: CommProgram, options: DafnyOptions = {}): Emitted {
  const virgo = virgoFromComm(program);
  return virgo.ok ? virgoToDafny(virgo.program, options) : virgo;
}

interface Operation {
  readonly process: number;
  readonly point: number;
  readonly kind: 'send' | 'recv' | 'add';
  readonly object: number;
  /** What is added to a WaitGroup. */
  readonly delta: string;
  readonly loop: number | null;
}

interface Loop {
  readonly process: number;
  readonly head: number;
  readonly latch: number;
  readonly name: string;
  readonly lo: string;
  readonly hi: string;
}

interface Encoder {
  readonly program: VirgoProgram;
  readonly names: readonly string[];
  readonly processes: { points: Map<number, string>; end: number; reach: Map<number, string> }[];
  readonly operations: Operation[];
  readonly loops: Loop[];
  readonly capacity: string[];
  readonly created: { readonly process: number; readonly point: number; readonly chan: number }[];
  readonly waits: { readonly process: number; readonly point: number; readonly group: number }[];
  readonly invariants: string[];
}

/** `site` of the reason is that of the program. */
export function virgoToDafny(source: VirgoProgram, options: DafnyOptions = {}): Emitted {
  const core = coreVirgo(source);
  const nowhere: Site = source.body[0]?.site ?? { file: 0, start: 0, end: 0 };
  if (!core.ok) return { ok: false, reason: `not in the language of the paper: ${core.reason}`, site: nowhere };
  const { program } = core;
  const e: Encoder = {
    program,
    names: identifiers(program.params.map((param) => param.name)),
    processes: [],
    operations: [],
    loops: [],
    capacity: [],
    created: [],
    waits: [],
    invariants: [],
  };
  process(e, program.body, 'true');
  return { ok: true, text: print(e, options) };
}

/** Distinct names that Dafny takes. */
export function identifiers(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = `x_${name.replace(/[^A-Za-z0-9]+/g, '_')}`;
    let found = base;
    for (let n = 2; taken.has(found); n++) found = `${base}_${n}`;
    taken.add(found);
    return found;
  });
}

function expr(e: Encoder, x: Expr): string {
  switch (x.kind) {
    case 'int':
      return x.value < 0 ? `(${x.value})` : `${x.value}`;
    case 'bool':
      return `${x.value}`;
    case 'param':
      return must(e.names[x.index]);
    case 'unary':
      return x.op === '!' ? `!(${expr(e, x.x)})` : `(-(${expr(e, x.x)}))`;
    case 'binary': {
      const [a, b] = [expr(e, x.x), expr(e, x.y)];
      if (x.op === '/') return `quo(${a}, ${b})`;
      return x.op === '%' ? `rem(${a}, ${b})` : `(${a} ${x.op} ${b})`;
    }
    default:
      return 'false';
  }
}

const pc = (process: number): string => `P${process}`;
const channel = (chan: number): string => `c${chan}`;
const group = (index: number): string => `w${index}`;

function both(a: string, b: string): string {
  return a === 'true' ? b : b === 'true' ? a : `(${a} && ${b})`;
}

function negate(a: string): string {
  return a === 'false' ? 'true' : `!(${a})`;
}

function process(e: Encoder, body: VirgoBlock, reach: string): number {
  const index = e.processes.length;
  const record = { points: new Map<number, string>(), end: 0, reach: new Map<number, string>() };
  e.processes.push(record);
  const at = { process: index, loop: null };
  record.end = walk(e, body, 0, at, reach).next;
  return index;
}

interface Where {
  readonly process: number;
  readonly loop: number | null;
}

/** Encodes a block from a program point on; gives the next point, and when the block has returned (Figure 11). */
function walk(
  e: Encoder,
  stmts: VirgoBlock,
  from: number,
  at: Where,
  reach: string,
): { readonly next: number; readonly returned: string } {
  let next = from;
  let here = reach;
  let returned = 'false';
  for (const stmt of stmts) {
    const after = one(e, stmt, next, at, here);
    next = after.next;
    if (after.returned !== 'false') {
      returned = returned === 'false' ? after.returned : `(${returned} || ${after.returned})`;
      here = both(here, negate(after.returned));
    }
  }
  return { next, returned };
}

function one(
  e: Encoder,
  stmt: VirgoStmt,
  n: number,
  at: Where,
  reach: string,
): { readonly next: number; readonly returned: string } {
  const own = must(e.processes[at.process]);
  const p = pc(at.process);
  const point = (index: number, text: string): void => {
    own.points.set(index, text);
    own.reach.set(index, reach);
  };
  const go = (to: number | string): string => `${p} := ${to};`;
  const fine = (next: number): { readonly next: number; readonly returned: string } => ({ next, returned: 'false' });
  switch (stmt.kind) {
    case 'send': {
      const c = channel(stmt.chan);
      const k = must(e.capacity[stmt.chan], 'a capacity');
      point(
        n,
        `if ${k} > 0 { if ${c} < ${k} { ${c} := ${c} + 1; ${go(n + 2)} } } else { if ${c} == 0 { ${c} := 1; ${go(n + 1)} } }`,
      );
      point(n + 1, `if ${c} == -1 { ${c} := 0; ${go(n + 2)} }`);
      e.operations.push({ process: at.process, point: n, kind: 'send', object: stmt.chan, delta: '', loop: at.loop });
      return fine(n + 2);
    }
    case 'recv': {
      const c = channel(stmt.chan);
      const k = must(e.capacity[stmt.chan], 'a capacity');
      point(
        n,
        `if ${k} > 0 { if ${c} > 0 { ${c} := ${c} - 1; ${go(n + 1)} } } else { if ${c} == 1 { ${c} := -1; ${go(n + 1)} } }`,
      );
      e.operations.push({ process: at.process, point: n, kind: 'recv', object: stmt.chan, delta: '', loop: at.loop });
      return fine(n + 1);
    }
    case 'add': {
      const w = group(stmt.group);
      const delta = expr(e, stmt.delta);
      point(n, `if ${w} + ${delta} < 0 { return; } ${w} := ${w} + ${delta}; ${go(n + 1)}`);
      e.operations.push({ process: at.process, point: n, kind: 'add', object: stmt.group, delta, loop: at.loop });
      return fine(n + 1);
    }
    case 'wait':
      point(n, `if ${group(stmt.group)} == 0 { ${go(n + 1)} }`);
      e.waits.push({ process: at.process, point: n, group: stmt.group });
      return fine(n + 1);
    case 'chan': {
      const k = expr(e, stmt.capacity);
      e.capacity[stmt.target] = k;
      e.created.push({ process: at.process, point: n, chan: stmt.target });
      point(n, `if ${k} < 0 { return; } ${go(n + 1)}`);
      return fine(n + 1);
    }
    case 'go': {
      const child = process(e, stmt.body, reach);
      point(n, `${go(n + 1)} ${pc(child)} := 0;`);
      e.invariants.push(`(${both(reach, `${n} < ${p}`)}) <==> ${pc(child)} != -1`);
      return fine(n + 1);
    }
    case 'return':
      // The end of the process is known when all of it is: see `print`.
      point(n, `${p} := END;`);
      e.invariants.push(`${reach} ==> !(${n} < ${p} < END${at.process})`);
      return { next: n + 1, returned: reach };
    case 'if': {
      const cond = expr(e, stmt.cond);
      const then = walk(e, stmt.then, n + 1, at, both(reach, cond));
      const jump = then.next;
      const otherwise = walk(e, stmt.otherwise, jump + 1, at, both(reach, negate(cond)));
      const after = otherwise.next;
      point(n, `if ${cond} { ${go(n + 1)} } else { ${go(jump + 1)} }`);
      point(jump, go(after));
      e.invariants.push(`if ${cond} then !(${jump} < ${p} < ${after}) else !(${n} < ${p} <= ${jump})`);
      const returns = [then.returned, otherwise.returned].filter((r) => r !== 'false');
      return { next: after, returned: returns.length === 0 ? 'false' : `(${returns.join(' || ')})` };
    }
    case 'for': {
      const [lo, hi] = [expr(e, stmt.lo), expr(e, stmt.hi)];
      const index = e.loops.length;
      const name = `i${index}`;
      const loop = { process: at.process, head: n, latch: 0, name, lo, hi };
      e.loops.push(loop);
      const body = walk(e, stmt.body, n + 1, { ...at, loop: index }, reach);
      loop.latch = body.next;
      point(n, `if ${name} < ${hi} { ${go(n + 1)} } else { ${go(body.next + 1)} }`);
      point(body.next, `${name} := ${name} + 1; ${go(n)}`);
      const m = body.next;
      const inside =
        `${lo} <= ${name} <= ${hi} && (${p} < ${n} ==> ${name} == ${lo}) && ` +
        `(${n} < ${p} <= ${m} ==> ${name} < ${hi}) && (${m} < ${p} ==> ${name} == ${hi})`;
      const outside = `${name} == ${lo} && !(${n} < ${p} <= ${m})`;
      e.invariants.push(`if ${both(reach, `${lo} <= ${hi}`)} then ${inside} else ${outside}`);
      return fine(m + 1);
    }
    default:
      return fine(n);
  }
}

/** How often an operation was done, each time counting `weight`; `late`: how many points behind its own it counts. */
function done(e: Encoder, o: Operation, weight: string, late = 0): string {
  const p = pc(o.process);
  const at = o.point + late;
  const reach = must(must(e.processes[o.process]).reach.get(o.point));
  if (o.loop === null) return `(if ${both(reach, `${at} < ${p}`)} then ${weight} else 0)`;
  const loop = must(e.loops[o.loop]);
  const current = `(if ${at} < ${p} <= ${loop.latch} then ${weight} else 0)`;
  return `(if ${reach} then (${loop.name} - ${loop.lo}) * ${weight} + ${current} else 0)`;
}

function total(parts: readonly string[]): string {
  return parts.length === 0 ? '0' : parts.join(' + ');
}

function channelInvariant(e: Encoder, chan: number): string {
  const c = channel(chan);
  const k = must(e.capacity[chan], 'a capacity');
  const sends = e.operations.filter((o) => o.kind === 'send' && o.object === chan);
  const receives = e.operations.filter((o) => o.kind === 'recv' && o.object === chan);
  const rendezvous = sends.map((o) => `${pc(o.process)} == ${o.point + 1}`);
  const buffered = [
    `0 <= ${c} <= ${k}`,
    `${c} == (${total(sends.map((o) => done(e, o, '1')))}) - (${total(receives.map((o) => done(e, o, '1')))})`,
    ...rendezvous.map((r) => `!(${r})`),
  ];
  const first = sends.map((o) => done(e, o, '1'));
  const second = sends.map((o) => done(e, o, '1', 1));
  const got = receives.map((o) => done(e, o, '2'));
  const alone = sends.flatMap((a, i) =>
    sends
      .slice(i + 1)
      .flatMap((b) =>
        a.process === b.process ? [] : [`!(${pc(a.process)} == ${a.point + 1} && ${pc(b.process)} == ${b.point + 1})`],
      ),
  );
  const synchronous = [`-1 <= ${c} <= 1`, `${c} == (${total([...first, ...second])}) - (${total(got)})`, ...alone];
  return `if ${k} > 0 then ${buffered.join(' && ')} else ${synchronous.join(' && ')}`;
}

/** Figures 8 and 14. */
function balanced(e: Encoder): string {
  const times = (o: Operation, weight: string): string => {
    const reach = must(must(e.processes[o.process]).reach.get(o.point));
    if (o.loop === null) return `(if ${reach} then ${weight} else 0)`;
    const { lo, hi } = must(e.loops[o.loop]);
    return `(if ${both(reach, `${lo} <= ${hi}`)} then (${hi} - ${lo}) * ${weight} else 0)`;
  };
  const channels = e.created.map(({ process: owner, point, chan }) => {
    const k = must(e.capacity[chan]);
    const count = (kind: 'send' | 'recv'): string =>
      total(e.operations.filter((o) => o.kind === kind && o.object === chan).map((o) => times(o, '1')));
    const reach = must(must(e.processes[owner]).reach.get(point));
    const room = `(if ${k} > 0 then ${k} else 0)`;
    return `(${reach} ==> ${k} >= 0) && ${count('recv')} <= ${count('send')} <= ${count('recv')} + ${room}`;
  });
  const groups = e.program.groups.map((_, w) => {
    const adds = e.operations.filter((o) => o.kind === 'add' && o.object === w).map((o) => times(o, o.delta));
    return `${total(adds)} == 0`;
  });
  return [...channels, ...groups].map((part) => `(${part})`).join(' && ') || 'true';
}

function enabled(e: Encoder, index: number): string {
  const p = pc(index);
  const parts = [`-1 < ${p} < ${must(e.processes[index]).end}`];
  for (const o of e.operations) {
    if (o.process !== index || o.kind === 'add') continue;
    const c = channel(o.object);
    const k = must(e.capacity[o.object]);
    if (o.kind === 'send') {
      parts.push(`(${p} == ${o.point} ==> if ${k} > 0 then ${c} < ${k} else ${c} == 0)`);
      parts.push(`(${p} == ${o.point + 1} ==> ${c} == -1)`);
    } else {
      parts.push(`(${p} == ${o.point} ==> if ${k} > 0 then ${c} > 0 else ${c} == 1)`);
    }
  }
  for (const w of e.waits) if (w.process === index) parts.push(`(${p} == ${w.point} ==> ${group(w.group)} == 0)`);
  return `(${parts.join(' && ')})`;
}

const header = `// Division as in Go: towards zero.
function method quo(a: int, b: int): int
  requires b != 0
{
  if (a >= 0) == (b > 0) then (if a >= 0 then a else -a) / (if b > 0 then b else -b)
  else -((if a >= 0 then a else -a) / (if b > 0 then b else -b))
}

function method rem(a: int, b: int): int
  requires b != 0
{
  a - b * quo(a, b)
}
`;

function print(e: Encoder, options: DafnyOptions): string {
  const { params } = e.program;
  const types = params.map((param, i) => `${must(e.names[i])}: ${param.type}`);
  const pcs = e.processes.map((_, i) => `${pc(i)}: int`);
  const known = [
    ...params.flatMap((param, i) => {
      const { low, high } = rangeOfParam(param);
      const name = must(e.names[i]);
      if (param.type !== 'int') return [];
      return [
        ...(low === null ? [] : [`  requires ${name} >= ${low}`]),
        ...(high === null ? [] : [`  requires ${name} <= ${high}`]),
      ];
    }),
    ...e.program.requires.map((condition) => `  requires ${expr(e, condition)}`),
  ];
  const ends = e.processes.map((p, i) => `(${pc(i)} != -1 ==> ${pc(i)} == ${p.end})`);
  const ended = (text: string): string =>
    text.replace(/END(\d+)/g, (_, i: string) => `${must(e.processes[Number(i)]).end}`);
  const groups = e.program.groups.map((_, w) => {
    const adds = e.operations.filter((o) => o.kind === 'add' && o.object === w);
    return `0 <= ${group(w)} && ${group(w)} == ${total(adds.map((o) => done(e, o, o.delta)))}`;
  });
  const invariants = [
    ...e.processes.map((p, i) => `${i === 0 ? 0 : -1} <= ${pc(i)} <= ${p.end}`),
    ...e.invariants.map(ended),
    ...e.created.map(({ chan }) => channelInvariant(e, chan)),
    ...groups,
  ];
  const lines = [
    header,
    `method Fragment(${[`Sch: nat -> nat`, ...types].join(', ')}) returns (${pcs.join(', ')})`,
    `  requires forall n :: Sch(n) < ${e.processes.length}`,
    ...known,
    `  requires ${options.requires ?? balanced(e)}`,
    `  ensures ${ends.join(' && ')}`,
    '  decreases *',
    '{',
    '  var step := 0;',
    ...e.processes.map((_, i) => `  ${pc(i)} := ${i === 0 ? 0 : -1};`),
    ...e.program.channels.map((_, i) => `  var ${channel(i)} := 0;`),
    ...e.program.groups.map((_, i) => `  var ${group(i)} := 0;`),
    ...e.loops.map((loop) => `  var ${loop.name} := ${loop.lo};`),
    `  while ${e.processes.map((_, i) => enabled(e, i)).join(' || ')}`,
    ...invariants.map((text) => `    invariant ${text}`),
    '    decreases *',
    '  {',
  ];
  e.processes.forEach((p, i) => {
    lines.push(`    ${i === 0 ? 'if' : '} else if'} Sch(step) == ${i} {`);
    [...p.points].forEach(([n, text], k) => {
      const statement = text.replace('END;', `${p.end};`);
      lines.push(`      ${k === 0 ? 'if' : '} else if'} ${pc(i)} == ${n} {`, `        ${statement}`);
    });
    if (p.points.size > 0) lines.push('      }');
  });
  lines.push('    }', '    step := step + 1;', '  }', '}', '');
  return lines.join('\n');
}
