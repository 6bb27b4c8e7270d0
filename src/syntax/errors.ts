// The codes of the errors that scanner and parser report, each with a sentence that says what is wrong.

export const syntaxErrors = {
  SyntaxError: 'The source does not follow the grammar: another token is expected here.',
  InvalidCharacter: 'Go source cannot contain this character, or holds a byte that is not UTF-8.',
  InvalidLiteral: 'A number, rune or string literal is malformed or not terminated.',
  UnterminatedComment: 'A comment that begins with /* is not closed by */.',
  InvalidLineDirective: 'A //line comment has an invalid line or column number.',
  MissingComma: 'The elements of a list are separated by commas, and the last one needs a comma before a line break.',
  MisplacedImport: 'Imports must come before all other declarations.',
  MisplacedTypeParameters: 'Only functions and type declarations have type parameters.',
  InvalidParameterList: 'Parameters are all named or all unnamed, and only the last one may be variadic.',
  InvalidEmbedding: 'An embedded type cannot be parenthesized.',
  InvalidSlice: 'A slice expression with two colons needs its second and third index.',
  InvalidHeader: 'The header of if, for or switch has no condition, or a statement where the condition belongs.',
  InvalidLabel: 'Only a name can be a label.',
  NotACall: 'The expression after go or defer must be a call, without parentheses around it.',
  NestingTooDeep: 'The source is nested deeper than the parser goes; the rest of the file is skipped.',
  UnterminatedAnnotation: 'An annotation that begins with /*@ must end with @*/.',
  MisplacedAnnotation:
    'An annotation stands where it cannot: inside another one, in the middle of a statement, with a brace that closes code, or with: without a call, a return or an assignment before it.',
  MisplacedSpecification:
    'A clause belongs to what it stands above: invariants to loops, contracts to functions, methods, closures and outline blocks.',
  MisplacedMark: 'The mark @ follows the name of a variable or a receiver where it is declared.',
  InvalidTrigger: 'A trigger is a list of expressions between braces, with at least one.',
  InvalidSuchThat: 'The operator :| gives one new variable a value that meets a condition.',
  InvalidReceiver: 'The receiver of a method is of a type that its package declares, or a pointer to one.',
  NotAPredicate: 'Only predicates with their arguments can be folded and unfolded.',
  NotAWand: 'Only magic wands can be packaged and applied.',
} as const;

export type SyntaxErrorCode = keyof typeof syntaxErrors;
