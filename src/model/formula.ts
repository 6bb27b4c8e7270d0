// Formulas of the modal mu-calculus over the barbs of behavioural types: data, and the parser of their readable syntax.
// docs/formulas.md explains the syntax to users.

/** Which steps a modality means. */
export type ActionPattern =
  | { readonly kind: 'any' }
  /** A step that communicates on no channel. */
  | { readonly kind: 'tau' }
  /** A step that communicates on this channel, or on one of a select's channels. */
  | { readonly kind: 'sync'; readonly name: string };

export type Barb = 'send' | 'receive' | 'sync' | 'close' | 'closed' | 'push' | 'pop';

export type Formula =
  /** `true`, `false` */
  | { readonly kind: 'constant'; readonly value: boolean }
  /** `not f` */
  | { readonly kind: 'not'; readonly body: Formula }
  /** `f and g`, `f or g`, `f implies g` */
  | { readonly kind: 'and' | 'or' | 'implies'; readonly left: Formula; readonly right: Formula }
  /** `[a] f`: after every such step; `<a> f`: after some such step. */
  | { readonly kind: 'box' | 'diamond'; readonly actions: readonly ActionPattern[]; readonly body: Formula }
  /** `nu X. f`, `mu X. f` */
  | { readonly kind: 'nu' | 'mu'; readonly variable: string; readonly body: Formula }
  | { readonly kind: 'variable'; readonly name: string }
  /** `all c. f`, `some c. f`: over channels; with `select`, over the sets of channels that goroutines select on. */
  | { readonly kind: 'all' | 'some'; readonly select: boolean; readonly name: string; readonly body: Formula }
  /** `c!`, `c?`, `sync c`, `close c`, `closed c`, `push c`, `pop c` */
  | { readonly kind: 'barb'; readonly barb: Barb; readonly name: string };

export type FormulaResult =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly message: string; readonly at: number };

interface Parser {
  readonly tokens: readonly { readonly text: string; readonly at: number }[];
  next: number;
  readonly end: number;
}

class SyntaxProblem extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const barbWords: ReadonlySet<string> = new Set(['sync', 'close', 'closed', 'push', 'pop']);
const reserved: ReadonlySet<string> = new Set([
  ...barbWords,
  ...[
    'true',
    'false',
    'not',
    'and',
    'or',
    'implies',
    'nu',
    'mu',
    'all',
    'some',
    'select',
    'always',
    'eventually',
    'any',
    'tau',
  ],
]);

/** Reads a formula. Every fixpoint variable must be bound, and occur under an even number of negations. */
export function parseFormula(text: string): FormulaResult {
  try {
    const p: Parser = { tokens: tokens(text), next: 0, end: text.length };
    const formula = implication(p);
    if (p.next < p.tokens.length) throw new SyntaxProblem(`unexpected ${look(p)}`, where(p));
    checkVariables(formula, new Map(), true);
    return { ok: true, formula };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ok: false, message: error.message, at: error.at };
  }
}

function tokens(text: string): { text: string; at: number }[] {
  const out: { text: string; at: number }[] = [];
  const pattern = /\s+|[\p{L}_][\p{L}\p{N}_]*|`[^`]*`|[()[\]<>.,!?]/uy;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw new SyntaxProblem(`unexpected character ${text[at]}`, at);
    if (match[0].trim() !== '') out.push({ text: match[0], at });
  }
  return out;
}

function look(p: Parser): string {
  return p.tokens[p.next]?.text ?? 'the end';
}

function where(p: Parser): number {
  return p.tokens[p.next]?.at ?? p.end;
}

function accept(p: Parser, text: string): boolean {
  if (p.tokens[p.next]?.text !== text) return false;
  p.next++;
  return true;
}

function expect(p: Parser, text: string): void {
  if (!accept(p, text)) throw new SyntaxProblem(`expected ${text}, found ${look(p)}`, where(p));
}

function name(p: Parser): string {
  const text = look(p);
  if (p.next >= p.tokens.length || !/^[\p{L}_`]/u.test(text) || reserved.has(text)) {
    throw new SyntaxProblem(`expected a name, found ${text}`, where(p));
  }
  p.next++;
  return text.startsWith('`') ? text.slice(1, -1) : text;
}

function implication(p: Parser): Formula {
  const left = disjunction(p);
  return accept(p, 'implies') ? { kind: 'implies', left, right: implication(p) } : left;
}

function disjunction(p: Parser): Formula {
  let left = conjunction(p);
  while (accept(p, 'or')) left = { kind: 'or', left, right: conjunction(p) };
  return left;
}

function conjunction(p: Parser): Formula {
  let left = prefix(p);
  while (accept(p, 'and')) left = { kind: 'and', left, right: prefix(p) };
  return left;
}

const anyStep: readonly ActionPattern[] = [{ kind: 'any' }];

function prefix(p: Parser): Formula {
  const at = p.next;
  if (accept(p, 'not')) return { kind: 'not', body: prefix(p) };
  if (accept(p, '[')) return modality(p, 'box', ']');
  if (accept(p, '<')) return modality(p, 'diamond', '>');
  if (accept(p, 'nu')) return fixpoint(p, 'nu');
  if (accept(p, 'mu')) return fixpoint(p, 'mu');
  if (accept(p, 'all')) return quantifier(p, 'all');
  if (accept(p, 'some')) return quantifier(p, 'some');
  // The variable's name cannot be written by users.
  if (accept(p, 'always')) {
    const variable = ` ${at}`;
    const again: Formula = { kind: 'box', actions: anyStep, body: { kind: 'variable', name: variable } };
    return { kind: 'nu', variable, body: { kind: 'and', left: prefix(p), right: again } };
  }
  if (accept(p, 'eventually')) {
    const variable = ` ${at}`;
    const again: Formula = { kind: 'diamond', actions: anyStep, body: { kind: 'variable', name: variable } };
    return { kind: 'mu', variable, body: { kind: 'or', left: prefix(p), right: again } };
  }
  return primary(p);
}

function modality(p: Parser, kind: 'box' | 'diamond', close: string): Formula {
  const actions: ActionPattern[] = [];
  do {
    if (accept(p, 'any')) actions.push({ kind: 'any' });
    else if (accept(p, 'tau')) actions.push({ kind: 'tau' });
    else {
      expect(p, 'sync');
      actions.push({ kind: 'sync', name: name(p) });
    }
  } while (accept(p, ','));
  expect(p, close);
  return { kind, actions, body: prefix(p) };
}

function fixpoint(p: Parser, kind: 'nu' | 'mu'): Formula {
  const variable = name(p);
  expect(p, '.');
  return { kind, variable, body: implication(p) };
}

function quantifier(p: Parser, kind: 'all' | 'some'): Formula {
  const select = accept(p, 'select');
  const bound = name(p);
  expect(p, '.');
  return { kind, select, name: bound, body: implication(p) };
}

function primary(p: Parser): Formula {
  if (accept(p, 'true')) return { kind: 'constant', value: true };
  if (accept(p, 'false')) return { kind: 'constant', value: false };
  if (accept(p, '(')) {
    const inner = implication(p);
    expect(p, ')');
    return inner;
  }
  const word = look(p);
  if (barbWords.has(word)) {
    p.next++;
    return { kind: 'barb', barb: word as Barb, name: name(p) };
  }
  const id = name(p);
  if (accept(p, '!')) return { kind: 'barb', barb: 'send', name: id };
  if (accept(p, '?')) return { kind: 'barb', barb: 'receive', name: id };
  return { kind: 'variable', name: id };
}

function checkVariables(f: Formula, bound: ReadonlyMap<string, boolean>, positive: boolean): void {
  switch (f.kind) {
    case 'variable': {
      const wanted = bound.get(f.name);
      if (wanted === undefined) throw new SyntaxProblem(`${f.name} is not bound by nu or mu`, 0);
      if (wanted !== positive) throw new SyntaxProblem(`${f.name} occurs under a negation`, 0);
      return;
    }
    case 'not':
      checkVariables(f.body, bound, !positive);
      return;
    case 'implies':
      checkVariables(f.left, bound, !positive);
      checkVariables(f.right, bound, positive);
      return;
    case 'and':
    case 'or':
      checkVariables(f.left, bound, positive);
      checkVariables(f.right, bound, positive);
      return;
    case 'nu':
    case 'mu':
      checkVariables(f.body, new Map([...bound, [f.variable, positive]]), positive);
      return;
    case 'box':
    case 'diamond':
    case 'all':
    case 'some':
      checkVariables(f.body, bound, positive);
      return;
    case 'constant':
    case 'barb':
      return;
  }
}

/** The properties of Figure 8 of the Godel paper, by name. */
export const godelFormulas = {
  'no-terminal': 'always <any> true',
  'no-cycle': 'mu X. [any] X',
  'no-global-deadlock': 'always ((some c. (c! or c?)) or (some select s. true) implies <any> true)',
  liveness:
    'always ((all c. (c! or c?) implies eventually <sync c> true) and (all select s. eventually <sync s> true))',
  'channel-safety': 'always (all c. closed c implies not (c! or close c))',
  'eventual-reception': 'always (all c. pop c implies eventually <sync c> true)',
} as const;
