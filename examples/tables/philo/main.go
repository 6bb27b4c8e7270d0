// Two philosophers and two forks on one channel. When each has taken one fork, both wait.
//
// table: gomela 19, godel 5
// want global-deadlock: yes
// want goroutine-leak: yes
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: yes
package main

func lay(forks chan<- bool) {
	forks <- true
}

func dine(forks chan bool) {
	for {
		<-forks       // blocks
		<-forks       // blocks
		forks <- true // blocks
		forks <- true // blocks
	}
}

func main() {
	forks := make(chan bool)
	go lay(forks)
	go lay(forks)
	go dine(forks)
	dine(forks)
}
