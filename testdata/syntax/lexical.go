/* A block comment
   over lines. */ // and another one
package /* between */ lexical // behind

/* above */
var ünïcode, 変数, _x1, Ω9 int /* semicolon
inserted */
var y = 1 // comment

//line other.go:10
var z int /*line x.go:3:4*/

var keywordLike, breaks, func_, iff, Range int
