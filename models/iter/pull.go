// Pull: an iterator turned into a function, by a goroutine that hands over one value at a time.

package iter

import "runtime"

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

// Pull2 runs seq in a goroutine that moves only while next or stop waits for it; how it ends is passed on to them.
func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	// True asks for a value, false for the end.
	requests := make(chan bool)
	values := make(chan pair[K, V])
	busy, finished, returned := false, false, false
	var panicked any
	run := func() {
		defer close(values)
		defer func() {
			if !returned {
				panicked = recover()
			}
		}()
		if <-requests {
			seq(func(k K, v V) bool {
				values <- pair[K, V]{k, v}
				return <-requests
			})
		}
		returned = true
	}
	go run()
	end := func() {
		finished = true
		if panicked != nil {
			panic(panicked)
		}
		if !returned {
			runtime.Goexit()
		}
	}
	enter := func() {
		if busy {
			panic("iter: next or stop called again before yield")
		}
		busy = true
	}
	next = func() (K, V, bool) {
		var none pair[K, V]
		if finished {
			return none.key, none.value, false
		}
		enter()
		requests <- true
		p, ok := <-values
		busy = false
		if !ok {
			end()
		}
		return p.key, p.value, ok
	}
	stop = func() {
		if finished {
			return
		}
		enter()
		requests <- false
		<-values
		busy = false
		end()
	}
	return next, stop
}
