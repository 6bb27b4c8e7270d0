// The end of the process.

package os

// Exit ends the process at once: deferred calls do not run.
//
//gordian:model primitive exit
func Exit(code int)
