// What functions and methods from outside are given they may change, or call: then it is not known how often this sends.
package p

type counter struct{ n int }

type filler interface{ Fill(c *counter) }

func relay(n int) {
	c := make(chan int)
	go func() { c <- 0 }()
	<-c
	for i := 0; i < n; i++ {
		c <- i // want warning global-deadlock "send c"
	}
}

func Map(fill func(map[string]int)) {
	m := make(map[string]int)
	fill(m)
	relay(len(m))
}

func Field(set func(*counter)) {
	var c counter
	set(&c)
	relay(c.n)
}

func Method(f filler) {
	var c counter
	f.Fill(&c)
	relay(c.n)
}

func Literal(each func(func())) {
	n := 0
	each(func() { n++ })
	relay(n)
}

// Told only reads what the literal captures.
func Told(each func(func())) {
	n := 0
	each(func() { println(n) })
	relay(n)
}

// Else changes what nothing here depends on.
func Else(set func(*counter), fill func(map[string]int)) {
	set(&counter{})
	fill(map[string]int{})
	relay(0)
}
