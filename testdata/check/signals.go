// Signals: the channel is watched by the standard library alone, which gives it to nobody.
package p

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// Serve forgets that its server ends with an error, too, once it is shut down.
func Serve(addr string) error {
	server := &http.Server{Addr: addr}
	failed := make(chan error)
	go func() { failed <- server.ListenAndServe() }() // want goroutine-leak "failed"
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt)
	select {
	case err := <-failed:
		return err
	case <-asked:
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return server.Shutdown(ctx)
	}
}

func ServeWithRoom(addr string) error {
	server := &http.Server{Addr: addr}
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt)
	defer signal.Stop(asked)
	select {
	case err := <-failed:
		return err
	case <-asked:
		return server.Close()
	}
}

// Until closes what it no longer watches.
func Until(ready func()) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt)
	ready()
	<-asked
	signal.Stop(asked)
	close(asked)
}
