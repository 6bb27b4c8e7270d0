package firstanswer

func First(servers []string, ask func(string) int) int {
	answers := make(chan int, len(servers))
	for _, s := range servers {
		go func() {
			answers <- ask(s)
		}()
	}
	return <-answers
}
