// An encoder calls a method of the value, and then the writer, which waits for what the method has taken.
//
// outcome: "" deadlock

package main

import "encoding/json"

var room = make(chan int, 1)

type value struct{}

func (value) MarshalJSON() ([]byte, error) {
	room <- 1
	return []byte("1"), nil
}

type writer struct{}

func (writer) Write(b []byte) (int, error) {
	room <- 2
	return len(b), nil
}

func main() {
	json.NewEncoder(writer{}).Encode(value{})
}
