//go:build !race

package gordian

import "unsafe"

const raceEnabled = false

func raceOff() {}
func raceOn()  {}

func raceRelease(unsafe.Pointer) {}
func raceAcquire(unsafe.Pointer) {}
