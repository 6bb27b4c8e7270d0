// Values on both sides of constants that a parameter is compared with are tried.

package p

import "context"

// The result is only taken where there are few; the constant stands in another function.
func TakesFew(ctx context.Context, n int) int {
	c := make(chan int)
	go func() {
		c <- n // want warning goroutine-leak "can block forever sending on c"
	}()
	if tooMany(n) {
		return 0
	}
	select {
	case v := <-c:
		return v
	case <-ctx.Done():
		return <-c
	}
}

func tooMany(n int) bool {
	return n >= 7
}
