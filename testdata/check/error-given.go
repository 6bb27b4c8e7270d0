// Functions that always give an error are known to.
package p

import "fmt"

type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

func refuse(why string) error { return &refusal{why} }

func check(n int) error {
	if n%2 == 0 {
		return nil
	}
	return fmt.Errorf("%d is odd", n)
}

func Formatted(n int) {
	done := make(chan int, 1)
	if fmt.Errorf("%d", n) != nil {
		done <- 1
	}
	<-done
}

func Refused(why string) {
	done := make(chan int, 1)
	if refuse(why) != nil {
		done <- 1
	}
	<-done
}

func Recovered() {
	done := make(chan int, 1)
	run := func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
		}()
		panic(1)
	}
	if run() != nil {
		done <- 1
	}
	<-done
}

func Sometimes(n int) {
	done := make(chan int, 1)
	if check(n) != nil {
		done <- 1
	}
	<-done // want global-deadlock "done"
}
