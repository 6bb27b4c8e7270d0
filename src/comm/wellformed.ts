// The invariants of a communication program: what every producer must keep and every engine relies on.

import { tableOf } from '../base/named.ts';
import type { Callee, CommProgram, Expr, Place, Proc, Site, Stmt } from './comm.ts';
import { placeExprs, targetsOf, visitExpr } from './walk.ts';

/** The place of a broken invariant, in words, and what is wrong there. */
export interface Defect {
  readonly where: string;
  readonly message: string;
  readonly site: Site;
}

interface Checker {
  readonly program: CommProgram;
  readonly defects: Defect[];
  proc: Proc;
  /** Labels of the loops around the current statement. */
  labels: readonly string[];
  site: Site;
}

const arrayArity = tableOf<readonly [number, number]>({
  make: [1, 2],
  append: [1, Number.POSITIVE_INFINITY],
  len: [1, 1],
  slice: [2, 4],
});

const mapArity = tableOf<number>({ make: 0, get: 2, set: 3, delete: 2, len: 1, key: 2 });

const atomicArity = tableOf<number>({ load: 0, store: 1, add: 1, swap: 1, cas: 2 });

/** Everything that is wrong with a program; an empty list means it is well formed. */
export function wellFormed(program: CommProgram): readonly Defect[] {
  const nowhere: Site = { file: 0, start: 0, end: 0 };
  const none: Proc = { name: '', role: { kind: 'helper' }, vars: [], params: 0, results: [], body: [], site: nowhere };
  const c: Checker = { program, defects: [], proc: none, labels: [], site: nowhere };
  for (const decl of [...program.params, ...program.globals, ...program.gaps]) checkSite(c, decl.site);
  for (const condition of program.requires) checkExpr(c, condition);
  checkClasses(c);
  const entry = program.procs[program.entry];
  if (entry === undefined) defect(c, 'the entry procedure does not exist');
  else if (entry.params !== 0) defect(c, 'the entry procedure takes arguments');
  for (const proc of program.procs) checkProc(c, proc);
  return c.defects;
}

function defect(c: Checker, message: string): void {
  c.defects.push({ where: c.proc.name === '' ? 'the program' : `procedure ${c.proc.name}`, message, site: c.site });
}

function checkSite(c: Checker, site: Site): void {
  c.site = site;
  const inFile = Number.isInteger(site.file) && site.file >= 0 && site.file < Math.max(1, c.program.files.length);
  if (!inFile) defect(c, `a place names file ${site.file}, which does not exist`);
  if (!(site.start >= 0 && site.end >= site.start)) defect(c, `the place ${site.start}-${site.end} is no range`);
}

/** Records that contain themselves by value cannot be created. */
function checkClasses(c: Checker): void {
  const { classes } = c.program;
  const state = new Map<number, 'open' | 'done'>();
  const visit = (index: number): void => {
    const decl = classes[index];
    if (decl === undefined) {
      defect(c, `class ${index} does not exist`);
      return;
    }
    if (state.get(index) === 'done') return;
    if (state.get(index) === 'open') {
      defect(c, `class ${decl.name} contains itself`);
      return;
    }
    state.set(index, 'open');
    for (const field of decl.fields) if (field.init.kind === 'record') visit(field.init.class);
    state.set(index, 'done');
  };
  classes.forEach((_, index) => {
    visit(index);
  });
}

function checkProc(c: Checker, proc: Proc): void {
  c.proc = proc;
  c.labels = [];
  checkSite(c, proc.site);
  for (const decl of proc.vars) checkSite(c, decl.site);
  c.site = proc.site;
  if (proc.params < 0 || proc.params > proc.vars.length) defect(c, 'it has fewer variables than parameters');
  for (const result of proc.results) checkVar(c, result);
  checkBlock(c, proc.body);
}

function checkVar(c: Checker, index: number): void {
  if (c.proc.vars[index] === undefined) defect(c, `variable ${index} does not exist`);
}

function checkBlock(c: Checker, body: readonly Stmt[]): void {
  for (const stmt of body) {
    checkSite(c, stmt.site);
    for (const target of targetsOf(stmt)) checkVar(c, target);
    checkStmt(c, stmt);
  }
}

function checkStmt(c: Checker, stmt: Stmt): void {
  switch (stmt.kind) {
    case 'assign':
      checkExpr(c, stmt.value);
      return;
    case 'new':
      if (stmt.what.kind === 'cond') checkExpr(c, stmt.what.locker);
      else if (stmt.what.kind === 'record') checkClass(c, stmt.what.class);
      return;
    case 'load':
      checkPlace(c, stmt.place);
      return;
    case 'store':
      checkPlace(c, stmt.place);
      checkExpr(c, stmt.value);
      return;
    case 'array': {
      const [least, most] = arrayArity.get(stmt.op) as readonly [number, number];
      if (stmt.args.length < least || stmt.args.length > most) wrongCount(c, `array ${stmt.op}`, stmt.args.length);
      for (const arg of stmt.args) checkExpr(c, arg);
      return;
    }
    case 'map': {
      if (stmt.args.length !== mapArity.get(stmt.op)) wrongCount(c, `map ${stmt.op}`, stmt.args.length);
      const writes = stmt.op === 'set' || stmt.op === 'delete';
      if (writes !== (stmt.target === null) && stmt.op !== 'get') defect(c, `map ${stmt.op} has a wrong target`);
      if (stmt.ok !== null && stmt.op !== 'get') defect(c, `map ${stmt.op} has no second result`);
      for (const arg of stmt.args) checkExpr(c, arg);
      return;
    }
    case 'chan':
      checkExpr(c, stmt.capacity);
      return;
    case 'send':
      checkExpr(c, stmt.chan);
      checkExpr(c, stmt.value);
      return;
    case 'recv':
    case 'close':
      checkExpr(c, stmt.chan);
      return;
    case 'select':
      for (const { comm, body } of stmt.cases) {
        checkSite(c, comm.site);
        checkStmt(c, comm);
        checkBlock(c, body);
      }
      if (stmt.otherwise !== null) checkBlock(c, stmt.otherwise);
      return;
    case 'lock':
      checkExpr(c, stmt.lock);
      if (stmt.target !== null && stmt.op !== 'trylock' && stmt.op !== 'tryrlock') {
        defect(c, `${stmt.op} has no result`);
      }
      return;
    case 'waitgroup':
      checkExpr(c, stmt.group);
      if ((stmt.op === 'add') !== (stmt.delta !== null)) defect(c, `${stmt.op} has a wrong operand`);
      if (stmt.delta !== null) checkExpr(c, stmt.delta);
      return;
    case 'cond':
      checkExpr(c, stmt.cond);
      return;
    case 'timer':
      checkExpr(c, stmt.chan);
      if (stmt.target !== null && stmt.op !== 'stop') defect(c, `timer ${stmt.op} has no result`);
      return;
    case 'atomic':
      if (stmt.args.length !== atomicArity.get(stmt.op)) wrongCount(c, `atomic ${stmt.op}`, stmt.args.length);
      if (stmt.target !== null && stmt.op === 'store') defect(c, 'atomic store has no result');
      checkPlace(c, stmt.place);
      for (const arg of stmt.args) checkExpr(c, arg);
      return;
    case 'go':
    case 'defer':
      checkCallee(c, stmt.callee, stmt.args, null);
      return;
    case 'call':
      checkCallee(c, stmt.callee, stmt.args, stmt.targets.length);
      return;
    case 'if':
      checkExpr(c, stmt.cond);
      checkBlock(c, stmt.then);
      checkBlock(c, stmt.otherwise);
      return;
    case 'choice':
      if (stmt.branches.length === 0) defect(c, 'a choice needs a branch');
      for (const branch of stmt.branches) checkBlock(c, branch);
      return;
    case 'loop': {
      const outer = c.labels;
      if (outer.includes(stmt.label)) defect(c, `the label ${stmt.label} hides an outer one`);
      c.labels = [...outer, stmt.label];
      checkBlock(c, stmt.body);
      // `next` runs between rounds: continuing there would skip itself.
      checkBlock(c, stmt.next);
      c.labels = outer;
      return;
    }
    case 'branch':
      if (!c.labels.includes(stmt.label)) defect(c, `there is no loop ${stmt.label} around this ${stmt.op}`);
      return;
    default:
      return;
  }
}

function wrongCount(c: Checker, what: string, count: number): void {
  defect(c, `${what} has ${count} operands`);
}

function checkClass(c: Checker, index: number): void {
  if (c.program.classes[index] === undefined) defect(c, `class ${index} does not exist`);
}

function checkPlace(c: Checker, place: Place): void {
  if (place.kind === 'global' && c.program.globals[place.index] === undefined) {
    defect(c, `global ${place.index} does not exist`);
  }
  if (place.kind === 'field' && c.program.classes[place.class]?.fields[place.field] === undefined) {
    defect(c, `class ${place.class} has no field ${place.field}`);
  }
  for (const expr of placeExprs(place)) checkExpr(c, expr);
}

function checkCallee(c: Checker, callee: Callee, args: readonly Expr[], targets: number | null): void {
  for (const arg of args) checkExpr(c, arg);
  const called = (index: number, given: number): void => {
    const proc = c.program.procs[index];
    if (proc === undefined) {
      defect(c, `procedure ${index} does not exist`);
      return;
    }
    if (proc.params !== given) defect(c, `${proc.name} takes ${proc.params} arguments, not ${given}`);
    if (targets !== null && targets > proc.results.length) {
      defect(c, `${proc.name} has ${proc.results.length} results, not ${targets}`);
    }
  };
  switch (callee.kind) {
    case 'proc':
      called(callee.proc, args.length);
      return;
    case 'value':
      checkExpr(c, callee.func);
      return;
    case 'method':
      checkExpr(c, callee.recv);
      for (const row of callee.table) {
        checkClass(c, row.class);
        called(row.proc, args.length + 1);
      }
      return;
  }
}

function checkExpr(c: Checker, expr: Expr): void {
  visitExpr(expr, (part) => {
    if (part.kind === 'var') checkVar(c, part.index);
    else if (part.kind === 'param' && c.program.params[part.index] === undefined) {
      defect(c, `parameter ${part.index} does not exist`);
    } else if (part.kind === 'int' && !Number.isSafeInteger(part.value)) defect(c, `${part.value} is no integer`);
    else if (part.kind === 'func') {
      const proc = c.program.procs[part.proc];
      if (proc === undefined) defect(c, `procedure ${part.proc} does not exist`);
      else if (part.captured.length > proc.params) defect(c, `${proc.name} captures more than it takes`);
    }
  });
}
