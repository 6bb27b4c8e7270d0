// Package patterns has loops that are left early, go on early, or lie in one another: what Ginger calls unverifiable.
package patterns

import "sync"

type order struct {
	name  string
	lines []string
}

func (o order) valid() bool { return o.name != "" }

// AnyAnswer asks all servers and takes answers until one will do. There is room for those that nobody waits for.
// want precondition "servers >= 0"
func AnyAnswer(servers int, ask func(int) error) error {
	answers := make(chan error, servers)
	for i := 0; i < servers; i++ {
		go func() {
			switch err := ask(i); err {
			case nil:
				answers <- nil
			default:
				answers <- err
			}
		}()
	}
	var last error
	for i := 0; i < servers; i++ {
		if last = <-answers; last == nil {
			break
		}
	}
	return last
}

// AnyAnswerWithoutRoom leaves behind whoever answers after that.
// want precondition "servers <= 1"
func AnyAnswerWithoutRoom(servers int, ask func(int) error) error {
	answers := make(chan error)
	for i := 0; i < servers; i++ {
		go func() { answers <- ask(i) }()
	}
	var last error
	for i := 0; i < servers; i++ {
		if last = <-answers; last == nil {
			break
		}
	}
	return last
}

const readers = 2669

// Count has a fixed number of readers, each of which looks at all orders and passes over some of them. The caller may change the
// orders meanwhile, which the prover cannot express yet.
// want bounded
func Count(orders []order) int {
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		found int
	)
	for i := 0; i < readers; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, o := range orders {
				if !o.valid() {
					continue
				}
				if len(o.lines) > i {
					mu.Lock()
					found++
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	return found
}

// Send starts a goroutine for some of the orders only, and each says once that it is done, wherever it ends.
// want proved
func Send(orders []order, post func(order) error) {
	var wg sync.WaitGroup
	for _, o := range orders {
		if !o.valid() {
			continue
		}
		if len(o.lines) == 0 {
			continue
		}
		wg.Add(1)
		go func() {
			if post(o) != nil {
				wg.Done()
				return
			}
			if o.name == "last" {
				wg.Done()
				return
			}
			wg.Done()
		}()
	}
	wg.Wait()
}

// SendAndForget does not say so where an order cannot be posted.
// want precondition "len(orders) == 0"
func SendAndForget(orders []order, post func(order) error) {
	var wg sync.WaitGroup
	for _, o := range orders {
		if !o.valid() {
			continue
		}
		wg.Add(1)
		go func() {
			if post(o) != nil {
				return
			}
			wg.Done()
		}()
	}
	wg.Wait()
}

// Collect goes over the lines of some orders itself, in a loop within the loop, and leaves the others to goroutines.
// want proved
func Collect(orders []order, lines int, keep func(string) bool) int {
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		kept int
	)
	if lines == 0 {
		return 0
	}
	for _, o := range orders {
		if !o.valid() {
			continue
		}
		if len(o.lines) < lines {
			for i := 0; i < lines; i++ {
				if keep(o.name) {
					mu.Lock()
					kept++
					mu.Unlock()
				}
			}
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			kept += len(o.lines)
		}()
	}
	wg.Wait()
	return kept
}
