// The scanner: turns text into tokens, inserts semicolons, and reports characters and literals that cannot stand there.
//
// `scan` writes the next token into the scanner's state, which the parser's state extends.

import { lineOf } from '../base/source.ts';
import { checkLineDirective } from './line-directive.ts';
import { hashFactor, maxNameLength, nameNumber, nameText, nameToken } from './names.ts';
import { scanNumber, scanQuoted, scanRune } from './scan-literals.ts';
import { leaveAnnotation, openAnnotation, scanSpecSymbol, wordEndsLine, wordOrName } from './scan-spec.ts';
import { describeChar, nonAscii, reportAt, type Scanner } from './scan-state.ts';
import {
  T_ADD,
  T_ADD_ASSIGN,
  T_AND,
  T_AND_ASSIGN,
  T_AND_NOT,
  T_AND_NOT_ASSIGN,
  T_ARROW,
  T_ASSIGN,
  T_BREAK,
  T_COLON,
  T_COMMA,
  T_COMMENT,
  T_CONTINUE,
  T_DEC,
  T_DEFINE,
  T_ELLIPSIS,
  T_EOF,
  T_EQL,
  T_FALLTHROUGH,
  T_GEQ,
  T_GTR,
  T_IDENT,
  T_ILLEGAL,
  T_INC,
  T_LAND,
  T_LBRACE,
  T_LBRACK,
  T_LEQ,
  T_LOR,
  T_LPAREN,
  T_LSS,
  T_MUL,
  T_MUL_ASSIGN,
  T_NEQ,
  T_NOT,
  T_OR,
  T_OR_ASSIGN,
  T_PERIOD,
  T_QUO,
  T_QUO_ASSIGN,
  T_RBRACE,
  T_RBRACK,
  T_REM,
  T_REM_ASSIGN,
  T_RETURN,
  T_RPAREN,
  T_SEMICOLON,
  T_SHL,
  T_SHL_ASSIGN,
  T_SHR,
  T_SHR_ASSIGN,
  T_STRING,
  T_SUB,
  T_SUB_ASSIGN,
  T_TILDE,
  T_XOR,
  T_XOR_ASSIGN,
} from './token.ts';

const letterClass = 1;
const digitClass = 2;

/** 1 for letters and underscore, 2 for digits, 0 for others. */
const charClass = new Uint8Array(256);
for (let c = 0x41; c <= 0x5a; c++) charClass[c] = letterClass;
for (let c = 0x61; c <= 0x7a; c++) charClass[c] = letterClass;
for (let c = 0x30; c <= 0x39; c++) charClass[c] = digitClass;
charClass[0x5f] = letterClass;

/** Writes the next token, comments included, into `s`. */
export function scan(s: Scanner): void {
  if (s.newlineAt >= 0) {
    scanPendingNewline(s);
    return;
  }
  const src = s.src;
  let i = s.offset;
  let c = src[i] as number;
  for (;;) {
    if (c === 0x20 || c === 0x09 || c === 0x0d) {
      c = src[++i] as number;
    } else if (c === 0x0a) {
      if (s.insertSemi) {
        s.insertSemi = false;
        s.tok = T_SEMICOLON;
        s.implicit = true;
        s.pos = s.base + i;
        s.end = s.pos + 1;
        s.line = s.nextLine++;
        s.offset = i + 1;
        return;
      }
      s.nextLine++;
      c = src[++i] as number;
    } else if (i >= s.regionEnd) {
      i = leaveAnnotation(s, i);
      c = src[i] as number;
    } else {
      break;
    }
  }
  s.pos = s.base + i;
  s.line = s.nextLine;
  const kind = charClass[c] as number;
  if (kind === letterClass) {
    let hash = c;
    let j = i + 1;
    c = src[j] as number;
    while (charClass[c] !== 0) {
      hash = (Math.imul(hash, hashFactor) + c) | 0;
      c = src[++j] as number;
    }
    if (c === nonAscii || j - i > maxNameLength) {
      scanLongName(s, i, j);
      return;
    }
    const number = nameNumber(s.text, src, i, j, hash);
    const tok = nameToken(number);
    s.name = nameText(number);
    s.offset = j;
    s.end = s.base + j;
    if (s.words && tok === T_IDENT) {
      s.tok = wordOrName(s, j);
      s.insertSemi = s.tok === T_IDENT || wordEndsLine(s.tok);
      return;
    }
    s.tok = tok;
    s.insertSemi =
      tok === T_IDENT || tok === T_BREAK || tok === T_CONTINUE || tok === T_FALLTHROUGH || tok === T_RETURN;
    return;
  }
  if (kind === digitClass || (c === 0x2e && charClass[src[i + 1] as number] === digitClass)) {
    s.tok = scanNumber(s, i);
    s.end = s.base + s.offset;
    s.insertSemi = true;
    return;
  }
  scanOther(s, i, c);
}

/** Tokens that begin with neither a letter nor a digit. */
function scanOther(s: Scanner, i: number, c: number): void {
  const src = s.src;
  const c1 = src[i + 1] as number;
  if (s.words && scanSpecSymbol(s, i, c, c1)) return;
  let tok = T_ILLEGAL;
  let size = 1;
  let semi = false;
  switch (c) {
    case 0x22: // "
      s.offset = scanQuoted(s, i);
      s.tok = T_STRING;
      s.implicit = false;
      s.end = s.base + s.offset;
      s.insertSemi = true;
      return;
    case 0x27: // '
      s.offset = scanRune(s, i);
      s.end = s.base + s.offset;
      s.insertSemi = true;
      return;
    case 0x60: // `
      scanRaw(s, i);
      return;
    case 0x28: // (
      tok = T_LPAREN;
      break;
    case 0x29: // )
      tok = T_RPAREN;
      semi = true;
      break;
    case 0x2c: // ,
      tok = T_COMMA;
      break;
    case 0x2e: // .
      tok = T_PERIOD;
      if (c1 === 0x2e && src[i + 2] === 0x2e) {
        tok = T_ELLIPSIS;
        size = 3;
      }
      break;
    case 0x7b: // {
      tok = T_LBRACE;
      break;
    case 0x7d: // }
      tok = T_RBRACE;
      semi = true;
      break;
    case 0x5b: // [
      tok = T_LBRACK;
      break;
    case 0x5d: // ]
      tok = T_RBRACK;
      semi = true;
      break;
    case 0x3b: // ;
      tok = T_SEMICOLON;
      s.implicit = false;
      break;
    case 0x3a: // :
      tok = T_COLON;
      if (c1 === 0x3d) {
        tok = T_DEFINE;
        size = 2;
      }
      break;
    case 0x3d: // =
      tok = T_ASSIGN;
      if (c1 === 0x3d) {
        tok = T_EQL;
        size = 2;
      }
      break;
    case 0x2f: // /
      if (c1 === 0x2f || c1 === 0x2a) {
        scanComment(s, i, c1);
        return;
      }
      tok = T_QUO;
      if (c1 === 0x3d) {
        tok = T_QUO_ASSIGN;
        size = 2;
      }
      break;
    case 0x2a: // *
      tok = T_MUL;
      if (c1 === 0x3d) {
        tok = T_MUL_ASSIGN;
        size = 2;
      }
      break;
    case 0x26: // &
      tok = T_AND;
      if (c1 === 0x26) {
        tok = T_LAND;
        size = 2;
      } else if (c1 === 0x3d) {
        tok = T_AND_ASSIGN;
        size = 2;
      } else if (c1 === 0x5e) {
        tok = T_AND_NOT;
        size = 2;
        if (src[i + 2] === 0x3d) {
          tok = T_AND_NOT_ASSIGN;
          size = 3;
        }
      }
      break;
    case 0x2b: // +
      tok = T_ADD;
      if (c1 === 0x2b) {
        tok = T_INC;
        size = 2;
        semi = true;
      } else if (c1 === 0x3d) {
        tok = T_ADD_ASSIGN;
        size = 2;
      }
      break;
    case 0x2d: // -
      tok = T_SUB;
      if (c1 === 0x2d) {
        tok = T_DEC;
        size = 2;
        semi = true;
      } else if (c1 === 0x3d) {
        tok = T_SUB_ASSIGN;
        size = 2;
      }
      break;
    case 0x3c: // <
      tok = T_LSS;
      if (c1 === 0x2d) {
        tok = T_ARROW;
        size = 2;
      } else if (c1 === 0x3d) {
        tok = T_LEQ;
        size = 2;
      } else if (c1 === 0x3c) {
        tok = T_SHL;
        size = 2;
        if (src[i + 2] === 0x3d) {
          tok = T_SHL_ASSIGN;
          size = 3;
        }
      }
      break;
    case 0x3e: // >
      tok = T_GTR;
      if (c1 === 0x3d) {
        tok = T_GEQ;
        size = 2;
      } else if (c1 === 0x3e) {
        tok = T_SHR;
        size = 2;
        if (src[i + 2] === 0x3d) {
          tok = T_SHR_ASSIGN;
          size = 3;
        }
      }
      break;
    case 0x21: // !
      tok = T_NOT;
      if (c1 === 0x3d) {
        tok = T_NEQ;
        size = 2;
      }
      break;
    case 0x7c: // |
      tok = T_OR;
      if (c1 === 0x7c) {
        tok = T_LOR;
        size = 2;
      } else if (c1 === 0x3d) {
        tok = T_OR_ASSIGN;
        size = 2;
      }
      break;
    case 0x5e: // ^
      tok = T_XOR;
      if (c1 === 0x3d) {
        tok = T_XOR_ASSIGN;
        size = 2;
      }
      break;
    case 0x25: // %
      tok = T_REM;
      if (c1 === 0x3d) {
        tok = T_REM_ASSIGN;
        size = 2;
      }
      break;
    case 0x7e: // ~
      tok = T_TILDE;
      break;
    default:
      scanUnusual(s, i, c);
      return;
  }
  s.tok = tok;
  s.offset = i + size;
  s.end = s.base + i + size;
  s.insertSemi = semi;
}

/** The semicolon for a newline inside a comment, which was given out before. */
function scanPendingNewline(s: Scanner): void {
  s.tok = T_SEMICOLON;
  s.implicit = true;
  s.pos = s.base + s.newlineAt;
  s.end = s.pos + 1;
  s.line = lineOf(s.source, s.newlineAt);
  s.newlineAt = -1;
}

/** The end of the file, letters beyond ASCII, and characters that cannot stand here. */
function scanUnusual(s: Scanner, i: number, c: number): void {
  if (c === 0 && i >= s.length) {
    s.offset = s.length;
    s.end = s.pos;
    if (s.insertSemi) {
      s.insertSemi = false;
      s.tok = T_SEMICOLON;
      s.implicit = true;
    } else {
      s.tok = T_EOF;
    }
    return;
  }
  const code = c === nonAscii ? (s.text.codePointAt(i) as number) : c;
  if (c === nonAscii && isLetter(code)) {
    scanLongName(s, i, i);
    return;
  }
  s.tok = T_ILLEGAL;
  s.offset = i + (code > 0xffff ? 2 : 1);
  s.end = s.base + s.offset;
  if (code === 0x201c || code === 0x201d) {
    reportAt(
      s,
      'InvalidCharacter',
      i,
      s.offset,
      `curly quotation mark '${String.fromCharCode(code)}' (use neutral '"')`,
    );
  } else if (code !== 0xfeff && code !== 0) {
    reportAt(s, 'InvalidCharacter', i, s.offset, `illegal character ${describeChar(code)}`);
  }
}

const letterPattern = /^\p{L}/u;
const digitPattern = /^\p{Nd}/u;

function isLetter(code: number): boolean {
  return letterPattern.test(String.fromCodePoint(code));
}

/** A name with characters beyond ASCII, or one too long for the table of names; `src[start, i)` belongs to it. */
function scanLongName(s: Scanner, start: number, i: number): void {
  for (;;) {
    const c = s.src[i] as number;
    if (charClass[c] !== 0) {
      i++;
    } else if (c === nonAscii) {
      const code = s.text.codePointAt(i) as number;
      const char = String.fromCodePoint(code);
      if (!letterPattern.test(char) && !digitPattern.test(char)) break;
      i += char.length;
    } else {
      break;
    }
  }
  s.tok = T_IDENT;
  s.name = s.text.slice(start, i);
  s.offset = i;
  s.end = s.base + i;
  s.insertSemi = true;
}

function scanRaw(s: Scanner, i: number): void {
  const close = s.text.indexOf('`', i + 1);
  let end = close + 1;
  if (close < 0) {
    end = s.length;
    reportAt(s, 'InvalidLiteral', i, i + 1, 'raw string literal not terminated');
  }
  const src = s.src;
  let lines = 0;
  s.implicit = false;
  for (let k = i + 1; k < end; k++) {
    const c = src[k] as number;
    if (c === 0x0a) lines++;
    else if (c === 0x0d) s.implicit = true;
  }
  s.tok = T_STRING;
  s.nextLine += lines;
  s.offset = end;
  s.end = s.base + end;
  s.insertSemi = true;
}

function scanComment(s: Scanner, i: number, c1: number): void {
  if (s.annotations && openAnnotation(s, i, c1 === 0x2a)) {
    // A mark is a token of its own; what else an annotation holds comes next.
    if (s.pos === s.base + i) scan(s);
    return;
  }
  let end: number;
  if (c1 === 0x2f) {
    const newline = s.text.indexOf('\n', i + 2);
    end = newline < 0 ? s.length : newline;
    s.offset = end;
    if (end > i && s.src[end - 1] === 0x0d) end--;
  } else {
    const close = s.text.indexOf('*/', i + 2);
    if (close < 0) {
      end = s.length;
      reportAt(s, 'UnterminatedComment', i, i + 2, 'comment not terminated');
    } else {
      end = close + 2;
    }
    const src = s.src;
    for (let k = i + 2; k < end; k++) {
      if (src[k] !== 0x0a) continue;
      s.nextLine++;
      if (s.insertSemi) {
        s.insertSemi = false;
        s.newlineAt = k;
      }
    }
    s.offset = end;
  }
  if (s.src[i + 2] === 0x6c) checkLineDirective(s, i, end);
  s.tok = T_COMMENT;
  s.end = s.base + end;
}

/** 1 for the characters at which `skipBody` has to look. */
const bodyClass = new Uint8Array(256);
for (const c of [0, 0x0a, 0x22, 0x27, 0x60, 0x2f, 0x7b, 0x7d]) bodyClass[c] = 1;

/**
 * With `{` as the current token, goes to the matching `}` and makes it the current one, or the end of the file.
 * Comments on the way are not kept; strings and runes are not checked.
 */
export function skipBody(s: Scanner): void {
  const src = s.src;
  let i = s.offset;
  let depth = 1;
  for (;;) {
    while (bodyClass[src[i] as number] === 0) i++;
    const c = src[i] as number;
    if (c === 0x0a) {
      s.nextLine++;
      i++;
    } else if (c === 0x7b) {
      depth++;
      i++;
    } else if (c === 0x7d) {
      if (--depth === 0) break;
      i++;
    } else if (c === 0x22 || c === 0x27) {
      i = skipQuoted(src, i, s.length);
    } else if (c === 0) {
      if (i >= s.length) break;
      i++;
    } else {
      i = skipRawOrComment(s, i, c);
    }
  }
  s.line = s.nextLine;
  s.pos = s.base + i;
  if (i >= s.length) {
    s.tok = T_EOF;
    s.offset = s.length;
    s.end = s.pos;
    s.insertSemi = false;
    return;
  }
  s.tok = T_RBRACE;
  s.offset = i + 1;
  s.end = s.pos + 1;
  s.insertSemi = true;
}

function skipQuoted(src: Uint8Array, i: number, length: number): number {
  const quote = src[i] as number;
  i++;
  for (;;) {
    const c = src[i] as number;
    if (c === quote) return i + 1;
    if (c === 0x0a || (c === 0 && i >= length)) return i;
    i += c === 0x5c && src[i + 1] !== 0x0a && i + 1 < length ? 2 : 1;
  }
}

function skipRawOrComment(s: Scanner, i: number, c: number): number {
  const { src, text } = s;
  const c1 = src[i + 1] as number;
  let end: number;
  if (c === 0x60) {
    end = text.indexOf('`', i + 1);
    end = end < 0 ? s.length : end + 1;
  } else if (c1 === 0x2f) {
    end = text.indexOf('\n', i + 2);
    return end < 0 ? s.length : end;
  } else if (c1 === 0x2a) {
    end = text.indexOf('*/', i + 2);
    end = end < 0 ? s.length : end + 2;
  } else {
    return i + 1;
  }
  for (let k = i + 1; k < end; k++) if (src[k] === 0x0a) s.nextLine++;
  return end;
}
