package p

type Num interface{ ~int | ~float64 }

func builtins[S ~[]E, E any, M ~map[K]E, K comparable, N Num](s S, m M, n N, k K, c chan int, r <-chan int, x any, b []byte, f float32) {
	s = append(s, s...)
	s = append(s)
	_ = append(b, "x"...)
	_ = append(b, 'x', 256) // want NumericOverflow "cannot use 256"
	_ = append(x, 1)        // want InvalidAppend "argument must be a slice"
	_ = append(nil, 1)      // want InvalidAppend "untyped nil"
	_ = append()            // want WrongArgCount "not enough arguments"
	append(s)               // want UnusedExpr "is not used"
	_ = len(s) + len(m) + len(c) + len("abc") + cap(s) + cap(c)
	_ = cap(m) // want InvalidCap "for built-in cap"
	_ = len(x) // want InvalidLen "for built-in len"
	const l = len([3]int{})
	const d = len([3]int{0: <-c}) // want InvalidConstInit "is not constant"
	clear(m)
	clear(s)
	clear(x) // want InvalidClear "must be .* map or slice"
	close(c)
	close(r) // want InvalidClose "cannot close receive-only channel"
	close(x) // want InvalidClose "cannot close non-channel"
	_ = complex(1, 2)
	_ = complex(f, 2)
	_ = complex(f, 2.5) == 1
	_ = complex(f, x) // want InvalidComplex "mismatched types"
	_ = real(1i) + imag(2)
	_ = real(x) // want InvalidReal "expected complex"
	copy(s, s)
	copy(b, "x")
	copy(b, x)       // want InvalidCopy "argument must be a slice"
	copy([]int{}, b) // want InvalidCopy "different element types"
	delete(m, k)
	delete(m, 1) // want IncompatibleAssign "cannot use 1"
	delete(s, k) // want InvalidDelete "is not a map"
	_ = make([]int, 1, 2)
	_ = make([]int)       // want WrongArgCount "expects 2 or 3 arguments"
	_ = make([]int, 2, 1) // want SwappedMakeArgs "swapped"
	_ = make([]int, -1)   // want InvalidIndex "must not be negative"
	_ = make(int)         // want InvalidMake "type must be slice, map, or channel"
	_ = make(map[int]int, 10)
	_ = make(chan int)
	_ = make(M)
	_ = max(1, 2.5, 'a')
	const mx = min(1, 2)
	var _ [mx]int = [1]int{}
	_ = max(n, 3)
	_ = max(x, 1)    // want InvalidMinMaxOperand "cannot be ordered"
	_ = max("a", 1)  // want MismatchedTypes "mismatched types"
	_ = new(int)
	var _ *int = new(1)
	var _ *string = new("x")
	_ = new(nil) // want UntypedNilUse "use of untyped nil in argument to new"
	print(1, "x")
	println()
	_ = recover()
	len(s) // want UnusedExpr "is not used"
	_ = len // want UncalledBuiltin "must be called"
	_ = int // want NotAnExpr "is not an expression"
	_ = println() // want TooManyValues "used as value"
	panic(1)
	panic(nil)
	panic() // want WrongArgCount "not enough arguments"
}

func generic[T any](x T, f func(T) T) T { return f(x) }
func pair[K comparable, V any](k K, v V) map[K]V { return nil }
func id[T any](x T) T { return x }
func apply[A, B any](a A, f func(A) B) B { return f(a) }
func sum[T Num](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func inference() {
	var _ int = generic(1, func(x int) int { return x })
	var _ map[string]int = pair("a", 1)
	var _ string = generic[string]("a", id)
	var _ int = generic(1, id[int])
	var _ string = apply(1, func(int) string { return "" })
	var _ float64 = sum(1, 2.5)
	var _ func(int) int = id
	var _ func(int) string = id // want CannotInferTypeArgs "type func\(int\) string|does not match"
	_ = pair[[]int]             // want CannotInferTypeArgs "cannot infer V"
	_ = pair([]int{}, 1)        // want InvalidTypeArg "does not satisfy comparable"
	_ = sum("x")                // want InvalidTypeArg "does not satisfy Num"
	_ = id                      // want WrongTypeArgCount "without instantiation"
	_ = id[int, int]            // want WrongTypeArgCount "got 2 type arguments but want 1"
	_ = generic(1, "x")         // want IncompatibleAssign "cannot use \"x\" .* as func"
	_ = generic("x", 1, 2)      // want WrongArgCount "too many"
	_ = pair(1)                 // want WrongArgCount "not enough"
}
