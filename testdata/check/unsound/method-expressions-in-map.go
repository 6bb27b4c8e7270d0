// Methods of a lock are called by way of a map.
//
// outcome: "" deadlock

package main

import "sync"

func main() {
	var m sync.Mutex
	ops := map[string]func(*sync.Mutex){"l": (*sync.Mutex).Lock, "u": (*sync.Mutex).Unlock}
	ops["l"](&m)
	ops["l"](&m)
}
