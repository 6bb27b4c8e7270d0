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
	wg.Wait()
	close(out)
	var all []string
	for s := range out {
		all = append(all, s)
	}
	return all
}
