package p

func f0() int { } // want MissingReturn "missing return"
func f1() int { return 1 }
func f2() int { panic(0) }
func f3() int { for {} }
func f4(c bool) int { for c {} } // want MissingReturn "missing return"
func f5() int { for { break } } // want MissingReturn "missing return"
func f6(c bool) int { if c { return 1 } } // want MissingReturn "missing return"
func f7(c bool) int { if c { return 1 } else { return 2 } }
func f8(i int) int { switch i { case 1: return 1 } } // want MissingReturn "missing return"
func f9(i int) int { switch i { case 1: return 1; default: panic(1) } }
func f10(i int) int { switch i { case 1: fallthrough; default: return 1 } }
func f11(i int) int { switch i { case 1: break; default: return 1 }; } // want MissingReturn "missing return"
func f12() int { select {} }
func f13(c chan int) int { select { case <-c: return 1 } }
func f14() int { L: for { for { break L } } } // want MissingReturn "missing return"
func f15() int { L: for { for { break } ; goto L } }
func f16() int { L: goto L }
func f17() int { { return 1 } }
func f18() int { return 1;;; }
func f19(x any) int { switch x.(type) { case int: return 1; default: return 2 } }
func f20() (x int) { x = 1 } // want MissingReturn "missing return"
func f21() { }
func f22() int { for range 3 {} } // want MissingReturn "missing return"
func panic1() int { panic := func(int) {}; panic(1) } // want MissingReturn "missing return"
var _ = func() int { } // want MissingReturn "missing return"
