// A panic that leaves a goroutine ends the process, whatever main does.
//
// outcome: "" panic: no

package main

func main() {
	c := make(chan int)
	defer func() {
		recover()
	}()
	go func() {
		panic("no")
	}()
	<-c
}
