package stoponerror

func Convert(files []string, convert func(string) error) error {
	errs := make(chan error)
	for _, f := range files {
		go func() { errs <- convert(f) }()
	}
	var first error
	for range files {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return first
}
