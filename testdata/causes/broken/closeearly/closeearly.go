package closeearly

import "sync"

func Collect(parts []int, build func(int) string) []string {
	out := make(chan string, len(parts))
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- build(p)
		}()
	}
	close(out) // want send-on-closed "out is closed while other goroutines can still send on it"
	wg.Wait()
	var all []string
	for s := range out {
		all = append(all, s)
	}
	return all
}
