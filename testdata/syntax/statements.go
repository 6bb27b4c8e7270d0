package statements

func simple() {
	;
	x
	f()
	<-c
	c <- 1
	x++
	y--
	a, b = b, a
	a, b := 1, 2
	x += 1; x -= 1; x *= 1; x /= 1; x %= 1
	x &= 1; x |= 1; x ^= 1; x <<= 1; x >>= 1; x &^= 1
	*p = 1
	a[1].b = 2
	{
	}
	{
		{
		}
	}
	go f(1)
	defer func() { recover() }()
	var v int
	const c = iota
	type (
		t int
		// u is documented.
		u = t
	)
	return
}

func returns() (int, int) {
	if true {
		return f()
	}
	return 1, 2
}

func ifs() {
	if x {
	}
	if x := f(); x > 0 {
	} else if y := g(); y {
	} else {
	}
	if ; x {
	}
	if (T{}) == x {
	}
	if f(T{}) {
	}
	if x == (T{1}) {
	}
	if []int{1}[0] == 1 {
	}
	if v, ok := m[T{1}]; ok {
	}
	if func() bool { return true }() {
	}
}

func fors() {
	for {
	}
	for x {
	}
	for i := 0; i < 10; i++ {
	}
	for ; x; {
	}
	for ; ; x++ {
	}
	for i := 0; ; {
		break
	}
	for ;; {
	}
	for range x {
	}
	for range 10 {
	}
	for i := range x {
	}
	for i, v := range x {
	}
	for a[0], b.c = range x {
	}
	for _ = range f {
	}
	for x := range (T{1}) {
	}
}

func switches() {
	switch {
	}
	switch x {
	case 1, 2:
		f()
		fallthrough
	case 3:
	default:
		g()
	}
	switch x := f(); x {
	}
	switch x := f(); {
	case x > 1:
	}
	switch ; x {
	}
	switch x.(type) {
	case int, []string, nil, func():
	case map[string]int:
	default:
	}
	switch y := x.(type) {
	}
	switch z := 1; y := x.(type) {
	case *T:
		_ = z
	}
}

func selects() {
	select {}
	select {
	case <-c:
	case v := <-c:
	case v, ok := <-c:
	case a[0], ok = <-c:
	case c <- 1:
		f()
	default:
	}
}

func labels() {
outer:
	for {
	inner:
		for {
			continue outer
			break inner
		}
		goto end
	}
a:
b:
	x()
empty:
	;
	{
	end:
	}
}
