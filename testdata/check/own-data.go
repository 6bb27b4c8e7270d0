// Comparisons, lengths and bits of the program's own data: what they cannot be is no finding.
package p

type pair struct{ x, y chan int }

func Lengths() {
	word := "abc"
	c := make(chan int)
	go func() {
		if -(len(word)+4)/2 == -3 {
			c <- 1
		}
		if min(len(word), 2) == 2 {
			c <- 1
		}
	}()
	<-c
	<-c
}

func Texts() {
	word := "abc"
	c := make(chan int)
	go func() {
		if word+"d" == "abcd" && word < "b" {
			c <- 1
		}
	}()
	<-c
}

func Bits() {
	flags := 5
	c := make(chan int)
	go func() {
		if flags&4 != 0 && flags<<1 == 10 {
			c <- 1
		}
	}()
	<-c
}

func Pairs() {
	c, d := make(chan int), make(chan int)
	go func() {
		if (pair{c, d}) == (pair{c, d}) && (pair{c, d}) != (pair{d, c}) {
			c <- 1
		}
	}()
	<-c
}

func Interfaces() {
	c := make(chan int)
	go func() {
		if any(1) != any(int64(1)) && any(int64(1)) == any(int64(1)) {
			c <- 1
		}
	}()
	<-c
}

func Keys() {
	type place struct{ x, y int }
	byPlace := map[place]chan int{{1, 2}: make(chan int, 1), {2, 1}: make(chan int, 1)}
	byPlace[place{1, 2}] <- 1 // want note nil-channel "blocks forever on a nil channel"
	<-byPlace[place{1, 2}]
}

func Wrong() {
	word := "abc"
	c := make(chan int)
	if len(word) == 3 {
		<-c // want global-deadlock "every goroutine is blocked"
	}
}

func Fractions() {
	ratio := 0.5
	c := make(chan int)
	go func() { c <- 1 }() // want note goroutine-leak "can block forever sending on c"
	if ratio*2 < 1.5 {
		<-c
	}
}

func FractionsGiven(ratio func() float64) {
	c := make(chan int)
	go func() {
		c <- 1 // want goroutine-leak "no remaining goroutine receives"
	}()
	if ratio() < 0.5 {
		<-c
	}
}

func Room() {
	list := make([]int, 1, 4)
	c := make(chan int)
	go func() { c <- 1 }() // want note goroutine-leak "can block forever sending on c"
	if cap(list) == 4 {
		<-c
	}
}

func Letters() {
	word := []byte("ab")
	c := make(chan int)
	go func() { c <- 1 }() // want note goroutine-leak "can block forever sending on c"
	if len(word) == 2 && word[0] == 'a' {
		<-c
	}
}
