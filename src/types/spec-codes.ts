// Error codes of specifications: for each one what it means, and a file that has just this mistake.
//
// An example is the body of a file after `package p`, with specifications that are not in comments.

import type { CodeInfo } from './codes.ts';

export const specCodes = {
  // Types and collections
  SpecAdtPlace: {
    summary: 'An algebraic type stands where no type is declared.',
    example: 'ghost var x adt { leaf{} }',
  },
  SpecAdtMember: {
    summary: 'Two members of an algebraic type have the same name.',
    example: 'ghost type tree adt { leaf{}; leaf{} }',
  },
  SpecDomainFunc: {
    summary: 'A function of a domain has no result, several results, or is variadic.',
    example: 'ghost type d domain { func f(x int) }',
  },
  SpecCollection: {
    summary:
      'An operation on mathematical collections is applied to a value that is not a collection of the right kind.',
    example: 'ghost pure func f(x int) bool { return 1 elem x }',
  },
  SpecInteger: {
    summary: 'An index or bound of a sequence is not an integer.',
    example: 'ghost pure func f(s seq[int]) int { return s[true] }',
  },
  SpecSequenceCap: {
    summary: 'A slice of a sequence is given a capacity, which sequences do not have.',
    example: 'ghost pure func f(s seq[int]) seq[int] { return s[0:1:2] }',
  },
  SpecSetKey: {
    summary: 'An element of a set or multiset literal has a key.',
    example: 'ghost pure func f() set[int] { return set[int]{0: 1} }',
  },
  SpecSequenceKeys: {
    summary: 'An element of a sequence literal without an index follows one that has an index.',
    example: 'ghost pure func f() seq[int] { return seq[int]{1: 4, 5} }',
  },
  SpecPredeclared: {
    summary: 'A ghost declaration hides a predeclared type, or a predeclared name of specifications.',
    example: 'pred PredTrue() { true }',
  },
  SpecNone: {
    summary: 'The empty option is written without its type.',
    example: 'ghost pure func f() option[int] { return none(int) }',
  },
  SpecInterface: {
    summary: 'isComparable is applied to a value whose type is not an interface.',
    example: 'ghost pure func f(x int) bool { return isComparable(x) }',
  },
  SpecCompare: {
    summary: 'Two values are compared, and neither is assignable to the type of the other.',
    example: 'ghost pure func f(x int, s seq[int]) bool { return x === s }',
  },
  SpecMergeTypes: {
    summary: 'Parts of an expression that must have a common type have none.',
    example: 'ghost pure func f(b bool) int { return b ? 1 : "one" }',
  },
  SpecUnboundedBits: {
    summary: 'An operation on bits is applied to an unbounded integer.',
    example: 'ghost pure func f(x integer) integer { return x & x }',
  },

  // Assertions
  SpecNotAssertion: {
    summary: 'A clause or statement holds something that is neither a boolean nor an assertion.',
    example: 'requires x\nfunc f(x int) { }',
  },
  SpecNotBool: {
    summary: 'A boolean without permissions is expected here.',
    example: 'ghost func f(p *int) { assert acc(p) ==> true }',
  },
  SpecAccess: {
    summary:
      'acc is applied to something that is not in memory: only pointers, slices, maps and predicates have permissions.',
    example: 'requires acc(x)\nfunc f(x int) { }',
  },
  SpecPermission: {
    summary: 'An amount of permission is neither of type perm nor an integer.',
    example: 'requires acc(x, true)\nfunc f(x *int) { }',
  },
  SpecLet: {
    summary: 'let binds more names than it has expressions.',
    example: 'ghost func f(x int) { assert let a, b := x in a == b }',
  },
  SpecBindPlace: {
    summary: 'A binder ?x is used outside a pattern.',
    example: '',
  },
  SpecFold: {
    summary: 'fold or unfold is applied to something that is not an instance of a predicate with a body.',
    example: 'pred P(x *int)\nghost func f(x *int) { fold P(x) }',
  },
  SpecPredArgs: {
    summary: 'The constructor of a predicate value has more or fewer arguments than the predicate.',
    example: 'pred P(x *int) { acc(x) }\nghost func f(x *int) { assert P{x, x} == P{x, x} }',
  },
  SpecReceiver: {
    summary: 'A predicate of a pointer is selected from a value that has no address.',
    example:
      'type T struct { n int }\npred (t *T) P() { acc(&t.n) }\nghost pure func g() T\nghost func f() { assert g().P() }',
  },
  SpecMeasures: {
    summary: 'The termination measures of a contract contradict one another.',
    example: 'decreases x\ndecreases 1, 2 if x == 2\nfunc f(x int) { }',
  },
  SpecPattern: {
    summary: 'A pattern does not fit the values that are matched.',
    example: 'ghost type t adt { a{}; b{x int} }\nghost func f(v t) { match v { case b{_, _}: } }',
  },
  SpecMatchEmpty: {
    summary: 'A match expression has no case.',
    example: '',
  },

  // Functions and calls
  SpecVariadic: {
    summary: 'A predicate or a pure function is variadic.',
    example: 'pred P(xs ...int)',
  },
  SpecAppend: {
    summary: 'append is called without the amount of permission that it needs to the elements.',
    example: 'func f(s []int) { t := append(s, 1) }',
  },
  SpecCopy: {
    summary: 'copy is called without the amount of permission that it needs to the source.',
    example: 'func f(s, t []int) { copy(s, t) }',
  },
  SpecClose: {
    summary: 'close is called without saying what is owed to the receivers.',
    example: 'func f(c chan int) { close(c) }',
  },
  SpecClosureSpec: {
    summary: 'A specification of a closure names no function, or does not fit the closure.',
    example: 'func f(g func(int)) { g(1) as x }',
  },
  SpecShare: {
    summary: 'share names something that is neither a parameter nor a result.',
    example: 'var g int\nfunc f() { share g }',
  },
  SpecAssertBy: {
    summary: 'An assertion has a proof by a block, which is only possible by contradiction.',
    example: 'ghost func f(x int) { assert x == x by { } }',
  },
  SpecCritical: {
    summary: 'A critical region opens something other than a predicate value without parameters.',
    example: 'func f(x int) { critical x ( ) }',
  },

  // Ghost code
  GhostInfluence: {
    summary: 'A ghost value or ghost code decides what the program does.',
    example: 'func f(ghost b bool) { if b { } }',
  },
  GhostFlow: {
    summary: 'A ghost value is assigned, passed or returned where the program needs one that is not ghost.',
    example: 'func f(ghost x int) { var y int\ny = x }',
  },
  GhostJump: {
    summary: 'A statement in ghost code would jump out of it, and change what the program does.',
    example: 'func f() { ghost return }',
  },
  GhostAssign: {
    summary: 'Ghost code changes something that is not ghost.',
    example: 'func f() { x := 1\nghost x = 2 }',
  },
  GhostCall: {
    summary: 'Ghost code calls a function that is neither ghost nor pure.',
    example: 'func g()\nghost func f() { g() }',
  },
  GhostAllocation: {
    summary: 'Ghost code allocates memory that would exist at run time.',
    example: 'ghost func f() { s := make([]int, 1) }',
  },
  GhostType: {
    summary: 'A ghost type is used for something that is not declared ghost, or the other way round.',
    example: 'var s seq[int]',
  },

  // Purity, memory and place
  SpecImpure: {
    summary: 'An expression that must be pure has a side effect, or contains permissions.',
    example: 'ghost func g() bool\nrequires g()\nfunc f() { }',
  },
  SpecPureForm: {
    summary: 'A pure function must have one result, and a body that is a single return.',
    example: 'pure func f(x int) int { y := x\nreturn y }',
  },
  SpecNoMeasure: {
    summary: 'A pure or ghost function, or a loop in one, lacks a termination measure.',
    example: 'ghost decreases\nfunc f() { for true { } }',
  },
  SpecOpaque: {
    summary:
      'Something without a body to hide is marked opaque: only the bodies of pure functions are visible to callers.',
    example: 'opaque func f() { }',
  },
  SpecAtomic: {
    summary: 'An atomic function has a body, is ghost, or need not terminate.',
    example: 'decreases\natomic func f() { }',
  },
  SpecOpensInvariants: {
    summary: 'Invariants are opened by a function that must not do so.',
    example: 'opensInvariants func f() { }',
  },
  SpecPrecondition: {
    summary: 'A precondition mentions results, or an earlier state.',
    example: 'requires r == 1\nfunc f() (r int) { return 1 }',
  },
  SpecInit: {
    summary: 'The function init has a contract, is ghost, or is called.',
    example: 'requires true\nfunc init() { }',
  },
  SpecMayInit: {
    summary: 'Code that may run during initialization relies on what holds only after it.',
    example: 'func f() int { return 1 }\nvar x int = f()',
  },
  SpecCapture: {
    summary: 'A function literal captures a variable that is not shared.',
    example: 'func f() { x := 1\ng := func() int { return x } }',
  },
  SpecAddress: {
    summary: 'The address is taken of something that is not shared.',
    example: 'func f() { x := 1\np := &x }',
  },
  SpecFixedGlobal: {
    summary:
      'A variable of the package that is not shared is assigned to: it keeps the value that it is initialized with.',
    example: 'var g int = 1\nfunc f() { g = 2 }',
  },
  SpecTriggers: {
    summary: 'A quantifier has no trigger, although triggers are required.',
    example: '',
  },
  SpecBefore: {
    summary: 'before is used outside an outline block.',
    example: 'func f(x int) { assert before(x) == x }',
  },
  SpecReveal: {
    summary: 'reveal is applied to something that is not a call of an opaque function.',
    example: 'pure func g() bool { return true }\nfunc f() { assert reveal g() }',
  },
  SpecRel: {
    summary: 'rel is used without the mode for hyperproperties that allows it, or for an execution other than 0 and 1.',
    example: 'func f(x int) { assert rel(x, 0) == rel(x, 1) }',
  },
  SpecClosureName: {
    summary: 'The name of a function literal is used as a value.',
    example: 'func f() { g := func h() int { return 1 }\nk := h }',
  },
  SpecProof: {
    summary: 'An implementation proof does more than call the method that it is about, fold, unfold and assert.',
    example: 'func g(x int) int\nfunc f(h func(int) int) { proof h implements g { } }',
  },
  SpecImplements: {
    summary:
      'A type does not implement the specification of an interface: a method or predicate is missing or does not fit.',
    example: 'type I interface { pred P() }\ntype T int\nT implements I',
  },
  SpecRedeclared: {
    summary:
      'An interface declares a method that an embedded interface also has, which gives the method two contracts.',
    example: 'type I interface { f() }\ntype J interface { I\n f() }',
  },
  SpecOutline: {
    summary: 'An outline block contains something that leaves it, or that needs the whole function.',
    example: 'func f() { outline ( return ) }',
  },
  SpecFriends: {
    summary: 'An experimental clause about other packages is used without its flag.',
    example: '',
  },
  SpecPackageOld: {
    summary: 'An invariant of a package, or what it requires of its imports, mentions an earlier state.',
    example: '',
  },
  SpecGlobalOrder: {
    summary:
      'A package variable is initialized with one declared after it, or by a call whose target is known only at run time.',
    example: 'var a int = b\nvar b int = 1',
  },
} as const satisfies Record<string, CodeInfo>;
