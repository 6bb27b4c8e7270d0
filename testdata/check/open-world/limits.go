// What was cut at a limit proves nothing.
package limits

import "sync"

// verdict: open
// client hang:
//
//	for {
//		Ring()
//	}
func Ring() {
	var m [82]sync.Mutex
	var wg sync.WaitGroup
	for i := range m {
		wg.Add(1)
		go func() {
			defer wg.Done()
			m[i].Lock()
			m[(i+1)%len(m)].Lock()
			m[(i+1)%len(m)].Unlock()
			m[i].Unlock()
		}()
	}
	wg.Wait()
}

var shared [82]sync.Mutex

// verdict: open
// client hang:
//
//	for {
//		var wg sync.WaitGroup
//		for i := range 82 {
//			wg.Add(1)
//			go func() {
//				defer wg.Done()
//				Step(i)
//			}()
//		}
//		wg.Wait()
//	}
func Step(i int) {
	n := len(shared)
	shared[i].Lock()
	shared[(i+1)%n].Lock()
	shared[(i+1)%n].Unlock()
	shared[i].Unlock()
}
