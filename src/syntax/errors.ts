// The codes of the errors that scanner and parser report, each with a sentence that says what is wrong.

export const syntaxErrors = {
  SyntaxError: 'The text does not follow the grammar: another token is needed at this place.',
  InvalidCharacter: 'A character, or a byte that is not UTF-8, cannot stand in Go source.',
  InvalidLiteral: 'A number, rune or string literal is malformed or has no end.',
  UnterminatedComment: 'A comment that begins with /* has no */ behind it.',
  InvalidLineDirective: 'A //line comment names a line or column that cannot be one.',
  MissingComma: 'The elements of a list need a comma between them, and behind the last one before a line break.',
  MisplacedImport: 'Imports stand before all other declarations.',
  MisplacedTypeParameters: 'Only functions and type declarations have type parameters.',
  InvalidParameterList: 'Parameters are all named or all unnamed, and only the last one may be variadic.',
  InvalidEmbedding: 'An embedded type is written without parentheses.',
  InvalidSlice: 'A slice expression with two colons needs its second and its third index.',
  InvalidHeader: 'The header of if, for or switch lacks its condition, or holds a statement in its place.',
  InvalidLabel: 'Only a name can be a label.',
  NotACall: 'The expression behind go or defer is a call without parentheses around it.',
  NestingTooDeep: 'The source is nested deeper than the parser goes; the rest of the file is skipped.',
  UnterminatedAnnotation: 'An annotation that begins with /*@ ends with @*/.',
  MisplacedAnnotation:
    'An annotation holds no other annotation, and with: belongs behind a call, a return or an assignment.',
  MisplacedSpecification:
    'A clause belongs to what it stands above: invariants to loops, contracts to functions, methods, closures and outline blocks.',
  MisplacedMark: 'The mark @ stands behind the name of a variable or a receiver where it is declared.',
  InvalidTrigger: 'A trigger is a list of expressions between braces, with at least one.',
  InvalidSuchThat: 'The operator :| gives one new variable a value that meets a condition.',
  InvalidReceiver: 'The receiver of a method is of a type that its package declares, or a pointer to one.',
  NotAPredicate: 'Only predicates with their arguments can be folded and unfolded.',
  NotAWand: 'Only magic wands can be packaged and applied.',
} as const;

export type SyntaxErrorCode = keyof typeof syntaxErrors;
