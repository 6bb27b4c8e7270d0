// What a method answers depends on its receiver: a run that needs two answers which may exclude each other is no finding.
package p

import "time"

func Deadline(at time.Time) {
	tick := make(chan struct{}, 1)
	now := time.Now()
	if at.After(now) {
		tick <- struct{}{}
	}
	if at.After(now) {
		<-tick // want note global-deadlock "every goroutine is blocked, Deadline receiving from tick"
	}
}
