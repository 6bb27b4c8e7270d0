// Tokens: literals, operators, inserted semicolons, comments and names.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { parseFile } from '../../src/syntax/index.ts';
import { Scanner } from '../../src/syntax/scan-state.ts';
import { scan } from '../../src/syntax/scanner.ts';
import { isLiteralToken, keywords, T_COMMENT, T_EOF, T_SEMICOLON, tokenText } from '../../src/syntax/token.ts';

/** The tokens of a text; `\n` stands for an inserted semicolon. */
function tokens(text: string): string[] {
  const s = new Scanner(new SourceSet().add('p.go', text), true);
  const result: string[] = [];
  for (;;) {
    scan(s);
    if (s.tok === T_EOF) return result;
    const own = text.slice(s.pos - s.base, s.end - s.base);
    if (s.tok === T_SEMICOLON) result.push(s.implicit ? '\\n' : ';');
    else
      result.push(
        isLiteralToken(s.tok) ? `${tokenText[s.tok]} ${own}` : s.tok === T_COMMENT ? own : String(tokenText[s.tok]),
      );
  }
}

describe('operators', () => {
  test('take as many characters as they can', () => {
    const all =
      '+ & += &= && == != ( ) - | -= |= || < <= [ ] * ^ *= ^= <- > >= { } / << /= <<= ++ = := , ; % >> %= >>= -- ! ... . : &^ &^= ~';
    expect(tokens(all).join(' ')).toBe(all);
    expect(tokens('a&^=b<<=c<-d...')).toEqual(['IDENT a', '&^=', 'IDENT b', '<<=', 'IDENT c', '<-', 'IDENT d', '...']);
    expect(tokens('x---y')).toEqual(['IDENT x', '--', '-', 'IDENT y', '\\n']);
  });
});

describe('names', () => {
  test('and keywords', () => {
    expect(tokens(keywords.join(' '))).toEqual([...keywords]);
    expect(tokens('breakx Func _ x1')).toEqual(['IDENT breakx', 'IDENT Func', 'IDENT _', 'IDENT x1', '\\n']);
  });

  test('may hold letters and digits beyond ASCII', () => {
    expect(tokens('αβ x变数 a٣ 𝒳')).toEqual(['IDENT αβ', 'IDENT x变数', 'IDENT a٣', 'IDENT 𝒳', '\\n']);
  });

  test('may be longer than the table of names keeps', () => {
    const long = 'a'.repeat(1000);
    expect(tokens(`${long} ${long}b`)).toEqual([`IDENT ${long}`, `IDENT ${long}b`, '\\n']);
  });
});

describe('numbers', () => {
  test.each([
    ['INT', '0 42 4_2 0600 0_600 0o600 0xBadFace 0x_67_7a 0b1_0'],
    ['FLOAT', '0. 72.40 072.40 1.e+0 6.67e-11 1E6 .25 0x1p-2 0x2.p10 0x1.Fp+0 0X.8p-0 0X_1FFFP-16 089.5'],
    ['IMAG', '0i 0123i 0xabci 2.7i 1e3i .25i 0x1p-2i 08i'],
  ])('%s', (kind, literals) => {
    for (const literal of literals.split(' ')) expect(tokens(literal)).toEqual([`${kind} ${literal}`, '\\n']);
  });

  test('end where they must', () => {
    expect(tokens('1..2')).toEqual(['FLOAT 1.', 'FLOAT .2', '\\n']);
    expect(tokens('0x1g')).toEqual(['INT 0x1', 'IDENT g', '\\n']);
    expect(tokens('a.1')).toEqual(['IDENT a', 'FLOAT .1', '\\n']);
    expect(tokens('1if')).toEqual(['IMAG 1i', 'IDENT f', '\\n']);
  });
});

describe('semicolons', () => {
  test('are inserted behind the tokens that can end a statement', () => {
    for (const token of ['x', '1', '1.0', '1i', "'a'", '"a"', '`a`', 'break', 'continue', 'fallthrough', 'return']) {
      expect(tokens(`${token}\n`).at(-1)).toBe('\\n');
    }
    for (const token of ['++', '--', ')', ']', '}']) expect(tokens(`${token}\n`)).toEqual([token, '\\n']);
    for (const token of ['+', ',', '(', '[', '{', 'if', 'func', '...', ':='])
      expect(tokens(`${token}\n`)).toEqual([token]);
  });

  test('come behind a comment, or where the line inside of it ends', () => {
    expect(tokens('x // c\ny')).toEqual(['IDENT x', '// c', '\\n', 'IDENT y', '\\n']);
    expect(tokens('x /* c\nd */ y')).toEqual(['IDENT x', '/* c\nd */', '\\n', 'IDENT y', '\\n']);
    expect(tokens('x /* c */ y')).toEqual(['IDENT x', '/* c */', 'IDENT y', '\\n']);
    expect(tokens('x // c')).toEqual(['IDENT x', '// c', '\\n']);
  });

  test('are inserted at the end of the file', () => {
    expect(tokens('x')).toEqual(['IDENT x', '\\n']);
    expect(tokens('x;')).toEqual(['IDENT x', ';']);
  });
});

describe('carriage returns', () => {
  test('are white space, and no part of raw strings', () => {
    const source = new SourceSet().add('p.go', '\ufeffpackage p\r\n\r\n// doc\r\nvar x = `a\r\nb`\r\n');
    const { file, diagnostics } = parseFile(source, 1);
    expect(diagnostics).toEqual([]);
    const [decl] = file.decls;
    expect(decl?.kind === 'GenDecl' && decl.doc?.list[0]?.text).toBe('// doc');
    const spec = decl?.kind === 'GenDecl' ? decl.specs[0] : undefined;
    const value = spec?.kind === 'ValueSpec' ? spec.values[0] : undefined;
    expect(value?.kind === 'BasicLit' && value.value).toBe('`a\nb`');
    expect((value?.end ?? 0) - (value?.pos ?? 0)).toBe('`a\r\nb`'.length);
  });
});

const fragments = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('`', '"', "'", '/*', '*/', '//', '\n', '0x', '1_', '\\', '\ufeff', '\0', '...', 'é', '\ud800'),
);

describe('any text', () => {
  test('gives tokens that follow one another to its end', () => {
    fc.assert(
      fc.property(fc.array(fragments), (parts) => {
        const text = parts.join('');
        const s = new Scanner(new SourceSet().add('p.go', text), true);
        let last = 0;
        for (let count = 0; ; count++) {
          scan(s);
          if (s.tok === T_EOF) break;
          // A newline in a comment is given out behind the comment.
          if (s.tok !== T_SEMICOLON) {
            expect(s.pos).toBeGreaterThanOrEqual(last);
            last = s.end;
          }
          expect(s.end).toBeLessThanOrEqual(s.base + text.length + 1);
          expect(count).toBeLessThanOrEqual(2 * text.length + 2);
        }
      }),
    );
  });

  test('gives a tree', () => {
    fc.assert(
      fc.property(fc.array(fragments), (parts) => {
        const text = `package p\n${parts.join(' ')}`;
        const source = new SourceSet().add('p.go', text);
        const { file, nextId } = parseFile(source, 7);
        expect(file.end).toBe(source.base + text.length);
        expect(nextId).toBeGreaterThan(7);
      }),
    );
  });
});
