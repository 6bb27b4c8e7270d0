package firstanswer

func First(servers []string, ask func(string) int) int {
	answers := make(chan int) // want goroutine-leak "answers needs a buffer with room for every send, make.chan i"
	for _, s := range servers {
		go func() {
			answers <- ask(s)
		}()
	}
	return <-answers // want global-deadlock "First receiving from answers"
}
