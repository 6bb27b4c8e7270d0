// Three producers that close when they are done, and two consumers that poll forever. Main only starts them.
//
// table: gomela 25, godel 21
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

func produce(out chan<- bool) {
	for i := 0; i < 10; i++ {
		out <- true
	}
	close(out)
}

func consume(a, b <-chan bool) {
	for {
		select {
		case <-a:
		case <-b:
		default:
		}
	}
}

func main() {
	bread := make(chan bool, 4)
	wine := make(chan bool, 4)
	cheese := make(chan bool, 4)
	go produce(bread)
	go produce(wine)
	go produce(cheese)
	go consume(bread, wine)
	go consume(wine, cheese)
}
