// Decoding fills a struct.
//
// outcome: "" deadlock

package main

import "encoding/json"

type options struct {
	Wait bool
}

func main() {
	var o options
	json.Unmarshal([]byte(`{"Wait": true}`), &o)
	if o.Wait {
		select {}
	}
}
