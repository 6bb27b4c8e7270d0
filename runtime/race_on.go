//go:build race

package gordian

import (
	"runtime"
	"unsafe"
)

const raceEnabled = true

// Between raceOff and raceOn the race detector takes no notice of what synchronises this goroutine with others.
func raceOff() { runtime.RaceDisable() }
func raceOn()  { runtime.RaceEnable() }

func raceRelease(p unsafe.Pointer) { runtime.RaceReleaseMerge(p) }
func raceAcquire(p unsafe.Pointer) { runtime.RaceAcquire(p) }
