package p

func First(servers []func() string) string {
	answers := make(chan string)
	for _, ask := range servers {
		go func() { answers <- ask() }()
	}
	return <-answers
}
