// want nothing
foo p // want SyntaxError "expected .package., found foo"

var x = = 1
