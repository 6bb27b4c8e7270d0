// What follows a call that never returns does not happen.
package p

import (
	"log"
	"os"
	"runtime"
)

func Exits() {
	answer := make(chan int)
	os.Exit(0)
	<-answer
}

func Fatal() {
	answer := make(chan int)
	log.Fatal("no")
	<-answer
}

func Goexits() {
	answer := make(chan int)
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.Goexit()
		<-answer
	}()
	<-done
}

// Deferred calls run at the end of a goroutine only, not at the end of the process.
func Either(now bool) {
	answer := make(chan int)
	if now {
		os.Exit(0)
	}
	<-answer // want goroutine-leak "nothing ever sends"
}
