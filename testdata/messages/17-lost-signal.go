package p

import (
	"os"
	"os/signal"
)

func Wait() {
	stop := make(chan os.Signal)
	signal.Notify(stop, os.Interrupt)
	<-stop
}
