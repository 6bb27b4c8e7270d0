package p

var _ = 1 # 2 // want InvalidCharacter "illegal character U.0023 '#'" SyntaxError "expected ';', found 'ILLEGAL'"

var _ = “x” // want InvalidCharacter "curly quotation mark" SyntaxError "expected operand, found 'ILLEGAL'" InvalidCharacter "curly"

var _ = 1 @ 2 // want InvalidCharacter "illegal character U.0040 '@'" SyntaxError "expected ';'"
