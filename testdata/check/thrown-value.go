// What was thrown, and plain data in an interface, is the program's own: what is asked of it is no fault of anybody.
package p

type bail struct{ n int }

func Text() {
	done := make(chan int, 1)
	func() {
		defer func() {
			if recover() == "enough" {
				done <- 1
			}
		}()
		panic("enough")
	}()
	<-done // want note global-deadlock "every goroutine is blocked, Text receiving from done"
}

func Replaced() {
	done := make(chan int, 1)
	func() {
		defer func() {
			if recover() == "second" {
				done <- 1
			}
		}()
		defer func() { panic("second") }()
		panic("first")
	}()
	<-done // want note global-deadlock "every goroutine is blocked, Replaced receiving from done"
}

func TextByType() {
	done := make(chan int, 1)
	func() {
		defer func() {
			switch recover().(type) {
			case string:
				done <- 1
			}
		}()
		panic("enough")
	}()
	<-done // want note global-deadlock "every goroutine is blocked, TextByType receiving from done"
}

func PointerByType() {
	done := make(chan int, 1)
	func() {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case *bail:
				done <- 1
			case error:
				panic(r)
			}
		}()
		panic(&bail{})
	}()
	<-done // want note global-deadlock "every goroutine is blocked, PointerByType receiving from done"
}

func Message() {
	messages := make(chan any)
	done := make(chan int)
	go func() {
		for m := range messages {
			switch m.(type) {
			case string:
				close(done)
				return
			}
		}
	}()
	messages <- "stop"
	<-done // want note global-deadlock "every goroutine is blocked, Message receiving from done"
}

// Given may be given anything.
func Given(v any) {
	done := make(chan int, 1)
	switch v.(type) {
	case string:
		done <- 1
	}
	<-done // want global-deadlock "done"
}
