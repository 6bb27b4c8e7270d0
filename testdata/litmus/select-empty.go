// select without cases blocks for ever.
//
// outcome: "" deadlock

package main

func main() {
	select {}
}
