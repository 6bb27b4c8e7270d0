// Wrappers for the function of a go statement: W, the number of parameters, the number of results; V for variadic ones.
// Written by a script: they differ in types only.

package gordian

func W00(site int, f func()) func() {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func() {
		defer g.exit()
		g.enter()
		f()
	}
}

func W01[R0 any](site int, f func() R0) func() {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func() {
		defer g.exit()
		g.enter()
		f()
	}
}

func W02[R0, R1 any](site int, f func() (R0, R1)) func() {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func() {
		defer g.exit()
		g.enter()
		f()
	}
}

func W03[R0, R1, R2 any](site int, f func() (R0, R1, R2)) func() {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func() {
		defer g.exit()
		g.enter()
		f()
	}
}

func W10[A0 any](site int, f func(A0)) func(A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0) {
		defer g.exit()
		g.enter()
		f(a0)
	}
}

func W11[A0, R0 any](site int, f func(A0) R0) func(A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0) {
		defer g.exit()
		g.enter()
		f(a0)
	}
}

func W12[A0, R0, R1 any](site int, f func(A0) (R0, R1)) func(A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0) {
		defer g.exit()
		g.enter()
		f(a0)
	}
}

func W13[A0, R0, R1, R2 any](site int, f func(A0) (R0, R1, R2)) func(A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0) {
		defer g.exit()
		g.enter()
		f(a0)
	}
}

func W20[A0, A1 any](site int, f func(A0, A1)) func(A0, A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1) {
		defer g.exit()
		g.enter()
		f(a0, a1)
	}
}

func W21[A0, A1, R0 any](site int, f func(A0, A1) R0) func(A0, A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1) {
		defer g.exit()
		g.enter()
		f(a0, a1)
	}
}

func W22[A0, A1, R0, R1 any](site int, f func(A0, A1) (R0, R1)) func(A0, A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1) {
		defer g.exit()
		g.enter()
		f(a0, a1)
	}
}

func W23[A0, A1, R0, R1, R2 any](site int, f func(A0, A1) (R0, R1, R2)) func(A0, A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1) {
		defer g.exit()
		g.enter()
		f(a0, a1)
	}
}

func W30[A0, A1, A2 any](site int, f func(A0, A1, A2)) func(A0, A1, A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2)
	}
}

func W31[A0, A1, A2, R0 any](site int, f func(A0, A1, A2) R0) func(A0, A1, A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2)
	}
}

func W32[A0, A1, A2, R0, R1 any](site int, f func(A0, A1, A2) (R0, R1)) func(A0, A1, A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2)
	}
}

func W33[A0, A1, A2, R0, R1, R2 any](site int, f func(A0, A1, A2) (R0, R1, R2)) func(A0, A1, A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2)
	}
}

func W40[A0, A1, A2, A3 any](site int, f func(A0, A1, A2, A3)) func(A0, A1, A2, A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3)
	}
}

func W41[A0, A1, A2, A3, R0 any](site int, f func(A0, A1, A2, A3) R0) func(A0, A1, A2, A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3)
	}
}

func W42[A0, A1, A2, A3, R0, R1 any](site int, f func(A0, A1, A2, A3) (R0, R1)) func(A0, A1, A2, A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3)
	}
}

func W43[A0, A1, A2, A3, R0, R1, R2 any](site int, f func(A0, A1, A2, A3) (R0, R1, R2)) func(A0, A1, A2, A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3)
	}
}

func W50[A0, A1, A2, A3, A4 any](site int, f func(A0, A1, A2, A3, A4)) func(A0, A1, A2, A3, A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4)
	}
}

func W51[A0, A1, A2, A3, A4, R0 any](site int, f func(A0, A1, A2, A3, A4) R0) func(A0, A1, A2, A3, A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4)
	}
}

func W52[A0, A1, A2, A3, A4, R0, R1 any](site int, f func(A0, A1, A2, A3, A4) (R0, R1)) func(A0, A1, A2, A3, A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4)
	}
}

func W53[A0, A1, A2, A3, A4, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4) (R0, R1, R2)) func(A0, A1, A2, A3, A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4)
	}
}

func W60[A0, A1, A2, A3, A4, A5 any](site int, f func(A0, A1, A2, A3, A4, A5)) func(A0, A1, A2, A3, A4, A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5)
	}
}

func W61[A0, A1, A2, A3, A4, A5, R0 any](site int, f func(A0, A1, A2, A3, A4, A5) R0) func(A0, A1, A2, A3, A4, A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5)
	}
}

func W62[A0, A1, A2, A3, A4, A5, R0, R1 any](site int, f func(A0, A1, A2, A3, A4, A5) (R0, R1)) func(A0, A1, A2, A3, A4, A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5)
	}
}

func W63[A0, A1, A2, A3, A4, A5, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4, A5) (R0, R1, R2)) func(A0, A1, A2, A3, A4, A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5)
	}
}

func W70[A0, A1, A2, A3, A4, A5, A6 any](site int, f func(A0, A1, A2, A3, A4, A5, A6)) func(A0, A1, A2, A3, A4, A5, A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6)
	}
}

func W71[A0, A1, A2, A3, A4, A5, A6, R0 any](site int, f func(A0, A1, A2, A3, A4, A5, A6) R0) func(A0, A1, A2, A3, A4, A5, A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6)
	}
}

func W72[A0, A1, A2, A3, A4, A5, A6, R0, R1 any](site int, f func(A0, A1, A2, A3, A4, A5, A6) (R0, R1)) func(A0, A1, A2, A3, A4, A5, A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6)
	}
}

func W73[A0, A1, A2, A3, A4, A5, A6, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4, A5, A6) (R0, R1, R2)) func(A0, A1, A2, A3, A4, A5, A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6)
	}
}

func W80[A0, A1, A2, A3, A4, A5, A6, A7 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, A7)) func(A0, A1, A2, A3, A4, A5, A6, A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7)
	}
}

func W81[A0, A1, A2, A3, A4, A5, A6, A7, R0 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, A7) R0) func(A0, A1, A2, A3, A4, A5, A6, A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7)
	}
}

func W82[A0, A1, A2, A3, A4, A5, A6, A7, R0, R1 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, A7) (R0, R1)) func(A0, A1, A2, A3, A4, A5, A6, A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7)
	}
}

func W83[A0, A1, A2, A3, A4, A5, A6, A7, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, A7) (R0, R1, R2)) func(A0, A1, A2, A3, A4, A5, A6, A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7)
	}
}

func V10[A0 any](site int, f func(...A0)) func(...A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 ...A0) {
		defer g.exit()
		g.enter()
		f(a0...)
	}
}

func V11[A0, R0 any](site int, f func(...A0) R0) func(...A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 ...A0) {
		defer g.exit()
		g.enter()
		f(a0...)
	}
}

func V12[A0, R0, R1 any](site int, f func(...A0) (R0, R1)) func(...A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 ...A0) {
		defer g.exit()
		g.enter()
		f(a0...)
	}
}

func V13[A0, R0, R1, R2 any](site int, f func(...A0) (R0, R1, R2)) func(...A0) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 ...A0) {
		defer g.exit()
		g.enter()
		f(a0...)
	}
}

func V20[A0, A1 any](site int, f func(A0, ...A1)) func(A0, ...A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 ...A1) {
		defer g.exit()
		g.enter()
		f(a0, a1...)
	}
}

func V21[A0, A1, R0 any](site int, f func(A0, ...A1) R0) func(A0, ...A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 ...A1) {
		defer g.exit()
		g.enter()
		f(a0, a1...)
	}
}

func V22[A0, A1, R0, R1 any](site int, f func(A0, ...A1) (R0, R1)) func(A0, ...A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 ...A1) {
		defer g.exit()
		g.enter()
		f(a0, a1...)
	}
}

func V23[A0, A1, R0, R1, R2 any](site int, f func(A0, ...A1) (R0, R1, R2)) func(A0, ...A1) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 ...A1) {
		defer g.exit()
		g.enter()
		f(a0, a1...)
	}
}

func V30[A0, A1, A2 any](site int, f func(A0, A1, ...A2)) func(A0, A1, ...A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 ...A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2...)
	}
}

func V31[A0, A1, A2, R0 any](site int, f func(A0, A1, ...A2) R0) func(A0, A1, ...A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 ...A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2...)
	}
}

func V32[A0, A1, A2, R0, R1 any](site int, f func(A0, A1, ...A2) (R0, R1)) func(A0, A1, ...A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 ...A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2...)
	}
}

func V33[A0, A1, A2, R0, R1, R2 any](site int, f func(A0, A1, ...A2) (R0, R1, R2)) func(A0, A1, ...A2) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 ...A2) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2...)
	}
}

func V40[A0, A1, A2, A3 any](site int, f func(A0, A1, A2, ...A3)) func(A0, A1, A2, ...A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 ...A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3...)
	}
}

func V41[A0, A1, A2, A3, R0 any](site int, f func(A0, A1, A2, ...A3) R0) func(A0, A1, A2, ...A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 ...A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3...)
	}
}

func V42[A0, A1, A2, A3, R0, R1 any](site int, f func(A0, A1, A2, ...A3) (R0, R1)) func(A0, A1, A2, ...A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 ...A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3...)
	}
}

func V43[A0, A1, A2, A3, R0, R1, R2 any](site int, f func(A0, A1, A2, ...A3) (R0, R1, R2)) func(A0, A1, A2, ...A3) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 ...A3) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3...)
	}
}

func V50[A0, A1, A2, A3, A4 any](site int, f func(A0, A1, A2, A3, ...A4)) func(A0, A1, A2, A3, ...A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 ...A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4...)
	}
}

func V51[A0, A1, A2, A3, A4, R0 any](site int, f func(A0, A1, A2, A3, ...A4) R0) func(A0, A1, A2, A3, ...A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 ...A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4...)
	}
}

func V52[A0, A1, A2, A3, A4, R0, R1 any](site int, f func(A0, A1, A2, A3, ...A4) (R0, R1)) func(A0, A1, A2, A3, ...A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 ...A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4...)
	}
}

func V53[A0, A1, A2, A3, A4, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, ...A4) (R0, R1, R2)) func(A0, A1, A2, A3, ...A4) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 ...A4) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4...)
	}
}

func V60[A0, A1, A2, A3, A4, A5 any](site int, f func(A0, A1, A2, A3, A4, ...A5)) func(A0, A1, A2, A3, A4, ...A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 ...A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5...)
	}
}

func V61[A0, A1, A2, A3, A4, A5, R0 any](site int, f func(A0, A1, A2, A3, A4, ...A5) R0) func(A0, A1, A2, A3, A4, ...A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 ...A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5...)
	}
}

func V62[A0, A1, A2, A3, A4, A5, R0, R1 any](site int, f func(A0, A1, A2, A3, A4, ...A5) (R0, R1)) func(A0, A1, A2, A3, A4, ...A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 ...A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5...)
	}
}

func V63[A0, A1, A2, A3, A4, A5, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4, ...A5) (R0, R1, R2)) func(A0, A1, A2, A3, A4, ...A5) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 ...A5) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5...)
	}
}

func V70[A0, A1, A2, A3, A4, A5, A6 any](site int, f func(A0, A1, A2, A3, A4, A5, ...A6)) func(A0, A1, A2, A3, A4, A5, ...A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 ...A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6...)
	}
}

func V71[A0, A1, A2, A3, A4, A5, A6, R0 any](site int, f func(A0, A1, A2, A3, A4, A5, ...A6) R0) func(A0, A1, A2, A3, A4, A5, ...A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 ...A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6...)
	}
}

func V72[A0, A1, A2, A3, A4, A5, A6, R0, R1 any](site int, f func(A0, A1, A2, A3, A4, A5, ...A6) (R0, R1)) func(A0, A1, A2, A3, A4, A5, ...A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 ...A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6...)
	}
}

func V73[A0, A1, A2, A3, A4, A5, A6, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4, A5, ...A6) (R0, R1, R2)) func(A0, A1, A2, A3, A4, A5, ...A6) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 ...A6) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6...)
	}
}

func V80[A0, A1, A2, A3, A4, A5, A6, A7 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, ...A7)) func(A0, A1, A2, A3, A4, A5, A6, ...A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 ...A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7...)
	}
}

func V81[A0, A1, A2, A3, A4, A5, A6, A7, R0 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, ...A7) R0) func(A0, A1, A2, A3, A4, A5, A6, ...A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 ...A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7...)
	}
}

func V82[A0, A1, A2, A3, A4, A5, A6, A7, R0, R1 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, ...A7) (R0, R1)) func(A0, A1, A2, A3, A4, A5, A6, ...A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 ...A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7...)
	}
}

func V83[A0, A1, A2, A3, A4, A5, A6, A7, R0, R1, R2 any](site int, f func(A0, A1, A2, A3, A4, A5, A6, ...A7) (R0, R1, R2)) func(A0, A1, A2, A3, A4, A5, A6, ...A7) {
	g := spawn(site)
	if f == nil {
		goOfNil(g)
		return nil
	}
	return func(a0 A0, a1 A1, a2 A2, a3 A3, a4 A4, a5 A5, a6 A6, a7 ...A7) {
		defer g.exit()
		g.enter()
		f(a0, a1, a2, a3, a4, a5, a6, a7...)
	}
}

// goOfNil: the go statement is about to end the program.
func goOfNil(g *G) {
	if g != nil {
		fatal(g.parent, "go of nil func value")
	}
}
