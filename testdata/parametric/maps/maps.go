// Package maps has loops over maps: as many rounds as there are entries, while nothing changes the map.
package maps

import "sync"

func hash(key string) string { return key[:1] }

// Groups has room for an error of every group.
// want proved
func Groups(keys []string, do func(string) error) error {
	groups := make(map[string][]string)
	for _, key := range keys {
		h := hash(key)
		groups[h] = append(groups[h], key)
	}
	var wg sync.WaitGroup
	errs := make(chan error, len(groups))
	for h := range groups {
		wg.Add(1)
		go func(h string) {
			defer wg.Done()
			if err := do(h); err != nil {
				errs <- err
			}
		}(h)
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// RoomTooEarly counts the entries before there are any.
// want len(seen) == 0
func RoomTooEarly(keys []string) {
	seen := make(map[string]bool)
	room := make(chan string, len(seen))
	for _, key := range keys {
		seen[key] = true
	}
	for key := range seen {
		room <- key
	}
}

func note(seen map[string]bool, key string) { seen[key] = true }

// RoomBehindACall has it changed elsewhere, by another name.
// want len(seen) == 0
func RoomBehindACall(keys []string) {
	seen := make(map[string]bool)
	same := seen
	room := make(chan string, len(seen))
	for _, key := range keys {
		note(same, key)
	}
	for key := range seen {
		room <- key
	}
}

// Shared is changed by goroutines: how many entries there are in the end is not followed.
// want not proved
func Shared(keys []string) {
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		seen = make(map[string]bool)
	)
	for _, key := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			seen[key] = true
		}()
	}
	wg.Wait()
	room := make(chan string, len(seen))
	for key := range seen {
		room <- key
	}
}

// Growing sets entries while it goes over them: there may be more rounds than there were entries.
// want not proved
func Growing(keys []string) {
	seen := make(map[string]bool)
	for _, key := range keys {
		seen[key] = true
	}
	room := make(chan string, len(seen))
	for key := range seen {
		seen[key+"'"] = true
		room <- key
	}
}
