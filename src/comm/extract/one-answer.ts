// Equal questions have one answer: what a function asks pure functions of the standard library about data that stays the same while it runs.
//
//	if q { ... }  ...  if q { ... }     with q = strings.HasPrefix(mode, "a"), strings.Index(mode, "a") >= 0
//
//	answer := 0
//	if answer == 0 { if q { answer = 1 } else { answer = 2 } }; if answer == 1 { ... }  ...  the same again
//
// Each call of the function has its own answers. The data cannot change: parameters, captured values and variables that
// are given a value once, of types without references. So an answer is a free choice, made where it is first asked for.

import { functionOf, isModelled, targetsOf, walkBlock, walkStmtExprs } from '../../flow/index.ts';
import type { Block, CallInstr, Expr as IrExpr, Stmt as IrStmt, Local } from '../../ir/ir.ts';
import { exactString, under } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import type { Expr } from '../comm.ts';
import { rootsOf } from './new.ts';
import { keyOf, shapeOf } from './shape.ts';
import { assign, type Builder, binary, type Extraction, ifElse, int, newVar, variable } from './state.ts';

/** Functions that give the same for the same strings and numbers, and do nothing else; each has one result. The tables of `unicode` are never replaced. */
const pure: ReadonlySet<string> = new Set([
  ...named('strings', 'Compare Contains ContainsAny ContainsRune Count EqualFold HasPrefix HasSuffix Index IndexAny'),
  ...named('strings', 'IndexByte IndexRune LastIndex LastIndexAny LastIndexByte Repeat Replace ReplaceAll Title'),
  ...named('strings', 'ToLower ToTitle ToUpper ToValidUTF8 Trim TrimLeft TrimPrefix TrimRight TrimSpace TrimSuffix'),
  ...named('path', 'Base Clean Dir Ext IsAbs'),
  ...named('path/filepath', 'Base Clean Dir Ext FromSlash IsAbs IsLocal ToSlash VolumeName'),
  ...named('strconv', 'CanBackquote FormatBool FormatFloat FormatInt FormatUint IsGraphic IsPrint Itoa Quote'),
  ...named('unicode', 'IsControl IsDigit IsGraphic IsLetter IsLower IsMark IsNumber IsPrint IsPunct IsSpace IsSymbol'),
  ...named('unicode', 'IsTitle IsUpper SimpleFold ToLower ToTitle ToUpper'),
  ...named('unicode/utf8', 'FullRuneInString RuneCountInString RuneLen RuneStart ValidRune ValidString'),
  ...named('math', 'Abs Cbrt Ceil Copysign Dim Exp Floor Hypot IsInf IsNaN Log Log10 Log2 Max Min Mod Pow Round'),
  ...named('math', 'RoundToEven Signbit Sqrt Trunc'),
]);

function named(path: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${path}.${name}`);
}

/** A value that is the same whenever it is asked for in one call of the function. */
interface Fixed {
  readonly text: string;
  /** Whether a pure function has a part in it. */
  readonly asks: boolean;
}

interface Question {
  readonly text: string;
  readonly negated: boolean;
}

export interface Answer {
  /** The variable that holds it: 0 before it is asked for, then 1 for yes and 2 for no. */
  readonly held: number;
  readonly negated: boolean;
}

interface Reading {
  readonly x: Extraction;
  readonly givers: ReadonlyMap<Local, readonly IrStmt[]>;
  readonly repeated: ReadonlySet<IrStmt>;
  readonly fixed: Map<Local, Fixed | null>;
}

/** Notes which questions of a body are asked more than once. To be called where its procedure begins. */
export function expectAnswers(b: Builder, body: Block): void {
  if (!asksPure(b.x, body)) return;
  const reading = readingOf(b.x, body);
  const found: { readonly at: CallInstr | IrExpr; readonly question: Question }[] = [];
  const often = new Set<string>();
  const once = new Set<string>();
  walkBlock(body, (stmt) => {
    const note = (at: CallInstr | IrExpr, question: Question | null): void => {
      if (question === null) return;
      found.push({ at, question });
      (once.has(question.text) || reading.repeated.has(stmt) ? often : once).add(question.text);
    };
    if (stmt.kind === 'Call') note(stmt, calledQuestion(reading, stmt));
    walkStmtExprs(stmt, (e) => note(e, comparedQuestion(reading, e)));
  });
  const held = new Map<string, number>();
  for (const { at, question } of found) {
    if (!often.has(question.text)) continue;
    const variable = held.get(question.text) ?? newVar(b, 'answer');
    if (!held.has(question.text)) assign(b, variable, int(0));
    held.set(question.text, variable);
    b.answers.set(at, { held: variable, negated: question.negated });
  }
}

/** The answer to a question that is asked more than once; null for all else. `ask` gives it the first time. */
export function oneAnswer(b: Builder, at: CallInstr | IrExpr, ask: () => Expr): Expr | null {
  const answer = b.answers.get(at);
  if (answer === undefined) return null;
  const { held, negated } = answer;
  const [ifSo, ifNot] = negated ? [2, 1] : [1, 2];
  ifElse(b, binary('==', variable(held), int(0)), () => {
    ifElse(
      b,
      ask(),
      () => assign(b, held, int(ifSo)),
      () => assign(b, held, int(ifNot)),
    );
  });
  return binary('==', variable(held), int(ifSo));
}

function asksPure(x: Extraction, body: Block): boolean {
  let found = false;
  walkBlock(body, (stmt) => {
    if (stmt.kind === 'Call' && isPure(x, stmt)) found = true;
  });
  return found;
}

function isPure(x: Extraction, { callee }: CallInstr): boolean {
  return callee.kind === 'static' && pure.has(callee.func.id) && isModelled(x.flow, functionOf(x.flow, callee.func));
}

function readingOf(x: Extraction, body: Block): Reading {
  const givers = new Map<Local, IrStmt[]>();
  const repeated = new Set<IrStmt>();
  walkBlock(body, (stmt) => {
    for (const local of [...targetsOf(stmt), ...(stmt.kind === 'Store' ? rootsOf(stmt.place) : [])]) {
      givers.set(local, [...(givers.get(local) ?? []), stmt]);
    }
    if (stmt.kind !== 'Loop') return;
    for (const block of [stmt.body, stmt.next]) walkBlock(block, (inner) => repeated.add(inner));
  });
  return { x, givers, repeated, fixed: new Map() };
}

function calledQuestion(reading: Reading, s: CallInstr): Question | null {
  const target = s.targets[0] ?? null;
  if (target === null || shapeOf(target.type).kind !== 'bool') return null;
  const call = fixedCall(reading, s);
  return call === null ? null : { text: call.text, negated: false };
}

/** `x != y` asks what `x == y` does; of numbers that are no floats, which may be no numbers at all, one order asks for the other. */
function comparedQuestion(reading: Reading, e: IrExpr): Question | null {
  if (e.kind !== 'Binary' || !comparisons.has(e.op)) return null;
  const [x, y] = [fixedValue(reading, e.x), fixedValue(reading, e.y)];
  if (x === null || y === null || !(x.asks || y.asks)) return null;
  const isOrdered = e.op === '!=' || ['int', 'string'].includes(shapeOf(e.x.type).kind);
  const opposite = isOrdered ? opposites.get(e.op) : undefined;
  return { text: `(${x.text} ${opposite ?? e.op} ${y.text})`, negated: opposite !== undefined };
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const opposites: ReadonlyMap<string, string> = new Map([
  ['!=', '=='],
  ['>=', '<'],
  ['<=', '>'],
]);

function fixedCall(reading: Reading, s: CallInstr): Fixed | null {
  if (s.callee.kind !== 'static' || !isPure(reading.x, s)) return null;
  const args = s.args.map((arg) => (isPlain(arg.type) ? fixedValue(reading, arg) : null));
  const texts = args.flatMap((arg) => (arg === null ? [] : [arg.text]));
  return texts.length < args.length ? null : { text: `${s.callee.func.id}(${texts.join(', ')})`, asks: true };
}

function fixedValue(reading: Reading, e: IrExpr): Fixed | null {
  const over = (x: IrExpr, write: (text: string) => string): Fixed | null => {
    const inner = isPlain(e.type) ? fixedValue(reading, x) : null;
    return inner === null ? null : { text: write(inner.text), asks: inner.asks };
  };
  switch (e.kind) {
    case 'Const':
      if (!isPlain(e.type) || e.value.kind === 'unknown') return null;
      return { text: `${keyOf(e.type)} ${exactString(e.value)}`, asks: false };
    case 'LocalRef':
      return fixedLocal(reading, e.local);
    case 'Unary':
      return over(e.x, (x) => `(${e.op}${x})`);
    case 'Convert':
      return isPlain(e.x.type) ? over(e.x, (x) => `${keyOf(e.type)}(${x})`) : null;
    case 'Field':
      return over(e.x, (x) => `${x}.${e.index}`);
    case 'Len':
      return isPlain(e.x.type) ? over(e.x, (x) => `${e.op}(${x})`) : null;
    case 'Binary': {
      const y = fixedValue(reading, e.y);
      const both = y === null ? null : over(e.x, (x) => `(${x} ${e.op} ${y.text})`);
      return both === null ? null : { text: both.text, asks: both.asks || y?.asks === true };
    }
    default:
      return null;
  }
}

/** Strings, numbers and bools: what they hold cannot be changed. */
function isPlain(type: Type): boolean {
  return under(type).kind === 'Basic';
}

function fixedLocal(reading: Reading, local: Local): Fixed | null {
  const known = reading.fixed.get(local);
  if (known !== undefined) return known;
  // What is given by itself is not fixed.
  reading.fixed.set(local, null);
  const found = local.shared || local.role === 'result' ? null : givenOnce(reading, local);
  reading.fixed.set(local, found);
  return found;
}

function givenOnce(reading: Reading, local: Local): Fixed | null {
  const itself: Fixed = { text: `#${local.id}`, asks: false };
  const [giver, ...others] = reading.givers.get(local) ?? [];
  if (local.role === 'param' || local.role === 'capture') return giver === undefined ? itself : null;
  if (giver === undefined || others.length > 0) return null;
  const given =
    giver.kind === 'Call'
      ? fixedCall(reading, giver)
      : giver.kind === 'Declare' || giver.kind === 'Assign'
        ? fixedValue(reading, giver.value)
        : null;
  return given ?? (reading.repeated.has(giver) ? null : itself);
}
