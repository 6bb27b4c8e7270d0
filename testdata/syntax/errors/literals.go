package p

var (
	_ = 08            // want InvalidLiteral "invalid digit '8' in octal literal"
	_ = 0b12          // want InvalidLiteral "invalid digit '2' in binary literal"
	_ = 0x            // want InvalidLiteral "hexadecimal literal has no digits"
	_ = 0x1.0         // want InvalidLiteral "hexadecimal mantissa requires a 'p' exponent"
	_ = 1p2           // want InvalidLiteral "'p' exponent requires hexadecimal mantissa"
	_ = 0b1e2         // want InvalidLiteral "'e' exponent requires decimal mantissa"
	_ = 0o1.5         // want InvalidLiteral "invalid radix point in octal literal"
	_ = 1e            // want InvalidLiteral "exponent has no digits"
	_ = 1__0          // want InvalidLiteral "'_' must separate successive digits"
	_ = 1_            // want InvalidLiteral "'_' must separate successive digits"
	_ = 0_x1          // want InvalidLiteral "'_' must separate" SyntaxError "expected ';', found x1"
	_ = ''            // want InvalidLiteral "illegal rune literal"
	_ = 'ab'          // want InvalidLiteral "illegal rune literal"
	_ = '\q'          // want InvalidLiteral "unknown escape sequence"
	_ = '\400'        // want InvalidLiteral "escape sequence is invalid Unicode code point"
	_ = "\ud800"      // want InvalidLiteral "escape sequence is invalid Unicode code point"
	_ = "\U00110000"  // want InvalidLiteral "escape sequence is invalid Unicode code point"
	_ = "\x4"         // want InvalidLiteral "illegal character U.0022 '\"' in escape sequence"
	_ = 'o            // want InvalidLiteral "rune literal not terminated"
)
