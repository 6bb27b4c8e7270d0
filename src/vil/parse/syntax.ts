// The tree of a `.vpr` file as it is written: names are not resolved, nothing has a type, macros are not expanded.

import type { Span } from '../../base/source.ts';

export interface SyntaxAnnotation extends Span {
  readonly key: string;
  readonly values: readonly string[];
}

/** A name with its place. */
export interface Name extends Span {
  readonly text: string;
}

// ---------------------------------------------------------------------------------------------------------------
// Types

export type SyntaxType =
  | (Span & { readonly kind: 'Basic'; readonly name: 'Int' | 'Bool' | 'Perm' | 'Ref' })
  | (Span & { readonly kind: 'Collection'; readonly name: 'Seq' | 'Set' | 'Multiset'; readonly elem: SyntaxType })
  | (Span & { readonly kind: 'Map'; readonly key: SyntaxType; readonly value: SyntaxType })
  /** `T`, `D[Int]`: a domain, adt, type parameter or macro. */
  | (Span & { readonly kind: 'Named'; readonly name: Name; readonly args: readonly SyntaxType[] })
  /** `m(a, b)`, a macro. */
  | (Span & { readonly kind: 'Macro'; readonly name: Name; readonly args: readonly SyntaxExpr[] });

export interface SyntaxBinding extends Span {
  readonly name: Name;
  readonly type: SyntaxType;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

export type ConstantWord = 'true' | 'false' | 'null' | 'result' | 'write' | 'none' | 'wildcard' | 'epsilon';

export type BinaryToken =
  | '--*'
  | '<==>'
  | '==>'
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<='
  | '>='
  | '<'
  | '>'
  | 'in'
  | '++'
  | '+'
  | '-'
  | 'union'
  | 'intersection'
  | 'setminus'
  | 'subset'
  | '*'
  | '/'
  | '\\'
  | '%';

export interface SyntaxTrigger extends Span {
  readonly exprs: readonly SyntaxExpr[];
}

export type SyntaxExpr =
  | (Span & { readonly kind: 'Int'; readonly value: bigint })
  | (Span & { readonly kind: 'Constant'; readonly word: ConstantWord })
  | (Span & { readonly kind: 'Name'; readonly name: Name })
  | (Span & { readonly kind: 'Unary'; readonly op: '-' | '!'; readonly operand: SyntaxExpr })
  | (Span & {
      readonly kind: 'Binary';
      readonly op: BinaryToken;
      readonly left: SyntaxExpr;
      readonly right: SyntaxExpr;
    })
  | (Span & {
      readonly kind: 'Cond';
      readonly cond: SyntaxExpr;
      readonly then: SyntaxExpr;
      readonly else: SyntaxExpr;
    })
  /** `e.f`: a field, or something of an adt. */
  | (Span & { readonly kind: 'Dot'; readonly receiver: SyntaxExpr; readonly name: Name })
  /** `f(args)`, `(f(args): type)`: a function, predicate, method, constructor or macro. */
  | (Span & {
      readonly kind: 'Call';
      readonly name: Name;
      readonly args: readonly SyntaxExpr[];
      readonly type: SyntaxType | null;
    })
  | (Span & { readonly kind: 'Acc'; readonly loc: SyntaxExpr; readonly perm: SyntaxExpr | null })
  | (Span & { readonly kind: 'Perm'; readonly resource: SyntaxExpr })
  | (Span & { readonly kind: 'InhaleExhale'; readonly inhale: SyntaxExpr; readonly exhale: SyntaxExpr })
  | (Span & {
      readonly kind: 'Quantifier';
      readonly word: 'forall' | 'exists';
      readonly vars: readonly SyntaxBinding[];
      readonly triggers: readonly SyntaxTrigger[];
      readonly body: SyntaxExpr;
    })
  | (Span & {
      readonly kind: 'ForPerm';
      readonly vars: readonly SyntaxBinding[];
      readonly resource: SyntaxExpr;
      readonly body: SyntaxExpr;
    })
  | (Span & { readonly kind: 'Let'; readonly name: Name; readonly value: SyntaxExpr; readonly body: SyntaxExpr })
  /** `old(e)`, `old[label](e)`, `old[lhs](e)`. */
  | (Span & { readonly kind: 'Old'; readonly label: Name | 'lhs' | null; readonly body: SyntaxExpr })
  | (Span & { readonly kind: 'Unfolding'; readonly acc: SyntaxExpr; readonly body: SyntaxExpr })
  | (Span & { readonly kind: 'Applying'; readonly wand: SyntaxExpr; readonly body: SyntaxExpr })
  | (Span & { readonly kind: 'Asserting'; readonly assertion: SyntaxExpr; readonly body: SyntaxExpr })
  /** `Seq(a, b)`, `Set[T]()`. */
  | (Span & {
      readonly kind: 'CollectionLit';
      readonly name: 'Seq' | 'Set' | 'Multiset';
      readonly elem: SyntaxType | null;
      readonly elems: readonly SyntaxExpr[];
    })
  | (Span & {
      readonly kind: 'MapLit';
      readonly types: { readonly key: SyntaxType; readonly value: SyntaxType } | null;
      readonly entries: readonly { readonly key: SyntaxExpr; readonly value: SyntaxExpr }[];
    })
  /** `[low..high)`. */
  | (Span & { readonly kind: 'Range'; readonly low: SyntaxExpr; readonly high: SyntaxExpr })
  | (Span & { readonly kind: 'Index'; readonly base: SyntaxExpr; readonly index: SyntaxExpr })
  | (Span & {
      readonly kind: 'Slice';
      readonly base: SyntaxExpr;
      readonly low: SyntaxExpr | null;
      readonly high: SyntaxExpr | null;
    })
  | (Span & {
      readonly kind: 'Update';
      readonly base: SyntaxExpr;
      readonly key: SyntaxExpr;
      readonly value: SyntaxExpr;
    })
  | (Span & { readonly kind: 'Size'; readonly operand: SyntaxExpr })
  | (Span & { readonly kind: 'MapPart'; readonly part: 'domain' | 'range'; readonly map: SyntaxExpr })
  /** `new(f, g)`; fields null: `new(*)`. */
  | (Span & { readonly kind: 'New'; readonly fields: readonly Name[] | null })
  | (Span & { readonly kind: 'Annotated'; readonly annotation: SyntaxAnnotation; readonly expr: SyntaxExpr });

// ---------------------------------------------------------------------------------------------------------------
// Clauses and statements

export type SyntaxMeasure =
  | (Span & { readonly kind: 'Tuple'; readonly exprs: readonly SyntaxExpr[]; readonly condition: SyntaxExpr | null })
  | (Span & { readonly kind: 'Wildcard'; readonly condition: SyntaxExpr | null })
  | (Span & { readonly kind: 'Star' });

export type SyntaxStmt =
  | SyntaxBlock
  | SyntaxDefine
  | (Span & { readonly kind: 'Vars'; readonly vars: readonly SyntaxBinding[]; readonly value: SyntaxExpr | null })
  /** `a, b := e`; without targets a call or macro that stands alone. */
  | (Span & { readonly kind: 'Assign'; readonly targets: readonly SyntaxExpr[]; readonly value: SyntaxExpr })
  | (Span & {
      readonly kind: 'Assertion';
      readonly word: 'inhale' | 'exhale' | 'assert' | 'assume' | 'refute';
      readonly assertion: SyntaxExpr;
    })
  | (Span & { readonly kind: 'Fold' | 'Unfold'; readonly acc: SyntaxExpr })
  | (Span & { readonly kind: 'Package'; readonly wand: SyntaxExpr; readonly proof: SyntaxBlock | null })
  | (Span & { readonly kind: 'Apply'; readonly wand: SyntaxExpr })
  | (Span & {
      readonly kind: 'If';
      readonly cond: SyntaxExpr;
      readonly then: SyntaxBlock;
      readonly else: SyntaxBlock | null;
    })
  | (Span & {
      readonly kind: 'While';
      readonly cond: SyntaxExpr;
      readonly invariants: readonly SyntaxExpr[];
      readonly measures: readonly SyntaxMeasure[];
      readonly body: SyntaxBlock;
    })
  | (Span & { readonly kind: 'Label'; readonly name: Name; readonly invariants: readonly SyntaxExpr[] })
  | (Span & { readonly kind: 'Goto'; readonly label: Name })
  | (Span & {
      readonly kind: 'Quasihavoc';
      /** Null: `quasihavoc`; otherwise `quasihavocall`. */
      readonly vars: readonly SyntaxBinding[] | null;
      readonly condition: SyntaxExpr | null;
      readonly resource: SyntaxExpr;
    })
  | (Span & { readonly kind: 'Annotated'; readonly annotation: SyntaxAnnotation; readonly stmt: SyntaxStmt });

export interface SyntaxBlock extends Span {
  readonly kind: 'Block';
  readonly stmts: readonly SyntaxStmt[];
}

/** `define name(params) body`; params null: used without parentheses. */
export interface SyntaxDefine extends Span {
  readonly kind: 'Define';
  readonly name: Name;
  readonly params: readonly Name[] | null;
  readonly body: SyntaxExpr | SyntaxBlock;
}

// ---------------------------------------------------------------------------------------------------------------
// Members

interface Annotated extends Span {
  readonly annotations: readonly SyntaxAnnotation[];
}

export interface SyntaxImport extends Annotated {
  readonly kind: 'Import';
  readonly path: string;
  /** `import <path>`: one of the files that come with Viper. */
  readonly standard: boolean;
}

export interface SyntaxFields extends Annotated {
  readonly kind: 'Fields';
  readonly fields: readonly SyntaxBinding[];
}

export interface SyntaxMethod extends Annotated {
  readonly kind: 'Method';
  readonly name: Name;
  readonly params: readonly SyntaxBinding[];
  readonly results: readonly SyntaxBinding[];
  readonly pres: readonly SyntaxExpr[];
  readonly posts: readonly SyntaxExpr[];
  readonly measures: readonly SyntaxMeasure[];
  readonly body: SyntaxBlock | null;
}

export interface SyntaxFunction extends Annotated {
  readonly kind: 'Function';
  readonly name: Name;
  readonly params: readonly SyntaxBinding[];
  readonly type: SyntaxType;
  readonly pres: readonly SyntaxExpr[];
  readonly posts: readonly SyntaxExpr[];
  readonly measures: readonly SyntaxMeasure[];
  readonly body: SyntaxExpr | null;
}

export interface SyntaxPredicate extends Annotated {
  readonly kind: 'Predicate';
  readonly name: Name;
  readonly params: readonly SyntaxBinding[];
  readonly body: SyntaxExpr | null;
}

export interface SyntaxDomainFunction extends Annotated {
  readonly kind: 'DomainFunction';
  readonly unique: boolean;
  readonly name: Name;
  readonly params: readonly { readonly name: Name | null; readonly type: SyntaxType }[];
  readonly type: SyntaxType;
  readonly interpretation: string | null;
}

export interface SyntaxAxiom extends Annotated {
  readonly kind: 'Axiom';
  readonly name: Name | null;
  readonly body: SyntaxExpr;
}

export interface SyntaxDomain extends Annotated {
  readonly kind: 'Domain';
  readonly name: Name;
  readonly typeParams: readonly Name[];
  readonly functions: readonly SyntaxDomainFunction[];
  readonly axioms: readonly SyntaxAxiom[];
  readonly interpretation: ReadonlyMap<string, string> | null;
}

export interface SyntaxConstructor extends Annotated {
  readonly kind: 'Constructor';
  readonly name: Name;
  readonly params: readonly SyntaxBinding[];
}

export interface SyntaxAdt extends Annotated {
  readonly kind: 'Adt';
  readonly name: Name;
  readonly typeParams: readonly Name[];
  readonly constructors: readonly SyntaxConstructor[];
  readonly derives: readonly {
    readonly name: Name;
    readonly type: SyntaxType | null;
    readonly without: readonly Name[];
  }[];
}

export type SyntaxMember =
  | SyntaxImport
  | SyntaxFields
  | SyntaxMethod
  | SyntaxFunction
  | SyntaxPredicate
  | SyntaxDomain
  | SyntaxAdt
  | SyntaxDefine;

/** One file. */
export interface SyntaxFile {
  readonly members: readonly SyntaxMember[];
}
