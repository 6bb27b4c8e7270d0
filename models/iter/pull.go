// Pull: an iterator turned into a function, by a goroutine that hands over one value at a time.

package iter

type Seq[V any] func(yield func(V) bool)

type Seq2[K, V any] func(yield func(K, V) bool)

type pair[K, V any] struct {
	key   K
	value V
}

func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func()) {
	next2, stop := Pull2(func(yield func(struct{}, V) bool) {
		seq(func(v V) bool { return yield(struct{}{}, v) })
	})
	next = func() (V, bool) {
		_, v, ok := next2()
		return v, ok
	}
	return next, stop
}

func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	// True asks for a value, false for the end.
	requests := make(chan bool)
	values := make(chan pair[K, V])
	started, finished := false, false
	run := func() {
		defer close(values)
		if !<-requests {
			return
		}
		seq(func(k K, v V) bool {
			values <- pair[K, V]{k, v}
			return <-requests
		})
	}
	next = func() (K, V, bool) {
		var p pair[K, V]
		if finished {
			return p.key, p.value, false
		}
		if !started {
			started = true
			go run()
		}
		requests <- true
		p, ok := <-values
		if !ok {
			finished = true
		}
		return p.key, p.value, ok
	}
	stop = func() {
		if finished {
			return
		}
		finished = true
		if started {
			requests <- false
			<-values
		}
	}
	return next, stop
}
