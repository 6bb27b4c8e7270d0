package stoponerror

func Convert(files []string, convert func(string) error) error {
	errs := make(chan error) // want goroutine-leak "errs needs a buffer with room for every send, make.chan erro"
	for _, f := range files {
		go func() { errs <- convert(f) }()
	}
	for range files {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}
