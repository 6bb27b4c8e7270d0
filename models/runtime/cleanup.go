// Functions that run once a value is no longer needed.

package runtime

// AddCleanup has cleanup called in a goroutine of its own. Whether the value is still reachable is not followed: it may be at any time,
// while others still use what cleanup works on, and it may be never, so that nothing may rely on it.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	go func() {
		if cleanupRuns() {
			cleanup(arg)
		}
	}()
	return Cleanup{}
}

// cleanupRuns waits for the garbage collector, and says whether it has a cleanup run at all.
//
//gordian:model waits
func cleanupRuns() bool
