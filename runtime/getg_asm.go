//go:build amd64 || arm64

package gordian

// getg tells goroutines apart: the address of the runtime's own descriptor, which is used again once a goroutine has ended.
func getg() uintptr
