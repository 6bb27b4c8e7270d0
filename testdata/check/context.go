// Contexts: a worker that ends with its context, and one that nobody cancels.
package p

import "context"

func worker(ctx context.Context, in <-chan int) {
	for {
		select {
		case <-in:
		case <-ctx.Done():
			return
		}
	}
}

func Cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in := make(chan int)
	go worker(ctx, in)
	in <- 1
}

func Forgotten() {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	in := make(chan int)
	go lonely(ctx, in)
}

func lonely(ctx context.Context, in <-chan int) {
	select { // want goroutine-leak "select"
	case <-in:
	case <-ctx.Done():
	}
}

func Given(ctx context.Context, in <-chan int) {
	go worker(ctx, in)
}

func Derived(ctx context.Context, n int) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan int)
	go func() {
		select {
		case results <- n:
		case <-inner.Done():
		}
	}()
	select {
	case <-results:
	case <-inner.Done():
	}
}

func WaitsForOthers(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
