// The type of a value from outside, asked once: what an assertion gives and whether it succeeds are one answer.
package p

type ask struct{ reply chan int }
type stop struct{}

func Serve(inbox chan any) {
	for m := range inbox {
		switch m := m.(type) {
		case ask:
			m.reply <- 1
		case stop:
			return
		}
	}
}

func First(v any) {
	c, ok := v.(ask)
	if !ok {
		c.reply = make(chan int, 1)
	}
	c.reply <- 1
	if !ok {
		<-c.reply
	}
}

// Both answers are possible.
func Careless(v any) {
	done := make(chan int)
	c, ok := v.(ask)
	if ok {
		c.reply = done
	}
	go func() {
		done <- 1 // want goroutine-leak "can block forever sending on done"
	}()
	if !ok {
		<-done
	}
}
