// Who is written to wait for ever does so on purpose: a note. Who waits with it for something else is a finding.
package p

func serve()

func Forever() {
	go serve()
	<-make(chan struct{}) // on purpose // want note global-deadlock "every goroutine is blocked, Forever in a select without cases"
}

func Sleeper() {
	go func() {
		select {} // on purpose // want note goroutine-leak "can block forever in a select without cases"
	}()
}

func Both() {
	never := make(chan int)
	go func() {
		<-never // want global-deadlock "no remaining goroutine sends"
	}()
	<-(make(chan int)) // on purpose
}
