// Once and its function forms, on top of Mutex.

package sync

// Once runs one function, once; callers that come meanwhile wait for it.
type Once struct {
	noCopy noCopy
	m      Mutex
	done   bool
}

// Do counts f as done even if it panics or ends its goroutine.
func (o *Once) Do(f func()) {
	o.m.Lock()
	defer o.m.Unlock()
	if !o.done {
		defer o.finish()
		f()
	}
}

func (o *Once) finish() { o.done = true }

// outcome is what a function of the Once family must repeat for later callers.
type outcome struct {
	once     Once
	finished bool
	panicked any
}

func (o *outcome) run(f func()) {
	o.once.Do(func() {
		defer func() {
			if !o.finished {
				o.panicked = recover()
				panic(o.panicked)
			}
		}()
		f()
		o.finished = true
	})
	if !o.finished {
		panic(o.panicked)
	}
}

func OnceFunc(f func()) func() {
	var o outcome
	return func() { o.run(f) }
}

func OnceValue[T any](f func() T) func() T {
	var o outcome
	var value T
	return func() T {
		o.run(func() { value = f() })
		return value
	}
}

func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var o outcome
	var first T1
	var second T2
	return func() (T1, T2) {
		o.run(func() { first, second = f() })
		return first, second
	}
}
