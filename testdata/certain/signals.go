// Channels for signals of the system.
package p

import (
	"os"
	"os/signal"
)

func Short() {
	stop := make(chan os.Signal)
	signal.Notify(stop, os.Interrupt) // want warning lost-signal "unbuffered channel"
	<-stop
}

func Roomy() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
}

func Given(stop chan os.Signal) {
	signal.Notify(stop)
}

func Chosen(n int) {
	stop := make(chan os.Signal)
	if n > 0 {
		stop = make(chan os.Signal, n)
	}
	signal.Notify(stop)
	<-stop
}
