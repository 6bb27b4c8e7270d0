//go:build !go1.21

package gordian

import "context"

// afterForeign waits for the end of a context that is not ours.
func afterForeign(parent context.Context, f func()) func() bool {
	stopped := make(chan struct{})
	go func() {
		select {
		case <-parent.Done():
			f()
		case <-stopped:
		}
	}()
	return func() bool {
		select {
		case <-stopped:
		default:
			close(stopped)
		}
		return true
	}
}
