// A nil pointer in an error is not nil.
//
// outcome: "" deadlock

package main

type failure struct{}

func (*failure) Error() string {
	return "failed"
}

func run() *failure {
	return nil
}

func main() {
	c := make(chan int)
	var err error = run()
	if err != nil {
		<-c
	}
}
