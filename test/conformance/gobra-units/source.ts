// Terms of Gobra's tree as source text, with parentheses around every operand, so that the text says the same whatever binds tighter.

import { isList, isTerm, NotExpressible, show, type Term, type Value } from './values.ts';

const operators: Readonly<Record<string, string>> = {
  PAdd: '+', PSub: '-', PMul: '*', PDiv: '/', PMod: '%', PAnd: '&&', POr: '||', PBitOr: '|', PBitAnd: '&',
  PEquals: '==', PUnequals: '!=', PLess: '<', PGreater: '>', PAtMost: '<=', PAtLeast: '>=', PImplication: '==>',
  PSequenceAppend: '++', PElem: 'elem', PSubset: 'subset', PUnion: 'union', PIntersection: 'intersection',
  PSetMinus: 'setminus', PMultiplicity: '#',
}; // biome-ignore format: a table

const prefixes: Readonly<Record<string, string>> = { PReference: '&', PDeref: '*', PNegation: '!' };

/** Functions of the language by the node that calls them. */
const functions: Readonly<Record<string, string>> = {
  PSetConversion: 'set', PMultisetConversion: 'mset', PSequenceConversion: 'seq', PLength: 'len', PCapacity: 'cap',
  POptionSome: 'some', POptionGet: 'get', PTypeOf: 'typeOf', POld: 'old',
}; // biome-ignore format: a table

const types: Readonly<Record<string, string>> = {
  PIntType: 'int', PBoolType: 'bool', PStringType: 'string', PUInt8Type: 'uint8', PPermissionType: 'perm',
  PFullPerm: 'writePerm', PNoPerm: 'noPerm',
}; // biome-ignore format: a table

const collections: Readonly<Record<string, string>> = {
  PSequenceType: 'seq', PSetType: 'set', PMultisetType: 'mset', POptionType: 'option', PTypeExpr: 'type',
}; // biome-ignore format: a table

/** Literals of collections by the constructor that makes them. */
const literals: Readonly<Record<string, string>> = {
  'PLiteral.sequence': 'seq', 'PLiteral.set': 'set', 'PLiteral.multiset': 'mset',
}; // biome-ignore format: a table

/** A name that no test has, for a part that may be anything. */
export const anything = 'anything_at_all';

/** The text of an expression, a type, a statement or a declaration. */
export function sourceOf(v: Value): string {
  if (v === anything || typeof v === 'string') return v;
  if (!isTerm(v)) throw new NotExpressible(`${show(v)} is no tree`);
  const { con, args } = v;
  const arg = (i: number): string => sourceOf(args[i] as Value);
  if (operators[con] !== undefined) return `(${arg(0)} ${operators[con]} ${arg(1)})`;
  if (prefixes[con] !== undefined) return `(${prefixes[con]}${arg(0)})`;
  if (functions[con] !== undefined) return `${functions[con]}(${arg(0)})`;
  if (types[con] !== undefined) return types[con];
  if (collections[con] !== undefined) return `${collections[con]}[${arg(0)}]`;
  if (literals[con] !== undefined) return `${literals[con]}[${arg(0)}] { ${sources(args[1])} }`;
  if (con === 'PLiteral.array') return `[${listOf(args[1]).length}]${arg(0)}{ ${sources(args[1])} }`;
  return expression(v) ?? typeSource(v) ?? statement(v) ?? member(v);
}

function expression({ con, args }: Term): string | null {
  const arg = (i: number): string => sourceOf(args[i] as Value);
  switch (con) {
    case 'PIntLit':
      return typeof args[0] === 'bigint' && args[0] < 0n ? `(${args[0]})` : `${args[0]}`;
    case 'PBoolLit':
      return `${args[0]}`;
    case 'PStringLit':
      return JSON.stringify(args[0]);
    case 'PIdnUse':
    case 'PIdnDef':
    case 'PIdnUnk':
    case 'PLabelUse':
      return `${args[0]}`;
    case 'PWildcard':
      return '_';
    case 'PNamedOperand':
    case 'PUnqualifiedTypeName':
    case 'PFPredBase':
    case 'PDottedBase':
    case 'PExpCompositeVal':
    case 'PLitCompositeVal':
    case 'PIdentifierKey':
      return arg(0);
    case 'PDot':
      return `${arg(0)}.${arg(1)}`;
    case 'PIndexedExp':
      return `${arg(0)}[${arg(1)}]`;
    case 'PSliceExp': {
      const [low, high, max] = [1, 2, 3].map((i) => optional(args[i]));
      return `${arg(0)}[${low}:${high}${max === '' ? '' : `:${max}`}]`;
    }
    case 'PInvoke':
      return `${arg(0)}(${sources(args[1])})`;
    case 'PRangeSequence':
      return `seq[${arg(0)} .. ${arg(1)}]`;
    case 'POptionNone':
      return `none[${arg(0)}]`;
    case 'PLabeledOld':
      return `old[${arg(0)}](${arg(1)})`;
    case 'PAccess':
      return `acc(${arg(0)}, ${arg(1)})`;
    case 'PPredicateAccess':
      return args[1] !== undefined && isTerm(args[1]) && args[1].con === 'PFullPerm'
        ? arg(0)
        : `acc(${arg(0)}, ${arg(1)})`;
    case 'PGhostCollectionUpdate':
      return `${arg(0)}[${sources(args[1])}]`;
    case 'PGhostCollectionUpdateClause':
      return `${arg(0)} = ${arg(1)}`;
    case 'PCompositeLit':
    case 'PCompositeLitOrPredConstructor':
      return `${arg(0)} ${arg(1)}`;
    case 'PLiteralValue':
      return `{ ${sources(args[0])} }`;
    case 'PKeyedElement': {
      const key = optional(args[0]);
      return key === '' ? arg(1) : `${key}: ${arg(1)}`;
    }
    case 'PPredConstructor':
      return `${arg(0)}{ ${listOf(args[1])
        .map((x) => optional(x) || '_')
        .join(', ')} }`;
    default:
      return null;
  }
}

function typeSource({ con, args }: Term): string | null {
  const arg = (i: number): string => sourceOf(args[i] as Value);
  switch (con) {
    case 'PSliceType':
      return `[]${arg(0)}`;
    case 'PGhostSliceType':
      return `ghost []${arg(0)}`;
    case 'PArrayType':
      return `[${arg(0)}]${arg(1)}`;
    case 'PMapType':
      return `map[${arg(0)}]${arg(1)}`;
    case 'PStructType':
      return `struct { ${listOf(args[0]).map(sourceOf).join('; ')} }`;
    case 'PExplicitGhostStructType':
      return `ghost ${arg(0)}`;
    case 'PFieldDecls':
      return listOf(args[0]).map(sourceOf).join('; ');
    case 'PFieldDecl':
    case 'PNamedParameter':
      return `${arg(0)} ${arg(1)}`;
    case 'PUnnamedParameter':
      return arg(0);
    case 'PExplicitGhostParameter':
      return `ghost ${arg(0)}`;
    default:
      return null;
  }
}

function statement({ con, args }: Term): string | null {
  const arg = (i: number): string => sourceOf(args[i] as Value);
  const body = (v: Value | undefined): string => listOf(v).map(sourceOf).join('; ');
  switch (con) {
    case 'PExpressionStmt':
      return arg(0);
    case 'PExplicitGhostStatement':
    case 'PExplicitGhostMember':
      return `ghost ${arg(0)}`;
    case 'PAssignment':
      return `${sources(args[1])} = ${sources(args[0])}`;
    case 'PShortVarDecl':
      return `${sources(args[1])} := ${sources(args[0])}`;
    case 'PVarDecl': {
      const values = sources(args[1]);
      return `var ${sources(args[2])} ${optional(args[0])}${values === '' ? '' : ` = ${values}`}`;
    }
    case 'PSendStmt':
      return `${arg(0)} <- ${arg(1)}`;
    case 'PFold':
      return `fold ${arg(0)}`;
    case 'PBreak':
      return `break ${optional(args[0])}`;
    case 'PContinue':
      return `continue ${optional(args[0])}`;
    case 'PBlock':
      return `{ ${body(args[0])} }`;
    case 'PForStmt': {
      const cond = arg(1) === 'true' ? '' : arg(1);
      return `for ${cond} ${arg(4)}`;
    }
    case 'PIfStmt': {
      const clauses = listOf(args[0]).map(sourceOf);
      const last = optional(args[1]);
      return `${clauses.join(' else ')}${last === '' ? '' : ` else ${last}`}`;
    }
    case 'PIfClause':
      return `if ${arg(1)} ${arg(2)}`;
    default:
      return null;
  }
}

function member({ con, args }: Term): string {
  const arg = (i: number): string => sourceOf(args[i] as Value);
  switch (con) {
    case 'PTypeDef':
      return `type ${arg(1)} ${arg(0)}`;
    case 'PFunctionDecl': {
      const body = args[4] as Term;
      const block = body.con === 'Some' ? ` ${sourceOf(listOf(body.args[0])[1] as Value)}` : '';
      const [spec, results] = [3, 2].map((i) => (args[i] === anything ? '' : arg(i)));
      return `${spec}func ${arg(0)}(${sources(args[1])}) ${results}${block}`;
    }
    case 'PResult': {
      const results = sources(args[0]);
      return results === '' ? '' : `(${results})`;
    }
    case 'PFunctionSpec':
      return listOf(args[1])
        .map((measure) => `${sourceOf(measure)}; `)
        .join('');
    case 'PTupleTerminationMeasure': {
      const cond = optional(args[1]);
      return `decreases ${sources(args[0])}${cond === '' ? '' : ` if ${cond}`}`;
    }
    case 'PWildcardMeasure': {
      const cond = optional(args[0]);
      return `decreases _${cond === '' ? '' : ` if ${cond}`}`;
    }
    case 'PImplicitQualifiedImport':
      return `import ${JSON.stringify(args[0])}`;
    case 'PUnqualifiedImport':
      return `import . ${JSON.stringify(args[0])}`;
    case 'PExplicitQualifiedImport':
      return `import ${arg(0)} ${JSON.stringify(args[1])}`;
    default:
      throw new NotExpressible(`no source for ${con}`);
  }
}

function sources(v: Value | undefined): string {
  return listOf(v).map(sourceOf).join(', ');
}

function listOf(v: Value | undefined): readonly Value[] {
  if (v === anything) return [];
  if (v === undefined || !isList(v)) throw new NotExpressible(`${v === undefined ? 'nothing' : show(v)} is no list`);
  return v;
}

/** The source of `Some(x)`; '' for `None`. */
function optional(v: Value | undefined): string {
  if (v === undefined || !isTerm(v)) throw new NotExpressible('a part is missing');
  return v.con === 'None' ? '' : sourceOf(v.args[0] as Value);
}
