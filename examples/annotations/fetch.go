// Package annotations says what it needs, so that it can be checked.
package annotations

// Fetch gets all pages with some workers.
//
//gordian:requires workers > 0 && workers <= len(pages)
func Fetch(pages []string, workers int, get func(page string)) {
	todo := make(chan string)
	done := make(chan bool)
	for range workers {
		go func() {
			for page := range todo {
				get(page)
			}
			done <- true
		}()
	}
	for _, page := range pages {
		todo <- page
	}
	close(todo)
	for range workers {
		<-done
	}
}

func Two(get func(page string)) {
	Fetch([]string{"a", "b"}, 2, get)
}

func None(get func(page string)) {
	Fetch(nil, 0, get)
}
