package twoerrors

func Run(read, write func() error) error {
	errs := make(chan error, 1)
	go func() { errs <- read() }()
	go func() { errs <- write() }()
	return <-errs
}
