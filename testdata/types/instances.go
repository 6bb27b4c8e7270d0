package p

// Instantiation without end

func f[T any]() { // want InvalidInstanceCycle "instantiation cycle"
	f[*T]()
}

func g[T any](n int) {
	if n > 0 {
		g[T](n - 1)
		h[T]()
	}
}

func h[U any]() { g[U](0) }
