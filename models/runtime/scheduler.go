// What a program asks of the scheduler.

package runtime

// Goexit runs the deferred calls of the goroutine and ends it.
//
//gordian:model primitive goexit
func Goexit()

// Gosched only says that other goroutines may run, which they may at any time.
func Gosched() {}

func GC() {}

func LockOSThread() {}

func UnlockOSThread() {}

func KeepAlive(x any) {}
