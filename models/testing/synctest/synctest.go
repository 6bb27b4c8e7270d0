// Bubbles: Test runs a test with its own goroutines and clock, and ends when they all have ended.

package synctest

import "testing"

//gordian:model primitive bubble.run
func Test(t *testing.T, f func(*testing.T))

//gordian:model primitive bubble.wait
func Wait()
