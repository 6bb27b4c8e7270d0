package p

var s = `open // want InvalidLiteral "raw string literal not terminated"
