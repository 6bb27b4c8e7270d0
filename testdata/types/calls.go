package p

type I interface{ M() }
type V struct{ f int }
type P struct {
	V
	*Q
}
type Q struct{ g int }

func (V) M()      {}
func (p *P) N()   {}
func (*Q) R() int { return 0 }

func two() (int, string)            { return 0, "" }
func none()                         {}
func variadic(a int, rest ...string) {}
func fixed(a int, b string)         {}

func calls(v V, p P, pp *P, i I) {
	fixed(1, "")
	fixed(two())
	fixed(1)           // want WrongArgCount "not enough arguments in call to fixed"
	fixed(1, "", 2)    // want WrongArgCount "too many arguments in call to fixed"
	fixed(1, 2)        // want IncompatibleAssign "cannot use 2 .* as string value in argument to fixed"
	fixed(two(), 1)    // want TooManyValues "multiple-value two" IncompatibleAssign "cannot use 1"
	fixed(1, ""...)    // want NonVariadicDotDotDot "non-variadic fixed"
	variadic()         // want WrongArgCount "not enough arguments"
	variadic(1)
	variadic(two())
	variadic(1, "a", "b")
	variadic(1, "a", 2) // want IncompatibleAssign "cannot use 2"
	variadic(1, []string{}...)
	variadic(1, "a", []string{}...) // want WrongArgCount "too many"
	_ = none()                      // want TooManyValues "used as value"
	x := two()                      // want WrongAssignCount "assignment mismatch: 1 variable but two returns 2 values"
	_ = x
	a, b, c := two() // want WrongAssignCount "3 variables but two returns 2 values"
	_, _, _ = a, b, c
	v.M()
	v.f()  // want InvalidCall "cannot call v.f"
	p.M()
	p.N()
	P{}.N() // want InvalidMethodExpr "cannot call pointer method N on P"
	p.R()
	pp.g = 1
	p.none() // want MissingFieldOrMethod "p.none undefined"
	p.n()    // want MissingFieldOrMethod "p.n undefined"
	i.M()
	(&i).M() // want MissingFieldOrMethod "pointer to interface"
	_ = V.M
	_ = P.N // want InvalidMethodExpr "needs pointer receiver"
	_ = (*P).N
	_ = V.f // want MissingFieldOrMethod "has no method f"
	var f func(V) = V.M
	var g func() = v.M
	_, _ = f, g
	1() // want InvalidCall "cannot call 1"
}

func conversions(i int, s string, b []byte, v V, e error) {
	_ = int64(i)
	_ = string(b)
	_ = []byte(s)
	_ = int(s)     // want InvalidConversion "cannot convert s"
	_ = int()      // want WrongArgCount "missing argument in conversion to int"
	_ = int(1, 2)  // want WrongArgCount "too many arguments in conversion to int"
	_ = int(1.5)   // want InvalidConversion "cannot convert 1.5"
	_ = uint8(256) // want InvalidConversion "overflows uint8"
	_ = I(v)
	_ = I(e) // want InvalidConversion "cannot convert e"
	_ = struct{ f int }(v)
	int(1) // want UnusedExpr "is not used"
}

func index(a [3]int, s []int, m map[string]int, str string, p *[2]int, k uint8, f float64) {
	_ = a[0]
	_ = a[3]  // want InvalidIndex "index 3 out of bounds"
	_ = a[-1] // want InvalidIndex "must not be negative"
	_ = s[k]
	_ = s[f]   // want InvalidIndex "must be integer"
	_ = s[1.0]
	_ = s[1.5] // want TruncatedFloat "truncated"
	_ = m["x"]
	_ = m[1]  // want IncompatibleAssign "cannot use 1 .* as string value in map index"
	_ = p[1]
	_ = p[2]  // want InvalidIndex "out of bounds"
	_ = "abc"[2]
	_ = "abc"[3] // want InvalidIndex "out of bounds"
	_ = f[0]     // want NonIndexableOperand "cannot index f"
	_ = s[1:2]
	_ = s[2:1] // want SwappedSliceIndices "invalid slice indices: 1 < 2"
	_ = str[1:2:3] // want InvalidSliceExpr "3-index slice of string"
	_ = a[:4]  // want InvalidIndex "out of bounds"
	_ = f[:]   // want NonSliceableOperand "cannot slice f"
	_ = [2]int{}[:] // want NonSliceableOperand "unaddressable"
	m["x"]++
	m["x"], _ = 1, 2
	str[0] = 'x' // want UnassignableOperand "cannot assign to str"
	ms := map[string]V{}
	ms["x"].f = 1 // want UnaddressableFieldAssign "cannot assign to struct field"
	v, ok := m["x"]
	_, _ = v, ok
	w, ok2 := s[0] // want WrongAssignCount "2 variables but 1 value"
	_, _ = w, ok2
}

func literals() {
	_ = V{1}
	_ = V{f: 1}
	_ = V{f: 1, f: 2} // want DuplicateLitField "duplicate field name f"
	_ = V{g: 1}       // want MissingLitField "unknown field g"
	_ = V{1, 2}       // want InvalidStructLit "too many values"
	_ = P{V{}}        // want InvalidStructLit "too few values"
	_ = []int{0: 1, 0: 2} // want DuplicateLitKey "duplicate index 0"
	_ = [2]int{1, 2, 3}   // want OversizeArrayLit "out of bounds"
	_ = [...]int{5: 1}[5]
	_ = map[string]int{"a": 1, "a": 2} // want DuplicateLitKey "duplicate key \"a\""
	_ = map[any]int{1: 1, 1.0: 2, int8(1): 3, 1: 4} // want DuplicateLitKey "duplicate key 1"
	_ = []*V{{1}, {f: 2}}
	_ = map[V]*V{{1}: {2}}
	_ = map[string]int{1} // want MissingLitKey "missing key"
	_ = int{}             // want InvalidLit "invalid composite literal type int"
	_ = func() int { return 1 }()
}
