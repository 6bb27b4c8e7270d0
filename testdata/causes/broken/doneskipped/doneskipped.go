package doneskipped

import "sync"

func Load(names []string, read func(string) ([]byte, error), use func([]byte)) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Add(1)
		go func() {
			data, err := read(name)
			if err != nil {
				return // want global-deadlock "this return can skip wg.Done.."
			}
			use(data)
			wg.Done()
		}()
	}
	wg.Wait()
}
