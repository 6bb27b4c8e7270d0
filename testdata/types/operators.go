package p

import "unsafe"

type S struct{ a, b int }
type T []int

func unary(i int, u uint, f float64, b bool, s string, p *S, c chan int, r <-chan int, w chan<- int) {
	_ = -i
	_ = +f
	_ = ^u
	_ = !b
	_ = -s // want UndefinedOp "operator - not defined on s"
	_ = ^f // want UndefinedOp "operator \^ not defined on f"
	_ = !i // want UndefinedOp "operator ! not defined on i"
	_ = &i
	_ = &S{}
	_ = &(S{})
	_ = &1   // want UnaddressableOperand "cannot take address of 1"
	_ = &f() // want InvalidCall "cannot call f"
	_ = *p
	_ = *i   // want InvalidIndirection "cannot indirect i"
	_ = *nil // want InvalidIndirection "cannot indirect nil"
	_ = <-c
	_ = <-r
	_ = <-w // want InvalidReceive "cannot receive from send-only channel w"
	_ = <-i // want InvalidReceive "cannot receive from non-channel i"
	r <- 1  // want InvalidSend "cannot send to receive-only channel r"
	w <- "" // want IncompatibleAssign "cannot use \"\""
	const big uint8 = 255
	const comp = ^big
	_ = [1]int{}[comp]
	const neg = -big // want NumericOverflow "overflows|cannot use"
}

func binary(i int, i8 int8, u uint, f float64, b bool, s string) {
	_ = i + 1
	_ = i + 1.0
	_ = i + 1.5 // want TruncatedFloat "truncated to int"
	_ = i8 + 300 // want NumericOverflow "overflows int8|cannot use 300"
	_ = i + i8  // want MismatchedTypes "mismatched types int and int8"
	_ = i + f   // want MismatchedTypes "mismatched types int and float64"
	_ = s + "x"
	_ = s + 1   // want MismatchedTypes "mismatched types string and untyped int"
	_ = s - s   // want UndefinedOp "operator - not defined on s"
	_ = b && !b
	_ = b && i // want MismatchedTypes "mismatched types bool and int"
	_ = i && i // want UndefinedOp "operator && not defined on i"
	_ = f % f  // want UndefinedOp "operator % not defined on f"
	_ = i / 0  // want DivByZero "division by zero"
	_ = f / 0
	_ = 1 / 0.0 // want DivByZero "division by zero"
	_ = i % 0   // want DivByZero "division by zero"
	i += 1
	i += "" // want MismatchedTypes "i \+= \"\""
	s += "x"
	const q = 7 / 2
	var _ [3]int = [q]int{}
	const h = 7 / 2.0
	var _ int = h // want TruncatedFloat "truncated"
}

func comparison(i int, f float64, s string, t T, m map[string]int, g func(), e error, x any, p *S, st S) {
	_ = i == 1
	_ = i == f // want MismatchedTypes "mismatched types int and float64"
	_ = t == nil
	_ = t == t // want UndefinedOp "slice can only be compared to nil"
	_ = m == m // want UndefinedOp "map can only be compared to nil"
	_ = g == g // want UndefinedOp "func can only be compared to nil"
	_ = g != nil
	_ = nil == nil // want UndefinedOp "operator == not defined on untyped nil"
	_ = i == nil   // want MismatchedTypes "mismatched types int and untyped nil"
	_ = st == st
	_ = st < st // want UndefinedOp "operator < not defined on struct"
	_ = s < "x"
	_ = x == 1
	_ = x == i
	_ = e == x
	_ = p == &st
	_ = p < p // want UndefinedOp "operator < not defined on pointer"
	_ = struct{ f []int }{} == struct{ f []int }{} // want UndefinedOp "containing \[\]int cannot be compared"
	var b bool = i < 1
	type B bool
	var d B = i < 1 && f > 2
	_ = b == d // want MismatchedTypes "mismatched types bool and B"
}

func shift(i int, u uint, f float64) {
	_ = i << 1
	_ = i << u
	_ = i << i
	_ = i << 1.0
	_ = i << 1.5 // want TruncatedFloat "truncated to uint"
	_ = i << -1  // want InvalidShiftCount "negative shift count"
	_ = f << 1   // want InvalidShiftOperand "shifted operand f .* must be integer"
	_ = i << f   // want InvalidShiftCount "shift count f .* must be integer"
	_ = 1.0 << 3
	_ = 1 << 10000 // want InvalidShiftCount "invalid shift count"
	var _ int64 = 1 << u
	var _ float64 = 1 << u // want InvalidShiftOperand "shifted operand 1 .type float64. must be integer"
	var _ = 1.0 << u       // want InvalidShiftOperand "shifted operand 1.0 .type float64. must be integer"
	var _ uint8 = 256 << u // want NumericOverflow "overflows|cannot use"
	_ = make([]int, 1<<u)
	_ = uint64(1<<u | 1)
	const huge = 1 << 600 // want InvalidConstVal "constant shift overflow"
}

func pointers(p unsafe.Pointer, u uintptr) {
	_ = unsafe.Add(p, 1)
	_ = unsafe.Add(p, "") // want InvalidConstVal "cannot convert"
	const size = unsafe.Sizeof(S{})
	var _ [16]int = [size]int{}
	const off = unsafe.Offsetof(S{}.b)
	var _ [8]int = [off]int{}
	_ = unsafe.Offsetof(u) // want BadOffsetofSyntax "not a selector expression"
	_ = unsafe.Slice(&u, 3)
	_ = unsafe.Slice(u, 3) // want InvalidUnsafeSlice "not a pointer"
	_ = unsafe.String((*byte)(p), 3)
	_ = unsafe.SliceData([]int{})
	_ = unsafe.StringData("x")
}
