// Tokens of Go as small integers: the scanner writes one into its state instead of building an object.
//
// The order matters: literals are contiguous, binary operators follow, and assignment operators are contiguous.

export const T_EOF: number = 0;
export const T_ILLEGAL: number = 1;
export const T_COMMENT: number = 2;

export const T_IDENT: number = 3;
export const T_INT: number = 4;
export const T_FLOAT: number = 5;
export const T_IMAG: number = 6;
export const T_CHAR: number = 7;
export const T_STRING: number = 8;

export const T_ADD: number = 10;
export const T_SUB: number = 11;
export const T_MUL: number = 12;
export const T_QUO: number = 13;
export const T_REM: number = 14;
export const T_AND: number = 15;
export const T_OR: number = 16;
export const T_XOR: number = 17;
export const T_SHL: number = 18;
export const T_SHR: number = 19;
export const T_AND_NOT: number = 20;
export const T_LAND: number = 21;
export const T_LOR: number = 22;
export const T_EQL: number = 23;
export const T_NEQ: number = 24;
export const T_LSS: number = 25;
export const T_LEQ: number = 26;
export const T_GTR: number = 27;
export const T_GEQ: number = 28;

export const T_NOT: number = 29;
export const T_TILDE: number = 30;
export const T_ARROW: number = 31;
export const T_INC: number = 32;
export const T_DEC: number = 33;

export const T_ASSIGN: number = 34;
export const T_DEFINE: number = 35;
export const T_ADD_ASSIGN: number = 36;
export const T_SUB_ASSIGN: number = 37;
export const T_MUL_ASSIGN: number = 38;
export const T_QUO_ASSIGN: number = 39;
export const T_REM_ASSIGN: number = 40;
export const T_AND_ASSIGN: number = 41;
export const T_OR_ASSIGN: number = 42;
export const T_XOR_ASSIGN: number = 43;
export const T_SHL_ASSIGN: number = 44;
export const T_SHR_ASSIGN: number = 45;
export const T_AND_NOT_ASSIGN: number = 46;

export const T_LPAREN: number = 47;
export const T_RPAREN: number = 48;
export const T_LBRACK: number = 49;
export const T_RBRACK: number = 50;
export const T_LBRACE: number = 51;
export const T_RBRACE: number = 52;
export const T_COMMA: number = 53;
export const T_PERIOD: number = 54;
export const T_SEMICOLON: number = 55;
export const T_COLON: number = 56;
export const T_ELLIPSIS: number = 57;

export const T_BREAK: number = 60;
export const T_CASE: number = 61;
export const T_CHAN: number = 62;
export const T_CONST: number = 63;
export const T_CONTINUE: number = 64;
export const T_DEFAULT: number = 65;
export const T_DEFER: number = 66;
export const T_ELSE: number = 67;
export const T_FALLTHROUGH: number = 68;
export const T_FOR: number = 69;
export const T_FUNC: number = 70;
export const T_GO: number = 71;
export const T_GOTO: number = 72;
export const T_IF: number = 73;
export const T_IMPORT: number = 74;
export const T_INTERFACE: number = 75;
export const T_MAP: number = 76;
export const T_PACKAGE: number = 77;
export const T_RANGE: number = 78;
export const T_RETURN: number = 79;
export const T_SELECT: number = 80;
export const T_STRUCT: number = 81;
export const T_SWITCH: number = 82;
export const T_TYPE: number = 83;
export const T_VAR: number = 84;

/** The number of token codes of Go; those of the specification language follow. */
export const goTokenCount = 85;

const named: readonly (readonly [number, string])[] = [
  [T_EOF, 'EOF'],
  [T_ILLEGAL, 'ILLEGAL'],
  [T_COMMENT, 'COMMENT'],
  [T_IDENT, 'IDENT'],
  [T_INT, 'INT'],
  [T_FLOAT, 'FLOAT'],
  [T_IMAG, 'IMAG'],
  [T_CHAR, 'CHAR'],
  [T_STRING, 'STRING'],
  [T_ADD, '+'],
  [T_SUB, '-'],
  [T_MUL, '*'],
  [T_QUO, '/'],
  [T_REM, '%'],
  [T_AND, '&'],
  [T_OR, '|'],
  [T_XOR, '^'],
  [T_SHL, '<<'],
  [T_SHR, '>>'],
  [T_AND_NOT, '&^'],
  [T_LAND, '&&'],
  [T_LOR, '||'],
  [T_EQL, '=='],
  [T_NEQ, '!='],
  [T_LSS, '<'],
  [T_LEQ, '<='],
  [T_GTR, '>'],
  [T_GEQ, '>='],
  [T_NOT, '!'],
  [T_TILDE, '~'],
  [T_ARROW, '<-'],
  [T_INC, '++'],
  [T_DEC, '--'],
  [T_ASSIGN, '='],
  [T_DEFINE, ':='],
  [T_ADD_ASSIGN, '+='],
  [T_SUB_ASSIGN, '-='],
  [T_MUL_ASSIGN, '*='],
  [T_QUO_ASSIGN, '/='],
  [T_REM_ASSIGN, '%='],
  [T_AND_ASSIGN, '&='],
  [T_OR_ASSIGN, '|='],
  [T_XOR_ASSIGN, '^='],
  [T_SHL_ASSIGN, '<<='],
  [T_SHR_ASSIGN, '>>='],
  [T_AND_NOT_ASSIGN, '&^='],
  [T_LPAREN, '('],
  [T_RPAREN, ')'],
  [T_LBRACK, '['],
  [T_RBRACK, ']'],
  [T_LBRACE, '{'],
  [T_RBRACE, '}'],
  [T_COMMA, ','],
  [T_PERIOD, '.'],
  [T_SEMICOLON, ';'],
  [T_COLON, ':'],
  [T_ELLIPSIS, '...'],
];

/** The keywords, in the order of their codes. */
export const keywords: readonly string[] = [
  'break',
  'case',
  'chan',
  'const',
  'continue',
  'default',
  'defer',
  'else',
  'fallthrough',
  'for',
  'func',
  'go',
  'goto',
  'if',
  'import',
  'interface',
  'map',
  'package',
  'range',
  'return',
  'select',
  'struct',
  'switch',
  'type',
  'var',
];

/** How each token of Go is written, or the name of its class. */
export const tokenText: readonly string[] = texts();

export function isLiteralToken(tok: number): boolean {
  return tok >= T_IDENT && tok <= T_STRING;
}

function texts(): string[] {
  const result = new Array<string>(goTokenCount).fill('');
  for (const [tok, text] of named) result[tok] = text;
  for (let i = 0; i < keywords.length; i++) result[T_BREAK + i] = keywords[i] as string;
  return result;
}
