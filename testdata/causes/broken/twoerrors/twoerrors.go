package twoerrors

func Run(read, write func() error) error {
	errs := make(chan error) // want goroutine-leak "errs needs a buffer with room for every send, make.chan erro"
	go func() { errs <- read() }()
	go func() { errs <- write() }()
	return <-errs
}
