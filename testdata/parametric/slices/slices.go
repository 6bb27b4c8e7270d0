// Package slices has functions whose number of goroutines is the length of a slice of things that are called.
package slices

// want proved
func All(fs []func()) {
	done := make(chan struct{})
	for _, f := range fs {
		go func() {
			f()
			done <- struct{}{}
		}()
	}
	for range fs {
		<-done
	}
}

// want proved
func FirstError(fs []func() error) error {
	results := make(chan error)
	for _, f := range fs {
		go func() { results <- f() }()
	}
	var first error
	for range fs {
		if err := <-results; err != nil && first == nil {
			first = err
		}
	}
	return first
}

// want precondition "len(fs) <= 1" weakest
func AnyError(fs []func() error) error {
	results := make(chan error)
	for _, f := range fs {
		go func() { results <- f() }()
	}
	for range fs {
		return <-results
	}
	return nil
}
