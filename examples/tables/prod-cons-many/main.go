// Ten producers and ten consumers share a buffer for five values, forever. Main only starts them.
//
// table: gomela 4
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

const (
	room      = 5
	producers = 10
	consumers = 10
)

func main() {
	shelf := make(chan int, room)
	for p := 0; p < producers; p++ {
		go fill(shelf)
	}
	for c := 0; c < consumers; c++ {
		go empty(shelf)
	}
}

func fill(shelf chan<- int) {
	for {
		shelf <- 1
	}
}

func empty(shelf <-chan int) {
	for {
		<-shelf
	}
}
